import { describe, expect, test } from 'vitest';
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
