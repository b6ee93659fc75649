import { describe, expect, type TestContext, test } from 'vitest';
import { printC } from '../backend/c';
import { printFortran } from '../backend/fortran';
import { printJavaScript } from '../backend/javascript';
import { DiagnosticSink } from '../base/diagnostics';
import { NOWHERE } from '../base/span';
import { complainOfTrap } from '../execute/complaints';
import { defaultHost } from '../execute/host';
import { interpret } from '../execute/interpreter';
import { createMachine } from '../execute/machine';
import { DEFAULT_LIMITS } from '../execute/outcome';
import {
  add,
  binary,
  compare,
  constant,
  convert,
  element,
  logical,
  multiply,
  not,
  select,
  variable,
} from '../ir/build';
import { TYPE_WORD } from '../ir/runtime';
import type {
  ControlWidth,
  Expr,
  LabelId,
  Place,
  Program,
  RecordingId,
  Routine,
  ScalarType,
  Statement,
  StatementId,
  Variable,
  VariableId,
} from '../ir/types';
import { type Compiled, compileAndRun, compilerFor, quickFlags } from './compilers';
import { some } from './draws';
import { readOutput, runJavaScript } from './drivers';
import { verify } from './verify';

/*
 * Trees that no front end makes: every conversion, every kind of entry of the tape. Built by hand, run in WebAssembly and
 * in the interpreter, printed in each language and run there, they give the same.
 */
const TYPES: readonly ScalarType[] = ['f64', 'f32', 'i32', 'i64', 'bool'];
const INPUTS: Record<ScalarType, number> = { f64: -2.75, f32: 1.25, i32: 7, i64: -9, bool: 1 };

/** A program of functions of one argument of each type, in that order, which nothing changes. */
class Trees {
  readonly variables: Variable[] = [];
  readonly routines: Routine[] = [];
  private statements = 0;

  declare(name: string, type: ScalarType, more: Partial<Variable> = {}): VariableId {
    const id = this.variables.length as VariableId;
    this.variables.push({
      id,
      name,
      type,
      shape: null,
      role: 'local',
      passing: 'value',
      intent: null,
      owner: this.routines.length,
      span: NOWHERE,
      storage: null,
      initial: null,
      derivativeOf: null,
      ...more,
    });
    return id;
  }

  base(role: Statement['role'] = 'derivative') {
    return { id: this.statements++ as StatementId, span: NOWHERE, role, origin: null };
  }

  /** `make` gets the arguments by type, a way to declare locals, and gives the body and what is returned. */
  routine(
    type: ScalarType,
    make: (x: Record<ScalarType, Expr>, locals: VariableId[]) => { body: Statement[]; value: Expr },
  ) {
    const parameters = TYPES.map((each) =>
      this.declare(`in_${each}`, each, { role: 'parameter', passing: 'reference', intent: 'in' }),
    );
    const name = `t${this.routines.length}`;
    const result = this.declare(`${name}_value`, type, { role: 'result' });
    const locals: VariableId[] = [];
    const x = Object.fromEntries(TYPES.map((each, i) => [each, variable(parameters[i] as VariableId, each)]));
    const { body, value } = make(x as Record<ScalarType, Expr>, locals);
    this.routines.push({
      name,
      kind: 'function',
      parameters,
      result,
      locals,
      label: this.routines.length as LabelId,
      body: [...body, { kind: 'assign', ...this.base(), target: variable(result, type), value }],
      span: NOWHERE,
      nameSpan: NOWHERE,
      external: null,
    });
  }

  program(): Program {
    return {
      language: 'fortran',
      form: 'free',
      variables: this.variables,
      routines: this.routines,
      roots: [],
      directives: [],
      nextStatement: this.statements,
      nextLabel: this.routines.length,
    };
  }
}

const host = defaultHost();
const values = TYPES.map((type) => [INPUTS[type]]);

/** What each routine returns, by the interpreter; WebAssembly and JavaScript must agree. */
function run(program: Program): number[] {
  expect(verify(program)).toEqual([]);
  const machine = createMachine(host, program);
  const text = printJavaScript(program, null).text;
  return program.routines.map(({ name, parameters }) => {
    const input = { entry: name, arguments: values, globals: new Map() };
    const seen = interpret(program, input, { now: host.now, limits: DEFAULT_LIMITS });
    const ran = machine.run(input, DEFAULT_LIMITS);
    expect([seen.trap, ran.trap], name).toEqual([null, null]);
    expect(ran.result, `${name} in WebAssembly`).toBe(seen.result);
    const given = Object.fromEntries(
      parameters.map((id, i) => [program.variables[id]?.name ?? '', values[i] ?? []]),
    );
    expect(runJavaScript(text, program, name, given)[name], `${name} in JavaScript`).toEqual([seen.result]);
    return seen.result as number;
  });
}

const F_VALUE: Record<ScalarType, string> = {
  f64: '-2.75d0',
  f32: '1.25',
  i32: '7',
  i64: '-9_8',
  bool: '.true.',
};
const F_TYPE: Record<ScalarType, string> = {
  f64: 'real(8)',
  f32: 'real(4)',
  i32: 'integer',
  i64: 'integer(8)',
  bool: 'logical',
};

function inC(program: Program): number[] | string {
  const args = TYPES.map((type) => `&(${TYPE_WORD[type]}){${INPUTS[type]}}`).join(', ');
  const calls = program.routines.map(({ name }) => `  printf("= %.17g\\n", (double)${name}(${args}));\n`);
  const text = `${printC(program, null).text}\n#include <stdio.h>\n#include <stdbool.h>\nint main(void) {\n${calls.join('')}  return 0;\n}\n`;
  return outputOf('c', text, program);
}

function inFortran(program: Program, form: 'free' | 'fixed'): number[] | string {
  const args = TYPES.map((type) => F_VALUE[type]).join(', ');
  const lines = ['program driver', 'implicit none'];
  const type = ({ result }: Routine) => program.variables[result as number]?.type ?? 'f64';
  for (const routine of program.routines) lines.push(`${F_TYPE[type(routine)]}, external :: ${routine.name}`);
  for (const routine of program.routines) {
    const call = `${routine.name}(${args})`;
    lines.push(`print '(''= '', es25.17e3)', &`);
    lines.push(type(routine) === 'bool' ? `merge(1d0, 0d0, ${call})` : `real(${call}, 8)`);
  }
  const joined = [...lines, 'end program'].join('\n').replaceAll(' &\n', ' ');
  const driver = joined
    .split('\n')
    .map((line) => `      ${line}\n`)
    .join('');
  return outputOf(form, printFortran(program, null, { form }).text + driver, program);
}

function outputOf(form: Compiled, text: string, program: Program): number[] | string {
  const flags = [...quickFlags(form), '-Wno-compare-reals', '-ffixed-line-length-none'];
  const { output, messages } = compileAndRun(form, text, form === 'c' ? quickFlags(form) : flags);
  if (output === null) return `${messages}\n${text}`;
  return readOutput(output, [['all', program.routines.length]]).all ?? [];
}

/** Here and under both compilers; where one is absent the test is told as skipped once all others have agreed. */
function agreesEverywhere(trees: Trees, { skip }: TestContext): void {
  const program = trees.program();
  const expected = run(program);
  if (compilerFor('c')) expect(inC(program)).toEqual(expected);
  if (compilerFor('free')) {
    expect(inFortran(program, 'free')).toEqual(expected);
    expect(inFortran(program, 'fixed')).toEqual(expected);
  }
  skip(!compilerFor('c') || !compilerFor('free'), 'a compiler is not installed');
}

describe('expressions', () => {
  test('every conversion, inside of an expression too', (context) => {
    const trees = new Trees();
    for (const from of TYPES)
      for (const to of TYPES) {
        if (from === to) continue;
        trees.routine(to, (x) => ({ body: [], value: convert(x[from], to) }));
        trees.routine('i32', (x) => {
          const converted = convert(x[from], to);
          const truth = to === 'bool' ? converted : compare('gt', converted, constant(0, to));
          return { body: [], value: select(logical('or', not(truth), x.bool), constant(3, 'i32'), x.i32) };
        });
      }
    agreesEverywhere(trees, context);
  });

  test('truths compared, converted and chosen between', (context) => {
    const trees = new Trees();
    const truth = (x: Record<ScalarType, Expr>) => convert(x.f64, 'bool');
    for (const op of ['eq', 'ne'] as const) {
      trees.routine('bool', (x) => ({
        body: [],
        value: compare(op, truth(x), compare('lt', x.i32, constant(3, 'i32'))),
      }));
      trees.routine('bool', (x) => ({ body: [], value: compare(op, x.bool, constant(1, 'bool')) }));
      trees.routine('bool', (x) => ({ body: [], value: not(compare(op, x.f64, constant(-2.75, 'f64'))) }));
      trees.routine('bool', (x) => ({
        body: [],
        value: logical('and', x.bool, compare(op, x.f32, constant(1.25, 'f32'))),
      }));
    }
    trees.routine('i64', (x) => ({
      body: [],
      value: add(convert(logical('and', truth(x), convert(x.i64, 'bool')), 'i64'), convert(x.bool, 'i64')),
    }));
    trees.routine('f64', (x) => ({
      body: [],
      value: multiply(convert(convert(x.i32, 'bool'), 'f64'), x.f64),
    }));
    agreesEverywhere(trees, context);
  });

  test('constants at the edges', (context) => {
    const trees = new Trees();
    const constants: readonly (readonly [number, ScalarType])[] = [
      [-(2 ** 31), 'i32'],
      [2 ** 31 - 1, 'i32'],
      [-(2 ** 53), 'i64'],
      [-(2 ** 63), 'i64'],
      [1e300, 'f64'],
      [-5e-324, 'f64'],
      [1.17549435e-38, 'f32'],
      [-0.1, 'f32'],
      [Number.POSITIVE_INFINITY, 'f32'],
      [Number.NEGATIVE_INFINITY, 'f32'],
      [Number.NEGATIVE_INFINITY, 'f64'],
    ];
    for (const [value, type] of constants) {
      const exact = type === 'f32' ? Math.fround(value) : value;
      trees.routine(type, () => ({ body: [], value: constant(exact, type) }));
      trees.routine('bool', (x) => ({ body: [], value: compare('le', constant(exact, type), x[type]) }));
    }
    for (const type of ['f64', 'f32'] as const) {
      // The sign of zero shows in its reciprocal.
      trees.routine(type, (x) => ({ body: [], value: binary('divide', x[type], constant(-0, type)) }));
      trees.routine('bool', (x) => ({ body: [], value: compare('lt', x[type], constant(Number.NaN, type)) }));
    }
    agreesEverywhere(trees, context);
  });
});

const WIDTHS: readonly (readonly [ControlWidth, value: number])[] = [
  [{ kind: 'bit' }, 1],
  [{ kind: 'small', states: 5 }, 3],
  [{ kind: 'small', states: 300 }, 260],
  [{ kind: 'small', states: 70_000 }, 66_000],
  [{ kind: 'count' }, 123_456],
];

describe('the tape', () => {
  test('single values of every type come back in reverse', (context) => {
    const trees = new Trees();
    trees.routine('f64', (x, locals) => {
      const kept = TYPES.map((type) => trees.declare(`kept_${type}`, type));
      locals.push(...kept);
      const place = (k: number): Place => variable(kept[k] as VariableId, TYPES[k] as ScalarType);
      const all = TYPES.map((_, k) => k);
      const body: Statement[] = [
        ...all.map(
          (k): Statement => ({
            kind: 'assign',
            ...trees.base(),
            target: place(k),
            value: x[TYPES[k] as ScalarType],
          }),
        ),
        ...all.map(
          (k): Statement => ({
            kind: 'push',
            ...trees.base('push'),
            what: { kind: 'scalar', place: place(k) },
            recording: k as RecordingId,
          }),
        ),
        ...all.map(
          (k): Statement => ({
            kind: 'assign',
            ...trees.base(),
            target: place(k),
            value: constant(0, TYPES[k] as ScalarType),
          }),
        ),
        ...all.reverse().map(
          (k): Statement => ({
            kind: 'pop',
            ...trees.base('pop'),
            what: { kind: 'scalar', place: place(k) },
            recording: k as RecordingId,
          }),
        ),
      ];
      const value = TYPES.map((_, k) => multiply(constant(10 ** k, 'f64'), convert(place(k), 'f64'))).reduce(
        (a, b) => add(a, b),
      );
      return { body, value };
    });
    expect(run(trees.program())).toEqual([-2.75 + 12.5 + 700 - 9000 + 10_000]);
    agreesEverywhere(trees, context);
  });

  test.for(some(['i32', 'i64'] as const, 1))(
    'whole arrays of every type, counted in %s',
    (counted, context) => {
      const trees = new Trees();
      for (const type of TYPES) {
        trees.routine('f64', (x, locals) => {
          const dimensions = [{ lower: constant(1, 'i32'), extent: constant(3, 'i32') }];
          const list = trees.declare('list', type, { shape: { dimensions, order: 'column' } });
          locals.push(list);
          const at = (k: number): Place => element(list, [constant(k, 'i32')], type);
          const what = { kind: 'array', variable: list, count: constant(3, counted), span: NOWHERE } as const;
          const set = (k: number, value: Expr): Statement => ({
            kind: 'assign',
            ...trees.base(),
            target: at(k),
            value,
          });
          const body: Statement[] = [
            ...[1, 2, 3].map((k) => set(k, k === 2 ? x[type] : constant(k === 3 ? 1 : 0, type))),
            { kind: 'push', ...trees.base('push'), what, recording: 0 as RecordingId },
            ...[1, 2, 3].map((k) => set(k, constant(k === 3 ? 0 : 1, type))),
            { kind: 'pop', ...trees.base('pop'), what, recording: 0 as RecordingId },
          ];
          const value = [1, 2, 3].map((k) => multiply(constant(10 ** k, 'f64'), convert(at(k), 'f64')));
          return { body, value: value.reduce((a, b) => add(a, b)) };
        });
      }
      expect(run(trees.program())).toEqual([725, 1125, 1700, 100, 1100]);
      agreesEverywhere(trees, context);
    },
  );

  test('control of every width, from and to every type', (context) => {
    const trees = new Trees();
    const expected: number[] = [];
    for (const [width, number] of WIDTHS) {
      for (const [from, to] of [
        ['i32', 'i32'],
        ['i64', 'i32'],
        ['i32', 'i64'],
        ['i64', 'i64'],
        ['bool', 'bool'],
        ['i32', 'bool'],
        ['bool', 'i64'],
      ] as const) {
        // A count comes back as it was pushed: its entry is as wide as its type.
        if (width.kind === 'count' && (from === 'i64') !== (to === 'i64')) continue;
        const value = from === 'bool' || to === 'bool' ? 1 : number;
        expected.push(value);
        trees.routine('f64', (_, locals) => {
          const target = trees.declare('target', to);
          const second = trees.declare('second', to);
          locals.push(target, second);
          const push = (e: Expr): Statement => ({
            kind: 'pushControl',
            ...trees.base('push'),
            value: e,
            width,
            recording: 0 as RecordingId,
          });
          const pop = (id: VariableId): Statement => ({
            kind: 'popControl',
            ...trees.base('pop'),
            target: id,
            width,
            recording: 0 as RecordingId,
          });
          return {
            body: [push(constant(value, from)), push(constant(0, from)), pop(second), pop(target)],
            value: add(
              convert(variable(target, to), 'f64'),
              multiply(constant(0.5, 'f64'), convert(variable(second, to), 'f64')),
            ),
          };
        });
      }
    }
    expect(run(trees.program())).toEqual(expected);
    agreesEverywhere(trees, context);
  });

  const COUNT = { kind: 'count' } as const;
  const ARRAY = { lower: constant(1, 'i32'), extent: constant(3, 'i32') };
  test.each<readonly [string, string, (trees: Trees, locals: VariableId[]) => Statement]>([
    [
      'a value popped that nothing pushed',
      'tape-underflow',
      (trees, locals) => {
        const id = trees.declare('kept', 'f64');
        locals.push(id);
        const what = { kind: 'scalar', place: variable(id, 'f64') } as const;
        return { kind: 'pop', ...trees.base('pop'), what, recording: 0 as RecordingId };
      },
    ],
    [
      'a count popped that nothing pushed',
      'tape-underflow',
      (trees, locals) => {
        const target = trees.declare('count', 'i32');
        locals.push(target);
        return {
          kind: 'popControl',
          ...trees.base('pop'),
          target,
          width: COUNT,
          recording: 0 as RecordingId,
        };
      },
    ],
    [
      'a bit popped that nothing pushed',
      'tape-underflow',
      (trees, locals) => {
        const target = trees.declare('way', 'i32');
        locals.push(target);
        return {
          kind: 'popControl',
          ...trees.base('pop'),
          target,
          width: { kind: 'bit' },
          recording: 0 as RecordingId,
        };
      },
    ],
    ...(['push', 'pop'] as const).map(
      (kind) =>
        [
          `an array of which more elements than it has are to ${kind}`,
          'out-of-bounds',
          (trees: Trees, locals: VariableId[]): Statement => {
            const list = trees.declare('list', 'f64', { shape: { dimensions: [ARRAY], order: 'column' } });
            locals.push(list);
            const what = { kind: 'array', variable: list, count: constant(4, 'i32'), span: NOWHERE } as const;
            return { kind, ...trees.base(kind), what, recording: 0 as RecordingId };
          },
        ] as const,
    ),
    [
      'an array popped that nothing pushed',
      'tape-underflow',
      (trees, locals) => {
        const list = trees.declare('list', 'f64', { shape: { dimensions: [ARRAY], order: 'column' } });
        locals.push(list);
        const what = { kind: 'array', variable: list, count: constant(3, 'i32'), span: NOWHERE } as const;
        return { kind: 'pop', ...trees.base('pop'), what, recording: 0 as RecordingId };
      },
    ],
  ])('%s ends the run: %s', (_, code, make) => {
    const trees = new Trees();
    trees.routine('f64', (x, locals) => ({ body: [make(trees, locals)], value: x.f64 }));
    const program = trees.program();
    expect(verify(program)).toEqual([]);
    const input = { entry: 't0', arguments: values, globals: new Map() };
    const seen = interpret(program, input, { now: host.now, limits: DEFAULT_LIMITS });
    const ran = createMachine(host, program).run(input, DEFAULT_LIMITS);
    expect([seen.trap?.code, ran.trap?.code]).toEqual([code, code]);
    expect(seen.trap?.statement).toBe(ran.trap?.statement);
    const sink = new DiagnosticSink();
    if (ran.trap)
      complainOfTrap(sink, program, { program, entry: 't0' }, ran.trap, {
        limits: DEFAULT_LIMITS,
        run: 'The run',
      });
    expect(sink.list).toMatchObject([{ severity: 'error', code }]);
  });
});
