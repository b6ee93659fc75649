/** Memory that outlives a call: static locals and variables of the whole file, and what they hold at first. */
import { memoryBytes } from '../../../../ir/build';
import { evaluate } from '../../../../ir/evaluate';
import type { ScalarType } from '../../../../ir/types';
import type * as S from '../../parse/syntax';
import { value } from '../names';
import { collect, define, newVariable, type RoutineState, uniqueName, type VariableDraft } from '../state';
import { asStored } from '../unsigned';
import { eachValue } from './initialValues';
import { elementCount, type Form, shapeOf, withCountedSize } from './shapes';

/** A declaration with a type that a variable can have. */
interface Declared {
  readonly type: S.TypeSpecifier;
  readonly base: ScalarType;
  readonly form: Extract<Form, { kind: 'scalar' | 'array' }>;
  readonly declared: S.Declared;
}

/** Where static memory belongs, and what names it. */
interface Home {
  readonly root: { readonly name: string; readonly kind: 'file' | 'save' };
  readonly owner: number | null;
  /** How messages call an array there. */
  readonly array: string;
  name(): string;
  key(name: string): string;
}

/** A static local keeps its value from call to call: memory of its own, named `f.x`. */
export function declareStatic(s: RoutineState, given: Declared): void {
  const { name, nameSpan: span } = given.declared.declarator;
  const variable = staticVariable(s, given, {
    root: { name: `${s.name}_save`, kind: 'save' },
    owner: s.index,
    array: 'a static array',
    name: () => uniqueName(s, name),
    key: (own) => `${s.name}.${own}`,
  });
  if (variable) s.locals.push(variable.id);
  define(
    s,
    name,
    variable ? { kind: 'variable', variable, isConst: given.type.isConst, span } : { kind: 'refused', span },
  );
}

/** A variable of the whole file. */
export function defineGlobal(s: RoutineState, given: Declared): void {
  const { globals, globalNames } = s.file;
  const { name, nameSpan: span } = given.declared.declarator;
  const variable = staticVariable(s, given, {
    root: { name: 'file', kind: 'file' },
    owner: null,
    array: 'an array at file scope',
    name: () => name,
    key: () => name,
  });
  if (variable) globalNames.add(name);
  globals.set(
    name,
    variable ? { kind: 'variable', variable, isConst: given.type.isConst, span } : { kind: 'refused', span },
  );
}

/** Null after a report. */
function staticVariable(s: RoutineState, given: Declared, home: Home): VariableDraft | null {
  const { type, base, form, declared } = given;
  const { nameSpan, span } = declared.declarator;
  const sizes = form.kind === 'array' ? withCountedSize(form.sizes, declared.initializer) : null;
  const shape = sizes && shapeOf(s, sizes, false, span);
  const elements = shape ? elementCount(shape) : 1;
  if ((sizes && !shape) || elements === null) {
    if (shape) s.file.sink.error('bad-size', `The size of ${home.array} must be a constant.`, span);
    return null;
  }
  const variable = newVariable(s.file, {
    name: home.name(),
    type: base,
    shape,
    role: 'global',
    intent: type.isConst ? 'in' : null,
    owner: home.owner,
    span: nameSpan,
    written: type,
  });
  variable.storage = allocate(s, home.root, variable, elements, home.key(variable.name));
  variable.initial = staticValues(s, variable, declared.initializer);
  return variable;
}

/** Gives a variable its place in a storage root, aligned to eight bytes. */
function allocate(
  s: RoutineState,
  root: Home['root'],
  variable: VariableDraft,
  elements: number,
  key: string,
): VariableDraft['storage'] {
  const before = s.file.roots.get(root.name);
  const offset = before?.bytes ?? 0;
  const bytes = offset + Math.ceil((elements * memoryBytes(variable.type)) / 8) * 8;
  s.file.roots.set(root.name, { ...root, bytes });
  return { root: root.name, offset, key };
}

/** What static memory holds at first. Large arrays of zeros are not written out: null. */
const WRITTEN_OUT = 65_536;
const MOST_VALUES = 1_000_000;

function staticValues(
  s: RoutineState,
  { id, type, shape }: VariableDraft,
  initializer: S.Initializer | null,
): number[] | null {
  const elements = shape ? (elementCount(shape) ?? 1) : 1;
  if (!initializer) return elements <= WRITTEN_OUT ? new Array<number>(elements).fill(0) : null;
  const values = new Array<number>(Math.min(elements, MOST_VALUES)).fill(0);
  let beyond = null as S.Expr | null;
  // A call here is reported: its value is no constant.
  collect(s, () => {
    eachValue(s, shape, initializer, (position, e) => {
      const v = value(s, e);
      const number = v && evaluate(asStored(s.file, id, v, type));
      if (v && number === null)
        s.file.sink.error(
          'constant-expected',
          v.kind === 'constant'
            ? 'Whole numbers beyond 9007199254740992 are not supported in static memory.'
            : 'The first value of static memory must be a constant.',
          e.span,
        );
      if (position < values.length) values[position] = number ?? 0;
      else beyond = e;
    });
  });
  if (beyond)
    s.file.sink.error(
      'bad-initializer',
      `Element ${MOST_VALUES} and those behind it can’t have first values.`,
      beyond.span,
      'Write a loop that fills it.',
    );
  return elements > WRITTEN_OUT && values.every((x) => Object.is(x, 0)) ? null : values;
}
