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

test('one name in two modules is no matter but where a routine needs both', () => {
  const needing = (use: string, v: string) =>
    parseFortran(
      `module a\n real(8) :: v = 2\nend module\nmodule b\n real(8) :: v = 3\nend module\nsubroutine f(x)\n use b\n ${use}\n real(8) :: x\n x = x * ${v}\nend subroutine\nsubroutine g(x)\n use a\n real(8) :: x\n x = x * v\nend subroutine\n`,
    ).program;
  const errors = (use: string, v: string) =>
    printFortran(needing(use, v), null, { form: 'free' }).diagnostics.map(({ message }) => message);
  expect(errors('', 'v')).toEqual([]);
  expect(errors('use a, only: w => v', 'v * w')).toEqual([
    'f needs v of a and v of b: give one of them another name in its module.',
  ]);
});
