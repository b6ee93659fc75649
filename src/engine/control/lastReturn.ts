import { bodies, withBodies } from '../ir/statements';
import type { LabelId, Statement } from '../ir/types';

/** Leaves out a return at the place where the body ends anyway; a `goto` to the end may have become one. */
export function withoutLastReturn(body: readonly Statement[], label: LabelId): readonly Statement[] {
  const last = body[body.length - 1];
  if (last?.kind === 'exit' && last.target === label) return withoutLastReturn(body.slice(0, -1), label);
  const shorter = last && inside(last, label);
  return shorter && shorter !== last ? [...body.slice(0, -1), shorter] : body;
}

/** A construct at the end of a body, without the jump to the routine's end that comes last in it. */
function inside(last: Statement, label: LabelId): Statement {
  if (last.kind !== 'block' && last.kind !== 'if') return last;
  const own = bodies(last);
  const shorter = own.map((body) => withoutLastReturn(body, label));
  return shorter.every((body, k) => body === own[k]) ? last : withBodies(last, shorter);
}
