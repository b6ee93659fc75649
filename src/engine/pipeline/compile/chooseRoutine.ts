import { type Diagnostic, diagnostic } from '../../base/diagnostics';
import { isBrought } from '../../base/span';
import { isReal } from '../../ir/build';
import { callsIn } from '../../ir/statements';
import type { Program, Routine, Variable } from '../../ir/types';
import { countMentions, reachedFrom } from '../../ir/uses';
import type { DifferentiateRequest, Language } from '../results';

/**
 * The last routine that no other calls, except main programs; a C snippet counts as a routine. One that has to do with real
 * numbers goes before one that has not, such as one that prints the date.
 */
export function chooseRoutine(
  program: Program,
  request: DifferentiateRequest,
  diagnostics: Diagnostic[],
  hasErrors: boolean,
): Routine | null {
  const all = program.routines.filter((r) => !r.external);
  const candidates = all.filter((r) => !isBrought(r));
  if (candidates.length === 0) {
    if (!hasErrors) diagnostics.push(noRoutine(request.language));
    return null;
  }
  if (request.routine !== undefined) {
    const wanted = request.language === 'fortran' ? request.routine.toLowerCase() : request.routine;
    const found = all.find((r) => r.name === wanted);
    // A missing routine may be in a part that could not be read, which is reported.
    if (found || hasErrors) return found ?? null;
    diagnostics.push(
      diagnostic(
        'error',
        'no-such-routine',
        `There is no routine \`${request.routine}\` in the text.`,
        { start: 0, end: 0 },
        `There ${candidates.length === 1 ? 'is' : 'are'}: ${candidates.map((r) => r.name).join(', ')}.`,
      ),
    );
    return null;
  }
  const called = new Set<string>();
  for (const r of candidates) {
    if (r.kind === 'program') continue;
    for (const { callee } of callsIn(r.body)) if (callee !== r.name) called.add(callee);
  }
  const free = candidates.filter((r) => !called.has(r.name));
  const kernels = free.filter((r) => r.kind !== 'program');
  const derived = kernels.findLast((r) => hasReals(program, r));
  return (
    derived ??
    kernels[kernels.length - 1] ??
    free[free.length - 1] ??
    candidates[candidates.length - 1] ??
    null
  );
}

/** By what it declares, which is there while its statements are still being written. */
function hasReals(program: Program, routine: Routine): boolean {
  const { variables, routines } = program;
  const reached = [...reachedFrom(program, routine)];
  const owners = new Set<number | null>(reached.map((r) => routines.indexOf(r)));
  if (variables.some(({ type, owner }) => isReal(type) && owners.has(owner))) return true;
  const isRealGlobal = ({ type, owner }: Variable) => owner === null && isReal(type);
  return reached.some(({ body }) =>
    [...countMentions(body).keys()].some((id) => variables.slice(id, id + 1).some(isRealGlobal)),
  );
}

function noRoutine(language: Language): Diagnostic {
  const example =
    language === 'c'
      ? 'a function such as `double f(double x) { return x*x; }`'
      : 'a routine such as `subroutine f(x, y)`, `real(8) :: x, y`, `y = x*x`, `end subroutine`, each on a line of its own';
  return diagnostic(
    'error',
    'no-routine',
    'There is nothing to differentiate: the text holds no routine and no statement.',
    { start: 0, end: 0 },
    `Write ${example}, or open an example.`,
  );
}
