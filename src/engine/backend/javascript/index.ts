/**
 * Programs in JavaScript, to read and to run: plain functions, typed arrays with one flat subscript, scalars by reference
 * as the first element of a typed array, a preallocated tape. Its numbers are those of the program; 64-bit integers are
 * exact up to 2^53.
 */

import { entryOf, keysOf, present } from '../../base/lookup';
import { spanOf } from '../../base/span';
import * as b from '../../ir/build';
import { shapeOf } from '../../ir/names';
import { CONTROL_WORDS, RUNTIME_BEGIN, RUNTIME_END, TYPE_WORD } from '../../ir/runtime';
import type { Program, Routine, Statement, Variable, VariableId } from '../../ir/types';
import { incrementInHead, printedBody, printedRoutine, WRITER } from '../curly';
import { type EntryExtents, withEntryExtents } from '../entryExtents';
import { initialisersInPlace, type LocalFacts, localFacts } from '../locals';
import { prepared } from '../prepare';
import { type Origin, type PrintedCode, prefixed } from '../printed';
import { reachable } from '../reachable';
import { withStateLoops } from '../stateLoops';
import { keepsValue, overlapErrors } from '../storage';
import { Writer } from '../writer';
import { ARRAY, createContext, type JContext } from './context';
import { dialect } from './dialect';
import { exprText } from './expressions';

/** The entry and what it calls; with no entry, all of the program. */
export function printJavaScript(given: Program, entry: string | null): PrintedCode {
  const { program, kept } = withEntryExtents(
    withStateLoops(prepared(given), () => true),
    () => 'extents and lower',
  );
  const j = createContext(program);
  const writer = new Writer(WRITER);
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
  const body = printedBody(
    routine,
    (s) => !incrementInHead(s, false),
    (writer, plan) => dialect(j, routine, writer, inPlace, plan),
  );
  const parameters = routine.parameters.map((id) => j.names.variable(id)).join(', ');
  const head = `function ${j.names.routine(routine.name)}(${parameters})`;
  return printedRoutine(routine, head, localLines(j, routine, inPlace, kept), body);
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

const CONTROL = {
  bit: 'Uint8Array',
  byte: 'Uint8Array',
  short: 'Uint16Array',
  word: 'Int32Array',
  count: 'Float64Array',
} as const;

const GROWN = `/** A stack of twice the size, or more, with the same entries. */
function grown(stack, room) {
  const larger = new stack.constructor(Math.max(2 * stack.length, room));
  larger.set(stack);
  return larger;
}
`;

/**
 * The tape in JavaScript: preallocated typed arrays, one a type, that double when they are full. Only what is called, with its
 * marking lines; empty when nothing is.
 */
function tapeText(called: ReadonlySet<string>): string {
  if (called.size === 0) return '';
  const uses = (...names: string[]) => names.some((name) => called.has(name));
  const parts = [GROWN];
  for (const type of keysOf(TYPE_WORD)) {
    const t = TYPE_WORD[type];
    if (!uses(`push_${t}`, `pop_${t}`, `push_${t}s`, `pop_${t}s`)) continue;
    parts.push(stack(t, ARRAY[type]), ...single(called, t), ...whole(called, t));
  }
  for (const word of CONTROL_WORDS)
    if (uses(`push_${word}`, `pop_${word}`)) parts.push(stack(word, CONTROL[word]), ...single(called, word));
  return `// ${RUNTIME_BEGIN}\n${parts.join('\n')}// ${RUNTIME_END}\n`;
}

function stack(name: string, array: string): string {
  return `let ${name}_stack = new ${array}(1 << 14);\nlet ${name}_top = 0;\n`;
}

function single(called: ReadonlySet<string>, name: string): string[] {
  const texts: string[] = [];
  if (called.has(`push_${name}`))
    texts.push(
      `function push_${name}(x) {\n  if (${name}_top === ${name}_stack.length) ${name}_stack = grown(${name}_stack, 0);\n  ${name}_stack[${name}_top++] = x;\n}\n`,
    );
  if (called.has(`pop_${name}`))
    texts.push(`function pop_${name}() {\n  return ${name}_stack[--${name}_top];\n}\n`);
  return texts;
}

function whole(called: ReadonlySet<string>, name: string): string[] {
  const texts: string[] = [];
  if (called.has(`push_${name}s`))
    texts.push(
      `function push_${name}s(x, n) {\n  if (${name}_top + n > ${name}_stack.length) ${name}_stack = grown(${name}_stack, ${name}_top + n);\n  ${name}_stack.set(x.subarray(0, n), ${name}_top);\n  ${name}_top += n;\n}\n`,
    );
  if (called.has(`pop_${name}s`))
    texts.push(
      `function pop_${name}s(x, n) {\n  ${name}_top -= n;\n  x.set(${name}_stack.subarray(${name}_top, ${name}_top + n));\n}\n`,
    );
  return texts;
}
