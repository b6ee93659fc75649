import { describe, expect, test } from 'vitest';
import { certify, differentiate, execute } from '../index';
import { some } from './draws';

/* Derivatives take the names of what they are of with an end behind them; programs may use those names themselves. */

const globals = (...names: readonly string[]) => {
  const [a, b, c, r] = names;
  return `double ${a} = 2.0, ${b} = 4.0, ${c} = 0.5, ${r};\nvoid f(void) { ${c} = sin(${a})*${c}; ${r} = ${a}*${a}/${b} + exp(${c})*${b}; }\n`;
};
const statics = (...names: readonly string[]) => {
  const [a, b, c, r] = names;
  return `double ${r}(double x) { static double ${a} = 0.5, ${b} = 2.0, ${c}; ${c} = ${a}*x*${b}; ${a} = ${b}*x + ${c}; ${b} = sin(${a})*x; return ${a}*${b}*${c}; }\ndouble f(double x) { return ${r}(x) + ${r}(x*x); }\n`;
};
const locals = (...names: readonly string[]) => {
  const [a, b, c, r] = names;
  return `double ${r}(double ${a}, double *${b}) { double ${c} = ${a}* *${b}; *${b} = sin(${c}); ${a} = ${a}*${c}; return ${a}* *${b}; }\ndouble f(double ${b}, double ${c}) { double ${a} = ${r}(${b}, &${c}); ${a} = ${a}*${r}(${a}, &${b}); return ${a}*${b}*${c}; }\n`;
};
const module = (...names: readonly string[]) => {
  const [a, b, c, r] = names;
  return `module ${r}\n real(8) :: ${a} = 2, ${b} = 3, ${c} = 0.5d0\nend module\nsubroutine f(x)\n use ${r}\n real(8) x\n ${c} = ${c}*sin(${a})*x\n ${b} = ${b}*${a}/${c}\n x = x*${b}\nend subroutine\n`;
};
const blocks = (...names: readonly string[]) => {
  const [a, b, c, r] = names;
  return `subroutine f(x, z)\n real(8) x, z, ${c}, ${r}\n common /${a}/ ${c}\n common /${b}/ ${r}\n ${c} = x*2\n ${r} = sin(x)*3\n call g(z)\nend\nsubroutine g(z)\n real(8) z, ${r}, ${c}\n common /${a}/ ${r}\n common /${b}/ ${c}\n z = ${r}*exp(${c})*z\n ${r} = ${c}*z\nend\n`;
};

/** Each with the ends that adjoints and tangents have, numbers behind them, and what is between a block and a member. */
const NAMES = [
  ['eps', 'epsb', 'epsb0', 'r'],
  ['a', 'ab', 'abb', 'abbb'],
  ['a', 'ad', 'add', 'ad0'],
  ['a', 'a_b', 'b_c', 'c'],
  ['a', 'a_b', 'a_b_b', 'a_d'],
  ['a_b', 'a', 'c', 'b_c'],
  ['w', 'f_b', 'f_d', 'f_w'],
  ['temp', 'tempb', 'temp0', 'tempb0'],
] as const;

const MODES = ['adjoint', 'tangent', 'tangent-over-adjoint'] as const;
/** One for each mode, in turn. */
const TARGETS = ['c', 'fortran', 'javascript'] as const;

const TEXTS = { globals, statics, locals, module, blocks };
const KINDS = Object.entries(TEXTS).map(([kind, make], turn) => ({ kind, make, turn }));

describe.each(KINDS)('$kind', ({ kind, make, turn }) => {
  const language = kind === 'module' || kind === 'blocks' ? 'fortran' : 'c';

  test.each(some(NAMES, 4, turn))('%s, %s, %s and %s', (...names) => {
    const request = { source: make(...names), language, routine: 'f' } as const;
    const { verdict, note } = certify(request);
    expect({ verdict, note: verdict === 'exact' ? '' : note }).toEqual({ verdict: 'exact', note: '' });
    for (const [k, mode] of MODES.entries()) {
      expect(execute({ ...request, mode }).check?.verdict).toBe('passed');
      for (const target of some(TARGETS, 1, turn + k))
        expect(
          differentiate({ ...request, mode, target }).diagnostics.filter(
            ({ severity }) => severity === 'error',
          ),
        ).toEqual([]);
    }
  });
});

test.each(['f', 'result'])('a function and its parameter that are both called %s', (name) => {
  const source = `double ${name}(double ${name}) { return 1/(1 + ${name}*${name}); }\n`;
  expect(certify({ source, language: 'c' }).verdict).toBe('exact');
  expect(execute({ source, language: 'c' }).check?.verdict).toBe('passed');
});
