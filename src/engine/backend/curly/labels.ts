/** Jumps by name, and the places that they go to. */
import type { LabelId } from '../../ir/types';
import type { Jump } from '../jumps';
import type { Dialect } from './dialect';

/** A label made by us, different from all of the user's. */
export function ownLabel(d: Dialect, wanted: string): string {
  let name = wanted;
  while (d.plan.written.has(name)) name += '_';
  return name;
}

function afterName(d: Dialect, label: LabelId): string | null {
  const number = d.plan.after.get(label);
  return number === undefined ? null : ownLabel(d, `done_${number}`);
}

export function endName(d: Dialect, label: LabelId): string | null {
  const number = d.plan.end.get(label);
  return number === undefined ? null : ownLabel(d, `next_${number}`);
}

/** The name of a loop serves both kinds of jump in a language that can name loops. */
function loopName(d: Dialect, label: LabelId): string | null {
  if (d.labels !== 'labelled') return null;
  const isAsked = d.plan.after.has(label) || (d.plan.end.has(label) && !d.plan.apart.has(label));
  return isAsked ? `loop_${label}` : null;
}

export function jumpText(d: Dialect, jump: Jump | undefined): string {
  if (!jump || jump.kind === 'return') return d.returns();
  if (jump.kind === 'break' || jump.kind === 'continue') return `${jump.kind};`;
  const name = jump.kind === 'after' ? afterName(d, jump.target) : endName(d, jump.target);
  if (d.labels === 'goto') return `goto ${name};`;
  if (jump.kind === 'after')
    return `break ${d.plan.loops.has(jump.target) ? loopName(d, jump.target) : name};`;
  return d.plan.apart.has(jump.target) ? `break ${name};` : `continue ${loopName(d, jump.target)};`;
}

/** A construct that something may jump past. */
export function labelled(d: Dialect, label: LabelId, body: () => void): void {
  const name = d.plan.loops.has(label) ? loopName(d, label) : afterName(d, label);
  if (name !== null && d.labels === 'labelled') d.writer.write(`${name}: `);
  body();
  placeLabel(d, label);
}

export function placeLabel(d: Dialect, label: LabelId): void {
  const name = afterName(d, label);
  if (name !== null && d.labels === 'goto') d.writer.line(`${name}:;`);
}
