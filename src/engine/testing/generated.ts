/**
 * Runs a generated adjoint as it stands, as a tree, in the reference interpreter: no printer, no front end and no executor
 * comes between the generator and the verdict.
 */
import { generateAdjoint } from '../adjoint/generate';
import { inlineCalls } from '../adjoint/inline';
import { modelProgram, type ProgramModel } from '../analyses/instructions/programModel';
import { locationKey } from '../ir/names';
import { normalise } from '../ir/rewrites/normalise';
import type { Program, VariableId } from '../ir/types';
import { withLocalJacobians } from '../pipeline/compile/compile';
import { analyseProgram } from '../pipeline/compile/contexts';
import type { Options } from '../pipeline/options';
import type { Values } from './reference';
import { doubles } from './reference/double';
import { interpret } from './reference/interpret';

export interface GeneratedAdjoint {
  readonly program: Program;
  readonly entry: string;
  /** By primal variable: what holds its adjoint in the entry. */
  readonly adjointOf: ReadonlyMap<VariableId, VariableId>;
}

/** The adjoint of a tree: the passes of the pipeline, without those that read and print text. Null where the engine declines. */
export function generatedAdjoint(
  given: Program,
  entry: string,
  independents: readonly string[],
  dependents: readonly string[],
  options: Options,
): GeneratedAdjoint | null {
  const countedLoops = options.reversal === 'joins';
  const placed = inlineCalls(given, () => options.calls === 'inline');
  if (placed.diagnostics.length > 0) return null;
  const plain = normalise(placed.program, {
    countedLoops,
    splitNested: options.splitNested,
    codeLists: options.basicBlocks === 'codelist',
    isSplit: () => options.calls === 'split',
  });
  const index = plain.routines.findIndex((r) => r.name === entry);
  const ids = (keys: readonly string[]) =>
    plain.variables
      .filter((v) => (v.owner === null || v.owner === index) && keys.includes(locationKey(plain, v.id)))
      .map((v) => v.id);
  const [from, to] = [ids(independents), ids(dependents)];
  const kept = options.keepPrimalResults ? to : [];
  const analyse = (model: ProgramModel) =>
    analyseProgram(
      model,
      { entry, independents: from, dependents: to, liveAtEnd: kept },
      {
        ...options,
        record: options.record === 'least' ? 'tbr' : options.record,
        readsControlAgain: countedLoops,
        modeOf: () => (options.calls === 'split' ? 'split' : 'joint'),
        without: new Set(),
        with: new Set(),
      },
    );
  const plainAnalysis = analyse(modelProgram(plain, entry, options.elements));
  const { program, analysis } =
    options.basicBlocks === 'preaccumulate'
      ? withLocalJacobians(plain, entry, plainAnalysis, options, analyse)
      : { program: plain, analysis: plainAnalysis };
  const made = generateAdjoint(program, entry, analysis, new Set([...from, ...to]), {
    merge: options.merge,
    gather: options.basicBlocks === 'statements',
    kept: options.keepPrimalResults ? kept : null,
    reversal: options.reversal,
    suffix: options.naming.adjoint,
  });
  // An array that has to be saved and does not say how large it is.
  return made.diagnostics.some((d) => d.severity === 'error') ? null : made;
}

export interface GeneratedInputs {
  /** Inputs of the generated entry, adjoints included. */
  readonly given: Values;
  /** By the primal's location key: how the generated entry calls its adjoint. */
  readonly names: ReadonlyMap<string, string>;
}

/** What to run a generated adjoint on: the primal's inputs, and the seeds where its adjoints go. */
export function generatedInputs(
  primal: Program,
  routine: string,
  { program, entry, adjointOf }: GeneratedAdjoint,
  inputs: Values,
  seeds: Values,
): GeneratedInputs {
  const index = primal.routines.findIndex((r) => r.name === routine);
  const made = program.routines.find((r) => r.name === entry);
  const given: Record<string, readonly number[]> = { ...inputs };
  const names = new Map<string, string>();
  const pair = (id: VariableId, adjoint: VariableId) => {
    const v = primal.variables[id];
    if (!v || (v.owner !== null && v.owner !== index)) return;
    const key = locationKey(primal, id);
    const name = locationKey(program, adjoint);
    names.set(key, name);
    given[name] = seeds[key] ?? Array<number>(inputs[key]?.length ?? 1).fill(0);
  };
  for (const [id, adjoint] of adjointOf) if (primal.variables[id]?.role === 'global') pair(id, adjoint);
  // An argument that is overwritten has its adjoint in a local; the parameter is what the caller sees.
  for (const adjoint of made?.parameters ?? []) {
    const of = program.variables[adjoint]?.derivativeOf;
    if (of != null) pair(of, adjoint);
  }
  return { given, names };
}

/** Adjoints at entry of everything that has one, by the primal's location keys. */
export function runGenerated(
  primal: Program,
  routine: string,
  generated: GeneratedAdjoint,
  inputs: Values,
  seeds: Values,
): Record<string, number[]> {
  const { given, names } = generatedInputs(primal, routine, generated, inputs, seeds);
  const run = interpret(doubles, generated.program, generated.entry, given, 1_000_000);
  // What nothing touches keeps its seed.
  const derivatives: Record<string, number[]> = {};
  for (const [key, values] of Object.entries(seeds)) derivatives[key] = [...values];
  for (const [key, name] of names) derivatives[key] = (run.outputs[name] ?? []).map((x) => x ?? Number.NaN);
  return derivatives;
}
