/**
 * Programs in JavaScript, to read and to run: plain functions, typed arrays with one flat subscript, scalars by reference
 * as the first element of a typed array, a preallocated tape. Its numbers are those of the program; 64-bit integers are
 * exact up to 2^53.
 */

import { assertNever } from '../../base/assert';
import { present } from '../../base/lookup';
import { spanOf } from '../../base/span';
import * as b from '../../ir/build';
import { controlFunction, tapeFunction } from '../../ir/runtime';
import type {
  Argument,
  Expr,
  For,
  Place,
  Program,
  Routine,
  Statement,
  Variable,
  VariableId,
} from '../../ir/types';
import { difference, sum } from '../affine';
import { changesIn, type Dialect, incrementInHead, isPrintedAsSwitch, printRoutineBody } from '../curly';
import { type EntryExtents, withEntryExtents } from '../entryExtents';
import { incrementOf, isUnit } from '../increments';
import { type JumpPlan, planJumps } from '../jumps';
import { initialisersInPlace, type LocalFacts, localFacts, writtenIn } from '../locals';
import { prepared } from '../prepare';
import { type PrintedCode, type PrintedOrigin, prefixed } from '../printed';
import { reachable } from '../reachable';
import { withStateLoops } from '../stateLoops';
import { keepsValue, overlapErrors } from '../storage';
import { wrapWith } from '../wrap';
import { createWriter, type Writer, type WriterOptions } from '../writer';
import { ARRAY, createContext, type JContext } from './context';
import { exprText, flatSubscript, printExpr, printOperand, printReference } from './expressions';
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
  const writer = createWriter(OPTIONS);
  const routines = reachable(program, entry).filter((r) => !r.external);
  const mentioned = new Set<VariableId>();
  const facts = localFacts(program);
  const printed = routines.map((routine) => {
    const text = printRoutine(j, routine, facts.get(routine) as LocalFacts, kept);
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
  const extents = present(v.shape, `the shape of ${v.name}`).dimensions.map(({ extent }) =>
    present(extent, `an extent of ${v.name}`),
  );
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
): { text: string; origins: PrintedOrigin[] } {
  j.touched.clear();
  const inPlace = new Set(
    [...initialisersInPlace(routine, facts.read)].filter(
      (s) => s.kind === 'assign' && !j.isBoxed(s.target.variable),
    ),
  );
  const bodyWriter = createWriter({ ...OPTIONS, depth: 1 });
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
  const writer = createWriter(OPTIONS);
  const lines = routine.head ?? [];
  lines.forEach((line, i) => {
    const text = `${i === 0 ? '/*' : ' *'} ${line.replaceAll('*/', '* /')}`.trimEnd();
    writer.line(text + (i === lines.length - 1 ? ' */' : ''));
  });
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

// ----------------------------------------------------------------------------------------------------- statements

function dialect(
  j: JContext,
  routine: Routine,
  writer: Writer,
  inPlace: ReadonlySet<Statement>,
  plan: JumpPlan,
): Dialect {
  const expr = (e: Expr) => printExpr(j, writer, e);
  const target = (id: VariableId) => j.names.variable(id) + (j.isBoxed(id) ? '[0]' : '');
  const index = j.program.routines.indexOf(routine);
  return {
    writer,
    plan,
    routine,
    labels: 'labelled',
    expr,
    test: expr,
    operand: (e) => printOperand(j, writer, e),
    equals: '===',
    variable: target,
    push: null,
    declares: (s) => inPlace.has(s),
    returns: () => (routine.result === null ? 'return;' : `return ${target(routine.result)};`),
    returnOf(e) {
      writer.write('return ');
      expr(e);
      writer.write(';');
    },
    assignment(s) {
      if (inPlace.has(s)) writer.write('let ');
      printPlace(j, writer, s.target);
      const increment = s.target.type === 'f32' ? null : incrementOf(s);
      if (increment && isUnit(increment.by)) {
        writer.write(increment.op === '+=' ? '++' : '--');
        return;
      }
      writer.write(increment ? ` ${increment.op} ` : ' = ');
      printStored(j, writer, increment ? increment.by : s.value, isCell(j, s.target));
    },
    forHead: (s) => forHead(j, writer, s, index, target(s.index)),
    leaf(s) {
      if (s.kind === 'comment') {
        writer.statement(s, () => writer.write(`// ${s.text}`));
        writer.endLine();
        return;
      }
      writer.statement(s, () => {
        printLeaf(j, writer, s);
        writer.write(';');
      });
      writer.endLine();
    },
  };
}

/** A place to be written: an element of a bool array is a number there. */
function printPlace(j: JContext, writer: Writer, place: Place): void {
  writer.token(place.span, () => {
    if (place.kind === 'variable') {
      writer.write(j.names.variable(place.variable) + (j.isBoxed(place.variable) ? '[0]' : ''));
      return;
    }
    writer.write(`${j.names.variable(place.variable)}[`);
    printExpr(j, writer, flatSubscript(j, place.variable, place.subscripts));
    writer.write(']');
  });
}

/** In a typed array a bool is a number. */
function isCell(j: JContext, place: Place): boolean {
  return place.kind === 'element' || j.isBoxed(place.variable);
}

function printStored(j: JContext, writer: Writer, e: Expr, cell: boolean): void {
  printExpr(j, writer, cell && e.type === 'bool' ? b.convert(e, 'i32') : e);
}

function printLeaf(
  j: JContext,
  writer: Writer,
  s: Exclude<Parameters<Dialect['leaf']>[0], { kind: 'comment' }>,
): void {
  const tape = (name: string) => {
    j.tape.add(name);
    return name;
  };
  switch (s.kind) {
    case 'call':
      if (s.result) {
        printPlace(j, writer, s.result);
        writer.write(' = ');
      }
      writer.write(`${j.names.routine(s.callee)}(`);
      s.args.forEach((arg, i) => {
        if (i > 0) writer.write(', ');
        printArgument(j, writer, arg);
      });
      writer.write(')');
      break;
    case 'io':
      writer.write('console.log(');
      s.items.forEach((item, i) => {
        if (i > 0) writer.write(', ');
        printExpr(j, writer, item);
      });
      writer.write(')');
      break;
    case 'stop':
      writer.write("throw new Error('the program stops here')");
      break;
    case 'push':
      if (s.what.kind === 'scalar') {
        writer.write(`${tape(tapeFunction('push', s.what.place.type, false))}(`);
        printExpr(j, writer, s.what.place);
        writer.write(')');
      } else printArrayTape(j, writer, 'push', s.what.variable, s.what.count, tape);
      break;
    case 'pop':
      if (s.what.kind === 'scalar') {
        printPlace(j, writer, s.what.place);
        writer.write(` = ${tape(tapeFunction('pop', s.what.place.type, false))}()`);
        if (s.what.place.type === 'bool' && !isCell(j, s.what.place)) writer.write(' !== 0');
      } else printArrayTape(j, writer, 'pop', s.what.variable, s.what.count, tape);
      break;
    case 'pushControl':
      writer.write(`${tape(controlFunction('push', s.width))}(`);
      printExpr(j, writer, b.convert(s.value, s.value.type === 'bool' ? 'i32' : s.value.type));
      writer.write(')');
      break;
    case 'popControl': {
      const v = j.variable(s.target);
      writer.write(
        `${j.names.variable(s.target)}${j.isBoxed(s.target) ? '[0]' : ''} = ${tape(controlFunction('pop', s.width))}()`,
      );
      if (v.type === 'bool' && !j.isBoxed(s.target)) writer.write(' !== 0');
      break;
    }
    default:
      assertNever(s);
  }
}

function printArrayTape(
  j: JContext,
  writer: Writer,
  action: 'push' | 'pop',
  id: VariableId,
  count: Expr,
  tape: (name: string) => string,
): void {
  writer.write(`${tape(tapeFunction(action, j.variable(id).type, true))}(${j.names.variable(id)}, `);
  printExpr(j, writer, count);
  writer.write(')');
}

function printArgument(j: JContext, writer: Writer, arg: Argument): void {
  switch (arg.kind) {
    case 'value':
      printExpr(j, writer, arg.value);
      break;
    case 'reference':
      printReference(j, writer, arg.place);
      break;
    case 'array':
      writer.token(arg.span, () => {
        if (!arg.start) writer.write(j.names.variable(arg.variable));
        else printReference(j, writer, b.element(arg.variable, arg.start, j.variable(arg.variable).type));
      });
      break;
    default:
      assertNever(arg);
  }
}

// ------------------------------------------------------------------------------------------------- counted loops

function forHead(j: JContext, writer: Writer, s: For, routine: number, index: string) {
  const written = writtenIn(j.program, s.body);
  written.add(s.index);
  const frozen: { name: string; value: Expr }[] = [];
  const freeze = (e: Expr, wanted: string): Expr | string => {
    if (!changesIn(e, written)) return e;
    const name = j.names.fresh(routine, wanted);
    frozen.push({ name, value: e });
    return name;
  };
  const step = freeze(s.step, 'step');
  const last = freeze(s.last, 'last');
  /** Operands of comparisons. */
  const show = (e: Expr | string) => (typeof e === 'string' ? writer.write(e) : printOperand(j, writer, e));
  const sign =
    s.step.kind === 'constant' ? Math.sign(s.step.value) : s.test === 'do' ? 0 : s.test[0] === 'l' ? 1 : -1;
  const strict = (s.test === 'lt' || s.test === 'gt') && typeof last !== 'string';
  return {
    before() {
      for (const { name, value } of frozen) {
        writer.write(`const ${name} = `);
        printExpr(j, writer, value);
        writer.line(';');
      }
    },
    head() {
      writer.write(`${index} = `);
      printExpr(j, writer, s.first);
      writer.write('; ');
      if (sign === 0) {
        show(step);
        writer.write(` > 0 ? ${index} <= `);
        show(last);
        writer.write(` : ${index} >= `);
        show(last);
      } else {
        writer.write(`${index} ${sign > 0 ? '<' : '>'}${strict ? '' : '='} `);
        const one = b.constant(1, s.last.type);
        show(strict && typeof last !== 'string' ? (sign > 0 ? sum(last, one) : difference(last, one)) : last);
      }
      writer.write('; ');
      if (s.step.kind === 'constant' && Math.abs(s.step.value) === 1)
        writer.write(`${index}${sign > 0 ? '++' : '--'}`);
      else if (s.step.kind === 'constant')
        writer.write(`${index} ${sign > 0 ? '+=' : '-='} ${Math.abs(s.step.value)}`);
      else {
        writer.write(`${index} += `);
        show(step);
      }
    },
  };
}
