/**
 * Increments of one adjoint become one, and a reset that a later assignment kills goes ([TAP] 3.3, theory 8), where nothing
 * between reads the adjoint or writes what the one that moves reads:
 *
 *     dplimb = -rh3b[is2];   dplimb = dplimb + rh3b[is1];      becomes     dplimb = rh3b[is1] - rh3b[is2];
 */
import { add, negate, sameExpr, subtract, walk } from '../ir/build';
import { rewriteStatements } from '../ir/statements';
import { compareElements } from '../ir/subscripts';
import type { Assign, Expr, If, Place, Program, Statement, StatementId } from '../ir/types';

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
  const made: Statement[] = [];
  for (const s of list) {
    made.push(s);
    if (isDerivative(s)) joinLast(program, made);
  }
  return made.length === list.length ? list : made;
}

/** Joins the last statement with an earlier one of the same place, where either can move to the other. */
function joinLast(program: Program, made: Statement[]): void {
  const s = made.at(-1) as Assign;
  const addend = grownBy(s);
  // A value that reads nothing of the place makes what was there before it vain.
  if (!addend && placesIn(s.value).some((p) => p.variable === s.target.variable)) return;
  for (let k = made.length - 2; k >= 0; k--) {
    const t = made[k] as Statement;
    if (t.kind !== 'assign' && t.kind !== 'pop' && t.kind !== 'push') return;
    if (isDerivative(t) && sameExpr(t.target, s.target)) {
      const between = made.slice(k + 1, -1);
      if (!addend) made.splice(k, 1);
      else if (readsOf(t).some((p) => touches(program, s.target, p) && !sameExpr(p, s.target))) return;
      else if (canPass(program, addend, between)) {
        made[k] = joined(t, addend, s);
        made.pop();
      } else if (canPass(program, grownBy(t) ?? t.value, between)) {
        made.splice(k, 1);
        made[made.length - 1] = joined({ ...s, value: t.value, form: t.form }, addend, t);
      }
      return;
    }
    if (accessesOf(t).some((p) => touches(program, s.target, p))) return;
    // The place itself must mean the same there.
    if (writesOf(t).some((p) => mentions(program, s.target, p))) return;
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

/** Nothing between writes what the expression reads. */
function canPass(program: Program, e: Expr, between: readonly Statement[]): boolean {
  const read = placesIn(e);
  return between.every((s) => !writesOf(s).some((w) => read.some((r) => touches(program, w, r))));
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

function accessesOf(s: Statement): Place[] {
  return [...readsOf(s), ...writesOf(s)];
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
