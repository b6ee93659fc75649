/** Labels as formulas over the partials of the graph: `v4*v3 + c_7_4*v2`. */
import { lastOf } from '../../base/lookup';
import { accumulate } from '../../elimination/evaluate';
import type { Accumulation } from '../../elimination/graph';
import { labelName, type NumberedGraph } from './givenGraph';

export interface Formula {
  readonly text: string;
  readonly isSum: boolean;
  /** The value of a constant, null for anything else. */
  readonly constant: number | null;
}

/** A longer formula is replaced by the name of its edge, since each path can double its length. */
const LONGEST = 400;

export function formulas(graph: NumberedGraph, operations: readonly Accumulation[]): Formula[] {
  const leaves = graph.edges.map(
    ({ partial, value, constant }): Formula => ({
      text: partial,
      isSum: hasSum(partial),
      constant: constant ? (value as number) : null,
    }),
  );
  const id = (position: number) => graph.vertices[position]?.id as number;
  const short = (formula: Formula, at: Accumulation): Formula =>
    formula.text.length <= LONGEST
      ? formula
      : { text: labelName(id(at.source), id(at.target)), isSum: false, constant: null };
  const made = [...leaves];
  for (const operation of operations) {
    const inputs = [...(operation.factors ?? []), ...operation.addTo];
    const parts = inputs.map((label) => made[label] as Formula);
    const local = accumulate(parts, [renumbered(operation)], { add, multiply });
    made[operation.result] = short(lastOf(local), operation);
  }
  return made;
}

function renumbered({ factors, addTo, ...rest }: Accumulation): Accumulation {
  const first = factors ? 2 : 0;
  return {
    ...rest,
    factors: factors ? [0, 1] : null,
    addTo: addTo.map((_, i) => first + i),
    result: first + addTo.length,
  };
}

function add(a: Formula, b: Formula): Formula {
  if (a.constant !== null && b.constant !== null) return constant(a.constant + b.constant);
  const text =
    b.text.startsWith('-') && !b.isSum ? `${a.text} - ${b.text.slice(1)}` : `${a.text} + ${b.text}`;
  return { text, isSum: true, constant: null };
}

/** The product in the order of the paper: c_kj, then c_ji. */
function multiply(front: Formula, back: Formula): Formula {
  if (front.constant !== null && back.constant !== null) return constant(front.constant * back.constant);
  if (front.constant === 1) return back;
  if (back.constant === 1) return front;
  if (front.constant === -1) return { text: `-${factor(back)}`, isSum: false, constant: null };
  if (back.constant === -1) return { text: `-${factor(front)}`, isSum: false, constant: null };
  const [left, right] = [factor(back), factor(front)];
  return { text: `${left}*${right.startsWith('-') ? `(${right})` : right}`, isSum: false, constant: null };
}

function constant(value: number): Formula {
  return { text: String(value), isSum: false, constant: value };
}

function factor({ text, isSum }: Formula): string {
  return isSum ? `(${text})` : text;
}

/** Whether the formula is a sum outside of all brackets. */
function hasSum(text: string): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i] as string;
    if ('([{'.includes(c)) depth++;
    else if (')]}'.includes(c)) depth--;
    else if (depth === 0 && i > 0 && (c === '+' || c === '-') && !/[eEdD*/(]\s*$/.test(text.slice(0, i)))
      return true;
  }
  return false;
}
