import { describe, expect, test } from 'vitest';
import { parseInput } from '../../app/store/playground';
import { EXAMPLES } from '../../examples';
import { breakIt, differentiate, execute } from '../index';
import { locationKey } from '../ir/names';
import { compileAndRun, compilerFor } from '../testing/compilers';
import { cDriver, printedKeys, readOutput } from '../testing/drivers';
import { generatedInputs } from '../testing/generated';
import { compile } from './compile';
import type { ExecuteRequest, Recording, Span } from './results';

/*
 * Every break-it of every example, held against what anyone can do by hand: delete the lines of the PUSH and of the POP
 * from the emitted C, compile it with gcc, and run it.
 */

const TOLERANCE = 1e-12;

/** The text without the lines of these ranges. */
function withoutLines(text: string, spans: readonly Span[]): string {
  let rest = text;
  for (const { start } of spans.toSorted((a, b) => b.start - a.start)) {
    const from = rest.lastIndexOf('\n', start) + 1;
    rest = rest.slice(0, from) + rest.slice(rest.indexOf('\n', start) + 1);
  }
  return rest;
}

function valuesOf({ kind }: Recording): boolean {
  return kind === 'value';
}

describe.skipIf(!compilerFor('c')).each(EXAMPLES.map((example) => [example.id, example] as const))(
  '%s',
  (_, example) => {
    const { language, source } = example;
    const request: ExecuteRequest = {
      language,
      source,
      target: 'c',
      inputs: Object.fromEntries(
        Object.entries(example.inputs).map(([key, text]) => [key, parseInput(text) ?? 0]),
      ),
      ...(example.independents ? { independents: example.independents } : {}),
      ...(example.dependents ? { dependents: example.dependents } : {}),
    };
    const d = differentiate(request);
    const c = compile(request, () => 0);

    /** The gradient that a text of the adjoint gives under gcc. */
    function gradientOf(text: string): Record<string, number[]> {
      if (!c.adjoint || !c.routine || !c.interface) throw new Error('no adjoint');
      const { program, entry } = c.adjoint;
      const { inputs } = execute(request);
      const seeds = Object.fromEntries(
        c.interface.dependents.map((id) => {
          const key = locationKey(c.program, id);
          return [key, (inputs[key] ?? [0]).map(() => 1)];
        }),
      );
      const { given, names } = generatedInputs(c.program, c.routine.name, c.adjoint, inputs, seeds);
      const built = compileAndRun('c', `${text}\n${cDriver(program, entry, given)}`, [
        '-std=c99',
        '-O1',
        '-ffp-contract=off',
      ]);
      expect(built.messages).not.toMatch(/error:/);
      const out = readOutput(built.output ?? '', printedKeys(program, entry, given));
      return Object.fromEntries(
        c.interface.independents.map((id) => {
          const key = locationKey(c.program, id);
          return [key, out[names.get(key) ?? ''] ?? (inputs[key] ?? [0]).map(() => 0)];
        }),
      );
    }

    test('the emitted C has the gradient that the page shows', { timeout: 60_000 }, () => {
      const { derivatives } = execute(request);
      const compiled = gradientOf(d.code.text);
      for (const [name, values] of Object.entries(derivatives))
        values.forEach((value, i) => {
          expect(Math.abs((compiled[name]?.[i] ?? Number.NaN) - value)).toBeLessThanOrEqual(
            TOLERANCE * Math.max(Math.abs(value), 1e-3),
          );
        });
    });

    test.each(d.recordings.filter(valuesOf).map((r) => [`${r.text} of ${r.statement}`, r] as const))(
      'without %s',
      (_, recording) => {
        const broken = breakIt(request, recording.key);
        expect([broken.ok, broken.refused]).toEqual([true, '']);
        // It is seen, or it is said why this run did not need it.
        expect(broken.effect === 'changed' || broken.effect === 'failed' || broken.reason !== '').toBe(true);
        if (broken.effect === 'failed') return;
        const deleted = gradientOf(withoutLines(d.code.text, [...recording.push, ...recording.pop]));
        for (const { name, index, broken: said } of broken.components) {
          const seen = deleted[name]?.[index] ?? Number.NaN;
          const size = Math.max(Math.abs(said), Math.abs(seen), 1e-300);
          expect([name, index, Math.abs(seen - said) / size < TOLERANCE || Object.is(seen, said)]).toEqual([
            name,
            index,
            true,
          ]);
        }
      },
      60_000,
    );
  },
);
