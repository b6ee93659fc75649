import { describe, expect, test } from 'vitest';
import { takeAwayFiles } from '../index';

const source = 'double f(double x, double y) {\n  x = x * y;\n  return sin(x) * x;\n}\n';

describe('take it away', () => {
  test.each(['c', 'fortran'] as const)('the files of a folder, in %s', (target) => {
    const taken = takeAwayFiles({ source, language: 'c', target, inputs: { x: 0.625, y: 2 } });
    expect(taken.diagnostics).toEqual([]);
    expect([taken.ok, taken.name]).toEqual([true, 'f-adjoint']);
    const paths = taken.files.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['Makefile', 'README.md']));
    expect(new Set(paths).size).toBe(paths.length);
    expect(taken.files.find(({ path }) => path.startsWith('driver'))?.text).toContain('0.625');
  });

  test('nothing to take is said, not thrown', () => {
    const refused = (request: Partial<Parameters<typeof takeAwayFiles>[0]>) => {
      const { ok, files, diagnostics } = takeAwayFiles({ source, language: 'c', ...request });
      expect([ok, files]).toEqual([false, []]);
      return diagnostics.map(({ code }) => code);
    };
    expect(refused({ target: 'javascript' })).toEqual(['not-available']);
    expect(refused({ source: 'double f(double x) { return x *; }' })).not.toEqual([]);
    expect(refused({ source: '' })).not.toEqual([]);
  });
});
