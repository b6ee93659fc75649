/** Declarations in C: parameters, locals, globals, prototypes. */
import { itemAt } from '../../base/lookup';
import { countOf } from '../../ir/bounds';
import { isConstant, somePart } from '../../ir/build';
import type { Dimension, Expr, Routine, ScalarType, Variable, VariableId } from '../../ir/types';
import type { LocalFacts } from '../locals';
import { isShared, keepsValue } from '../storage';
import { type CContext, isKnown } from './context';
import { exprText } from './expressions';

/** `[n][m]`, slowest first; empty brackets for an extent that the text does not give. */
function brackets(c: CContext, dimensions: readonly Dimension[], order: 'row' | 'column'): string {
  const slowestFirst = order === 'row' ? dimensions : [...dimensions].reverse();
  return slowestFirst.map(({ extent }) => `[${extent ? extentText(c, extent) : ''}]`).join('');
}

/** C has no empty arrays: where Fortran has one, there is an element that nothing touches. */
function extentText(c: CContext, extent: Expr): string {
  return isConstant(extent, 0) ? '1' : exprText(c, extent);
}

export function parameterText(c: CContext, routine: Routine, id: VariableId, isConst: boolean): string {
  const v = c.variable(id);
  const name = c.names.variable(id);
  const type = `${isConst ? 'const ' : ''}${c.type(v.type)}`;
  if (!v.shape) return v.passing === 'reference' ? `${type} *${name}` : `${c.type(v.type)} ${name}`;
  const { dimensions, order } = v.shape;
  const slowest = order === 'row' ? dimensions[0] : dimensions.at(-1);
  const flat = c.isFlat(id) || (dimensions.length === 1 && !isKnownBefore(c, routine, id, slowest));
  return flat ? `${type} *${name}` : `${type} ${name}${brackets(c, visible(c, routine, id), order)}`;
}

/** The dimensions, the slowest without its extent where C doesn't know it yet. */
function visible(c: CContext, routine: Routine, id: VariableId): readonly Dimension[] {
  const shape = c.variable(id).shape;
  if (!shape) return [];
  const slowest = shape.order === 'row' ? 0 : shape.dimensions.length - 1;
  return shape.dimensions.map((dimension, i) =>
    i === slowest && !isKnownBefore(c, routine, id, dimension) ? { ...dimension, extent: null } : dimension,
  );
}

function isKnownBefore(c: CContext, routine: Routine, id: VariableId, d: Dimension | undefined): boolean {
  if (!d?.extent) return false;
  const earlier = new Set(routine.parameters.slice(0, routine.parameters.indexOf(id)));
  return isKnown(c.program, d.extent, earlier) && !somePart(d.extent, ({ kind }) => kind === 'element');
}

/** `double f(int n, const double *x)`, without its end. */
export function signature(c: CContext, routine: Routine, constants: ReadonlySet<VariableId>): string {
  const result = routine.result === null ? 'void' : c.type(c.variable(routine.result).type);
  if (routine.kind === 'program') return 'int main(void)';
  const parameters = routine.parameters.map((id) => parameterText(c, routine, id, constants.has(id)));
  return `${result} ${c.names.routine(routine.name)}(${parameters.join(', ') || 'void'})`;
}

/**
 * Lines that declare the locals that the body names, one line for each type; then statements that zero what C cannot
 * initialise, silence what nothing reads, and zero the scalars that start at zero. Each statement stands as if the body began
 * with it.
 */
export function localLines(
  c: CContext,
  routine: Routine,
  facts: LocalFacts,
  declaredInPlace: ReadonlySet<VariableId>,
): { declarations: string[]; zeroed: string[]; silenced: string[]; starting: string[] } {
  const wanted = inOrder(c, routine).filter(
    (id) => c.touched.has(id) && !declaredInPlace.has(id) && !isShared(c.program, c.variable(id)),
  );
  const groups = new Map<string, { ids: VariableId[]; texts: string[] }>();
  const zeroed: string[] = [];
  const starting: string[] = [];
  for (const id of wanted) {
    const v = c.variable(id);
    if (!v.shape && !keepsValue(v) && facts.undefinedReads.has(id)) {
      starting.push(`${c.type(v.type)} ${c.names.variable(id)} = ${zeroText(v.type)};`);
      continue;
    }
    const prefix = `${keepsValue(v) ? 'static ' : ''}${c.type(v.type)}`;
    const { text, zero } = declarator(c, v, facts, routine.zeroed ?? []);
    const group = groups.get(prefix) ?? { ids: [], texts: [] };
    group.ids.push(id);
    group.texts.push(text);
    groups.set(prefix, group);
    if (zero) zeroed.push(zero);
  }
  const silenced = [
    ...routine.parameters.filter((id) => !isUsed(c, facts, id)),
    ...[...groups.values()]
      .flatMap(({ ids }) => ids)
      .filter((id) => !facts.read.has(id) && !c.returned.has(id)),
  ].map((id) => `(void)${c.names.variable(id)};`);
  return {
    declarations: [...groups].map(([prefix, { texts }]) => `${prefix} ${texts.join(', ')};`),
    zeroed,
    silenced,
    starting,
  };
}

/** The locals in order of declaration, with the result among them. */
function inOrder(c: CContext, { result, locals }: Routine): readonly VariableId[] {
  if (result === null) return locals;
  const { start } = c.variable(result).span;
  const after = locals.findIndex((id) => c.variable(id).span.start > start);
  return after < 0 ? [...locals, result] : [...locals.slice(0, after), result, ...locals.slice(after)];
}

/**
 * Whether compilers see the parameter read: by a statement, in the subscript of an array that is flat in C, or as a pointer
 * that is written through.
 */
function isUsed(c: CContext, { read, written }: LocalFacts, id: VariableId): boolean {
  if (read.has(id)) return true;
  return written.has(id) ? c.variable(id).passing === 'reference' : c.touched.has(id);
}

function declarator(
  c: CContext,
  v: Variable,
  facts: LocalFacts,
  zeroed: readonly VariableId[],
): { text: string; zero: string | null } {
  const name = c.names.variable(v.id);
  if (keepsValue(v)) return { text: name + initialiser(c, v), zero: null };
  const needs = facts.undefinedReads.has(v.id) || isDerivative(v) || zeroed.includes(v.id);
  if (!v.shape) return { text: name, zero: null };
  const text = name + brackets(c, v.shape.dimensions, v.shape.order);
  const isSet = facts.zeroedFirst.has(v.id) && !zeroed.includes(v.id);
  if (!needs || isSet) return { text, zero: null };
  c.printedOnly.add('zeros');
  if (countOf(v) !== null) return { text: `${text} = {0}`, zero: null };
  return { text, zero: `${c.uses('string.h', 'memset')}(${name}, 0, sizeof ${name});` };
}

function isDerivative(v: Variable): boolean {
  return v.role === 'adjoint' || v.role === 'tangent';
}

export function zeroText(type: ScalarType): string {
  return { f64: '0.0', f32: '0.0f', i32: '0', i64: '0', bool: 'false' }[type];
}

/** `double c[3] = {1.0, 2.0, 3.0};` at file scope, or a static local's declarator. */
export function globalText(c: CContext, v: Variable): string {
  return `${c.type(v.type)} ${c.names.variable(v.id)}${initialiser(c, v)};`;
}

function initialiser(c: CContext, v: Variable): string {
  const shape = v.shape ? brackets(c, v.shape.dimensions, v.shape.order) : '';
  if (!v.initial || v.initial.every((value) => value === 0)) return shape;
  const values = v.initial.map((value) =>
    exprText(c, { kind: 'constant', type: v.type, value, span: { start: 0, end: 0 } }),
  );
  if (!v.shape) return ` = ${itemAt(values, 0)}`;
  const rows = v.shape.dimensions.map((d) =>
    isConstant(d.lower) && d.extent?.kind === 'constant' ? d.extent.value : 1,
  );
  const slowestFirst = v.shape.order === 'row' ? rows : [...rows].reverse();
  return `${shape} = ${nested(values, slowestFirst)}`;
}

/** `{{1, 2}, {3, 4}}`; memory order is C's order once the slowest dimension stands first. */
function nested(values: readonly string[], extents: readonly number[]): string {
  const [, ...inner] = extents;
  if (inner.length === 0) return `{${values.join(', ')}}`;
  const size = inner.reduce((product, n) => product * n, 1);
  const rows: string[] = [];
  for (let i = 0; i < values.length; i += Math.max(size, 1))
    rows.push(nested(values.slice(i, i + size), inner));
  return `{${rows.join(', ')}}`;
}
