/**
 * One way to say each jump. A place often has several names: the end of a block that is the last statement of a loop's
 * body is the end of that body, and after a loop that is followed by `break` one breaks. A goto there could be
 * structured as any of them, depending on what else stands in its list; texts of one program would differ.
 *
 * What comes out holds: a jump that was a goto leaves the loop right around it if that is where it leads; else it names the
 * outermost construct that it may name. Blocks that nothing leaves any more are gone.
 */
import { completes } from '../ir/graph/completes';
import { isCompound, isLoop, mapBodies, walkStatements } from '../ir/statements';
import type { Exit, LabelId, Next, Statement } from '../ir/types';
import { endInside, isStraight, type RawStatement } from './rawTree';

type Jump = Exit | Next;
type To = Pick<Jump, 'kind' | 'target' | 'form'>;

export function withShortestJumps(body: readonly Statement[], routineLabel: LabelId): Statement[] {
  const placed = placeJumps(body, { kind: 'exit', target: routineLabel, form: 'return' });
  return withoutIdleBlocks(placed) as Statement[];
}

function placeJumps(body: readonly RawStatement[], routineEnd: To): RawStatement[] {
  /** Past this construct control goes on with a jump. */
  const past = new Map<LabelId, To>();

  const resolved = (to: To, loop: LabelId | null): To => {
    const next = to.kind === 'exit' && to.target !== loop ? past.get(to.target) : undefined;
    return next ? resolved(next, loop) : to;
  };
  const list = (given: readonly RawStatement[], end: To | null, loop: LabelId | null): RawStatement[] => {
    const after = following(given, end);
    return given.map((s, i) => one(s, after[i] ?? null, loop));
  };
  function one(s: RawStatement, after: To | null, loop: LabelId | null): RawStatement {
    if (s.kind === 'exit' || s.kind === 'next') return jumpOf(s, loop);
    if (!isCompound(s) || isStraight(s)) return s;
    if (after && s.kind !== 'if') past.set(s.label, after);
    const inner = isLoop(s) ? s.label : loop;
    return mapBodies(s, (each, slot) => list(each, endInside(s, slot, after), inner));
  }
  /** The loop right around a jump, if that is left to where the jump leads. */
  const leavingOnly = (to: To, loop: LabelId | null): To => {
    const left = loop === null || to.target === loop ? undefined : past.get(loop);
    if (loop === null || !left) return to;
    const end = resolved(left, loop);
    return end.kind === to.kind && end.target === to.target
      ? { kind: 'exit', target: loop, form: 'goto' }
      : to;
  };
  function jumpOf(s: Jump, loop: LabelId | null): Jump {
    if (s.form !== 'goto') return s;
    const to = leavingOnly(resolved(s, loop), loop);
    if (to.kind === s.kind && to.target === s.target) return s;
    const { id, span, role, origin } = s;
    const base = { id, span, role, origin, target: to.target } as const;
    return to.kind === 'next'
      ? { kind: 'next', ...base, form: 'goto' }
      : { kind: 'exit', ...base, form: to.form === 'return' ? 'return' : 'goto' };
  }
  return list(body, routineEnd, null);
}

/** By statement of a list: the jump that control takes right after it, if any. */
function following(list: readonly RawStatement[], end: To | null): (To | null)[] {
  const after: (To | null)[] = [];
  let next = end;
  for (let i = list.length - 1; i >= 0; i--) {
    const s = list[i] as RawStatement;
    after[i] = next;
    if (s.kind === 'exit' || s.kind === 'next') next = s;
    else if (s.kind !== 'comment') next = null;
  }
  return after;
}

function withoutIdleBlocks(body: readonly RawStatement[]): RawStatement[] {
  const left = new Set<LabelId>();
  walkStatements(body, (s) => {
    if (s.kind === 'exit') left.add(s.target);
  });
  const kept = (list: readonly RawStatement[]): RawStatement[] => {
    const out = list.flatMap((s): RawStatement[] => {
      if (isStraight(s)) return [s];
      if (s.kind === 'block' && !left.has(s.label)) return kept(s.body);
      return isCompound(s) ? [mapBodies(s, kept)] : [s];
    });
    const end = out.findIndex((s) => !isStraight(s) && !completes([s]));
    return end < 0 ? out : out.slice(0, end + 1);
  };
  return kept(body);
}
