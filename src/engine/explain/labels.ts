/** What a label of a block's linearised graph is, and whether accumulating the block's Jacobian saves work (theory 8, [CFR] 3). */
import type { Instruction } from '../ir/graph/flow';
import { variableOf } from '../ir/names';
import type { BlockCosts, BlockLabel, Place } from '../ir/types';
import type { Context } from './context';
import { NONE, type Piece } from './piece';
import { fact, placeText, quote, RULE, sourceLine } from './words';

export function labelPiece(c: Context, i: Instruction): Piece {
  const s = i.kind === 'leaf' && i.statement.kind === 'assign' ? i.statement : null;
  if (!s?.accumulates) return NONE;
  const what = quote(placeText(c, s.target));
  return {
    ...NONE,
    short: `${what} ${madeText(c, s.accumulates)}${s.accumulates.isEntry ? ', an entry of the local Jacobian of its block' : ''}.`,
    facts: [fact(c, costsText(s.accumulates.costs), RULE.preaccumulate, { about: i })],
  };
}

function madeText(c: Context, { of, by, via }: BlockLabel): string {
  const derivative = (top: Place, bottom: Place) => `∂${valueText(c, top)}/∂${valueText(c, bottom)}`;
  const whole = quote(derivative(of, by));
  if (!via) return `is the partial derivative ${whole}`;
  return `is ${whole} over all paths eliminated so far: the product joins ${quote(derivative(via, by))} and ${quote(derivative(of, via))}, as ${quote(valueText(c, via))} lies between`;
}

/** The value at a vertex: a part of an expression, as the source has it, instead of the temporary that holds it. */
function valueText(c: Context, place: Place): string {
  const isPart = variableOf(c.input.program, place.variable).role === 'temporary';
  const text = isPart ? (sourceLine(c.input.source, place.span) ?? '') : '';
  if (text === '' || text.length > LONGEST) return placeText(c, place);
  return /^[\w.]+(?:[[(][^()]*[\])])?$/.test(text) ? text : `(${text})`;
}

/** Longer parts are called by the temporary's name. */
const LONGEST = 40;

/** The entries of the Jacobian compared with the factors of the statements one by one. */
function costsText({ products, entries, partials }: BlockCosts): string {
  const own = products + entries;
  const counted = `Each time that it runs, the block takes ${times(products, 'product')} to accumulate its Jacobian and ${entries} to multiply by it; statements one by one multiply by ${times(partials, 'partial derivative')}`;
  if (own < partials) return `${counted}: accumulating pays in products.`;
  return entries < partials
    ? `${counted}: accumulating takes more products, and leaves ${entries} numbers to be kept in place of what ${times(partials, 'partial derivative')} read.`
    : `${counted}: here accumulating pays neither in products nor in numbers to be kept.`;
}

const times = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
