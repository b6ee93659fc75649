import { type Instruction, spanOfInstruction } from '../ir/graph/flow';
import { isLoop } from '../ir/statements';
import { type Context, isCoarse, isOnlyReversed, type RunWitness } from './context';
import { pointOf, search } from './control/paths';
import type { Need } from './reads';
import { capital, lineOf, listed, named, quoted } from './words';

/** `x = x*y` (line 3) overwrites `x` */
export function overwrites(c: Context, i: Instruction, what: string): string {
  if (isOnlyReversed(c, i)) return `the adjoint of ${named(c, i)} may overwrite ${what}`;
  const may = i.kind === 'leaf' && i.statement.kind === 'call' ? 'may overwrite' : 'overwrites';
  if (i.kind === 'test' && i.test.kind === 'for') return `${named(c, i)} sets its index ${what} anew`;
  return `${named(c, i)} ${may} ${what}`;
}

/** The statement whose backward sweep reads the old value. */
export function readerText(c: Context, { kind, read, overwrite }: RecordedReason): string {
  if (kind === 'own') return 'its own derivative';
  return `the backward sweep of ${read?.id === overwrite.id ? 'an earlier run of the same statement' : named(c, read as Instruction)}`;
}

/** The place that is called `u[i]` where it is lost is called `u[i + 1]` where it was read. */
export function readAs(what: string, need: Need | null): string {
  const names = need?.names ?? [];
  return names.length === 0 || names.includes(what) ? '' : `, which was read as ${listed(names, 'or')}`;
}

export function readSentence(c: Context, l: number, reader: string, need: Need | null): string {
  return `${capital(reader)} reads ${need && need.names.length > 0 ? listed(need.names) : quoted(c, l)}${need ? `, because ${need.clause}` : ''}.`;
}

/** A sentence: the backward sweep comes to the read only when the value is gone. */
export function tooLate(c: Context, what: string, { kind, read, overwrite, need }: RecordedReason): string {
  if (kind === 'own') return `The statement changes ${what}, but its derivative is taken at the old value.`;
  if (read?.id === overwrite.id) {
    const names = need?.names ?? [];
    const same = names.length === 0 || names.includes(what);
    const meets = same ? '' : `: what one run calls ${what}, an earlier one called ${listed(names, 'or')}`;
    return `The statement runs more than once, and the backward sweep undoes the last run first. When it comes to the earlier run, the value that it read has already been overwritten${meets}.`;
  }
  const reader = read as Instruction;
  return `The backward sweep undoes the program from its end, so it comes to ${named(c, reader)} only after ${overwriteText(c, reader, overwrite)} has overwritten ${what}.`;
}

/** `the next iteration's x = a[i] (line 3)`: an overwrite that control reaches only in another trip of the loop around both. */
function overwriteText(c: Context, reader: Instruction, overwrite: Instruction): string {
  const { graph } = c.analysis.model;
  const { parents } = c.analysis.nesting;
  const around = parents.get(overwrite.id) ?? [];
  const loop = around.findLast((s) => isLoop(s) && parents.get(reader.id)?.includes(s));
  const after = pointOf(graph, reader.id, 'after');
  if (!loop || !after) return named(c, overwrite);
  const { hits } = search(
    graph,
    after,
    'downstream',
    (k) => k.id === overwrite.id,
    (k) => k.id === loop.id,
  );
  if (hits.length > 0) return named(c, overwrite);
  return `${loop === around.at(-1) ? 'the next' : 'a later'} iteration’s ${named(c, overwrite).replace(/^the /, '')}`;
}

export function isCall(i: Instruction | null): boolean {
  return i?.kind === 'leaf' && i.statement.kind === 'call';
}

/** What runs tell about the path, or else what the graph tells. */
export function pathSentence(
  c: Context,
  l: number,
  { kind, read, overwrite, witness }: CheckedReason,
): string {
  const { seen, inputs, runs } = witness;
  const strong = c.analysis.model.locations.at(l).strong;
  const all = quoted(c, l);
  switch (seen) {
    case 'met':
      return witness.shown
        ? `This is seen in a run ${inputs}: ${seenText(c, l, read as Instruction, overwrite, strong)}.`
        : `This is seen in a run ${inputs}: its backward sweep needs a value that was stored here.`;
    case 'missed':
      return runs === 1
        ? 'In the run on the given inputs, the backward sweep needs no value that is overwritten here.'
        : `In none of ${runs} trial runs on different inputs does the backward sweep need a value that is overwritten here.`;
    default:
      return `On a path from that read to the overwrite, ${strong || kind === 'own' ? `nothing else changes ${all}` : `nothing replaces all of ${all}`}.`;
  }
}

/** `line 7 uses a value of i, and line 11 then overwrites this very value` */
function seenText(c: Context, l: number, read: Instruction, overwrite: Instruction, strong: boolean): string {
  const all = quoted(c, l);
  const [what, same] = strong ? [`a value of ${all}`, 'this very value'] : [`an element of ${all}`, 'it'];
  const [from, to] = [read, overwrite].map((i) => lineOf(c, spanOfInstruction(i)));
  const uses = isCall(read) ? `is given ${what}` : `uses ${what}`;
  if (read.id === overwrite.id) return `one run of the statement ${uses}, and a later run overwrites ${same}`;
  const apart = from !== null && to !== null && from !== to;
  const [reader, writer] = apart ? [`line ${from}`, `line ${to}`] : [named(c, read), named(c, overwrite)];
  return `${isCall(read) && apart ? `the call in ${reader}` : reader} ${uses}, and ${writer} then overwrites ${same}`;
}

/** In the set Required an array counts as a whole, even where single elements are told apart afterwards. */
export function wholeArray(c: Context, l: number): string {
  return `what is required of ${quoted(c, l)} is known for the whole array only`;
}

/** A hint that less might suffice, where runs leave that open. */
export function mayBeMore(
  c: Context,
  what: string,
  l: number,
  { need, witness }: CheckedReason,
): string | null {
  if (witness.seen === 'unclear')
    return `Runs do come from that read to the overwrite, but they do not tell whether to the same element of ${quoted(c, l)}.`;
  if (witness.seen !== 'unknown' || !isCoarse(c, l) || need?.names.includes(what)) return null;
  return `${capital(wholeArray(c, l))}, so some of what is stored may never be read.`;
}

export interface RecordedReason {
  /**
   * `own`: I' itself; `upstream`: U⃖; `caller`: what ran before the call of this routine, in split mode; `strategy`: none of
   * these requires it, the strategy stores it; `forced`: the user does.
   */
  readonly kind: 'own' | 'upstream' | 'caller' | 'strategy' | 'forced';
  readonly overwrite: Instruction;
  /** The instruction whose backward sweep reads the value; null for `caller`, `strategy` and `forced`. */
  readonly read: Instruction | null;
  readonly need: Need | null;
  /** From the read to the overwrite, in execution order. */
  readonly path: readonly number[];
}

export interface CheckedReason extends RecordedReason {
  /** What runs show of it. */
  readonly witness: RunWitness;
}
