/**
 * The adjoint program: for the routine asked for, and for every routine it calls whose adjoint is not empty, a routine
 * that runs its forward sweep and then its backward sweep (theory 5-8); beside them the primal routines they call.
 *
 * Signature: each active argument is followed by its adjoint; adjoints of by-value arguments are passed by reference;
 * the seed of a function's result comes last. An input's adjoint is incremented, an overwritten output's is consumed.
 */

import type { RoutineAnalysis } from '../analyses/routineAnalysis';
import { reached } from '../base/components';
import type { Diagnostic } from '../base/diagnostics';
import { entryOf, itemAt } from '../base/lookup';
import { withReadByBounds } from '../ir/bounds';
import { withDeclared } from '../ir/declaredDerivative';
import { type Counters, growingFrom, newStatement } from '../ir/emit';
import {
  derivativeRoot,
  namesByOwner,
  routineNamed,
  TakenNames,
  variableOf,
  variablesOwnedBy,
} from '../ir/names';
import { withGuards } from '../ir/rewrites/guarded';
import { copyVariables, renameRoutine, renumber } from '../ir/rewrites/rename';
import { callsIn, kindsIn, rewriteStatements } from '../ir/statements';
import type { Program, Routine, Statement, StatementId, Variable, VariableId } from '../ir/types';
import { mentioned } from '../ir/uses';
import { Builder, type GenerationState, type RecordingDraft } from './builder';
import { unsizedCalls } from './calls';
import { gatherIncrements } from './gather';
import { DRAFT_OWNER, generateHalves, ownCopy, retireDrafts } from './halves';
import { unkeptMessages } from './keepResults';
import { withoutKept } from './least';
import { mergeAdjoints, tidyRoutine } from './merge';
import { type GenerateOptions, generateRoutine } from './routine';
import {
  type AdjointSignature,
  externalSignature,
  type SignatureFor,
  signatureOf,
  splitSignature,
} from './signatures';

export interface AdjointProgram {
  readonly program: Program;
  readonly entry: string;
  readonly recordings: readonly RecordingDraft[];
  /** Errors: where there are any, the program is not valid. */
  readonly diagnostics: readonly Diagnostic[];
  /** By primal variable of the entry routine: the variable that holds its adjoint there. */
  readonly adjointOf: ReadonlyMap<VariableId, VariableId>;
}

/** What there is to reverse: routines in joint mode, the entry's among them, and those that have halves for split mode too. */
export interface Reversed {
  readonly routines: ReadonlyMap<string, RoutineAnalysis>;
  readonly split: ReadonlyMap<string, RoutineAnalysis>;
}

/** A routine made, and the primal routine that it is the adjoint of; null for halves. */
interface Made {
  readonly routine: Routine;
  readonly of: string | null;
}

function reversed({ routines, split }: Reversed, entry: string) {
  return {
    written: [...routines].filter(([name, a]) => name === entry || !a.isEmpty),
    halved: [...split].filter(([, a]) => !a.isEmpty),
  };
}

/** Calls whose arguments the adjoint would have to save, and can't: in split mode they need no saving. */
export function callsNotSaved(analysis: Reversed, entry: string): StatementId[] {
  const { written, halved } = reversed(analysis, entry);
  return [...written, ...halved].flatMap(([, a]) => unsizedCalls(a));
}

/** `wanted`: variables of the entry routine that get adjoints whether or not anything reaches them. */
export function generateAdjoint(
  primal: Program,
  entry: string,
  analysis: Reversed,
  wanted: ReadonlySet<VariableId>,
  options: GenerateOptions,
): AdjointProgram {
  const routineNames = new TakenNames(primal.routines.map(({ name }) => name));
  const globalAdjointNames = new TakenNames();
  const state: GenerationState = {
    paperNames: options.reversal === 'structured',
    ...growingFrom(primal),
    primal,
    recordings: [],
    routineNames,
    globalAdjoints: new Map(),
    globalAdjointNames,
    namesOf: namesByOwner(primal.variables, [routineNames, globalAdjointNames]),
    suffix: options.suffix,
    problems: [],
  };
  const { written, halved } = reversed(analysis, entry);
  const signatures = new Map(
    written.map(([name, analysis]) => {
      const own = name === entry ? wanted : new Set<VariableId>();
      return [name, signatureOf(primal, name, analysis, own, state)];
    }),
  );
  const halves = new Map(
    halved.map(([name, analysis]) => [name, splitSignature(primal, name, analysis, state)]),
  );
  for (const routine of primal.routines)
    if (routine.external && !signatures.has(routine.name))
      signatures.set(routine.name, externalSignature(primal, routine, state));
  const signatureFor: SignatureFor = (callee, mode) =>
    (mode === 'split' ? halves.get(callee) : undefined) ?? entryOf(signatures, callee);

  const adjointOf = new Map<VariableId, VariableId>();
  const made: Made[] = [];
  for (const [name, analysis] of written) {
    const isEntry = name === entry;
    const b = builderFor(state, name, analysis, primal.routines.length + made.length);
    // Seeds of globals enter through the entry's view of them.
    for (const id of isEntry ? wanted : [])
      if (variableOf(primal, id).role === 'global') b.adjointVariable(id);
    const own = { ...options, kept: isEntry ? options.kept : null };
    made.push({
      routine: generateRoutine({
        b,
        analysis,
        signature: entryOf(signatures, name),
        signatureFor,
        options: own,
      }),
      of: name,
    });
    for (const [v, adjoint] of isEntry ? [...b.adjoints, ...state.globalAdjoints] : [])
      adjointOf.set(v, adjoint);
  }
  for (const [name, analysis] of halved) {
    // An owner that no routine has: each half gets copies of its own.
    const b = builderFor(state, name, analysis, DRAFT_OWNER);
    const primalOwner = primal.routines.indexOf(analysis.model.routine);
    const signature = entryOf(halves, name);
    for (const routine of generateHalves({ b, analysis, signature, signatureFor, options })) {
      const owner = primal.routines.length + made.length;
      made.push({ routine: ownCopy(state, routine, owner, [primalOwner, b.owner]), of: null });
    }
    retireDrafts(state);
  }
  const { name } = entryOf(signatures, entry);
  return {
    program: programOf(state, made, signatures, name, options),
    entry: name,
    recordings: state.recordings,
    diagnostics: state.problems,
    adjointOf,
  };
}

function builderFor(
  state: GenerationState,
  name: string,
  { model }: RoutineAnalysis,
  owner: number,
): Builder {
  return new Builder(state, owner, state.primal.routines.indexOf(model.routine), name);
}

/** The routines made, tidied up, with the primal ones that they call. */
function programOf(
  state: GenerationState,
  made: readonly Made[],
  signatures: ReadonlyMap<string, AdjointSignature>,
  entry: string,
  options: GenerateOptions,
): Program {
  const { primal } = state;
  const counted = () => ({ nextStatement: state.nextStatement, nextLabel: state.nextLabel });
  const draft: Program = {
    ...primal,
    variables: state.variables,
    routines: [...primal.routines, ...made.map(({ routine }) => routine)],
    roots: [...primal.roots, ...adjointRoots(primal, state)],
    ...counted(),
  };
  const isLimit = (of: string | null) => routineNamed(primal, of)?.fixedPoint?.part === 'limit';
  const finished = made.map(({ routine: r, of }): Made => {
    const merges = options.merge && !isLimit(of);
    const merged = merges ? mergeAdjoints(draft, r, hasJumps(r.body)) : tidyRoutine(draft, r);
    const body = merges && options.gather ? gatherIncrements(draft, merged.body) : merged.body;
    const guarded = withGuards(body, () => newStatement(state));
    return { routine: onlyMentioned(draft, { ...merged, body: guarded }), of };
  });
  const entryAdjoint = finished.find(({ routine }) => routine.name === entry)?.routine;
  if (options.kept && entryAdjoint) state.problems.push(...unkeptMessages(draft, entryAdjoint, options.kept));
  const assembled = assemble(primal, state.variables, finished, entry, state);
  const externals = primal.routines.flatMap((of) => {
    const derivative = of.external && signatures.get(of.name);
    return derivative ? [{ of, derivative }] : [];
  });
  return withDeclared({ ...draft, ...assembled, ...counted() }, primal, externals, 'adjoint', options.suffix);
}

function adjointRoots(primal: Program, state: GenerationState) {
  const names = new Set([...state.globalAdjoints.values()].map((id) => state.variables[id]?.storage?.root));
  return primal.roots
    .map((r) => ({ ...r, name: derivativeRoot(primal, r.name, state.suffix) }))
    .filter((r) => names.has(r.name));
}

/** Where control jumps, a compiler cannot see that a value is set on every path that reads it. */
function hasJumps(body: readonly Statement[]): boolean {
  const kinds = kindsIn(body);
  return kinds.has('exit') || kinds.has('next') || kinds.has('dispatch');
}

/**
 * The generated program: primal routines that the adjoint code calls, then the adjoint routines. An adjoint routine keeps
 * the variables of its primal under their ids; a primal routine that stands beside its own adjoint gets copies.
 */
function assemble(
  primal: Program,
  variables: readonly Variable[],
  made: readonly { routine: Routine; of: string | null }[],
  entry: string,
  counters: Counters,
): Pick<Program, 'routines' | 'variables'> {
  const plain = neededRoutines(
    withoutKept(primal),
    made.map((m) => m.routine),
    entry,
  );
  const table: Variable[] = variables.map((v) => ({ ...v }));
  const setOwner = (id: VariableId, owner: number | null) => {
    table[id] = { ...itemAt(table, id), owner };
  };
  const adjointOf = new Map(
    made.flatMap((m, k) => (m.of === null ? [] : [[m.of, plain.length + k] as const])),
  );
  const routines: Routine[] = [];
  variables.forEach((v) => {
    if (v.owner === null) return;
    if (v.owner >= primal.routines.length) setOwner(v.id, plain.length + v.owner - primal.routines.length);
    else {
      const name = itemAt(primal.routines, v.owner).name;
      const plainIndex = plain.findIndex((r) => r.name === name);
      setOwner(v.id, adjointOf.get(name) ?? (plainIndex < 0 ? null : plainIndex));
    }
  });
  plain.forEach((routine, owner) => {
    if (!adjointOf.has(routine.name)) {
      routines.push(routine);
      return;
    }
    const old = primal.routines.indexOf(routine);
    const copies = copyVariables(table, variablesOwnedBy(primal, old), owner);
    // Its statements get other numbers than those of the program, and say which those were.
    const known = {
      ...routine,
      body: rewriteStatements(routine.body, (s) => [{ ...s, origin: s.origin ?? s.id }]),
    };
    routines.push(renumber(renameRoutine(known, copies), counters));
  });
  routines.push(...made.map((m) => m.routine));
  return { routines, variables: table };
}

/** Primal routines that the adjoint code calls, directly or not, in source order. */
function neededRoutines(primal: Program, made: readonly Routine[], entry: string): Routine[] {
  const byName = new Map([...primal.routines, ...made].map((r) => [r.name, r]));
  const needed = reached([entry, ...made.map((r) => r.name)], (name) =>
    callsIn(byName.get(name)?.body ?? []).map(({ callee }) => callee),
  );
  return primal.routines.filter((r) => needed.has(r.name));
}

/** Locals that nothing mentions, in its statements or in the bounds of what they mention, are not declared. */
function onlyMentioned(program: Program, routine: Routine): Routine {
  const seen = withReadByBounds(program, mentioned(routine));
  return { ...routine, locals: [...new Set(routine.locals)].filter((id) => seen.has(id)) };
}
