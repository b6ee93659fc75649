/** Random control: every construct that holds statements, and the jumps out of them. Every loop ends. */
import * as build from '../../ir/build';
import type { DispatchBlock, DispatchJump, Expr, LabelId, Statement, VariableId } from '../../ir/types';
import { assign, freshCounter, statement, writable } from './assignments';
import { condition } from './expressions';
import { integer } from './integers';
import { isWritable } from './places';
import {
  addVariable,
  at,
  define,
  GENERAL,
  inner,
  labelId,
  metaAt,
  type Scope,
  statementId,
  type Target,
  variableAt,
} from './scope';

/** Writes about `budget` statements in a scope; handed in, since statements and control need each other. */
export type WriteBody = (scope: Scope, budget: number) => Statement[];

export function branch(scope: Scope, budget: number, write: WriteBody): Statement {
  const { random } = scope.b;
  const test = condition(scope, 2);
  const share = random.int(1, Math.max(1, budget - 1));
  const then = random.chance(0.05) ? [] : write(inner(scope), share);
  const otherwise = random.chance(0.5) ? [] : write(inner(scope), Math.max(1, budget - share));
  return { ...statement(scope), kind: 'if', condition: test, then, else: otherwise };
}

/** A counted loop over at most five trips, upwards or down, sometimes over none. */
export function counted(scope: Scope, budget: number, write: WriteBody): Statement | null {
  const { b } = scope;
  const { random } = b;
  const index = loopVariable(scope);
  if (index === null) return null;
  const type = variableAt(b, index).type;
  const step = random.weighted([
    [6, 1],
    [1.5, 2],
    [2.5, -1],
    [0.7, -2],
  ]);
  const trips = random.weighted([
    [0.7, 0],
    [1, 1],
    [5, 3],
    [3, 4],
    [1, 5],
  ]);
  const bounds = loopBounds(scope, index, step, trips, type);
  const label = labelId(b);
  const fixedNames = [...scope.frozen, index, ...bounds.reads];
  const body = write(
    enterLoop(inner(scope), label, {
      frozen: new Set(fixedNames),
      ranges: new Map([...scope.ranges, [index, bounds.range]]),
      trips: scope.trips * Math.max(1, trips),
      defined: new Set([...scope.defined, ...scope.extended, index]),
    }),
    budget,
  );
  define(scope, index);
  return {
    ...statement(scope),
    kind: 'for',
    label,
    index,
    first: bounds.first,
    last: bounds.last,
    step: build.constant(step, type),
    test: bounds.test,
    body,
  };
}

/** An integer scalar that no loop around this place runs on; `n` and counters are fixed and stay out. */
function loopVariable(scope: Scope): VariableId | null {
  const ids = (['i32', 'i32', 'i32', 'i64'] as const)
    .flatMap((type) => writable(scope, type))
    .filter((id) => {
      const v = variableAt(scope.b, id);
      return v.role === 'local' && v.shape === null && metaAt(scope.b, id).low === GENERAL[0];
    });
  return ids.length > 0 ? scope.b.random.pick(ids) : null;
}

interface LoopBounds {
  readonly first: Expr;
  readonly last: Expr;
  readonly test: 'lt' | 'le' | 'gt' | 'ge' | 'do';
  readonly range: readonly [number, number];
  readonly reads: readonly VariableId[];
}

function loopBounds(
  scope: Scope,
  index: VariableId,
  step: number,
  trips: number,
  type: 'i32' | 'i64' | string,
): LoopBounds {
  const { b } = scope;
  const { random } = b;
  const inC = b.profile.language === 'c';
  const t = type === 'i64' ? 'i64' : 'i32';
  const spread = Math.abs(step) * Math.max(0, trips - 1);
  const low = random.int(GENERAL[0] + 2 + (step < 0 ? 1 : 0), 2);
  const start = step > 0 ? low : low + spread;
  // Zero trips: the last value lies before the first.
  const end = trips === 0 ? start - Math.sign(step) : step > 0 ? low + spread : low;
  const range: [number, number] = [Math.min(start, low), Math.max(start, low + spread)];
  if (random.chance(inC ? 0.15 : 0.35)) return movingBounds(scope, step, low, t);
  const first = anchored(scope, index, start, t);
  const test = inC
    ? random.pick(step > 0 ? (['lt', 'le'] as const) : (['gt', 'ge'] as const))
    : ('do' as const);
  const stop = anchored(scope, index, end + (test === 'lt' ? 1 : test === 'gt' ? -1 : 0), t);
  const one = build.constant(1, t);
  const last = test === 'lt' ? build.subtract(stop.e, one) : test === 'gt' ? build.add(stop.e, one) : stop.e;
  return { first: first.e, last, test, range, reads: inC ? stop.reads : [] };
}

/** Bounds that variables tell, which the body may go on to change; in C only the first value may be so. */
function movingBounds(scope: Scope, step: number, low: number, type: 'i32' | 'i64'): LoopBounds {
  const inC = scope.b.profile.language === 'c';
  const spread = 2 * Math.abs(step);
  const near = (from: number) => integer(scope, type, from, from + 1, 1);
  const far = build.constant(step > 0 ? low + spread : low, type);
  return {
    first: near(step > 0 ? low : low + spread),
    last: inC ? far : near(step > 0 ? low + spread : low),
    test: inC ? (step > 0 ? 'le' : 'ge') : 'do',
    range: [low, low + spread + 1],
    reads: [],
  };
}

/** A number written as it is, or from `n`. */
function anchored(
  scope: Scope,
  index: VariableId,
  value: number,
  type: 'i32' | 'i64',
): { e: Expr; reads: VariableId[] } {
  const { b } = scope;
  const n = scope.names.find(
    (id) => id !== index && variableAt(b, id).type === type && metaAt(b, id).fixed && isCount(scope, id),
  );
  if (n === undefined || b.random.chance(0.5)) return { e: build.constant(value, type), reads: [] };
  const shift = value - b.n;
  const e = build.variable(n, type);
  if (shift === 0) return { e, reads: [n] };
  const c = build.constant(Math.abs(shift), type);
  return { e: build.binary(shift > 0 ? 'add' : 'subtract', e, c), reads: [n] };
}

function isCount(scope: Scope, id: VariableId): boolean {
  const { low, high } = metaAt(scope.b, id);
  return low === scope.b.n && high === scope.b.n && variableAt(scope.b, id).shape === null;
}

function enterLoop(scope: Scope, label: LabelId, changes: Partial<Scope>): Scope {
  const target: Target = { label, kind: 'loop', next: true };
  return { ...scope, loops: scope.loops + 1, targets: [...scope.targets, target], ...changes };
}

/** `k = 0; while (k < 3 && …) { k = k + 1; … }`, or with its test below, or with `k` counted by the `for`. */
export function tested(scope: Scope, budget: number, write: WriteBody): Statement[] {
  const { b } = scope;
  const { random } = b;
  const counter = freshCounter(scope);
  const limit = random.int(1, 4);
  const start = assign(scope, build.variable(counter, 'i32'), build.constant(0, 'i32'));
  const k = build.variable(counter, 'i32');
  const count = (s: Scope) => assign(s, k, build.binary('add', k, build.constant(1, 'i32')));
  const more = build.compare('lt', k, build.constant(limit, 'i32'));
  const label = labelId(b);
  define(scope, counter);
  const inside = enterLoop(inner(scope), label, {
    frozen: new Set([...scope.frozen, counter]),
    trips: scope.trips * limit,
  });
  const test = random.chance(0.5) ? more : build.logical('and', more, condition(inside, 1));
  const style = random.weighted([
    [4, 'while'],
    [2.5, 'doWhile'],
    [b.profile.language === 'c' ? 1.5 : 0, 'increment'],
    [2, 'inside'],
  ] as const);
  if (style === 'inside') return [start, testedInside(inside, { label, test, count, budget, write })];
  if (style === 'increment') {
    const body = write(inside, budget);
    const increment = [count(inside)];
    return [start, { ...statement(scope), kind: 'while', label, condition: test, body, increment }];
  }
  const body = [count(inside), ...write(inside, budget)];
  return [
    start,
    style === 'while'
      ? { ...statement(scope), kind: 'while', label, condition: test, body }
      : { ...statement(scope), kind: 'doWhile', label, condition: test, body },
  ];
}

/** A loop and a half: `while (1) { …; if (!test) break; … }`. */
function testedInside(
  inside: Scope,
  loop: {
    readonly label: LabelId;
    readonly test: Expr;
    readonly count: (s: Scope) => Statement;
    readonly budget: number;
    readonly write: WriteBody;
  },
): Statement {
  const { label, test, count, budget, write } = loop;
  const half = Math.max(1, budget >> 1);
  const inC = inside.b.profile.language === 'c';
  // Who goes on before the test never comes to it.
  const targets = inside.targets.map((each) => (each.label === label ? { ...each, next: false } : each));
  const head = [count(inside), ...write({ ...inner(inside), targets }, half)];
  const leave: Statement = {
    ...statement(inside),
    kind: 'if',
    condition: build.not(test),
    then: [{ ...statement(inside), kind: 'exit', target: label, form: inC ? 'break' : 'exit' }],
    else: [],
  };
  const tail = inside.b.random.chance(0.15) ? [] : write(inner(inside), half);
  const body = [...head, leave, ...tail];
  return { ...statement(inside), kind: 'while', label, condition: build.constant(1, 'bool'), body };
}

export function choice(scope: Scope, budget: number, write: WriteBody): Statement {
  const { random } = scope.b;
  const label = labelId(scope.b);
  const selector = integer(scope, 'i32', 0, 4, 1);
  const target: Target = { label, kind: 'switch', next: false };
  const inside = () => inner({ ...scope, targets: [...scope.targets, target] });
  const arms = random.int(1, 3);
  const share = Math.max(1, Math.floor(budget / (arms + 1)));
  const cases = Array.from({ length: arms }, (_, i) => ({
    values:
      i === 0 && random.chance(0.3)
        ? [
            { from: 0, to: 0 },
            { from: 4, to: 4 },
          ]
        : [{ from: i, to: i }],
    body: random.chance(0.1) ? [] : write(inside(), share),
    span: at,
  }));
  const otherwise = random.chance(0.7) ? write(inside(), share) : [];
  return { ...statement(scope), kind: 'switch', label, selector, cases, default: otherwise };
}

/** A block that is left from the middle. */
export function block(scope: Scope, budget: number, write: WriteBody): Statement {
  const label = labelId(scope.b);
  const target: Target = { label, kind: 'block', next: false };
  const inside = inner({ ...scope, targets: [...scope.targets, target] });
  const before = write(inside, Math.max(1, budget >> 1));
  const leave: Statement = {
    ...statement(scope),
    kind: 'if',
    condition: condition(inside, 1),
    then: [{ ...statement(scope), kind: 'exit', target: label, form: 'goto' }],
    else: [],
  };
  const after = write(inner(inside), Math.max(1, budget >> 1));
  return { ...statement(scope), kind: 'block', label, body: [...before, leave, ...after] };
}

/** `if (…) break`, `continue`, `return`, or a jump out of several constructs. */
export function jump(scope: Scope): Statement | null {
  const { random } = scope.b;
  const { targets } = scope;
  if (targets.length === 0) return null;
  const target = random.weighted(targets.map((each, i) => [i === targets.length - 1 ? 3 : 1, each] as const));
  const innermostLoop = targets.findLast((each) => each.kind === 'loop');
  const innermost = targets.findLast((each) => each.kind === 'loop' || each.kind === 'switch');
  const goesOn = target.next && random.chance(0.4);
  const inC = scope.b.profile.language === 'c';
  const leave: Statement = goesOn
    ? {
        ...statement(scope),
        kind: 'next',
        target: target.label,
        form: inC ? (target === innermostLoop ? 'continue' : 'goto') : 'cycle',
      }
    : { ...statement(scope), kind: 'exit', target: target.label, form: exitForm(target, innermost, inC) };
  const then = random.chance(0.6) ? [leave] : [...smallStep(scope), leave];
  return { ...statement(scope), kind: 'if', condition: condition(scope, 1), then, else: [] };
}

function exitForm(target: Target, innermost: Target | undefined, inC: boolean) {
  if (target.kind === 'routine') return 'return';
  if (target.kind === 'block') return 'goto';
  if (inC) return target === innermost ? 'break' : 'goto';
  return target.kind === 'loop' ? 'exit' : 'goto';
}

function smallStep(scope: Scope): Statement[] {
  const ids = scope.names.filter((id) => isWritable(scope, id, 'i32') && !variableAt(scope.b, id).shape);
  if (ids.length === 0) return [];
  const id = scope.b.random.pick(ids);
  const { low, high } = metaAt(scope.b, id);
  return [assign(scope, build.variable(id, 'i32'), integer(scope, 'i32', low, high, 0))];
}

/** Basic blocks that jump to each other. Backward jumps are taken while a counter allows, so that the region ends. */
export function region(scope: Scope, budget: number, write: WriteBody): Statement[] {
  const { b } = scope;
  const { random } = b;
  const counter = freshCounter(scope);
  const k = build.variable(counter, 'i32');
  const start = assign(scope, k, build.constant(0, 'i32'));
  define(scope, counter);
  const state = addVariable(b, {
    name: `state${b.variables.length}`,
    type: 'i32',
    owner: scope.routine,
    role: 'control',
    meta: { fixed: true },
  });
  const count = random.int(3, 5);
  const label = labelId(b);
  const limit = random.int(2, 6);
  const share = Math.max(1, Math.floor(budget / count));
  const blocks: DispatchBlock[] = [];
  // With labels it is printed as gotos, without as a loop around a switch.
  const hasLabels = random.chance(0.7);
  for (let i = 0; i < count; i++) {
    const inside = inner(scope, {
      frozen: new Set([...scope.frozen, counter]),
      trips: scope.trips * limit,
      loops: scope.loops + 1,
    });
    const body = [
      assign(inside, k, build.binary('add', k, build.constant(1, 'i32'))),
      ...write(inside, share),
    ];
    blocks.push({
      body,
      jump: leap(inside, i, count, k, limit),
      span: at,
      name: hasLabels ? `at_${label}_${i}` : null,
    });
  }
  return [start, { ...statement(scope), kind: 'dispatch', label, state, blocks }];
}

function leap(scope: Scope, i: number, count: number, k: Expr, limit: number): DispatchJump {
  const { random } = scope.b;
  const forward = () => (i + 1 >= count || random.chance(0.15) ? -1 : random.int(i + 1, count - 1));
  const anywhere = () => random.int(0, count - 1);
  const more = build.compare('lt', k, build.constant(limit, 'i32'));
  if (random.chance(0.15)) return { kind: 'go', to: i + 1 < count ? i + 1 : -1 };
  if (random.chance(0.2)) {
    // Past the limit the selector falls to the default, which goes forward.
    const selector = build.select(more, integer(scope, 'i32', 0, 3, 1), build.constant(9, 'i32'));
    const cases = [0, 1].map((value) => ({ values: [{ from: value, to: value }], to: anywhere() }));
    return { kind: 'select', id: statementId(scope.b), selector, cases, default: forward(), span: at };
  }
  const back = random.chance(0.6);
  const test = back ? build.logical('and', more, condition(scope, 1)) : condition(scope, 1);
  return {
    kind: 'branch',
    id: statementId(scope.b),
    condition: test,
    then: back ? anywhere() : forward(),
    else: forward(),
    span: at,
  };
}
