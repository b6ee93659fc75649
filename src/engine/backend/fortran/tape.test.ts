import { describe, expect, test } from 'vitest';
import { differentiate } from '../..';
import { parseC } from '../../frontend/c';
import { compileAndRun, compilerFor, warnings } from '../../testing/compilers';
import { printFortran } from '.';

const MAIN = '\nprogram main\nend program\n';

describe('a tape that control never pushes on', () => {
  const source = `/* backsweep runtime none */
void f(double *x, float y[2], int *n) {
  int left = pop_bit();
  if (left) x[0] = pop_double();
  pop_floats(y, 2);
  *n = pop_count();
}
`;

  test('asks for no room', () => {
    const { text } = printFortran(parseC(source).program, null, { form: 'free' });
    expect(text).toContain('bit_top');
    expect(text).not.toContain('_room');
  });

  test.skipIf(!compilerFor('free'))('compiles without a warning', () => {
    const { text } = printFortran(parseC(source).program, null, { form: 'free' });
    const { messages, output } = compileAndRun('free', text + MAIN);
    expect(output, messages).not.toBeNull();
    expect(warnings(messages)).toEqual([]);
  });
});

test('what a sweep stores at its start is no intent(out), though the routine itself never reads it', () => {
  const source = `subroutine g(x, y)
  real(8), intent(inout) :: x
  real(8), intent(out) :: y
  y = x * x
  x = sin(y)
end subroutine
subroutine f(x, z)
  real(8), intent(inout) :: x, z
  real(8) :: y
  y = x * x
  z = z * sin(y)
  call g(z, y)
  x = x * y
end subroutine
`;
  const { code } = differentiate({ source, language: 'fortran', options: { calls: 'split' } });
  const forward = /subroutine g_fwd[\s\S]*end subroutine g_fwd/.exec(code.text)?.[0] ?? '';
  expect(forward).toMatch(/push_double\(y\)/);
  expect(forward).not.toContain('intent(out)');
});
