/** Variables and constants at file scope. */
import { evaluate } from '../../../../ir/evaluate';
import type { ScalarType } from '../../../../ir/types';
import { shortened } from '../../../limitedSink';
import type * as S from '../../parse/syntax';
import { fence } from '../../resolve/fence';
import { survey } from '../../resolve/survey';
import { value } from '../names';
import { newRoutineState } from '../routines';
import { aside, type FileState, type RoutineState } from '../state';
import { asCast } from '../unsigned';
import { declareEnumerators } from './initialValues';
import { formOf, reportVoidVariable } from './shapes';
import { defineGlobal } from './statics';

export function declareGlobals(file: FileState, syntax: S.SourceFile): void {
  const s = newRoutineState(file, {
    index: -1,
    name: '',
    kind: 'subroutine',
    resultType: 'void',
    survey: survey([], []),
  });
  const defined = definitions(syntax);
  for (const item of syntax.items) {
    if (item.kind === 'function' || item.kind === 'declaration')
      declareEnumerators(s, item.type, (name, meaning) => file.globals.set(name, meaning));
    if (item.kind !== 'declaration' || item.type.storage === 'typedef') continue;
    for (const declared of item.declared) {
      const { name, nameSpan } = declared.declarator;
      const { type, declared: definition } = defined.get(name) ?? { type: item.type, declared };
      if (declared.initializer && definition !== declared)
        file.sink.error('redeclared', `\`${shortened(name)}\` has a first value already.`, nameSpan);
      else if (file.globals.get(name)?.kind !== 'variable') declareGlobal(s, type, definition);
    }
  }
}

/** By name, the first declaration with a first value: `extern double g;` before it is the same variable. */
function definitions(
  syntax: S.SourceFile,
): ReadonlyMap<string, { readonly type: S.TypeSpecifier; readonly declared: S.Declared }> {
  const found = new Map<string, { type: S.TypeSpecifier; declared: S.Declared }>();
  for (const item of syntax.items)
    for (const declared of item.kind === 'declaration' ? item.declared : []) {
      const { name } = declared.declarator;
      if (declared.initializer && !found.has(name))
        found.set(name, { type: (item as S.Declaration).type, declared });
    }
  return found;
}

function declareGlobal(s: RoutineState, type: S.TypeSpecifier, declared: S.Declared): void {
  const { file } = s;
  const { name, nameSpan, span } = declared.declarator;
  const form = formOf(declared.declarator);
  // Those that return pointers are refused where functions are.
  if (form.kind === 'function' || (form.kind === 'refused' && form.what === 'pointerResult')) return;
  const refuse = (): void => {
    file.globals.set(name, { kind: 'refused', span: nameSpan });
  };
  if (type.base === 'unsupported') refuse();
  else if (form.kind === 'refused' || form.kind === 'pointer') {
    if (!file.unused.has(name))
      fence(file.sink, form.kind === 'refused' ? form.what : 'pointerVariable', span);
    refuse();
  } else if (type.base === 'void') {
    reportVoidVariable(s, declared);
    refuse();
  } else if (!type.isConst || form.kind !== 'scalar' || !declareConstant(s, type, type.base, declared))
    defineGlobal(s, { type, base: type.base, form, declared });
}

/** `const int n = 10;` at file scope is a constant by another name. */
function declareConstant(
  s: RoutineState,
  written: S.TypeSpecifier,
  type: ScalarType,
  declared: S.Declared,
): boolean {
  const { initializer, declarator } = declared;
  if (initializer?.kind !== 'expression') return false;
  const { found } = aside(s, () => value(s, initializer.value));
  const converted = found && asCast(s.file, written, found, type);
  const number = converted && evaluate(converted);
  if (!converted || number === null) return false;
  const text = converted.kind === 'constant' ? converted.text : undefined;
  const plain = { kind: 'constant' as const, type: converted.type, value: number, span: declarator.nameSpan };
  s.file.globals.set(declarator.name, {
    kind: 'constant',
    value: text === undefined ? plain : { ...plain, text },
    hasAddress: true,
    span: declarator.nameSpan,
  });
  return true;
}
