import { describe, expect, test } from 'vitest';
import { parseC } from '../frontend/c';
import * as b from '../ir/build';
import { rewriteStatements } from '../ir/statements';
import type { Assign, For, LabelId, Program, Routine, Statement, StatementId, VariableId } from '../ir/types';
import { generateProgram } from './random';
import { verify } from './verify';

const { program: good } = parseC(`
  double g(double x, double *y) { *y = x; return x; }
  void f(int n, double a[n][n], double x) {
    double s = 0;
    for (int i = 0; i < n; i++) { s += a[i][0] * x; }
    while (s > 1) { s = s / 2; if (s < 0) break; }
    s = g(s, &x);
    a[0][0] = s;
  }`);

test('what the front end makes is sound', () => {
  expect(verify(good)).toEqual([]);
});

test.each(['c', 'fortran'] as const)('random %s programs are sound', (language) => {
  for (let seed = 1; seed <= 40; seed++)
    expect(verify(generateProgram(seed, { language, exits: 0.9, gotos: 0.8 }).program)).toEqual([]);
});

describe('what is broken is named', () => {
  const f = good.routines.find((r) => r.name === 'f') as Routine;
  const id = (name: string, routine = f) =>
    [...routine.parameters, ...routine.locals].find((v) => good.variables[v]?.name === name) as VariableId;

  function changed(change: (s: Statement) => readonly Statement[]): Program {
    return {
      ...good,
      routines: good.routines.map((r) => (r === f ? { ...r, body: rewriteStatements(r.body, change) } : r)),
    };
  }
  const atAssign = (change: (s: Assign) => Statement) =>
    changed((s) => [s.kind === 'assign' ? change(s) : s]);
  const atFor = (change: (s: For) => Statement) => changed((s) => [s.kind === 'for' ? change(s) : s]);
  const one = b.constant(1, 'i32');

  const broken: [what: string, program: Program, message: RegExp][] = [
    ['two statements of one id', atAssign((s) => ({ ...s, id: 1 as StatementId })), /two statements are s1/],
    ['an id beyond the next', { ...good, nextStatement: 1 }, /not below nextStatement/],
    ['sides of two types', atAssign((s) => ({ ...s, value: one })), /i32 is assigned to f64/],
    [
      'operands of two types',
      atAssign((s) => ({ ...s, value: b.binary('add', s.target, one) })),
      /add of f64 and i32 as f64/,
    ],
    [
      'a test of a number',
      changed((s) => [s.kind === 'while' ? { ...s, condition: one } : s]),
      /its test is i32, not bool/,
    ],
    [
      'too few subscripts',
      atAssign((s) => ({ ...s, value: b.element(id('a'), [one], 'f64') })),
      /a has 1 subscripts/,
    ],
    [
      'an array as a scalar',
      atAssign((s) => ({ ...s, value: b.variable(id('a'), 'f64') })),
      /a has 0 subscripts/,
    ],
    [
      'a variable of another routine',
      atAssign((s) => ({ ...s, value: b.variable(id('y', good.routines[0]), 'f64') })),
      /it names y of g/,
    ],
    [
      'a variable that is not there',
      atAssign((s) => ({ ...s, value: b.variable(999 as VariableId, 'f64') })),
      /variable 999, which does not exist/,
    ],
    [
      'an index that the body writes',
      atFor((s) => ({
        ...s,
        body: [
          ...s.body,
          {
            kind: 'assign',
            id: 900 as StatementId,
            span: s.span,
            role: 'primal',
            origin: null,
            target: b.variable(s.index, 'i32'),
            value: one,
          },
        ],
      })),
      /writes i, the index of a loop around it/,
    ],
    ['a step of 0', atFor((s) => ({ ...s, step: b.constant(0, 'i32') })), /its step is 0/],
    ['a bound of another type', atFor((s) => ({ ...s, last: b.constant(1, 'i64') })), /last is i64, not i32/],
    [
      'a jump out of nothing',
      changed((s) => [s.kind === 'exit' && s.form === 'break' ? { ...s, target: 77 as LabelId } : s]),
      /leaves L77, which is not around it/,
    ],
    [
      'a next of no loop',
      changed((s) =>
        s.kind === 'exit' && s.form === 'break'
          ? [{ ...s, kind: 'next', target: f.label, form: 'continue' }]
          : [s],
      ),
      /which is no loop around it/,
    ],
    [
      'an increment that is none',
      atAssign((s) => ({ ...s, form: 'increment', value: b.constant(1, 'f64') })),
      /1.0 is marked as an increment/,
    ],
    [
      'arguments that are missing',
      changed((s) => [s.kind === 'call' ? { ...s, args: [] } : s]),
      /g has 2 parameters, not 0/,
    ],
    [
      'a value for a reference',
      changed((s) => [
        s.kind === 'call'
          ? { ...s, args: [s.args[0] as never, { kind: 'value', value: b.constant(1, 'f64') }] }
          : s,
      ]),
      /y is passed by reference/,
    ],
    [
      'a call of nobody',
      changed((s) => [s.kind === 'call' ? { ...s, callee: 'h' } : s]),
      /calls h, which is not declared/,
    ],
    [
      'a push in primal code',
      atAssign((s) => ({
        kind: 'push',
        id: s.id,
        span: s.span,
        role: 'primal',
        origin: null,
        what: { kind: 'scalar', place: s.target },
        recording: 0 as never,
      })),
      /this push has the role of primal code/,
    ],
    [
      'two variables of one name',
      { ...good, variables: good.variables.map((v) => (v.id === id('s') ? { ...v, name: 'x' } : v)) },
      /two variables are named x/,
    ],
    [
      'a variable that its routine does not list',
      { ...good, routines: good.routines.map((r) => (r === f ? { ...r, locals: [] } : r)) },
      /is its own but not listed/,
    ],
  ];
  test.each(broken)('%s', (_, program, message) => {
    expect(verify(program).join('\n')).toMatch(message);
  });
});
