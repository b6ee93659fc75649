/**
 * Statements in a language with braces. C and JavaScript have the same constructs but for `goto`; what else differs
 * comes from the dialect.
 */

import { assertNever } from '../../base/assert';
import { entryOf } from '../../base/lookup';
import { isConstant, isInteger, sameExpr } from '../../ir/build';
import { isLeaf, type Leaf } from '../../ir/graph/flow';
import type { Assign, Dispatch, DispatchJump, For, LabelId, Routine, Statement, While } from '../../ir/types';
import { type JumpPlan, planJumps, printBlocks } from '../jumps';
import { wrapWith } from '../wrap';
import { Writer, type WriterOptions } from '../writer';
import type { Dialect, PrintBody } from './dialect';
import { endName, jumpText, labelled, ownLabel, placeLabel, printLeaf, printTape } from './leaves';
import {
  areWrittenOut,
  isPrintedAsSwitch,
  printCaseLabels,
  printChain,
  printRangeTest,
  printSwitch,
} from './switches';

/** Whether an increment can stand in the head of a `for`; `pushes`: what it records can stand there too. */
export function incrementInHead(s: While, pushes: boolean): boolean {
  return (s.increment ?? []).every(
    (step) =>
      (step.kind === 'assign' && step.form !== 'declaration') ||
      (pushes && (step.kind === 'push' || step.kind === 'pushControl')),
  );
}

export const WRITER: WriterOptions = {
  indent: '  ',
  deepest: 25,
  wrap: wrapWith({ limit: 100, tail: '', head: '', comment: /^\s*(\/\*|\/\/|#| \*)/ }),
};

type Printed = ReturnType<Writer['finish']>;

/** What stands between the braces of a routine, but for its declarations. */
export function printedBody(
  routine: Routine,
  incrementApart: (s: While) => boolean,
  dialectOf: (writer: Writer, plan: JumpPlan) => Dialect,
): Printed {
  const writer = new Writer({ depth: 1, ...WRITER });
  const plan = planJumps(routine, { catchesBreak: isPrintedAsSwitch, incrementApart, testApart: false });
  printRoutineBody(dialectOf(writer, plan));
  return writer.finish();
}

/** A routine with its head, the lines of its declarations and its body. */
export function printedRoutine(
  routine: Routine,
  head: string,
  declarations: readonly string[],
  body: Printed,
): Printed {
  const writer = new Writer(WRITER);
  printHead(writer, routine);
  writer.line(`${head} {`);
  writer.indented(() => {
    for (const line of declarations) writer.line(line);
  });
  writer.append(body);
  writer.line('}');
  return writer.finish();
}

/** The body of the dialect's routine: jumps to its end that do nothing are left out, its result is returned. */
function printRoutineBody(d: Dialect): void {
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
    writer.statementLine(last, () => d.print('return ', d.returned(last.value), ';'));
  } else if (!leaves) writer.line(d.returns());
}

/** Comment lines above a routine. */
function printHead(writer: Writer, { head = [] }: Routine): void {
  head.forEach((line, i) => {
    const text = `${i === 0 ? '/*' : ' *'} ${line.replaceAll('*/', '* /')}`.trimEnd();
    writer.line(text + (i === head.length - 1 ? ' */' : ''));
  });
}

export function printBody(d: Dialect, body: readonly Statement[]): void {
  for (let i = 0; i < body.length; i++) {
    const s = body[i] as Statement;
    const next = body[i + 1];
    // `f = e; return`
    if (s.kind === 'assign' && next?.kind === 'exit' && next.target === d.routine.label && setsResult(d, s)) {
      d.writer.statementLine(s, () => d.print('return ', d.returned(s.value), ';'));
      i++;
    } else if (s.kind === 'assign' && next?.kind === 'while' && startsLoop(d, s, next)) {
      printWhile(d, next, s);
      i++;
    } else if (isLeaf(s)) printSimple(d, s);
    else printCompound(d, s);
  }
}

/** Whether it sets the result; `f = f` cannot say what is returned. */
function setsResult({ routine }: Dialect, { target, value }: Assign): boolean {
  return target.kind === 'variable' && target.variable === routine.result && !sameExpr(target, value);
}

/** `i = 0` before a loop whose increment sets i too. */
function startsLoop(d: Dialect, s: Assign, loop: While): boolean {
  const { target } = s;
  if (!loop.increment || loop.increment.length === 0 || !incrementInHead(loop, d.recordsInHead)) return false;
  if (target.kind !== 'variable' || d.declares(s)) return false;
  return loop.increment.some(
    (step) =>
      step.kind === 'assign' && step.target.kind === 'variable' && step.target.variable === target.variable,
  );
}

function printSimple(d: Dialect, s: Leaf): void {
  const { writer } = d;
  writer.statementLine(s, () => {
    if (s.kind === 'comment') {
      writer.write(d.comment(s.text));
      return;
    }
    if (s.kind === 'assign') d.assignment(s);
    else printLeaf(d, s);
    writer.write(';');
  });
}

function printCompound(d: Dialect, s: Exclude<Statement, Leaf>): void {
  const { writer } = d;
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
        writer.statementLine(s, () => d.print('while (', s.condition, ');'));
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
      writer.statementLine(s, () => writer.write(jumpText(d, d.plan.how.get(s))));
      break;
    case 'switch':
      labelled(d, s.label, () =>
        (isPrintedAsSwitch(s) ? printSwitch : printChain)(d, s, (body) => printBody(d, body)),
      );
      break;
    case 'dispatch':
      labelled(d, s.label, () => printLabels(d, s, (body) => printBody(d, body)));
      break;
    default:
      assertNever(s);
  }
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
  writer.statementLine(s, () => d.print('if (', s.condition, ') {'));
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
    writer.statementLine(s, () => {
      writer.write('for (');
      head();
      writer.write(') {');
    });
    loopBody(d, s.label, s.body);
    writer.line('}');
  });
}

function printWhile(d: Dialect, s: While, start: Assign | null): void {
  const { writer } = d;
  const increment = s.increment ?? [];
  const inHead = increment.length > 0 && incrementInHead(s, d.recordsInHead);
  labelled(d, s.label, () => {
    writer.statementLine(s, () => {
      writer.write(inHead ? 'for (' : 'while (');
      if (inHead) {
        if (start) writer.statement(start, () => d.assignment(start));
        writer.write('; ');
      }
      if (!(inHead && isConstant(s.condition))) d.print(s.condition);
      if (inHead) {
        writer.write(';');
        increment.forEach((step, i) => {
          writer.write(i > 0 ? ', ' : ' ');
          if (step.kind === 'assign') writer.statement(step, () => d.assignment(asIncrement(step)));
          else if (step.kind === 'push' || step.kind === 'pushControl')
            writer.statement(step, () => printTape(d, step));
        });
      }
      writer.write(') {');
    });
    loopBody(d, s.label, s.body, inHead ? [] : increment);
    writer.line('}');
  });
}

/** In the head of a loop `i = i + 1` is printed as `i++`, whichever way the user wrote it. */
function asIncrement(s: Assign): Assign {
  return isInteger(s.target.type) ? { ...s, form: 'increment' } : s;
}

/** Labels and gotos, in the order of the blocks. */
function printLabels(d: Dialect, s: Dispatch, printBody: PrintBody): void {
  const { writer } = d;
  const region = entryOf(d.plan.regions, s.label);
  const name = (i: number) => (i < 0 ? ownLabel(d, `end_${region}`) : blockName(d, s, i));
  const mark = (to: number) => writer.line(`${name(to)}:;`);
  const go = (to: number) => `goto ${name(to)};`;
  const select = (jump: Select) => printSelect(d, jump, go);
  const used = printBlocks(writer, s, { mark, body: printBody, go, test: d.print, select });
  if (used.has(-1)) mark(-1);
}

type Select = Extract<DispatchJump, { kind: 'select' }>;

/** The user's label where it is a name; numbers of Fortran get a letter. */
function blockName(d: Dialect, s: Dispatch, i: number): string {
  const name = s.blocks[i]?.name;
  if (name === null || name === undefined)
    return ownLabel(d, `block_${entryOf(d.plan.regions, s.label)}_${i}`);
  return /^[A-Za-z_]\w*$/.test(name) ? name : `label_${name.trim()}`;
}

/** A choice between blocks: a switch, or tests where there are too many cases to write out. */
function printSelect(d: Dialect, jump: Select, go: (to: number) => string): void {
  const { writer } = d;
  if (jump.cases.every((c) => areWrittenOut(c.values))) {
    writer.token(jump.span, () => d.print('switch (', jump.selector, ') {'));
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
}
