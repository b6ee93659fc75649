/**
 * How every value of a run came about: a graph with a node for each operation on reals, and for each operation on
 * integers and truth values that hangs on an input. A node knows its operands, the statement and visit that made it, the
 * test that it stands under, and what it would be in double-doubles. Node 0 is any value without a history.
 *
 * The interpreter keeps a node beside each value in memory where it else keeps a tangent; operands of an expression wait on
 * a stack, each as the value and its node.
 */
import type { DoubleDouble } from '../../base/doubleDouble';
import { itemAt } from '../../base/lookup';
import { isReal } from '../../ir/build';
import type { Expr, StatementId } from '../../ir/types';
import { exactValue } from './exact';

/** Node numbers, statements and values; a node's operands are `operands[first[n]]` up to `first[n + 1]`. */
export interface RunHistory {
  readonly count: number;
  readonly node: (n: number) => HistoryNode;
  /** Values that were lost to other values, in the order of the run. */
  readonly losses: readonly Loss[];
  /** Tests, each with its node and the test around or before it; the first entry means none. */
  readonly tests: readonly { readonly node: number; readonly outer: number }[];
  /** How many times a statement ran. */
  visits(id: StatementId): number;
}

export interface HistoryNode {
  /** Null for an input, which has no operand, and for a copy, which has one. */
  readonly expr: Expr | null;
  readonly value: number;
  readonly exact: DoubleDouble;
  readonly statement: StatementId | null;
  /** Which run of the statement it is, counted from 1 over the whole run of the program. */
  readonly visit: number;
  /** For an element: the node in memory first, then its subscripts. */
  readonly operands: readonly Operand[];
  /** Index into `tests`. */
  readonly test: number;
}

export interface Operand {
  readonly node: number;
  readonly value: number;
}

export interface Loss {
  readonly statement: StatementId | null;
  readonly visit: number;
  readonly lost: number;
  readonly by: number;
}

export interface Historian extends RunHistory {
  /** How many operands wait. */
  readonly height: number;
  input(value: number): number;
  /** Begins a statement; none of its operands wait yet. */
  enter(id: StatementId): void;
  /** Pushes a constant, or the value of a scalar. */
  leaf(value: number, node: number): void;
  /** Makes a node of the operands above `base`; `held` is the node in memory, for an element. */
  operation(e: Expr, base: number, value: number, held: number | null): number;
  /** The node to keep beside a real in memory: a value that is copied under a test depends on the test. */
  keep(node: number, value: number): number;
  overwrite(lost: number, by: number): void;
  /** Makes everything that runs from here on depend on this node. */
  decide(node: number): void;
  test: number;
}

/** The history has at most `most` nodes. */
export function newHistory(statement: () => StatementId | null, onFull: () => void, most: number): Historian {
  const nodes: HistoryNode[] = [
    { expr: null, value: 0, exact: [0, 0], statement: null, visit: 0, operands: [], test: 0 },
  ];
  const waiting: Operand[] = [];
  const losses: Loss[] = [];
  const tests = [{ node: 0, outer: 0 }];
  const visits = new Map<StatementId, number>();
  const visit = () => visits.get(statement() as StatementId) ?? 0;
  const exactOf = ({ node, value }: Operand): DoubleDouble =>
    node === 0 ? [value, 0] : itemAt(nodes, node).exact;
  const add = (node: HistoryNode): number => {
    if (nodes.length >= most) onFull();
    return nodes.push(node) - 1;
  };
  const made = (e: Expr, operands: readonly Operand[], value: number, exact: DoubleDouble) =>
    add({ expr: e, value, exact, statement: statement(), visit: visit(), operands, test: self.test });
  const self: Historian = {
    test: 0,
    get count() {
      return nodes.length;
    },
    get height() {
      return waiting.length;
    },
    node: (n) => itemAt(nodes, n),
    losses,
    tests,
    input: (value) =>
      add({ expr: null, value, exact: [value, 0], statement: null, visit: 0, operands: [], test: 0 }),
    enter: (id) => {
      waiting.length = 0;
      visits.set(id, (visits.get(id) ?? 0) + 1);
    },
    leaf: (value, node) => {
      waiting.push({ node, value });
    },
    operation: (e, base, value, held) => {
      const operands = waiting.splice(base);
      let node = held ?? 0;
      if (held !== null) {
        const all = [{ node: held, value }, ...operands];
        if (operands.some((each) => each.node !== 0))
          node = made(e, all, value, exactOf({ node: held, value }));
      } else if (isReal(e.type) || operands.some((each) => each.node !== 0))
        node = made(e, operands, value, exactValue(e, operands.map(exactOf), value));
      waiting.push({ node, value });
      return node;
    },
    keep: (node, value) => {
      if (self.test === 0 || (node !== 0 && itemAt(nodes, node).test === self.test)) return node;
      const operand = { node, value };
      const exact = exactOf(operand);
      return add({
        expr: null,
        value,
        exact,
        statement: statement(),
        visit: visit(),
        operands: [operand],
        test: self.test,
      });
    },
    visits: (id) => visits.get(id) ?? 0,
    overwrite: (lost, by) => {
      if (lost !== 0 && lost !== by) losses.push({ statement: statement(), visit: visit(), lost, by });
    },
    decide: (node) => {
      if (node !== 0) self.test = tests.push({ node, outer: self.test }) - 1;
    },
  };
  return self;
}

/** The memory of one object or storage root. Shadows have an entry for every four bytes. */
export interface Block {
  view: DataView;
  /** 1 where a value was stored. */
  defined: Uint8Array;
  /** Tangents, in dual mode; nodes, where a history is kept. */
  dots: Float64Array | null;
  /** For an argument of unknown extent: makes room for `count` elements; false where it may not. */
  readonly stretch: ((count: number) => boolean) | null;
}

export function newBlock(
  bytes: number,
  shadows: boolean,
  defined: boolean,
  stretch: Block['stretch'] = null,
): Block {
  const words = Math.ceil(bytes / 4);
  return {
    view: new DataView(new ArrayBuffer(words * 4)),
    defined: new Uint8Array(words).fill(defined ? 1 : 0),
    dots: shadows ? new Float64Array(words) : null,
    stretch,
  };
}
