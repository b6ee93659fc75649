import { expect, test } from 'vitest';
import { certify, type ExecuteRequest, inputsFor } from '../../index';

const KERNELS: readonly ExecuteRequest[] = [
  {
    language: 'c',
    source:
      'double f(double x, double y) { double z = y; if (x < y) z = x*x; while (z > 100) z = z/2; return z; }',
    inputs: { x: 1, y: 2 },
  },
  {
    language: 'fortran',
    source: `subroutine f(n, x, s)
  integer n, i
  real(8) x(n), s
  s = 0
  do i = 1, n
    if (x(i) > 3.7d0) then
      s = s + x(i)**2
    else
      s = s - x(i)
    end if
  end do
end subroutine`,
    inputs: { n: 3, x: [1, 2, 3] },
    mode: 'tangent',
  },
  {
    language: 'c',
    source: `double g(double x) { if (x > 1) return x*x; return sin(x); }
void f(double x, double *y) { *y = g(x) + g(x - 1); }`,
    routine: 'f',
    inputs: { x: 0.5, y: 0 },
    options: { calls: 'inline' },
  },
];

test.each(KERNELS)(
  'an outcome that a path lacks is found, and the certificate sees it there ($language)',
  (request) => {
    const { path } = certify(request, 1);
    const lacking = path.tests.filter(({ outcomes }) => outcomes.length === 1);
    expect(lacking.length).toBeGreaterThan(0);
    for (const { statement, outcomes } of lacking) {
      const outcome = outcomes[0] === 'true' ? 'false' : 'true';
      const { inputs, sentence } = inputsFor(request, { statement, outcome });
      expect(sentence).toContain(`is ${outcome} with`);
      const there = certify({ ...request, inputs: inputs ?? {} }, 1);
      expect(there.verdict).toBe('exact');
      expect(there.path.tests.find((each) => each.statement === statement)?.outcomes).toContain(outcome);
    }
  },
);

test('an outcome that no run has is said to be so', () => {
  const request: ExecuteRequest = {
    language: 'c',
    source: 'double f(double x) { if (x*x < 0) return 1; return x; }',
  };
  const [only] = certify(request, 1).path.tests;
  const { ok, inputs, sentence } = inputsFor(request, { statement: only?.statement ?? '', outcome: 'true' });
  expect([ok, inputs]).toEqual([true, null]);
  expect(sentence).toMatch(/^No input was found among \d+ on which `x\*x < 0` in line 1 is true/);
  expect(inputsFor(request, { statement: 's999', outcome: 'true' }).ok).toBe(false);
});
