/**
 * A block with its local Jacobian accumulated in the forward sweep ([CFR] 3.3, theory 8.3). Before each statement stand the
 * partials of what it computes, and the products whose label leads to it; the statement that sets an output last carries
 * its row of the Jacobian in place of its derivative.
 *
 *   t = v3*v2;                                      v7b reads rows: v1b += c_71*v7b; v2b += c_72*v7b; v7b = 0
 *   c_73 = v4*v2 + t*v1; …; c_71 = …; c_72 = …;
 *   v7 = t*v4;           d v7 = c_71 d v1 + c_72 d v2
 *
 * What is recorded is left to the analyses, for which labels are variables: one that is overwritten while the backward sweep
 * still needs it is pushed, once a run of the block; one that is constant or unit, or is found again in a variable that nothing
 * overwrites, costs nothing; operands of partials are read in the forward sweep only, and required by nothing.
 */
import { type DoubleDouble, twoProduct, twoSum } from '../../base/doubleDouble';
import { itemAt } from '../../base/lookup';
import { accumulate } from '../../elimination/evaluate';
import type { Accumulation, LinearGraph } from '../../elimination/graph';
import { VARIABLE } from '../../elimination/graph';
import type { Solution } from '../../elimination/search';
import { add, constant, convert, multiply, variable } from '../../ir/build';
import type { Locations } from '../../ir/locations';
import type {
  Assign,
  BlockCosts,
  BlockLabel,
  Expr,
  JacobianTerm,
  Place,
  ScalarType,
  VariableId,
} from '../../ir/types';
import { type BlockGraph, comparePlaces } from './block';

export interface AccumulateTools {
  readonly locations: Locations;
  readonly statement: () => Assign['id'];
  readonly label: (type: ScalarType, like: Assign) => VariableId;
  readonly copy: (place: Place, like: Assign) => VariableId;
}

export function linearOf({ vertices, edges }: BlockGraph): LinearGraph {
  return {
    roles: vertices.map(({ role }) => role),
    edges: edges.map(({ from, to, partial }) => ({
      from,
      to,
      constant: partial.kind === 'constant' ? partial.value : VARIABLE,
    })),
  };
}

export function accumulatedBlock(graph: BlockGraph, solution: Solution, tools: AccumulateTools): Assign[] {
  const { statements, vertices, edges } = graph;
  const { after } = solution;
  const costs = costsOf(graph, solution);
  const entries = new Set(after.remaining().map(({ label }) => label));
  /** What the label with this number is, by vertices. */
  const described = (label: number, of: number, by: number, via: number | null): BlockLabel => {
    const place = (vertex: number) => vertices[vertex]?.place as Place;
    return {
      of: place(of),
      by: place(by),
      via: via === null ? null : place(via),
      isEntry: entries.has(label),
      costs,
    };
  };
  const type: ScalarType = vertices.some(({ place }) => place.type === 'f64') ? 'f64' : 'f32';
  const made: Assign[][] = statements.map(() => []);
  const within = (s: Assign, target: Place, value: Expr): Assign => ({
    ...s,
    id: tools.statement(),
    target,
    value,
    form: undefined,
    jacobian: null,
  });
  const named = (value: Expr, at: number, what: BlockLabel): Expr => {
    if (isKept(value, statements, tools.locations)) return value;
    const s = itemAt(statements, at);
    const label = variable(tools.label(type, s), type, s.span);
    made[at]?.push({ ...within(s, label, value), accumulates: what });
    return label;
  };

  const labels: Expr[] = [];
  const product = ({ factors, addTo }: Accumulation): Expr => {
    const terms = addTo.map((label) => itemAt(labels, label));
    if (factors) terms.push(times(itemAt(labels, factors[1]), itemAt(labels, factors[0])));
    return terms.reduce(plus);
  };
  const positionOf = (vertex: number) => vertices[vertex]?.at as number;
  // By position, so that what a label is made of is there before it.
  const bySource = statements.map((_, at) => at);
  const operations = bySource.flatMap((at) =>
    after.operations.filter(({ target }) => positionOf(target) === at),
  );
  for (const at of bySource) {
    const s = itemAt(statements, at);
    const code = itemAt(graph.code, at);
    for (const [place, value] of code.before) made[at]?.push(within(s, place, value));
    edges.forEach(({ from, to, partial }, label) => {
      if (positionOf(to) !== at) return;
      labels[label] = named(convert(partial, type), at, described(label, to, from, null));
    });
    for (const operation of operations) {
      const { result, source, via, target } = operation;
      if (positionOf(target) === at)
        labels[result] = named(product(operation), at, described(result, target, source, via));
    }
  }

  const rows = rowsOf(graph, after.remaining(), labels);
  const copies = copiesOf(graph, rows, tools);
  const list = statements.flatMap((s, at) => {
    const vertex = graph.computes[at] ?? null;
    const value = graph.code[at]?.value ?? s.value;
    if (vertex === null) return [...(made[at] ?? []), s];
    const row = rows.get(vertex);
    const jacobian =
      row?.map(({ place, partial }) => ({ place: copies.get(place) ?? place, partial })) ?? null;
    const form = value === s.value && s.form === 'increment' ? s.form : undefined;
    return [...(made[at] ?? []), { ...s, value, form, jacobian, written: s.value }];
  });
  const first = itemAt(statements, 0);
  const saved = [...copies].map(([place, copy]): Assign => {
    return { ...first, id: tools.statement(), target: copy, value: place, form: undefined };
  });
  return [...saved, ...list];
}

function costsOf({ edges }: BlockGraph, { after, run }: Solution): BlockCosts {
  const constants = accumulate(
    edges.map(({ partial }) => (partial.kind === 'constant' ? partial.value : VARIABLE)),
    after.operations,
    { add: (a, b) => a + b, multiply: (a, b) => a * b },
  );
  const isUnit = (x: number) => Math.abs(x) === 1;
  return {
    products: run.total.multiplications,
    entries: after.remaining().filter(({ label }) => !isUnit(constants[label] as number)).length,
    partials: edges.filter(({ partial }) => partial.kind !== 'constant' || !isUnit(partial.value)).length,
  };
}

/** By output: its row, over the places of the inputs. An output that depends on none has an empty one. */
function rowsOf(
  { vertices }: BlockGraph,
  entries: ReturnType<Solution['after']['remaining']>,
  labels: readonly Expr[],
): Map<number, JacobianTerm[]> {
  const rows = new Map<number, JacobianTerm[]>();
  vertices.forEach(({ role }, vertex) => {
    if (role === 'output') rows.set(vertex, []);
  });
  for (const { row, column, label } of entries)
    rows.get(row)?.push({ place: vertices[column]?.place as Place, partial: itemAt(labels, label) });
  return rows;
}

/**
 * Rows are over the values at the start of the block. An input that a statement overwrites has its adjoint increased there by
 * rows of later statements, which is not that of the value overwritten: it goes by another name from the start.
 */
function copiesOf(
  { statements, vertices }: BlockGraph,
  rows: ReadonlyMap<number, readonly JacobianTerm[]>,
  { locations, copy }: AccumulateTools,
): Map<Place, Place> {
  const copies = new Map<Place, Place>();
  for (const { role, place } of vertices) {
    if (role !== 'input') continue;
    const overwritten = statements.findIndex((s) => comparePlaces(s.target, place, locations) === 'same');
    if (overwritten < 0) continue;
    const isReadLater = [...rows].some(
      ([row, terms]) =>
        (vertices[row]?.at as number) > overwritten && terms.some((term) => term.place === place),
    );
    if (isReadLater) {
      const id = copy(place, itemAt(statements, 0));
      copies.set(place, variable(id, place.type, place.span));
    }
  }
  return copies;
}

/** What needs no variable: a constant, or a variable that the block does not write, with signs and conversions. */
function isKept(e: Expr, statements: readonly Assign[], locations: Locations): boolean {
  switch (e.kind) {
    case 'constant':
      return true;
    case 'unary':
    case 'convert':
      return isKept(e.operand, statements, locations);
    case 'binary':
      return isConstantTree(e);
    case 'variable':
      return statements.every((s) => comparePlaces(s.target, e, locations) === 'different');
    default:
      return false;
  }
}

// Constants are put together where that rounds nothing: else the entry would be another number than the product that it is.
function times(a: Expr, b: Expr): Expr {
  const folded =
    a.kind === 'constant' && b.kind === 'constant' && exact(twoProduct(a.value, b.value), a.type);
  return folded || multiply(a, b);
}
function plus(a: Expr, b: Expr): Expr {
  const folded = a.kind === 'constant' && b.kind === 'constant' && exact(twoSum(a.value, b.value), a.type);
  return folded || add(a, b);
}

function exact([high, low]: DoubleDouble, type: ScalarType): Expr | null {
  return low === 0 && (type === 'f64' || Math.fround(high) === high) ? constant(high, type) : null;
}

function isConstantTree(e: Expr): boolean {
  return e.kind === 'constant' || (e.kind === 'binary' && isConstantTree(e.left) && isConstantTree(e.right));
}
