/**
 * Statements in a language with braces. C and JavaScript have the same constructs but for `goto`; what else differs
 * comes from the dialect.
 */

import { assertNever } from '../base/assert';
import { entryOf } from '../base/lookup';
import { isConstant, isInteger, walk } from '../ir/build';
import { isLeaf, type Leaf } from '../ir/graph/flow';
import { extremes } from '../ir/integers';
import type {
  Assign,
  Dispatch,
  DispatchJump,
  Expr,
  For,
  LabelId,
  Push,
  PushControl,
  Routine,
  Statement,
  Switch,
  VariableId,
  While,
} from '../ir/types';
import { endsInJump, type Jump, type JumpPlan, jumpsTo, opposite } from './jumps';
import type { Writer } from './writer';

export interface Dialect {
  readonly writer: Writer;
  readonly plan: JumpPlan;
  readonly routine: Routine;
  /** `goto name; … name:;` or `name: { … break name; }`. */
  readonly labels: 'goto' | 'labelled';
  expr(e: Expr): void;
  test(e: Expr): void;
  /** As an operand of a comparison. */
  operand(e: Expr): void;
  readonly equals: '==' | '===';
  /** Without its semicolon, for heads of loops too. */
  assignment(s: Assign): void;
  /** Without its semicolon, for heads of loops; null where the language has no expression for it. */
  readonly push: ((s: Push | PushControl) => void) | null;
  /** The whole line. */
  leaf(s: Exclude<Leaf, Assign>): void;
  /** Lines before the loop, for bounds that its body changes; then what stands in the parentheses. */
  forHead(s: For): { before: () => void; head: () => void };
  /** A declaration at its place starts a scope: cases need braces then. */
  declares(s: Statement): boolean;
  /** `return;`, `return f;` at a jump to the exit. */
  returns(): string;
  /** `return e;` where the result is assigned and then returned. */
  returnOf(e: Expr): void;
  variable(id: VariableId): string;
}

/** Cases that are written out; longer ranges become tests. */
const LONGEST_RANGE = 64;

export function isPrintedAsSwitch(s: Switch): boolean {
  return s.cases.every((c) => areWrittenOut(c.values));
}

type Ranges = Switch['cases'][number]['values'];

function areWrittenOut(values: Ranges): boolean {
  return values.every(({ from, to }) => to - from < LONGEST_RANGE);
}

/** Whether an increment can stand in the head of a `for`; `pushes`: what it records can stand there too. */
export function incrementInHead(s: While, pushes: boolean): boolean {
  return (s.increment ?? []).every(
    (step) =>
      (step.kind === 'assign' && step.form !== 'declaration') ||
      (pushes && (step.kind === 'push' || step.kind === 'pushControl')),
  );
}

/** The body of the dialect's routine: jumps to its end that do nothing are left out, its result is returned. */
export function printRoutineBody(d: Dialect): void {
  const { routine, writer } = d;
  const { body } = routine;
  const last = body.at(-1);
  const leaves = last?.kind === 'exit' && last.target === routine.label;
  if (routine.result === null) {
    printBody(d, leaves ? body.slice(0, -1) : body);
    if (routine.kind === 'program') writer.line(d.returns());
    return;
  }
  const isResult = last?.kind === 'assign' && setsResult(d, last);
  printBody(d, isResult ? body.slice(0, -1) : body);
  if (isResult) {
    writer.statement(last, () => d.returnOf(last.value));
    writer.endLine();
  } else if (!leaves) writer.line(d.returns());
}

export function printBody(d: Dialect, body: readonly Statement[]): void {
  for (let i = 0; i < body.length; i++) {
    const s = body[i] as Statement;
    const next = body[i + 1];
    if (s.kind === 'assign' && isReturned(d, s, next)) {
      d.writer.statement(s, () => d.returnOf(s.value));
      d.writer.endLine();
      i++;
    } else if (s.kind === 'assign' && next?.kind === 'while' && startsLoop(d, s, next)) {
      printWhile(d, next, s);
      i++;
    } else printOne(d, s);
  }
}

/** `f = e; return` */
function isReturned(d: Dialect, s: Assign, next: Statement | undefined): boolean {
  return setsResult(d, s) && next?.kind === 'exit' && next.target === d.routine.label;
}

/** `f = f` is no way to say what is returned. */
function setsResult({ routine }: Dialect, { target, value }: Assign): boolean {
  const isResult = (e: Expr) => e.kind === 'variable' && e.variable === routine.result;
  return isResult(target) && !isResult(value);
}

/** `i = 0` before a loop whose increment sets i too. */
function startsLoop(d: Dialect, s: Assign, loop: While): boolean {
  const { target } = s;
  if (!loop.increment || loop.increment.length === 0 || !incrementInHead(loop, d.push !== null)) return false;
  if (target.kind !== 'variable' || d.declares(s)) return false;
  return loop.increment.some(
    (step) =>
      step.kind === 'assign' && step.target.kind === 'variable' && step.target.variable === target.variable,
  );
}

function printOne(d: Dialect, s: Statement): void {
  const { writer } = d;
  if (isLeaf(s)) {
    if (s.kind !== 'assign') {
      d.leaf(s);
      return;
    }
    writer.statement(s, () => {
      d.assignment(s);
      writer.write(';');
    });
    writer.endLine();
    return;
  }
  switch (s.kind) {
    case 'if':
      printIf(d, s);
      break;
    case 'for':
      printFor(d, s);
      break;
    case 'while':
      printWhile(d, s, null);
      break;
    case 'doWhile':
      labelled(d, s.label, () => {
        writer.line('do {');
        loopBody(d, s.label, s.body);
        writer.write('} ');
        writer.statement(s, () => {
          writer.write('while (');
          d.test(s.condition);
          writer.write(');');
        });
        writer.endLine();
      });
      break;
    case 'block':
      if (d.labels === 'goto' || !d.plan.after.has(s.label)) {
        printBody(d, s.body);
        placeLabel(d, s.label);
      } else
        labelled(d, s.label, () => {
          writer.line('{');
          writer.indented(() => printBody(d, s.body));
          writer.line('}');
        });
      break;
    case 'exit':
    case 'next':
      writer.statement(s, () => writer.write(jumpText(d, d.plan.how.get(s))));
      writer.endLine();
      break;
    case 'switch':
      labelled(d, s.label, () => (isPrintedAsSwitch(s) ? printSwitch(d, s) : printChain(d, s)));
      break;
    case 'dispatch':
      labelled(d, s.label, () => printLabels(d, s));
      break;
    default:
      assertNever(s);
  }
}

// ---------------------------------------------------------------------------------------------------------- jumps

/** A label of ours, which none of the user's may be. */
function ownLabel(d: Dialect, wanted: string): string {
  let name = wanted;
  while (d.plan.written.has(name)) name += '_';
  return name;
}
function afterName(d: Dialect, label: LabelId): string | null {
  const number = d.plan.after.get(label);
  return number === undefined ? null : ownLabel(d, `done_${number}`);
}
function endName(d: Dialect, label: LabelId): string | null {
  const number = d.plan.end.get(label);
  return number === undefined ? null : ownLabel(d, `next_${number}`);
}
/** One name of a loop serves both jumps, where the language can name loops. */
function loopName(d: Dialect, label: LabelId): string | null {
  if (d.labels !== 'labelled') return null;
  const isAsked = d.plan.after.has(label) || (d.plan.end.has(label) && !d.plan.apart.has(label));
  return isAsked ? `loop_${label}` : null;
}

function jumpText(d: Dialect, jump: Jump | undefined): string {
  if (!jump || jump.kind === 'return') return d.returns();
  if (jump.kind === 'break' || jump.kind === 'continue') return `${jump.kind};`;
  const name = jump.kind === 'after' ? afterName(d, jump.target) : endName(d, jump.target);
  if (d.labels === 'goto') return `goto ${name};`;
  if (jump.kind === 'after')
    return `break ${d.plan.loops.has(jump.target) ? loopName(d, jump.target) : name};`;
  return d.plan.apart.has(jump.target) ? `break ${name};` : `continue ${loopName(d, jump.target)};`;
}

/** A construct that something may jump past. */
function labelled(d: Dialect, label: LabelId, body: () => void): void {
  const name = d.plan.loops.has(label) ? loopName(d, label) : afterName(d, label);
  if (name !== null && d.labels === 'labelled') d.writer.write(`${name}: `);
  body();
  placeLabel(d, label);
}
function placeLabel(d: Dialect, label: LabelId): void {
  const name = afterName(d, label);
  if (name !== null && d.labels === 'goto') d.writer.line(`${name}:;`);
}

/** The body of a loop, with a place at its end where something jumps there; then what comes after that place. */
function loopBody(
  d: Dialect,
  label: LabelId,
  body: readonly Statement[],
  rest: readonly Statement[] = [],
): void {
  const name = endName(d, label);
  d.writer.indented(() => {
    if (name !== null && d.labels === 'labelled' && d.plan.apart.has(label)) {
      d.writer.line(`${name}: {`);
      d.writer.indented(() => printBody(d, body));
      d.writer.line('}');
    } else {
      printBody(d, body);
      if (name !== null && d.labels === 'goto') d.writer.line(`${name}:;`);
    }
    printBody(d, rest);
  });
}

// ----------------------------------------------------------------------------------------------------- constructs

function printIf(d: Dialect, s: Extract<Statement, { kind: 'if' }>): void {
  const { writer } = d;
  writer.statement(s, () => {
    writer.write('if (');
    d.test(s.condition);
    writer.write(') {');
  });
  writer.endLine();
  writer.indented(() => printBody(d, s.then));
  const [only] = s.else;
  if (s.else.length === 1 && only?.kind === 'if') {
    writer.write('} else ');
    printIf(d, only);
    return;
  }
  if (s.else.length > 0) {
    writer.line('} else {');
    writer.indented(() => printBody(d, s.else));
  }
  writer.line('}');
}

function printFor(d: Dialect, s: For): void {
  const { writer } = d;
  const { before, head } = d.forHead(s);
  before();
  labelled(d, s.label, () => {
    writer.statement(s, () => {
      writer.write('for (');
      head();
      writer.write(') {');
    });
    writer.endLine();
    loopBody(d, s.label, s.body);
    writer.line('}');
  });
}

function printWhile(d: Dialect, s: While, start: Assign | null): void {
  const { writer } = d;
  const increment = s.increment ?? [];
  const inHead = increment.length > 0 && incrementInHead(s, d.push !== null);
  labelled(d, s.label, () => {
    writer.statement(s, () => {
      writer.write(inHead ? 'for (' : 'while (');
      if (inHead) {
        if (start) writer.statement(start, () => d.assignment(start));
        writer.write('; ');
      }
      if (!(inHead && isConstant(s.condition))) d.test(s.condition);
      if (inHead) {
        writer.write(';');
        increment.forEach((step, i) => {
          writer.write(i > 0 ? ', ' : ' ');
          if (step.kind === 'assign') writer.statement(step, () => d.assignment(asIncrement(step)));
          else if (step.kind === 'push' || step.kind === 'pushControl')
            writer.statement(step, () => d.push?.(step));
        });
      }
      writer.write(') {');
    });
    writer.endLine();
    loopBody(d, s.label, s.body, inHead ? [] : increment);
    writer.line('}');
  });
}

/** In the head of a loop `i = i + 1` is `i++`, whichever way it was written. */
function asIncrement(s: Assign): Assign {
  return isInteger(s.target.type) ? { ...s, form: 'increment' } : s;
}

function printSwitch(d: Dialect, s: Switch): void {
  const { writer } = d;
  writer.statement(s, () => {
    writer.write('switch (');
    d.expr(s.selector);
    writer.write(') {');
  });
  writer.endLine();
  writer.indented(() => {
    for (const c of s.cases) {
      printCaseLabels(d, c.values);
      printCase(d, c.body);
    }
    if (s.default.length > 0) {
      writer.write('default:');
      printCase(d, s.default);
    }
  });
  writer.line('}');
}

/** `case 1:` for every value, a line each; the last line stays open. */
function printCaseLabels({ writer }: Dialect, ranges: Ranges): void {
  const values = ranges.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, i) => from + i));
  values.forEach((value, i) => {
    writer.write(`case ${value}:`);
    if (i < values.length - 1) writer.endLine();
  });
}

/** What follows `case 1:` on its line, and the lines below it. */
function printCase(d: Dialect, body: readonly Statement[]): void {
  const { writer } = d;
  const scoped = body.some((s) => d.declares(s));
  writer.line(scoped ? ' {' : '');
  writer.indented(() => {
    printBody(d, body);
    if (!endsInJump(body)) writer.line('break;');
  });
  if (scoped) writer.line('}');
}

/** A switch with long ranges, as tests; its selector reads nothing that could change before the last of them. */
function printChain(d: Dialect, s: Switch): void {
  const { writer } = d;
  s.cases.forEach((c, i) => {
    if (i > 0) writer.write('} else ');
    const body = () => {
      printRangeTest(d, s.selector, c.values);
      writer.write(' {');
    };
    if (i === 0) writer.statement(s, body);
    else body();
    writer.endLine();
    writer.indented(() => printBody(d, c.body));
  });
  if (s.default.length > 0) {
    writer.line(s.cases.length > 0 ? '} else {' : '{');
    writer.indented(() => printBody(d, s.default));
  }
  if (s.cases.length > 0 || s.default.length > 0) writer.line('}');
}

/** `if (s >= 1 && s <= 9)` */
function printRangeTest(d: Dialect, selector: Expr, ranges: Ranges): void {
  const { writer } = d;
  writer.write('if (');
  ranges.forEach(({ from, to }, k) => {
    if (k > 0) writer.write(' || ');
    printRange(d, selector, from, to, ranges.length > 1);
  });
  writer.write(')');
}

function printRange(d: Dialect, selector: Expr, from: number, to: number, several: boolean): void {
  const { writer } = d;
  const [least, greatest] = extremes(selector.type);
  const lower = from > least;
  const upper = to < greatest;
  const both = lower && upper && from !== to;
  if (both && several) writer.write('(');
  const side = (op: string, value: number) => {
    d.operand(selector);
    writer.write(` ${op} ${value}`);
  };
  if (from === to) side(d.equals, from);
  else {
    if (lower) side('>=', from);
    if (both) writer.write(' && ');
    if (upper) side('<=', to);
    if (!lower && !upper) writer.write('true');
  }
  if (both && several) writer.write(')');
}

// ------------------------------------------------------------------------------------------------------- dispatch

/** Labels and gotos, in the order of the blocks. */
function printLabels(d: Dialect, s: Dispatch): void {
  const { writer } = d;
  const last = s.blocks.length - 1;
  const region = entryOf(d.plan.regions, s.label);
  const name = (i: number) => (i < 0 ? ownLabel(d, `end_${region}`) : blockName(d, s, i));
  const falls = (i: number, to: number) => to === i + 1 || (to < 0 && i === last);
  const used = new Set<number>();
  s.blocks.forEach(({ body, jump }, i) => {
    if (!endsInJump(body)) for (const to of jumpsTo(jump, (goal) => falls(i, goal))) used.add(to);
  });
  s.blocks.forEach(({ body, jump }, i) => {
    if (used.has(i)) writer.line(`${name(i)}:;`);
    printBody(d, body);
    if (endsInJump(body)) return;
    const go = (to: number) => `goto ${name(to)};`;
    const fallsHere = (to: number) => falls(i, to);
    if (jump.kind === 'select') printSelect(d, jump, go, fallsHere);
    else if (jump.kind === 'branch') printBranch(d, jump, go, fallsHere);
    else if (!falls(i, jump.to)) writer.line(go(jump.to));
  });
  if (used.has(-1)) writer.line(`${name(-1)}:;`);
}

/** The user's label where it is a name; numbers of Fortran get a letter. */
function blockName(d: Dialect, s: Dispatch, i: number): string {
  const name = s.blocks[i]?.name;
  if (name === null || name === undefined)
    return ownLabel(d, `block_${entryOf(d.plan.regions, s.label)}_${i}`);
  return /^[A-Za-z_]\w*$/.test(name) ? name : `label_${name.trim()}`;
}

function printBranch(
  d: Dialect,
  jump: Extract<DispatchJump, { kind: 'branch' }>,
  go: (to: number) => string,
  falls: (to: number) => boolean,
): void {
  const { writer } = d;
  const turned = falls(jump.then) && !falls(jump.else);
  writer.token(jump.span, () => {
    writer.write('if (');
    d.test(turned ? opposite(jump.condition) : jump.condition);
    writer.write(`) ${go(turned ? jump.else : jump.then)}`);
  });
  writer.endLine();
  if (!turned && !falls(jump.else)) writer.line(go(jump.else));
}

/** Where cases are too many to write them out, tests do the same. */
function printSelect(
  d: Dialect,
  jump: Extract<DispatchJump, { kind: 'select' }>,
  go: (to: number) => string,
  falls: (to: number) => boolean,
): void {
  const { writer } = d;
  if (jump.cases.every((c) => areWrittenOut(c.values))) {
    writer.token(jump.span, () => {
      writer.write('switch (');
      d.expr(jump.selector);
      writer.write(') {');
    });
    writer.endLine();
    writer.indented(() => {
      for (const c of jump.cases) {
        printCaseLabels(d, c.values);
        writer.line(` ${go(c.to)}`);
      }
    });
    writer.line('}');
  } else
    for (const c of jump.cases) {
      writer.token(jump.span, () => printRangeTest(d, jump.selector, c.values));
      writer.line(` ${go(c.to)}`);
    }
  if (!falls(jump.default)) writer.line(go(jump.default));
}

// ------------------------------------------------------------------------------------------------- counted loops

/** Whether anything in the body of a counted loop may change what `e` reads. */
export function changesIn(e: Expr, written: ReadonlySet<VariableId>): boolean {
  let changes = false;
  walk(e, (part) => {
    if ((part.kind === 'variable' || part.kind === 'element') && written.has(part.variable)) changes = true;
  });
  return changes;
}
