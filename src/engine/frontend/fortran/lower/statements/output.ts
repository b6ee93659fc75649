/** PRINT and WRITE. */
import type { Expr } from '../../../../ir/types';
import type { ItemSyntax, StatementOf } from '../../parse/syntax';
import { type Context, report, statementBase } from '../context';
import { emit } from '../emit';
import { isArray } from '../operands';
import { value } from '../values';

/** PRINT and WRITE keep their spelling; a FORMAT is put where its label stood, since labels are gone afterwards. */
export function output(ctx: Context, s: StatementOf<'io'>): void {
  const items: Expr[] = [];
  for (const item of s.items) outputItem(ctx, item, items);
  if (ctx.failed) return;
  emit(ctx, { kind: 'io', text: withFormat(ctx, s), items, ...statementBase(ctx) });
}

function outputItem(ctx: Context, item: ItemSyntax, items: Expr[]): void {
  if (item.kind === 'implied') {
    // The index has a meaning only in the list; nothing else of it is looked at.
    return;
  }
  if (item.kind === 'string' || item.kind === 'bad') return;
  const found = value(ctx, item);
  if (!isArray(found)) items.push(found);
  else if (!ctx.failed) {
    const walks = found.natural.map(({ first, step }) => ({ index: first, first, step }));
    items.push(found.at(walks));
  }
}

function withFormat(ctx: Context, s: StatementOf<'io'>): string {
  if (!s.format) return s.text;
  const format = ctx.scope.formats.get(s.format.name);
  if (format === undefined) {
    report(ctx, 'undefined-label', `No FORMAT has the label ${s.format.name}.`, s.format.span);
    return s.text;
  }
  const quoted = `'${format.replaceAll("'", "''")}'`;
  const digits = new RegExp(
    `^(print\\s*|write\\s*\\([^,]*,\\s*(?:fmt\\s*=\\s*)?)0*${s.format.name}(?=\\D|$)`,
  );
  return s.text.replace(digits, (_, head: string) => head + quoted);
}
