import { describe, expect, test } from 'vitest';
import { itemAt } from '../../base/lookup';
import { differentiate, execute, runSinglePass, singlePass } from '../../index';
import { compileInOnePass } from '../../singlepass';
import { disagreement, inWords } from '../../testing/compare';
import { compilerFor, quickFlags } from '../../testing/compilers';
import { compileTogether } from '../../testing/compileTogether';
import { draws, seedsOf, tellsShares } from '../../testing/draws';
import { randomFrom } from '../../testing/prng';
import { generateSinglePassProgram } from '../../testing/singlePassPrograms';
import { certifyRequest } from '../certificate/certify';
import type { Certificate, ExecuteRequest, ParseVertex } from '../results';
import { AS_IN_ONE_PASS, inOnePass, readBack } from './singlePass';

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

/** The exact check of the main engine's adjoint, and of both numberings of the single pass, over a field, on the path of the inputs. */
function certifySinglePass(request: ExecuteRequest): Certificate {
  return certifyRequest(request, 1, {
    witnesses: (c) =>
      NUMBERINGS.flatMap((language) => {
        const made = inOnePass(request, { numbering: language });
        const derivative = made.ok && c.routine ? readBack(c, c.routine, made) : null;
        return derivative ? [{ language, derivative }] : [];
      }),
  });
}

/** About a fifth of them end in values that are not finite, of which the certificate says nothing: 5,000 are judged. */
const PROGRAMS = draws(6, 6_600);

test("random programs have the main engine's gradient, exactly, in both numberings", () => {
  const failures: string[] = [];
  let compared = 0;
  for (const seed of seedsOf(PROGRAMS)) {
    const request = requestOf(seed);
    const { ok, verdict, note, diagnostics } = certifySinglePass(request);
    const isOwn = diagnostics.some(({ code }) => code === 'own-values');
    if (isOwn && !runSinglePass(request).ok) continue;
    const isWitnessed = /printed in .* in grammar and in implementation;/.test(note);
    if (ok && verdict === 'exact' && isWitnessed) compared++;
    else if (verdict !== 'not-applicable') failures.push(`${seed}: ${note}\n${request.source}`);
  }
  expect(failures.slice(0, 5).join('\n\n')).toBe('');
  if (tellsShares(PROGRAMS)) expect(compared).toBeGreaterThan(0.6 * PROGRAMS);
});

const RUNS = draws(5, 1_000);

test("random programs have the main engine's outputs, values on the stack and signature", () => {
  const failures: string[] = [];
  let compared = 0;
  for (const seed of seedsOf(RUNS)) {
    const request = requestOf(seed);
    const alike = execute({ ...request, options: AS_IN_ONE_PASS });
    const own = runSinglePass(request, { numbering: itemAt(NUMBERINGS, seed % 2) });
    if (alike.diagnostics.some(({ code }) => code === 'own-values')) {
      expect(own.ok).toBe(false);
      continue;
    }
    const why = unlike(alike, own, request.source) ?? unlikeHead(request.source);
    if (why) failures.push(`${seed}: ${why}\n${request.source}\n${JSON.stringify(request.inputs)}`);
    else if (own.ok) compared++;
  }
  expect(failures.slice(0, 5).join('\n\n')).toBe('');
  expect(compared).toBeGreaterThan(0.6 * RUNS);
});

function requestOf(seed: number) {
  return { ...C, ...generateSinglePassProgram(randomFrom(seed)) };
}

type Run = ReturnType<typeof execute>;

/** Same values on the value stack; on the control stack, one entry less: no 0 is pushed in front. */
function unlike(alike: Run, own: Run, source: string): string | null {
  if (alike.ok !== own.ok)
    return `${alike.ok} and ${own.ok}: ${JSON.stringify([alike.diagnostics, own.diagnostics])}`;
  if (!alike.ok) return null;
  if (JSON.stringify(alike.outputs) !== JSON.stringify(own.outputs)) return 'outputs differ';
  // Operations on whole numbers are C's, which the main engine carries out before the run.
  const { tree } = singlePass({ ...C, source });
  if (tree.some((v) => v.production === 'P7' && isWhole(source, v))) return null;
  const found = [own.tape.values, own.tape.controls + (alike.tape.controls > 0 ? 1 : 0)];
  const wanted = [alike.tape.values, alike.tape.controls];
  return found.join() === wanted.join() ? null : `tape of ${found.join()} and ${wanted.join()}`;
}

function isWhole(source: string, { span }: ParseVertex): boolean {
  return /^[\d\s()+*-]*$/.test(source.slice(span.start, span.end));
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

test.skipIf(!compilerFor('c'))('the text is C for gcc, and comes to the same', () => {
  const compiled = [...seedsOf(draws(5, 600))].flatMap((seed) => {
    const request = requestOf(seed);
    const numbering = itemAt(NUMBERINGS, seed % 2);
    const run = runSinglePass(request, { numbering });
    // Rounding of the two libraries is blown up where derivatives are huge.
    const isTame = Object.values(run.derivatives).every(([d = 0]) => Math.abs(d) < 1e6);
    if (!run.ok || !isTame || /^(kink|ill-conditioned)$/.test(run.check.verdict)) return [];
    return [{ seed, run, text: compileInOnePass(request.source, numbering) }];
  });
  const texts = compiled.map(({ run, text }) => text.code.text + driverOf(text, run));
  // As in the paper, the adjoint of a constant is set and never read; tests are the program's own.
  const flags = [...quickFlags('c'), '-Wno-unused', '-Wno-unused-parameter', '-Wno-absolute-value'];
  const wrong = compileTogether('c', texts, flags).flatMap(({ messages, output }, i) => {
    const { seed, run } = itemAt(compiled, i);
    if (output === null || messages !== '') return [`${seed}: ${messages}`];
    const found = [...output.matchAll(/^(\w+) (.*)$/gm)].map(([, name, value]) => [name, [Number(value)]]);
    const off = disagreement(run.derivatives, Object.fromEntries(found), 1e-9);
    return off ? [`${seed}: ${inWords(off)}`] : [];
  });
  expect(wrong).toEqual([]);
  expect(texts.length).toBeGreaterThan(0.4 * draws(5, 600));
});

/** Calls the routine with the inputs of a run, adjoints of what it leaves started at 1, and prints all adjoints. */
function driverOf({ code, parameters }: ReturnType<typeof compileInOnePass>, run: Run): string {
  const [lines, given, printed]: string[][] = [[], [], []];
  parameters.forEach(({ name, isPointer, hasAdjoint }, k) => {
    lines?.push(
      `double p${k} = ${run.inputs[name]?.[0] ?? 0}, a${k} = ${isPointer && name in run.outputs ? 1 : 0};`,
    );
    given?.push(isPointer ? `&p${k}` : `p${k}`);
    if (hasAdjoint) given?.push(`&a${k}`);
    if (name in run.derivatives) printed?.push(`printf("${name} %.17g\\n", a${k});`);
  });
  const [, name = '', all = ''] = /void (\w+_b)\(([^)]*)\)/.exec(code.text) ?? [];
  if (all.split(',').length > (given?.length ?? 0)) given?.push('1');
  const body = [...(lines ?? []), `${name}(${given?.join(', ')});`, ...(printed ?? []), 'return 0;'];
  return `#include <stdio.h>\nint main(void) {\n  ${body.join('\n  ')}\n}\n`;
}
