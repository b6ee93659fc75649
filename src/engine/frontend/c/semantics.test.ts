import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { printC } from '../../backend/c';
import type { Program } from '../../ir/types';
import { compileAndRun, compilerFor } from '../../testing/compilers';
import { draws, IS_DEEP, seedsOf, some } from '../../testing/draws';
import { generateProgram } from '../../testing/random';
import { doubles } from '../../testing/reference/double';
import { interpret } from '../../testing/reference/interpret';
import { verify } from '../../testing/verify';
import { parseC } from '.';

/*
 * What a program means: the kernels of golden/semantics.c run by gcc and, as they were read, by the reference
 * interpreter; and random programs printed and read back.
 */

const kernels = readFileSync(new URL('golden/semantics.c', import.meta.url), 'utf8');
const names = [...kernels.matchAll(/^double (k\d+)\(/gm)].map((found) => found[1] ?? '');
const arguments_ = [
  { x: 0.7, y: 1.2, n: 8 },
  { x: -1.3, y: 0.3, n: 5 },
  { x: 2.5, y: -0.8, n: 1 },
  { x: 0, y: 2, n: 7 },
];
/** Each kernel on two of them in turn, in the deep tier on all. */
const RUNS = names.flatMap((name, k) =>
  some([...arguments_.entries()], 2, k).map(([run, given]) => ({ name, run, given })),
);
const array = (run: number): number[] => Array.from({ length: 16 }, (_, i) => 0.4 * i + 0.1 * run - 0.3);

test.skipIf(!compilerFor('c'))('gcc and the reference interpreter agree on every kernel', () => {
  const { program, diagnostics } = parseC(kernels);
  // Kernels that count with unsigned integers are told that these are taken for signed ones; some try out what C leaves open,
  // which gcc takes from left to right as well.
  const told = [
    'evaluation-order',
    'taken-for-signed',
    'wraps-around',
    'complex-pairs',
    'codes',
    'rows-in-one',
  ];
  expect(diagnostics.filter((d) => !told.includes(d.code))).toEqual([]);
  const expected = byCompiler();
  const found = RUNS.map(({ name, run }) => byInterpreter(program, name, run));
  expect(found.length).toBe(expected.length);
  expect(expected).toEqual(found.map((numbers) => numbers.map(rounded)));
});

/** Every kernel starts from memory as it is at first: each run is a process of its own in effect. */
function byCompiler(): number[][] {
  const globals =
    'gl = 1.5; gi = 0; tab[0][0] = 1; tab[0][1] = 2; tab[1][0] = 3.5; tab[1][1] = 0; tab[2][0] = 4; tab[2][1] = 5;';
  const lines = RUNS.map(
    ({ name, run, given: { x, y, n } }) =>
      `  { fflush(stdout); if (fork() == 0) { ${globals} double a[] = {${array(run).join(', ')}}; double r = ${name}(${x}, ${y}, ${n}, a); printf("%.17g", r); for (int i = 0; i < 16; i++) printf(" %.17g", a[i]); printf("\\n"); fflush(stdout); _exit(0); } wait(NULL); }`,
  );
  const main = `#include <unistd.h>\n#include <sys/wait.h>\nint main(void) {\n${lines.join('\n')}\n  return 0;\n}\n`;
  const { output, messages } = compileAndRun('c', `${kernels}\n${main}`, [
    '-std=gnu99',
    IS_DEEP ? '-O1' : '-O0',
    '-ffp-contract=off',
  ]);
  expect(output, messages).not.toBeNull();
  return (output ?? '')
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map((word) => rounded(Number(word))));
}

function byInterpreter(program: Program, name: string, run: number): number[] {
  const given = arguments_[run] ?? { x: 0, y: 0, n: 0 };
  const inputs = { x: [given.x], y: [given.y], n: [given.n], a: array(run) };
  const { outputs } = interpret(doubles, program, name, inputs);
  return [...(outputs[name] ?? []), ...(outputs.a ?? [])].map(Number);
}

/** Libraries differ in the last places of elementary functions. */
function rounded(x: number): number {
  return Number(x.toPrecision(12));
}

const count = draws(12, 300);

test('random programs are read back as they were printed', () => {
  for (const seed of seedsOf(count)) {
    const made = generateProgram(seed, { language: 'c', exits: 0.5, gotos: 0.5, routines: 4 });
    const { program, diagnostics } = parseC(printC(made.program, null).text);
    expect(diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
    expect(verify(program)).toEqual([]);
    const before = interpret(doubles, made.program, made.entry, made.inputs);
    const after = interpret(doubles, program, made.entry, made.inputs);
    expect(after.outputs, `seed ${seed}`).toEqual(before.outputs);
  }
});

test('what was read once prints as it was read', () => {
  for (const seed of seedsOf(count)) {
    const made = generateProgram(seed, { language: 'c', exits: 0.3, gotos: 0.3, routines: 3 });
    const once = printC(parseC(printC(made.program, null).text).program, null).text;
    expect(printC(parseC(once).program, null).text, `seed ${seed}`).toBe(once);
  }
});
