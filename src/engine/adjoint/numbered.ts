/**
 * The styles `statements` ([SPG] 2) and `blocks` ([CFR] 5): the forward sweep pushes a number for each assignment, or for
 * each basic block, on the control stack; the backward sweep is `while (pop) dispatch`. Any control flow is accepted,
 * since none of it is reversed. The forward sweep first pushes 0, which ends the backward one.
 */

import { itemAt } from '../base/lookup';
import { NOWHERE } from '../base/span';
import { compare, constant } from '../ir/build';
import type { OnTape } from '../ir/emit';
import { isLeaf } from '../ir/graph/flow';
import { bodies, withBodies } from '../ir/statements';
import type { ControlWidth, Statement, StatementId } from '../ir/types';
import { reverseCall } from './calls';
import { recomputeBefore, sweepAssign } from './sweeps/assignments';
import type { SweepContext, Sweeps } from './sweeps/context';

/** A group of statements with one number, and what the backward sweep does for it. */
interface Case {
  readonly number: number;
  readonly body: readonly Statement[];
  readonly statement: Statement;
}

interface Numbering {
  readonly c: SweepContext;
  readonly style: 'statements' | 'blocks';
  readonly width: ControlWidth;
  readonly cases: Case[];
}

export function numberedSweeps(c: SweepContext, style: Numbering['style']): Sweeps {
  const { b } = c;
  const { routine } = c.analysis.model;
  const total = countGroups(c, routine.body, style);
  const width: ControlWidth = total === 1 ? { kind: 'bit' } : { kind: 'small', states: total + 1 };
  const n: Numbering = { c, style, width, cases: [] };
  const forward = forwardList(n, routine.body);
  const [{ statement } = { statement: null }] = n.cases;
  if (!statement) return { forward: wrap(c, forward), backward: [] };
  const { forward: emit, backward: back } = b.nowhere;
  const end = numberRecording(n, { id: statement.id, span: NOWHERE });
  const first = emit.pushNumber(constant(0, 'i32'), end);
  const number = b.slot('number', 'i32');
  const pop = () => back.popNumber(number, end);
  const dispatch = (): Statement => ({
    kind: 'switch',
    ...back.stamp('control'),
    label: back.label(),
    selector: b.ref(number),
    cases: n.cases.map((k) => ({
      values: [{ from: k.number, to: k.number }],
      body: k.body,
      span: k.statement.span,
    })),
    default: [],
  });
  const backward: Statement[] = [
    pop(),
    {
      kind: 'while',
      ...back.stamp('control'),
      label: back.label(),
      condition: compare('ne', b.ref(number), constant(0, 'i32')),
      body: [dispatch(), pop()],
    },
  ];
  return { forward: [first, ...wrap(c, forward)], backward };
}

function numberRecording({ c, style, width }: Numbering, s: Pick<Statement, 'id' | 'span'>): OnTape {
  return c.b.at(s).recordControl(style === 'statements' ? 'statement' : 'block', width);
}

function leafSweeps(c: SweepContext, s: Statement): Sweeps {
  if (s.kind === 'assign') return sweepAssign(c, s);
  if (s.kind === 'call') return reverseCall(c, s);
  if (s.kind === 'stop') return { forward: [{ ...s, ...c.b.at(s).forward.stamp('primal') }], backward: [] };
  return { forward: [], backward: [] };
}

/** The forward sweep of a list; each group in it becomes a case of the backward one. */
function forwardList(n: Numbering, statements: readonly Statement[]): Statement[] {
  const forward: Statement[] = [];
  let pieces: Sweeps[] = [];
  let first: Statement | null = null;
  const close = () => {
    if (first) forward.push(...groupOf(n, first, pieces));
    pieces = [];
    first = null;
  };
  for (const s of statements) {
    if (isLeaf(s)) {
      const piece = leafSweeps(n.c, s);
      piece.backward.unshift(...recomputeBefore(n.c, s));
      first ??= s;
      pieces.push(piece);
      if (n.style === 'statements' && !isWithin(s)) close();
      continue;
    }
    close();
    const kept = rebuild(n, s);
    if (kept) forward.push(kept);
  }
  close();
  return forward;
}

function groupOf(n: Numbering, first: Statement, pieces: readonly Sweeps[]): Statement[] {
  const body = pieces.flatMap((_, k, all) => itemAt(all, all.length - 1 - k).backward);
  const code = pieces.flatMap((p) => p.forward);
  if (body.length === 0) return code;
  const number = n.cases.length + 1;
  n.cases.push({ number, body, statement: first });
  const push = n.c.b.at(first).forward.pushNumber(constant(number, 'i32'), numberRecording(n, first));
  // What a split call leaves on the control stack lies below the number that leads back to it.
  return code.some((s) => s.kind === 'call') ? [...code, push] : [push, ...code];
}

function runsForward({ analysis }: SweepContext, s: Statement): boolean {
  const testRuns = (id: StatementId) => analysis.tests.get(id)?.runs ?? false;
  switch (s.kind) {
    case 'if':
    case 'switch':
    case 'for':
    case 'while':
      return testRuns(s.id);
    case 'doWhile':
      // The test of a loop may be unreachable though its body is not, where every path through the body jumps.
      return analysis.tests.get(s.id)?.runs ?? analysis.model.graph.vertices.some((v) => v.construct === s);
    case 'dispatch': {
      const branches = s.blocks.flatMap((x) => (x.jump.kind === 'go' ? [] : [x.jump.id]));
      return branches.length === 0 || branches.some(testRuns);
    }
    default:
      return true;
  }
}

function rebuild(n: Numbering, s: Statement): Statement | null {
  if (!runsForward(n.c, s)) return null;
  const inner = bodies(s).map((body) => forwardList(n, body));
  if (s.kind === 'block' && itemAt(inner, 0).length === 0) return null;
  return { ...withBodies(s, inner), ...n.c.b.at(s).forward.stamp('primal') } as Statement;
}

/** An early return goes to the turn. */
function wrap(c: SweepContext, forward: Statement[]): Statement[] {
  const { routine } = c.analysis.model;
  if (!c.jumps.sites.has(`exit ${routine.label}`)) return forward;
  return [
    {
      kind: 'block',
      ...c.b.at({ id: null, span: routine.span }).forward.stamp('primal'),
      label: routine.label,
      body: forward,
    },
  ];
}

/** More of its code list follows: they have one number. */
function isWithin(s: Statement): boolean {
  return s.kind === 'assign' && s.codeList === true;
}

function countGroups(c: SweepContext, body: readonly Statement[], style: 'statements' | 'blocks'): number {
  let n = 0;
  const visit = (list: readonly Statement[]) => {
    let open = false;
    for (const s of list) {
      if (isLeaf(s)) {
        if (c.reversed.has(s.id) && !open) {
          n++;
          open = true;
        }
        if (style === 'statements' && !isWithin(s)) open = false;
      } else open = false;
      for (const inner of bodies(s)) visit(inner);
    }
  };
  visit(body);
  return Math.max(1, n);
}
