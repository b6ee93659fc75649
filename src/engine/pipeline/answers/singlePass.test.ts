import { describe, expect, test } from 'vitest';
import { differentiate, execute, runSinglePass, singlePass } from '../../index';
import { draws, seedsOf } from '../../testing/draws';
import { randomFrom } from '../../testing/prng';
import { generateSinglePassProgram } from '../../testing/singlePassPrograms';
import { AS_IN_ONE_PASS } from './singlePass';

const C = { language: 'c' } as const;
const CASE = 'if (x<y) {\n x=x*y;\n while (y<x) {\n x=sin(x*y);\n }\n}';
const NUMBERINGS = ['grammar', 'implementation'] as const;

describe("runs of the papers' programs", () => {
  test('[SPG] 3', () => {
    const run = runSinglePass({ ...C, source: 'if(y<x){y=1;} y=y*sin(x);', inputs: { x: 0.7, y: 0.2 } });
    expect(run.tape.values).toBe(7);
    expect(run.order).toEqual([2, 1]);
    expect(run.outputs.y?.[0]).toBeCloseTo(0.644217687237691, 15);
    expect(run.derivatives.x?.[0]).toBeCloseTo(0.7648421872844885, 15);
    expect(run.derivatives.y?.[0]).toBe(0);
    expect(run.check.verdict).toBe('passed');
  });

  test.each(NUMBERINGS)('[SPG] 4, in the numbering of the %s', (numbering) => {
    const run = runSinglePass({ ...C, source: CASE, inputs: { x: -5, y: -0.5 } }, { numbering });
    expect([run.tape.values, run.tape.controls]).toEqual([9, 2]);
    expect(run.order).toEqual([2, 1]);
    expect(run.outputs.x?.[0]).toBeCloseTo(-0.9489846194, 10);
    expect(run.derivatives).toEqual({
      x: [expect.closeTo(0.0788305904, 8)],
      y: [expect.closeTo(1.5766118111, 8)],
    });
  });
});

const PROGRAMS = draws(40, 5_000);

test("random programs have the main engine's gradient, values on the stack and signature", () => {
  const failures: string[] = [];
  let compared = 0;
  for (const seed of seedsOf(PROGRAMS)) {
    const { source, inputs } = generateSinglePassProgram(randomFrom(seed));
    const request = { ...C, source, inputs };
    const numbering = seed % 2 === 0 ? 'grammar' : 'implementation';
    const main = execute(request);
    const own = runSinglePass(request, { numbering });
    // Every fourth: what is alike only without analyses.
    const details = () =>
      unlikeTape(execute({ ...request, options: AS_IN_ONE_PASS }), own) ?? unlikeHead(source);
    if (main.diagnostics.some(({ code }) => code === 'own-values')) {
      expect(own.ok).toBe(false);
      continue;
    }
    const why = unlike(main, own) ?? (seed % 4 < 2 ? details() : null);
    if (why) failures.push(`${seed}, ${numbering}: ${why}\n${source}\n${JSON.stringify(inputs)}`);
    else if (main.ok && Object.values(main.derivatives).flat().every(Number.isFinite)) compared++;
  }
  console.log(`${compared} of ${PROGRAMS} runs compared`);
  expect(failures.slice(0, 5).join('\n\n')).toBe('');
  expect(compared).toBeGreaterThan(0.6 * PROGRAMS);
}, 600_000);

type Run = ReturnType<typeof execute>;

function unlike(main: Run, own: Run): string | null {
  if (main.ok !== own.ok)
    return `${main.ok} and ${own.ok}: ${JSON.stringify([main.diagnostics, own.diagnostics])}`;
  // Without activity, 0 times what is not finite is not a number.
  const all = [main, own].flatMap(({ derivatives }) => Object.values(derivatives).flat());
  if (!all.every(Number.isFinite)) return null;
  const largest = Math.max(1, ...Object.values(main.derivatives).flat().map(Math.abs));
  for (const [name, [expected = 0]] of Object.entries(main.derivatives)) {
    const [found = 0] = own.derivatives[name] ?? [Number.NaN];
    if (!(Math.abs(expected - found) <= 1e-12 * largest)) return `d ${name}: ${expected} and ${found}`;
  }
  return JSON.stringify(main.outputs) === JSON.stringify(own.outputs) ? null : 'outputs differ';
}

/** Same values on the value stack; on the control stack, one entry less: no 0 is pushed in front. */
function unlikeTape(alike: Run, own: Run): string | null {
  const found = [own.tape.values, own.tape.controls + (alike.tape.controls > 0 ? 1 : 0)];
  const wanted = [alike.tape.values, alike.tape.controls];
  return found.join() === wanted.join() ? null : `tape of ${found.join()} and ${wanted.join()}`;
}

function unlikeHead(source: string): string | null {
  const head = (text: string) => {
    const [, name = '', parameters = ''] = /void (\w+_b)\(([^)]*)\)/.exec(text) ?? [];
    return `${name} ${parameters.split(',').map((each) => each.replace(/\w+$/, '').replaceAll(/\s+/g, ''))}`;
  };
  const own = head(singlePass({ ...C, source }).code.text);
  const main = head(differentiate({ ...C, source, options: { activity: false } }).code.text);
  return own === main ? null : `signatures ${own} and ${main}`;
}
