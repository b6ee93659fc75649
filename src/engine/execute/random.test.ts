import { describe, expect, test } from 'vitest';
import { locationKey, routineOf } from '../ir/names';
import type { Program, VariableId } from '../ir/types';
import { DEFAULT_OPTIONS, type Options } from '../pipeline/options';
import { DOUBLE, disagreement, inWords, SINGLE } from '../testing/compare';
import { draws, seedsOf } from '../testing/draws';
import { generatedAdjoint } from '../testing/generated';
import { generateProgram } from '../testing/random';
import { realPlaces, referenceGradient, type Values } from '../testing/reference';
import { givenTo, makeUnit, runUnit } from './derivatives';
import { defaultHost } from './host';

import { interpret } from './interpreter';
import { DEFAULT_LIMITS } from './outcome';
import { executeRun } from './run';
import { bindPorts, portsOf, portValues } from './runnable';

/*
 * Generated adjoints of random programs: WebAssembly against dual numbers of the reference, and against the interpreter,
 * which must push as many entries.
 */
const host = defaultHost();

function idsOf(program: Program, entry: string, keys: readonly string[]): VariableId[] {
  const index = program.routines.indexOf(routineOf(program, entry));
  return program.variables
    .filter((v) => (v.owner === null || v.owner === index) && keys.includes(locationKey(program, v.id)))
    .map((v) => v.id);
}

const styles: Partial<Options>[] = [
  {},
  { reversal: 'statements', record: 'all' },
  { merge: false, activity: false },
];

const count = draws(5, 80);

describe.each(['c', 'fortran'] as const)('adjoints of random programs, %s', (language) => {
  test.each(styles)('%o', (style) => {
    let compared = 0;
    for (const seed of seedsOf(count)) {
      const drawn = generateProgram(seed, { language, exits: 0.4, gotos: 0.2 });
      const { entry, inputs } = drawn;
      const primal = { program: drawn.program, entry };
      // Only what the program names has a place in a run.
      const { result } = routineOf(drawn.program, entry);
      const named = new Set(portsOf(primal, primal).map(({ key }) => key));
      if (result !== null) named.add(locationKey(drawn.program, result));
      const all = realPlaces(drawn.program, entry);
      const places = {
        inputs: all.inputs.filter((key) => named.has(key)),
        outputs: all.outputs.filter((key) => named.has(key)),
      };
      const seeds: Values = Object.fromEntries(
        places.outputs.map((key) => [key, (inputs[key] ?? [0]).map((_, i) => 1 + (i % 2))]),
      );
      const expected = referenceGradient(drawn.program, entry, inputs, places.inputs, seeds);
      const options = { ...DEFAULT_OPTIONS, ...style };
      const made = generatedAdjoint(drawn.program, entry, places.inputs, places.outputs, options);
      if (!made) throw new Error(`seed ${seed} has no adjoint`);
      const execution = executeRun({
        mode: 'adjoint',
        source: drawn.program,
        primal,
        adjoint: made,
        tangent: null,
        generated: made,
        independents: idsOf(drawn.program, entry, places.inputs),
        dependents: idsOf(drawn.program, entry, places.outputs),
        inputs,
        seeds,
        host,
      });
      const errors = execution.diagnostics.filter((d) => d.severity === 'error');
      expect(errors, `seed ${seed}`).toEqual([]);
      expect(interpretedTape(primal, made, inputs, seeds), `seed ${seed}`).toEqual({
        values: execution.tape.values,
        controls: execution.tape.controls,
      });
      if (expected.doubts.close > 0) continue;
      compared++;
      const single = drawn.program.variables.some((v) => v.type === 'f32');
      const worst = disagreement(expected.gradient, execution.derivatives, single ? SINGLE : DOUBLE);
      const message = /^(kink|ill-conditioned)$/.test(execution.check.verdict)
        ? null
        : worst && inWords(worst);
      expect(message, `seed ${seed}`).toBeNull();
    }
    expect(compared).toBeGreaterThan(count / 2);
  });
});

/** Entries that the interpreter pushes; on the way, its adjoints must be those of WebAssembly. */
function interpretedTape(
  primal: { program: Program; entry: string },
  made: { program: Program; entry: string },
  inputs: Values,
  seeds: Values,
) {
  const unit = makeUnit(host, primal, made, false);
  const input = bindPorts(made.entry, unit.ports, (port) => givenTo(port, { inputs, seeds }));
  const seen = interpret(made.program, input, { now: host.now, limits: DEFAULT_LIMITS });
  const ran = runUnit(unit, { inputs, seeds }, DEFAULT_LIMITS);
  expect(seen.trap).toBeNull();
  for (const port of unit.ports) {
    if (port.holds === 'primal') continue;
    const single = port.v.type === 'f32';
    const worst = disagreement(
      { x: portValues(seen, port) },
      { x: portValues(ran, port) },
      single ? SINGLE : DOUBLE,
    );
    expect(worst && `${port.v.name}: ${inWords(worst)}`).toBeNull();
  }
  const controls = new Set<number>();
  for (const routine of made.program.routines)
    JSON.stringify(routine.body, (_, s) => {
      if (s?.kind === 'pushControl') controls.add(s.recording);
      return s;
    });
  let [values, control] = [0, 0];
  for (const [recording, count] of seen.pushes) {
    if (controls.has(recording)) control += count;
    else values += count;
  }
  return { values, controls: control };
}
