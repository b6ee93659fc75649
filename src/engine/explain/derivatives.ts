/** What the adjoint or tangent of a statement does to derivatives (theory 8). */

import { itemAt, lastOf } from '../base/lookup';
import { statesAround } from '../dataflow/solve';
import { isConstant, isReal, sameExpr } from '../ir/build';
import type { Instruction } from '../ir/graph/flow';
import { statementNamed, variableOf } from '../ir/names';
import { placesRead } from '../ir/partials';
import { isLoop } from '../ir/statements';
import type { Assign, Place, StatementId } from '../ir/types';
import type { ExplanationFact, Origin } from '../pipeline/results';
import { activityAfter, activityAt, tellInactive, tellVaried } from './activity';
import { callDerivative } from './calls';
import { type Context, derivativeName, isForward } from './context';
import { firstAfter } from './control/nextLines';
import { pointOf } from './control/paths';
import { isFirstValue, type Told, toldFacts } from './dependence';
import { NONE, type Piece } from './piece';
import { factorText, type Partial, partialsOf, partialText } from './reads';
import { adjointText, fact, kinksIn, listed, paragraph, placeText, quote, RULE, wordsOf } from './words';

export function derivativePiece(c: Context, i: Instruction): Piece {
  if (i.kind !== 'leaf') return NONE;
  if (i.statement.kind === 'call') return callDerivative(c, i);
  if (i.statement.kind !== 'assign') return NONE;
  const s = i.statement;
  if (isForward(c)) return tangentPiece(c, i, s);
  if (!c.analysis.derivatives.has(s.id)) return noDerivative(c, i, s);
  const all = partialsOf(c, s);
  const written = linesOf(c, s).map(wordsOf);
  // An increment of an adjoint that nothing reads has no line; nor has one that leaves the adjoint unchanged.
  const partials = all.filter(({ operand, value }) => {
    const name = nameIn(c.input.derivativePlace(operand.variable) ?? '');
    const stays = sameExpr(operand, s.target) && isConstant(value, 1);
    return stays || (name !== undefined && written.some((words) => words.has(name)));
  });
  if (partials.length === 0) return zeroed(c, i, s, all);
  const target = adjointText(c, s.target);
  // The target's own adjoint last: the others take their share of its old value.
  const others = partials.filter((p) => !sameExpr(p.operand, s.target));
  const own = partials.filter((p) => sameExpr(p.operand, s.target));
  const lines = [...others, ...own].map((p) => contribution(c, s, p, target));
  const reset = own.length === 0 && isResetWritten(c, s, target);
  if (reset) lines.push(`then ${target} is set to zero`);
  const shown = lines.length > MOST_UPDATES ? [...lines.slice(0, MOST_UPDATES - 1), lastOf(lines)] : lines;
  const left = lines.length - shown.length;
  return {
    short: `In the backward sweep ${listed(shown)}.${left > 0 ? ` ${left === 1 ? 'One more adjoint grows' : `${left} more adjoints grow`} in the same manner.` : ''}${adjointNames(c, [s.target, ...partials.map((p) => p.operand)])}`,
    more: paragraph(
      'This is the chain rule: the adjoint of each value that is read grows by the partial derivative times the adjoint of the value that is set.',
      others.some((p) => isAssigned(c, s, p.operand)) &&
        'Where an adjoint counts as zero, it is set to its share instead of growing by it.',
      ownSentence(c, i, s, own[0], reset),
    ),
    facts: partialFacts(c, i, s, partials),
  };
}

/** For an assignment none of whose operands gets a derivative. */
function zeroed(c: Context, i: Instruction, s: Assign, unread: readonly Partial[]): Piece {
  const target = adjointText(c, s.target);
  const grown = listed(unread.map(({ operand }) => adjointText(c, operand)));
  const assigned =
    grown !== ''
      ? `nothing reads what ${grown} would grow by`
      : placesRead(s.value).some((p) => isReal(p.type))
        ? 'what it assigns depends on no independent'
        : 'it assigns a constant';
  return {
    short:
      linesOf(c, s).length > 0
        ? `In the backward sweep ${target} is set to zero: ${assigned}.${adjointNames(c, [s.target])}`
        : `It has no line in the backward sweep: ${assigned}, so its backward step would only set ${target} to zero, and nothing reads ${target} after that.${adjointNames(c, [s.target])}`,
    facts: [
      fact(
        c,
        `The statement overwrites ${quote(placeText(c, s.target))}, so nothing uses the old value after it, and the adjoint of the old value is zero.`,
        RULE.adjoint,
        { about: i },
      ),
      ...toldFacts(c, grown === '' ? passiveOperands(c, i, s) : [], RULE.activity, 'path'),
    ],
  };
}

/** What happens to the adjoint of the variable that is itself overwritten. */
function ownSentence(
  c: Context,
  i: Instruction,
  s: Assign,
  own: Partial | undefined,
  reset: boolean,
): string {
  const [what, target] = [quote(placeText(c, s.target)), adjointText(c, s.target)];
  if (own)
    return isConstant(own.value, 1)
      ? `The old ${what} goes into the new one with the factor 1, so ${target} stays as it is.`
      : `The statement reads the old ${what} and sets the new one, so ${target}, the adjoint of the new value, is replaced by the adjoint of the old one.`;
  const first = isFirstValue(c, i, c.analysis.model.locations.of(s.target));
  const after = reset ? `, so ${target} is set to zero` : noReset(c, s, target);
  return first
    ? `With that ${target} has been used up: ${what} has no value before this statement${after}.`
    : `With that ${target} has been used up: it belongs to the value that is set here. Nothing after this statement uses the old ${what}, whose adjoint is zero${after}.`;
}

/** Why no line has to set it to zero, as far as the code shows. */
function noReset(c: Context, s: Assign, target: string): string {
  const { origins, text } = c.d.code;
  const name = nameIn(target);
  const mentions = (code: string) => new RegExp(`\\b${name}\\b`, 'i').test(code);
  const own = origins.filter((o) => o.whole && o.role === 'derivative' && isOf(o, s));
  // Its other lines may stand further down, where increments are gathered.
  const reading = own.filter((o) => mentions(text.slice(o.start, o.end)));
  const last = Math.max(...(reading.length > 0 ? reading : own).map(({ end }) => end));
  const { parents } = c.analysis.nesting;
  const loop = parents.get(s.id)?.findLast(isLoop);
  // Those of this routine that come later in the text, or in the next trip of the reversed loop.
  const isNear = (o: Origin) => {
    const around = parents.get(idOf(o.statement));
    return around !== undefined && (o.start >= last || (loop !== undefined && around.includes(loop)));
  };
  const lines = origins
    .filter((o) => o.whole && o.role === 'derivative' && own.length > 0 && isNear(o))
    .map((o) => ({
      after: o.start >= last,
      code: text.slice(o.start, o.end).trim().replace(/;$/, ''),
      statement: idOf(o.statement),
    }));
  const setting = lines.filter(({ code }) => {
    const shape = shapeOf(code);
    return shape?.kind === 'assign' && nameIn(shape.target) === name;
  });
  const next = firstAfter(c, s.id, setting);
  if (next.length > 0) {
    const codes = [...new Set(next.map(({ code }) => code))];
    const isShort = codes.every((code) => !code.includes('\n') && code.length <= 70) && codes.length <= 4;
    const [which, verb] =
      next.length === 1
        ? ['the next line that sets it', 'assigns']
        : ['the lines that may set it next', codes.length === 1 ? 'each assign' : 'assign'];
    const told = isShort ? `${listed(codes.map(quote))}, ${which},` : which;
    return `. No line sets ${target} to zero, because ${told} ${verb} instead of adding`;
  }
  return lines.some(({ code }) => mentions(code))
    ? ''
    : `. No line sets ${target} to zero, because nothing reads it after that`;
}

function idOf(statement: string | null): StatementId {
  return statementNamed(statement ?? 's-1');
}

/** The most updates of adjoints that are told one by one. */
const MOST_UPDATES = 6;

/** The partial derivatives in one sentence, and those that are not written out in a second one. */
export function partialFacts(
  c: Context,
  i: Instruction,
  s: Assign,
  partials: readonly Partial[],
): ExplanationFact[] {
  const texts = partials.map((p) => partialText(c, s, p));
  const written = texts.filter((text) => text.includes(' = '));
  const long = texts.filter((text) => !text.includes(' = '));
  const name = (list: readonly string[]) => `The partial derivative${list.length === 1 ? '' : 's'}`;
  const are = (list: readonly string[]) => (list.length === 1 ? 'is' : 'are');
  const sentences = [
    written.length > 0 && `${name(written)} ${are(written)} ${listed(written)}.`,
    long.length > 0 && `${name(long)} ${listed(long)} ${are(long)} too long to write out here.`,
    ...[...new Set(partials.flatMap((p) => kinksIn(c, p.value)))],
  ].filter((sentence) => sentence !== false);
  return sentences.map((text) => fact(c, text, RULE.adjoint, { about: i, part: 'partial' }));
}

/** Does it increment the target's own adjoint, which already holds the rest of what the old value contributes? */
export function isOwnIncrement(
  s: Assign | null,
  mine: readonly Partial[],
  kind: Shape['kind'] | undefined,
): boolean {
  return kind === 'increment' && s !== null && mine.some((p) => sameExpr(p.operand, s.target));
}

function isResetWritten(c: Context, s: Assign, target: string): boolean {
  return c.d.code.origins.some((o) => {
    if (o.role !== 'derivative' || !isOf(o, s)) return false;
    const shape = shapeOf(c.d.code.text.slice(o.start, o.end).trim());
    return shape?.kind === 'reset' && nameIn(shape.target) === nameIn(target);
  });
}

/** The variable of a place, in the notation of any language. */
function nameIn(place: string): string | undefined {
  return /[A-Za-z_]\w*/.exec(place)?.[0].toLowerCase();
}

/** Names of adjoints that do not show whose adjoints they are. */
function adjointNames(c: Context, places: readonly Place[]): string {
  const names = new Map<string, string>();
  for (const { variable } of places) {
    const name = derivativeName(c, variable) && (c.input.derivativePlace(variable)?.replace('*', '') ?? null);
    const v = variableOf(c.shown, variable).name.replace(/^\*/, '');
    if (name !== null && name.toLowerCase() !== `${v}b`.toLowerCase()) names.set(name, v);
  }
  const told = [...names].map(([name, v]) => `${quote(name)} is the adjoint of ${quote(v)}`);
  return told.length > 0 ? ` Here ${listed(told)}.` : '';
}

/** `tb` becomes `x[i]` times what it was; `xb[i]` grows by `t` times `tb` */
function contribution(c: Context, s: Assign, p: Partial, target: string): string {
  const operand = adjointText(c, p.operand);
  const one = isConstant(p.value, 1);
  const minusOne = isConstant(p.value, -1);
  const factor = factorText(c, s, p);
  if (sameExpr(p.operand, s.target))
    return one
      ? `${operand} stays as it is`
      : minusOne
        ? `${operand} changes its sign`
        : `${operand} becomes ${factor} times what it was`;
  if (isAssigned(c, s, p.operand))
    return `${operand} is set to ${one ? '' : minusOne ? 'minus ' : `${factor} times `}${target}`;
  if (one) return `${operand} grows by ${target}`;
  return minusOne ? `${operand} shrinks by ${target}` : `${operand} grows by ${factor} times ${target}`;
}

/** Is it a line of the statement, or one that its increment was gathered into? */
function isOf(o: Origin, s: Assign): boolean {
  return o.statement === `s${s.id}` || (o.also?.includes(`s${s.id}`) ?? false);
}

/** The lines of derivative code of a statement. */
function linesOf({ d: { code } }: Context, s: Assign): string[] {
  return code.origins
    .filter((o) => o.role === 'derivative' && isOf(o, s))
    .map(({ start, end }) => code.text.slice(start, end));
}

/** Does the code of a statement set the adjoint of an operand, which was zero, instead of adding to it? */
function isAssigned(c: Context, s: Assign, operand: Place): boolean {
  const { origins, text } = c.d.code;
  const adjoint = adjointText(c, operand);
  const lines = origins
    .filter((o) => o.whole && o.role === 'derivative' && isOf(o, s))
    .flatMap((o) => shapeOf(text.slice(o.start, o.end).trim()) ?? [])
    .filter(({ target }) => nameIn(target) === nameIn(adjoint));
  const exact = lines.filter(({ target }) => bare(target) === bare(adjoint));
  return (exact.length > 0 ? exact : lines)[0]?.kind === 'assign';
}

/** The text without blanks, pointer stars and quotation marks. */
export function bare(text: string): string {
  return text.replace(/[\s`*()[\],]/g, '');
}

function noDerivative(c: Context, i: Instruction, s: Assign): Piece {
  const what = quote(placeText(c, s.target));
  const l = c.analysis.model.locations.of(s.target);
  if (!isReal(s.target.type))
    return {
      short: `It has no derivative, because ${what} is ${s.target.type === 'bool' ? 'a truth value' : 'an integer'}.`,
      facts: [fact(c, 'Integers and truth values have no derivative.', RULE.activity, { about: i })],
    };
  const point = pointOf(c.analysis.model.graph, i.id, 'after');
  if (point && l >= 0 && !c.analysis.reached.around(i.id)?.after.has(l)) {
    const told = tellInactive(c, point, l);
    const activity = activityAt(c, point, l);
    const onlyTested = activity.varied && isOnlyTested(told);
    return {
      short: `It has no derivative, because ${what} ${onlyTested ? 'is used only in tests after this' : activityAfter(activity)}.`,
      more: activity.useful
        ? `No adjoint of this value of ${what} is kept, because it would reach no independent. So there is nothing to set to zero either.`
        : '',
      facts: toldFacts(c, told, RULE.activity, 'path'),
      ...(told[0] && { vertices: told[0].vertices }),
    };
  }
  return {
    short: `It needs no derivative code: ${adjointText(c, s.target)} is the same before and after it.`,
    more: `The old value of ${what} goes into the new one with the factor 1, and nothing else with a derivative does.`,
    facts: [
      fact(
        c,
        `The partial derivative is ${quote(`∂(new ${placeText(c, s.target)})/∂(old ${placeText(c, s.target)}) = 1`)}.`,
        RULE.adjoint,
        {
          about: i,
          part: 'partial',
        },
      ),
    ],
  };
}

function isOnlyTested(told: readonly Told[]): boolean {
  const readers = told.flatMap((t) => t.about ?? []);
  return readers.length > 0 && readers.every((r) => r.kind === 'test');
}

function passiveOperands(c: Context, i: Instruction, s: Assign): Told[] {
  const target = c.analysis.model.locations.of(s.target);
  const point = pointOf(c.analysis.model.graph, i.id, 'before');
  const from = c.analysis.model.effects(i).diffDep.get(target);
  if (!point || !from) return [];
  return [...from]
    .filter((l) => l !== target)
    .slice(0, 2)
    .flatMap((l) => tellVaried(c, point, l).slice(0, 2));
}

function tangentPiece(c: Context, i: Instruction, s: Assign): Piece {
  const { locations } = c.analysis.model;
  const target = locations.of(s.target);
  const varied = c.analysis.varied.around(s.id);
  const activity = {
    varied: varied?.after.has(target) ?? false,
    useful: statesAround(c.analysis.useful, i).after.has(target),
  };
  const what = quote(placeText(c, s.target));
  return {
    short:
      activity.varied && activity.useful
        ? placesRead(s.value).some(({ type }) => isReal(type))
          ? `The line before it computes the tangent of ${what} by the chain rule, from the tangents of what it reads.`
          : `The line before it sets the tangent of ${what} to zero: what it is set to has no derivative.`
        : linesOf(c, s).length > 0
          ? `The tangent of ${what} is set to zero beside it: ${what} ${activityAfter(activity)}.`
          : `No tangent is computed for it: ${what} ${activityAfter(activity)}.`,
    facts: [fact(c, 'Each differentiated statement stands before its original.', RULE.tangent, { about: i })],
  };
}

// ---------------------------------------------------------------------------------------- lines of derivative code

/** `a += e`, `a = a + e`, `a = 0`, `a = e` */
export interface Shape {
  readonly target: string;
  readonly kind: 'increment' | 'reset' | 'assign';
}

export function shapeOf(code: string): Shape | null {
  const text = code.replace(/;$/, '').trim();
  const grow = /^(.+?)\s*[+-]=\s*(.+)$/.exec(text);
  if (grow) return { target: itemAt(grow, 1).trim(), kind: 'increment' };
  const set = /^([^=]+?)\s*=\s*([^=].*)$/.exec(text);
  if (!set) return null;
  const target = itemAt(set, 1).trim();
  const value = itemAt(set, 2).trim();
  if (/^[-+]?0(\.0*)?([de][+-]?0+)?(_\w+)?f?$/i.test(value)) return { target, kind: 'reset' };
  return { target, kind: value.startsWith(`${target} `) ? 'increment' : 'assign' };
}
