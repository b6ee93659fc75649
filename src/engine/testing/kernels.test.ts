import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { printC } from '../backend/c';
import { printFortran } from '../backend/fortran';
import { printJavaScript } from '../backend/javascript';
import { itemAt } from '../base/lookup';
import { onceEach } from '../base/once';
import { parseC } from '../frontend/c';
import { parseFortran } from '../frontend/fortran';
import type { Language, Program } from '../ir/types';
import { disagreement, inWords } from './compare';
import { type Compiled, compilerFor, FLAGS, quickFlags } from './compilers';
import { compileTogether } from './compileTogether';
import { IS_DEEP, some } from './draws';
import { cDriver, fortranDriver, printedKeys, readOutput, runJavaScript } from './drivers';
import type { Values } from './reference';
import { doubles } from './reference/double';
import { interpret } from './reference/interpret';
import { verify } from './verify';

/*
 * The kernels that settle what C and Fortran mean (frontend/c/golden/semantics.c, frontend/fortran/kernels), printed in
 * every language: read again, run as JavaScript and compiled, they compute what they did.
 */
interface Kernel {
  readonly name: string;
  readonly program: Program;
  readonly entry: string;
  readonly inputs: Values;
}

const engine = new URL('../', import.meta.url);

function cKernels(): Kernel[] {
  const { program } = parseC(readFileSync(new URL('frontend/c/golden/semantics.c', engine), 'utf8'));
  const inputs = { x: [0.7], y: [1.2], n: [8], a: Array.from({ length: 16 }, (_, i) => 0.4 * i - 0.3) };
  return program.routines
    .filter(({ name }) => /^k\d+$/.test(name))
    .map(({ name }) => ({ name, program, entry: name, inputs }));
}

function fortranKernels(): Kernel[] {
  const folder = new URL('frontend/fortran/kernels/', engine);
  const inputs = { x: [0.7, 1.3, 0.4, 2.1, 1.7, 2.9], y: new Array(12).fill(0) };
  return readdirSync(folder).map((file) => {
    const { program } = parseFortran(readFileSync(new URL(file, folder), 'utf8'));
    return { name: file, program, entry: file.replace(/\..*$/, ''), inputs };
  });
}

/** What the reference leaves in the argument that is written, and as the result. */
function outputsOf({ program, entry, inputs }: Kernel): Record<string, number[]> {
  const { outputs } = interpret(doubles, program, entry, inputs);
  return Object.fromEntries(
    ['a', 'y', entry].flatMap((key) =>
      outputs[key] && !(key === 'y' && inputs.a) ? [[key, outputs[key].map((x) => x as number)]] : [],
    ),
  );
}

/** Drivers set globals as well, of one dimension at most. */
function ownNamesOnly({ program, entry, inputs }: Kernel): boolean {
  return printedKeys(program, entry, inputs).every(([key]) => key === entry || key in inputs);
}

const expectedOf = onceEach(outputsOf);

function differs(kernel: Kernel, got: Values): string | null {
  const off = disagreement(expectedOf(kernel), got, 1e-11);
  return off && inWords(off);
}

function printedAndRead(program: Program, to: Language): Program {
  const { text, diagnostics } =
    to === 'c' ? printC(program, null) : printFortran(program, null, { form: 'free' });
  const again = to === 'c' ? parseC(text) : parseFortran(text);
  expect([...diagnostics, ...again.diagnostics].filter((d) => d.severity === 'error')).toEqual([]);
  expect(verify(again.program)).toEqual([]);
  return again.program;
}

describe.each([
  ['c', cKernels()],
  ['fortran', fortranKernels()],
] as const)('kernels in %s', (language, kernels) => {
  const other = language === 'c' ? 'fortran' : 'c';

  test.each(['c', 'fortran'] as const)('compute the same printed as %s and read again', (to) => {
    const wrong: string[] = [];
    const again = onceEach((program: Program) => printedAndRead(program, to));
    for (const kernel of kernels) {
      const off = differs(kernel, outputsOf({ ...kernel, program: again(kernel.program) }));
      if (off) wrong.push(`${kernel.name}: ${off}`);
    }
    expect(wrong).toEqual([]);
  });

  test('compute the same in JavaScript', () => {
    const textOf = onceEach((program: Program) => printJavaScript(program, null).text);
    const wrong = kernels.filter(ownNamesOnly).flatMap((kernel) => {
      const text = textOf(kernel.program);
      const off = differs(kernel, runJavaScript(text, kernel.program, kernel.entry, kernel.inputs));
      return off ? [`${kernel.name}: ${off}`] : [];
    });
    expect(wrong).toEqual([]);
  });

  const forms: readonly Compiled[] = other === 'c' ? ['c', 'fixed'] : ['free'];
  test.for(forms)('compute the same compiled as %s', (form, { skip }) => {
    skip(!compilerFor(form), `no compiler for ${form} is installed`);
    // All of them run in JavaScript and are printed and read again; Fortran's compiler sees a share of those in one text of C.
    const own = some(kernels.filter(ownNamesOnly), 12);
    const inC = onceEach((program: Program) => printC(program, null).text);
    const texts = own.map(({ program, entry, inputs }) =>
      form === 'c'
        ? inC(program) + cDriver(program, entry, inputs)
        : printFortran(program, entry, { form }).text + fortranDriver(program, entry, inputs),
    );
    const flags = IS_DEEP ? FLAGS[form] : quickFlags(form);
    const wrong = compileTogether(form, texts, [...flags, '-w']).flatMap(({ messages, output }, i) => {
      const kernel = itemAt(own, i);
      const { name, program, entry, inputs } = kernel;
      const off =
        output === null ? messages : differs(kernel, readOutput(output, printedKeys(program, entry, inputs)));
      return off ? [`${name}: ${off}`] : [];
    });
    expect(wrong).toEqual([]);
  });
});
