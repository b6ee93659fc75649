/**
 * Programs as readable text that belongs to no language.
 *
 * Two different trees print differently wherever a test could care: reals carry a point, conversions are written
 * out, and parentheses are exactly those that the tree needs. One statement is one line.
 *
 *     routine f(n: i32, x: f64[n]&) -> f: f64
 *       s1  f = 0.0
 *       s2  for i = 0 .. n - 1 {
 *       s3    f = f + x[i]*x[i]
 *           }
 */
import { assertNever } from '../base/assert';
import { caseLabel } from '../ir/graph/flow';
import { statementName, variableOf } from '../ir/names';
import { walkStatements } from '../ir/statements';
import { printExpr } from '../ir/text/notation';
import { controlWidth } from '../ir/text/reading';
import type {
  Argument,
  DispatchJump,
  Expr,
  LabelId,
  Program,
  Routine,
  Statement,
  TapeValue,
  Variable,
  VariableId,
} from '../ir/types';

function list(program: Program, parts: readonly Expr[]): string {
  return parts.map((part) => printExpr(program, part)).join(', ');
}

/** One line: a leaf in full, a construct by its head (`if (x < y)`, `for i = 0 .. n - 1`). Without its id. */
export function printStatement(program: Program, s: Statement): string {
  const text = (e: Expr) => printExpr(program, e);
  switch (s.kind) {
    case 'assign':
      return `${text(s.target)} = ${text(s.value)}`;
    case 'call': {
      const call = `${s.callee}(${s.args.map((arg) => printArgument(program, arg)).join(', ')})`;
      return s.result ? `${text(s.result)} = ${call}` : call;
    }
    case 'if':
      return `if (${text(s.condition)})`;
    case 'for': {
      const step = s.step.kind === 'constant' && s.step.value === 1 ? '' : ` step ${text(s.step)}`;
      return `for ${name(program, s.index)} = ${text(s.first)} .. ${text(s.last)}${step}`;
    }
    case 'while':
      return `while (${text(s.condition)})`;
    case 'doWhile':
      return `do while (${text(s.condition)})`;
    case 'block':
      return 'block';
    case 'exit':
      return s.form === 'return' ? 'return' : `exit ${labelName(s.target)}`;
    case 'next':
      return `next ${labelName(s.target)}`;
    case 'switch':
      return `switch (${text(s.selector)})`;
    case 'dispatch':
      return `dispatch on ${name(program, s.state)}`;
    case 'io':
      return `io ${JSON.stringify(s.text)}${s.items.length > 0 ? ` ${list(program, s.items)}` : ''}`;
    case 'stop':
      return 'stop';
    case 'comment':
      return `# ${s.text}`;
    case 'push':
    case 'pop':
      return `${s.kind} ${printTapeValue(program, s.what)}`;
    case 'pushControl':
      return `push ${controlWidth(s.width)} ${text(s.value)}`;
    case 'popControl':
      return `pop ${controlWidth(s.width)} ${name(program, s.target)}`;
    default:
      return assertNever(s);
  }
}

function printArgument(program: Program, arg: Argument): string {
  switch (arg.kind) {
    case 'value':
      return printExpr(program, arg.value);
    case 'reference':
      return `&${printExpr(program, arg.place)}`;
    case 'array':
      return `${name(program, arg.variable)}[${arg.start ? `${list(program, arg.start)}:` : ':'}]`;
    default:
      return assertNever(arg);
  }
}

function printTapeValue(program: Program, what: TapeValue): string {
  return what.kind === 'scalar'
    ? printExpr(program, what.place)
    : `${name(program, what.variable)}[:] of ${printExpr(program, what.count)}`;
}

/** `L3` */
function labelName(label: LabelId): string {
  return `L${label}`;
}
function name(program: Program, id: VariableId): string {
  return variableOf(program, id).name;
}

/** Statements with their ids, one a line, bodies indented and in braces. */
export function printStatements(program: Program, body: readonly Statement[]): string {
  return layOut(program, body);
}

/** The whole program: globals, then routines in order. */
export function printProgram(program: Program): string {
  const globals = program.variables
    .filter((v) => v.owner === null)
    .map((v) => `global ${declared(program, v)}`);
  const parts = program.routines.map((routine) => printRoutine(program, routine));
  return [...globals, ...parts].map((part) => `${part}\n`).join('');
}

export function printRoutine(program: Program, routine: Routine): string {
  const variables = (ids: readonly VariableId[]) =>
    ids.map((id) => declared(program, variableOf(program, id)));
  const result = routine.result === null ? '' : ` -> ${variables([routine.result]).join('')}`;
  const head = `${routine.external ? 'external' : 'routine'} ${routine.name}(${variables(routine.parameters).join(', ')})${result}`;
  const locals = variables(routine.locals).map((local) => `  local ${local}`);
  const body = printStatements(program, routine.body);
  return [head, ...locals, ...(body === '' ? [] : [body])].join('\n');
}

/** `a: f64[n, 0..m - 1]&`; `&` marks what is passed by reference. */
function declared(program: Program, v: Variable): string {
  const dimensions = v.shape?.dimensions.map(({ lower, extent }) => {
    const size = extent ? printExpr(program, extent) : '?';
    return lower.kind === 'constant' && lower.value === 0 ? size : `${printExpr(program, lower)}:+${size}`;
  });
  const shape = dimensions ? `[${dimensions.join(', ')}]` : '';
  const initial = v.initial ? ` = ${v.initial.join(', ')}` : '';
  return `${v.name}: ${v.type}${shape}${v.passing === 'reference' ? '&' : ''}${initial}`;
}

/** Lays out statement lists; labels are shown only where something jumps to them. */
function layOut(program: Program, outermost: readonly Statement[]): string {
  const lines: string[] = [];
  const used = new Set<LabelId>();
  walkStatements(outermost, (s) => {
    if (s.kind === 'exit' || s.kind === 'next') used.add(s.target);
  });
  const line = (id: string, depth: number, text: string) => {
    lines.push(`  ${id.padEnd(4)}${'  '.repeat(depth)}${text}`.trimEnd());
  };

  function list(body: readonly Statement[], depth: number): void {
    for (const s of body) statement(s, depth);
  }

  function statement(s: Statement, depth: number): void {
    const label = 'label' in s && used.has(s.label) ? `${labelName(s.label)}: ` : '';
    const inner = sections(s);
    if (!inner) {
      line(statementName(s.id), depth, printStatement(program, s));
      return;
    }
    line(
      statementName(s.id),
      depth,
      s.kind === 'doWhile' ? `${label}do {` : `${label}${printStatement(program, s)} {`,
    );
    for (const { head, body, jump } of inner) {
      if (head !== '') line('', depth, head);
      list(body, depth + 1);
      if (jump) line(jump.kind === 'go' ? '' : statementName(jump.id), depth + 1, printJump(program, jump));
    }
    line('', depth, s.kind === 'doWhile' ? `} while (${printExpr(program, s.condition)})` : '}');
  }

  list(outermost, 0);
  return lines.join('\n');
}

interface Section {
  readonly head: string;
  readonly body: readonly Statement[];
  readonly jump?: DispatchJump;
}

/** What stands between the braces of a construct; null for a leaf. */
function sections(s: Statement): readonly Section[] | null {
  switch (s.kind) {
    case 'if': {
      const otherwise = s.else.length > 0 ? [{ head: '} else {', body: s.else }] : [];
      return [{ head: '', body: s.then }, ...otherwise];
    }
    case 'for':
    case 'doWhile':
    case 'block':
      return [{ head: '', body: s.body }];
    case 'while': {
      const increment = s.increment ? [{ head: '} increment {', body: s.increment }] : [];
      return [{ head: '', body: s.body }, ...increment];
    }
    case 'switch': {
      const cases = s.cases.map((c) => ({ head: `case ${caseLabel(c.values)}:`, body: c.body }));
      return s.default.length > 0 ? [...cases, { head: 'default:', body: s.default }] : cases;
    }
    case 'dispatch':
      return s.blocks.map(({ body, jump }, i) => ({ head: `block ${i}:`, body, jump }));
    default:
      return null;
  }
}

function printJump(program: Program, jump: DispatchJump): string {
  const to = (block: number) => (block < 0 ? 'out' : `block ${block}`);
  switch (jump.kind) {
    case 'go':
      return `go ${to(jump.to)}`;
    case 'branch':
      return `go (${printExpr(program, jump.condition)}) ? ${to(jump.then)} : ${to(jump.else)}`;
    case 'select': {
      const cases = jump.cases.map((c) => `${caseLabel(c.values)}: ${to(c.to)}`);
      const all = [...cases, `default: ${to(jump.default)}`].join(', ');
      return `go (${printExpr(program, jump.selector)}) { ${all} }`;
    }
    default:
      return assertNever(jump);
  }
}
