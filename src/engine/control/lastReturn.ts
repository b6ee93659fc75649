import type { LabelId, Statement } from '../ir/types';

/** A return where the body ends anyway: a `goto` to its end may have become one. */
export function withoutLastReturn(body: readonly Statement[], label: LabelId): Statement[] {
  const last = body[body.length - 1];
  if (!last) return [];
  const before = body.slice(0, -1);
  if (last.kind === 'exit' && last.target === label) return withoutLastReturn(before, label);
  if (last.kind === 'block') return [...before, { ...last, body: withoutLastReturn(last.body, label) }];
  if (last.kind !== 'if') return [...body];
  const then = withoutLastReturn(last.then, label);
  return [...before, { ...last, then, else: withoutLastReturn(last.else, label) }];
}
