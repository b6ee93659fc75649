/**
 * The oracles that a mutated engine has to get past: known recordings, since recording too much is no wrong gradient; then
 * random programs in rounds, their generated adjoints as trees, and some through the door (printed, read again, run).
 */
import { differentiate, execute, explain, neededRecordings, trouble } from '../..';
import { parseC } from '../../frontend/c';
import { parseFortran } from '../../frontend/fortran';
import type { Program } from '../../ir/types';
import { DEFAULT_OPTIONS, type Options } from '../../pipeline/options';
import type { ExecuteRequest } from '../../pipeline/results';
import { DOUBLE, disagreement, inWords, toleranceOf } from '../compare';
import { generatedAdjoint, runGenerated } from '../generated';
import { drawOptions } from '../options';
import { caseOf, checkAdjoint, checkTangent, illConditioned, requestOf } from '../oracles';
import { printed } from '../printed';
import { randomFrom } from '../prng';
import { generateProgram, type RandomProgram } from '../random';
import { PROFILES } from '../random/profile';
import { realPlaces, referenceGradient, type Values } from '../reference';
import { doubles } from '../reference/double';
import { interpret } from '../reference/interpret';
import { verify } from '../verify';
import { KERNELS } from './kernels';
import { RARE } from './rare';
import type { Rare } from './rareCase';
import { RECORDED, TRAPS, VALUES, WRITTEN } from './traps';

export const ROUNDS = 24;
/** Trees are quick; every so many rounds their programs go through the door as well. */
const DOOR_EVERY = 6;

/** What first gave the fault away, or null: the mutant survives. Set the number of rounds lower to try it out. */
export function notice(rounds = ROUNDS): string | null {
  let seen = quick();
  for (let seed = 1; seed <= rounds && seen === null; seed++) seen = round(seed);
  return seen;
}

/** The small texts. */
export function quick(): string | null {
  return known() ?? values() ?? written() ?? rare() ?? traps() ?? kernels();
}

/** One random program of each profile and language. */
export function round(seed: number): string | null {
  return inTrees(seed) ?? readAgain(seed) ?? (seed % DOOR_EVERY === 2 ? throughTheDoor(seed) : null);
}

function programs(seed: number): RandomProgram[] {
  return PROFILES.flatMap(([, , profile]) =>
    (['c', 'fortran'] as const).map((language) =>
      generateProgram(seed, { ...profile, language, singles: 0 }),
    ),
  );
}

function optionsFor(made: RandomProgram, salt: number): Options {
  const options = drawOptions(randomFrom(made.seed + salt));
  const jumps = made.profile.exits > 0 || made.profile.gotos > 0;
  return jumps && options.reversal === 'structured' ? { ...options, reversal: 'joins' } : options;
}

function inTrees(seed: number): string | null {
  for (const made of programs(seed)) {
    for (const options of [DEFAULT_OPTIONS, optionsFor(made, 1), optionsFor(made, 2)]) {
      const wrong = inTree(made, options);
      if (wrong) return `tree ${made.seed}: ${wrong}`;
    }
  }
  return null;
}

function inTree({ program, entry, inputs }: RandomProgram, options: Options): string | null {
  const { inputs: independents, outputs: dependents } = realPlaces(program, entry);
  const plain = referenceGradient(program, entry, inputs, [], {});
  const seeds = Object.fromEntries(
    dependents.map((key) => [key, (plain.outputs[key] ?? []).map((_, i) => 0.7 + 0.1 * i)]),
  );
  const { gradient } = referenceGradient(program, entry, inputs, independents, seeds);
  const adjoint = generatedAdjoint(program, entry, independents, dependents, options);
  if (!adjoint) return null;
  const [broken] = verify(adjoint.program);
  if (broken) return broken;
  const got = runGenerated(program, entry, adjoint, inputs, seeds);
  const off = disagreement(gradient, got, toleranceOf(program));
  return off && inWords(off);
}

/** Printed, read again and run, a program computes what its tree does. */
function readAgain(seed: number): string | null {
  for (const { program, entry, inputs } of programs(seed)) {
    const wrong = readBack(program, entry, inputs);
    if (wrong) return `text ${seed}: ${wrong}`;
  }
  return null;
}

function readBack(program: Program, entry: string, inputs: Values): string | null {
  const text = printed(program, program.language);
  const again = program.language === 'c' ? parseC(text) : parseFortran(text);
  const error = again.diagnostics.find((d) => d.severity === 'error');
  if (error) return error.message;
  const run = (p: Program) => {
    const { outputs } = interpret(doubles, p, entry, inputs, 1_000_000);
    return Object.fromEntries(
      Object.entries(outputs).map(([key, values]) => [key, Array.from(values, (x) => x ?? Number.NaN)]),
    );
  };
  // COMMON that only routines below the entry mention is printed there only, under names of their own.
  const { types } = realPlaces(again.program, entry);
  if (Object.keys(inputs).some((key) => !types.has(key))) return null;
  const off = disagreement(run(program), run(again.program), toleranceOf(program));
  return off && inWords(off);
}

function throughTheDoor(seed: number): string | null {
  for (const made of programs(seed)) {
    const c = caseOf(made);
    const options = optionsFor(made, 3);
    for (const check of [checkAdjoint, checkTangent]) {
      const verdict = check(c, options);
      if (verdict.kind === 'failed') return `door ${made.seed}: ${verdict.failures[0]?.message}`;
    }
    // The generated text itself, read as a program like any other.
    const run = execute({ ...requestOf(c, options), mode: 'tangent' });
    if (!run.ok && !illConditioned(c)) return `door ${made.seed}: ${run.diagnostics[0]?.message}`;
  }
  return null;
}

function traps(): string | null {
  for (const [source, inputs, options = {}] of TRAPS) {
    const { ok, check, diagnostics } = execute({ source, language: 'c', inputs, options });
    if (!ok || check.verdict === 'failed') return `trap: ${diagnostics[0]?.message ?? check.sentence}`;
  }
  return null;
}

function kernels(): string | null {
  for (const { name, language, source, inputs, runs } of KERNELS) {
    for (const [options, ...counts] of runs) {
      const { ok, check, diagnostics, tape } = execute({ source, language, inputs, options });
      if (!ok || check.verdict !== 'passed') return `${name}: ${diagnostics[0]?.message ?? check.sentence}`;
      const got = [tape?.values, tape?.controls].join(' and ');
      if (got !== counts.join(' and ')) return `${name}: ${got} are recorded, not ${counts.join(' and ')}`;
    }
  }
  return null;
}

function written(): string | null {
  for (const [source, text, more = {}, mode = 'adjoint'] of WRITTEN) {
    const { ok, code, diagnostics } = differentiate({
      source,
      language: 'c',
      mode,
      options: { merge: false, ...more },
    });
    if (!ok || !code?.text.includes(text))
      return `${source}: ${diagnostics[0]?.message ?? ''} no ${text} in ${code?.text}`;
  }
  return null;
}

function rare(): string | null {
  for (const each of RARE) {
    const wrong = rareOne(each);
    if (wrong) return `${each.what}: ${wrong}`;
  }
  return null;
}

/** What comes out otherwise than it should. */
function rareOne({ source, language = 'c', mode, target, options, ...wanted }: Rare): string | null {
  const request = { source, language, options, ...(mode && { mode }), ...(target && { target }) };
  const { ok, code, recordings, diagnostics } = differentiate(request);
  const error = diagnostics.find((d) => d.severity === 'error');
  if (wanted.refused) return error?.code === wanted.refused ? null : `it is ${error?.code ?? 'not refused'}`;
  if (!ok || !code) return error?.message ?? 'no code';
  const missing = wanted.has?.find((part) => !code.text.includes(part));
  if (missing !== undefined) return `no ${missing} in ${code.text}`;
  const found = wanted.lacks?.find((part) => code.text.includes(part));
  if (found !== undefined) return `${found} in ${code.text}`;
  const recorded = recordings.map((r) => r.location || r.kind).sort();
  if (wanted.recorded !== undefined && recorded.join(' ') !== wanted.recorded)
    return `${recorded.join(' ') || 'nothing'} is recorded, not ${wanted.recorded || 'nothing'}`;
  if (!wanted.run) return null;
  const { inputs, directions, tape: counts, gradient, verdict = 'passed', says, needs, astray } = wanted.run;
  const whole = { ...request, inputs, ...(directions && { directions }) };
  const run = execute(whole);
  const { check } = run;
  if (!run.ok || (verdict !== 'any' && check.verdict !== verdict))
    return run.diagnostics[0]?.message ?? check.sentence;
  if (says && !check.sentence.includes(says)) return check.sentence;
  const kind = astray && trouble(whole, astray).first?.kind;
  if (kind !== astray?.kind) return `it is ${kind}, not ${astray?.kind}`;
  const untold = needs ? cardAgainstTape(whole) : null;
  if (untold) return untold;
  const made = [run.tape?.values, run.tape?.controls].join(' and ');
  if (counts && made !== counts.join(' and ')) return `${made} are recorded, not ${counts.join(' and ')}`;
  const off = gradient && disagreement(gradient, run.derivatives, DOUBLE);
  return off ? inWords(off) : null;
}

/** A card that sees a run that needs its value where this one does not, or the other way round. */
function cardAgainstTape(request: ExecuteRequest): string | null {
  const differentiation = differentiate(request);
  const { byRecording } = neededRecordings(request);
  for (const { id, kind } of differentiation.recordings) {
    if (kind !== 'value') continue;
    const { facts } = explain(differentiation, { kind: 'recording', id }, request.inputs);
    const path = facts.find(({ part }) => part === 'path')?.text;
    const needed = (byRecording[id]?.needed ?? 0) > 0;
    if (path !== undefined && path.includes('in a run on the given inputs') !== needed)
      return `${id}: ${path}`;
  }
  return null;
}

function values(): string | null {
  for (const [source, value] of VALUES) {
    const { program } = parseC(source);
    const inputs = { x: [3], y: [2] };
    const wrong = readBack(program, 'f', inputs);
    if (wrong) return `${source}: ${wrong}`;
    const [got] = interpret(doubles, program, 'f', inputs, 1000).outputs.f ?? [];
    if (Math.abs(Number(got) - value) > 1e-14) return `${source}: ${got}, not ${value}`;
  }
  return null;
}

function known(): string | null {
  for (const [name, source, recorded, language = 'c'] of RECORDED) {
    const { recordings, diagnostics, ok } = differentiate({
      source,
      language,
      options: { adjointLiveness: false },
    });
    if (!ok) return `${name}: ${diagnostics[0]?.message}`;
    const got = [...new Set(recordings.map((r) => r.location || r.kind))].sort().join(' ');
    if (got !== recorded) return `${name}: ${got || 'nothing'} is recorded, not ${recorded || 'nothing'}`;
  }
  return null;
}
