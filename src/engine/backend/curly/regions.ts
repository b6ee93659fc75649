/** Regions whose control is not nested: labels and gotos, in the order of the blocks. */
import { entryOf } from '../../base/lookup';
import type { Dispatch, DispatchJump } from '../../ir/types';
import { printBlocks } from '../jumps';
import type { Dialect, PrintBody } from './dialect';
import { ownLabel } from './labels';
import { areWrittenOut, printCaseLabels, printRangeTest } from './switches';

/** Labels and gotos, in the order of the blocks. */
export function printLabels(d: Dialect, s: Dispatch, printBody: PrintBody): void {
  const { writer } = d;
  const region = entryOf(d.plan.regions, s.label);
  const name = (i: number) => (i < 0 ? ownLabel(d, `end_${region}`) : blockName(d, s, i));
  const mark = (to: number) => writer.line(`${name(to)}:;`);
  const go = (to: number) => `goto ${name(to)};`;
  const select = (jump: Select) => printSelect(d, jump, go);
  const used = printBlocks(writer, s, { mark, body: printBody, go, test: (e) => d.test(e), select });
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
}
