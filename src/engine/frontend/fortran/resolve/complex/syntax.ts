/** How large syntax is, and which of it may be written twice. */
import type { ExprSyntax } from '../../parse/syntax';

/** Names and numbers, which may stand twice. */
export function isSimple(e: ExprSyntax): boolean {
  if (e.kind === 'paren') return isSimple(e.inner);
  if (e.kind === 'unary') return isSimple(e.operand);
  if (e.kind === 'apply')
    return e.args.every(
      ({ value }) => value.kind === 'number' || value.kind === 'name' || value.kind === 'range',
    );
  return e.kind === 'number' || e.kind === 'name';
}

export function sizeOf(e: object): number {
  let size = 1;
  for (const part of Object.values(e)) if (typeof part === 'object' && part !== null) size += sizeOf(part);
  return size;
}
