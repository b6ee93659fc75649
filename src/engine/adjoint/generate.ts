/**
 * The adjoint program: for the routine asked for, and for every routine it calls whose adjoint is not empty, a routine
 * that runs its forward sweep and then its backward sweep (theory 5-8); beside them the primal routines they call.
 *
 * Signature: each active argument is followed by its adjoint; adjoints of by-value arguments are passed by reference;
 * the seed of a function's result comes last. An input's adjoint is incremented, an overwritten output's is consumed.
 */

import type { RoutineAnalysis } from '../analyses/routineAnalysis';
import type { Diagnostic } from '../base/diagnostics';
import { NOWHERE } from '../base/span';
import { constant, isReal, variable } from '../ir/build';
import { type Location, visitPlaces } from '../ir/locations';
import { variableOf } from '../ir/names';
import { walkStatements } from '../ir/statements';
import type {
  Block,
  Program,
  Routine,
  Statement,
  StatementId,
  TapeValue,
  Variable,
  VariableId,
} from '../ir/types';
import { increment } from './assignment';
import {
  adjointVariable,
  assign,
  type Builder,
  base,
  elementCount,
  type From,
  type GenerationState,
  makeBuilder,
  newLabel,
  newVariable,
  type RecordingDraft,
  record,
  ref,
  setInt,
  slot,
  zeroArray,
} from './builder';
import type { AdjointSignature } from './calls';
import { mergeAdjoints, tidyRoutine } from './merge';
import { numberedSweeps } from './numbered';
import { renameRoutine, renameShape, renumber } from './rename';
import { type SweepContext, sweepContext, sweepList, withTarget } from './sweeps';

export interface GenerateOptions {
  readonly merge: boolean;
  readonly keepPrimalResults: boolean;
  readonly reversal: 'joins' | 'structured' | 'statements' | 'blocks';
  readonly suffix: string;
}

export interface AdjointProgram {
  readonly program: Program;
  readonly entry: string;
  readonly recordings: readonly RecordingDraft[];
  /** Errors: where there are any, the program is not valid. */
  readonly diagnostics: readonly Diagnostic[];
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
    primal,
    variables: [...primal.variables],
    recordings: [],
    routineNames: new Set(primal.routines.map((r) => r.name.toLowerCase())),
    globalAdjoints: new Map(),
    suffix: options.suffix,
    problems: [],
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
  const finished = made2.map(({ routine: r }) => {
    const merged = options.merge ? mergeAdjoints(draft, r, hasJumps(r.body)) : tidyRoutine(draft, r);
    return onlyMentioned(draft, merged);
  });
  const name = (signatures.get(entry) as AdjointSignature).name;
  const assembled = assemble(
    primal,
    state.variables,
    finished.map((routine, k) => ({ routine, of: made2[k]?.of ?? null })),
    name,
    state,
  );
  return {
    program: { ...draft, ...assembled, nextStatement: state.nextStatement, nextLabel: state.nextLabel },
    entry: name,
    recordings: state.recordings,
    diagnostics: state.problems,
    adjointOf,
  };
}

function adjointRoots(primal: Program, state: GenerationState) {
  const names = new Set([...state.globalAdjoints.values()].map((id) => state.variables[id]?.storage?.root));
  return primal.roots
    .map((r) => ({ ...r, name: `${r.name}_${state.suffix}` }))
    .filter((r) => names.has(r.name));
}

function freshRoutine(name: string, state: GenerationState): string {
  let fresh = `${name}_${state.suffix}`;
  for (let k = 0; state.routineNames.has(fresh.toLowerCase()); k++) fresh = `${name}_${state.suffix}${k}`;
  state.routineNames.add(fresh.toLowerCase());
  return fresh;
}

/** A parameter is followed by its adjoint when any derivative instruction touches it, or the user asked for it. */
function signatureOf(
  primal: Program,
  name: string,
  analysis: RoutineAnalysis,
  wanted: ReadonlySet<VariableId>,
  state: GenerationState,
): AdjointSignature {
  const { routine } = analysis.model;
  const touched = new Set<VariableId>(wanted);
  for (const d of analysis.derivatives.values()) {
    touched.add(d.target.variable);
    for (const c of d.contributions) touched.add(c.place.variable);
  }
  walkStatements(routine.body, (s) => {
    if (s.kind !== 'call' || !analysis.calls.get(s.id)?.adjoint) return;
    visitPlaces([s], (id) => touched.add(id));
  });
  const isActive = (id: VariableId) => isReal((primal.variables[id] as Variable).type) && touched.has(id);
  return {
    name: freshRoutine(name, state),
    forward: null,
    active: routine.parameters.map(isActive),
    resultActive: routine.result !== null && isActive(routine.result),
  };
}

/** A user-supplied adjoint is called as the convention says, every real argument being active. */
function externalSignature(primal: Program, routine: Routine, state: GenerationState): AdjointSignature {
  const real = (id: VariableId) => isReal((primal.variables[id] as Variable).type);
  return {
    forward: null,
    name: routine.external?.adjoint ?? `${routine.name}_${state.suffix}`,
    active: routine.parameters.map(real),
    resultActive: routine.result !== null && real(routine.result),
  };
}

/** In split mode: names of the two halves; adjoints of arguments as in joint mode. */
function splitSignature(
  primal: Program,
  name: string,
  analysis: RoutineAnalysis,
  state: GenerationState,
): AdjointSignature {
  const joint = signatureOf(primal, name, analysis, new Set(), {
    ...state,
    routineNames: new Set(state.routineNames),
  });
  const fresh = (suffix: string) => freshRoutine(name, { ...state, suffix });
  return { ...joint, forward: fresh('fwd'), name: fresh('bwd') };
}

type SignatureFor = (callee: string, mode: 'joint' | 'split') => AdjointSignature;

interface Parts {
  readonly parameters: VariableId[];
  readonly zeroes: Statement[];
  readonly forward: Statement[];
  readonly zeroArrays: Statement[];
  readonly backward: Statement[];
  /** Adjoints of by-value arguments that the routine overwrites join what the caller has summed. */
  readonly sums: Statement[];
  /** The arrow of an early return, where there is one. */
  readonly left: VariableId | null;
}

function generateRoutine(
  b: Builder,
  analysis: RoutineAnalysis,
  signature: AdjointSignature,
  signatureFor: SignatureFor,
  options: GenerateOptions,
  isEntry: boolean,
): Routine {
  const { routine } = analysis.model;
  const parts = generateParts(b, analysis, signature, signatureFor, options);
  const forwardFrom: From = { span: NOWHERE, origin: null, sweep: 'forward' };
  const backwardFrom: From = { span: NOWHERE, origin: null, sweep: 'backward' };
  const kept =
    options.keepPrimalResults && isEntry
      ? keepResults(b, analysis, forwardFrom, backwardFrom)
      : { save: [], restore: [] };
  const { zeroes, forward, zeroArrays, backward, sums } = parts;
  const returnsResult = options.keepPrimalResults && isEntry && routine.result !== null;
  return {
    name: signature.name,
    kind: returnsResult ? 'function' : 'subroutine',
    parameters: parts.parameters,
    result: returnsResult ? routine.result : null,
    locals: [
      ...routine.locals,
      ...(routine.result !== null && !returnsResult ? [routine.result] : []),
      ...b.locals,
    ],
    label: newLabel(b),
    body: [...zeroes, ...forward, ...kept.save, ...zeroArrays, ...backward, ...kept.restore, ...sums],
    span: routine.span,
    nameSpan: routine.nameSpan,
    external: null,
  };
}

/**
 * Split mode (theory 6): one routine runs the forward sweep and leaves on the tape, on top, the locals that the other,
 * which runs the backward sweep, still needs.
 */
function generateHalves(
  b: Builder,
  analysis: RoutineAnalysis,
  signature: AdjointSignature,
  signatureFor: SignatureFor,
  options: GenerateOptions,
): Routine[] {
  const { routine, locations, graph, program } = analysis.model;
  const parts = generateParts(b, analysis, signature, signatureFor, options);
  const forwardFrom: From = { span: NOWHERE, origin: null, sweep: 'forward' };
  const backwardFrom: From = { span: NOWHERE, origin: null, sweep: 'backward' };
  const written = assignedVariables(routine);
  const pushes: Statement[] = [];
  const pops: Statement[] = [];
  const about = { statement: (routine.body[0]?.id ?? 0) as StatementId, span: routine.nameSpan };
  if (parts.left !== null) {
    const width = { kind: 'count' } as const;
    const recording = record(b, {
      kind: 'arrow',
      variable: null,
      place: null,
      location: '',
      type: 'i32',
      width,
      ...about,
    });
    pushes.push({
      kind: 'pushControl',
      ...base(b, forwardFrom, 'push'),
      value: ref(b, parts.left),
      width,
      recording,
    });
    pops.unshift({
      kind: 'popControl',
      ...base(b, backwardFrom, 'pop'),
      target: parts.left,
      width,
      recording,
    });
  }
  analysis.required.after(graph.exit).forEach((l) => {
    for (const id of (locations.all[l] as Location).variables) {
      const v = program.variables[id] as Variable;
      const survives =
        v.role === 'global' || v.passing === 'reference' || (v.role === 'parameter' && !written.has(id));
      if (survives) continue;
      const place = variable(id, v.type);
      const count = v.shape ? elementCount(v) : null;
      if (v.shape && !count) continue;
      const what: TapeValue = count
        ? { kind: 'array', variable: id, count, span: NOWHERE }
        : { kind: 'scalar', place };
      if (pushes.some((s) => s.kind === 'push' && s.what.kind === 'array' && s.what.variable === id))
        continue;
      const recording = record(b, {
        kind: 'value',
        variable: id,
        place: count ? null : place,
        location: v.name,
        type: v.type,
        width: null,
        ...about,
      });
      pushes.push({ kind: 'push', ...base(b, forwardFrom, 'push'), what, recording });
      pops.unshift({ kind: 'pop', ...base(b, backwardFrom, 'pop'), what, recording });
    }
  });
  const common = { span: routine.span, nameSpan: routine.nameSpan, external: null };
  const locals = [...routine.locals, ...b.locals];
  return [
    {
      ...common,
      name: signature.forward as string,
      kind: routine.kind,
      parameters: routine.parameters,
      result: routine.result,
      locals,
      label: newLabel(b),
      body: [...parts.forward, ...pushes],
    },
    {
      ...common,
      name: signature.name,
      kind: 'subroutine',
      parameters: parts.parameters,
      result: null,
      locals: [...locals, ...(routine.result === null ? [] : [routine.result])],
      label: newLabel(b),
      body: [...pops, ...parts.zeroes, ...parts.zeroArrays, ...parts.backward, ...parts.sums],
    },
  ];
}

const DRAFT_OWNER = -1;

/** Variables of a draft that both halves have copied: their ids stay taken, and nothing mentions them. */
function retireDrafts(state: GenerationState): void {
  state.variables.forEach((v, k) => {
    if (v.owner === DRAFT_OWNER)
      state.variables[k] = { ...v, owner: null, name: `retired_${k}`, shape: null, storage: null };
  });
}

/** A routine over variables of its own, where two share those of their primal. */
function ownCopy(
  state: GenerationState,
  routine: Routine,
  owner: number,
  owners: readonly number[],
): Routine {
  const copies = new Map<VariableId, VariableId>();
  const count = state.variables.length;
  for (let k = 0; k < count; k++) {
    const v = state.variables[k] as Variable;
    if (v.owner === null || !owners.includes(v.owner)) continue;
    const id = state.variables.length as VariableId;
    state.variables.push({ ...v, id, owner });
    copies.set(v.id, id);
  }
  for (const id of copies.values()) {
    const v = state.variables[id] as Variable;
    if (v.shape) state.variables[id] = { ...v, shape: renameShape(v.shape, copies) };
  }
  return renumber(renameRoutine(routine, copies), state);
}

function generateParts(
  b: Builder,
  analysis: RoutineAnalysis,
  signature: AdjointSignature,
  signatureFor: SignatureFor,
  options: GenerateOptions,
): Parts {
  const { routine, program } = analysis.model;
  const parameters: VariableId[] = [];
  const copied: { shadow: VariableId; parameter: VariableId }[] = [];
  const writtenHere = assignedVariables(routine);
  routine.parameters.forEach((id, k) => {
    parameters.push(id);
    if (!signature.active[k]) return;
    const v = program.variables[id] as Variable;
    const adjoint = newVariable(b, `${v.name}${b.state.suffix}`, {
      type: v.type,
      shape: v.shape,
      role: 'adjoint',
      passing: 'reference',
      derivativeOf: id,
      span: v.span,
    });
    parameters.push(adjoint);
    b.adjoints.set(id, adjoint);
    // A by-value argument that the routine overwrites: its adjoint at entry must not disturb what the caller has summed.
    if (v.passing === 'value' && writtenHere.has(id)) {
      const shadow = newVariable(b, `${v.name}${b.state.suffix}`, {
        type: v.type,
        role: 'adjoint',
        derivativeOf: id,
        span: v.span,
      });
      b.locals.push(shadow);
      b.adjoints.set(id, shadow);
      copied.push({ shadow, parameter: adjoint });
    }
  });
  if (signature.resultActive && routine.result !== null) {
    const v = program.variables[routine.result] as Variable;
    const seed = newVariable(b, `${routine.name}${b.state.suffix}`, {
      type: v.type,
      role: 'adjoint',
      passing: 'value',
      derivativeOf: v.id,
      span: v.span,
    });
    parameters.push(seed);
    b.adjoints.set(routine.result, seed);
  }

  const forwardFrom: From = { span: NOWHERE, origin: null, sweep: 'forward' };
  const backwardFrom: From = { span: NOWHERE, origin: null, sweep: 'backward' };
  const context = sweepContext(b, analysis, options.merge, signatureFor);
  const { forward, backward, left } =
    options.reversal === 'statements' || options.reversal === 'blocks'
      ? { ...numberedSweeps(context, options.reversal), left: null }
      : routineSweeps(context, routine);

  const zeroes: Statement[] = [];
  const zeroArrays: Statement[] = [];
  for (const id of new Set([...b.adjoints.values()])) {
    if (parameters.includes(id)) continue;
    const v = b.state.variables[id] as Variable;
    if (v.shape) zeroArrays.push(...zeroArray(b, backwardFrom, 'derivative', id));
    else
      zeroes.push(
        assign(
          b,
          { ...forwardFrom, span: v.span },
          'declaration',
          ref(b, id),
          constant(0, v.type),
          'declaration',
        ),
      );
  }
  const sums = copied.map(({ shadow, parameter }) =>
    increment(b, backwardFrom, ref(b, parameter), ref(b, shadow)),
  );
  return { parameters, zeroes, forward, zeroArrays, backward, sums, left };
}

/** The whole body; an early `return` becomes a jump to the turn between the sweeps. */
function routineSweeps(c: SweepContext, routine: Routine) {
  const key = `exit ${routine.label}` as const;
  const sites = c.jumps.sites.get(key) ?? [];
  const anyReversed = c.reversed.size > 0;
  if (sites.length === 0) return { ...sweepList(c, routine.body), left: null };
  const b = c.b;
  const from: From = { span: routine.span, origin: null, sweep: 'forward' };
  const arrow = anyReversed ? slot(b, 'left', 'i32') : null;
  const inner = arrow === null ? c : withTarget(c, key, arrow);
  const swept = sweepList(inner, routine.body);
  const block: Block = {
    kind: 'block',
    ...base(b, from, 'primal'),
    label: routine.label,
    body: swept.forward,
  };
  return {
    forward: [...(arrow === null ? [] : [setInt(b, from, arrow, 0)]), block],
    backward: swept.backward,
    left: arrow,
  };
}

function assignedVariables(routine: Routine): Set<VariableId> {
  const written = new Set<VariableId>();
  walkStatements(routine.body, (s) => {
    if (s.kind === 'assign') written.add(s.target.variable);
    if (s.kind === 'for') written.add(s.index);
    if (s.kind === 'call') {
      if (s.result) written.add(s.result.variable);
      for (const a of s.args) {
        if (a.kind === 'reference') written.add(a.place.variable);
        if (a.kind === 'array') written.add(a.variable);
      }
    }
  });
  return written;
}

/** Copies of the outputs, made at the turn and put back at the end: POPs overwrite them (theory 11). */
function keepResults(
  b: Builder,
  analysis: RoutineAnalysis,
  forward: From,
  backward: From,
): { save: Statement[]; restore: Statement[] } {
  const { routine, program } = analysis.model;
  const written = assignedVariables(routine);
  const save: Statement[] = [];
  const restore: Statement[] = [];
  const outputs = [...routine.parameters, ...(routine.result === null ? [] : [routine.result])].filter(
    (id) => {
      const v = program.variables[id] as Variable;
      return written.has(id) && (v.passing === 'reference' || v.role === 'result');
    },
  );
  for (const v of program.variables) if (v.role === 'global' && written.has(v.id)) outputs.push(v.id);
  for (const id of outputs) {
    const v = program.variables[id] as Variable;
    if (v.shape && elementCount(v) === null) continue;
    const copy = newVariable(b, `${v.name}_kept`, { type: v.type, shape: v.shape, role: 'control' });
    b.locals.push(copy);
    save.push(...copyVariable(b, forward, copy, id));
    restore.push(...copyVariable(b, backward, id, copy));
  }
  return { save, restore };
}

function copyVariable(b: Builder, from: From, to: VariableId, source: VariableId): Statement[] {
  const v = b.state.variables[to] as Variable;
  if (!v.shape) return [assign(b, from, 'primal', variable(to, v.type), ref(b, source))];
  return replaceZero(zeroArray(b, from, 'primal', to), to, source);
}

/** Turns the loops that zero an array into loops that copy another into it. */
function replaceZero(list: readonly Statement[], to: VariableId, source: VariableId): Statement[] {
  return list.map((s): Statement => {
    if (s.kind === 'for') return { ...s, body: replaceZero(s.body, to, source) };
    if (s.kind === 'assign' && s.target.variable === to && s.target.kind === 'element')
      return { ...s, value: { ...s.target, variable: source } };
    return s;
  });
}

/** Locals that nothing mentions are not declared. */
function onlyMentioned(program: Program, routine: Routine): Routine {
  const seen = new Set<VariableId>();
  visitPlaces(routine.body, (id) => seen.add(id));
  walkStatements(routine.body, (s) => {
    if (s.kind === 'dispatch') seen.add(s.state);
  });
  for (const id of [...seen]) {
    for (const d of program.variables[id]?.shape?.dimensions ?? []) {
      for (const e of [d.lower, d.extent])
        if (e)
          visitPlaces(
            [
              {
                kind: 'io',
                id: 0 as StatementId,
                span: NOWHERE,
                role: 'primal',
                origin: null,
                text: '',
                items: [e],
              },
            ],
            (x) => seen.add(x),
          );
    }
  }
  return { ...routine, locals: [...new Set(routine.locals)].filter((id) => seen.has(id)) };
}

/**
 * The generated program: primal routines that the adjoint code calls, then the adjoint routines. An adjoint routine keeps
 * the variables of its primal under their ids; a primal routine that stands beside its own adjoint gets copies.
 */
export function assemble(
  primal: Program,
  variables: readonly Variable[],
  made: readonly { routine: Routine; of: string | null }[],
  entry: string,
  counters: { nextStatement: number; nextLabel: number },
): Pick<Program, 'routines' | 'variables'> {
  const plain = neededRoutines(
    primal,
    made.map((m) => m.routine),
    entry,
  );
  const table: Variable[] = variables.map((v) => ({ ...v }));
  const setOwner = (id: VariableId, owner: number | null) => {
    table[id] = { ...(table[id] as Variable), owner };
  };
  const adjointOf = new Map(
    made.flatMap((m, k) => (m.of === null ? [] : [[m.of, plain.length + k] as const])),
  );
  const routines: Routine[] = [];
  variables.forEach((v) => {
    if (v.owner === null) return;
    if (v.owner >= primal.routines.length) setOwner(v.id, plain.length + v.owner - primal.routines.length);
    else {
      const name = (primal.routines[v.owner] as Routine).name;
      const plainIndex = plain.findIndex((r) => r.name === name);
      setOwner(v.id, adjointOf.get(name) ?? (plainIndex < 0 ? null : plainIndex));
    }
  });
  plain.forEach((routine, owner) => {
    if (!adjointOf.has(routine.name)) {
      routines.push(routine);
      return;
    }
    const copies = new Map<VariableId, VariableId>();
    const old = primal.routines.indexOf(routine);
    for (const v of primal.variables) {
      if (v.owner !== old) continue;
      const id = table.length as VariableId;
      table.push({ ...v, id, owner });
      copies.set(v.id, id);
    }
    for (const copy of copies.values()) {
      const v = table[copy] as Variable;
      if (v.shape) table[copy] = { ...v, shape: renameShape(v.shape, copies) };
    }
    routines.push(renumber(renameRoutine(routine, copies), counters));
  });
  routines.push(...made.map((m) => m.routine));
  return { routines, variables: table };
}

/** Primal routines that the adjoint code calls, directly or not, in source order. */
function neededRoutines(primal: Program, made: readonly Routine[], entry: string): Routine[] {
  const byName = new Map([...primal.routines, ...made].map((r) => [r.name, r]));
  const needed = new Set<string>([entry, ...made.map((r) => r.name)]);
  const work = [...needed];
  for (let name = work.pop(); name !== undefined; name = work.pop()) {
    const routine = byName.get(name);
    if (!routine) continue;
    walkStatements(routine.body, (s) => {
      if (s.kind === 'call' && !needed.has(s.callee)) {
        needed.add(s.callee);
        work.push(s.callee);
      }
    });
  }
  return primal.routines.filter((r) => needed.has(r.name));
}

/** Where control jumps, a compiler cannot see that a value is set on every path that reads it. */
function hasJumps(body: readonly Statement[]): boolean {
  let found = false;
  walkStatements(body, (s) => {
    if (s.kind === 'exit' || s.kind === 'next' || s.kind === 'dispatch') found = true;
  });
  return found;
}
