/**
 * The way back from structured control: blocks and dispatch regions said with labels and gotos, as Fortran is printed.
 * Loops, branches and what leaves them stay. `structureJumps` of it is the same program.
 */

import { newLabel } from '../ir/emit';
import { completes } from '../ir/graph/completes';
import { bodies, isCompound, mapBodies } from '../ir/statements';
import type {
  Dispatch,
  DispatchBlock,
  DispatchJump,
  Exit,
  LabelId,
  Next,
  Statement,
  VariableId,
} from '../ir/types';
import { jump, type Maker, mark } from './openConstructs';
import { gotosIn, isStraight, type RawStatement, replaceLeaves } from './rawTree';

export interface Unstructured {
  readonly body: RawStatement[];
  /** Variables that nothing reads once the regions are gone. */
  readonly states: readonly VariableId[];
}

export function unstructure(body: readonly Statement[], make: Maker): Unstructured {
  const states: VariableId[] = [];
  const ends = new Map<LabelId, string>();
  const taken = new Set<string>();

  const opened = (list: readonly RawStatement[]): RawStatement[] => list.flatMap(one);
  function one(s: RawStatement): RawStatement[] {
    if (isStraight(s)) return [s];
    switch (s.kind) {
      case 'block': {
        const end = make.newName();
        ends.set(s.label, end);
        return [...opened(s.body), mark(end, s.span, make)];
      }
      case 'dispatch':
        states.push(s.state);
        return dispatched(s as Dispatch);
      case 'exit': {
        const end = ends.get(s.target);
        return end === undefined ? [s] : [{ kind: 'goto', id: s.id, span: s.span, label: end }];
      }
      case 'if':
      case 'switch':
      case 'for':
      case 'while':
      case 'doWhile':
        return [mapBodies(s, opened)];
      default:
        return [s];
    }
  }

  /** A region that is the first block of another may have the label of that block. */
  function nameOf({ name }: DispatchBlock): string {
    if (name === null || taken.has(name)) return make.newName();
    taken.add(name);
    return name;
  }

  function dispatched(s: Dispatch): RawStatement[] {
    const end = make.newName();
    ends.set(s.label, end);
    const names = s.blocks.map((block) => nameOf(block));
    const name = (to: number) => names[to] ?? end;
    const blocks = s.blocks.flatMap((block, i) => {
      const inside = opened(block.body);
      return [
        mark(name(i), block.span, make),
        ...inside,
        ...(completes(inside) ? jumps(block.jump, name) : []),
      ];
    });
    return [...blocks, mark(end, s.span, make)];
  }

  function jumps(how: DispatchJump, name: (to: number) => string): RawStatement[] {
    if (how.kind === 'go') return [jump(name(how.to), { start: 0, end: 0 }, make)];
    const { id, span } = how;
    const common = { id, span, role: 'primal', origin: null } as const;
    const go = (to: number) => jump(name(to), span, make);
    if (how.kind === 'branch')
      return [
        { ...common, kind: 'if', condition: how.condition, then: [go(how.then)], else: [] },
        go(how.else),
      ];
    const cases = how.cases.map((c) => ({ values: c.values, body: [go(c.to)], span }));
    return [
      {
        ...common,
        kind: 'switch',
        label: newLabel(make.counters),
        selector: how.selector,
        cases,
        default: [],
      },
      go(how.default),
    ];
  }

  return { body: threaded(opened(body)), states };
}

/** A jump that leads to a jump leads to where that leads. */
function threaded(body: readonly RawStatement[]): RawStatement[] {
  const next = new Map<string, string>();
  const leaves = new Map<string, Exit | Next>();
  const scan = (list: readonly RawStatement[]): void => {
    list.forEach((s, i) => {
      if (isStraight(s)) return;
      for (const inner of bodies(s)) scan(inner);
      if (s.kind !== 'labelled') return;
      const then = list[i + 1];
      if (then?.kind === 'labelled' || then?.kind === 'goto') next.set(s.label, then.label);
      if (then?.kind === 'exit' || then?.kind === 'next') leaves.set(s.label, then);
    });
  };
  scan(body);
  const end = (label: string): string => {
    const seen = new Set([label]);
    for (let at = label; ; ) {
      const to = next.get(at);
      if (to === undefined || seen.has(to)) return at;
      seen.add(to);
      at = to;
    }
  };
  const list = replaceLeaves(body, (s) => {
    if (s.kind !== 'goto') return [s];
    const label = end(s.label);
    const leaf = leaves.get(label);
    return [leaf ? { ...leaf, id: s.id, span: s.span } : { ...s, label }];
  });
  const wanted = new Set(gotosIn(list).map((s) => s.label));
  const kept = (inner: readonly RawStatement[]): RawStatement[] =>
    inner.flatMap((s): RawStatement[] => {
      if (s.kind === 'labelled') return wanted.has(s.label) ? [s] : [];
      return isCompound(s) && !isStraight(s) ? [mapBodies(s, kept)] : [s];
    });
  return kept(list);
}
