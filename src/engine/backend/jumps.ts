/**
 * How each `exit` and `next` is said in a language with braces: `break` and `continue` where what they leave or repeat
 * is the innermost thing that they can mean, else a jump to a label. What the source said (`form`) is a wish only.
 */
import { assertNever } from '../base/assert';
import { OPPOSITE } from '../control/openConstructs';
import { isReal, not } from '../ir/build';
import { bodies, isCompound, isLoop } from '../ir/statements';
import type { Dispatch, DispatchJump, Expr, LabelId, Routine, Statement, Switch, While } from '../ir/types';
import type { Writer } from './writer';

export type Jump =
  | { readonly kind: 'break' }
  | { readonly kind: 'continue' }
  | { readonly kind: 'return' }
  /** To the place after the construct, or to the end of the loop's body. */
  | { readonly kind: 'after' | 'end'; readonly target: LabelId };

export interface JumpRules {
  /** Whether it is printed as `switch`, which catches `break`. */
  readonly catchesBreak: (s: Switch) => boolean;
  /** Whether its increment stands at the end of the body, where `continue` would skip it. */
  readonly incrementApart: (s: While) => boolean;
  /** Whether the language lacks loops with the test at the end: the test is then the last statement of the body, and `continue` would skip it. */
  readonly testApart: boolean;
}

export interface JumpPlan {
  readonly how: ReadonlyMap<Statement, Jump>;
  /** Constructs that something jumps past, and loops to the end of whose body something jumps; numbered as they open. */
  readonly after: ReadonlyMap<LabelId, number>;
  readonly end: ReadonlyMap<LabelId, number>;
  readonly loops: ReadonlySet<LabelId>;
  /** Regions of blocks, numbered as they open. */
  readonly regions: ReadonlyMap<LabelId, number>;
  /** Labels that the user wrote. */
  readonly written: ReadonlySet<string>;
  /** Loops whose body goes on after the place where `next` jumps to. */
  readonly apart: ReadonlySet<LabelId>;
}

interface Around {
  readonly label: LabelId;
  readonly catchesBreak: boolean;
  readonly catchesContinue: boolean;
  readonly continues: boolean;
}

export function planJumps(routine: Routine, rules: JumpRules): JumpPlan {
  const how = new Map<Statement, Jump>();
  const after = new Map<LabelId, number>();
  const end = new Map<LabelId, number>();
  const loops = new Set<LabelId>();
  const apart = new Set<LabelId>();
  const regions = new Map<LabelId, number>();
  const written = new Set<string>();
  const last = lastConstructs(routine.body);

  const enter = (s: Statement, here: readonly Around[]): void => {
    if (isLoop(s)) {
      loops.add(s.label);
      if (here.some((a) => !a.continues)) apart.add(s.label);
    } else if (s.kind === 'dispatch') {
      regions.set(s.label, regions.size + 1);
      for (const { name } of s.blocks) if (name !== null) written.add(name);
    }
  };
  function visit(list: readonly Statement[], around: readonly Around[]): void {
    for (const s of list) {
      if (s.kind === 'exit' || s.kind === 'next')
        how.set(s, jumpOf(s, around, { routine: routine.label, last, after, end }));
      if (!isCompound(s)) continue;
      const here = opened(s, rules);
      enter(s, here);
      const inner = here.length === 0 ? around : [...around, ...here];
      for (const body of bodies(s)) visit(body, inner);
    }
  }
  visit(routine.body, []);
  return { how, after, end, loops, regions, written, apart };
}

/** `after`, `end`: numbers of the labelled places. */
function jumpOf(
  { kind, target }: Statement & { kind: 'exit' | 'next' },
  around: readonly Around[],
  places: Readonly<{
    routine: LabelId;
    last: ReadonlySet<LabelId>;
    after: Map<LabelId, number>;
    end: Map<LabelId, number>;
  }>,
): Jump {
  const jumpTo = (where: 'after' | 'end'): Jump => {
    const numbers = places[where];
    if (!numbers.has(target)) numbers.set(target, numbers.size + 1);
    return { kind: where, target };
  };
  const innermost = around.findLast((a) => (kind === 'exit' ? a.catchesBreak : a.catchesContinue));
  const isInnermost = innermost?.label === target;
  if (kind === 'next') return isInnermost && innermost.continues ? { kind: 'continue' } : jumpTo('end');
  if (isInnermost && target !== places.routine) return { kind: 'break' };
  return target === places.routine || places.last.has(target) ? { kind: 'return' } : jumpTo('after');
}

/** Constructs after which the routine ends: a jump past one of them returns. */
function lastConstructs(body: readonly Statement[]): Set<LabelId> {
  const labels = new Set<LabelId>();
  for (let s = body.at(-1); s; s = s.kind === 'block' ? s.body.at(-1) : undefined)
    if ('label' in s) labels.add(s.label);
  return labels;
}

function opened(s: Statement, rules: JumpRules): Around[] {
  switch (s.kind) {
    case 'for':
      return [{ label: s.label, catchesBreak: true, catchesContinue: true, continues: true }];
    case 'doWhile':
      return [{ label: s.label, catchesBreak: true, catchesContinue: true, continues: !rules.testApart }];
    case 'while':
      return [
        { label: s.label, catchesBreak: true, catchesContinue: true, continues: !rules.incrementApart(s) },
      ];
    case 'switch':
      return rules.catchesBreak(s)
        ? [{ label: s.label, catchesBreak: true, catchesContinue: false, continues: false }]
        : [];
    default:
      return [];
  }
}

/** True when control can't come to the end of a list: its last statement jumps. */
export function endsInJump(list: readonly Statement[]): boolean {
  const last = list.at(-1);
  if (!last) return false;
  if (last.kind === 'exit' || last.kind === 'next') return true;
  return last.kind === 'if' && endsInJump(last.then) && endsInJump(last.else);
}

/** The blocks that need a label; `falls` tells which block comes next anyway. */
export function jumpsTo(jump: DispatchJump, falls: (to: number) => boolean): number[] {
  switch (jump.kind) {
    case 'go':
      return falls(jump.to) ? [] : [jump.to];
    case 'branch':
      if (falls(jump.else)) return [jump.then];
      return falls(jump.then) ? [jump.else] : [jump.then, jump.else];
    case 'select': {
      const cases = jump.cases.map((c) => c.to);
      return falls(jump.default) ? cases : [...cases, jump.default];
    }
    default:
      return assertNever(jump);
  }
}

/** `!(a < b)`, as `a >= b` where that is the same; for reals it is not, because of NaN. */
export function opposite(e: Expr): Expr {
  if (e.kind === 'compare' && !isReal(e.left.type)) return { ...e, op: OPPOSITE[e.op] };
  return not(e);
}

/** How a language prints the blocks of a region and the jumps between them. */
export interface RegionPrinter {
  /** A label that jumps name; -1 is the place after the region. */
  readonly mark: (to: number) => void;
  readonly body: (list: readonly Statement[]) => void;
  readonly go: (to: number) => string;
  readonly test: (e: Expr) => void;
  readonly select: (jump: Extract<DispatchJump, { kind: 'select' }>) => void;
}

/** Blocks in their order, with labels where something jumps to them; gives the places that need a label. */
export function printBlocks(writer: Writer, s: Dispatch, p: RegionPrinter): ReadonlySet<number> {
  const last = s.blocks.length - 1;
  const falls = (i: number, to: number) => to === i + 1 || (to < 0 && i === last);
  const used = new Set<number>();
  s.blocks.forEach(({ body, jump }, i) => {
    if (!endsInJump(body)) for (const to of jumpsTo(jump, (goal) => falls(i, goal))) used.add(to);
  });
  s.blocks.forEach(({ body, jump }, i) => {
    if (used.has(i)) p.mark(i);
    p.body(body);
    if (endsInJump(body)) return;
    let rest = jump.kind === 'go' ? jump.to : jump.kind === 'branch' ? jump.else : jump.default;
    if (jump.kind === 'select') p.select(jump);
    if (jump.kind === 'branch') {
      const turned = falls(i, jump.then) && !falls(i, jump.else);
      writer.token(jump.span, () => {
        writer.write('if (');
        p.test(turned ? opposite(jump.condition) : jump.condition);
        writer.write(`) ${p.go(turned ? jump.else : jump.then)}`);
      });
      writer.endLine();
      if (turned) rest = jump.then;
    }
    if (!falls(i, rest)) writer.line(p.go(rest));
  });
  return used;
}
