/**
 * The tangent of the adjoint as one program (theory 10): the tape carries values and their tangents, and a run gives the
 * gradient and the Hessian times a direction. Activity is that of the adjoint code itself: independents are those of the
 * primal, dependents their adjoints.
 */

import type { AdjointProgram } from '../../adjoint/generate';
import { modelProgram } from '../../analyses/instructions/programModel';
import type { AnalysisOptions } from '../../analyses/routineFacts';
import { type Diagnostic, diagnostic } from '../../base/diagnostics';
import { isReal, somePart, walk } from '../../ir/build';
import { refusedPartial } from '../../ir/elementary';
import { routineOf, variableOf } from '../../ir/names';
import { rewriteStatements, walkStatements } from '../../ir/statements';
import { withTape } from '../../ir/tape';
import type { Expr, Program, Routine, StatementId, VariableId } from '../../ir/types';
import { statementExpressions } from '../../ir/uses';
import type { TangentRoutine } from '../../tangent/active';
import { generateTangent, type TangentProgram } from '../../tangent/generate';
import { analyseProgram } from './contexts';
import { tangentParts } from './tangentParts';

/** `missing` are errors: functions in the adjoint whose derivatives are not in the table. */
export interface SecondOrder extends TangentProgram {
  readonly missing: readonly Diagnostic[];
}

export function secondOrder(
  primal: Routine,
  adjoint: AdjointProgram,
  independents: readonly VariableId[],
  suffix: string,
  options: AnalysisOptions,
): SecondOrder {
  const program = withoutJacobians(adjoint.program);
  const routine = routineOf(program, adjoint.entry);
  // A copied routine has parameters of its own, in the primal's order.
  const own = routine.parameters.filter((id) => variableOf(program, id).derivativeOf === null);
  const here = new Map(primal.parameters.map((id, k) => [id, own[k] ?? id]));
  const from = independents.map((id) => here.get(id) ?? id);
  // The adjoint of an argument by value leaves through a parameter of its own, not through the variable that collects it.
  const leaving = (id: VariableId) =>
    routine.parameters.find((p) => {
      const { role, derivativeOf } = variableOf(program, p);
      return role === 'adjoint' && (derivativeOf === id || derivativeOf === here.get(id));
    });
  const to = independents.flatMap((id) => leaving(id) ?? adjoint.adjointOf.get(id) ?? []);
  // Routines share adjoints of globals as they share globals. Only the analyses see the tape as a variable.
  const seen = withTape({
    ...program,
    variables: program.variables.map((v) =>
      v.role === 'adjoint' && (v.owner === null || v.storage !== null) ? { ...v, role: 'global' } : v,
    ),
  });
  const model = modelProgram(seen, routine.name, options.elements);
  const analysis = analyseProgram(
    model,
    { entry: routine.name, independents: from, dependents: to, liveAtEnd: [] },
    options,
  );
  const parts = tangentParts(analysis);
  const made = generateTangent(program, routine.name, parts, new Set([...from, ...to]), {
    suffix,
    vector: false,
  });
  return { ...made, missing: [...parts.values()].flatMap(missingIn) };
}

/** Where the adjoint runs a piece of the program again, rows of local Jacobians are computed beside the values: here only the values count. */
function withoutJacobians(program: Program): Program {
  return {
    ...program,
    routines: program.routines.map((routine) => ({
      ...routine,
      body: rewriteStatements(routine.body, (s) =>
        s.kind === 'assign' && s.jacobian !== undefined ? [{ ...s, jacobian: undefined }] : [s],
      ),
    })),
  };
}

/** The functions without a derivative in the table that the adjoint code applies to something varied. */
function missingIn(part: TangentRoutine): Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  const look = (id: StatementId, e: Expr) =>
    walk(e, (x) => {
      if (x.kind !== 'intrinsic') return;
      x.args.forEach((arg, k) => {
        const reason = refusedPartial(x.fn, k);
        if (reason === null || found.has(x.fn) || !varies(part, id, arg)) return;
        const message = `Second derivatives here need that of \`${x.fn}\`, which is not there: ${reason}`;
        found.set(x.fn, diagnostic('error', 'no-derivative', message, x.span));
      });
    });
  walkStatements(part.routine.body, (s) => {
    if ((s.kind === 'assign' || s.kind === 'call') && part.isDifferentiated(s.id))
      for (const e of statementExpressions(s)) look(s.id, e);
  });
  return [...found.values()];
}

function varies(part: TangentRoutine, id: StatementId, e: Expr): boolean {
  return somePart(
    e,
    (x) => (x.kind === 'variable' || x.kind === 'element') && isReal(x.type) && part.isVaried(id, x),
  );
}
