import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { execute } from '../../index';
import { disagreement } from '../../testing/compare';
import { compileAndRun, compilerFor } from '../../testing/compilers';
import { fortranDriver, printedKeys, readOutput } from '../../testing/drivers';
import { canBeChecked, checkedFolder } from '../../testing/takenAway';
import { parseFortran } from '.';

/* Whole routines that are full of traps: gfortran makes of their own text what we do. */

const corpus = new URL('../../testing/corpus/fortran/', import.meta.url);

test.skipIf(!compilerFor('free')).each([
  [
    'traps-fixed.f',
    'labels, DATA with implied loops, statement functions, arithmetic IF, computed GO TO, tabs',
  ],
  [
    'traps-free.f90',
    'kinds with names, ranges of cases, continuation inside of a name, statements side by side',
  ],
  ['blank-common.f', 'blank COMMON beside a named one, loops that share their end, IMPLICIT'],
  ['intrinsic-mix.f90', 'intrinsics of every kind in one expression, powers, whole division'],
])('%s: %s', (file) => {
  const source = readFileSync(new URL(file, corpus), 'utf8');
  const run = execute({ source, language: 'fortran' });
  expect(run.check.verdict).toBe('passed');
  const { program } = parseFortran(source);
  const [routine] = program.routines;
  const entry = routine?.name ?? '';
  const form = file.endsWith('.f') ? 'fixed' : 'free';
  const built = compileAndRun(form, source + fortranDriver(program, entry, run.inputs), [
    '-w',
    '-ffp-contract=off',
    ...(form === 'fixed' ? ['-std=legacy'] : []),
  ]);
  expect(built.output, built.messages).not.toBeNull();
  const got = readOutput(built.output ?? '', printedKeys(program, entry, run.inputs));
  const outputs = Object.fromEntries(Object.entries(run.outputs).filter(([key]) => key in got));
  expect(Object.keys(outputs).length).toBeGreaterThan(0);
  expect(disagreement(outputs, got, 1e-11)).toBeNull();
});

describe('blank COMMON', () => {
  const source = readFileSync(new URL('blank-common.f', corpus), 'utf8');
  test.skipIf(!canBeChecked).each(['c', 'fortran'] as const)(
    'is the same memory in what is taken away, in %s',
    (target) => {
      const made = checkedFolder(source, 'fortran', {}, target);
      expect([made.stderr, made.status]).toEqual(['', 0]);
    },
  );
  test('is no block that is called so', () => {
    const said = parseFortran('subroutine s(x)\nreal x, y\ncommon /common/ y\nx = y\nend\n').diagnostics;
    expect(said.map((d) => d.message)).toContain('A COMMON block that is called COMMON is not supported.');
  });
});

test.each([
  ['      Y = 3HABC', '‘3HABC’ Hollerith constants are not supported.'],
  ["      Y = X + Z'FF'", "‘Z'FF'’ Constants in other bases are not supported."],
])('%s is named by the fence', (line, message) => {
  const source = `      SUBROUTINE S(X,Y)\n      REAL X,Y\n${line}\n      END\n`;
  const errors = parseFortran(source).diagnostics.filter((d) => d.severity === 'error');
  expect(errors.map(({ span, message: text }) => `‘${source.slice(span.start, span.end)}’ ${text}`)).toEqual([
    message,
  ]);
});
