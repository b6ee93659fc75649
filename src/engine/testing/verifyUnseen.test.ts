import { describe, expect, test } from 'vitest';
import { NOWHERE } from '../base/span';
import { parseFortran } from '../frontend/fortran';
import * as b from '../ir/build';
import { rewriteStatements } from '../ir/statements';
import type {
  Argument,
  Call,
  Dispatch,
  DispatchBlock,
  Expr,
  LabelId,
  Program,
  Routine,
  Shape,
  Statement,
  StatementId,
  TapeValue,
  Variable,
  VariableId,
} from '../ir/types';
import { verify } from './verify';

describe('what no front end makes is named', () => {
  const { program: sound } = parseFortran(`
subroutine f(n, x, a, l)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x, a(n, 3)
  logical, intent(in) :: l
  integer :: i, k
  k = n + 2
  select case (n)
  case (1:3)
    x = 2*x
  case (5)
    x = x*x
  end select
  do i = 1, n
    x = x + a(i, 1)
  end do
  call g(a, x, k)
end subroutine
subroutine g(b, y, m)
  implicit none
  real(8), intent(inout) :: b(3, 3), y
  integer, intent(in) :: m
  b(1, 1) = y + merge(1d0, sin(y), m > 2 .and. m < 9)
end subroutine
`);
  const one = b.constant(1, 'i32');
  const real = b.constant(1, 'f64');
  const named = (name: string) => sound.variables.find((v) => v.name === name) as Variable;
  const change = (how: (s: Statement) => Statement, program = sound): Program => ({
    ...program,
    routines: program.routines.map((r) => ({ ...r, body: rewriteStatements(r.body, (s) => [how(s)]) })),
  });
  const variable = (name: string, how: Partial<Variable>): Program => ({
    ...sound,
    variables: sound.variables.map((v) => (v.name === name ? { ...v, ...how } : v)),
  });
  const routine = (how: (r: Routine) => Partial<Routine>): Program => ({
    ...sound,
    routines: sound.routines.map((r, i) => (i === 0 ? { ...r, ...how(r) } : r)),
  });
  /** The value of `k = n + 2`, replaced. */
  const withValue = (value: Expr) =>
    change((s) =>
      s.kind === 'assign' && s.target.variable === named('k').id
        ? { ...s, target: b.variable(s.target.variable, 'i32'), value }
        : s,
    );
  const call = (how: (s: Call) => Call) => change((s) => (s.kind === 'call' ? how(s) : s));
  const argument = (i: number, arg: Argument) =>
    call((s) => ({ ...s, args: s.args.map((own, k) => (k === i ? arg : own)) }));
  const tape = (kind: 'push' | 'pop', what: TapeValue) =>
    change((s) =>
      s.kind === 'call'
        ? { kind, id: s.id, span: s.span, origin: null, role: kind, what, recording: 0 as never }
        : s,
    );
  const shape = (how: (s: Shape) => Shape) => variable('b', { shape: how(named('b').shape as Shape) });
  const block = (jump: DispatchBlock['jump']): DispatchBlock => ({
    name: null,
    body: [],
    jump,
    span: NOWHERE,
  });
  const dispatch = (how: Partial<Dispatch>) =>
    change(
      (s) =>
        s.kind === 'switch'
          ? {
              kind: 'dispatch',
              id: s.id,
              span: s.span,
              origin: null,
              role: 'primal',
              label: 500 as LabelId,
              state: named('k').id,
              blocks: [block({ kind: 'go', to: -1 })],
              ...how,
            }
          : s,
      { ...sound, nextLabel: 501 },
    );
  const x = b.variable(named('x').id, 'f64');

  test('it is sound at first', () => expect(verify(sound)).toEqual([]));

  test.each<[what: string, program: Program, message: RegExp]>([
    ['an id at another index', variable('k', { id: 0 as VariableId }), /variable k has id 0/],
    ['no owner', variable('k', { owner: 9 }), /k is owned by no routine/],
    [
      'a derivative of nothing',
      variable('k', { derivativeOf: 99 as VariableId }),
      /derivative of no variable/,
    ],
    ['no dimension', shape((s) => ({ ...s, dimensions: [] })), /array b has no dimension/],
    [
      'an open extent in front',
      shape((s) => ({
        ...s,
        dimensions: [
          { lower: one, extent: null },
          { lower: one, extent: one },
        ],
      })),
      /dimension 1 of b lacks its extent/,
    ],
    [
      'a bound of a real',
      shape((s) => ({
        ...s,
        dimensions: [
          { lower: real, extent: one },
          { lower: one, extent: one },
        ],
      })),
      /a bound of b is f64/,
    ],
    [
      'a bound of a local',
      variable('a', {
        shape: {
          order: 'column',
          dimensions: [
            { lower: one, extent: b.variable(named('k').id, 'i32') },
            { lower: one, extent: one },
          ],
        },
      }),
      /a bound of a reads k/,
    ],
    [
      'two routines of one name',
      { ...sound, routines: sound.routines.map((r) => ({ ...r, name: 'F' })) },
      /two routines are named F/,
    ],
    ['two variables of one name', variable('k', { name: 'X' }), /two variables are named/],
    ['a label twice', routine(() => ({ label: sound.routines[1]?.label as LabelId })), /labelled L/],
    ['a label beyond the next', { ...sound, nextLabel: 0 }, /is not below nextLabel/],
    ['a variable listed twice', routine((r) => ({ locals: [...r.locals, named('x').id] })), /listed twice/],
    [
      'one of others listed',
      routine((r) => ({ locals: [...r.locals, named('y').id] })),
      /which is not its own/,
    ],
    [
      'an external routine with a body',
      routine(() => ({
        external: b.INERT,
      })),
      /it is external and has a body/,
    ],
    ['an index that is real', variable('i', { type: 'f64' }), /the index i is no integer scalar/],
    [
      'a selector that is real',
      change((s) => (s.kind === 'switch' ? { ...s, selector: real } : s)),
      /its selector is f64/,
    ],
    [
      'an empty case',
      change((s) =>
        s.kind === 'switch' ? { ...s, cases: [{ values: [{ from: 3, to: 1 }], body: [], span: s.span }] } : s,
      ),
      /case 3:1 is empty/,
    ],
    [
      'cases that overlap',
      change((s) =>
        s.kind === 'switch'
          ? {
              ...s,
              cases: [
                {
                  values: [
                    { from: 1, to: 3 },
                    { from: 2, to: 2 },
                  ],
                  body: [],
                  span: s.span,
                },
              ],
            }
          : s,
      ),
      /cases overlap at 2/,
    ],
    ['a dispatch without blocks', dispatch({ blocks: [] }), /it has no blocks/],
    ['a state that is real', dispatch({ state: named('x').id }), /its state x is no i32/],
    ['a jump to nowhere', dispatch({ blocks: [block({ kind: 'go', to: 7 })] }), /jumps to block 7/],
    [
      'a branch on a number',
      dispatch({
        blocks: [
          block({ kind: 'branch', id: 90 as StatementId, condition: one, then: 0, else: -1, span: x.span }),
        ],
      }),
      /its test is i32/,
    ],
    [
      'a choice by a real',
      dispatch({
        blocks: [
          block({
            kind: 'select',
            id: 90 as StatementId,
            selector: real,
            cases: [{ values: [{ from: 1, to: 1 }], to: 0 }],
            default: -1,
            span: x.span,
          }),
        ],
      }),
      /its selector is f64/,
    ],
    [
      'a push of part of a scalar',
      tape('push', { kind: 'array', variable: named('x').id, count: one, span: NOWHERE }),
      /x is no array/,
    ],
    [
      'a real count',
      tape('pop', { kind: 'array', variable: named('a').id, count: real, span: NOWHERE }),
      /its count is f64/,
    ],
    [
      'control that is real',
      change((s) =>
        s.kind === 'call'
          ? {
              kind: 'pushControl',
              id: s.id,
              span: s.span,
              origin: null,
              role: 'push',
              value: real,
              width: { kind: 'bit' },
              recording: 0 as never,
            }
          : s,
      ),
      /pushes f64 as control/,
    ],
    [
      'control popped into a real',
      change((s) =>
        s.kind === 'call'
          ? {
              kind: 'popControl',
              id: s.id,
              span: s.span,
              origin: null,
              role: 'pop',
              target: named('x').id,
              width: { kind: 'bit' },
              recording: 0 as never,
            }
          : s,
      ),
      /pops control into x/,
    ],
    ['a result of a subroutine', call((s) => ({ ...s, result: x })), /g has no result/],
    [
      'an array for a scalar',
      argument(1, { kind: 'array', variable: named('x').id, start: null, span: x.span }),
      /x is no array/,
    ],
    [
      'too few subscripts of a start',
      argument(0, { kind: 'array', variable: named('a').id, start: [one], span: x.span }),
      /a starts at 1 subscripts/,
    ],
    [
      'a real subscript of a start',
      argument(0, { kind: 'array', variable: named('a').id, start: [real, one], span: x.span }),
      /a subscript is f64/,
    ],
    [
      'an argument of another type',
      argument(1, { kind: 'reference', place: b.variable(named('k').id, 'i32') }),
      /it is i32, not f64/,
    ],
    ['a variable read as another type', withValue(b.variable(named('n').id, 'i64')), /n is i32, read as i64/],
    ['half an integer', withValue(b.constant(0.5, 'i32')), /0.5 as i32/],
    ['two as a truth', withValue(b.convert(b.constant(2, 'bool'), 'i32')), /2 as bool/],
    [
      'the negation of a truth',
      withValue({ ...b.negate(b.variable(named('n').id, 'i32')), operand: b.constant(1, 'bool') } as Expr),
      /negate of bool/,
    ],
    [
      'an order of truths',
      withValue(
        b.convert(
          { ...b.compare('lt', one, one), left: b.constant(1, 'bool'), right: b.constant(0, 'bool') } as Expr,
          'i32',
        ),
      ),
      /lt of bool and bool/,
    ],
    [
      'and of numbers',
      withValue(
        b.convert({ kind: 'logical', op: 'and', left: one, right: one, type: 'bool', span: x.span }, 'i32'),
      ),
      /and of i32 and i32/,
    ],
    [
      'a choice by a number',
      withValue({ kind: 'select', condition: one, whenTrue: one, whenFalse: one, type: 'i32', span: x.span }),
      /choice by i32/,
    ],
    [
      'a sine of two',
      withValue(b.convert({ kind: 'intrinsic', fn: 'sin', args: [x, x], type: 'f64', span: x.span }, 'i32')),
      /sin of 2 arguments/,
    ],
    [
      'an integer sine',
      withValue({ kind: 'intrinsic', fn: 'sin', args: [one], type: 'i32', span: x.span }),
      /sin of i32 as i32/,
    ],
    [
      'a power with a real exponent',
      withValue({ kind: 'intrinsic', fn: 'powerInteger', args: [one, real], type: 'i32', span: x.span }),
      /powerInteger of i32, f64/,
    ],
  ])('%s', (_, program, message) => {
    expect(verify(program).join('\n')).toMatch(message);
  });

  test.each<[what: string, statement: (s: Statement) => Statement]>([
    [
      'pop',
      (s) => ({
        kind: 'pop',
        id: s.id,
        span: s.span,
        origin: null,
        role: 'pop',
        what: { kind: 'scalar', place: b.variable(named('i').id, 'i32') },
        recording: 0 as never,
      }),
    ],
    [
      'array pop',
      (s) => ({
        kind: 'pop',
        id: s.id,
        span: s.span,
        origin: null,
        role: 'pop',
        what: { kind: 'array', variable: named('i').id, count: one, span: NOWHERE },
        recording: 0 as never,
      }),
    ],
    [
      'control pop',
      (s) => ({
        kind: 'popControl',
        id: s.id,
        span: s.span,
        origin: null,
        role: 'pop',
        target: named('i').id,
        width: { kind: 'bit' },
        recording: 0 as never,
      }),
    ],
    [
      'loop',
      (s) => ({
        kind: 'for',
        id: s.id,
        span: s.span,
        origin: null,
        role: 'primal',
        label: 500 as LabelId,
        index: named('i').id,
        first: one,
        last: one,
        step: one,
        test: 'do',
        body: [],
      }),
    ],
    [
      'argument',
      (s) => ({
        kind: 'call',
        id: s.id,
        span: s.span,
        origin: null,
        role: 'primal',
        callee: 'g',
        result: null,
        args: [{ kind: 'array', variable: named('i').id, start: null, span: s.span }],
      }),
    ],
  ])('an index is not written by a %s', (_, statement) => {
    const inLoop = change((s) =>
      s.kind === 'for' ? { ...s, body: s.body.map((own) => statement(own)) } : s,
    );
    expect(verify(inLoop).join('\n')).toMatch(/writes i, the index of a loop around it/);
  });
});
