/** Choices by a number: a switch, or tests where cases are ranges too long to be written out. */
import { extremes } from '../../ir/integers';
import { BINDS } from '../../ir/text/infix';
import type { Expr, Statement, Switch } from '../../ir/types';
import { endsInJump } from '../jumps';
import type { Dialect, PrintBody } from './dialect';

/** The longest range whose cases are written out; a longer one becomes a test. */
const LONGEST_RANGE = 64;

export function isPrintedAsSwitch(s: Switch): boolean {
  return s.cases.every((c) => areWrittenOut(c.values));
}

type Ranges = Switch['cases'][number]['values'];

export function areWrittenOut(values: Ranges): boolean {
  return values.every(({ from, to }) => to - from < LONGEST_RANGE);
}

export function printSwitch(d: Dialect, s: Switch, printBody: PrintBody): void {
  const { writer } = d;
  writer.statementLine(s, () => d.print('switch (', s.selector, ') {'));
  writer.indented(() => {
    for (const c of s.cases) {
      printCaseLabels(d, c.values);
      printCase(d, c.body, printBody);
    }
    if (s.default.length > 0) {
      writer.write('default:');
      printCase(d, s.default, printBody);
    }
  });
  writer.line('}');
}

/** `case 1:` for every value, a line each; the last line stays open. */
export function printCaseLabels({ writer }: Dialect, ranges: Ranges): void {
  const values = ranges.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, i) => from + i));
  values.forEach((value, i) => {
    writer.write(`case ${value}:`);
    if (i < values.length - 1) writer.endLine();
  });
}

/** What follows `case 1:` on its line, and the lines below it. */
function printCase(d: Dialect, body: readonly Statement[], printBody: PrintBody): void {
  const { writer } = d;
  const scoped = body.some((s) => d.declares(s));
  writer.line(scoped ? ' {' : '');
  writer.indented(() => {
    printBody(body);
    if (!endsInJump(body)) writer.line('break;');
  });
  if (scoped) writer.line('}');
}

/** A switch with long ranges, as a chain of tests. Its selector reads nothing that could change before the last test. */
export function printChain(d: Dialect, s: Switch, printBody: PrintBody): void {
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
    writer.indented(() => printBody(c.body));
  });
  if (s.default.length > 0) {
    writer.line(s.cases.length > 0 ? '} else {' : '{');
    writer.indented(() => printBody(s.default));
  }
  if (s.cases.length > 0 || s.default.length > 0) writer.line('}');
}

/** `if (s >= 1 && s <= 9)` */
export function printRangeTest(d: Dialect, selector: Expr, ranges: Ranges): void {
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
  const side = (op: string, value: number) => d.print([selector, BINDS.sum], ` ${op} ${value}`);
  if (from === to) side(d.equals, from);
  else {
    if (lower) side('>=', from);
    if (both) writer.write(' && ');
    if (upper) side('<=', to);
    if (!lower && !upper) writer.write('true');
  }
  if (both && several) writer.write(')');
}
