/**
 * Memory that goes by several names in several shapes, from COMMON blocks that two routines lay out differently and from
 * EQUIVALENCE. One array stands for all that overlaps, and each name for elements of it, so that nothing after this has to
 * know that names can share memory, and any language can say it.
 */
import type { DiagnosticSink } from '../../../base/diagnostics';
import * as b from '../../../ir/build';
import { byteSize } from '../../../ir/locations';
import { mapExpressions } from '../../../ir/rewrites/rename';
import { rewriteStatements, walkStatements } from '../../../ir/statements';
import type { Argument, Expr, Shape, Statement, Variable, VariableId } from '../../../ir/types';
import { foldValue } from '../resolve/constants/fold';

/** What stands for a variable: an array, and how many of its elements come before. */
interface View {
  readonly of: Variable;
  readonly before: number;
  /** The one that the text declares. */
  readonly shape: Shape | null;
}
type Views = ReadonlyMap<VariableId, View>;

export interface Storage {
  readonly variables: Variable[];
  /** Roots whose memory ends with the call. */
  readonly passingRoots: ReadonlySet<string>;
  readonly sink: DiagnosticSink;
}

/** The bodies of the routines over the arrays that are made; the variables are replaced in place. */
export function withSharedStorage(
  s: Storage,
  bodies: readonly (readonly Statement[])[],
): readonly (readonly Statement[])[] {
  const views = new Map<VariableId, View>();
  for (const piece of pieces(s.variables)) unite(s, piece, views);
  if (views.size === 0) return bodies;
  return bodies.map((body) => {
    walkStatements(body, (stmt) => {
      if (stmt.kind === 'for' && views.has(stmt.index)) reportIndex(s, stmt.index, stmt.span);
    });
    return rewriteStatements(body, (stmt) => viewed(stmt, views));
  });
}

/** Variables of one root that share memory, each list from its first byte to its last. */
function pieces(variables: readonly Variable[]): Variable[][] {
  const roots = new Map<string, Variable[]>();
  for (const v of variables)
    if (v.storage) roots.set(v.storage.root, [...(roots.get(v.storage.root) ?? []), v]);
  return [...roots.values()].flatMap((members) => {
    const found: Variable[][] = [];
    let end = -1;
    for (const v of members.sort((x, y) => start(x) - start(y))) {
      if (start(v) >= end) found.push([]);
      found[found.length - 1]?.push(v);
      end = Math.max(end, start(v) + byteSize(v));
    }
    return found;
  });
}

function start(v: Variable): number {
  return v.storage?.offset ?? 0;
}

function unite(s: Storage, piece: readonly Variable[], views: Map<VariableId, View>): void {
  const [first] = piece;
  if (!first?.storage) return;
  const isPassing = s.passingRoots.has(first.storage.root);
  if (piece.every(({ storage }) => storage?.key === first.storage?.key) && !isPassing) return;
  const other = piece.find((v) => v.type !== first.type);
  if (other) {
    // In COMMON, what each routine sees may still be apart in fact.
    if (!isPassing) return;
    s.sink.error(
      'unsupported',
      `${other.name} and ${first.name} share memory, and are of different types.`,
      other.span,
      'Give each type memory of its own.',
    );
    return;
  }
  const size = b.memoryBytes(first.type);
  const end = Math.max(...piece.map((v) => start(v) + byteSize(v)));
  const count = (end - start(first)) / size;
  const shape: Shape = {
    dimensions: [{ lower: b.constant(1, 'i32'), extent: b.constant(count, 'i32') }],
    order: 'column',
  };
  const isArray = count > 1 || first.shape !== null;
  const whole: Variable = {
    ...first,
    owner: piece.every(({ owner }) => owner === first.owner) ? first.owner : null,
    shape: isArray ? shape : null,
    initial: initialOf(piece, start(first), count, size),
    ...(isPassing && { role: 'local', storage: null }),
  };
  s.variables[first.id] = whole;
  for (const v of piece) {
    views.set(v.id, { of: whole, before: (start(v) - start(first)) / size, shape: v.shape });
    if (v.id === first.id) continue;
    // Nothing names these variables any more. Where memory ends with the call they are no routine's and have no memory;
    // elsewhere each is another name for the whole.
    s.variables[v.id] = isPassing
      ? { ...v, role: 'local', owner: null, storage: null }
      : { ...whole, id: v.id, name: v.name };
  }
  if (piece.length > 1)
    s.sink.info(
      'shared-memory',
      `${piece.map(({ name }) => name).join(', ')} share memory: ${first.name}(${count}) stands for all of it.`,
      first.span,
    );
}

function initialOf(piece: readonly Variable[], from: number, count: number, size: number): number[] | null {
  if (piece.every(({ initial }) => initial === null)) return null;
  const values = Array.from({ length: count }, () => 0);
  for (const v of piece)
    v.initial?.forEach((value, i) => {
      values[(start(v) - from) / size + i] = value;
    });
  return values;
}

function reportIndex(s: Storage, index: VariableId, span: Statement['span']): void {
  const name = s.variables[index]?.name ?? '';
  s.sink.error(
    'unsupported',
    `A DO variable that shares memory with others, such as ${name}, is not supported.`,
    span,
    'Count with a variable of the routine’s own, and assign it.',
  );
}

// --------------------------------------------------------------------------------------------------------- references

function viewed(stmt: Statement, views: Views): Statement {
  const expr = <E extends Expr>(e: E): E => b.rewrite(e, (part) => place(part, views)) as E;
  const made = mapExpressions(stmt, expr);
  return made.kind === 'call' ? { ...made, args: made.args.map((arg) => argument(arg, views)) } : made;
}

function place(e: Expr, views: Views): Expr {
  const view = e.kind === 'variable' || e.kind === 'element' ? views.get(e.variable) : undefined;
  if (!view) return e;
  const subscripts = e.kind === 'element' ? e.subscripts : [];
  if (!view.of.shape) return b.variable(view.of.id, e.type, e.span);
  return b.element(view.of.id, [subscript(view, subscripts, e)], e.type, e.span);
}

/** Elements before it, and one. */
function subscript({ before, shape }: View, subscripts: readonly Expr[], { span }: Pick<Expr, 'span'>): Expr {
  let constant = before + 1;
  let sum: Expr | null = null;
  let stride = 1;
  for (const [k, e] of subscripts.entries()) {
    const { lower, extent } = shape?.dimensions[k] ?? {};
    const known = foldValue(e);
    constant -= ((lower && foldValue(lower)) ?? 1) * stride;
    if (known !== null) constant += known * stride;
    else {
      const term: Expr = stride === 1 ? e : b.multiply(b.constant(stride, e.type, span), e, span);
      sum = sum ? b.add(sum, b.convert(term, sum.type), span) : term;
    }
    stride *= (extent && foldValue(extent)) ?? 1;
  }
  return sum ? b.shifted(sum, constant) : b.constant(constant, 'i32', span);
}

function argument(arg: Argument, views: Views): Argument {
  if (arg.kind !== 'array') return arg;
  const view = views.get(arg.variable);
  if (!view) return arg;
  const first = (view.shape?.dimensions ?? []).map(({ lower }) => lower);
  return { ...arg, variable: view.of.id, start: [subscript(view, arg.start ?? first, arg)] };
}
