/**
 * Increments of one adjoint become one, and a reset that a later assignment kills goes ([TAP] 3.3, theory 8), where nothing
 * between reads the adjoint or writes what the one that moves reads:
 *
 *     dplimb = -rh3b[is2];   dplimb = dplimb + rh3b[is1];      becomes     dplimb = rh3b[is1] - rh3b[is2];
 */

import { countBelow } from '../base/lookup';
import { getOrMake } from '../base/once';
import { add, negate, sameExpr, subtract } from '../ir/build';
import { placesRead } from '../ir/partials';
import { rewriteStatements } from '../ir/statements';
import { compareElements } from '../ir/subscripts';
import type { Assign, Expr, Place, Pop, Program, Statement, StatementId, VariableId } from '../ir/types';

export function gatherIncrements(program: Program, body: readonly Statement[]): readonly Statement[] {
  const gathered = gatherList(program, body);
  return rewriteStatements(gathered, (s) => {
    switch (s.kind) {
      case 'if': {
        const then = gatherList(program, s.then);
        const otherwise = gatherList(program, s.else);
        return then === s.then && otherwise === s.else ? s : { ...s, then, else: otherwise };
      }
      case 'for':
      case 'while':
      case 'doWhile':
      case 'block': {
        const body = gatherList(program, s.body);
        return body === s.body ? s : { ...s, body };
      }
      default:
        return s;
    }
  });
}

/** Run by run of assignments, pushes and pops: nothing moves past other statements. */
function gatherList(program: Program, list: readonly Statement[]): readonly Statement[] {
  const parts: (readonly Statement[])[] = [];
  let done = 0;
  for (let end = 0, start = 0, derivatives = 0; end <= list.length; end++) {
    const s = list[end];
    if (s?.kind === 'assign' || s?.kind === 'push' || s?.kind === 'pop') {
      if (isDerivative(s)) derivatives++;
      continue;
    }
    const rows = derivatives > 1 ? gatheredRun(program, list.slice(start, end)) : null;
    derivatives = 0;
    if (rows?.hasJoined) {
      parts.push(list.slice(done, start), rows.statements());
      done = end;
    }
    start = end + 1;
  }
  return parts.length > 0 ? [...parts, list.slice(done)].flat() : list;
}

function gatheredRun(program: Program, run: readonly Statement[]): Rows | null {
  // Whether several derivatives assign a variable: no others can be joined.
  const several = new Map<VariableId, boolean>();
  for (const s of run) if (isDerivative(s)) several.set(s.target.variable, several.has(s.target.variable));
  const isJoinable = (s: Statement): s is Assign =>
    isDerivative(s) && several.get(s.target.variable) === true;
  const joinable = run.filter(isJoinable);
  if (joinable.length === 0) return null;
  const rows = new Rows(program, joinable);
  for (const s of run) {
    const joins = isJoinable(s);
    rows.push(s, joins);
    if (joins) joinLast(rows, s);
  }
  return rows;
}

/** A statement, which may have taken others up. What it has become is put together once, at the end. */
interface Row {
  statement: Statement;
  /** Its place among the rows; null once it has gone into another. */
  at: number | null;
  hasMoved: boolean;
  /** Of what may be joined: the value as it is now, or what is added to the target. */
  value: Expr | null;
  grown: Expr | null;
  /** By memory, each place once, null for none; of a row that never joins, those in memory of aims only. */
  reads: Map<Memory, Place[]> | null;
  readonly writes: readonly Place[];
  /** The primal statements whose contributions were joined to this one. */
  gathered: Set<StatementId> | null;
}

/** Statements in order, and where each memory is accessed, so that a look back meets only those that matter. */
class Rows {
  /** Null where a row has moved away. */
  readonly #rows: (Row | null)[] = [];
  readonly #accesses = new Map<Memory, number[]>();
  readonly #writes = new Map<Memory, number[]>();
  /** Rows that have moved, by what they read; they know their place, so that lists of accesses need not follow them. */
  readonly #moved = new Map<Memory, Set<Row>>();
  hasJoined = false;

  /** Memory that joinable statements assign; no other is looked up. */
  readonly #aims: ReadonlySet<Memory>;

  constructor(
    readonly program: Program,
    joinable: readonly Assign[],
  ) {
    this.#aims = new Set(joinable.map(({ target }) => this.#memory(target.variable)));
  }

  get last(): number {
    return this.#rows.length - 1;
  }

  at(k: number): Row | null {
    return this.#rows[k] ?? null;
  }

  statements(): Statement[] {
    return this.#rows.flatMap((row) => (row ? written(row) : []));
  }

  push(s: Statement, joins: boolean): void {
    const assigns = joins && s.kind === 'assign';
    const row: Row = {
      statement: s,
      at: this.#rows.length,
      hasMoved: false,
      value: assigns ? s.value : null,
      grown: assigns ? grownBy(s, s.value) : null,
      reads: null,
      writes: writesOf(s),
      gathered: null,
    };
    this.#rows.push(row);
    this.#addReads(row, readsOf(s));
    for (const place of row.writes)
      for (const memory of this.#under(place)) {
        if (this.#aims.has(this.#memory(place.variable))) addInOrder(this.#accesses, memory, this.last);
        addInOrder(this.#writes, memory, this.last);
      }
  }

  /** The last statement goes, and what it adds is added by the k-th. */
  takeUp(k: number, addend: Expr): void {
    const row = this.#rows[k] as Row;
    const { statement: other, reads } = this.#rows[this.last] as Row;
    grow(row, addend, other as Assign);
    for (const places of reads?.values() ?? []) this.#addReads(row, places);
    this.remove(this.last);
  }

  /** The last statement goes, and the k-th takes its place with what it adds. */
  moveDown(k: number, addend: Expr): void {
    const row = this.#rows[k] as Row;
    const t = row.statement as Assign;
    const { statement: s, reads } = this.#rows[this.last] as Row;
    row.statement = { ...(s as Assign), form: t.form };
    grow(row, addend, t);
    this.remove(this.last);
    this.remove(k);
    row.at = this.last;
    this.#rows[this.last] = row;
    if (!row.hasMoved) {
      row.hasMoved = true;
      for (const places of row.reads?.values() ?? []) for (const p of places) this.#enter(row, p);
    }
    for (const places of reads?.values() ?? []) this.#addReads(row, places);
  }

  remove(k: number): void {
    const row = this.#rows[k];
    if (row) row.at = null;
    this.#rows[k] = null;
    this.hasJoined = true;
  }

  /** A look back from the last, latest first, at what accesses the place or writes what it mentions; -1 at the end. */
  back(place: Place): () => number {
    const own = this.#touching(place);
    const lists = own.map((memory) => this.#accesses.get(memory) ?? NOWHERE);
    for (const p of subscriptsOf(place))
      for (const memory of this.#touching(p)) lists.push(this.#writes.get(memory) ?? NOWHERE);
    let before = this.last;
    return () => {
      do {
        let latest = -1;
        for (const list of lists) latest = Math.max(latest, list[countBelow(list, before) - 1] ?? -1);
        for (const memory of own)
          for (const { at } of this.#moved.get(memory) ?? [])
            if (at !== null && at < before) latest = Math.max(latest, at);
        before = latest;
      } while (before >= 0 && !this.#rows[before]);
      return before;
    };
  }

  /** Places in the memory of this one that the row reads. */
  readsNear({ reads }: Row, { variable }: Place): readonly Place[] {
    return reads?.get(this.#memory(variable)) ?? NOTHING;
  }

  /** Nothing after k and before the last writes what the row reads: asked of the row or of what is between, whichever is less. */
  canPass(row: Row, k: number): boolean {
    if (!row.reads) return true;
    if (row.reads.size > this.last - k) {
      for (let at = k + 1; at < this.last; at++)
        for (const w of this.#rows[at]?.writes ?? NOTHING)
          if (this.readsNear(row, w).some((read) => touches(this.program, w, read))) return false;
      return true;
    }
    for (const root of row.reads.keys()) {
      if (!this.#isWritten(root, k, () => true)) continue;
      for (const read of row.reads.get(root) ?? NOTHING)
        for (const memory of this.#touching(read))
          if (this.#isWritten(memory, k, (w) => touches(this.program, w, read))) return false;
    }
    return true;
  }

  /** Whether such a place in the memory is written after k and before the last. */
  #isWritten(memory: Memory, k: number, isSuch: (w: Place) => boolean): boolean {
    const list = this.#writes.get(memory) ?? NOWHERE;
    return list
      .slice(countBelow(list, k + 1))
      .some((at) => at < this.last && this.#rows[at]?.writes.some(isSuch));
  }

  #addReads(row: Row, places: readonly Place[]): void {
    for (const p of places) {
      const own = this.#memory(p.variable);
      const isAim = this.#aims.has(own);
      if (!isAim && row.value === null) continue;
      row.reads ??= new Map();
      const known = row.reads.get(own);
      if (!known) row.reads.set(own, [p]);
      else if (!known.some((q) => sameExpr(p, q))) known.push(p);
      if (isAim) this.#enter(row, p);
    }
  }

  #enter(row: Row, place: Place): void {
    for (const memory of this.#under(place))
      if (row.hasMoved) getOrMake(this.#moved, memory, () => new Set()).add(row);
      else addInOrder(this.#accesses, memory, row.at as number);
  }

  #memory(variable: VariableId): Memory {
    return this.program.variables[variable]?.storage?.root ?? variable;
  }

  /** The memories under which an access to a place is entered; elements of an array that shares no storage have their own. */
  #under(place: Place): Memory[] {
    const memory = this.#memory(place.variable);
    const part = this.#part(place);
    return part === null ? [memory] : [memory, part];
  }

  /** The memories under which everything is entered that may be this place. */
  #touching(place: Place): Memory[] {
    const part = this.#part(place);
    if (part === null) return [this.#memory(place.variable)];
    const some = anyElement(place.variable);
    return part === some ? [this.#memory(place.variable)] : [part, some];
  }

  /** The element, or any of its array; null where the memory is not divided. */
  #part(place: Place): Memory | null {
    const v = this.program.variables[place.variable];
    if (!v?.shape || v.storage) return null;
    return (
      (place.kind === 'element' && constantElement(place.variable, place.subscripts)) ||
      anyElement(place.variable)
    );
  }
}

const NOTHING: readonly Place[] = [];
const NOWHERE: readonly number[] = [];

const anyElement = (variable: VariableId): Memory => -1 - variable;

/** Null where a subscript is not constant. */
function constantElement(variable: VariableId, subscripts: readonly Expr[]): string | null {
  let fixed = '';
  for (const e of subscripts) {
    if (e.kind !== 'constant') return null;
    fixed += `,${e.value}`;
  }
  return `${variable}[${fixed}]`;
}

/** A piece of memory, by a number or a text: a variable, the storage that several share, an element. */
type Memory = number | string;

/** Not always at the end: a statement that takes up a later one stands before others that access the same. */
function addInOrder(lists: Map<Memory, number[]>, memory: Memory, k: number): void {
  const list = getOrMake(lists, memory, () => []);
  const at = countBelow(list, k);
  if (list[at] !== k) list.splice(at, 0, k);
}

/** Joins the last statement with an earlier one of the same place, where either can move to the other. */
function joinLast(rows: Rows, s: Assign): void {
  const { program } = rows;
  const last = rows.at(rows.last) as Row;
  const addend = last.grown;
  // Only a value that does not read the place makes an earlier assignment to it useless.
  if (!addend && rows.readsNear(last, s.target).some((p) => p.variable === s.target.variable)) return;
  const back = rows.back(s.target);
  for (let k = back(); k >= 0; k = back()) {
    const row = rows.at(k) as Row;
    const { statement: t, writes } = row;
    const reads = rows.readsNear(row, s.target);
    if (isDerivative(t) && sameExpr(t.target, s.target)) {
      if (!addend) rows.remove(k);
      else if (reads.some((p) => touches(program, s.target, p) && !sameExpr(p, s.target))) return;
      else if (rows.canPass(last, k)) rows.takeUp(k, addend);
      else if (rows.canPass(row, k)) rows.moveDown(k, addend);
      return;
    }
    if ([...reads, ...writes].some((p) => touches(program, s.target, p))) return;
    // The place itself must mean the same there.
    if (subscriptsOf(s.target).some((p) => writes.some((w) => touches(program, w, p)))) return;
  }
}

function isDerivative(s: Statement): s is Assign {
  return s.kind === 'assign' && s.role === 'derivative' && !s.codeList;
}

/** e of `v = v + e`, of an assignment with this value; null where it is no increment. */
function grownBy({ target }: Assign, value: Expr): Expr | null {
  if (value.kind !== 'binary' || !sameExpr(value.left, target)) return null;
  const other = value.op === 'add' ? value.right : value.op === 'subtract' ? negate(value.right) : null;
  return other && !placesRead(other).some((p) => p.variable === target.variable) ? other : null;
}

/** Adds to the row what `other` adds, and notes the statements that this came from. */
function grow(row: Row, addend: Expr, other: Assign): void {
  const s = row.statement as Assign;
  if (row.grown) row.grown = summed(row.grown, addend);
  else {
    row.value = summed(row.value as Expr, addend);
    row.grown = grownBy(s, row.value);
  }
  const gathered = row.gathered ?? new Set(s.gathered);
  for (const id of other.gathered ?? []) gathered.add(id);
  if (other.origin !== null) gathered.add(other.origin);
  if (s.origin !== null) gathered.delete(s.origin);
  row.gathered = gathered;
}

function written({ statement: s, value, grown, gathered }: Row): Statement {
  if (s.kind !== 'assign' || !gathered) return s;
  const whole = grown ? add(s.target, grown) : (value as Expr);
  return { ...s, value: whole, ...(gathered.size > 0 ? { gathered: [...gathered] } : {}) };
}

function summed(first: Expr, second: Expr): Expr {
  if (first.kind === 'unary' && first.op === 'negate' && !(second.kind === 'unary' && second.op === 'negate'))
    return subtract(second, first.operand);
  return add(first, second);
}

function subscriptsOf(place: Place): readonly Place[] {
  return place.kind === 'element' ? place.subscripts.flatMap(placesRead) : NOTHING;
}

function readsOf(s: Statement): readonly Place[] {
  if (s.kind === 'assign') {
    const read = placesRead(s.value);
    return s.target.kind === 'element' ? [...read, ...subscriptsOf(s.target)] : read;
  }
  if (s.kind !== 'push' && s.kind !== 'pop') return NOTHING;
  if (s.what.kind === 'array') return wholeArray(s.what);
  return s.kind === 'push' ? placesRead(s.what.place) : subscriptsOf(s.what.place);
}

function writesOf(s: Statement): readonly Place[] {
  if (s.kind === 'assign') return [s.target];
  if (s.kind !== 'pop') return NOTHING;
  return s.what.kind === 'array' ? wholeArray(s.what) : [s.what.place];
}

/** Any element: it may be one with any other of its array. */
function wholeArray({ variable, count }: Extract<Pop['what'], { kind: 'array' }>): Place[] {
  return [{ kind: 'variable', variable, type: count.type, span: count.span }, ...placesRead(count)];
}

function touches(program: Program, a: Place, b: Place): boolean {
  if (a.variable !== b.variable) {
    const [x, y] = [program.variables[a.variable]?.storage, program.variables[b.variable]?.storage];
    return x != null && y != null && x.root === y.root;
  }
  return a.kind !== 'element' || b.kind !== 'element' || compareElements(a, b) !== 'different';
}
