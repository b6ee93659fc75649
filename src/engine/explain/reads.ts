/**
 * What the adjoint of one instruction reads, and why: the partial derivatives, printed, and the addresses. They are the
 * expressions that the generator emits and that TBR reads, with the seed taken as 1, so that a card says what the code does.
 */
import { holding } from '../analyses/instructions/derivatives';
import type { Span } from '../base/span';
import { add, children, constant, multiply, rewrite, sameExpr } from '../ir/build';
import type { Instruction } from '../ir/graph/flow';
import { testExpressions } from '../ir/graph/flow';
import { variableOf } from '../ir/names';
import { backpropagate, placesRead } from '../ir/partials';
import type { Assign, Expr, Place, VariableId } from '../ir/types';
import { type Context, instructionAt, isOnlyReversed } from './context';
import { adjointText, formula, listed, named, placeText, quote, quoted } from './words';

export interface Partial {
  readonly operand: Place;
  /** ∂target/∂operand */
  readonly value: Expr;
}

/** Marks the place that holds the value of a whole right-hand side, which the statement sets and does not read. */
const RESULT: Span = { start: -1, end: -1 };

/** The partial derivatives that the adjoint of an assignment multiplies by; empty where it only resets. */
export function partialsOf(c: Context, s: Assign): Partial[] {
  const { analysis } = c;
  const { locations } = analysis.model;
  const d = analysis.derivatives.get(s.id);
  const varied = analysis.varied.around(s.id)?.before;
  if (!d || !varied) return [];
  const isActive = (place: Place) => {
    const l = locations.of(place);
    return l >= 0 && varied.has(l);
  };
  const found = s.jacobian
    ? s.jacobian.flatMap(({ place, partial }) => (isActive(place) ? [{ place, value: partial }] : []))
    : backpropagate(s.value, constant(1, s.target.type), {
        isActive,
        share: (value) => value,
        result: d.useOut.isEmpty() ? null : { ...s.target, span: RESULT },
      });
  const partials: Partial[] = [];
  const held = holding(s.held ?? []);
  for (const { place, value: written } of found) {
    const value = held(written);
    const k = partials.findIndex((p) => sameExpr(p.operand, place));
    const known = partials[k];
    if (known) partials[k] = { operand: known.operand, value: sum(known.value, value) };
    else partials.push({ operand: place, value });
  }
  return partials;
}

function sum(a: Expr, b: Expr): Expr {
  return sameExpr(a, b) ? multiply(constant(2, a.type), a) : add(a, b);
}

export function readsLocation(c: Context, e: Expr, l: number): boolean {
  return placesRead(e).some((p) => c.analysis.model.locations.of(p) === l);
}

/** Longer formulas are named instead of written out: nobody reads them in a sentence. */
const LONGEST = 60;

/** `∂y/∂x = cos(x)` */
export function partialText(c: Context, s: Assign, p: Partial): string {
  const text = valueText(c, s, p);
  return text.length > LONGEST ? partialName(c, s, p) : quote(`${plainName(c, s, p)} = ${text}`);
}

/** `cos(x)`, as the generated code computes it, if each name stands for one value only. */
export function factorText(c: Context, s: Assign, p: Partial): string {
  const text = formula(c, p.value);
  return text.length > LONGEST ? partialName(c, s, p) : quote(text);
}

function partialName(c: Context, s: Assign, p: Partial): string {
  return quote(plainName(c, s, p));
}

/** Names the value that a statement sets apart from the one that it reads, where both have one name. */
function plainName(c: Context, s: Assign, p: Partial): string {
  const [result, operand] = [bareName(c, s.target), bareName(c, p.operand)];
  const above = namesBoth(s, p) ? `∂(new ${result})` : `∂${result}`;
  return `${above}/${sameExpr(p.operand, s.target) ? `∂(old ${operand})` : `∂${operand}`}`;
}

/** Does the formula of a partial derivative name the old value of the variable that its statement sets? */
function namesBoth(s: Assign, p: Partial): boolean {
  return [p.operand, ...placesRead(p.value)].some((place) => isOldTarget(s, place));
}

function isOldTarget(s: Assign, place: Place): boolean {
  return place.span !== RESULT && sameExpr(place, s.target);
}

/** `2*(old x)`: the formula of a partial derivative that tells the old value of the statement's target from the new one. */
function valueText(c: Context, s: Assign, p: Partial): string {
  if (!namesBoth(s, p)) return formula(c, p.value);
  const { variables } = c.shown;
  const name = `(old ${bareName(c, s.target)})`;
  const old = { ...variableOf(c.shown, s.target.variable), name };
  const variable = variables.length as VariableId;
  const value = rewrite(p.value, (e): Expr => {
    const isOld = (e.kind === 'variable' || e.kind === 'element') && isOldTarget(s, e);
    return isOld ? { kind: 'variable', variable, type: e.type, span: e.span } : e;
  });
  const text = formula({ ...c, shown: { ...c.shown, variables: [...variables, old] } }, value);
  // In parentheses of its own it needs no others.
  return text === name ? name.slice(1, -1) : text.replaceAll(`(${name})`, name);
}

function bareName(c: Context, place: Place): string {
  return placeText(c, place).replace(/^\*/, '');
}

/** How the adjoint of an instruction, or the reversal of a test, uses a location. */
export interface Need {
  readonly kind:
    | 'partial'
    | 'address'
    | 'call'
    | 'test'
    | 'bounds'
    | 'restore'
    | 'extent'
    | 'result'
    | 'recompute';
  /** A clause that follows "because": `the partial derivative … contains …`; `it` is the value that is read. */
  readonly clause: string;
  /** The formula, or a few words instead. */
  readonly formula: string | null;
  /** The elements of an array that it reads, as written there. */
  readonly names: readonly string[];
}

/** What its clause tells whole. */
function plainNeed(kind: Need['kind'], clause: string): Need {
  return { kind, clause, formula: null, names: [] };
}

/** Why the backward sweep of instruction i requires location l; empty if i itself does not. */
export function needsOf(c: Context, i: Instruction, l: number): Need[] {
  return [...ownNeeds(c, i, l), ...needsOfRecomputing(c, i, l)];
}

/** Theory 4.6: at the end of a block, the operands from which a value is computed again are required instead of it. */
function needsOfRecomputing(c: Context, i: Instruction, l: number): Need[] {
  const r = c.analysis.tbrAt(i)?.recompute?.find((x) => x.reads.has(l));
  const again = r && instructionAt(c, r.statement);
  if (!again) return [];
  return [
    plainNeed(
      'recompute',
      `${named(c, again)} runs once more there, so that ${quoted(c, r.location)} need not be stored, and it reads ${quoted(c, l)}`,
    ),
  ];
}

function ownNeeds(c: Context, i: Instruction, l: number): Need[] {
  if (i.kind === 'test') return needsOfTest(c, i, l);
  const s = i.statement;
  if (s.kind === 'call') return needsOfCall(c, i, l);
  if (s.kind !== 'assign') return [];
  return [...needsOfDerivative(c, s, l), ...needsOfRestoring(c, i, s.target, l)];
}

/** The elements of a location that a formula reads: `a[i]`, each once. */
export function elementsIn(c: Context, e: Expr, l: number): string[] {
  const places = placesRead(e).filter((p) => p.kind === 'element' && c.analysis.model.locations.of(p) === l);
  return [...new Set(places.map((p) => quote(placeText(c, p))))];
}

/** A location as a formula names it: `a[i]` rather than `a`. */
function placesIn(c: Context, e: Expr, l: number): string {
  const names = elementsIn(c, e, l);
  return names.length > 0 ? listed(names) : quoted(c, l);
}

function isPlace(c: Context, e: Expr, l: number): boolean {
  const place = e.kind === 'variable' || e.kind === 'element';
  return place && c.analysis.model.locations.of(e) === l;
}

/** Does a formula read a location other than to find an element? */
function isOperand(c: Context, e: Expr, l: number): boolean {
  if (isPlace(c, e, l)) return true;
  return e.kind !== 'element' && children(e).some((part) => isOperand(c, part, l));
}

/** The elements in a formula that are found with a location: those that have it in a subscript. */
function foundWith(c: Context, e: Expr, l: number): Place[] {
  return placesRead(e).filter((p) => p.kind === 'element' && p.subscripts.some((x) => isOperand(c, x, l)));
}

function needsOfDerivative(c: Context, s: Assign, l: number): Need[] {
  const d = c.analysis.derivatives.get(s.id);
  const uses = c.analysis.derivativeUse({ kind: 'leaf', id: s.id, statement: s });
  if (!d || !((uses?.has(l) ?? false) || d.useOut.has(l))) return [];
  const needs: Need[] = [];
  const partials = partialsOf(c, s);
  for (const p of partials) {
    if (!isOperand(c, p.value, l)) continue;
    const text = partialText(c, s, p);
    needs.push({
      kind: d.use.has(l) ? 'partial' : 'result',
      clause: isPlace(c, p.value, l)
        ? `the partial derivative ${partialName(c, s, p)} is ${quote(valueText(c, s, p))} itself`
        : `the partial derivative ${text} contains ${placesIn(c, p.value, l)}`,
      formula: text,
      names: elementsIn(c, p.value, l),
    });
  }
  const addressed = needOfAddresses(c, s, partials, l);
  return addressed ? [...needs, addressed] : needs;
}

/** Reads that only find elements: in the partial derivatives, and in the adjoints that they update. */
function needOfAddresses(c: Context, s: Assign, partials: readonly Partial[], l: number): Need | null {
  const d = c.analysis.derivatives.get(s.id);
  const operands = partials.flatMap((p) => foundWith(c, p.value, l));
  const adjoints = [s.target, ...(d?.contributions ?? []).map((k) => k.place)];
  const updated = adjoints.flatMap((place) => {
    const found = foundWith(c, place, l);
    const own = found.includes(place) ? [adjointText(c, place)] : [];
    return [...own, ...found.filter((p) => p !== place).map((p) => quote(placeText(c, p)))];
  });
  const texts = [...new Set([...operands.map((p) => quote(placeText(c, p))), ...updated])];
  if (texts.length === 0) return null;
  const tells = `it tells where ${listed(texts.slice(0, 4))} ${texts.length === 1 ? 'is' : 'are'}`;
  const all = [...partials.map((p) => p.value), ...adjoints];
  return {
    kind: 'address',
    clause: tells,
    formula: tells,
    names: [...new Set(all.flatMap((e) => elementsIn(c, e, l)))],
  };
}

/** Theory 4.3: a POP of `a[i]` reads i. */
function needsOfRestoring(c: Context, i: Instruction, target: Place, l: number): Need[] {
  if (target.kind !== 'element' || !target.subscripts.some((e) => readsLocation(c, e, l))) return [];
  if (!c.analysis.tbrAt(i)?.address.has(l)) return [];
  if ((c.analysis.recorded.get(i.id)?.length ?? 0) === 0) return [];
  return [
    plainNeed(
      'restore',
      `${quote(placeText(c, target))} is put back there, and ${quoted(c, l)} tells where that is`,
    ),
  ];
}

function needsOfCall(c: Context, i: Instruction, l: number): Need[] {
  const plan = c.analysis.calls.get(i.id);
  if (plan?.adjoint && c.analysis.derivativeUse(i)?.has(l))
    return [plainNeed('call', `the adjoint of the call starts from the value of ${quoted(c, l)}`)];
  const extent = c.analysis.tbrAt(i)?.call?.outReq(c.analysis.model.effects(i).out).has(l) ?? false;
  return extent ? [plainNeed('extent', `${quoted(c, l)} says how much of an array is put back there`)] : [];
}

function needsOfTest(c: Context, i: Instruction & { kind: 'test' }, l: number): Need[] {
  if (!testExpressions(i.test).some((e) => readsLocation(c, e, l))) return [];
  const t = c.analysis.tbrAt(i);
  if (i.test.kind === 'for') {
    if (!t?.requiredAfter?.has(l)) return [];
    return [plainNeed('bounds', `the reversed loop takes its bounds from ${quoted(c, l)}`)];
  }
  if (!t?.use.has(l)) return [];
  return [
    plainNeed(
      'test',
      `the test is evaluated again there, with ${quoted(c, l)} in it, instead of being stored`,
    ),
  ];
}

function whyNotByTest(c: Context, i: Extract<Instruction, { kind: 'test' }>, l: number): string {
  const reads = `${named(c, i)} reads ${quoted(c, l)}`;
  const { test } = i;
  const plan = c.analysis.tests.get(i.id);
  if (!plan?.reversed) return `${reads}, but nothing that it decides has to be reversed`;
  if (test.kind === 'for') {
    const stored = plan.kind === 'counted' ? plan.storedBounds : [];
    return stored.some((part) => readsLocation(c, test[part], l))
      ? `${reads} for a bound, and that is stored after the loop`
      : `${reads} for a bound, and the reversed loop reads it as it is after the loop`;
  }
  const known = plan.kind === 'trips' ? 'how often the loop ran' : 'what it decided';
  return `${reads}, but ${known} is stored, so the test is not evaluated again`;
}

function whyNotByCall(c: Context, i: Instruction, l: number): string {
  const [here, call] = [quoted(c, l), named(c, i)];
  const plan = c.analysis.calls.get(i.id);
  if (plan?.snp.has(l))
    return `the adjoint of ${call} reads ${here}, but takes it from the snapshot that is stored at the call`;
  if (plan?.mode === 'split')
    return `${call} takes ${here}, and its forward half stores what the backward half needs of it`;
  if (!plan?.adjoint) return `${call} takes ${here}, but passes on no derivative, so it has no adjoint`;
  if (!c.analysis.derivativeUse(i)?.has(l)) return `${call} takes ${here}, but its adjoint does not read it`;
  return isOnlyReversed(c, i)
    ? `the forward sweep leaves ${call} out, so ${here} still holds its value when the adjoint of the call starts`
    : `the adjoint of ${call} reads ${here}, which has the same value again when it starts`;
}

/** Why the adjoint of an instruction does not need l, which the instruction itself reads. */
export function whyNotNeeded(c: Context, i: Instruction, l: number): string {
  const here = quoted(c, l);
  if (i.kind === 'test') return whyNotByTest(c, i, l);
  const s = i.statement;
  if (s.kind === 'call') return whyNotByCall(c, i, l);
  if (s.kind !== 'assign') return `${named(c, i)} only prints ${here}`;
  const d = c.analysis.derivatives.get(i.id);
  if (!d) return `${named(c, i)} reads ${here}, but has no derivative`;
  if (d.use.has(l) && c.analysis.model.effects(i).kill.has(l))
    return `the derivative of ${named(c, i)} uses ${here} as it was before, but the statement itself overwrites that value, and ${c.analysis.recorded.get(i.id)?.includes(l) ? 'stores' : 'deals with'} it there`;
  if (d.use.has(l))
    return `the derivative of ${named(c, i)} uses ${here}, but the reversed loop around it sets that index itself`;
  const partials = partialsOf(c, s);
  if (partials.length === 0)
    return `${named(c, i)} reads ${here}, but none of the values that it reads has a derivative, so its own only sets an adjoint to zero`;
  const texts = partials.map((p) => partialText(c, s, p));
  const shown =
    texts.length > 3
      ? `${texts.slice(0, 2).join(', ')} and ${texts.length - 2} other partial derivatives`
      : listed(texts);
  const contain = texts.length === 1 ? 'does not contain' : 'do not contain';
  const linear = partials.some((p) => c.analysis.model.locations.of(p.operand) === l);
  return linear
    ? `${named(c, i)} reads ${here} only linearly: ${shown} ${contain} it`
    : `${named(c, i)} reads ${here}, but ${shown} ${contain} it`;
}
