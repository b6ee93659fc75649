/** The door's `singlePass` and `runSinglePass`: the single-pass compiler, and a run of the text that it wrote. */
import { diagnostic } from '../../base/diagnostics';
import { itemAt, present } from '../../base/lookup';
import { defaultHost } from '../../execute/host';

import { interpret } from '../../execute/interpreter';
import { limitsOf, type RunLimits } from '../../execute/outcome';
import { executeRun } from '../../execute/run';
import { bindPorts, portsOf, type Runnable } from '../../execute/runnable';
import { parseC } from '../../frontend/c';
import { addVariable, growingFrom } from '../../ir/emit';
import { routineOf, variableOf } from '../../ir/names';
import { renameRoutine, renumber } from '../../ir/rewrites/rename';
import { walkStatements } from '../../ir/statements';
import type { Routine, StatementId, VariableId } from '../../ir/types';
import { compileInOnePass, type OnePass } from '../../singlepass';
import { compile } from '../compile/compile';
import type { Compile } from '../compile/compiled';
import type { Options } from '../options';
import type {
  Diagnostic,
  DifferentiateRequest,
  ExecuteRequest,
  Execution,
  Numbering,
  SinglePass,
  SinglePassRun,
} from '../results';
import { onlyDifferentiation, refused } from './execute';

export interface SinglePassOptions {
  readonly numbering?: Numbering;
}

/** The options with which the main engine does the same. */
export const AS_IN_ONE_PASS: Partial<Options> = {
  basicBlocks: 'codelist',
  reversal: 'statements',
  record: 'all',
  activity: false,
  adjointLiveness: false,
  merge: false,
};

export function singlePassOf(
  request: DifferentiateRequest,
  options: SinglePassOptions | null = null,
): SinglePass {
  const { parameters: _, ...made } = inOnePass(request, options);
  return made;
}

export function inOnePass(request: DifferentiateRequest, options: SinglePassOptions | null): OnePass {
  if (request.language === 'c') return compileInOnePass(request.source, options?.numbering ?? 'grammar');
  const why = error(
    'The single-pass compiler reads C.',
    'Its language is that of [SPG]: assignments, if and while over scalars.',
  );
  return { ...noSinglePass(why), parameters: [] };
}

export function noSinglePass(diagnostic: Diagnostic): SinglePass {
  return {
    ok: false,
    diagnostics: [diagnostic],
    productions: [],
    tree: [],
    events: [],
    code: { text: '', forward: '', backward: [] },
  };
}

/** Runs the text as our own front end reads it, with the primal and tangent of the main engine. */
export function runInOnePass(
  request: ExecuteRequest,
  options: SinglePassOptions | null = null,
): SinglePassRun {
  const host = defaultHost();
  const made = inOnePass(request, options);
  if (!made.ok) return { ...refused(made), order: [] };
  const c = compile({ ...onlyDifferentiation(request), mode: 'adjoint', options: AS_IN_ONE_PASS }, host.now);
  const isBroken = c.diagnostics.some((d) => d.severity === 'error');
  if (isBroken || !c.routine || !c.interface || !c.tangent) return { ...refused(c), order: [] };
  // If a snippet sets all of its values, the main engine takes its first values for inputs.
  const setsAll = c.diagnostics.some(({ code }) => code === 'own-values');
  const adjoint = setsAll ? null : readBack(c, c.routine, made);
  if (!adjoint) return { ...refused({ diagnostics: [unlike(c.routine)] }), order: [] };
  const primal = { program: c.program, entry: c.routine.name };
  const execution = executeRun({
    mode: 'adjoint',
    source: c.source,
    primal,
    adjoint,
    tangent: c.tangent,
    generated: adjoint,
    independents: c.interface.independents,
    dependents: c.interface.dependents,
    inputs: request.inputs,
    seeds: request.seeds,
    directions: request.directions,
    budget: request.budget,
    trace: request.trace,
    host,
  });
  const order = execution.ok ? orderOf(primal, adjoint, execution.inputs, limitsOf(request.budget)) : [];
  return { ...execution, diagnostics: [...made.diagnostics, ...execution.diagnostics], order };
}

function error(message: string, note: string): Diagnostic {
  return diagnostic('error', 'not-in-grammar', message, { start: 0, end: 0 }, note);
}

function unlike(routine: Routine): Diagnostic {
  return {
    ...error(
      `The single-pass compiler takes other variables of ${routine.name} for its inputs than the main engine.`,
      'Names that nothing declares and nothing sets before they are read come from outside in both.',
    ),
    span: routine.nameSpan,
  };
}

/**
 * The routine that the text defines, as a generated program: the primal's variables, followed by its own. Null if its
 * parameters differ from those of the main engine.
 */
export function readBack(c: Compile, routine: Routine, made: OnePass): Runnable | null {
  const read = parseC(made.code.text);
  const { program } = c;
  const found = read.program.routines.find(({ name }) => name === `${routine.name}_b`);
  const names = routine.parameters.map((id) => variableOf(program, id).name).join();
  const isSame = names === made.parameters.map(({ name }) => name).join();
  if (!found || !isSame || read.diagnostics.some((d) => d.severity === 'error')) return null;
  const growing = growingFrom(program);
  const { variables } = growing;
  const owner = program.routines.length;
  const ids = new Map(read.program.variables.map((v) => [v.id, addVariable(variables, { ...v, owner })]));
  const own = renumber(renameRoutine(found, ids), growing);
  const rest = [...own.parameters];
  const nextIsAdjoint = (of: VariableId) => {
    const id = present(rest.shift(), 'an adjoint among the parameters');
    variables[id] = { ...itemAt(variables, id), role: 'adjoint', derivativeOf: of };
  };
  routine.parameters.forEach((id, k) => {
    rest.shift();
    if (itemAt(made.parameters, k).hasAdjoint) nextIsAdjoint(id);
  });
  if (routine.result !== null) nextIsAdjoint(routine.result);
  const routines = [...program.routines, own];
  return { entry: own.name, program: { ...program, ...growing, routines } };
}

/** Numbers of assignments in the order of their pops: the run's pushes, reversed. */
function orderOf(
  primal: Runnable,
  adjoint: Runnable,
  inputs: Execution['inputs'],
  limits: RunLimits,
): number[] {
  const numbers = new Map<StatementId, number>();
  const routine = routineOf(adjoint.program, adjoint.entry);
  walkStatements(routine.body, (s) => {
    if (s.kind === 'pushControl' && s.value.kind === 'constant') numbers.set(s.id, s.value.value);
  });
  const pushed: number[] = [];
  const enter = (id: StatementId) => {
    const number = numbers.get(id);
    if (number !== undefined) pushed.push(number);
  };
  const input = bindPorts(adjoint.entry, portsOf(primal, adjoint), (port) => {
    const values = inputs[port.key] ?? [0];
    return port.holds === 'primal' ? values : values.map(() => 0);
  });
  interpret(adjoint.program, input, { now: defaultHost().now, limits, enter });
  return pushed.reverse();
}
