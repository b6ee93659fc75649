/*
 * Every function of the table, in every language: printed, read again and run. Its value and its partials are those of
 * decimals with sixty digits. Whoever adds a function adds nothing here.
 */
import { describe, expect, test } from 'vitest';
import { NOWHERE } from '../base/span';
import { differentiate, type ExecuteRequest, execute } from '../index';
import { ELEMENTARY, ELEMENTARY_NAMES, type Elementary, inC, partialRule } from '../ir/elementary';
import type { Expr, Language, VariableId } from '../ir/types';
import { some } from './draws';
import { decimal, decimals, hasDecimals } from './reference/decimal';
import { canBeChecked, checkedFolder } from './takenAway';

const POINTS = [0.13, 0.37, 0.5, 0.71, 0.94];

/** Arguments inside the tame part of the domain, away from its edges and from kinks. */
function argumentsOf(fn: Elementary): number[][] {
  const { domains } = ELEMENTARY[fn].random;
  return POINTS.map((t, k) =>
    domains.map(([low, high], i) => {
      const x = low + (high - low) * ((t + 0.29 * i + 0.07 * k) % 1);
      return i === ELEMENTARY[fn].whole ? Math.round(x) : x;
    }),
  ).filter((args) => !ELEMENTARY[fn].atKink?.(...args));
}

/** A partial at decimal arguments. */
function inDecimals(e: Expr, args: readonly number[]): number {
  const value = (x: Expr): ReturnType<typeof decimal> => {
    switch (x.kind) {
      case 'constant':
        return decimal(x.value);
      case 'variable':
        return decimal(args[x.variable] as number);
      case 'unary':
        return decimals.negate(value(x.operand));
      case 'convert':
        return value(x.operand);
      case 'binary':
        if (x.op === 'add' || x.op === 'subtract' || x.op === 'multiply' || x.op === 'divide')
          return decimals[x.op](value(x.left), value(x.right));
        throw new Error(x.op);
      case 'intrinsic':
        return decimals.elementary(x.fn, x.args.map(value));
      case 'select':
        return value(holds(x.condition) ? x.whenTrue : x.whenFalse);
      default:
        throw new Error(x.kind);
    }
  };
  const holds = (x: Expr): boolean => {
    if (x.kind === 'logical')
      return x.op === 'and' ? holds(x.left) && holds(x.right) : holds(x.left) || holds(x.right);
    if (x.kind !== 'compare') throw new Error(x.kind);
    if (x.left.type === 'bool') return (holds(x.left) === holds(x.right)) === (x.op === 'eq');
    const order = value(x.left).cmp(value(x.right));
    const outcome = {
      eq: order === 0,
      ne: order !== 0,
      lt: order < 0,
      le: order <= 0,
      gt: order > 0,
      ge: order >= 0,
    };
    return outcome[x.op];
  };
  return value(e).toNumber();
}

describe.each(ELEMENTARY_NAMES)('%s', (fn) => {
  const { arity, whole, evaluate } = ELEMENTARY[fn];

  test('has the value that decimals give', () => {
    for (const args of argumentsOf(fn)) {
      const exact = decimals.elementary(fn, args.map(decimal)).toNumber();
      expect(Math.abs(evaluate(...args) - exact)).toBeLessThanOrEqual(4e-15 * Math.max(1, Math.abs(exact)));
    }
  });

  test('has the partials that central differences give', () => {
    const places = Array.from({ length: arity }, (_, i): Expr => {
      const type = i === whole ? 'i32' : 'f64';
      return { kind: 'variable', variable: i as VariableId, type, span: NOWHERE };
    });
    // At sixty digits, or at those of a double.
    const [h, tolerance] = hasDecimals(fn) ? [decimal('1e-20'), 1e-14] : [decimal(2 ** -17), 1e-8];
    for (const args of some(argumentsOf(fn), 3, ELEMENTARY_NAMES.indexOf(fn)))
      for (let k = 0; k < arity; k++) {
        const partial = partialRule(fn, k);
        if (!partial || k === whole) continue;
        const at = (sign: 1 | -1) =>
          decimals.elementary(
            fn,
            args.map((x, i) => (i === k ? decimal(x).add(h.mul(sign)) : decimal(x))),
          );
        const slope = at(1).sub(at(-1)).div(h.mul(2)).toNumber();
        expect(Math.abs(inDecimals(partial(...places), args) - slope)).toBeLessThanOrEqual(
          tolerance * Math.max(1, Math.abs(slope)),
        );
      }
  });
});

function close(found: readonly number[], exact: readonly number[]): void {
  expect(found.length).toBe(exact.length);
  found.forEach((value, i) => {
    const wanted = exact[i] as number;
    expect(Math.abs(value - wanted)).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(wanted)));
  });
}

/** One kernel that calls them all, each on arguments of its own; null for those that the language can't say. */
function kernelOf(language: Language): { source: string; inputs: ExecuteRequest['inputs'] } {
  const lines: string[] = [];
  const values: number[] = [];
  const from = language === 'c' ? 0 : 1;
  const at = (array: string, i: number) => (language === 'c' ? `${array}[${i}]` : `${array}(${i + 1})`);
  for (const fn of ELEMENTARY_NAMES) {
    const spelled = language === 'c' ? inTextOfC(fn) : inTextOfFortran(fn);
    if (spelled === null || ELEMENTARY[fn].partials.some((p) => p !== null && typeof p === 'object'))
      continue;
    const args = (argumentsOf(fn)[0] ?? []).map((x, i) => {
      if (i === ELEMENTARY[fn].whole) return String(x);
      values.push(x);
      return at('x', values.length - 1);
    });
    const call = spelled === '**' ? args.join('**') : `${spelled}(${args.join(', ')})`;
    lines.push(`${at('y', lines.length)} = ${call}${language === 'c' ? ';' : ''}`);
  }
  const [n, m] = [values.length, lines.length];
  const body = lines.map((line) => `  ${line}\n`).join('');
  expect(from + m).toBeGreaterThan(30);
  return {
    source:
      language === 'c'
        ? `#include <math.h>\nvoid all(const double x[${n}], double y[${m}]) {\n${body}}\n`
        : `subroutine all(x, y)\n  real(8), intent(in) :: x(${n})\n  real(8), intent(out) :: y(${m})\n${body}end subroutine\n`,
    inputs: { x: values, y: 0 },
  };
}

function inTextOfC(fn: Elementary): string | null {
  if (fn === 'powerInteger') return null;
  const name = inC(fn, 'f64');
  return typeof name === 'string' ? name : fn;
}

function inTextOfFortran(fn: Elementary): string | null {
  const { fortran } = ELEMENTARY[fn];
  return fortran === 'c' ? null : (fortran.generic ?? fn);
}

describe.each([
  ['c', 1],
  ['fortran', 0],
] as const)('all of them in %s', (language, turn) => {
  const { source, inputs } = kernelOf(language);

  test.each(['c', 'fortran', 'javascript'] as const)(
    'are printed in %s, and what is printed is read again',
    (target) => {
      const run = execute({ source, language, inputs });
      expect(run.diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
      expect(run.check.dotProduct?.passed).toBe(true);
      const printed = differentiate({ source, language, target });
      expect(printed.diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
      if (target === 'javascript') {
        // Our own printed text, in a test.
        const adjoint = new Function(`${printed.code.text}; return all_b;`)();
        const x = Float64Array.from(inputs?.x as number[]);
        const xb = new Float64Array(x.length);
        const m = run.outputs.y?.length ?? 0;
        adjoint(x, xb, new Float64Array(m), new Float64Array(m).fill(1));
        close([...xb], run.derivatives.x ?? []);
        return;
      }
      const again = execute({
        source: printed.code.text,
        language: target,
        routine: `all_b`,
        mode: 'tangent',
        independents: ['yb'],
        inputs: { ...inputs, xb: 0, yb: 1 },
      });
      expect(again.diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
      close(again.outputs.xb ?? [], run.derivatives.x ?? []);
    },
  );

  test.skipIf(!canBeChecked).each(some(['c', 'fortran'] as const, 1, turn))(
    'compile in %s and pass their check',
    (target) => {
      const made = checkedFolder(source, language, inputs, target);
      expect([made.stderr, made.status]).toEqual(['', 0]);
    },
  );
});

test('a derivative that is not in the table is refused, whatever the options', () => {
  const source = '#include <math.h>\ndouble f(double x) {\n  return trigamma(x);\n}\n';
  for (const mode of ['adjoint', 'tangent'] as const)
    for (const activity of [true, false]) {
      const { ok, diagnostics } = differentiate({ source, language: 'c', mode, options: { activity } });
      expect([ok, diagnostics.map((d) => d.code)]).toEqual([false, ['no-derivative']]);
    }
  // The adjoint of digamma calls trigamma, of which second order takes the derivative; the adjoint alone records.
  const once =
    '#include <math.h>\ndouble f(double x, double p) {\n  x = x * sin(x);\n  return x * digamma(PLACE);\n}\n';
  const second = (place: string) =>
    differentiate({
      source: once.replace('PLACE', place),
      language: 'c',
      mode: 'tangent-over-adjoint',
      independents: ['x'],
    }).diagnostics.flatMap(({ severity, code }) => (severity === 'error' ? [code] : []));
  expect([second('x'), second('p')]).toEqual([['no-derivative'], []]);
  // What a block accumulates beforehand is a derivative already.
  const nested = (fn: string) =>
    differentiate({
      source: `double f(double x) {\n  double t = x;\n  t = ${fn}(0.6 * t);\n  return t;\n}\n`,
      language: 'c',
      options: { splitNested: true, basicBlocks: 'preaccumulate', blockOutputs: 'all' },
    }).diagnostics.flatMap(({ severity, code }) => (severity === 'error' ? [code] : []));
  expect([nested('digamma'), nested('trigamma')]).toEqual([[], ['no-derivative']]);
  const passive = 'void f(double x, double p, double *y) {\n  *y = x * trigamma(p);\n}\n';
  expect(execute({ source: passive, language: 'c', independents: ['x'] }).ok).toBe(true);
});
