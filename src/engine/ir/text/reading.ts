/**
 * Programs as their readers know them: a Fortran kernel reads as Fortran, a C kernel as C, in graphs, sets, cards and steps.
 * Conversions that go without saying are left out, literals stand as they were written.
 */
import { assertNever } from '../../base/assert';
import { getOrMake } from '../../base/once';
import { negate } from '../build';
import { ELEMENTARY } from '../elementary';
import { innerTest } from '../graph/innerTest';
import { variableOf } from '../names';
import { bodies, walkStatements } from '../statements';
import type {
  Argument,
  Constant,
  ControlWidth,
  Convert,
  Expr,
  For,
  Language,
  Program,
  ScalarType,
  Statement,
  StatementId,
  While,
} from '../types';
import { expressionText, type Notation, OURS } from './notation';

const isInteger = (type: ScalarType) => type === 'i32' || type === 'i64';

/** Only conversions that lose something are said. */
function isSaid(e: Convert): boolean {
  const from = e.operand.type;
  if (isInteger(e.type)) return from === 'f64' || from === 'f32';
  return e.type === 'f32' && from === 'f64' && e.operand.kind !== 'constant';
}

function literal(e: Constant, other: string): string {
  return e.text ?? other;
}

const C: Notation = {
  ...OURS,
  element: (name, subscripts) => `${name}[${subscripts.join('][')}]`,
  constant: (e) => (e.type === 'bool' ? OURS.constant(e) : literal(e, OURS.constant(e))),
  convert: (e) => (isSaid(e) ? (operand) => `(${isInteger(e.type) ? 'int' : 'float'})(${operand})` : null),
  call: (e) => {
    const { names } = ELEMENTARY[e.fn].c;
    return names?.f64 ?? names?.[e.type] ?? e.fn;
  },
  widened: (operand, type) => `(${type === 'f32' ? 'float' : 'double'})${operand}`,
  power: false,
};

const FORTRAN: Notation = {
  ...OURS,
  operators: {
    ...OURS.operators,
    remainder: 'mod',
    bitand: 'iand',
    bitor: 'ior',
    bitxor: 'ieor',
    shiftleft: 'shiftl',
    shiftright: 'shifta',
    ne: ' /= ',
    and: ' .and. ',
    or: ' .or. ',
    not: '.not. ',
    complement: 'not',
  },
  element: (name, subscripts) => `${name}(${subscripts.join(',')})`,
  constant: (e) => {
    if (e.type === 'bool') return e.value === 0 ? '.false.' : '.true.';
    return literal(e, OURS.constant(e).replace('e', 'd').replace('d+', 'd'));
  },
  convert: (e) => (isSaid(e) ? (operand) => `${isInteger(e.type) ? 'int' : 'real'}(${operand})` : null),
  call: (e) => {
    const { fortran, c } = ELEMENTARY[e.fn];
    if (fortran === 'c') return c.names?.f64 ?? e.fn;
    return fortran.generic ?? e.fn;
  },
  widened: (operand, type) => `${type === 'f32' ? 'real' : 'dble'}(${operand})`,
  select: 'merge',
};

const NOTATIONS: Readonly<Record<Language, Notation>> = { c: C, fortran: FORTRAN };

/** In statements a number of no text has its precision, as in code; in formulas it is a number. */
const IN_STATEMENTS: Readonly<Record<Language, Notation>> = {
  c: C,
  fortran: {
    ...FORTRAN,
    constant: (e) => (e.type === 'f64' ? inDouble(FORTRAN.constant(e)) : FORTRAN.constant(e)),
  },
};

const inDouble = (text: string): string => (/^-?\d+(?:\.\d+)?$/.test(text) ? `${text}d0` : text);

export function readExpr(program: Program, e: Expr): string {
  return expressionText(program, e, NOTATIONS[program.language]);
}

/** One line: a leaf in full, a construct by its head. */
export function readStatement(program: Program, s: Statement): string {
  const text = (e: Expr) => expressionText(program, e, IN_STATEMENTS[program.language]);
  const isFortran = program.language === 'fortran';
  switch (s.kind) {
    case 'assign':
      if (isReturn(program, s)) return `return ${text(s.value)}`;
      return `${text(s.target)} = ${text(s.value)}`;
    case 'call': {
      const call = `${s.callee}(${s.args.map((arg) => readArgument(program, arg)).join(', ')})`;
      if (s.result) return `${text(s.result)} = ${call}`;
      return isFortran ? `call ${call}` : call;
    }
    case 'if':
      return `if (${text(s.condition)})${isFortran ? ' then' : ''}`;
    case 'for':
      return readRange(program, s);
    case 'while': {
      const range = openedRange(program, s);
      if (range) return readRange(program, range);
      return `${isFortran ? 'do while' : 'while'} (${askedCondition(program, s) ?? text(s.condition)})`;
    }
    case 'switch':
      return isFortran ? `select case (${text(s.selector)})` : `switch (${text(s.selector)})`;
    case 'stop':
      return isFortran ? 'stop' : 'exit';
    case 'exit':
    case 'next':
      return s.form;
    case 'push':
    case 'pop': {
      const { what } = s;
      if (what.kind === 'scalar') return `${s.kind} ${text(what.place)}`;
      return `${s.kind} ${variableOf(program, what.variable).name}`;
    }
    case 'doWhile':
      return `do while (${text(s.condition)})`;
    case 'dispatch':
      return `dispatch on ${variableOf(program, s.state).name}`;
    case 'io':
      return s.text.replace(/\s*\n\s*/g, ' ');
    case 'comment':
      return `# ${s.text}`;
    case 'pushControl':
      return `push ${controlWidth(s.width)} ${text(s.value)}`;
    case 'popControl':
      return `pop ${controlWidth(s.width)} ${variableOf(program, s.target).name}`;
    case 'block':
      return s.kind;
    default:
      return assertNever(s);
  }
}

/** What is pushed of control: `small(3)` of three states. */
export const controlWidth = (width: ControlWidth): string =>
  width.kind === 'small' ? `small(${width.states})` : width.kind;

/** `check(j)`, where the front end took the call out of the test, in front of it; null where the text of the loop is as it stands. */
function askedCondition(program: Program, s: While): string | null {
  const inner = innerTest(s);
  const { start, end } = inner?.condition.span ?? { start: 0, end: 0 };
  let text = inner ? readExpr(program, inner.condition) : '';
  for (const call of inner?.prelude ?? []) {
    if (call.kind !== 'call' || !call.result || call.span.start < start || call.span.end > end) return null;
    const [result, value] = readStatement(program, call).split(' = ');
    text = text.replaceAll(new RegExp(`\\b${result}\\b`, 'g'), () => value ?? '');
  }
  return inner ? text : null;
}

/**
 * In C, the value of a function has no name of its own, unless a local is all that is ever returned. A variable that stands for
 * it is where the statement is that returns it; one that is declared is no longer than its name.
 */
function isReturn(program: Program, s: Extract<Statement, { kind: 'assign' }>): boolean {
  const { role, name, span } = variableOf(program, s.target.variable);
  const isDeclared = span.end - span.start <= name.length;
  return program.language === 'c' && s.origin === null && role === 'result' && !isDeclared;
}

function readArgument(program: Program, arg: Argument): string {
  const isFortran = program.language === 'fortran';
  if (arg.kind === 'value') return readExpr(program, arg.value);
  if (arg.kind === 'reference') {
    const text = readExpr(program, arg.place);
    // What a pointer points to is passed as the pointer.
    return isFortran ? text : `&${text}`.replace(/^&\*/, '');
  }
  const { name } = variableOf(program, arg.variable);
  if (!arg.start) return name;
  const { element } = NOTATIONS[program.language];
  return `${isFortran ? '' : '&'}${element(
    name,
    arg.start.map((e) => readExpr(program, e)),
  )}`;
}

type Range = Pick<For, 'index' | 'first' | 'last' | 'step' | 'test'>;
const openedRanges = new WeakMap<Program, ReadonlyMap<StatementId, Range>>();

/**
 * What counts a Fortran DO that is left early and so became a `while`: its index is set, tested and counted by statements of its own,
 * which stand where the DO does. Null for any other loop.
 */
export function openedRange(program: Program, loop: While): Range | null {
  if (program.language !== 'fortran') return null;
  const ranges = getOrMake(openedRanges, program, () => {
    const found = new Map<StatementId, Range>();
    const visit = (list: readonly Statement[]): void =>
      list.forEach((s, i) => {
        const range = s.kind === 'while' ? rangeOf(list[i - 1], s) : null;
        if (range) found.set(s.id, range);
        for (const inner of bodies(s)) visit(inner);
      });
    for (const { body } of program.routines) visit(body);
    return found;
  });
  return ranges.get(loop.id) ?? null;
}

function rangeOf(before: Statement | undefined, loop: While): Range | null {
  const { condition, span } = loop;
  const isOwn = (s: Statement | undefined) => s?.span.start === span.start && s.span.end === span.end;
  if (before?.kind !== 'assign' || !isOwn(before) || condition.kind !== 'compare') return null;
  const index = before.target.variable;
  if (condition.left.kind !== 'variable' || condition.left.variable !== index) return null;
  let step: Expr | null = null;
  walkStatements([...loop.body, ...(loop.increment ?? [])], (s) => {
    if (s.kind !== 'assign' || !isOwn(s) || s.target.variable !== index || s.value.kind !== 'binary') return;
    const { op, right } = s.value;
    if (op === 'add') step = right;
    else if (op === 'subtract') step = negate(right);
  });
  return step && { index, first: before.value, last: condition.right, step, test: 'do' };
}

/** The head of a counted loop: `do i = 1, n`, `for (i = 0; i < n; i++)`. */
export function readRange(program: Program, loop: Range): string {
  const { name } = variableOf(program, loop.index);
  const text = (e: Expr) => readExpr(program, e);
  const by = loop.step.kind === 'constant' ? loop.step.value : null;
  if (program.language === 'fortran')
    return `do ${name} = ${text(loop.first)}, ${text(loop.last)}${by === 1 ? '' : `, ${text(loop.step)}`}`;
  const { last } = loop;
  // `i < n` is kept as a last value of n - 1.
  const isStrict =
    last.kind === 'binary' &&
    last.op === (by !== null && by < 0 ? 'add' : 'subtract') &&
    last.right.kind === 'constant' &&
    last.right.value === 1 &&
    loop.test !== 'le' &&
    loop.test !== 'ge';
  const sign = by !== null && by < 0 ? '>' : '<';
  const test = isStrict ? `${name} ${sign} ${text(last.left)}` : `${name} ${sign}= ${text(last)}`;
  const step = by === 1 ? `${name}++` : by === -1 ? `${name}--` : `${name} += ${text(loop.step)}`;
  return `for (${name} = ${text(loop.first)}; ${test}; ${step})`;
}
