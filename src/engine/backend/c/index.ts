/**
 * Programs in C99.
 *
 * What always holds: the text stands alone and compiles under `gcc -std=c99 -Wall -Wextra -Werror -O2`; it computes what
 * the program says in the program's order, so that with `-ffp-contract=off` its numbers are the engine's own. What C
 * can't say is said in a diagnostic.
 */

import { entryOf } from '../../base/lookup';
import { type Span, spanOf } from '../../base/span';
import { withoutLastReturn } from '../../control/testedLoops';
import { routineNamed, variableOf } from '../../ir/names';
import { RUNTIME_BEGIN, RUNTIME_END, RUNTIME_NONE } from '../../ir/runtime';
import { bodies, isLoop, rewriteStatements } from '../../ir/statements';
import type { Program, Routine, Statement, Variable, VariableId, While } from '../../ir/types';
import { incrementInHead, printedBody, printedRoutine, WRITER } from '../curly';
import { isPrintedAsSwitch } from '../curly/switches';
import { withEntryExtentsKept } from '../entryExtents';
import { initialisersInPlace, type LocalFacts, localFacts, readOnlyParameters } from '../locals';
import { renamed } from '../names';
import { declaredOnly, prepared, withIncrementsInBodies } from '../prepare';
import { type Origin, type PrintedCode, prefixed } from '../printed';
import { calledAhead, reachable, sharedWithOthers } from '../reachable';
import { withPlainControl } from '../restructure';
import { isUnlabelled, withStateLoops } from '../stateLoops';
import { isShared, overlapErrors } from '../storage';
import { type Leaving, unwound } from '../unwind';
import { Writer } from '../writer';
import { type CContext, createContext, needsFlat, storageName } from './context';
import { globalText, localLines, signature } from './declarations';
import { cDialect } from './statements';
import { tapeText } from './tape';

const NOWHERE_ELSE: ReadonlySet<string> = new Set();

/** Loops whose increment is no expression and stands in the body. */
const hasOwnIncrement = (s: While) => !incrementInHead(s, true);

const LEAVING: Leaving = {
  named: false,
  breaks: (s) => isLoop(s) || (s.kind === 'switch' && isPrintedAsSwitch(s)),
  apart: () => false,
};

/** `x[i - lower]`, and of a flat array its extents, too. */
function boundsInSubscripts(program: Program, v: Variable) {
  return needsFlat(program, v) ? 'extents and lower' : 'lower';
}

/**
 * The entry and what it calls; with no entry, all of the program. Routines that are defined `elsewhere` are declared
 * only, and so are then all globals but derivatives.
 */
export function printC(
  given: Program,
  entry: string | null,
  elsewhere: ReadonlySet<string> = NOWHERE_ELSE,
): PrintedCode {
  const plain = withPlainControl(
    unwound(
      withStateLoops(
        withReturnedLocals(
          withEntryExtentsKept(
            declaredOnly(withIncrementsInBodies(prepared(given), hasOwnIncrement), elsewhere),
            boundsInSubscripts,
          ),
        ),
        isUnlabelled,
      ),
      LEAVING,
    ),
  );
  const program = { ...plain, routines: plain.routines.map(withoutIdleReturn) };
  const c = createContext(program);
  const routines = reachable(program, entry);
  const facts = localFacts(program);
  const constants = readOnlyParameters(program, facts);
  const writer = new Writer(WRITER);
  const mentioned = sharedWithOthers(program, routines);
  const bodies = routines.map((routine) => {
    const printed = printRoutine(c, routine, entryOf(facts, routine), constants);
    for (const id of c.touched) mentioned.add(id);
    return printed;
  });
  printGlobals(c, writer, entry === null ? null : mentioned, elsewhere.size > 0);
  printPrototypes(c, writer, routines, constants);
  bodies.forEach((printed, i) => {
    if (i > 0 && printed.text !== '') writer.endLine();
    writer.append(printed);
  });
  c.diagnostics.push(...c.names.changed.map((each) => renamed(program, each, 'C')));
  const { text, runtime } = prologue(c, tapeText(c.tape));
  return {
    ...prefixed(text, writer.finish()),
    runtime,
    diagnostics: c.diagnostics,
    nameOf: c.names.variable,
    routineName: c.names.routine,
  };
}

/** Leaves out a last `return` where nothing is returned; a function says at its end what it returns. */
function withoutIdleReturn(routine: Routine): Routine {
  if (routine.result !== null) return routine;
  return { ...routine, body: withoutLastReturn(routine.body, routine.label) };
}

/** Headers, then the section of what we add. */
function prologue(c: CContext, tape: string): { text: string; runtime: Span | null } {
  if (tape !== '') for (const header of ['stdio.h', 'stdlib.h', 'string.h']) c.headers.add(header);
  if ([...c.tape].some((name) => name.includes('bool'))) c.headers.add('stdbool.h');
  const includes = [...c.headers].sort().map((header) => `#include <${header}>\n`);
  const text = includes.length > 0 ? `${includes.join('')}\n` : '';
  const parts = [...c.helpers.values(), ...(tape === '' ? [] : [tape])];
  if (parts.length === 0) {
    const mark = c.printedOnly.size > 0 ? `/* ${RUNTIME_NONE} */\n\n` : '';
    return { text: text + mark, runtime: null };
  }
  const section = `/* ${RUNTIME_BEGIN} */\n${parts.join('\n')}/* ${RUNTIME_END} */\n`;
  const runtime = spanOf(text.length, text.length + section.length);
  return { text: `${text}${section}\n`, runtime };
}

function printGlobals(
  c: CContext,
  writer: Writer,
  mentioned: ReadonlySet<VariableId> | null,
  declared: boolean,
): void {
  const printed = new Set<string>();
  const shared = c.program.variables.filter((v) => isShared(c.program, v));
  const globals = shared.filter((v) => mentioned?.has(v.id) ?? true);
  const initials = initialsByStorage(shared);
  c.diagnostics.push(...overlapErrors(globals, 'C'));
  for (const v of globals) {
    const name = c.names.variable(v.id);
    if (printed.has(name)) continue;
    printed.add(name);
    writer.line(
      declared && v.derivativeOf === null
        ? `extern ${globalText(c, { ...v, initial: null })}`
        : globalText(c, { ...v, initial: v.initial ?? (v.storage && initials.get(storageName(v))) ?? null }),
    );
  }
  if (printed.size > 0) writer.endLine();
}

/** Of several views of one storage, the one that says what it holds at first. */
function initialsByStorage(shared: readonly Variable[]): ReadonlyMap<string, Variable['initial']> {
  const initials = new Map<string, Variable['initial']>();
  for (const v of shared) {
    const name = storageName(v);
    if (v.storage && v.initial && !initials.has(name)) initials.set(name, v.initial);
  }
  return initials;
}

/** Of routines that are called before they are defined, and of those defined elsewhere. */
function printPrototypes(
  c: CContext,
  writer: Writer,
  routines: readonly Routine[],
  constants: ReadonlySet<VariableId>,
): void {
  const needed = calledAhead(routines);
  for (const routine of needed) writer.line(`${signature(c, routine, constants)};`);
  if (needed.length > 0) writer.endLine();
}

function printRoutine(
  c: CContext,
  routine: Routine,
  facts: LocalFacts,
  constants: ReadonlySet<VariableId>,
): { text: string; origins: Origin[] } {
  for (const id of routine.parameters) c.names.variable(id);
  c.touched.clear();
  c.returned.clear();
  if (routine.external) return { text: '', origins: [] };
  const inPlace = initialisersInPlace(routine, facts.read);
  const index = c.program.routines.indexOf(routine);
  const body = printedBody(
    routine,
    () => false,
    (writer, plan) => cDialect({ c, writer, routine, index, inPlace }, plan),
  );
  const declared = new Set([...inPlace].flatMap((s) => (s.kind === 'assign' ? [s.target.variable] : [])));
  const { declarations, zeroed, silenced, starting } = localLines(c, routine, facts, declared);
  const lines = [...declarations, ...zeroed, ...silenced, ...starting];
  return printedRoutine(routine, signature(c, routine, constants), lines, body);
}

/** The declaration of a routine, for those who call it from elsewhere. */
export function prototypeText(program: Program, routine: string): string {
  const given = routineNamed(program, routine);
  if (!given) return '';
  const c = createContext(program);
  const facts = localFacts(program);
  return signature(c, given, readOnlyParameters(program, facts));
}

/**
 * The local that a function returns. Where every `return` of the text would return one and the same local, a reader of it
 * takes that local for the result; then so it is before the text is laid out.
 *
 *     f = …; …; f = t; return          becomes          local = …; …; return        with the result t
 */
function withReturnedLocals(program: Program): Program {
  const variables = [...program.variables];
  const routines = program.routines.map((routine) => {
    const { result } = routine;
    if (result === null) return routine;
    const taken = new Set<Statement>();
    const local = returnedLocal(program, routine, result, taken);
    if (local === null) return routine;
    variables[local] = { ...variableOf(program, local), role: 'result' };
    variables[result] = { ...variableOf(program, result), role: 'local' };
    return {
      ...routine,
      result: local,
      locals: routine.locals.map((id) => (id === local ? result : id)),
      body: rewriteStatements(routine.body, (s) => (taken.has(s) ? [] : [s])),
    };
  });
  return { ...program, variables, routines };
}

/** The local that every return returns; null if they differ or return something else. `taken` receives the statements `f = t` before them. */
function returnedLocal(
  program: Program,
  routine: Routine,
  result: VariableId,
  taken: Set<Statement>,
): VariableId | null {
  const returned = new Set<VariableId | null>();
  const take = (s: Statement | undefined): void => {
    const isTaken =
      s?.kind === 'assign' &&
      s.target.kind === 'variable' &&
      s.target.variable === result &&
      s.value.kind === 'variable';
    if (isTaken) taken.add(s);
    returned.add(isTaken && s.value.kind === 'variable' ? s.value.variable : null);
  };
  const visit = (list: readonly Statement[]): void => {
    list.forEach((s, i) => {
      if (s.kind === 'exit' && s.target === routine.label) take(list[i - 1]);
      for (const inner of bodies(s)) visit(inner);
    });
  };
  visit(routine.body);
  const last = routine.body.at(-1);
  if (last?.kind !== 'exit' || last.target !== routine.label) take(last);
  const [only, ...others] = returned;
  if (only === undefined || only === null || others.length > 0) return null;
  const { role, type, shape, storage, initial } = variableOf(program, only);
  const isPlain = shape === null && storage === null && initial === null;
  return role === 'local' && isPlain && type === variableOf(program, result).type ? only : null;
}
