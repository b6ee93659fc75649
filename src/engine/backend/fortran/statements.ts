/**
 * Statements in Fortran. In free form what `exit` and `cycle` can't reach by themselves goes to named constructs; in
 * fixed form, and between blocks that jump to each other, to labels.
 */
import { assertNever } from '../../base/assert';
import { getOrMake } from '../../base/once';
import * as b from '../../ir/build';
import { isLeaf } from '../../ir/graph/flow';
import { extremes } from '../../ir/integers';
import { isLoop } from '../../ir/statements';
import type { Dispatch, LabelId, ScalarType, Statement, Switch, While } from '../../ir/types';
import { printBlocks } from '../jumps';
import { joined } from '../sink';
import { type Body, printFill, printLeafLine, write } from './leaves';

export function printBody(body: Body, list: readonly Statement[]): void {
  for (const s of list) printOne(body, s);
}

function printOne(body: Body, s: Statement): void {
  const { writer } = body;
  if (isLeaf(s)) {
    printLeafLine(body, s);
    return;
  }
  switch (s.kind) {
    case 'if':
      printIf(body, s);
      break;
    case 'for': {
      const fill = body.fills.get(s);
      if (fill) {
        writer.statementLine(s, () => writer.statement(fill.assign, () => printFill(body, fill)));
        break;
      }
      const name = opens(body, s.label);
      writer.statementLine(s, () => {
        const range = b.isConstant(s.step, 1) ? [s.first, s.last] : [s.first, s.last, s.step];
        write(body, `${name.before}do ${body.f.names.variable(s.index)} = `, ...joined(range));
      });
      loopBody(body, s.label, s.body);
      writer.line(`end do${name.after}`);
      placeLabel(body, s.label);
      break;
    }
    case 'while':
      printWhile(body, s);
      break;
    case 'doWhile': {
      const name = opens(body, s.label);
      writer.line(`${name.before}do`);
      loopBody(body, s.label, s.body);
      writer.indented(() => writer.statementLine(s, () => write(body, 'if (', b.not(s.condition), ') exit')));
      writer.line(`end do${name.after}`);
      placeLabel(body, s.label);
      break;
    }
    case 'block':
      printBody(body, s.body);
      placeLabel(body, s.label);
      break;
    case 'exit':
    case 'next':
      writer.statementLine(s, () => writer.write(jumpText(body, s)));
      break;
    case 'switch':
      printSwitch(body, s);
      break;
    case 'dispatch':
      printDispatch(body, s);
      break;
    default:
      assertNever(s);
  }
}

// ---------------------------------------------------------------------------------------------------------- jumps

const inFree = (body: Body) => body.f.form === 'free';

/** The name of a construct, `loop_1`; made when first asked for. */
function constructName(body: Body, key: string, wanted: string): string {
  return getOrMake(body.constructs, key, () =>
    body.f.names.fresh(body.index, `${wanted}_${body.constructs.size + 1}`),
  );
}
/** A statement label; made when first asked for. */
function labelNumber(body: Body, key: string): number {
  return getOrMake(body.numbers, key, () => 10 * (body.numbers.size + 1));
}

/** The name that goes before and after a loop, where something leaves or repeats it by name. */
function opens(body: Body, label: LabelId): { before: string; after: string } {
  const asked =
    (body.plan.after.has(label) && isNamed(body, 'after', label)) ||
    (body.plan.end.has(label) && isNamed(body, 'end', label));
  if (!asked) return { before: '', after: '' };
  const name = constructName(body, `${label}`, 'loop');
  return { before: `${name}: `, after: ` ${name}` };
}

/**
 * Loops have names; in fixed form not where only gotos led to them. Everything else is reached by statement labels, and so is
 * the end of a body that does more after it.
 */
function isNamed(body: Body, kind: 'after' | 'end', label: LabelId): boolean {
  const s = body.targets.get(label);
  if (!s || !isLoop(s) || !(inFree(body) || body.byName.has(label))) return false;
  return !(kind === 'end' && s.kind === 'doWhile');
}

function jumpText(body: Body, s: Extract<Statement, { kind: 'exit' | 'next' }>): string {
  const jump = body.plan.how.get(s);
  if (!jump || jump.kind === 'return') return body.routine.kind === 'program' ? 'stop' : 'return';
  if (jump.kind === 'break') return 'exit';
  if (jump.kind === 'continue') return 'cycle';
  const { kind, target } = jump;
  if (!isNamed(body, kind, target)) return `go to ${labelNumber(body, `${kind} ${target}`)}`;
  return `${kind === 'after' ? 'exit' : 'cycle'} ${opens(body, target).after.trim()}`;
}

/** The place after a construct, in fixed form and after a dispatch. */
function placeLabel(body: Body, label: LabelId): void {
  const number = body.numbers.get(`after ${label}`);
  if (number !== undefined) printLabel(body, number);
}

function printLabel({ writer, f }: Body, number: number): void {
  writer.label(f.form === 'fixed' ? `${number}`.padStart(5).padEnd(6) : `${number} `);
  writer.line('continue');
}

/** The body of a loop, with a place at its end where something jumps there. */
function loopBody(body: Body, label: LabelId, list: readonly Statement[]): void {
  body.writer.indented(() => {
    printBody(body, list);
    const number = body.numbers.get(`end ${label}`);
    if (number !== undefined) printLabel(body, number);
  });
}

// ----------------------------------------------------------------------------------------------------- constructs

function printIf(body: Body, s: Extract<Statement, { kind: 'if' }>): void {
  const { writer } = body;
  const [jump] = s.then;
  if (s.then.length === 1 && s.else.length === 0 && (jump?.kind === 'exit' || jump?.kind === 'next')) {
    writer.statementLine(s, () => {
      write(body, 'if (', s.condition, ') ');
      writer.statement(jump, () => writer.write(jumpText(body, jump)));
    });
    return;
  }
  let arm = s;
  let head = 'if (';
  for (;;) {
    const here = arm;
    const start = head;
    writer.statementLine(here, () => write(body, start, here.condition, ') then'));
    writer.indented(() => printBody(body, here.then));
    const [only] = here.else;
    if (here.else.length !== 1 || only?.kind !== 'if') break;
    arm = only;
    head = 'else if (';
  }
  if (arm.else.length > 0) {
    const last = arm;
    writer.line('else');
    writer.indented(() => printBody(body, last.else));
  }
  writer.line('end if');
}

function printWhile(body: Body, s: While): void {
  const { writer } = body;
  const name = opens(body, s.label);
  const forever = s.condition.kind === 'constant' && s.condition.value !== 0;
  writer.statementLine(s, () =>
    forever ? writer.write(`${name.before}do`) : write(body, `${name.before}do while (`, s.condition, ')'),
  );
  loopBody(body, s.label, s.body);
  writer.line(`end do${name.after}`);
  placeLabel(body, s.label);
}

function printSwitch(body: Body, s: Switch): void {
  const { writer } = body;
  writer.statementLine(s, () => write(body, 'select case (', s.selector, ')'));
  for (const c of s.cases) {
    writer.line(`case (${c.values.map((range) => caseText(range, s.selector.type)).join(', ')})`);
    writer.indented(() => printBody(body, c.body));
  }
  if (s.default.length > 0) {
    writer.line('case default');
    writer.indented(() => printBody(body, s.default));
  }
  writer.line('end select');
  placeLabel(body, s.label);
}

function caseText({ from, to }: { from: number; to: number }, type: ScalarType): string {
  const text = (value: number) => `${value}${type === 'i64' ? '_8' : ''}`;
  if (from === to) return text(from);
  const [least, greatest] = extremes(type);
  const low = from <= least ? '' : text(from);
  const high = to >= greatest ? '' : text(to);
  return `${low}:${high}`;
}

/** Blocks in their order, with labels where something jumps to them. */
function printDispatch(body: Body, s: Dispatch): void {
  const { writer } = body;
  const number = (to: number) => labelNumber(body, to < 0 ? `after ${s.label}` : `block ${s.label} ${to}`);
  const go = (to: number) => `go to ${number(to)}`;
  printBlocks(writer, s, {
    mark: (to) => printLabel(body, number(to)),
    body: (list) => printBody(body, list),
    go,
    test: (e) => write(body, e),
    select({ selector, cases }) {
      write(body, 'select case (', selector, ')');
      writer.endLine();
      for (const c of cases) {
        writer.line(`case (${c.values.map((range) => caseText(range, selector.type)).join(', ')})`);
        writer.indented(() => writer.line(go(c.to)));
      }
      writer.line('end select');
    },
  });
  placeLabel(body, s.label);
}
