/** Arguments: values, addresses of variables and elements, arrays from an element on. */
import type { DiagnosticCode } from '../../../../base/diagnosticCodes';
import type { DiagnosticNote } from '../../../../base/diagnostics';
import type { Span } from '../../../../base/span';
import { constant } from '../../../../ir/build';
import { TYPE_WORD } from '../../../../ir/runtime';
import type { Argument, Expr, ScalarType } from '../../../../ir/types';
import { count, shortened } from '../../../limitedSink';
import type * as S from '../../parse/syntax';
import { rootOf } from '../../parse/walk';
import { convertTo } from '../arithmetic';
import { firstOf, isAddress, rank, startOf, wholeArray } from '../memory/located';
import { address, value } from '../names';
import {
  collect,
  type FunctionInfo,
  lookUp,
  newVariable,
  type RoutineState,
  type VariableDraft,
} from '../state';
import { asStored } from '../unsigned';
import { passedReadings } from './input';

/** Finds what else is wrong inside a call that is dropped. */
export function evaluateArguments(s: RoutineState, e: S.CallExpression): void {
  collect(s, () => {
    for (const arg of e.args) if (!mayBeAddress(s, arg)) value(s, arg);
  });
}

function mayBeAddress(s: RoutineState, e: S.Expr): boolean {
  if (e.kind === 'string' || isAddress(s, e)) return true;
  const root = rootOf(e);
  const meaning = root.kind === 'name' ? lookUp(s, root.name) : undefined;
  return meaning?.kind === 'variable' && (rank(meaning.variable) > 0 || meaning.isPointer === true);
}

/** A prototype that a call would fit: `double g(double x, int n, double *a);`. */
export function prototypeFor(
  s: RoutineState,
  { args }: S.CallExpression,
  name: string,
  use: 'value' | 'discard',
): string {
  const parameters = args.map((arg, k) => {
    const isNamed =
      arg.kind === 'name' && !args.slice(0, k).some((e) => e.kind === 'name' && e.name === arg.name);
    const own = isNamed ? arg.name : String.fromCharCode(97 + (k % 26));
    if (arg.kind === 'string') return `const char *${own}`;
    const root = rootOf(arg);
    const meaning = root.kind === 'name' ? lookUp(s, root.name) : undefined;
    const whole = root.kind === 'number' && !root.real;
    const type = meaning?.kind === 'variable' ? TYPE_WORD[meaning.variable.type] : whole ? 'int' : 'double';
    return `${type} ${isAddress(s, arg) ? '*' : ''}${own}`;
  });
  return `${use === 'value' ? 'double' : 'void'} ${name}(${parameters.join(', ') || 'void'});`;
}

export function wrongCount(
  s: RoutineState,
  e: S.CallExpression,
  name: string,
  wants: number,
  at?: DiagnosticNote,
): null {
  const message = `\`${shortened(name)}\` takes ${wants === 0 ? 'no arguments' : count(wants, 'argument')}, and ${
    e.args.length === 0 ? 'none stands' : e.args.length === 1 ? 'one stands' : `${e.args.length} stand`
  } here.`;
  // In C, `double g();` leaves open what it takes.
  const fitting =
    wants === 0 ? [`If it takes some, declare them: \`${prototypeFor(s, e, name, 'value')}\`.`] : [];
  return s.file.sink.error('wrong-argument-count', message, e.argsSpan, ...(at ? [...fitting, at] : []));
}

export function lowerArguments(
  s: RoutineState,
  e: S.CallExpression,
  callee: FunctionInfo,
): Argument[] | null {
  s.file.called.add(callee.name);
  if (callee.refused) {
    evaluateArguments(s, e);
    return null;
  }
  if (callee.shown !== undefined) return openArguments(s, e, callee);
  if (e.args.length !== callee.parameters.length) {
    evaluateArguments(s, e);
    return wrongCount(s, e, callee.name, callee.parameters.length, {
      message: 'It is declared here.',
      span: callee.nameSpan,
    });
  }
  const args: Argument[] = [];
  e.args.forEach((arg, i) => {
    const formal = callee.parameters[i];
    const actual = formal ? lowerArgument(s, arg, formal, callee) : null;
    if (actual) args.push(actual);
  });
  return args.length === e.args.length ? [...args, ...passedReadings(s, callee, e.span)] : null;
}

/** An argument, and the parameter that it would fit. */
interface Shown {
  readonly argument: Argument;
  readonly type: ScalarType;
  readonly isPointer: boolean;
  readonly isConst: boolean;
  readonly span: Span;
}

/** Of `double g();` the first call shows what it takes, and the others agree with it: C converts nothing. */
function openArguments(s: RoutineState, e: S.CallExpression, { name }: FunctionInfo): Argument[] | null {
  const shown = e.args.map((arg) => shownBy(s, arg)).filter((each) => each !== null);
  // Calls in the arguments may have been the first.
  const callee = s.file.functions.get(name);
  if (!callee || shown.length < e.args.length) return null;
  if (!callee.shown) {
    const parameters = shown.map((each, k) => shownParameter(s, each, k, callee.index));
    s.file.functions.set(name, { ...callee, parameters, shown: e.span });
    return shown.map(({ argument }) => argument);
  }
  const other = { message: 'Another call is here.', span: callee.shown };
  if (shown.length !== callee.parameters.length)
    return wrongCount(s, e, name, callee.parameters.length, other);
  const misfit = shown.find((each, k) => !fits(each, callee.parameters[k]));
  if (!misfit) return shown.map(({ argument }) => argument);
  return s.file.sink.error(
    'type-mismatch',
    `\`${shortened(name)}\` is declared without parameters, and another call passes something of another type here.`,
    misfit.span,
    `Declare what it takes, as in \`${prototypeFor(s, e, name, 'value')}\`.`,
    other,
  );
}

function shownBy(s: RoutineState, e: S.Expr): Shown | null {
  const { span } = e;
  if (!isAddress(s, e)) {
    const v = value(s, e);
    if (!v) return null;
    const type = v.type === 'f32' ? 'f64' : v.type === 'bool' ? 'i32' : v.type;
    const argument = { kind: 'value' as const, value: convertTo(v, type) };
    return { argument, type, isPointer: false, isConst: false, span };
  }
  const actual = address(s, e);
  if (!actual) return null;
  const { variable, isConst } = actual;
  if (rank(variable) > actual.subscripts.length)
    return s.file.sink.error(
      'wrong-rank',
      `What stands here has ${count(rank(variable) - actual.subscripts.length + 1, 'dimension')}, and nothing declares what the function takes.`,
      span,
      'Declare its parameters with the sizes of their rows, `double a[][3]`.',
    );
  const argument: Argument =
    rank(variable) === 0
      ? { kind: 'reference', place: firstOf(actual) }
      : { kind: 'array', variable: variable.id, start: startOf(actual), span };
  return { argument, type: variable.type, isPointer: true, isConst, span };
}

function shownParameter(s: RoutineState, shown: Shown, position: number, owner: number): VariableDraft {
  const { type, isPointer, isConst, span } = shown;
  return newVariable(s.file, {
    name: `arg${position + 1}`,
    type,
    shape: isPointer
      ? { dimensions: [{ lower: constant(0, 'i32', span), extent: null }], order: 'row' }
      : null,
    role: 'parameter',
    passing: isPointer ? 'reference' : 'value',
    intent: isConst ? 'in' : null,
    owner,
    span,
  });
}

function fits({ type, isPointer, isConst }: Shown, formal: VariableDraft | null | undefined): boolean {
  if (formal?.type !== type || isPointer !== (formal.passing === 'reference')) return false;
  return !isConst || formal.intent === 'in';
}

function lowerArgument(
  s: RoutineState,
  e: S.Expr,
  formal: VariableDraft,
  callee: FunctionInfo,
): Argument | null {
  if (formal.passing === 'value') {
    const v = value(s, e);
    return v && { kind: 'value', value: asStored(s.file, formal.id, v, formal.type) };
  }
  if (!mayBeAddress(s, e) && !isRefused(s, e)) {
    const scalar = e.kind === 'name' && lookUp(s, e.name)?.kind === 'variable';
    return s.file.sink.error(
      'wrong-argument',
      `The parameter \`${shortened(formal.name)}\` of \`${shortened(callee.name)}\` is ${pointerWords(formal)}, and a value stands here.`,
      e.span,
      scalar
        ? `Write \`&${e.name}\` to pass the variable itself.`
        : 'Pass an array, or the address of a variable.',
      { message: 'The parameter is declared here.', span: formal.span },
    );
  }
  const actual = wholeArray(s, e) ?? address(s, e);
  if (!actual) return null;
  const { variable } = actual;
  // `(void *)a` goes wherever its elements fit, as another array of rows.
  const isShapeless = e.kind === 'cast' && e.pointee === 'void';
  const complaint = mismatch({ ...actual, isShapeless }, formal, callee);
  if (complaint)
    return s.file.sink.error(complaint[0], complaint[1], e.span, ...complaint.slice(2), {
      message: 'The parameter is declared here.',
      span: formal.span,
    });
  if (rank(variable) === 0 || !formal.shape) return { kind: 'reference', place: firstOf(actual) };
  return { kind: 'array', variable: variable.id, start: startOf(actual), span: e.span };
}

function isRefused(s: RoutineState, e: S.Expr): boolean {
  let root = e;
  while (root.kind === 'subscript' || root.kind === 'binary')
    root = root.kind === 'subscript' ? root.base : root.left;
  switch (root.kind) {
    case 'broken':
    case 'member':
    case 'cast':
    case 'conditional':
      return true;
    case 'name': {
      const meaning = lookUp(s, root.name);
      return meaning === undefined || meaning.kind === 'refused';
    }
    default:
      return false;
  }
}

function pointerWords(formal: VariableDraft): string {
  return rank(formal) > 1 ? `an array of ${rank(formal)} dimensions` : 'a pointer';
}

function mismatch(
  actual: { variable: VariableDraft; subscripts: readonly Expr[]; isConst: boolean; isShapeless: boolean },
  formal: VariableDraft,
  callee: FunctionInfo,
): [code: DiagnosticCode, message: string, ...notes: string[]] | null {
  const { variable } = actual;
  const parameter = `the parameter \`${shortened(formal.name)}\` of \`${shortened(callee.name)}\``;
  if (variable.type !== formal.type)
    return [
      'type-mismatch',
      `\`${shortened(variable.name)}\` has elements of type \`${C_NAME[variable.type]}\`, and ${parameter} \`${C_NAME[formal.type]}\`.`,
    ];
  const left = rank(variable) === 0 ? 1 : rank(variable) - actual.subscripts.length + 1;
  const wanted = Math.max(1, rank(formal));
  if (left !== wanted && !actual.isShapeless) {
    const flat = wanted === 1 ? [`Write \`&${variable.name}${'[0]'.repeat(rank(variable))}\`.`] : [];
    return [
      'wrong-rank',
      `What stands here has ${count(left, 'dimension')}, and ${parameter} has ${wanted}.`,
      ...flat,
    ];
  }
  if (actual.isConst && formal.intent !== 'in')
    return [
      'const-discarded',
      `\`${shortened(variable.name)}\` is \`const\`, and ${parameter} may be written.`,
      `Declare the parameter \`const\`, or \`${shortened(variable.name)}\` without it.`,
    ];
  return null;
}

const C_NAME = { f64: 'double', f32: 'float', i32: 'int', i64: 'long', bool: 'bool' } as const;
