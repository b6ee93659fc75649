/**
 * Programs in JavaScript, to read and to run: plain functions, typed arrays with one flat subscript, scalars by reference
 * as the first element of a typed array, a preallocated tape. Its numbers are those of the program; 64-bit integers are
 * exact up to 2^53.
 */

import { entryOf, present } from '../../base/lookup';
import { spanOf } from '../../base/span';
import * as b from '../../ir/build';
import { shapeOf } from '../../ir/names';
import type { Program, Routine, Statement, Variable, VariableId } from '../../ir/types';
import { incrementInHead, printHead, printRoutineBody } from '../curly';
import { isPrintedAsSwitch } from '../curly/switches';
import { type EntryExtents, withEntryExtents } from '../entryExtents';
import { planJumps } from '../jumps';
import { initialisersInPlace, type LocalFacts, localFacts } from '../locals';
import { prepared } from '../prepare';
import { type Origin, type PrintedCode, prefixed } from '../printed';
import { reachable } from '../reachable';
import { withStateLoops } from '../stateLoops';
import { keepsValue, overlapErrors } from '../storage';
import { wrapWith } from '../wrap';
import { Writer, type WriterOptions } from '../writer';
import { ARRAY, createContext, type JContext } from './context';
import { dialect } from './dialect';
import { exprText } from './expressions';
import { tapeText } from './tape';

const OPTIONS: WriterOptions = {
  indent: '  ',
  deepest: 25,
  wrap: wrapWith({ limit: 100, tail: '', head: '', comment: /^\s*(\/\*|\/\/| \*)/ }),
};

/** The entry and what it calls; with no entry, all of the program. */
export function printJavaScript(given: Program, entry: string | null): PrintedCode {
  const { program, kept } = withEntryExtents(
    withStateLoops(prepared(given), () => true),
    () => 'extents and lower',
  );
  const j = createContext(program);
  const writer = new Writer(OPTIONS);
  const routines = reachable(program, entry).filter((r) => !r.external);
  const mentioned = new Set<VariableId>();
  const facts = localFacts(program);
  const printed = routines.map((routine) => {
    const text = printRoutine(j, routine, entryOf(facts, routine), kept);
    for (const id of j.touched) mentioned.add(id);
    return text;
  });
  printGlobals(j, writer, entry === null ? null : mentioned);
  printed.forEach((text, i) => {
    if (i > 0) writer.endLine();
    writer.append(text);
  });
  const helpers = [...j.helpers.values()].map((text) => `${text}\n`).join('');
  const tape = tapeText(j.tape);
  const runtime = tape === '' ? null : spanOf(helpers.length, helpers.length + tape.length);
  const before = helpers + (tape === '' ? '' : `${tape}\n`);
  return {
    ...prefixed(before, writer.finish()),
    runtime,
    diagnostics: j.diagnostics,
    nameOf: j.names.variable,
    routineName: j.names.routine,
  };
}

function printGlobals(j: JContext, writer: Writer, mentioned: ReadonlySet<VariableId> | null): void {
  const globals = j.program.variables.filter((v) => keepsValue(v) && (mentioned?.has(v.id) ?? true));
  j.diagnostics.push(...overlapErrors(globals, 'JavaScript'));
  const seen = new Set<string>();
  for (const v of globals) {
    const name = j.names.variable(v.id);
    if (seen.has(name)) continue;
    seen.add(name);
    writer.line(declaration(j, v));
  }
  if (seen.size > 0) writer.endLine();
}

/** `let t = 0;`, `const a = new Float64Array(n * m);`, `const x = new Float64Array(1);` */
function declaration(j: JContext, v: Variable): string {
  const name = j.names.variable(v.id);
  const type = ARRAY[v.type];
  if (v.initial && (v.shape || j.isBoxed(v.id)))
    return `const ${name} = ${type}.of(${v.initial.join(', ')});`;
  if (v.shape) return `const ${name} = new ${type}(${sizeText(j, v)});`;
  if (j.isBoxed(v.id)) return `const ${name} = new ${type}(1);`;
  return `let ${name} = ${v.initial?.[0] ?? (v.type === 'bool' ? 'false' : '0')};`;
}

function sizeText(j: JContext, v: Variable): string {
  const extents = shapeOf(v).dimensions.map(({ extent }) => present(extent, `an extent of ${v.name}`));
  return exprText(
    j,
    extents.reduce((product, extent) => b.multiply(product, extent)),
  );
}

// ------------------------------------------------------------------------------------------------------- routines

function printRoutine(
  j: JContext,
  routine: Routine,
  facts: LocalFacts,
  kept: EntryExtents,
): { text: string; origins: Origin[] } {
  j.touched.clear();
  const inPlace = new Set(
    [...initialisersInPlace(routine, facts.read)].filter(
      (s) => s.kind === 'assign' && !j.isBoxed(s.target.variable),
    ),
  );
  const bodyWriter = new Writer({ depth: 1, ...OPTIONS });
  printRoutineBody(
    dialect(
      j,
      routine,
      bodyWriter,
      inPlace,
      planJumps(routine, {
        catchesBreak: isPrintedAsSwitch,
        incrementApart: (s) => !incrementInHead(s, false),
        testApart: false,
      }),
    ),
  );
  const body = bodyWriter.finish();
  const writer = new Writer(OPTIONS);
  printHead(writer, routine);
  const parameters = routine.parameters.map((id) => j.names.variable(id)).join(', ');
  writer.line(`function ${j.names.routine(routine.name)}(${parameters}) {`);
  writer.indented(() => {
    for (const line of localLines(j, routine, inPlace, kept)) writer.line(line);
  });
  writer.append(body);
  writer.line('}');
  return writer.finish();
}

function localLines(
  j: JContext,
  routine: Routine,
  inPlace: ReadonlySet<Statement>,
  kept: EntryExtents,
): string[] {
  const declared = new Set([...inPlace].flatMap((s) => (s.kind === 'assign' ? [s.target.variable] : [])));
  const boxes: string[] = [];
  const lines: string[] = [];
  for (const id of routine.parameters) {
    const v = j.variable(id);
    if (v.passing === 'value' && j.isBoxed(id)) {
      const name = j.names.variable(id);
      boxes.push(`${name} = ${ARRAY[v.type]}.of(${name});`);
    }
  }
  const result = routine.result === null ? [] : [routine.result];
  const scalars: string[] = [];
  for (const id of [...result, ...routine.locals]) {
    const v = j.variable(id);
    if (!j.touched.has(id) || declared.has(id) || keepsValue(v) || kept.has(id)) continue;
    const text = declaration(j, v);
    if (text.startsWith('let ')) scalars.push(text.slice(4, -1));
    else lines.push(text);
  }
  // The sizes of arrays name them, too.
  const extents = routine.locals.flatMap((id) => {
    const e = j.touched.has(id) ? kept.get(id) : undefined;
    return e ? [`const ${j.names.variable(id)} = ${exprText(j, e)};`] : [];
  });
  return [...(scalars.length > 0 ? [`let ${scalars.join(', ')};`] : []), ...boxes, ...extents, ...lines];
}
