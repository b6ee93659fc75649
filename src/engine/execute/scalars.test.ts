import { describe, expect, test } from 'vitest';
import { NOWHERE } from '../base/span';
import { binary, compare, convert, intrinsic, isReal, variable } from '../ir/build';
import { ELEMENTARY, type Elementary } from '../ir/elementary';
import type { Expr, LabelId, Program, ScalarType, StatementId, Variable, VariableId } from '../ir/types';
import { verify } from '../testing/verify';
import { defaultHost } from './host';
import { interpret } from './interpreter';
import { createMachine } from './machine';
import { DEFAULT_LIMITS } from './outcome';

/* One operation at a time, on values at the edges of its types: both ways to run it must give the same, traps included. */

const host = defaultHost();
const X = 0 as VariableId;
const Y = 1 as VariableId;
const R = 2 as VariableId;

function variableOf(id: VariableId, name: string, type: ScalarType, role: Variable['role']): Variable {
  return {
    id,
    name,
    type,
    shape: null,
    role,
    passing: 'value',
    intent: null,
    owner: 0,
    span: NOWHERE,
    storage: null,
    initial: null,
    derivativeOf: null,
  };
}

/** `f(x, y) = value`. */
function programOf(x: ScalarType, y: ScalarType, value: Expr): Program {
  const label = 0 as LabelId;
  return {
    language: 'c',
    form: 'free',
    variables: [
      variableOf(X, 'x', x, 'parameter'),
      variableOf(Y, 'y', y, 'parameter'),
      variableOf(R, 'r', value.type, 'result'),
    ],
    routines: [
      {
        name: 'f',
        kind: 'function',
        parameters: [X, Y],
        result: R,
        locals: [],
        label,
        body: [
          {
            kind: 'assign',
            id: 0 as StatementId,
            span: NOWHERE,
            role: 'primal',
            origin: null,
            target: variable(R, value.type),
            value,
          },
        ],
        span: NOWHERE,
        nameSpan: NOWHERE,
        external: null,
      },
    ],
    roots: [],
    directives: [],
    nextStatement: 1,
    nextLabel: 1,
  };
}

const INTEGERS: Record<'i32' | 'i64', readonly number[]> = {
  i32: [0, 1, -1, 2, 3, -7, 31, 2147483647, -2147483648],
  i64: [0, 1, -1, 2, 3, -7, 63, 9007199254740991, -9007199254740991, -(2 ** 63)],
};
const REALS = [
  0,
  -0,
  1,
  -1,
  0.5,
  -0.5,
  1.5,
  2.5,
  -2.5,
  3,
  -3.7,
  1e10,
  -3e9,
  1e300,
  Number.POSITIVE_INFINITY,
  Number.NaN,
];

function compareRuns(
  x: ScalarType,
  y: ScalarType,
  value: Expr,
  values: readonly (readonly number[])[],
): void {
  const program = programOf(x, y, value);
  expect(verify(program)).toEqual([]);
  const machine = createMachine(host, program);
  for (const [a = 0, b = 0] of values) {
    const input = { entry: 'f', arguments: [[a], [b]], globals: new Map() };
    const seen = interpret(program, input, { now: host.now, limits: DEFAULT_LIMITS });
    const ran = machine.run(input, DEFAULT_LIMITS);
    expect(ran.trap, `${a}, ${b}`).toEqual(seen.trap);
    if (seen.trap) continue;
    const [left, right] = [ran.result as number, seen.result as number];
    const same = left === right || (Number.isNaN(left) && Number.isNaN(right));
    const near = Math.abs(left - right) <= (value.type === 'f32' ? 1e-6 : 1e-13) * Math.abs(right);
    expect(same || near, `${a}, ${b}: ${left}, not ${right}`).toBe(true);
  }
}

function pairs(xs: readonly number[], ys: readonly number[]): number[][] {
  return xs.flatMap((x) => ys.map((y) => [x, y]));
}

describe.each(['i32', 'i64'] as const)('%s', (type) => {
  const [x, y] = [variable(X, type), variable(Y, type)];
  const all = pairs(INTEGERS[type], INTEGERS[type]);
  test.each([
    'add',
    'subtract',
    'multiply',
    'divide',
    'remainder',
    'bitand',
    'bitor',
    'bitxor',
    'shiftleft',
    'shiftright',
  ] as const)('%s', (op) => compareRuns(type, type, binary(op, x, y), all));

  test.each(['lt', 'le', 'gt', 'ge', 'eq', 'ne'] as const)('%s', (op) =>
    compareRuns(type, type, compare(op, x, y), all),
  );

  test.each(['negate', 'complement'] as const)('%s', (op) =>
    compareRuns(type, type, { kind: 'unary', op, operand: x, type, span: NOWHERE }, all),
  );

  test.each(['abs', 'min', 'max', 'sign', 'dim', 'modulo', 'powerInteger'] as const)('%s', (fn) =>
    compareRuns(type, type, intrinsic(fn, fn === 'abs' ? [x] : [x, y], type), all),
  );
});

const TYPES: readonly ScalarType[] = ['f64', 'f32', 'i32', 'i64', 'bool'];

describe('conversions', () => {
  test.each(TYPES.flatMap((from) => TYPES.map((to) => [from, to] as const)))('%s to %s', (from, to) => {
    const values =
      from === 'bool'
        ? [0, 1]
        : isReal(from)
          ? REALS.map((v) => (from === 'f32' ? Math.fround(v) : v))
          : INTEGERS[from as 'i32'];
    compareRuns(from, from, convert(variable(X, from), to), pairs(values, [0]));
  });
});

describe.each(['f64', 'f32'] as const)('elementary functions, %s', (type) => {
  const values = REALS.filter((v) => Math.fround(v) === v || type === 'f64');
  test.each(Object.keys(ELEMENTARY) as Elementary[])('%s', (fn) => {
    const rule = ELEMENTARY[fn];
    const [x, y] = [variable(X, type), variable(Y, rule.whole === undefined ? type : 'i32')];
    const args = rule.whole === 0 ? [y, x] : [x, y, x].slice(0, rule.arity);
    // Signs of zero and of NaN are nobody's business; 1e300 to a power differs in its last digits.
    const seconds = rule.whole !== undefined ? [-3, -1, 0, 1, 2, 5, 17] : values;
    const firsts = values.filter((v) => !Object.is(v, -0) && Math.abs(v) < 1e300);
    compareRuns(
      type,
      y.type,
      intrinsic(fn, args, type),
      pairs(
        firsts,
        seconds.filter((v) => !Object.is(v, -0)),
      ),
    );
  });
});
