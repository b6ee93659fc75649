/**
 * The shape of a tree of statements leaves out what every pass makes anew: two trees have the same shape if they differ only
 * in ids, in the numbers of labels and in spans. Expressions count as the same when they are one object, or the same test
 * turned round.
 */
import { entryOf } from '../base/lookup';
import { getOrMake } from '../base/once';
import { bodies } from '../ir/statements';
import type { DispatchJump, Expr, LabelId, Statement } from '../ir/types';

/** A function that gives shapes; those of one function can be compared. */
export function shapes(): (body: readonly Statement[]) => string {
  const known = new WeakMap<object, number>();
  let count = 0;
  const nameOf = (object: object): number => {
    return getOrMake(known, object, () => count++);
  };
  const test = (e: Expr): string => {
    if (e.kind === 'unary' && e.op === 'not') return `!${test(e.operand)}`;
    if (e.kind === 'compare') return `${nameOf(e.left)}${e.op}${nameOf(e.right)}`;
    return e.kind === 'constant' ? `${e.value}` : `${nameOf(e)}`;
  };
  return (body) => {
    const labels = new Map<LabelId, number>();
    const label = (id: LabelId): number => {
      if (!labels.has(id)) labels.set(id, labels.size);
      return entryOf(labels, id);
    };
    const list = (inner: readonly Statement[]): string => inner.map(one).join(';');
    const one = (s: Statement): string => {
      const inside = bodies(s)
        .map((inner) => `{${list(inner)}}`)
        .join('');
      switch (s.kind) {
        case 'exit':
        case 'next':
          return `${s.kind}${label(s.target)}`;
        case 'if':
          return `if ${test(s.condition)}${inside}`;
        case 'while':
        case 'doWhile':
          return `${s.kind}${label(s.label)} ${test(s.condition)}${inside}`;
        case 'for':
        case 'block':
          return `${s.kind}${label(s.label)}${inside}`;
        case 'switch':
          return `switch${label(s.label)} ${test(s.selector)}${inside}`;
        case 'dispatch':
          return `dispatch${label(s.label)}${inside}${s.blocks.map((b) => jump(b.jump)).join()}`;
        default:
          return `${s.id}`;
      }
    };
    const jump = (j: DispatchJump): string => {
      if (j.kind === 'go') return `${j.to}`;
      if (j.kind === 'branch') return `${test(j.condition)}?${j.then}:${j.else}`;
      return `${test(j.selector)}:${j.cases.map((c) => c.to).join(':')}:${j.default}`;
    };
    return list(body);
  };
}
