/**
 * Where the test of a loop stands. A sequence that repeats itself, by a goto or because its source says `while (1)` or
 * `DO`, is a `while` if it starts with the test that leaves it and a `do … while` if it ends with it; else it is endless
 * and left from within.
 */

import { NOWHERE } from '../base/span';
import { constant, isConstant } from '../ir/build';
import { newStatement } from '../ir/emit';
import { completes } from '../ir/graph/completes';
import { bodies, isCompound, kindsIn, mapBodies, someStatement, withBodies } from '../ir/statements';
import type { Block, DoWhile, Exit, If, LabelId, Statement, While } from '../ir/types';
import { type Maker, opposite } from './openConstructs';

export function makeLoop(label: LabelId, body: Statement[], make: Maker): Statement {
  return asPreTest(label, body) ?? asPostTest(label, body) ?? endless(label, body, make);
}

/** `L: if (c) goto M; A; goto L; M:` is `while (!c) A`. The test keeps its own id: it is the user's statement. */
function asPreTest(label: LabelId, body: readonly Statement[]): While | null {
  const [first, ...rest] = body;
  if (!first || !isIf(first, 'exit', label)) return null;
  const last = rest.at(-1);
  if (completes(rest) || !last || last.kind !== 'next' || last.target !== label) return null;
  const { id, role, origin } = first;
  const condition = opposite(first.condition);
  return {
    kind: 'while',
    id,
    role,
    origin,
    span: spanOfAll(body),
    label,
    condition,
    body: rest.slice(0, -1),
  };
}

/** `L: A; if (c) goto L` is `do A while (c)`, and `L: A; if (c) goto M; goto L; M:` is `do A while (!c)`. */
function asPostTest(label: LabelId, body: readonly Statement[]): DoWhile | null {
  const last = body.at(-1);
  const before = body.at(-2);
  const direct = last && isIf(last, 'next', label) ? last : null;
  const turned =
    !direct && before && isIf(before, 'exit', label) && last && isNext(last, label) ? before : null;
  const test = direct ?? turned;
  if (!test) return null;
  const rest = body.slice(0, body.indexOf(test));
  // Another jump to the start would go to the test instead.
  if (repeats(rest, label)) return null;
  const condition = direct ? test.condition : opposite(test.condition);
  const { id, role, origin } = test;
  return { kind: 'doWhile', id, role, origin, span: spanOfAll(body), label, condition, body: rest };
}

function endless(label: LabelId, body: readonly Statement[], make: Maker): While {
  const last = body.at(-1);
  const own = last && isNext(last, label) ? body.slice(0, -1) : body;
  const out: Exit = {
    kind: 'exit',
    id: newStatement(make.counters),
    span: NOWHERE,
    role: 'primal',
    origin: null,
    target: label,
    form: 'break',
  };
  return {
    ...madeBase(body, make),
    kind: 'while',
    label,
    condition: constant(1, 'bool'),
    body: completes(body) ? [...body, out] : own,
  };
}

function isNext(s: Statement, label: LabelId): boolean {
  return s.kind === 'next' && s.target === label;
}

/** `if (c) exit L` or `if (c) next L`, and nothing else. */
function isIf(s: Statement, kind: 'exit' | 'next', label: LabelId): s is If {
  if (s.kind !== 'if' || s.else.length > 0 || s.then.length !== 1) return false;
  const only = s.then[0];
  return only?.kind === kind && only.target === label;
}

/** Gives every endless loop of a list, and of the lists inside it, its test at the head or the end if it has one there. */
export function withTests(list: readonly Statement[]): readonly Statement[] {
  const kinds = kindsIn(list);
  const isEndless = (s: Statement) => s.kind === 'while' && s.condition.kind === 'constant';
  const has = kinds.has('doWhile') || (kinds.has('while') && someStatement(list, isEndless));
  return has ? allTested(list) : list;
}

function allTested(list: readonly Statement[]): Statement[] {
  return list.map((s): Statement => {
    if (!isCompound(s)) return s;
    const inner = mapBodies(s, (body) => allTested(body as Statement[]));
    if (inner.kind === 'while') return tested(inner);
    return inner.kind === 'doWhile' ? reachingTest(inner) : inner;
  });
}

function tested(loop: While): While | DoWhile {
  const { label, body, condition } = loop;
  if (condition.kind !== 'constant' || isConstant(condition, 0)) return loop;
  const first = body.find((s) => s.kind !== 'comment');
  if (first && isIf(first, 'exit', label))
    return { ...loop, condition: opposite(first.condition), body: body.filter((s) => s !== first) };
  const last = body.findLast((s) => s.kind !== 'comment');
  if (!last || !isIf(last, 'exit', label) || loop.increment || repeats(body, label)) return loop;
  const rest = body.filter((s) => s !== last);
  return { ...loop, kind: 'doWhile', condition: opposite(last.condition), body: rest };
}

/** Where control never comes to the test at the end, nothing is repeated: what is left is a block. */
function reachingTest(loop: DoWhile): DoWhile | Block {
  const { id, span, role, origin, label, body } = loop;
  if (completes(body) || repeats(body, label)) return loop;
  return { kind: 'block', id, span, role, origin, label, body };
}

/** Whether a jump goes on with the next trip. */
function repeats(body: readonly Statement[], label: LabelId): boolean {
  return someStatement(body, (s) => isNext(s, label));
}

function spanOfAll(body: readonly Statement[]) {
  const first = body.find((s) => s.span.end > 0)?.span ?? NOWHERE;
  const last = body.findLast((s) => s.span.end > 0)?.span ?? first;
  return { start: Math.min(first.start, last.start), end: Math.max(first.end, last.end) };
}

/** What every statement has, for one that is made around others. */
export function madeBase(body: readonly Statement[], make: Maker) {
  return {
    id: newStatement(make.counters),
    span: spanOfAll(body),
    role: 'primal',
    origin: null,
    sweep: undefined,
  } as const;
}

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
