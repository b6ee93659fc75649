import { describe, expect, test } from 'vitest';
import { differentiate, execute } from '../index';
import type { Options } from '../pipeline/options';

const PAPER: Partial<Options> = {
  basicBlocks: 'codelist',
  reversal: 'statements',
  record: 'all',
  activity: false,
  adjointLiveness: false,
  merge: false,
};

function codeOf(source: string, options: Partial<Options>): string {
  const d = differentiate({ source, language: 'c', options });
  expect(d.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return d.code.text.slice(d.code.text.indexOf('runtime end')).replaceAll(/\s+/g, ' ');
}

describe('code lists', () => {
  test('name each subexpression, and overwrite its adjoint ([SPG] 2)', () => {
    const code = codeOf('x = x*y;', PAPER);
    expect(code).toContain(
      'push_double(v1); v1 = *x; push_double(v2); v2 = *y; push_double(v0); v0 = v1 * v2; push_double(*x); *x = v0;',
    );
    expect(code).toContain(
      '*x = pop_double(); v0b = *xb; *xb = 0.0; v0 = pop_double(); v1b = v2 * v0b; v2b = v1 * v0b; v2 = pop_double(); *yb += v2b; v1 = pop_double(); *xb += v1b;',
    );
  });

  test('have one number each under `statements`', () => {
    const source = 'if (x < y) { x = x*y; while (y < x) { x = sin(x*y); } }';
    const run = execute({ source, language: 'c', options: PAPER, inputs: { x: -5, y: -0.5 } });
    expect([run.tape.values, run.tape.controls]).toEqual([9, 3]);
    expect(run.derivatives).toEqual({
      x: [expect.closeTo(0.0788305904, 8)],
      y: [expect.closeTo(1.5766118111, 8)],
    });
  });

  test('leave no adjoint of another list where an operand contributes nothing', () => {
    // In the second assignment, v1 is an operand without a derivative; in the third it has one.
    const source = 'y = x*x; z = floor(x*y); w = (x*y)*z;';
    for (const options of [PAPER, { ...PAPER, activity: true }, { basicBlocks: 'codelist' as const }]) {
      const run = execute({ source, language: 'c', options, inputs: { x: 1.7 } });
      expect(run.check.verdict).toBe('passed');
    }
  });

  test('are for adjoints: a tangent stays as it is', () => {
    const request = { source: 'x = x*y;', language: 'c', mode: 'tangent' } as const;
    const plain = differentiate(request).code.text;
    expect(differentiate({ ...request, options: { basicBlocks: 'codelist' } }).code.text).toBe(plain);
  });

  test.each(['c', 'fortran', 'javascript'] as const)('are printed in %s', (target) => {
    const request = {
      source:
        'subroutine f(x, n, y)\nreal x(n), y\ninteger n, i\ndo i = 1, n\ny = y + x(i)*sqrt(x(i))\nend do\nend',
      language: 'fortran',
      target,
      options: { basicBlocks: 'codelist' },
    } as const;
    expect(differentiate(request).code.text).toMatch(/v1b = v0b/);
    expect(execute({ ...request, inputs: { n: 3, x: [1, 2, 3] } }).check.verdict).toBe('passed');
  });

  test('messages speak of what is written', () => {
    const d = differentiate({
      source: 'y = x + floor(x*x);',
      language: 'c',
      options: { basicBlocks: 'codelist' },
    });
    const cut = d.diagnostics.find(({ code }) => code === 'derivative-cut');
    expect(cut?.message).toContain('with respect to `x*x` ends here');
  });
});
