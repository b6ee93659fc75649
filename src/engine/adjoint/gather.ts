/**
 * Increments of one adjoint become one, and a reset that a later assignment kills goes ([TAP] 3.3, theory 8), where nothing
 * between reads the adjoint or writes what the one that moves reads:
 *
 *     dplimb = -rh3b[is2];   dplimb = dplimb + rh3b[is1];      becomes     dplimb = rh3b[is1] - rh3b[is2];
 */
import { add, negate, sameExpr, subtract, walk } from '../ir/build';
import { rewriteStatements } from '../ir/statements';
import { compareElements } from '../ir/subscripts';
import type { Assign, Expr, If, Place, Program, Statement, StatementId, VariableId } from '../ir/types';

export function gatherIncrements(program: Program, body: readonly Statement[]): readonly Statement[] {
  const gathered = gatherList(program, body);
  return rewriteStatements(gathered, (s) => {
    switch (s.kind) {
      case 'if':
        return { ...s, then: gatherList(program, s.then), else: gatherList(program, s.else) } satisfies If;
      case 'for':
      case 'while':
      case 'doWhile':
      case 'block':
        return { ...s, body: gatherList(program, s.body) };
      default:
        return s;
    }
  });
}

function gatherList(program: Program, list: readonly Statement[]): readonly Statement[] {
  const rows = new Rows(program);
  for (const s of list) {
    rows.push(s);
    if (isDerivative(s)) joinLast(rows, s);
  }
  return rows.hasJoined ? rows.statements() : list;
}

interface Row {
  readonly statement: Statement;
  readonly reads: readonly Place[];
  readonly writes: readonly Place[];
}

/** Statements in order, and where each memory is accessed, so that a look back meets those alone that matter. */
class Rows {
  /** Null is what has moved. */
  readonly #rows: (Row | null)[] = [];
  readonly #accesses = new Map<Memory, number[]>();
  readonly #writes = new Map<Memory, number[]>();
  /** The last statement that is none of assignment, push and pop. */
  #barrier = -1;
  hasJoined = false;

  constructor(readonly program: Program) {}

  get last(): number {
    return this.#rows.length - 1;
  }

  at(k: number): Row | null {
    return this.#rows[k] ?? null;
  }

  statements(): Statement[] {
    return this.#rows.flatMap((row) => row?.statement ?? []);
  }

  push(s: Statement): void {
    this.#rows.push(null);
    this.#set(this.last, s);
    if (s.kind !== 'assign' && s.kind !== 'pop' && s.kind !== 'push') this.#barrier = this.last;
  }

  replace(k: number, s: Statement): void {
    this.#set(k, s);
    this.hasJoined = true;
  }

  remove(k: number): void {
    this.#rows[k] = null;
    this.hasJoined = true;
  }

  /** Before the last and after all that is a barrier, latest first: what accesses the place or writes what it mentions. */
  *back(place: Place): Generator<number> {
    const mentioned = new Set(subscriptsOf(place).map((p) => this.#memory(p)));
    const lists = [
      this.#accesses.get(this.#memory(place)),
      ...[...mentioned].map((memory) => this.#writes.get(memory)),
    ].flatMap((list) => (list ? [{ list, next: list.length - 1 }] : []));
    for (let before = this.last; ; ) {
      let latest = this.#barrier;
      for (const each of lists) {
        while ((each.list[each.next] ?? -1) >= before) each.next--;
        latest = Math.max(latest, each.list[each.next] ?? -1);
      }
      if (latest <= this.#barrier) return;
      before = latest;
      if (this.#rows[latest]) yield latest;
    }
  }

  /** Nothing after k and before the last writes what the expression reads. */
  canPass(e: Expr, k: number): boolean {
    return placesIn(e).every((read) => {
      const list = this.#writes.get(this.#memory(read)) ?? [];
      for (let i = list.length - 1; i >= 0; i--) {
        const at = list[i] as number;
        if (at <= k) return true;
        if (at < this.last && this.#rows[at]?.writes.some((w) => touches(this.program, w, read)))
          return false;
      }
      return true;
    });
  }

  #set(k: number, statement: Statement): void {
    const row = { statement, reads: readsOf(statement), writes: writesOf(statement) };
    this.#rows[k] = row;
    for (const p of row.reads) addInOrder(this.#accesses, this.#memory(p), k);
    for (const p of row.writes) {
      addInOrder(this.#accesses, this.#memory(p), k);
      addInOrder(this.#writes, this.#memory(p), k);
    }
  }

  #memory({ variable }: Place): Memory {
    return this.program.variables[variable]?.storage?.root ?? variable;
  }
}

/** What `touches` may find to be one: a variable, or the storage that several share. */
type Memory = VariableId | string;

/** A statement that takes up a later one may be among others that access the same. */
function addInOrder(lists: Map<Memory, number[]>, memory: Memory, k: number): void {
  const list = lists.get(memory);
  if (!list) {
    lists.set(memory, [k]);
    return;
  }
  let at = list.length;
  while (at > 0 && (list[at - 1] as number) > k) at--;
  if (list[at - 1] !== k) list.splice(at, 0, k);
}

/** Joins the last statement with an earlier one of the same place, where either can move to the other. */
function joinLast(rows: Rows, s: Assign): void {
  const { program } = rows;
  const addend = grownBy(s);
  // A value that reads nothing of the place makes what was there before it vain.
  if (!addend && placesIn(s.value).some((p) => p.variable === s.target.variable)) return;
  for (const k of rows.back(s.target)) {
    const { statement: t, reads, writes } = rows.at(k) as Row;
    if (isDerivative(t) && sameExpr(t.target, s.target)) {
      if (!addend) rows.remove(k);
      else if (reads.some((p) => touches(program, s.target, p) && !sameExpr(p, s.target))) return;
      else if (rows.canPass(addend, k)) {
        rows.replace(k, joined(t, addend, s));
        rows.remove(rows.last);
      } else if (rows.canPass(grownBy(t) ?? t.value, k)) {
        rows.remove(k);
        rows.replace(rows.last, joined({ ...s, value: t.value, form: t.form }, addend, t));
      }
      return;
    }
    if ([...reads, ...writes].some((p) => touches(program, s.target, p))) return;
    // The place itself must mean the same there.
    if (writes.some((p) => mentions(program, s.target, p))) return;
  }
}

function isDerivative(s: Statement): s is Assign {
  return s.kind === 'assign' && s.role === 'derivative' && !s.codeList;
}

/** e of `v = v + e`; null where the statement is no increment. */
function grownBy(s: Assign): Expr | null {
  const { value, target } = s;
  if (s.form !== 'increment' && !(value.kind === 'binary' && sameExpr(value.left, target))) return null;
  if (value.kind !== 'binary' || !sameExpr(value.left, target)) return null;
  const other = value.op === 'add' ? value.right : value.op === 'subtract' ? negate(value.right) : null;
  return other && !placesIn(other).some((p) => p.variable === target.variable) ? other : null;
}

/** `other`: the statement that goes, whose part is told with the one that stays. */
function joined(t: Assign, addend: Expr, other: Assign): Assign {
  const grown = grownBy(t);
  const sum = summed(grown ?? t.value, addend);
  const from = [...(t.gathered ?? []), ...(other.gathered ?? []), other.origin].filter(
    (id) => id !== null && id !== t.origin,
  );
  const gathered = [...new Set(from)] as StatementId[];
  return { ...t, value: grown ? add(t.target, sum) : sum, ...(gathered.length > 0 ? { gathered } : {}) };
}

function summed(first: Expr, second: Expr): Expr {
  if (first.kind === 'unary' && first.op === 'negate' && !(second.kind === 'unary' && second.op === 'negate'))
    return subtract(second, first.operand);
  return add(first, second);
}

function placesIn(e: Expr): Place[] {
  const places: Place[] = [];
  walk(e, (part) => {
    if (part.kind === 'variable' || part.kind === 'element') places.push(part);
  });
  return places;
}

function subscriptsOf(place: Place): Place[] {
  return place.kind === 'element' ? place.subscripts.flatMap(placesIn) : [];
}

function readsOf(s: Statement): Place[] {
  if (s.kind === 'assign') return [...placesIn(s.value), ...subscriptsOf(s.target)];
  if (s.kind !== 'push' && s.kind !== 'pop') return [];
  if (s.what.kind === 'array') return wholeArray(s.what);
  return s.kind === 'push' ? placesIn(s.what.place) : subscriptsOf(s.what.place);
}

function writesOf(s: Statement): Place[] {
  if (s.kind === 'assign') return [s.target];
  if (s.kind !== 'pop') return [];
  return s.what.kind === 'array' ? wholeArray(s.what) : [s.what.place];
}

/** Any element: it may be one with any other of its array. */
function wholeArray({
  variable,
  count,
}: Extract<Extract<Statement, { kind: 'pop' }>['what'], { kind: 'array' }>): Place[] {
  return [{ kind: 'variable', variable, type: count.type, span: count.span }, ...placesIn(count)];
}

function touches(program: Program, a: Place, b: Place): boolean {
  if (a.variable !== b.variable) {
    const [x, y] = [program.variables[a.variable]?.storage, program.variables[b.variable]?.storage];
    return x != null && y != null && x.root === y.root;
  }
  return a.kind !== 'element' || b.kind !== 'element' || compareElements(a, b) !== 'different';
}

function mentions(program: Program, target: Place, written: Place): boolean {
  return subscriptsOf(target).some((p) => touches(program, written, p));
}
