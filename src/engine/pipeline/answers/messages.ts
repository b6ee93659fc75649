/**
 * What a user should know about a derivative before trusting it ([TAP] 4.1, more precisely): where it is silently zero, where
 * it is that of one branch only, what is read before it is set, what is passed twice.
 */

import { actualLocations } from '../../analyses/instructions/effects';
import type { Summary } from '../../analyses/instructions/summary';
import { globalOfPort } from '../../analyses/instructions/summary';
import type { RoutineAnalysis } from '../../analyses/routineAnalysis';
import type { Diagnostic } from '../../base/diagnostics';
import { DiagnosticSink } from '../../base/diagnostics';
import { itemAt, present } from '../../base/lookup';
import { isBrought } from '../../base/span';
import { isReal, walk } from '../../ir/build';
import { ELEMENTARY, partialRule, refusedPartial } from '../../ir/elementary';
import { type Instruction, testExpressions } from '../../ir/graph/flow';
import type { Location } from '../../ir/locations';
import { locationKey, routineNamed, routineOf, variableOf } from '../../ir/names';
import { placesRead } from '../../ir/partials';
import { overlapOf } from '../../ir/rewrites/pieces';
import type { Call, Expr, Program, Routine, VariableId } from '../../ir/types';
import type { Compile } from '../compile/compiled';
import { startingNames } from '../compile/ownValues';
import { isDifferentiated } from '../compile/tangentParts';
import { tellHidden, tellNoResult, tellSlips, tellUnset } from './slips';

export function flowMessages(c: Compile): Diagnostic[] {
  const sink = new DiagnosticSink();
  for (const [name, analysis] of present(c.analysis, 'the analysis').routines) {
    const instructions = analysis.model.graph.vertices
      .flatMap((v) => v.instructions)
      .map((i) => [i, expressionsOf(i)] as const);
    for (const [i, read] of instructions) {
      cutDerivatives(sink, c, analysis, i, read);
      activeTests(sink, c, analysis, i);
      tellSlips(sink, analysis.model.program, i, read);
      if (i.kind === 'leaf' && i.statement.kind === 'call') aliased(sink, c, analysis, i.statement);
      if (c.mode !== 'adjoint') unknownTangent(sink, c, analysis, i);
    }
    tellUnset(sink, analysis, instructions);
    const routine = routineOf(analysis.model.program, name);
    tellNoResult(sink, analysis, routine);
    tellHidden(sink, analysis, routine, c.request.source);
    if (name !== c.routine?.name) tellVain(sink, c, analysis, routine);
    if (name === c.routine?.name) silentZeroes(sink, c, analysis);
  }
  return withoutRepeats(sink.list);
}

/** One expression of the source may be in several statements here: it is reported once. */
function withoutRepeats(list: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>();
  return list.filter(({ code, span }) => {
    const key = `${code} ${span.start} ${span.end}`;
    if (code !== 'derivative-cut' && code !== 'active-test') return true;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function expressionsOf(i: Instruction): readonly Expr[] {
  if (i.kind === 'test') return testExpressions(i.test);
  if (i.statement.kind === 'assign') {
    const { keeps, accumulates, value } = i.statement;
    // Values that only the backward sweep reads have no derivative and need none, nor have derivatives themselves.
    return keeps || accumulates ? [] : [value];
  }
  if (i.statement.kind === 'call')
    return i.statement.args.flatMap((a) => (a.kind === 'value' ? [a.value] : []));
  return [];
}

function activeIn(c: Compile, analysis: RoutineAnalysis, i: Instruction, e: Expr): string | null {
  const { locations, program } = analysis.model;
  const varied = analysis.varied.around(i.id)?.before;
  for (const place of placesRead(e)) {
    const l = locations.of(place);
    if (!isReal(place.type) || l < 0 || !varied?.has(l)) continue;
    const { name, role } = variableOf(program, place.variable);
    // A temporary stands for the text at its place.
    return role === 'temporary' ? c.request.source.slice(place.span.start, place.span.end) || name : name;
  }
  return null;
}

/** The name of a function as the text has it. */
function calledIn(c: Compile, { span, fn }: Extract<Expr, { kind: 'intrinsic' }>): string {
  return /^\w+/.exec(c.request.source.slice(span.start, span.end))?.[0] ?? fn;
}

/** `round(x)`: whether the derivative ends here because the value becomes an integer. */
function isFlat(e: Expr): boolean {
  return e.kind === 'intrinsic' && e.args.every((_, k) => partialRule(e.fn, k) === null);
}

/**
 * Reports active values whose derivative ends: in comparisons, conversions to integer, functions that are flat almost
 * everywhere, and functions whose derivative is not in the table.
 */
function cutDerivatives(
  sink: DiagnosticSink,
  c: Compile,
  analysis: RoutineAnalysis,
  i: Instruction,
  read: readonly Expr[],
): void {
  const seesCuts = analysis.options.activity && i.kind === 'leaf';
  const compared: Expr[] = [];
  const look = (x: Expr) => {
    if (x.kind === 'convert' && seesCuts && !isReal(x.type) && isReal(x.operand.type) && !isFlat(x.operand)) {
      const name = activeIn(c, analysis, i, x.operand);
      if (name) {
        sink.info(
          'derivative-cut',
          `The derivative with respect to \`${name}\` ends here: the value becomes an integer.`,
          x.span,
          'Whole numbers change in steps, so their derivative is taken as zero.',
        );
      }
    }
    if (x.kind === 'compare' && seesCuts) compared.push(x);
    if (x.kind !== 'intrinsic') return;
    x.args.forEach((arg, k) => {
      if (seesCuts && ELEMENTARY[x.fn].partials[k] === null && isReal(arg.type)) {
        const name = activeIn(c, analysis, i, arg);
        if (name)
          sink.info(
            'derivative-cut',
            `The derivative with respect to \`${name}\` ends here: \`${calledIn(c, x)}\` is flat almost everywhere in this argument.`,
            x.span,
          );
      }
      const reason = refusedPartial(x.fn, k);
      const name = reason && activeIn(c, analysis, i, arg);
      if (name)
        sink.error(
          'no-derivative',
          `\`${x.fn}\` can't be differentiated with respect to \`${name}\`: ${reason}`,
          x.span,
        );
    });
  };
  for (const e of read) walk(e, look);
  for (const e of compared) activeOutcome(sink, e, activeIn(c, analysis, i, e));
}

/** Reports a branch that something active decides: the derivative is that of the branch taken. */
function activeTests(sink: DiagnosticSink, c: Compile, analysis: RoutineAnalysis, i: Instruction): void {
  if (!analysis.options.activity || i.kind === 'leaf' || i.test.kind === 'for') return;
  const { routine } = analysis.model;
  const test = isBrought(routine) ? `A test in \`${routine.name}\`` : 'This test';
  for (const e of testExpressions(i.test)) {
    const name = activeIn(c, analysis, i, e);
    if (!name) continue;
    sink.info(
      'active-test',
      `${test} depends on the active \`${name}\`: the derivative is that of the path taken.`,
      e.span,
      'Where the paths meet the function may have a kink or a jump, which no derivative shows.',
    );
    return;
  }
}

/** Reports `q = x > 1`: x decides whatever `q` decides further down. */
function activeOutcome(sink: DiagnosticSink, e: Expr, name: string | null): void {
  if (name)
    sink.info(
      'active-test',
      `This comparison depends on the active \`${name}\`: the derivative is that of its outcome here.`,
      e.span,
      'Where the outcome changes the function may have a kink or a jump, which no derivative shows.',
    );
}

/** Reports a call whose tangent the user has to write, since the routine has no text. */
function unknownTangent(sink: DiagnosticSink, c: Compile, analysis: RoutineAnalysis, i: Instruction): void {
  if (i.kind !== 'leaf' || i.statement.kind !== 'call') return;
  const { callee, span } = i.statement;
  const external = routineNamed(analysis.model.program, callee)?.external;
  if (!external || external.tangent !== null || !isDifferentiated(analysis, i.id)) return;
  const name = `${callee}_${c.options.naming.tangent}`;
  sink.warning(
    'unknown-tangent',
    `The tangent of \`${callee}\` is not here: the code calls \`${name}\`, which is yours to write.`,
    span,
    `Paste the text of \`${callee}\`, or name a tangent of your own: \`backsweep: external(${callee}, tangent(${name}))\`.`,
  );
}

/** Globals that a routine reads or writes by name. */
function globalsIn(summary: Summary | undefined): VariableId[] {
  const ports = [...(summary?.use ?? []), ...(summary?.out ?? [])];
  return ports.flatMap((p) => (typeof p === 'string' && p !== 'result' ? [globalOfPort(p)] : []));
}

/** Reports a location that is passed twice and written: its adjoint would be counted once too often. */
function aliased(sink: DiagnosticSink, c: Compile, analysis: RoutineAnalysis, s: Call): void {
  const { locations, effects, program } = analysis.model;
  const out = effects({ kind: 'leaf', id: s.id, statement: s }).out;
  const isExternal = routineNamed(program, s.callee)?.external;
  const seen = new Set<number>();
  const shared = new Set(
    globalsIn(c.model?.summaries.get(s.callee)).flatMap((id) => locations.ofVariable(id)),
  );
  for (const a of s.args) {
    if (a.kind === 'value') continue;
    for (const l of actualLocations(a, locations).value) {
      const isRepeated = seen.has(l);
      seen.add(l);
      if (!out.has(l)) continue;
      const location = locations.at(l);
      // In Fortran a routine may set nothing that it has under two names, and an integer has no adjoint.
      if (isExternal && !mayOverlap(program) && !isReal(location.type)) continue;
      if (isRepeated) passedTwice(sink, program, s, location);
      else if (shared.has(l)) alsoGlobal(sink, program, s, location);
    }
  }
}

/** In Fortran, pieces do not overlap if one of them is written. */
const mayOverlap = ({ language }: Program) => language === 'c';
const nameOf = (program: Program, { variables }: Location) => variableOf(program, itemAt(variables, 0)).name;

function alsoGlobal(sink: DiagnosticSink, program: Program, s: Call, location: Location): void {
  const isRefused = location.strong || mayOverlap(program);
  const end = isRefused ? 'would be wrong.' : 'is right only if the parts do not overlap.';
  sink[isRefused ? 'error' : 'warning'](
    'aliasing',
    `\`${nameOf(program, location)}\` is passed to ${s.callee}, which also knows it by itself, and overwrites it: the adjoint ${end}`,
    s.span,
    'Pass a copy, or leave the argument out.',
  );
}

function passedTwice(sink: DiagnosticSink, program: Program, s: Call, location: Location): void {
  const name = nameOf(program, location);
  const overlap = location.strong ? null : overlapOf(program, s);
  const isSure = location.strong || overlap === 'certain' || (mayOverlap(program) && overlap !== null);
  if (!isSure && !overlap) return;
  const [what, them] =
    isSure && !location.strong
      ? [`Pieces of \`${name}\` that ${mayOverlap(program) ? 'may ' : ''}overlap are passed`, 'them']
      : [`\`${name}\` is passed twice`, 'it'];
  const end = isSure ? 'would be wrong.' : 'is right only if the parts do not overlap.';
  sink[isSure ? 'error' : 'warning'](
    'aliasing',
    `${what} to ${s.callee}, which overwrites ${them}: the adjoint ${end}`,
    s.span,
    ...(isSure ? ['Pass a copy for one of the two arguments.'] : []),
  );
}

/** Reports independents that pass no derivative on to a dependent, and dependents that no independent reaches. */
function silentZeroes(sink: DiagnosticSink, c: Compile, analysis: RoutineAnalysis): void {
  const sides = c.interface;
  if (!sides || !analysis.options.activity) return;
  const { locations, graph, program, effects } = analysis.model;
  const isRead = (l: number) => graph.vertices.some((v) => v.instructions.some((i) => effects(i).use.has(l)));
  const useful = analysis.useful.before(graph.entry);
  const varied = analysis.varied.after(graph.exit);
  // If one side is empty, saying so is enough.
  for (const id of sides.dependents.length === 0 ? [] : sides.independents) {
    const ls = locations.ofVariable(id);
    if (ls.some((l) => useful.has(l))) continue;
    const v = variableOf(program, id);
    const key = locationKey(program, id);
    if (!ls.some(isRead)) {
      sink.warning(
        'independent-unread',
        `Nothing reads the independent \`${key}\`, so its derivative is zero.`,
        v.span,
      );
    } else {
      sink.warning(
        'independent-useless',
        `The independent \`${key}\` passes no derivative on to a dependent, so its derivative is zero.`,
        v.span,
        'Check the choice of dependents, and what has no derivative on the way: tests, subscripts, conversions to integer.',
      );
    }
  }
  for (const id of sides.independents.length === 0 ? [] : sides.dependents) {
    if (locations.ofVariable(id).some((l) => varied.has(l))) continue;
    const v = variableOf(program, id);
    sink.warning(
      'dependent-constant',
      `No independent reaches the dependent \`${locationKey(program, id)}\`, so its derivative is zero.`,
      v.span,
      'Look at what sets it: nothing there has a derivative, or what has is overwritten.',
    );
  }
  const routine = present(c.routine, 'the routine');
  const isRefused = c.diagnostics.some(({ code }) => code === 'not-an-input' || code === 'not-an-output');
  if (isRefused) return;
  if (sides.independents.length === 0 && sides.inputs.length > 0)
    noneChosen(sink, c, 'independent', sides.inputs);
  else if (sides.independents.length === 0) {
    const starts = startingNames(program, routine)
      .slice(0, 3)
      .map((name) => `\`${name}\``);
    sink.warning(
      'no-independents',
      `${routine.name} has no real input to differentiate with respect to.`,
      routine.nameSpan,
      starts.length > 0
        ? `Make an argument of what it starts from, ${starts.join(' or ')}, and take out what sets it.`
        : 'Add a real argument that it reads.',
    );
  }
  if (sides.dependents.length === 0 && sides.outputs.length > 0)
    noneChosen(sink, c, 'dependent', sides.outputs);
  else if (sides.dependents.length === 0) {
    sink.warning(
      'no-dependents',
      `${routine.name} has no real output to differentiate.`,
      routine.nameSpan,
      ...setInVain(analysis, routine.parameters),
      'Let it return a real number, or set a real argument that comes by reference.',
    );
  }
}

/** A routine whose calls change nothing, since what it sets comes by value. */
function tellVain(sink: DiagnosticSink, c: Compile, analysis: RoutineAnalysis, routine: Routine): void {
  const given = c.analysis?.model.summaries.get(routine.name)?.out;
  const lost = setInVain(analysis, routine.parameters);
  if (routine.result === null && given?.size === 0 && lost.length > 0)
    sink.warning('no-effect', `A call of \`${routine.name}\` changes nothing.`, routine.nameSpan, ...lost);
}

/** A note for each parameter that is set in vain: `void f(double x, double y) { y = x*x; }`. */
function setInVain({ model }: RoutineAnalysis, parameters: readonly VariableId[]): string[] {
  const { graph, effects, locations, program } = model;
  const isSet = (l: number) => graph.vertices.some((v) => v.instructions.some((i) => effects(i).out.has(l)));
  return parameters.flatMap((id) => {
    const { name, type, passing, shape } = variableOf(program, id);
    if (passing !== 'value' || shape || !isReal(type) || !locations.ofVariable(id).some(isSet)) return [];
    return [
      `\`${name}\` comes by value, so what it is set to is lost: write \`double *${name}\`, and \`*${name} = …\`.`,
    ];
  });
}

function noneChosen(
  sink: DiagnosticSink,
  c: Compile,
  what: 'independent' | 'dependent',
  possible: readonly VariableId[],
): void {
  const names = possible.map((id) => locationKey(c.program, id)).join(', ');
  sink.warning(
    `no-${what}s`,
    `No ${what} is chosen, so nothing is differentiated.`,
    present(c.routine, 'the routine').nameSpan,
    `Possible: ${names}.`,
  );
}
