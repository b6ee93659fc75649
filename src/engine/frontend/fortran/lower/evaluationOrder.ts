/**
 * An order that Fortran forbids to rely on and no compiler reports: in `i + f()`, where f sets i, a function in a statement
 * sets what another part of it uses. Here functions are called first; a compiler may choose otherwise. Effects of calls on
 * each other are not reported, since all compilers make calls from left to right.
 */
import type { DiagnosticSink } from '../../../base/diagnostics';
import { encloses, type Span } from '../../../base/span';
import { walkPlaces } from '../../../ir/build';
import { parameterAt, routineNamed, variableOf } from '../../../ir/names';
import { bodies } from '../../../ir/statements';
import type { Argument, Call, Place, Program, Statement, VariableId } from '../../../ir/types';
import { assignedVariables, reachedFrom, statementExpressions } from '../../../ir/uses';
import { writtenParameters } from '../../../ir/writes';

export function tellOpenOrder(program: Program, sink: DiagnosticSink): void {
  if (!program.routines.some(({ kind, external }) => kind === 'function' && !external)) return;
  const visit = (list: readonly Statement[]): void => {
    list.forEach((s, k) => {
      tellOf(program, s, callsWithin(list, k), sink);
      bodies(s).forEach(visit);
    });
  };
  for (const { body } of program.routines) visit(body);
}

/** The functions in the expressions of a statement: they are called just before it. */
function callsWithin(list: readonly Statement[], k: number): Call[] {
  const whole = spanOf(list[k] as Statement);
  const found: Call[] = [];
  for (let at = k - 1; at >= 0 && isWithin(whole, (list[at] as Statement).span); at--) {
    const s = list[at] as Statement;
    if (s.kind === 'call') found.unshift(s);
  }
  return found;
}

/** Without the bodies of what has some. */
function spanOf(s: Statement): Span {
  return s.kind === 'assign' || s.kind === 'call' || s.kind === 'io'
    ? s.span
    : (statementExpressions(s)[0]?.span ?? s.span);
}

function isWithin(outer: Span, inner: Span): boolean {
  return encloses(outer, inner) && inner.end > inner.start;
}

function tellOf(program: Program, s: Statement, calls: readonly Call[], sink: DiagnosticSink): void {
  if (calls.length === 0) return;
  const used = readBy(s);
  // What holds a function's result is made for the statement, and belongs to no other.
  const isOwn = (id: VariableId) => isWithin(spanOf(s), variableOf(program, id).span);
  for (const call of calls) {
    const id = writtenBy(program, call).find((each) => used.has(each) && !isOwn(each));
    if (id === undefined) continue;
    sink.warning(
      'evaluation-order',
      `${call.callee} sets ${variableOf(program, id).name}, which another part of this statement uses: Fortran forbids it, and a compiler may take either first. Here the function is called first.`,
      call.span,
      'Make it two statements.',
    );
  }
}

/** Without the targets of assignments, and without what a routine gets by reference. */
function readBy(s: Statement): Set<VariableId> {
  const found = new Set<VariableId>();
  const places =
    s.kind === 'assign' ? [s.target] : s.kind === 'call' ? [s.result, ...s.args.map(placeOf)] : [];
  for (const e of statementExpressions(s))
    walkPlaces(e, (place) => {
      if (!places.includes(place)) found.add(place.variable);
    });
  return found;
}

function placeOf(arg: Argument): Place | null {
  return arg.kind === 'reference' ? arg.place : null;
}

/** What a caller sees of what a function sets. */
function writtenBy(program: Program, call: Call): VariableId[] {
  const callee = routineNamed(program, call.callee);
  if (!callee || callee.external) return [];
  const written = writtenParameters(program, callee);
  const through = call.args.flatMap((arg, k) => {
    if (arg.kind === 'value' || !written.has(parameterAt(callee, k))) return [];
    return arg.kind === 'array' ? arg.variable : arg.place.variable;
  });
  const globals = [...reachedFrom(program, callee)]
    .flatMap(({ body }) => [...assignedVariables(body)])
    .filter((id) => variableOf(program, id).owner === null);
  return [...through.filter((id) => variableOf(program, id).role !== 'temporary'), ...globals];
}
