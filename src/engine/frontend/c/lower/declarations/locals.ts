/** Local variables, and their first values. */
import type { ScalarType } from '../../../../ir/types';
import type * as S from '../../parse/syntax';
import { type Fenced, fenceVariable } from '../../resolve/fence';
import { assignInto } from '../assignments';
import { fillArray } from '../memory/initializers';
import { declarePointer } from '../memory/pointerVariables';
import { value } from '../names';
import { holdsAll } from '../narrow';
import {
  collect,
  define,
  loopName,
  newVariable,
  type RoutineState,
  reference,
  uniqueName,
  type VariableDraft,
} from '../state';
import { withSteps } from '../steps';
import { declareEnumerators, scalarInitializer } from './initialValues';
import { formOf, rememberSize, reportVoidVariable, shapeOf, withCountedSize } from './shapes';
import { declareStatic } from './statics';

export function declareLocals(s: RoutineState, declaration: S.Declaration, inFor = false): void {
  const { type } = declaration;
  declareEnumerators(s, type, (name, meaning) => define(s, name, meaning));
  if (type.storage === 'typedef') return;
  for (const declared of declaration.declared) declareLocal(s, type, declared, inFor);
}

function declareLocal(s: RoutineState, type: S.TypeSpecifier, declared: S.Declared, inFor: boolean): void {
  const form = formOf(declared.declarator);
  // A function is declared in the file.
  if (form.kind === 'function') return;
  if (type.base === 'unsupported') refuse(s, declared);
  else if (form.kind === 'refused') refuse(s, declared, form.what);
  else if (type.base === 'void') {
    reportVoidVariable(s, declared);
    refuse(s, declared);
  } else if (form.kind === 'pointer') {
    if (type.storage === 'static') refuse(s, declared, 'pointerVariable');
    else declarePointer(s, type, type.base, form, declared);
  } else if (type.storage === 'static') declareStatic(s, { type, base: type.base, form, declared });
  else if (form.kind === 'array') declareArray(s, type, type.base, form.sizes, declared);
  else declareScalar(s, type, type.base, declared, inFor);
}

/** Declares the name as refused, so that its uses are not reported again. A call in its initialiser is still checked. */
function refuse(s: RoutineState, declared: S.Declared, what?: Fenced): void {
  const { name, nameSpan } = declared.declarator;
  if (what) fenceVariable(s.file.sink, what, declared.declarator);
  define(s, name, { kind: 'refused', span: nameSpan });
  const given = declared.initializer;
  if (given?.kind !== 'expression') return;
  if (given.value.kind === 'call' || given.value.kind === 'cast') collect(s, () => value(s, given.value));
}

function declareScalar(
  s: RoutineState,
  type: S.TypeSpecifier,
  base: ScalarType,
  declared: S.Declared,
  inFor: boolean,
): void {
  const { name, nameSpan } = declared.declarator;
  const initializer = scalarInitializer(s.file.sink, declared.initializer);
  const variable = newScalar(s, type, base, declared.declarator, inFor && !type.isConst);
  define(s, name, { kind: 'variable', variable, isConst: type.isConst, span: nameSpan });
  if (!initializer) return;
  const at = s.out.length;
  withSteps(s, initializer, () =>
    assignInto(s, reference(variable, nameSpan), initializer, declared.span, 'declaration'),
  );
  rememberSize(s, variable, at, type.isConst || !s.written.has(name));
}

function newScalar(
  s: RoutineState,
  written: S.TypeSpecifier,
  type: ScalarType,
  { name, nameSpan: span }: Pick<S.Declarator, 'name' | 'nameSpan'>,
  inFor: boolean,
): VariableDraft {
  const key = loopName(name, type, written);
  const retired = inFor ? s.retired.get(key) : undefined;
  if (retired) {
    s.retired.delete(key);
    return retired;
  }
  const isResult =
    !s.result &&
    !written.isConst &&
    name === s.returned &&
    s.scopes.length === 1 &&
    type === s.resultType &&
    (s.resultWritten === null || holdsAll(s.resultWritten, written)) &&
    !inFor;
  const variable = newVariable(s.file, {
    name: uniqueName(s, name),
    type,
    role: isResult ? 'result' : 'local',
    owner: s.index,
    span,
    written,
  });
  if (isResult) s.result = variable;
  else s.locals.push(variable.id);
  return variable;
}

function declareArray(
  s: RoutineState,
  type: S.TypeSpecifier,
  base: ScalarType,
  sizes: readonly (S.Expr | null)[],
  declared: S.Declared,
): void {
  const { name, nameSpan, span } = declared.declarator;
  const { initializer } = declared;
  const shape = shapeOf(s, withCountedSize(sizes, initializer), false, span);
  if (!shape) {
    define(s, name, { kind: 'refused', span: nameSpan });
    return;
  }
  const variable = newVariable(s.file, {
    name: uniqueName(s, name),
    type: base,
    shape,
    role: 'local',
    owner: s.index,
    span: nameSpan,
    written: type,
  });
  s.locals.push(variable.id);
  define(s, name, { kind: 'variable', variable, isConst: type.isConst, span: nameSpan });
  if (!initializer) return;
  if (s.file.hasRuntime && isZeros(initializer)) s.zeroed.add(variable.id);
  else fillArray(s, variable, initializer);
}

/** Generated code writes `= {0}` for arrays that a push might read before they are set; no result depends on the zeros. */
function isZeros(initializer: S.Initializer): boolean {
  if (initializer.kind === 'list') return initializer.items.every(isZeros);
  return initializer.value.kind === 'number' && Number(initializer.value.text) === 0;
}
