/* Ends of programs: a main program is left where it says that it ends; whatever else ends the run has no derivatives. */
import { describe, expect, test } from 'vitest';
import { certify, execute, type Language } from '../../index';

const C = (body: string) => `int main() { double x, y; scanf("%lf", &x); y = x * x; ${body} }`;
const FORTRAN = (body: string) => `program p\n real(8) x, y\n read *, x\n y = x*x\n${body}\nend program`;

describe.each<[Language, (body: string) => string, readonly string[], readonly string[]]>([
  [
    'c',
    C,
    ['exit(0);', 'if (x > 0) exit(EXIT_SUCCESS); y = 0; return 1;', 'while (1) { y += x * x; exit ( 0 ); }'],
    ['if (x > 0) exit(1);', 'exit(1);', 'exit(EXIT_FAILURE);', 'abort();'],
  ],
  [
    'fortran',
    FORTRAN,
    ['stop', 'if (x > 0) stop\n y = 0', "y = y + 0\n stop 'done'", 'do\n y = y*1\n call exit(0)\n end do'],
    ["if (x > 0) stop 'wrong'", 'call abort()', 'call exit(1)', 'error stop'],
  ],
])('in %s', (language, program, orderly, abrupt) => {
  test.each(orderly)('%s', (body) => {
    const request = { source: program(body), language, inputs: { x_read: 3 } };
    const { check, derivatives } = execute(request);
    expect([check.verdict, derivatives]).toEqual(['passed', { x_read: [body.includes('+= x') ? 12 : 6] }]);
    expect(certify(request).verdict).toBe('exact');
  });

  test.each(abrupt)('an error: %s', (body) => {
    const { ok, check, derivatives } = execute({ source: program(body), language, inputs: { x_read: 3 } });
    expect([ok, check.verdict, derivatives]).toEqual([true, 'none', {}]);
    expect(check.sentence).toMatch('ends before its backward sweep begins');
  });
});
