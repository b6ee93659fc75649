/**
 * The adjoint program: for the routine asked for, and for every routine it calls whose adjoint is not empty, a routine
 * that runs its forward sweep and then its backward sweep (theory 5-8); beside them the primal routines they call.
 *
 * Signature: each active argument is followed by its adjoint; adjoints of by-value arguments are passed by reference;
 * the seed of a function's result comes last. An input's adjoint is incremented, an overwritten output's is consumed.
 */

import type { RoutineAnalysis } from '../analyses/routineAnalysis';
import type { Diagnostic } from '../base/diagnostics';
import { withDeclared } from '../ir/declaredDerivative';
import { variableOf } from '../ir/names';
import { withGuards } from '../ir/rewrites/guarded';
import { walkStatements } from '../ir/statements';
import type { Program, Routine, Statement, StatementId, VariableId } from '../ir/types';
import { assemble, onlyMentioned } from './assemble';
import { adjointVariable, type GenerationState, makeBuilder, type RecordingDraft } from './builder';
import type { AdjointSignature } from './calls';
import { gatherIncrements } from './gather';
import { DRAFT_OWNER, generateHalves, ownCopy, retireDrafts } from './halves';
import { unkeptMessages } from './keepResults';
import { mergeAdjoints, tidyRoutine } from './merge';
import { type GenerateOptions, generateRoutine } from './routine';
import { externalSignature, signatureOf, splitSignature } from './signatures';

export interface AdjointProgram {
  readonly program: Program;
  readonly entry: string;
  readonly recordings: readonly RecordingDraft[];
  /** Errors: where there are any, the program is not valid. */
  readonly diagnostics: readonly Diagnostic[];
  /** Calls that the diagnostics name because they can't be saved for: in split mode they need no saving. */
  readonly unsized: ReadonlySet<StatementId>;
  /** By primal variable of the entry routine: the variable that holds its adjoint there. */
  readonly adjointOf: ReadonlyMap<VariableId, VariableId>;
}

/**
 * `analyses`: of every routine with an adjoint, the entry's among them; `independents` and `dependents` are variables of
 * the entry routine, which get adjoints whether or not anything reaches them.
 */
export function generateAdjoint(
  primal: Program,
  entry: string,
  analyses: ReadonlyMap<string, RoutineAnalysis>,
  wanted: ReadonlySet<VariableId>,
  options: GenerateOptions,
  split: ReadonlyMap<string, RoutineAnalysis> = new Map(),
): AdjointProgram {
  const state: GenerationState = {
    paperNames: options.reversal === 'structured',
    primal,
    variables: [...primal.variables],
    recordings: [],
    routineNames: new Set(primal.routines.map((r) => r.name.toLowerCase())),
    globalAdjoints: new Map(),
    suffix: options.suffix,
    problems: [],
    unsized: new Set(),
    nextStatement: primal.nextStatement,
    nextLabel: primal.nextLabel,
  };
  const signatures = new Map<string, AdjointSignature>();
  const written = [...analyses].filter(([name, a]) => name === entry || !a.isEmpty);
  for (const [name, analysis] of written)
    signatures.set(name, signatureOf(primal, name, analysis, name === entry ? wanted : new Set(), state));
  const splitSignatures = new Map<string, AdjointSignature>();
  const halved = [...split].filter(([, a]) => !a.isEmpty);
  for (const [name, analysis] of halved)
    splitSignatures.set(name, splitSignature(primal, name, analysis, state));
  const signatureFor = (callee: string, mode: 'joint' | 'split') =>
    ((mode === 'split' ? splitSignatures.get(callee) : undefined) ??
      signatures.get(callee)) as AdjointSignature;
  for (const routine of primal.routines) {
    if (!routine.external || signatures.has(routine.name)) continue;
    signatures.set(routine.name, externalSignature(primal, routine, state));
  }
  const made: Routine[] = [];
  const adjointOf = new Map<VariableId, VariableId>();
  for (const [name, analysis] of written) {
    const b = makeBuilder(
      state,
      primal.routines.length + made.length,
      primal.routines.indexOf(analysis.model.routine),
      name,
    );
    if (name === entry) {
      // Seeds of globals enter through the entry's view of them.
      for (const id of wanted) if (variableOf(primal, id).role === 'global') adjointVariable(b, id);
    }
    made.push(
      generateRoutine(
        b,
        analysis,
        signatures.get(name) as AdjointSignature,
        signatureFor,
        options,
        name === entry,
      ),
    );
    if (name === entry) {
      for (const [v, adjoint] of b.adjoints) adjointOf.set(v, adjoint);
      for (const [v, adjoint] of state.globalAdjoints) adjointOf.set(v, adjoint);
    }
  }
  const made2 = made.map((routine, k) => ({
    routine,
    of: (written[k] as (typeof written)[number])[0] as string | null,
  }));
  for (const [name, analysis] of halved) {
    const primalOwner = primal.routines.indexOf(analysis.model.routine);
    // An owner that no routine has: each half gets copies of its own.
    const b = makeBuilder(state, DRAFT_OWNER, primalOwner, name);
    for (const routine of generateHalves(
      b,
      analysis,
      splitSignatures.get(name) as AdjointSignature,
      signatureFor,
      options,
    )) {
      const owner = primal.routines.length + made2.length;
      made2.push({ routine: ownCopy(state, routine, owner, [primalOwner, b.owner]), of: null });
    }
    retireDrafts(state);
  }
  const draft: Program = {
    ...primal,
    variables: state.variables,
    routines: [...primal.routines, ...made2.map((m) => m.routine)],
    roots: [...primal.roots, ...adjointRoots(primal, state)],
    nextStatement: state.nextStatement,
    nextLabel: state.nextLabel,
  };
  const isLimit = (of: string | null) =>
    primal.routines.find(({ name }) => name === of)?.fixedPoint?.part === 'limit';
  const finished = made2.map(({ routine: r, of }) => {
    const merges = options.merge && !isLimit(of);
    const merged = merges ? mergeAdjoints(draft, r, hasJumps(r.body)) : tidyRoutine(draft, r);
    const body = merges && options.gather ? gatherIncrements(draft, merged.body) : merged.body;
    const guarded = withGuards(body, () => state.nextStatement++ as StatementId);
    return onlyMentioned(draft, { ...merged, body: guarded });
  });
  const name = (signatures.get(entry) as AdjointSignature).name;
  const entryAdjoint = finished.find((routine) => routine.name === name);
  if (options.kept && entryAdjoint) state.problems.push(...unkeptMessages(draft, entryAdjoint, options.kept));
  const assembled = assemble(
    primal,
    state.variables,
    finished.map((routine, k) => ({ routine, of: made2[k]?.of ?? null })),
    name,
    state,
  );
  const whole = { ...draft, ...assembled, nextStatement: state.nextStatement, nextLabel: state.nextLabel };
  const externals = primal.routines.flatMap((of) => {
    const derivative = of.external && signatures.get(of.name);
    return derivative ? [{ of, derivative }] : [];
  });
  return {
    program: withDeclared(whole, primal, externals, 'adjoint', options.suffix),
    entry: name,
    recordings: state.recordings,
    diagnostics: state.problems,
    unsized: state.unsized,
    adjointOf,
  };
}

function adjointRoots(primal: Program, state: GenerationState) {
  const names = new Set([...state.globalAdjoints.values()].map((id) => state.variables[id]?.storage?.root));
  return primal.roots
    .map((r) => ({ ...r, name: `${r.name}_${state.suffix}` }))
    .filter((r) => names.has(r.name));
}

/** Where control jumps, a compiler cannot see that a value is set on every path that reads it. */
function hasJumps(body: readonly Statement[]): boolean {
  let found = false;
  walkStatements(body, (s) => {
    if (s.kind === 'exit' || s.kind === 'next' || s.kind === 'dispatch') found = true;
  });
  return found;
}
