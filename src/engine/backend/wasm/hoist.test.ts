import { expect, test } from 'vitest';
import { defaultHost } from '../../execute/host';
import { bindByKey } from '../../execute/inputs/binding';
import { interpret } from '../../execute/interpreter';
import { createMachine } from '../../execute/machine';
import { DEFAULT_LIMITS } from '../../execute/outcome';
import { parseC } from '../../frontend/c';

/* Loops whose subscripts are in bounds for some n and out of bounds for others, at the first trip, the last, or within. */

const host = defaultHost();

test.each([
  'for (int i = 0; i < n; i++) s[0] += a[i];',
  'for (int i = n; i >= 0; i--) s[0] += a[i];',
  'for (int i = 0; i < n; i += 3) s[0] += a[2 * i - 1];',
  'for (int i = -3; i < n; i++) { if (i >= 0) s[0] += a[i]; }',
  'for (int i = 0; i < n; i++) { s[0] += a[8 - i]; if (s[0] > 9) break; }',
  'for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) s[0] += b[i][j] * b[j][i];',
  'for (int i = 0; i < n; i++) s[0] += b[m][i - m];',
  'for (long i = 4294967296; i < 4294967296 + n; i++) s[0] += a[i - 4294967296];',
  'for (int i = 2147483640; i < 2147483640 + n; i++) s[0] += a[i + 2147483647 + 9];',
  'for (int i = 0; i < n; i++) { int k = i * m; s[0] += a[k]; m = m - 1; }',
  'for (int i = 0; i < n; i++) s[0] += a[(int)a[i]];',
])('%s', (loop) => {
  const { program, diagnostics } = parseC(
    `void f(int n, int m, double a[8], double b[4][4], double s[1]) { ${loop} }`,
  );
  expect(diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
  const machine = createMachine(host, program);
  const trapped = new Set<boolean>();
  for (let n = 0; n <= 12; n++) {
    const a = Array.from({ length: 8 }, (_, i) => i + 1);
    const b = Array.from({ length: 16 }, (_, i) => i + 1);
    const input = bindByKey(program, 'f', { n: [n], m: [1], a, b, s: [0] });
    const ran = machine.run(input, DEFAULT_LIMITS);
    const seen = interpret(program, input, { now: host.now, limits: DEFAULT_LIMITS });
    expect(ran.trap, `n = ${n}`).toEqual(seen.trap);
    expect(ran.arguments, `n = ${n}`).toEqual(seen.arguments);
    trapped.add(ran.trap !== null);
  }
  expect(trapped.has(false)).toBe(true);
});
