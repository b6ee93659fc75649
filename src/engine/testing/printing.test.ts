import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { printC } from '../backend/c';
import { printFortran } from '../backend/fortran';
import { printJavaScript } from '../backend/javascript';
import { itemAt } from '../base/lookup';
import { parseC } from '../frontend/c';
import { parseFortran } from '../frontend/fortran';
import type { Language, Program } from '../ir/types';
import { compile } from '../pipeline/compile/compile';
import { DEFAULT_OPTIONS } from '../pipeline/options';
import { computesInSingle, disagreement, inWords } from './compare';
import { type Compiled, compileAndRun, compilerFor, FLAGS, warnings } from './compilers';
import { compileTogether } from './compileTogether';
import { draws, seedsOf, some } from './draws';
import { cDriver, fortranDriver, printedKeys, readOutput, runJavaScript } from './drivers';
import { generatedAdjoint, generatedInputs } from './generated';
import { caseOf } from './oracles';
import { printed } from './printed';
import { generateProgram } from './random';
import { PROFILES } from './random/profile';
import { doubles } from './reference/double';
import { interpret } from './reference/interpret';

/*
 * Printed programs as others read them: the system's compilers, Node, our own front ends.
 */
/** Random programs for each of them. */
const count = draws(1, 10);
const LANGUAGES: readonly Language[] = ['c', 'fortran'];
/** What only the source is to blame for. */
const SOURCE_USES = /COMMON block|Equality comparison|Integer division|Unused dummy|zero times/;
const JUMPS = { exits: 0.7, gotos: 0.4, globals: 0.4, routines: 3, io: 0 };

function printedAs(form: Compiled, program: Program): string {
  return form === 'c' ? printC(program, null).text : printFortran(program, null, { form }).text;
}

/** What the reference leaves, by the keys that drivers print. */
function expected(program: Program, entry: string, inputs: Readonly<Record<string, readonly number[]>>) {
  const { outputs } = interpret(doubles, program, entry, inputs);
  return Object.fromEntries(
    printedKeys(program, entry, inputs).map(([key]) => [key, (outputs[key] ?? []).map((x) => x as number)]),
  );
}

const tolerance = (program: Program) => (computesInSingle(program) ? 1e-4 : 1e-11);

describe.each(['c', 'free', 'fixed'] as const)('%s', (form) => {
  test.skipIf(!compilerFor(form))('kernels compile without a warning', () => {
    for (const name of ['norm.c', 'choices.c', 'gather.f', 'stencil.f90']) {
      const suffix = { c: 'c', free: 'f90', fixed: 'f' }[form];
      const text = readFileSync(
        new URL(`../backend/golden/${name}.printed.${suffix}`, import.meta.url),
        'utf8',
      );
      const main = form === 'c' ? 'int main(void) { return 0; }\n' : '      end\n';
      const { messages, output } = compileAndRun(form, text + main);
      expect(warnings(messages, SOURCE_USES), name).toEqual([]);
      expect(output, messages).not.toBeNull();
    }
  });

  test.skipIf(!compilerFor(form)).each(LANGUAGES)(
    'random %s programs compute the same numbers',
    (language) => {
      const driver = form === 'c' ? cDriver : fortranDriver;
      const all = [...seedsOf(4 * count)].map((seed) => generateProgram(seed, { ...JUMPS, language }));
      const texts = all.map(
        ({ program, entry, inputs }) => printedAs(form, program) + driver(program, entry, inputs),
      );
      // Dead code of random programs may read beyond an array.
      const flags = [...FLAGS[form], '-Wno-array-bounds'];
      const built = compileTogether(form, texts, flags, (messages) => warnings(messages, SOURCE_USES));
      const wrong = built.flatMap(({ messages, output }, i) => {
        const { seed, program, entry, inputs } = itemAt(all, i);
        if (output === null || messages !== '') return [`${seed}: ${messages}`];
        const got = readOutput(output, printedKeys(program, entry, inputs));
        const off = disagreement(expected(program, entry, inputs), got, tolerance(program));
        return off ? [`${seed}: ${inWords(off)}`] : [];
      });
      expect(wrong).toEqual([]);
    },
  );
});

/** In Fortran: the sine of the negative of a negative whole number as a real. */
const NEGATED_TWICE = 1795424664003;

describe('JavaScript', () => {
  test.each(LANGUAGES)('random %s programs compute the same numbers', (language) => {
    for (const seed of [...seedsOf(4 * count), NEGATED_TWICE]) {
      const { program, entry, inputs } = generateProgram(seed, { ...JUMPS, language });
      const got = runJavaScript(printJavaScript(program, null).text, program, entry, inputs);
      const off = disagreement(expected(program, entry, inputs), got, tolerance(program));
      expect(off && `${seed}: ${inWords(off)}`).toBeNull();
    }
  });

  test.each(LANGUAGES)('so do adjoints of random %s programs', (language) => {
    for (const seed of seedsOf(count)) {
      const { program, entry, independents, dependents, inputs, seeds } = caseOf(
        generateProgram(seed, { language, io: 0 }),
      );
      const adjoint = generatedAdjoint(program, entry, independents, dependents, DEFAULT_OPTIONS);
      if (!adjoint) continue;
      const { given } = generatedInputs(program, entry, adjoint, inputs, seeds);
      const { text } = printJavaScript(adjoint.program, adjoint.entry);
      const got = runJavaScript(text, adjoint.program, adjoint.entry, given);
      const want = expected(adjoint.program, adjoint.entry, given);
      const off = disagreement(want, got, tolerance(adjoint.program));
      expect(off && `${seed}: ${inWords(off)}`).toBeNull();
    }
  });
});

/** What a program is after it was printed and read again: the same text, or nothing is stable. */
function readAgain(program: Program): { once: Program; text: string; again: string } {
  const { language } = program;
  const parse = language === 'c' ? parseC : parseFortran;
  const form: Compiled = language === 'c' ? 'c' : program.form;
  const once = parse(printedAs(form, program));
  expect(once.diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
  const text = printedAs(form, once.program);
  return { once: once.program, text, again: printedAs(form, parse(text).program) };
}

/** Each profile, in the deep tier in both languages, in the fast one in one of them in turn. */
const inTurn = PROFILES.map(([name, , profile], k) => ({ name, profile, languages: some(LANGUAGES, 1, k) }));

describe('print, parse, print', () => {
  describe.each(inTurn)('$name', ({ profile, languages }) => {
    test.each(languages)('is stable for %s', (language) => {
      for (const seed of seedsOf(draws(1, 50))) {
        const { text, again } = readAgain(generateProgram(seed, { ...profile, language }).program);
        expect(again, `${language} ${seed}`).toBe(text);
      }
    });
  });

  test.each([
    ['all of it', 'c', 117, 'a construct that ends a loop’s body, left to its end by gotos only'],
    ['all of it', 'c', 180, 'a loop at the end of the body of another, left from a third'],
    ['all of it', 'fortran', 124, 'statements behind a goto'],
    ['jumps', 'fortran', 239, 'EXIT of the innermost loop, and gotos to its end'],
    ['jumps', 'fortran', 1280, 'EXIT behind a label'],
    ['jumps', 'c', 1370, 'a jump over a jump that leaves a region'],
    ['jumps', 'c', 1594, 'a variable that is returned once what never runs is gone'],
  ] as const)('%s in %s, seed %i: %s', (name, language, seed, _) => {
    const profile = PROFILES.find(([each]) => each === name)?.[2];
    const { text, again } = readAgain(generateProgram(seed, { ...profile, language }).program);
    expect(again).toBe(text);
  });
});

/** The first line in which a text changes when it is read and printed again; null where none does. */
function changedLine(program: Program, target: Language, entry: string | null): string | null {
  const print = (given: Program, from: string | null) =>
    target === 'c' ? printC(given, from) : printFortran(given, from, { form: given.form });
  const { text, diagnostics } = print(program, entry);
  const read = target === 'c' ? parseC(text) : parseFortran(text);
  const [error] = [...diagnostics, ...read.diagnostics].filter((d) => d.severity === 'error');
  if (error) return error.message;
  // A module of functions goes by the routine that all is printed for.
  const lines = (printed: string) => printed.replaceAll(/(backsweep_functions)_\w+/g, '$1').split('\n');
  const [before, after] = [lines(text), lines(print(read.program, null).text)];
  const line = before.findIndex((each, i) => each !== after[i]);
  return line < 0 && before.length === after.length ? null : `${before[line]} became ${after[line]}`;
}

type What = 'primal' | 'adjoint' | 'tangent';
const WAYS = LANGUAGES.flatMap((target) =>
  (['primal', 'adjoint', 'tangent'] as const).map((what) => [what, target] as const),
);

/** In either language the primal, its adjoint or its tangent, in turn: in the deep tier all of them. */
const waysAt = (turn: number) => some(WAYS, 1, turn);

function changedLines(name: string, source: string, language: Language, ways = WAYS): string[] {
  const made = (what: What) => {
    const c = compile({ source, language, mode: what === 'tangent' ? what : 'adjoint' }, () => 0);
    if (what !== 'primal') return c[what];
    // What a main program reads is passed to it, as no text can say.
    const isPassed = c.source.routines.some((r) => r.kind === 'program' && r.parameters.length > 0);
    return isPassed ? null : { program: c.source, entry: null };
  };
  return ways.flatMap(([what, target]) => {
    const each = made(what);
    const changed = each && changedLine(each.program, target, each.entry);
    return changed ? [`${name} in ${target}, ${what}: ${changed}`] : [];
  });
}

describe('what is printed of a kernel reads as what it was, in both languages', () => {
  test.each([
    ['examples', new URL('../../examples/kernels/', import.meta.url), 15],
    ['kernels of the corpus in C', new URL('corpus/c/', import.meta.url), 50],
    ['kernels of the corpus in Fortran', new URL('corpus/fortran/', import.meta.url), 50],
  ])('%s, their adjoints and their tangents', (_, folder, least) => {
    const names = readdirSync(folder).filter((name) => /\.(c|f|f90)$/.test(name));
    expect(names.length).toBeGreaterThan(least);
    const changed = some(names, 8).flatMap((name, k) =>
      changedLines(
        name,
        readFileSync(new URL(name, folder), 'utf8'),
        name.endsWith('.c') ? 'c' : 'fortran',
        waysAt(k),
      ),
    );
    expect(changed).toEqual([]);
  });

  test('bounds in which one size counts more than once', () => {
    const source = readFileSync(new URL('corpus/c/realloc-append.c', import.meta.url), 'utf8');
    expect(changedLines('realloc-append.c', source, 'c')).toEqual([]);
  });

  describe.each(inTurn)('random programs, $name', ({ profile, languages }) => {
    test.each(languages)('in %s', (language) => {
      const changed: string[] = [];
      for (const seed of seedsOf(draws(1, 20))) {
        const { program } = generateProgram(seed, { ...profile, language });
        changed.push(...changedLines(`${seed}`, printed(program, language), language, waysAt(seed)));
      }
      expect(changed).toEqual([]);
    });
  });

  test.each([
    ['jumps', 'fortran', 1, 'a goto right before its label keeps its test'],
    ['jumps', 'fortran', 22, 'a test that ends the body of an endless loop'],
    ['all of it', 'c', 9, 'the next round of a loop that counts at the end of its body'],
    ['calls', 'fortran', 6, 'an argument that is only set is not set before'],
    ['calls', 'fortran', 35, 'a bound that is computed from constants'],
    ['calls', 'c', 2, 'a pointer to one value that nothing touches'],
    ['all of it', 'fortran', 50044, 'a return where the routine ends anyway'],
    ['all of it', 'c', 50052, 'a whole array of a module on the tape'],
    ['nested code', 'c', 50048, 'a quotient of constants in a product'],
    ['jumps', 'c', 60020, 'a limit with a constant already'],
    ['jumps', 'fortran', 38, 'a goto to the end of a loop, once what followed there is gone'],
    ['jumps', 'fortran', 300235, 'a bound that is computed once, in a case'],
    ['all of it', 'c', 300045, 'the next round of a loop around the one that is left'],
    ['all of it', 'fortran', 200079, 'a function that returns one local, as C says it'],
  ] as const)('%s in %s, seed %i: %s', (name, language, seed, _) => {
    const profile = PROFILES.find(([each]) => each === name)?.[2];
    const { program } = generateProgram(seed, { ...profile, language });
    expect(changedLines(`${seed}`, printed(program, language), language, some(WAYS, 2, seed))).toEqual([]);
  });
});
