/**
 * Loops that end on a small change of their iterate, reversed by the fixed point that they come to (theory 10): only the last
 * iterate is stored. Asked for by the option `fixedPoints`, or of one loop by a directive before it:
 *
 *     backsweep: fixed_point(z, …)                                  what comes to rest
 *     backsweep: fixed_point(z, tolerance(1e-12), trips(500))      how its derivatives are iterated
 */
import { modelProgram } from '../analyses/instructions/programModel';
import { type Diagnostic, diagnostic } from '../base/diagnostics';
import { routineNamed, variableOf } from '../ir/names';
import { allStatements, rewriteStatements } from '../ir/statements';
import type { Directive, Program, Routine, Statement, VariableId } from '../ir/types';
import { MOST_TRIPS, restTolerance } from './limit';
import { interfaceOfLoop, type Loop, outline } from './outline';
import { recognise } from './recognise';

export interface WithFixedPoints {
  readonly program: Program;
  readonly diagnostics: readonly Diagnostic[];
  /** Loops that are reversed by their fixed point. */
  readonly loops: readonly Loop[];
}

/** Rewrites the routines named, inner loops first. */
export function withFixedPoints(
  given: Program,
  routines: ReadonlySet<string>,
  option: 'off' | 'implicit',
): WithFixedPoints {
  const diagnostics: Diagnostic[] = [];
  const loops: Loop[] = [];
  const said = directives(given, diagnostics);
  let program = given;
  const done = new Set<number>();
  for (const name of routines)
    for (let next = true; next; ) {
      next = false;
      const routine = routineNamed(program, name);
      if (!routine || routine.external) break;
      const loop = innermost(routine, done);
      if (!loop) break;
      next = true;
      done.add(loop.id);
      const directive = said.get(loop.span.start) ?? null;
      const found = reversed(program, routine, loop, directive, option);
      diagnostics.push(...found.diagnostics);
      if (!found.program) continue;
      program = found.program;
      loops.push(loop);
    }
  return { program, diagnostics, loops };
}

/** The innermost loop with a test that has not been looked at yet. */
function innermost(routine: Routine, done: ReadonlySet<number>): Loop | null {
  let found: Loop | null = null;
  rewriteStatements(routine.body, (s) => {
    if (!found && isLoop(s) && !done.has(s.id)) found = s;
    return s;
  });
  return found;
}

const isLoop = (s: Statement): s is Loop => s.kind === 'while' || s.kind === 'doWhile';

function reversed(
  program: Program,
  routine: Routine,
  loop: Loop,
  directive: Directive | null,
  option: 'off' | 'implicit',
): { program: Program | null; diagnostics: Diagnostic[] } {
  const none = { program: null, diagnostics: [] };
  const face = interfaceOfLoop(program, routine, loop);
  if (face.problems.length > 0)
    return directive ? { program: null, diagnostics: [refusal(loop, face.problems, true)] } : none;
  const owner = program.routines.indexOf(routine);
  const asked = directive
    ? readDirective(
        program,
        owner,
        directive,
        face.shared.map(({ id }) => id),
      )
    : null;
  const types = face.shared.map(({ id }) => variableOf(program, id).type);
  const rest = {
    tolerance: asked?.tolerance ?? restTolerance(types),
    trips: asked?.trips ?? MOST_TRIPS,
    iterate: [],
    unrest: null,
  };
  const draft = outline(program, routine, loop, face, rest);
  const summary = modelProgram(draft.program, draft.step, true).summaries.get(draft.step);
  if (!summary) return none;
  const found = recognise(draft.program, loop, face, summary, asked?.named ?? null);
  const problems = [...(asked?.problems ?? []), ...found.problems];
  const names = found.iterate.map((k) => `\`${variableOf(program, face.shared[k]?.id as VariableId).name}\``);
  if (problems.length > 0) {
    // A loop whose test measures no change, and without a directive, is no fixed point.
    if (!directive && (option === 'off' || found.measured.size === 0)) return none;
    return { program: null, diagnostics: [refusal(loop, problems, directive !== null)] };
  }
  if (!directive && option === 'off') return { program: null, diagnostics: [told(loop, names)] };
  const made = outline(program, routine, loop, face, {
    ...rest,
    iterate: found.iterate,
    unrest: found.unrest,
  });
  const routines = made.program.routines.map((r) =>
    r.name === routine.name
      ? {
          ...r,
          body: rewriteStatements(r.body, (s) => (s.id === loop.id ? made.calls : [s])),
          locals: withoutOwn(r, face.own),
        }
      : r,
  );
  return { program: { ...made.program, routines }, diagnostics: [] };
}

const withoutOwn = (r: Routine, own: readonly VariableId[]) => r.locals.filter((id) => !own.includes(id));

function told(loop: Loop, names: readonly string[]): Diagnostic {
  return diagnostic(
    'info',
    'fixed-point',
    `This loop ends on a small change of ${names.join(', ')}.`,
    loop.span,
    'The option `fixedPoints`, set to `implicit`, or `backsweep: fixed_point(…)` in a comment before it, reverses it by the equation of its fixed point: only the last iterate is stored.',
  );
}

function refusal(loop: Loop, problems: readonly string[], isError: boolean): Diagnostic {
  return diagnostic(
    isError ? 'error' : 'warning',
    'no-fixed-point',
    `This loop is not reversed by its fixed point: ${problems.join('; ')}.`,
    loop.span,
    isError
      ? 'Change the loop, or name in the directive all that comes to rest; without the directive every iterate is stored.'
      : 'It is reversed like any other loop, and every iterate is stored.',
  );
}

// --------------------------------------------------------------------------------------------------------- directives

/** Directives, by where the loop that they are about starts. */
function directives(program: Program, diagnostics: Diagnostic[]): Map<number, Directive> {
  const loops = program.routines.flatMap(({ body }) => allStatements(body).filter(isLoop));
  const starts = loops.map(({ span }) => span.start);
  const found = new Map<number, Directive>();
  for (const d of program.directives) {
    if (d.name !== 'fixed_point') continue;
    const within = routineNamed(program, d.routine)?.span;
    const next = starts.filter((at) => at >= d.span.end && (!within || at < within.end));
    if (next.length > 0) found.set(Math.min(...next), d);
    else
      diagnostics.push(
        diagnostic(
          'error',
          'no-fixed-point',
          'No loop with a test comes after this directive in its routine.',
          d.span,
          'It stands before a `while` or `do … while` loop.',
        ),
      );
  }
  return found;
}

interface Asked {
  readonly named: ReadonlySet<VariableId>;
  readonly tolerance: number | null;
  readonly trips: number | null;
  readonly problems: readonly string[];
}

function readDirective(
  program: Program,
  owner: number,
  { args }: Directive,
  shared: readonly VariableId[],
): Asked {
  const named = new Set<VariableId>();
  const problems: string[] = [];
  let tolerance: number | null = null;
  let trips: number | null = null;
  const fold = (name: string) => (program.language === 'fortran' ? name.toLowerCase() : name);
  for (const arg of args) {
    const setting = /^(tolerance|trips)\s*\(\s*([^)]*)\)$/i.exec(arg);
    if (setting) {
      const value = Number((setting[2] ?? '').replace(/d/i, 'e'));
      const isTolerance = setting[1]?.toLowerCase() === 'tolerance';
      const isGood = isTolerance ? value > 0 && value < 1 : Number.isInteger(value) && value > 0;
      if (!isGood)
        problems.push(`\`${arg}\` is no ${isTolerance ? 'number between 0 and 1' : 'number of trips'}`);
      else if (isTolerance) tolerance = value;
      else trips = value;
      continue;
    }
    const id = shared.find((each) => fold(variableOf(program, each).name) === fold(arg));
    if (id !== undefined && variableOf(program, id).owner === owner) named.add(id);
    else problems.push(`it does not use \`${arg}\``);
  }
  return { named, tolerance, trips, problems };
}
