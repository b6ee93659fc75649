/**
 * The styles `statements` ([SPG] 2) and `blocks` ([CFR] 5): the forward sweep pushes a number for each assignment, or for
 * each basic block, on the control stack; the backward sweep is `while (pop) dispatch`. Any control flow is accepted,
 * since none of it is reversed. The forward sweep first pushes 0, which ends the backward one.
 */

import { itemAt } from '../base/lookup';
import { NOWHERE } from '../base/span';
import { compare, constant } from '../ir/build';
import { isLeaf } from '../ir/graph/flow';
import { bodies, withBodies } from '../ir/statements';
import type { ControlWidth, Statement, StatementId } from '../ir/types';
import { base, type From, newLabel, record, ref, slot } from './builder';
import { reverseCall } from './calls';
import { recomputeBefore, sweepAssign } from './sweeps/assignments';
import { forwardOf, type SweepContext, type Sweeps } from './sweeps/context';

export function numberedSweeps(c: SweepContext, style: 'statements' | 'blocks'): Sweeps {
  const { b, analysis } = c;
  const routine = analysis.model.routine;
  const cases: { number: number; body: Statement[]; statement: Statement }[] = [];
  const leaf = (s: Statement): Sweeps => {
    if (s.kind === 'assign') return sweepAssign(c, s);
    if (s.kind === 'call') return reverseCall(b, analysis, s, analysis.calls.get(s.id), c.signatureOf);
    if (s.kind === 'stop') return { forward: [{ ...s, ...base(b, forwardOf(s), 'primal') }], backward: [] };
    return { forward: [], backward: [] };
  };
  const total = countGroups(c, routine.body, style);
  const width: ControlWidth = total === 1 ? { kind: 'bit' } : { kind: 'small', states: total + 1 };
  const store = (s: Statement, number: number): Statement => {
    const kind = style === 'statements' ? 'statement' : 'block';
    const id = record(b, {
      kind,
      variable: null,
      place: null,
      location: '',
      statement: s.id,
      span: s.span,
      type: 'i32',
      width,
    });
    return {
      kind: 'pushControl',
      ...base(b, forwardOf(s), 'push'),
      value: constant(number, 'i32'),
      width,
      recording: id,
    };
  };
  const list = (statements: readonly Statement[]): Statement[] => {
    const forward: Statement[] = [];
    let group: { pieces: Sweeps[]; first: Statement } | null = null;
    const close = () => {
      if (!group) return;
      let number: Statement | null = null;
      const body = group.pieces.flatMap((_, k, all) => (all[all.length - 1 - k] as Sweeps).backward);
      if (body.length > 0) {
        cases.push({ number: cases.length + 1, body, statement: group.first });
        number = store(group.first, cases.length);
      }
      const code = group.pieces.flatMap((p) => p.forward);
      // What a split call leaves on the control stack lies below the number that leads back to it.
      if (number && code.some((s) => s.kind === 'call')) forward.push(...code, number);
      else forward.push(...(number ? [number] : []), ...code);
      group = null;
    };
    for (const s of statements) {
      if (isLeaf(s)) {
        const piece = leaf(s);
        piece.backward.unshift(...recomputeBefore(c, s));
        if (!group) group = { pieces: [], first: s };
        group.pieces.push(piece);
        if (style === 'statements' && !isWithin(s)) close();
        continue;
      }
      close();
      const kept = rebuild(s);
      if (kept) forward.push(kept);
    }
    close();
    return forward;
  };
  const testRuns = (id: StatementId) => analysis.tests.get(id)?.runs ?? false;
  const runsForward = (s: Statement): boolean => {
    switch (s.kind) {
      case 'if':
      case 'switch':
      case 'for':
      case 'while':
        return testRuns(s.id);
      case 'doWhile':
        // Its test may be out of reach where its body isn't: every way through it jumps.
        return analysis.tests.get(s.id)?.runs ?? analysis.model.graph.vertices.some((v) => v.construct === s);
      case 'dispatch': {
        const branches = s.blocks.flatMap((x) => (x.jump.kind === 'go' ? [] : [x.jump.id]));
        return branches.length === 0 || branches.some(testRuns);
      }
      default:
        return true;
    }
  };
  const rebuild = (s: Statement): Statement | null => {
    if (!runsForward(s)) return null;
    const inner = bodies(s).map(list);
    if (s.kind === 'block' && itemAt(inner, 0).length === 0) return null;
    return { ...withBodies(s, inner), ...base(b, forwardOf(s), 'primal') } as Statement;
  };
  const from: From = { span: NOWHERE, origin: null, sweep: 'forward' };
  const back: From = { span: NOWHERE, origin: null, sweep: 'backward' };
  const forward = list(routine.body);
  if (cases.length === 0) return { forward: wrap(c, forward), backward: [] };
  const end = record(b, {
    kind: style === 'statements' ? 'statement' : 'block',
    variable: null,
    place: null,
    location: '',
    statement: (cases[0] as (typeof cases)[number]).statement.id,
    span: NOWHERE,
    type: 'i32',
    width,
  });
  const first: Statement = {
    kind: 'pushControl',
    ...base(b, from, 'push'),
    value: constant(0, 'i32'),
    width,
    recording: end,
  };
  const number = slot(b, 'number', 'i32');
  const pop = (): Statement => ({
    kind: 'popControl',
    ...base(b, back, 'pop'),
    target: number,
    width,
    recording: end,
  });
  const backward: Statement[] = [
    pop(),
    {
      kind: 'while',
      ...base(b, back, 'control'),
      label: newLabel(b),
      condition: compare('ne', ref(b, number), constant(0, 'i32')),
      body: [
        {
          kind: 'switch',
          ...base(b, back, 'control'),
          label: newLabel(b),
          selector: ref(b, number),
          cases: cases.map((k) => ({
            values: [{ from: k.number, to: k.number }],
            body: k.body,
            span: k.statement.span,
          })),
          default: [],
        },
        pop(),
      ],
    },
  ];
  return { forward: [first, ...wrap(c, forward)], backward };
}

/** An early return goes to the turn. */
function wrap(c: SweepContext, forward: Statement[]): Statement[] {
  const { routine } = c.analysis.model;
  if (!c.jumps.sites.has(`exit ${routine.label}`)) return forward;
  return [
    {
      kind: 'block',
      ...base(c.b, { span: routine.span, origin: null, sweep: 'forward' }, 'primal'),
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
