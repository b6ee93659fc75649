/** What a routine takes from outside and gives back, and which of it is differentiated. */

import { modelProgram, type ProgramModel } from '../../analyses/instructions/programModel';
import { type Effect, globalPort, type Summary } from '../../analyses/instructions/summary';
import { overlaps } from '../../backend/storage';
import { BitSet } from '../../base/bitset';
import { type Diagnostic, diagnostic } from '../../base/diagnostics';
import { entryOf } from '../../base/lookup';
import { isReal } from '../../ir/build';
import { locationKey, routineOf, variableOf } from '../../ir/names';
import { isHidden } from '../../ir/rewrites/keptValues';
import type { Program, Routine, Variable, VariableId } from '../../ir/types';
import { mentioned } from '../../ir/uses';
import type { Options } from '../options';
import type { DifferentiateRequest } from '../results';

/** The real inputs and outputs of a routine that a user can name, and which of them were chosen. */
export interface RoutineInterface {
  readonly inputs: readonly VariableId[];
  readonly outputs: readonly VariableId[];
  readonly independents: readonly VariableId[];
  readonly dependents: readonly VariableId[];
}

export function outputsOf(program: Program, routine: Routine, model: ProgramModel): VariableId[] {
  return visible(program, routine, model).filter((id) =>
    portIn(program, routine, model.summaries.get(routine.name), id, 'out'),
  );
}

/** Parameters, the result, and the globals that the routine or its callees touch, but no constants. */
export function visible(program: Program, routine: Routine, model: ProgramModel): VariableId[] {
  const locations = model.models.get(routine.name)?.locations;
  const globals = new Map<string, VariableId>();
  for (const l of locations?.all ?? []) {
    for (const id of l.variables) {
      const v = variableOf(program, id);
      if (
        v.role === 'global' &&
        id !== program.tape &&
        v.intent !== 'in' &&
        !globals.has(locationKey(program, id))
      )
        globals.set(locationKey(program, id), id);
    }
  }
  const result = routine.result === null ? [] : [routine.result];
  return [...routine.parameters, ...result, ...oneViewEach(program, routine, [...globals.values()])];
}

/** Where routines see the same bytes in different shapes, a value counts once, as this routine sees it. */
function oneViewEach(program: Program, routine: Routine, globals: readonly VariableId[]): VariableId[] {
  const own = mentioned(routine);
  const first = [...globals.filter((id) => own.has(id)), ...globals.filter((id) => !own.has(id))];
  const variables = first.map((id) => variableOf(program, id));
  const others = new Map<Variable, Variable[]>(variables.map((v) => [v, []]));
  for (const [a, b] of overlaps(variables)) {
    entryOf(others, a).push(b);
    entryOf(others, b).push(a);
  }
  const kept = new Set<Variable>();
  for (const v of variables) if (!entryOf(others, v).some((other) => kept.has(other))) kept.add(v);
  const ids = new Set([...kept].map((v) => v.id));
  return globals.filter((id) => ids.has(id));
}

export function portIn(
  program: Program,
  routine: Routine,
  summary: Summary | undefined,
  id: VariableId,
  set: 'use' | 'out' | 'kill',
): boolean {
  if (!summary) return false;
  const position = routine.parameters.indexOf(id);
  if (position >= 0) return summary[set].has(position);
  if (routine.result === id) return set !== 'use';
  const v = variableOf(program, id);
  return v.role === 'global' && summary[set].has(globalPort(id));
}

export function interfaceOf(
  program: Program,
  routine: Routine,
  model: ProgramModel,
  request: DifferentiateRequest,
  diagnostics: Diagnostic[],
): RoutineInterface {
  const summary = model.summaries.get(routine.name);
  const all = visible(program, routine, model).filter((id) => isReal(variableOf(program, id).type));
  const inputs = all.filter((id) => portIn(program, routine, summary, id, 'use') && id !== routine.result);
  const outputs = all.filter((id) => portIn(program, routine, summary, id, 'out'));
  const directive = (name: string) =>
    program.directives.find((d) => d.name === name && (d.routine === null || d.routine === routine.name))
      ?.args;
  const choose = (what: Chosen['what'], from: readonly VariableId[], possible: readonly VariableId[]) => {
    const names = request[`${what}s`] ?? directive(`${what}s`);
    if (!names) return from;
    return names.flatMap((name) => {
      const wanted = program.language === 'fortran' ? name.toLowerCase() : name;
      const isIt = (id: VariableId) =>
        locationKey(program, id) === wanted || variableOf(program, id).name === wanted;
      const id = possible.find(isIt);
      if (id !== undefined) return [id];
      const v = visible(program, routine, model)
        .map((x) => variableOf(program, x))
        .find((x) => x.name === wanted);
      diagnostics.push(notPossible(program, routine, v, { name, what, possible }));
      return [];
    });
  };
  const possibleInputs = all.filter((id) => id !== routine.result);
  // Variables that routines keep between calls count if someone names them.
  const inSight = (ids: readonly VariableId[]) =>
    ids.filter((id) => !isHidden(program, variableOf(program, id)));
  // Nobody asks what follows from other random numbers, as long as there is something else.
  const seen = inSight(inputs);
  const given = seen.filter((id) => !variableOf(program, id).isRandom);
  return {
    inputs,
    outputs,
    independents: choose('independent', given.length > 0 ? given : seen, possibleInputs),
    dependents: choose('dependent', inSight(outputs), outputs),
  };
}

/**
 * What a routine reads and sets is a fact of its text, which must not depend on how its calls are reversed: it is found
 * before calls are inlined, and then expressed in the variables of the program with the calls inlined.
 */
export function interfaceAsWritten(
  written: Program,
  placed: { readonly program: Program; readonly routine: Routine; readonly model: ProgramModel },
  { request, options }: { readonly request: DifferentiateRequest; readonly options: Options },
  diagnostics: Diagnostic[],
): RoutineInterface {
  const { name } = placed.routine;
  const routine = routineOf(written, name);
  const model = modelProgram(written, name, options.elements);
  const { inputs, outputs, independents, dependents } = interfaceOf(
    written,
    routine,
    model,
    request,
    diagnostics,
  );
  const keyed = (ids: readonly VariableId[]) =>
    ids.map((id) => [locationKey(placed.program, id), id] as const);
  // A global that only an inlined call named, without any effect, is named nowhere after inlining.
  const globals = placed.program.variables.flatMap((v) => (v.role === 'global' ? [v.id] : []));
  const here = new Map([...keyed(globals), ...keyed(visible(placed.program, placed.routine, placed.model))]);
  const moved = (ids: readonly VariableId[]) => ids.flatMap((id) => here.get(locationKey(written, id)) ?? []);
  return {
    inputs: moved(inputs),
    outputs: moved(outputs),
    independents: moved(independents),
    dependents: moved(dependents),
  };
}

/** The choice that was made, and the candidates. */
interface Chosen {
  readonly name: string;
  readonly what: 'independent' | 'dependent';
  readonly possible: readonly VariableId[];
}

function notPossible(
  program: Program,
  { name: routine, nameSpan }: Routine,
  v: Variable | undefined,
  { name, what, possible }: Chosen,
): Diagnostic {
  const [code, of] =
    what === 'independent' ? (['not-an-input', 'argument'] as const) : (['not-an-output', 'output'] as const);
  const why = v ? `it is not a real ${of} of ${routine}.` : `${routine} has no such argument.`;
  const names = possible.map((id) => locationKey(program, id)).join(', ');
  return diagnostic(
    'error',
    code,
    `\`${name}\` cannot be ${what}: ${why}`,
    v?.span ?? nameSpan,
    ...(names === '' ? [] : [{ message: `Possible: ${names}.` }]),
  );
}

/**
 * The locations from which an instruction passes a derivative on to one in `after`; null if there are none. That the other
 * elements of an array remain is not something that the instruction does.
 */
export function passesOn({ out, use, diffDep }: Effect, after: BitSet, size: number): BitSet | null {
  if (!out.intersects(after)) return null;
  const from = new BitSet(size);
  out.forEach((w) => {
    if (!after.has(w)) return;
    diffDep.get(w)?.forEach((d) => {
      if (d !== w || use.has(w)) from.add(d);
    });
  });
  return from.isEmpty() ? null : from;
}
