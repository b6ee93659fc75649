import { expect, test } from 'vitest';
import { itemAt } from '../base/lookup';
import { portsOf } from '../execute/runnable';
import { isReal } from '../ir/build';
import { locationKey } from '../ir/names';
import type { Program } from '../ir/types';
import { compile } from '../pipeline/compile/compile';
import { printTarget } from '../pipeline/compile/printTarget';
import type { Mode, Target } from '../pipeline/options';
import { disagreement, inWords } from './compare';
import { type Compiled, compilerFor, quickFlags } from './compilers';
import { compileTogether } from './compileTogether';
import { draws, seedsOf } from './draws';
import { cDriver, fortranDriver, printedKeys, readOutput, runJavaScript } from './drivers';
import { type Case, caseOf, requestOf } from './oracles';
import { randomFrom } from './prng';
import { generateProgram } from './random';
import { PROFILES } from './random/profile';
import { realPlaces, type Values } from './reference';
import { type Doubts, type Dual, duals } from './reference/dual';
import { interpret, ReferenceFault } from './reference/interpret';
import { type Nested, NoRule, nested } from './reference/nested';
import { noisy } from './reference/noise';
import type { Numbers } from './reference/numbers';
import { optionsFor } from './written/judge';

/*
 * Several directions at once against dual numbers, and the tangent of the adjoint against dual numbers over dual numbers: random
 * programs, differentiated and printed in each language, run by it, and compared component by component.
 */
const DIRECTIONS = 3;
type Beside = Extract<Mode, 'vector-tangent' | 'tangent-over-adjoint'>;

/** Expected values by `holds key`. */
type Expected = Readonly<Record<string, readonly number[]>>;

/** By independent, direction by direction, element by element. */
function directionsOf(c: Case): Record<string, number[][]> {
  const random = randomFrom(c.source.length);
  return Object.fromEntries(
    c.independents.map((key) => [
      key,
      Array.from({ length: DIRECTIONS }, () => (c.inputs[key] ?? []).map(() => random.decimal(0.25, 1))),
    ]),
  );
}

/** Numbers at the end of a run, with derivatives put in by `given`. */
function reference<T extends object>(
  c: Case,
  numbers: Numbers<T>,
  given: (key: string, i: number, v: number) => T,
): Readonly<Record<string, readonly (T | number | undefined)[]>> {
  const { types } = realPlaces(c.program, c.entry);
  const inputs = Object.fromEntries(
    Object.entries(c.inputs).map(([key, values]) => [
      key,
      values.map((v, i) => (isReal(types.get(key) ?? 'i32') ? given(key, i, v) : v)),
    ]),
  );
  return interpret(numbers, c.program, c.entry, inputs).outputs;
}

type Arithmetic = (doubts: Doubts) => Numbers<Dual>;

function tangentsExpected(c: Case, arithmetic: Arithmetic, doubts: Doubts): Expected {
  const directions = directionsOf(c);
  const ends = reference(c, arithmetic(doubts), (key, i, v) => {
    const rows = directions[key];
    return { v, d: rows ? Float64Array.from(rows, (row) => itemAt(row, i)) : null };
  });
  return Object.fromEntries(
    c.dependents.map((key) => [
      `tangent ${key}`,
      (ends[key] ?? []).flatMap((end) => {
        const d = typeof end === 'object' ? end.d : null;
        return Array.from({ length: DIRECTIONS }, (_, k) => d?.[k] ?? 0);
      }),
    ]),
  );
}

/** The gradient, and its derivative along the first direction. */
function productExpected(c: Case, arithmetic: Arithmetic, doubts: Doubts): Expected {
  const directions = directionsOf(c);
  const places = new Map<string, number>();
  for (const key of c.independents)
    (c.inputs[key] ?? []).forEach((_, i) => {
      places.set(`${key} ${i}`, places.size);
    });
  const ends = reference<Nested<Dual>>(c, nested(arithmetic(doubts)), (key, i, v) => {
    const place = places.get(`${key} ${i}`);
    if (place === undefined) return { v: { v, d: null }, d: null };
    const d = new Float64Array(places.size);
    d[place] = 1;
    return { v: { v, d }, d: { v: itemAt(itemAt(directions[key] ?? [], 0), i), d: null } };
  });
  const sums = { adjoint: new Float64Array(places.size), second: new Float64Array(places.size) };
  for (const key of c.dependents)
    (ends[key] ?? []).forEach((end, i) => {
      if (typeof end !== 'object') return;
      const seed = c.seeds[key]?.[i] ?? 0;
      for (let k = 0; k < places.size; k++) {
        sums.adjoint[k] = (sums.adjoint[k] as number) + seed * (end.v.d?.[k] ?? 0);
        sums.second[k] = (sums.second[k] as number) + seed * (end.d?.d?.[k] ?? 0);
      }
    });
  return Object.fromEntries(
    c.independents.flatMap((key) =>
      (['adjoint', 'second'] as const).map((holds) => [
        `${holds} ${key}`,
        (c.inputs[key] ?? []).map((_, i) => sums[holds][places.get(`${key} ${i}`) as number] as number),
      ]),
    ),
  );
}

/** Null where a kink is near, where rounding moves the reference too far, or where it has no rule for a function. */
function expectedOf(c: Case, mode: Beside): Expected | null {
  const evaluate = mode === 'vector-tangent' ? tangentsExpected : productExpected;
  const doubts: Doubts = { kinks: 0, close: 0 };
  const random = randomFrom(7);
  try {
    const expected = evaluate(c, duals, doubts);
    if (doubts.kinks + doubts.close > 0) return null;
    for (let draw = 0; draw < 2; draw++) {
      const moved = evaluate(c, (d) => noisy(duals(d), random), { kinks: 0, close: 0 });
      if (disagreement(expected, moved, c.tolerance)) return null;
    }
    return expected;
  } catch (error) {
    if (error instanceof NoRule || error instanceof ReferenceFault) return null;
    throw error;
  }
}

interface Made {
  readonly name: string;
  readonly program: Program;
  readonly entry: string;
  readonly text: string;
  readonly given: Values;
  /** By the generated program's key, what is compared under which name. */
  readonly names: ReadonlyMap<string, string>;
  readonly expected: Expected;
  readonly tolerance: number;
}

/** None where it is refused with a reason, or where the reference has nothing to say. */
function madeOf(seed: number, mode: Beside, target: Target): Made[] {
  const [, , profile] = randomFrom(seed).pick(PROFILES);
  const c = caseOf(generateProgram(seed, { ...profile, language: seed % 2 === 0 ? 'c' : 'fortran' }));
  if (c.dependents.length === 0 || c.independents.length === 0) return [];
  const made = compile({ ...requestOf(c, optionsFor(seed)), mode, target }, () => 0, false);
  const diagnostics = [...made.diagnostics];
  const isRefused = () => diagnostics.some(({ severity }) => severity === 'error');
  const code = isRefused() ? null : printTarget(made, diagnostics);
  const { generated, routine } = made;
  if (isRefused() || !code || !generated || !routine) return [];
  const expected = expectedOf(c, mode);
  if (expected === null) return [];
  const { program, entry } = generated;
  const directions = directionsOf(c);
  const given: Record<string, readonly number[]> = {};
  const names = new Map<string, string>();
  for (const port of portsOf({ program: made.program, entry: routine.name }, generated)) {
    const { id, v, key, holds, position } = port;
    const at = position === null ? (v.storage?.key ?? v.name) : locationKey(program, id);
    const values = c.inputs[key] ?? [0];
    const rows = directions[key];
    const width = mode === 'vector-tangent' ? DIRECTIONS : 1;
    const along = values.flatMap((_, i) => Array.from({ length: width }, (_, k) => rows?.[k]?.[i] ?? 0));
    given[at] = {
      primal: values,
      adjoint: c.seeds[key] ?? values.map(() => 0),
      tangent: along,
      second: values.map(() => 0),
      count: [DIRECTIONS],
    }[holds];
    if (expected[`${holds} ${key}`]) names.set(at, `${holds} ${key}`);
  }
  return [
    { name: `seed ${seed}`, program, entry, text: code.text, given, names, expected, tolerance: c.tolerance },
  ];
}

/** What is to be said against the numbers that came out. */
function complaint({ name, names, expected, tolerance }: Made, output: Values): string[] {
  const got = Object.fromEntries(
    Object.entries(output).flatMap(([key, values]) => {
      const as = names.get(key);
      return as === undefined ? [] : [[as, values]];
    }),
  );
  // What the program does not name has no derivative, or keeps the one that it was given.
  const named = Object.fromEntries(Object.entries(expected).filter(([key]) => got[key]));
  const off = disagreement(named, got, tolerance);
  return off ? [`${name}: ${inWords(off)}`] : [];
}

/** From the programs drawn, and from more where none of those has anything to compare, so that the tests of `mode` say something. */
function drawn(mode: Beside, target: Target): Made[] {
  const made: Made[] = [];
  let next = 0;
  for (const seed of seedsOf(draws(2, 200))) {
    made.push(...madeOf(seed, mode, target));
    next = seed + 1;
  }
  for (const end = next + 50; made.length === 0 && next < end; next++)
    made.push(...madeOf(next, mode, target));
  return made;
}

const MODES: readonly Beside[] = ['vector-tangent', 'tangent-over-adjoint'];

test.each(MODES)(
  '%s in JavaScript',
  (mode) => {
    const made = drawn(mode, 'javascript');
    const wrong = made.flatMap((each) =>
      complaint(each, runJavaScript(each.text, each.program, each.entry, each.given)),
    );
    expect(wrong).toEqual([]);
    expect(made.length).toBeGreaterThan(0);
  },
  600_000,
);

test.each(MODES.flatMap((mode) => (['c', 'fortran'] as const).map((target) => [mode, target] as const)))(
  '%s in %s',
  (mode, target) => {
    if (!compilerFor(target === 'c' ? 'c' : 'free')) return;
    const made = drawn(mode, target);
    const forms: readonly Compiled[] = target === 'c' ? ['c'] : ['free', 'fixed'];
    const wrong = forms.flatMap((form) => {
      const those = made.filter(({ program }) => target === 'c' || program.form === form);
      const texts = those.map(({ text, program, entry, given }) => {
        const driver =
          target === 'c' ? cDriver(program, entry, given, text) : fortranDriver(program, entry, given);
        return `${text}\n${driver}`;
      });
      return compileTogether(form, texts, [...quickFlags(form), '-w']).flatMap(({ messages, output }, i) => {
        const each = itemAt(those, i);
        if (output === null) return [`${each.name}: ${messages}`];
        return complaint(each, readOutput(output, printedKeys(each.program, each.entry, each.given)));
      });
    });
    expect(wrong).toEqual([]);
    expect(made.length).toBeGreaterThan(0);
  },
  600_000,
);
