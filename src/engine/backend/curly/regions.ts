/** Regions whose control is not nested: labels and gotos, in the order of the blocks. */
import { entryOf } from '../../base/lookup';
import type { Dispatch, DispatchJump } from '../../ir/types';
import { endsInJump, jumpsTo, opposite } from '../jumps';
import type { Dialect, PrintBody } from './dialect';
import { ownLabel } from './labels';
import { areWrittenOut, printCaseLabels, printRangeTest } from './switches';

/** Labels and gotos, in the order of the blocks. */
export function printLabels(d: Dialect, s: Dispatch, printBody: PrintBody): void {
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
    printBody(body);
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
