/** Statements of Fortran that hold no others. */
import { assertNever } from '../../base/assert';
import * as b from '../../ir/build';
import type { Leaf } from '../../ir/graph/flow';
import { controlFunction, tapeFunction } from '../../ir/runtime';
import type {
  Argument,
  Call,
  Expr,
  LabelId,
  Language,
  Routine,
  ScalarType,
  Statement,
  TapeValue,
} from '../../ir/types';
import type { JumpPlan } from '../jumps';
import { joined, type Part } from '../sink';
import type { Writer } from '../writer';
import type { FContext } from './context';
import { given, print } from './expressions';
import type { Fill } from './fills';

export function printFill(body: Body, { array, value }: Fill): void {
  write(body, `${body.f.names.variable(array)} = `, value);
}

export function write({ f, writer }: Body, ...parts: Part[]): void {
  print(f, writer, ...parts);
}

export function printLeafLine(body: Body, s: Leaf): void {
  const { writer } = body;
  writer.statementLine(s, () => (s.kind === 'comment' ? writer.write(`! ${s.text}`) : printLeaf(body, s)));
}

function printLeaf(body: Body, s: Exclude<Leaf, { kind: 'comment' }>): void {
  const { f, writer } = body;
  switch (s.kind) {
    case 'assign':
      write(body, s.target, ' = ', given(f, s.target, givenBy(s.value)));
      break;
    case 'call':
      printCall(body, s);
      break;
    case 'io':
      if (f.program.language === 'fortran') {
        for (const item of s.items) touch(f, item);
        writer.write(s.text.trim());
      } else {
        write(body, ...joined(['print *', ...s.items]));
      }
      break;
    case 'stop':
      writer.write(stopText(f.program.language, s.text.trim()));
      break;
    case 'push':
    case 'pop':
      printTape(body, s.kind, s.what);
      break;
    case 'pushControl':
      write(body, `call ${tapeCall(f, controlFunction('push', s.width), s.value.type)}(`, s.value, ')');
      break;
    case 'popControl': {
      const { type } = f.variable(s.target);
      writer.write(
        `call ${tapeCall(f, controlFunction('pop', s.width), type)}(${f.names.variable(s.target)})`,
      );
      break;
    }
    default:
      assertNever(s);
  }
}

/** Notes the variables of an expression that is not printed as touched. */
function touch(f: FContext, e: Expr): void {
  b.walkPlaces(e, (part) => {
    f.names.variable(part.variable);
  });
}

function tapeCall(f: FContext, name: string, type: ScalarType): string {
  f.tape.add(`${name}:${type}`);
  f.allTape.add(`${name}:${type}`);
  return name;
}

function printTape(body: Body, action: 'push' | 'pop', what: TapeValue): void {
  const { f } = body;
  const [type, isWhole] =
    what.kind === 'scalar' ? [what.place.type, false] : [f.variable(what.variable).type, true];
  const call = `call ${tapeCall(f, tapeFunction(action, type, isWhole), type)}(`;
  if (what.kind === 'scalar') write(body, call, what.place, ')');
  else write(body, `${call}${f.names.variable(what.variable)}, `, b.convert(what.count, 'i32'), ')');
}

function printCall(body: Body, s: Call): void {
  const { f, writer } = body;
  if (s.result) {
    write(body, s.result, ' = ');
  } else writer.write('call ');
  writer.write(`${f.names.routine(s.callee)}(`);
  s.args.forEach((arg, i) => {
    if (i > 0) writer.write(', ');
    printArgument(body, arg);
  });
  writer.write(')');
}

function printArgument(body: Body, arg: Argument): void {
  const { f, writer } = body;
  switch (arg.kind) {
    case 'value': {
      // In parentheses it is a value, and no longer a variable that the callee might write.
      const exposed = f.module === null && (arg.value.kind === 'variable' || arg.value.kind === 'element');
      write(body, ...(exposed ? ['(', arg.value, ')'] : [arg.value]));
      break;
    }
    case 'reference':
      write(body, arg.place);
      break;
    case 'array':
      writer.token(arg.span, () => {
        if (!arg.start) writer.write(f.names.variable(arg.variable));
        else write(body, b.element(arg.variable, arg.start, f.variable(arg.variable).type));
      });
      break;
    default:
      assertNever(arg);
  }
}

/** STOP of a program in C, with its exit code unless that is 0. */
function stopText(language: Language, text: string): string {
  if (language === 'fortran') return /^stop\b/i.test(text) ? text : 'stop';
  const code = Number(/exit\s*\(\s*(\d+)\s*\)/.exec(text)?.[1] ?? 0);
  return code === 0 ? 'stop' : `stop ${code}`;
}

/** An assignment converts single precision or an integer to a double implicitly. A constant is left unconverted only where a user wrote it so. */
function givenBy(value: Expr): Expr {
  if (value.kind !== 'convert' || value.type !== 'f64' || value.operand.kind === 'constant') return value;
  return value.operand.type === 'f32' || value.operand.type === 'i32' ? value.operand : value;
}

export interface Body {
  readonly f: FContext;
  readonly writer: Writer;
  readonly routine: Routine;
  readonly index: number;
  readonly plan: JumpPlan;
  /** Names of constructs, and numbers of statement labels, made so far. */
  readonly constructs: Map<string, string>;
  readonly numbers: Map<string, number>;
  /** Constructs by label, to tell loops from blocks. */
  readonly targets: ReadonlyMap<LabelId, Statement>;
  /** Constructs that are left or repeated by something other than a `goto`. */
  readonly byName: ReadonlySet<LabelId>;
  readonly fills: ReadonlyMap<Statement, Fill>;
}
