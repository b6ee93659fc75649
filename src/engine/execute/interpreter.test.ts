import { describe, expect, test } from 'vitest';
import { isReal } from '../ir/build';
import { locationKey, routineOf, variableOf } from '../ir/names';
import type { Program } from '../ir/types';
import { DOUBLE, disagreement, inWords, SINGLE } from '../testing/compare';
import { draws, seedsOf } from '../testing/draws';
import { generateProgram } from '../testing/random';
import { realPlaces, referenceGradient } from '../testing/reference';
import { defaultHost } from './host';
import { bindByKey, globalsOf, type Values, valuesByKey } from './inputs/binding';
import { type InterpretOutcome, interpret } from './interpreter';
import { createMachine } from './machine';
import { addPart, noCost, partTable } from './observe/operations';
import { DEFAULT_LIMITS } from './outcome';

const host = defaultHost();
const count = draws(15, 300);
const options = { now: host.now, limits: DEFAULT_LIMITS };

function draw(seed: number, language: 'c' | 'fortran') {
  return generateProgram(seed, { language, gotos: 0.3, exits: 0.5, routines: 3 });
}
function tolerance(program: Program): number {
  return program.variables.some((v) => v.type === 'f32') ? SINGLE : DOUBLE;
}

describe.each(['c', 'fortran'] as const)('random programs, %s', (language) => {
  test('the interpreter and WebAssembly agree, in values, steps and counts', () => {
    for (const seed of seedsOf(count)) {
      const { program, entry, inputs } = draw(seed, language);
      const input = bindByKey(program, entry, inputs);
      const seen = interpret(program, input, options);
      const ran = createMachine(host, program, { counters: true });
      const outcome = ran.run(input, DEFAULT_LIMITS);
      expect([seen.trap, outcome.trap], `seed ${seed}`).toEqual([null, null]);
      const got = valuesByKey(program, entry, outcome);
      const worst = disagreement(valuesByKey(program, entry, seen), got, tolerance(program));
      expect(worst && inWords(worst), `seed ${seed}`).toBeNull();
      expect(seen.uninitialised, `seed ${seed}`).toEqual([]);
      expect(seen.steps, `seed ${seed}`).toBe(outcome.steps);
      const table = partTable(program);
      const byWasm = noCost();
      ran.module.points.forEach((point, i) => {
        for (const part of point.parts) addPart(byWasm, table, part, outcome.counts[i] ?? 0);
      });
      const byInterpreter = noCost();
      seen.parts.forEach((part, i) => {
        addPart(byInterpreter, table, part, seen.counts[i] ?? 0);
      });
      expect(byWasm, `seed ${seed}`).toEqual(byInterpreter);
    }
  });

  test('dual numbers give the derivatives of the reference', () => {
    let compared = 0;
    for (const seed of seedsOf(count)) {
      const { program, entry, inputs } = draw(seed, language);
      const places = realPlaces(program, entry);
      const known = namedKeys(program, entry);
      const from = places.inputs.filter((key) => known.has(key));
      const to = places.outputs.filter((key) => known.has(key));
      const ones: Values = Object.fromEntries(to.map((key) => [key, (inputs[key] ?? [0]).map(() => 1)]));
      const expected = referenceGradient(program, entry, inputs, from, ones);
      if (expected.doubts.kinks > 0 || expected.doubts.close > 0) continue;
      compared++;
      const directions = Object.fromEntries(
        from.map((key) => [key, (inputs[key] ?? []).map((_, i) => 1 + (i % 3))]),
      );
      const wanted = sum(expected.gradient, directions);
      const dots = bindByKey(program, entry, directions);
      const outcome = interpret(program, bindByKey(program, entry, inputs), { ...options, dots });
      expect(outcome.uninitialised, `seed ${seed}`).toEqual([]);
      const got = sum(dotsByKey(program, entry, outcome), ones);
      const scale = Math.max(Math.abs(wanted), 1e-3 * sum(absolute(expected.gradient), directions), 1e-300);
      expect(Math.abs(got - wanted) / scale, `seed ${seed}`).toBeLessThan(tolerance(program) * 10);
    }
    expect(compared).toBeGreaterThan(count / 3);
  });
});

/** Globals that no routine mentions are none of the run's. */
function namedKeys(program: Program, entry: string): Set<string> {
  const routine = routineOf(program, entry);
  const ids = [...routine.parameters, ...globalsOf(program, routine)];
  if (routine.result !== null) ids.push(routine.result);
  return new Set(ids.map((id) => locationKey(program, id)));
}

function absolute(values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([key, list]) => [key, list.map(Math.abs)]));
}

function sum(a: Values, b: Values): number {
  let total = 0;
  for (const [key, values] of Object.entries(a))
    values.forEach((x, i) => {
      total += x * (b[key]?.[i] ?? 0);
    });
  return total;
}

function dotsByKey(program: Program, entry: string, outcome: InterpretOutcome): Values {
  const routine = routineOf(program, entry);
  const found: Record<string, readonly number[]> = {};
  routine.parameters.forEach((id, i) => {
    const v = variableOf(program, id);
    if (isReal(v.type) && (v.shape || v.passing === 'reference'))
      found[locationKey(program, id)] = outcome.dots.arguments[i] ?? [];
  });
  for (const [id, dots] of outcome.dots.globals) found[locationKey(program, id)] = dots;
  if (routine.result !== null) found[locationKey(program, routine.result)] = [outcome.dots.result];
  return found;
}
