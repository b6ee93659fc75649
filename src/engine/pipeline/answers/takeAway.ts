/**
 * The door's `takeAwayFiles`: what is needed to compile and check the derivatives of a request on one's own machine, with the
 * inputs of the run: those of its mode, where a tangent comes with the adjoint that it checks. Nothing is run here beyond what resolves the inputs; the driver in the files does the rest.
 */

import { printC } from '../../backend/c';
import { printFortran } from '../../backend/fortran';
import { takeAway } from '../../backend/takeaway';
import { type DerivativeText, KINK } from '../../backend/takeaway/plan';
import type { DiagnosticCode } from '../../base/diagnosticCodes';
import { DiagnosticSink, diagnostic } from '../../base/diagnostics';
import { dictionary } from '../../base/lookup';
import { resolveInputs } from '../../execute/inputs/inputs';
import { isOnlyOurs } from '../../ir/elementary';
import { locationKey } from '../../ir/names';
import type { Program, VariableId } from '../../ir/types';
import { someExpression } from '../../ir/uses';
import { compile } from '../compile/compile';
import type { Compile } from '../compile/compiled';
import type { Mode } from '../options';
import type { Diagnostic, ExecuteRequest, TakenAway } from '../results';
import { ofAdjoint, runRequest } from './execute';

export function filesOf(request: ExecuteRequest): TakenAway {
  const target = request.target ?? request.language;
  if (target === 'javascript')
    return refusedFiles([
      said('not-available', 'There is nothing to compile in JavaScript: choose C or Fortran first.'),
    ]);
  const isBeside = request.mode === undefined || request.mode === 'tangent';
  const own = isBeside ? ofAdjoint(request) : request;
  const mode = own.mode ?? 'adjoint';
  const c = compile(own, () => 0);
  const errors = c.diagnostics.filter(({ severity }) => severity === 'error');
  const texts = textsOf(c, mode);
  if (errors.length > 0 || !c.routine || !c.interface || texts === null) return refusedFiles(errors);
  // A text that sets its values itself was given arguments to run here, which the text itself lacks.
  const hadNone = c.routine.kind === 'subroutine' && c.diagnostics.some(({ code }) => code === 'own-values');
  if (c.routine.kind === 'program' || hadNone)
    return refusedFiles([
      said('not-available', 'No driver can call a main program: choose a subroutine or a function.'),
    ]);
  const { form } = c.program;
  const unsaid = texts
    .filter(({ file }) => file !== 'tangent')
    .flatMap(({ program, entry }) =>
      target === 'c'
        ? printC(program, entry).diagnostics
        : printFortran(program, entry, { form }).diagnostics,
    )
    .filter(({ severity }) => severity === 'error');
  if (unsaid.length > 0) return refusedFiles(unsaid);
  const sink = new DiagnosticSink();
  resolveInputs(c.program, c.routine.name, request.inputs ?? {}, sink, { now: () => 0 });
  if (sink.hasErrors) return refusedFiles(sink.list.filter(({ severity }) => severity === 'error'));
  // With several directions, an adjoint may not be possible.
  const ran = mode === 'vector-tangent' ? 'tangent' : 'adjoint';
  const run = runRequest({ ...own, mode: ran, trace: false });
  const key = (id: VariableId) => locationKey(c.program, id);
  const files = takeAway({
    source: request.source,
    primal: c.source,
    routine: c.routine.name,
    texts,
    target,
    inputs: run.inputs,
    independents: c.interface.independents.map(key),
    dependents: c.interface.dependents.map(key),
    asWritten:
      !callsWhatOnlyWeHave(c.source) &&
      !c.diagnostics.some(isOfOtherArguments) &&
      namesOfText(c.source).every((name) => isWordOf(request.source, name)),
    noVerdict: run.diagnostics.some(({ code }) => code === 'kink') ? KINK : null,
    ...(request.seeds === undefined ? {} : { seeds: dictionary(request.seeds) }),
  });
  return { ok: true, diagnostics: [], name: `${c.routine.name}-${mode}`, files };
}

function textsOf({ tangent, adjoint, generated }: Compile, mode: Mode): DerivativeText[] | null {
  if (mode !== 'adjoint')
    return generated && [{ ...generated, file: mode === 'vector-tangent' ? 'vector' : 'second' }];
  return (
    tangent &&
    adjoint && [
      { ...tangent, file: 'tangent' },
      { ...adjoint, file: 'adjoint' },
    ]
  );
}

/**
 * Codes that tell that routines are read with other arguments than the text gives them, so that nothing else can call the
 * text's own, or that the text lacks something that a compiler needs.
 */
const OTHER_ARGUMENTS: ReadonlySet<string> = new Set([
  ...['argument-type', 'array-result', 'assumed-shape', 'codes', 'complex-pairs', 'input-argument'],
  ...['long-double', 'preprocessed', 'rows-in-one', 'unknown-header', 'unknown-module', 'unread-argument'],
  ...['pasted', 'plus-plus', 'wraps-around'],
]);

/** Types that are narrower in memory than the types they are read as give an `info` instead of a warning. */
function isOfOtherArguments({ code, severity }: Diagnostic): boolean {
  return OTHER_ARGUMENTS.has(code) || (code === 'taken-for-signed' && severity === 'info');
}

/** Names that a text has where it is compiled unchanged; those made while it was read are not among them. */
function namesOfText({ routines, variables, roots }: Program): string[] {
  return [
    ...routines,
    ...variables.filter(
      ({ role, owner }) => role === 'parameter' && owner !== null && !routines[owner]?.external,
    ),
    ...roots.filter(({ kind, name }) => kind === 'common' && /^\w+$/.test(name)),
  ].map(({ name }) => name);
}

function isWordOf(text: string, name: string): boolean {
  return new RegExp(`(?<!\\w)${name.replace(/\W/g, '\\$&')}(?!\\w)`, 'i').test(text);
}

/** Whether it calls functions of our table that its language lacks: no compiler knows them. */
function callsWhatOnlyWeHave(program: Program): boolean {
  return program.routines.some(({ body }) =>
    someExpression(body, (e) => e.kind === 'intrinsic' && isOnlyOurs(e.fn, program.language)),
  );
}

export function refusedFiles(diagnostics: Diagnostic[]): TakenAway {
  const why = diagnostics.length > 0 ? diagnostics : [said('nothing-made', 'No adjoint could be made yet.')];
  return { ok: false, diagnostics: why, name: '', files: [] };
}

function said(code: DiagnosticCode, message: string): Diagnostic {
  return diagnostic('error', code, message, { start: 0, end: 0 });
}
