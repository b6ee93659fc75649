import { expect, test } from 'vitest';
import { parseFortran } from '../frontend/fortran';
import { printFortran } from './fortran';

const printed = (source: string) => printFortran(parseFortran(source).program, null, { form: 'free' }).text;
const routine = (name: string) => `subroutine ${name}(x)\n real(8) :: x\n x = x * x\nend subroutine\n`;

test('a module is printed where it holds all routines, and only there', () => {
  expect(printed(`module one\ncontains\n${routine('a')}${routine('b')}end module\n`)).toContain(
    'module one\n',
  );
  expect(
    printed(
      `module one\ncontains\n${routine('a')}end module\nmodule two\ncontains\n${routine('b')}end module\n`,
    ),
  ).not.toContain('module');
  expect(printed(`module one\ncontains\n${routine('a')}end module\n${routine('b')}`)).not.toContain('module');
});
