/** Declarations in Fortran: dummies, locals, COMMON blocks, module variables. */

import { diagnostic } from '../../base/diagnostics';
import { itemAt, present } from '../../base/lookup';
import { groupedBy } from '../../base/once';
import { boundsOf, inOrderOfBounds } from '../../ir/bounds';
import * as b from '../../ir/build';
import { commonName, routineNamed } from '../../ir/names';
import { placesRead } from '../../ir/partials';
import type { Dimension, Expr, Program, Routine, ScalarType, Variable, VariableId } from '../../ir/types';
import { difference, sum } from '../affine';
import type { LocalFacts } from '../locals';
import { callees, recursive } from '../reachable';
import { bytesOf, isCommon, keepsValue, samePiece, sharesBytes } from '../storage';
import { type FContext, isModuleVariable, typeText } from './context';
import { exprText } from './expressions';

/** `(0:n - 1, m)`, or nothing for a scalar. A row-order array has its dimensions the other way round here. */
export function dimensionText(f: FContext, v: Variable): string {
  if (!v.shape) return '';
  const { dimensions, order } = v.shape;
  const fastestFirst = order === 'row' ? [...dimensions].reverse() : dimensions;
  return `(${fastestFirst.map((dimension) => boundsText(f, dimension)).join(', ')})`;
}

function boundsText(f: FContext, { lower, extent }: Dimension): string {
  const from = b.isConstant(lower, 1) ? '' : `${exprText(f, lower)}:`;
  if (!extent) return `${from}*`;
  const last: Expr = difference(sum(lower, extent), b.constant(1, extent.type));
  return `${from}${exprText(f, last)}`;
}

export interface Declarations {
  readonly lines: string[];
  /** Assignments at the start of the body. */
  readonly start: string[];
}

export function declarations(
  f: FContext,
  routine: Routine,
  facts: LocalFacts,
  inputs: ReadonlySet<VariableId>,
): Declarations {
  const lines: string[] = [];
  const start: string[] = [];
  const index = f.program.routines.indexOf(routine);
  const commons = commonBlocks(f, routine, index);
  const inBlocks = new Set(commons.flatMap(({ members }) => members.map((v) => v.id)));
  // Extents read scalars, which must be declared first, and now and then elements of another array.
  const dummies = routine.parameters.map((id) => f.variable(id));
  const arrays = inOrderOfBounds(dummies.filter((v) => v.shape !== null));
  const declared = (v: Variable) =>
    [`${typeText(v.type)}${attributes(f, v, facts, inputs)}`, declarator(f, v)] as const;
  const result = routine.result === null ? [] : [f.variable(routine.result)];
  lines.push(
    ...grouped([
      ...dummies.filter((v) => v.shape === null).map(declared),
      ...result.map((v) => [typeText(v.type), declarator(f, v)] as const),
    ]),
    ...grouped(arrays.filter((v) => !readsElements(v)).map(declared)),
    ...arrays.filter(readsElements).flatMap((v) => grouped([declared(v)])),
  );
  for (const { name, members } of commons) {
    // Another routine's view, which no statement here names, may be called like a local of this one.
    const names = members.map((v) =>
      f.touched.has(v.id) || v.owner === index ? f.names.variable(v.id) : f.names.fresh(index, v.name),
    );
    lines.push(
      ...grouped(members.map((v, i) => [typeText(v.type), `${names[i]}${dimensionText(f, v)}`] as const)),
    );
    lines.push(`common ${commonName(name)} ${names.join(', ')}`);
  }
  lines.push(...localLines(f, routine, facts, inBlocks, start));
  lines.push(...externals(f, routine));
  return { lines, start };
}

function readsElements(v: Variable): boolean {
  return boundsOf(v).some((bound) => placesRead(bound).some(({ kind }) => kind === 'element'));
}

function declarator(f: FContext, v: Variable): string {
  return f.names.variable(v.id) + dimensionText(f, v);
}

/**
 * Only routines of a module have an interface that can say `value`; elsewhere what is passed by value is an expression, which
 * a callee that writes it can't reach (see `printArgument`).
 */
function attributes(f: FContext, v: Variable, facts: LocalFacts, inputs: ReadonlySet<VariableId>): string {
  if (v.passing === 'value') {
    if (f.module !== null) return ', value';
    return facts.written.has(v.id) ? '' : ', intent(in)';
  }
  if (inputs.has(v.id)) return ', intent(in)';
  if (v.intent === 'inout') return ', intent(inout)';
  if (v.intent !== 'out' || !facts.written.has(v.id)) return '';
  // A sweep may store what the program's own routine never reads; `intent(out)` would let compilers drop the value.
  return isGenerated(f.program) && !facts.outputs.has(v.id) ? ', intent(inout)' : ', intent(out)';
}

/** Locals that the body names, a type at a time. */
function localLines(
  f: FContext,
  routine: Routine,
  facts: LocalFacts,
  inBlocks: ReadonlySet<VariableId>,
  start: string[],
): string[] {
  const locals: (readonly [string, string])[] = [];
  const result = routine.result === null ? [] : [routine.result];
  for (const id of [...result, ...routine.locals]) {
    const v = f.variable(id);
    const isResult = id === routine.result;
    if (!isResult && (!f.touched.has(id) || inBlocks.has(id) || isModuleVariable(f.program, v))) continue;
    if (needsZero(v, facts)) start.push(`${f.names.variable(id)} = ${zeroText(v)}`);
    if (isResult) continue;
    const saved = keepsValue(v);
    const prefix = `${typeText(v.type)}${saved ? ', save' : ''}`;
    const initial = saved && v.initial ? ` = ${initialText(f, v)}` : '';
    locals.push([prefix, declarator(f, v) + initial]);
  }
  return grouped(locals);
}

/** Declarators with the same type and attributes on one line, in order of first appearance. */
function grouped(declarators: readonly (readonly [prefix: string, text: string])[]): string[] {
  const groups = groupedBy(declarators, ([prefix]) => prefix);
  return [...groups].map(([prefix, list]) => `${prefix} :: ${list.map(([, text]) => text).join(', ')}`);
}

function needsZero(v: Variable, facts: LocalFacts): boolean {
  if (keepsValue(v)) return false;
  if (!v.shape) return facts.undefinedReads.has(v.id);
  const derivative = v.role === 'adjoint' || v.role === 'tangent';
  return (derivative || facts.undefinedReads.has(v.id)) && !facts.zeroedFirst.has(v.id);
}

function zeroText(v: Variable): string {
  return { f64: '0.0d0', f32: '0.0', i32: '0', i64: '0_8', bool: '.false.' }[v.type];
}

export function initialValues(f: FContext, v: Variable): string[] {
  return present(v.initial, `the initial values of ${v.name}`).map((value) =>
    exprText(f, b.constant(value, v.type)),
  );
}

/** Values in memory order, as a scalar or a reshaped constructor. */
export function initialText(f: FContext, v: Variable): string {
  const values = initialValues(f, v);
  if (!v.shape) return itemAt(values, 0);
  const flat = `[${values.join(', ')}]`;
  const { dimensions, order } = v.shape;
  if (dimensions.length === 1) return flat;
  const fastestFirst = order === 'row' ? [...dimensions].reverse() : dimensions;
  const extents = fastestFirst.map(({ extent }) => (extent ? exprText(f, extent) : '1'));
  return `reshape(${flat}, [${extents.join(', ')}])`;
}

/** Declarations of the procedures that it calls and that no module declares. */
function externals(f: FContext, routine: Routine): string[] {
  return [...callees(routine)].flatMap((name) => {
    const callee = routineNamed(f.program, name);
    if (!callee || callee === routine) return [];
    if (f.module !== null) return callee.external ? interfaceInC(f, callee) : [];
    const result = callee.result === null ? null : f.variable(callee.result).type;
    const written = f.names.routine(name);
    const how = asExternal(written, result);
    return how === null ? [] : [`${how} :: ${written}`];
  });
}

/** A function of C that is not in the text: how it takes its arguments. */
function interfaceInC(f: FContext, { name, parameters, result }: Routine): string[] {
  const written = f.names.routine(name);
  const what = result === null ? 'subroutine' : 'function';
  const dummies = parameters.map((id, k) => {
    const { type, passing, shape } = f.variable(id);
    const dummy = `${written}${k + 1}`;
    return {
      dummy,
      line: `${typeText(type)}${passing === 'value' ? ', value' : ''} :: ${dummy}${shape ? '(*)' : ''}`,
    };
  });
  return [
    'interface',
    `  ${what} ${written}(${dummies.map(({ dummy }) => dummy).join(', ')}) bind(c, name='${name}')`,
    ...dummies.map(({ line }) => `    ${line}`),
    ...(result === null ? [] : [`    ${typeText(f.variable(result).type)} :: ${written}`]),
    `  end ${what} ${written}`,
    'end interface',
  ];
}

/** Functions are declared by their types, and subroutines where a compiler would take one of its own. */
export function asExternal(name: string, result: ScalarType | null): string | null {
  if (result !== null) return `${typeText(result)}, external`;
  return OF_COMPILERS.has(name.toLowerCase()) ? 'external' : null;
}

/** Subroutines that compilers know without a declaration, standard or not. */
const OF_COMPILERS: ReadonlySet<string> = new Set(
  'abort alarm chdir chmod cpu_time ctime date_and_time dtime etime execute_command_line exit fdate fget fgetc flush fput fputc free fseek fstat ftell gerror get_command getarg getcwd getenv getlog gmtime hostnm idate itime kill link lstat ltime move_alloc mvbits perror random_init random_number random_seed rename second signal sleep srand stat symlnk system system_clock ttynam umask unlink'.split(
    ' ',
  ),
);

// --------------------------------------------------------------------------------------------------------- COMMON

interface CommonBlock {
  readonly name: string;
  readonly members: readonly Variable[];
}

/** The blocks of which the routine names a member, each with its whole layout. */
function commonBlocks(f: FContext, routine: Routine, index: number): CommonBlock[] {
  const { program } = f;
  const touched = program.variables.filter((v) => f.touched.has(v.id) && isCommon(program, v));
  const roots = [...new Set(touched.map((v) => v.storage?.root as string))];
  return roots.map((root) => {
    const named: Variable[] = [];
    for (const v of touched) {
      if (v.storage?.root !== root) continue;
      const other = named.find((w) => sharesBytes(v, w));
      if (!other) named.push(v);
      else if (other.name !== v.name || !samePiece(v, other)) overlapping(f, root, other, v);
    }
    const views = program.variables.filter((v) => v.storage?.root === root);
    const rest = [
      ...views.filter((v) => v.owner === index),
      ...views.filter((v) => v.owner === null),
      ...views,
    ];
    const members = laidOut(named, rest);
    // No other routine knows a block of derivatives, and every routine leaves out the same members of it.
    const isOwn = views.every((v) => v.derivativeOf !== null && members.some((w) => samePiece(v, w)));
    if (!isOwn) reportGaps(f, routine, root, members);
    return { name: root, members };
  });
}

/**
 * The members of a block by offset: all of `named`, and as many of `rest`, in order of preference, as fit beside them. Other
 * routines may see the same bytes under other names.
 */
export function laidOut(named: readonly Variable[], rest: readonly Variable[]): Variable[] {
  const members = [...named];
  for (const v of rest) if (!members.some((w) => sharesBytes(v, w))) members.push(v);
  return members.sort((x, y) => bytesOf(x)[0] - bytesOf(y)[0]);
}

function overlapping(f: FContext, root: string, x: Variable, y: Variable): void {
  f.diagnostics.push(
    diagnostic(
      'error',
      'not-expressible',
      `${x.name} and ${y.name} are views of the same bytes of COMMON /${root}/, and one routine can declare only one.`,
      y.span,
    ),
  );
}

/** Reports bytes that no member of any routine covers; compilers pad only for alignment. */
function reportGaps(f: FContext, routine: Routine, root: string, members: readonly Variable[]): void {
  let end = 0;
  for (const v of members) {
    const [at, after] = bytesOf(v);
    if (at !== end)
      f.diagnostics.push(
        diagnostic(
          'warning',
          'common-layout',
          `COMMON /${root}/ is not wholly declared in ${routine.name}.`,
          v.span,
        ),
      );
    end = after;
  }
}

function isGenerated(program: Program): boolean {
  return program.variables.some((v) => v.derivativeOf !== null);
}

/** `subroutine f(x, y)`, `recursive function f(x) result(r)`. */
export function headText(f: FContext, routine: Routine): string {
  const name = f.names.routine(routine.name);
  if (routine.kind === 'program') return `program ${name}`;
  const prefix = recursive(f.program, routine) ? 'recursive ' : '';
  const parameters = routine.parameters.map((id) => f.names.variable(id)).join(', ');
  if (routine.result === null) return `${prefix}subroutine ${name}(${parameters})`;
  const result = f.names.variable(routine.result);
  return `${prefix}function ${name}(${parameters})${result === name ? '' : ` result(${result})`}`;
}

export function endText(f: FContext, routine: Routine): string {
  const word = routine.kind === 'program' ? 'program' : routine.result === null ? 'subroutine' : 'function';
  return `end ${word} ${f.names.routine(routine.name)}`;
}
