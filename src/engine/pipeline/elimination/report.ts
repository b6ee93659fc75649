/** The result of an elimination: steps and edges by the ids of vertices, labels as formulas and numbers. */

import { lastOf } from '../../base/lookup';
import { accumulate } from '../../elimination/evaluate';
import type { Accumulation, Elimination, Entry, Objection, Target } from '../../elimination/graph';
import type { Run } from '../../elimination/heuristics';
import { type EliminationKind, eliminationOf, type Solution } from '../../elimination/search';
import type {
  Eliminated,
  EliminationChoice,
  EliminationProduct,
  EliminationTarget,
  RemainingEdge,
} from '../results';
import { labelName, type NumberedGraph } from './givenGraph';

export function report(
  graph: NumberedGraph,
  kind: EliminationKind,
  { run, after, ...found }: Solution,
): Eliminated {
  const ids = graph.vertices.map(({ id }) => id);
  const texts = formulas(graph, after.operations);
  const values = valuesOf(graph, after);
  const constants = accumulate(
    graph.linear.edges.map(({ constant }) => constant),
    after.operations,
    { add: (a, b) => a + b, multiply: (a, b) => a * b },
  );
  const left = after.remaining();
  const targets = after.targets();
  const remaining = left.map((entry): RemainingEdge => {
    const value = values?.[entry.label];
    const constant = constants[entry.label] as number;
    return {
      label: entry.label,
      from: ids[entry.column] as number,
      to: ids[entry.row] as number,
      partial: (texts[entry.label] as Formula).text,
      ...(value === undefined ? {} : { value }),
      constant: !Number.isNaN(constant),
      final: isFinal(graph, left, entry),
    };
  });
  return {
    ok: true,
    diagnostics: [],
    graph: { vertices: [...graph.vertices], edges: [...graph.edges] },
    steps: run.steps.map(({ target, counts }) => ({ ...named(target, ids), ...counts })),
    products: productsOf(graph, kind, run, ids),
    complete: targets.length === 0,
    multiplications: run.total.multiplications,
    additions: run.total.additions,
    ...found,
    jacobian: remaining
      .filter(({ final }) => final)
      .map(({ from, to, partial, value }) => ({
        row: to,
        column: from,
        expression: partial,
        ...(value === undefined ? {} : { value }),
      })),
    remaining,
    choices: choicesOf(kind, after, left, ids),
  };
}

export function named(target: Target, ids: readonly number[]): EliminationTarget {
  const made: EliminationTarget = {};
  if (target.source !== undefined) made.source = ids[target.source] as number;
  if (target.vertex !== undefined) made.vertex = ids[target.vertex] as number;
  if (target.target !== undefined) made.target = ids[target.target] as number;
  if (target.direction) made.direction = target.direction;
  if (target.occurrence) made.occurrence = target.occurrence;
  return made;
}

/** An edge from an input to an output to which no other path can add anything any more. */
function isFinal({ linear }: NumberedGraph, left: readonly Entry[], { row, column }: Entry): boolean {
  if (linear.roles[column] !== 'input' || linear.roles[row] !== 'output') return false;
  const reached = new Set([column]);
  for (const vertex of reached)
    for (const edge of left)
      if (edge.column === vertex && !(vertex === column && edge.row === row)) reached.add(edge.row);
  return !reached.has(row) && left.filter((edge) => edge.row === row && edge.column === column).length === 1;
}

function valuesOf(graph: NumberedGraph, after: Elimination): number[] | null {
  const partials = graph.edges.map(({ value }) => value);
  if (!partials.every((value) => value !== undefined)) return null;
  return accumulate(partials, after.operations, { add: (a, b) => a + b, multiply: (a, b) => b * a });
}

/** The products of each step, found by taking the steps once more and looking at what each has written. */
function productsOf(
  { linear }: NumberedGraph,
  kind: EliminationKind,
  run: Run,
  ids: readonly number[],
): EliminationProduct[] {
  const again = eliminationOf(linear, kind);
  const id = (position: number) => ids[position] as number;
  let seen = 0;
  return run.steps.flatMap(({ target }, step) => {
    again.eliminate(target);
    const made = again.operations.slice(seen);
    seen = again.operations.length;
    return made.map(({ source, via, target: to, addTo, factors, result }) => ({
      step,
      from: id(source),
      via: id(via),
      to: id(to),
      absorbs: addTo.length > 0 || factors === null,
      label: result,
      factors: factors && [...factors],
      addTo: [...addTo],
    }));
  });
}

const OBJECTIONS: Record<Objection, string> = {
  'no-such-vertex': 'This vertex is not there, or nothing leads out of it any more.',
  'no-such-edge': 'There is no such edge any more.',
  'no-such-face': 'These two edges do not meet here any more.',
  'ends-in-output':
    'Its target is an output: the value is kept, so its in-edges have to stay. Eliminate it at its back.',
  'starts-at-input':
    'Its source is an input: no edge leads into it that could be joined. Eliminate it at its front.',
  'is-input': 'An input stays: its out-edges become columns of the Jacobian.',
  'is-final-output': 'This output has no out-edges: its in-edges are rows of the Jacobian.',
  'not-of-this-kind':
    'An edge is named by source, target and direction, a vertex by itself, a face by source, vertex and target.',
};

export function objectionText(objection: Objection): string {
  return OBJECTIONS[objection];
}

function choicesOf(
  kind: EliminationKind,
  after: Elimination,
  left: readonly Entry[],
  ids: readonly number[],
): EliminationChoice[] {
  const candidates: Target[] =
    kind === 'face'
      ? after.targets()
      : kind === 'vertex'
        ? [...new Set(left.flatMap(({ row, column }) => [column, row]))]
            .sort((a, b) => a - b)
            .map((vertex) => ({ vertex }))
        : left.flatMap(({ row, column }) =>
            (['front', 'back'] as const).map((direction) => ({ source: column, target: row, direction })),
          );
  return candidates.map((target) => {
    const objection = after.objection(target);
    return {
      ...named(target, ids),
      multiplications: objection ? 0 : kind === 'face' ? 1 : after.degree(target),
      objection: objection && objectionText(objection),
    };
  });
}

interface Formula {
  readonly text: string;
  readonly isSum: boolean;
  /** The value of a constant, null for anything else. */
  readonly constant: number | null;
}

/** A longer formula is replaced by the name of its edge, since each path can double its length. */
const LONGEST = 400;

/** Labels as formulas over the partials of the graph: `v4*v3 + c_7_4*v2`. */
function formulas(graph: NumberedGraph, operations: readonly Accumulation[]): Formula[] {
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
