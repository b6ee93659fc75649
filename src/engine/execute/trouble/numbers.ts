/** Where a derivative stops being a number, and where it loses its digits, on the history of the generated program. */
import { relativeError } from '../../base/doubleDouble';
import { itemAt } from '../../base/lookup';
import { isReal, walk } from '../../ir/build';
import type { Expr } from '../../ir/types';
import type { HistoryNode, RunHistory } from '../interpreter/history';
import { madeOf } from './flow';
import type { Found } from './found';
import { shown } from './zero';

/** What made a value that is not finite, in words that follow `because`. */
export interface NotFinite {
  readonly node: number;
  readonly kind: Found['kind'];
  readonly why: string;
  readonly instead: string;
}

/** The first value behind the target that is not finite although its operands are, or the first that is not a number. */
export function whyNotFinite(h: RunHistory, target: number, text: (e: Expr) => string): NotFinite | null {
  const made = madeOf(h, target);
  return firstNotFinite(h, Number.isNaN(h.node(target).value), (n) => made[n] === 1, text);
}

/** The same among the values of which `isAmong` holds. */
export function firstNotFinite(
  h: RunHistory,
  hasNaN: boolean,
  isAmong: (n: number) => boolean,
  text: (e: Expr) => string,
): NotFinite | null {
  const isWanted = hasNaN ? Number.isNaN : (x: number) => !Number.isFinite(x);
  for (let n = 1; n < h.count; n++) {
    const node = h.node(n);
    if (!isAmong(n) || node.expr === null || !isWanted(node.value)) continue;
    if (node.operands.some(({ value }) => isWanted(value))) continue;
    return { node: n, ...inWords(node, node.expr, text) };
  }
  return null;
}

function inWords(node: HistoryNode, e: Expr, text: (e: Expr) => string): Omit<NotFinite, 'node'> {
  const value = (k: number) => itemAt(node.operands, k).value;
  if (e.kind === 'binary') {
    const [left, right] = [text(e.left), text(e.right)];
    if (e.op === 'multiply' && Number.isNaN(node.value)) {
      const [zero, infinite] = value(0) === 0 ? [left, right] : [right, left];
      return {
        kind: '0·∞',
        why: `\`${zero}\`, which is 0, is multiplied with \`${infinite}\`, which is infinite {line}`,
        instead: guard(infinite),
      };
    }
    if (e.op === 'divide' && value(0) === 0 && value(1) === 0)
      return {
        kind: '0·∞',
        why: `\`${left}\` is 0, and is divided by \`${right}\`, which is 0 too {line}`,
        instead: `A factor of 0 does not guard a division by \`${right}\`: divide by what is safe on both branches, and choose after.`,
      };
    if (e.op === 'divide' && value(1) === 0)
      return {
        kind: 'a division by 0',
        why: `\`${right}\` is 0 where \`${left}\` is divided by it {line}`,
        instead:
          'Test for it before, and write what should hold there; keep the division itself out of the other branch.',
      };
    if (Number.isNaN(node.value))
      return {
        kind: '∞ − ∞',
        why: `both sides of \`${text(e)}\` are infinite {line}`,
        instead: 'Put it in a form that stays finite, such as a difference of logarithms.',
      };
  }
  if (e.kind === 'intrinsic' && Number.isNaN(node.value))
    return {
      kind: 'outside of the domain',
      why: `\`${text(e)}\` is not defined at ${e.args.map((_, k) => shown(value(k))).join(', ')} {line}`,
      instead: 'Test the argument before, and write what should hold there.',
    };
  if (e.kind === 'intrinsic' && value(0) === 0)
    return {
      kind: 'an infinite slope',
      why: `\`${text(e)}\` is infinite at 0 {line}`,
      instead: guard(text(e)),
    };
  return {
    kind: 'an overflow',
    why: `\`${text(e)}\` is beyond the largest number of this precision {line}`,
    instead: 'Scale the inputs, or compute with logarithms.',
  };
}

function guard(what: string): string {
  return `A product with 0 does not guard \`${what}\`: give the function an argument that is safe on both branches, and choose after.`;
}

/** The size of an error in half of the digits. */
export const LOST = { double: 1e-8, single: 1e-3 };

/**
 * The first of the values that lost too many digits, among those that lead to the derivative. If it lost them by its own
 * operation, its operands are large compared with it.
 */
export function whereDigitsAreLost(
  h: RunHistory,
  target: number,
  limit: number,
  text: (e: Expr) => string,
): { readonly node: number; readonly found: Omit<Found, 'statement' | 'visit'> } | null {
  const error = (n: number) => relativeError(h.node(n).value, h.node(n).exact);
  const isBad = (n: number) => n !== 0 && error(n) > limit;
  if (!isBad(target)) return null;
  const bad = new Set([target]);
  for (const n of bad) for (const each of h.node(n).operands) if (isBad(each.node)) bad.add(each.node);
  const first = Math.min(...bad);
  const node = h.node(first);
  const largest = Math.max(0, ...node.operands.map(({ value }) => Math.abs(value)));
  const lostAt = Math.round(-Math.log10(Math.max(1e-17, Math.min(1, error(target)))));
  const left =
    lostAt <= 0
      ? 'has no right digit'
      : `is right to ${lostAt === 1 ? 'one digit' : `${lostAt} digits`} only`;
  const e = node.expr;
  const isDifference =
    e?.kind === 'binary' && (e.op === 'add' || e.op === 'subtract') && largest > 10 * Math.abs(node.value);
  return {
    node: first,
    found: isDifference
      ? {
          kind: 'a difference of near-equal numbers',
          because: `${left}: \`${text(e)}\` is a difference of near-equal numbers {line}, which leaves their roundings`,
          instead: hint([e, ...node.operands.map((each) => h.node(each.node).expr)]),
        }
      : {
          kind: 'roundings that add up',
          because: `${left}: roundings have grown to that {line}`,
          instead: 'Sum in another order or with compensation, scale the inputs, or use a stabler method.',
        },
  };
}

/** The well-known remedies, by what is subtracted. */
function hint(parts: readonly (Expr | null)[]): string {
  const names = new Set<string>();
  for (const e of parts)
    if (e)
      walk(e, (x) => {
        if (x.kind === 'intrinsic' && isReal(x.type)) names.add(x.fn);
      });
  if (names.has('cos')) return 'For 1 − cos(x) write 2·sin²(x/2).';
  if (names.has('exp')) return 'For exp(x) − 1 write expm1(x).';
  if (names.has('log')) return 'For log(1 + x) write log1p(x).';
  if (names.has('sqrt')) return 'For √a − √b write (a − b)/(√a + √b).';
  return 'Rewrite it so that nothing cancels: factor out what the two have in common, or expand around it.';
}
