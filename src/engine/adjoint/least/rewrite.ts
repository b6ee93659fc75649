/**
 * A window with its choice carried out (theory 15): what is kept gets a variable of its own where nothing else holds it,
 * what is computed again stands at the window's end, for the backward sweep only, and derivatives read both. Recording is
 * left to the analyses: a variable of its own is recorded where it is overwritten, like any other.
 *
 *   u[i] = here + kappa*(left - 2*here + u[i+1]);      t = left - 2*here + u[i+1];
 *                                                      u[i] = here + kappa*t;            d/dkappa reads t
 */
import type { Value } from '../../analyses/least/values';
import { eachCertain, isSteady, type Window } from '../../analyses/least/window';
import { itemAt } from '../../base/lookup';
import { children, sameExpr, tapeBytes, withChildren } from '../../ir/build';
import { placesRead } from '../../ir/partials';
import type { Assign, Expr, Held, Place, StatementId, VariableRef } from '../../ir/types';

export interface Made {
  /** A variable for a value of this expression. */
  variable(like: Expr, at: Assign): VariableRef;
  statement(): StatementId;
}

/** Null where everything stays as it is; `mayStore`: so many bytes for variables of its own, whenever the window runs. */
export function rewriteWindow(w: Window, made: Made, mayStore: (bytes: number) => boolean): Assign[] | null {
  return new Rewriting(w, made).result(mayStore);
}

class Rewriting {
  /** Variables of their own that the forward sweep sets. */
  private readonly kept = new Map<number, VariableRef>();
  /** Those that the backward sweep computes first. */
  private readonly again = new Map<number, { variable: VariableRef; value: Expr }>();
  private readonly uses: number[];
  private readonly readHere: Set<number>;
  private readonly held: Held[][];

  constructor(
    private readonly w: Window,
    private readonly made: Made,
  ) {
    this.uses = this.countUses();
    this.readHere = this.valuesReadInPlace();
    this.held = w.statements.map(() => []);
  }

  result(mayStore: (bytes: number) => boolean): Assign[] | null {
    for (const { at, expr } of this.w.reads) this.provide(expr, at);
    if (this.kept.size === 0 && this.again.size === 0) return null;
    let bytes = 0;
    if (this.w.repeats) for (const { type } of this.kept.values()) bytes += tapeBytes(type);
    if (!mayStore(bytes)) return null;
    this.readForward();
    const list = this.w.statements.flatMap((s, at) => {
      const held = itemAt(this.held, at);
      return [...this.definitionsBefore(s, at), held.length > 0 ? { ...s, held } : s];
    });
    const { length } = this.w.statements;
    const last = itemAt(this.w.statements, length - 1);
    list.push(...this.definitionsBefore(last, length));
    // The last one of the list is run first.
    for (const { variable, value } of [...this.again].sort(([a], [b]) => b - a).map(([, x]) => x))
      list.push({ ...this.assign(last, variable, value), again: true });
    return list;
  }

  /** Provides an expression that the derivative of statement `at` reads. */
  private provide(expr: Expr, at: number): void {
    if (expr.kind === 'constant') return;
    const value = this.numberOf(expr, at);
    const v = this.value(value);
    if (v.kind === 'constant') return;
    const isPlace = expr.kind === 'variable' || expr.kind === 'element';
    if (this.isKept(value)) {
      if (isPlace && this.isLeftInPlace(value, expr, at)) return;
      this.hold(at, expr, this.variableFor(value), this.kept.has(value));
      return;
    }
    if (!isPlace && (this.uses[value] ?? 0) < 2) {
      for (const part of children(expr)) this.provide(part, at);
      return;
    }
    if (isPlace && v.kind === 'given' && expr.kind === 'element' && (this.uses[value] ?? 0) < 2) {
      for (const part of expr.subscripts) this.provide(part, at);
      return;
    }
    this.hold(at, expr, this.variableFor(value), false);
  }

  /** A variable that has the value all through the backward sweep of the window. */
  private variableFor(value: number): VariableRef {
    const known = this.kept.get(value) ?? this.again.get(value)?.variable;
    if (known) return known;
    const v = this.value(value);
    const holder = this.isKept(value) ? this.holderOf(value) : null;
    const at = itemAt(this.w.statements, Math.min(v.at, this.w.statements.length - 1));
    if (this.isKept(value) && !holder) {
      const variable = this.made.variable(v.expr, at);
      this.kept.set(value, variable);
      return variable;
    }
    const variable = this.made.variable(v.expr, at);
    const entry = { variable, value: v.expr };
    this.again.set(value, entry);
    entry.value = holder ?? this.computed(v);
    return variable;
  }

  /** Its operation, on what is there when the window's backward sweep starts. */
  private computed(v: Value): Expr {
    return withChildren(
      v.expr,
      v.operands.map((value) => this.operand(value)),
    );
  }

  private operand(value: number): Expr {
    const v = this.value(value);
    // A variable that had this value then may have another by now.
    if (v.kind === 'constant') return v.expr;
    const known = this.kept.get(value) ?? this.again.get(value)?.variable;
    if (known) return known;
    if (this.isKept(value)) return this.holderOf(value) ?? this.variableFor(value);
    return (this.uses[value] ?? 0) < 2 ? this.computed(v) : this.variableFor(value);
  }

  /** A place that holds it at the end, and costs no more than a variable of its own would. */
  private holderOf(value: number): Place | null {
    const { holders, locations, isLost, repeats } = this.w;
    const list = holders.get(value) ?? [];
    const safe = list.find((p) => !isLost(locations.of(p)));
    return safe ?? (repeats ? (list[0] ?? null) : null);
  }

  /** The derivative may read the place itself: TBR sees to it that it holds the value again by then. */
  private isLeftInPlace(value: number, place: Place, at: number): boolean {
    if (this.readHere.has(value)) return true;
    const holder = this.holderOf(value);
    return holder !== null && sameExpr(holder, place) && !this.isOverwritten(place, at);
  }

  /** Values that nothing but derivatives read, all of them at one place, before it is overwritten in the window. */
  private valuesReadInPlace(): Set<number> {
    const found = new Set<number>();
    const { repeats, reads } = this.w;
    const needed = this.operandsOfAgain();
    for (const v of this.w.values) {
      if (v.kind === 'constant' || !this.isKept(v.id) || needed.has(v.id) || this.holderOf(v.id)) continue;
      const places = this.readsOf(v.id, reads);
      const first = places?.[0]?.place;
      if (!first || !places.every(({ place }) => sameExpr(place, first))) continue;
      if (repeats || places.every(({ place, at }) => isSteady(this.w, place, at))) found.add(v.id);
    }
    return found;
  }

  /** The places at which derivatives read a value; null where one reads it otherwise. */
  private readsOf(value: number, reads: Window['reads']): { place: Place; at: number }[] | null {
    const places: { place: Place; at: number }[] = [];
    for (const { at, expr } of reads) {
      for (const part of this.asked(expr, at)) {
        if (this.numberOf(part, at) !== value) continue;
        if (part.kind !== 'variable' && part.kind !== 'element') return null;
        const subscripts = part.kind === 'element' ? part.subscripts.flatMap(placesRead) : [];
        if (subscripts.some((p) => this.isOverwritten(p, 0))) return null;
        places.push({ place: part, at });
      }
    }
    return places;
  }

  /** The parts of an expression that have to be kept: the largest that are not computed again. */
  private asked(expr: Expr, at: number): Expr[] {
    const value = this.numberOf(expr, at);
    if (this.isKept(value) || expr.kind === 'variable' || expr.kind === 'constant') return [expr];
    return children(expr).flatMap((part) => this.asked(part, at));
  }

  private operandsOfAgain(): Set<number> {
    const found = new Set<number>();
    const work: number[] = [];
    // Inside a read, what is named is computed at the start, and so is all below it.
    for (const { at, expr } of this.w.reads)
      eachCertain(expr, (e) => {
        const value = this.numberOf(e, at);
        const isNamed =
          e.kind === 'variable' || (e.kind === 'element' && this.w.values[value]?.kind === 'computed');
        if ((this.uses[value] ?? 0) > 1 || isNamed) work.push(value);
      });
    const seen = new Set<number>();
    for (let v = work.pop(); v !== undefined; v = work.pop()) {
      if (seen.has(v) || this.isKept(v)) continue;
      seen.add(v);
      for (const o of this.value(v).operands) {
        found.add(o);
        work.push(o);
      }
    }
    return found;
  }

  private countUses(): number[] {
    const uses = this.w.values.map(() => 0);
    const add = (value: number) => {
      uses[value] = (uses[value] ?? 0) + 1;
    };
    for (const { value } of this.w.reads) add(value);
    for (const v of this.w.values)
      if (this.w.closure.choice[v.id] === 'again') for (const o of v.operands) add(o);
    return uses;
  }

  /** The forward sweep, too, reads what it has computed already. */
  private readForward(): void {
    this.w.statements.forEach((s, at) => {
      if (!this.w.stays(s)) return;
      eachCertain(s.value, (e) => {
        if (e.kind === 'constant' || e.kind === 'variable' || e.kind === 'element') return;
        const by = this.kept.get(this.numberOf(e, at));
        if (by) this.hold(at, e, by, true);
      });
    });
  }

  private definitionsBefore(s: Assign, at: number): Assign[] {
    return [...this.kept]
      .filter(([value]) => this.value(value).at === at)
      .sort(([a], [b]) => a - b)
      .map(([value, variable]) => {
        const { expr } = this.value(value);
        const held = this.partsKept(expr, at);
        return { ...this.assign(s, variable, expr), ...(held.length > 0 ? { held } : {}) };
      });
  }

  private partsKept(expr: Expr, at: number): Held[] {
    const held: Held[] = [];
    for (const part of children(expr))
      eachCertain(part, (e) => {
        const by = children(e).length > 0 ? this.kept.get(this.numberOf(e, at)) : undefined;
        if (by) held.push({ value: e, by, forward: true });
      });
    return held;
  }

  private assign(like: Assign, target: VariableRef, value: Expr): Assign {
    const { span, role, sweep } = like;
    return {
      kind: 'assign',
      id: this.made.statement(),
      span,
      role,
      origin: like.origin,
      sweep,
      target,
      value,
      jacobian: null,
      keeps: true,
    };
  }

  private hold(at: number, value: Expr, by: VariableRef, forward: boolean): void {
    const list = itemAt(this.held, at);
    if (!list.some((h) => sameExpr(h.value, value))) list.push({ value, by, forward });
  }

  private isOverwritten(place: Place, from: number): boolean {
    const { locations, statements } = this.w;
    const l = locations.of(place);
    return statements.some((s, at) => at >= from && locations.of(s.target) === l);
  }

  private isKept(value: number): boolean {
    return this.w.closure.choice[value] === 'kept';
  }

  private value(value: number): Value {
    return itemAt(this.w.values, value);
  }

  private numberOf(e: Expr, at: number): number {
    return this.w.numbers[at]?.get(e) ?? -1;
  }
}
