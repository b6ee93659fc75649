/** Generated programs with a line more: what a card calls harmless must leave the gradient as it was. */
import { constant, sameExpr, select } from '../ir/build';
import { locationKey } from '../ir/names';
import { placesRead } from '../ir/partials';
import { rewriteStatements, walkStatements } from '../ir/statements';
import type { Assign, Expr, Place, Program, RecordingId, Statement, StatementId } from '../ir/types';
import type { Compile } from '../pipeline/compile/compiled';
import { replayOf } from '../pipeline/investigation/replay';
import type { Input } from '../pipeline/results';
import { runGenerated } from './generated';

/** Does another adjoint give the gradient of the generated one? Null where there is no other, or no run comes to its end. */
export function sameGradient(
  compiled: Compile,
  inputs: Record<string, Input>,
  other: Program | null,
): boolean | null {
  const { adjoint, routine, program } = compiled;
  const run = other && replayOf(compiled, inputs);
  if (!run?.complete || !adjoint || !routine || !other) return null;
  const seeds = Object.fromEntries(
    (compiled.interface?.dependents ?? []).map((id) => {
      const key = locationKey(program, id);
      return [key, (run.inputs[key] ?? [0]).map(() => 1)];
    }),
  );
  const [mine, others] = [adjoint.program, other].map((made) =>
    JSON.stringify(runGenerated(program, routine.name, { ...adjoint, program: made }, run.inputs, seeds)),
  );
  return mine === others;
}

/** With what is no adjoint in that of a statement's target, after the last line of the statement's backward code that reads it. */
export function spoiltAfter(program: Program, s: Assign): Program | null {
  const lines: { readonly id: StatementId; readonly place: Place }[] = [];
  for (const { body } of program.routines)
    walkStatements(body, (made) => {
      if (made.kind !== 'assign' || made.role !== 'derivative') return;
      if (made.origin !== s.id && !made.gathered?.includes(s.id)) return;
      const place = placesRead(made.value).find(
        (p) => program.variables[p.variable]?.derivativeOf === s.target.variable && sameElement(p, s.target),
      );
      if (place) lines.push({ id: made.id, place });
    });
  const last = lines.at(-1);
  if (!last) return null;
  return withLine(program, last.id, last.place, constant(12345, last.place.type));
}

/** Another element of the same array is an operand's, as in `u[i] = u[i] + u[i + 1]`. */
function sameElement(p: Place, q: Place): boolean {
  if (p.kind !== 'element' || q.kind !== 'element') return true;
  return p.subscripts.every((e, k) => sameExpr(e, q.subscripts[k] as Expr));
}

/** With a place overwritten in the forward sweep of a routine, just after its copy of a statement. */
export function spoiltForward(
  program: Program,
  routine: string,
  statement: StatementId,
  place: Place,
): Program | null {
  let copy: StatementId | null = null;
  for (const { name, body, parameters, locals, result } of program.routines)
    if (name === routine && [...parameters, ...locals, result].includes(place.variable))
      walkStatements(body, (made) => {
        if (made.kind === 'assign' && made.origin === statement && made.role === 'primal') copy ??= made.id;
      });
  return copy === null ? null : withLine(program, copy, place, constant(12345, place.type));
}

/** With the outcome of a test that is taken from the tape overwritten by what the test says then. */
export function testedAgain(program: Program, recording: RecordingId, condition: Expr): Program | null {
  const pops: Extract<Statement, { kind: 'popControl' }>[] = [];
  for (const { body } of program.routines)
    walkStatements(body, (made) => {
      if (made.kind === 'popControl' && made.recording === recording) pops.push(made);
    });
  const [pop] = pops;
  const type = pop && program.variables[pop.target]?.type;
  if (!pop || !type) return null;
  const target: Place = { kind: 'variable', variable: pop.target, type, span: pop.span };
  return withLine(program, pop.id, target, select(condition, constant(1, type), constant(0, type)));
}

function withLine(program: Program, after: StatementId, target: Place, value: Expr): Program {
  const id = program.nextStatement as StatementId;
  const change = (made: Statement): readonly Statement[] => {
    if (made.id !== after) return [made];
    const { span, origin } = made;
    return [made, { kind: 'assign', id, span, role: 'primal', origin, target, value }];
  };
  return {
    ...program,
    nextStatement: program.nextStatement + 1,
    routines: program.routines.map((r) => ({ ...r, body: rewriteStatements(r.body, change) })),
  };
}
