/** Literals as constants, in the type that their spelling or their kind says. */

import * as b from '../../../ir/build';
import type { Expr } from '../../../ir/types';
import type { NumberSyntax } from '../parse/syntax';
import { lookUp } from '../resolve/symbols';
import { bad, type Context, report, unsupported } from './context';
import { typeName } from './operators';
import { refused } from './values';

export function number(ctx: Context, e: NumberSyntax): Expr {
  const kind = kindOf(ctx, e);
  if (e.suffix !== null && kind !== 4 && kind !== 8) {
    if (!ctx.failed) unsupported(ctx, `Kind ${e.suffix} is`, e.span, 'Use kind 4 or 8.');
    return bad(ctx, e.span);
  }
  if (!e.real) return wholeNumber(ctx, e, kind === 8 ? 'i64' : 'i32');
  const isDouble = kind === null ? e.text.includes('d') : kind === 8;
  return realNumber(ctx, e, isDouble ? 'f64' : 'f32');
}

/** Null if there is no kind, and after a report. */
function kindOf(ctx: Context, { suffix, span }: NumberSyntax): number | null {
  if (suffix === null) return null;
  if (/^\d/.test(suffix)) return Number(suffix);
  const symbol = lookUp(ctx.scope, suffix);
  if (symbol?.kind === 'constant' && symbol.value) return symbol.value.value;
  if (!ctx.failed) report(ctx, 'undeclared', `${suffix} is no constant, so it can\u2019t be a kind.`, span);
  return null;
}

function wholeNumber(ctx: Context, e: NumberSyntax, type: 'i32' | 'i64'): Expr {
  const value = Number(e.text);
  if (type === 'i32' && value >= 2 ** 31)
    report(ctx, 'range', `${e.text} is too large for INTEGER.`, e.span, 'Write it with _8 for INTEGER(8).');
  else if (BigInt(e.text) >= 2n ** 63n)
    report(ctx, 'range', `${e.text} is too large for INTEGER(8).`, e.span);
  else return b.constant(value, type, e.span, spelling(e));
  return bad(ctx, e.span);
}

function realNumber(ctx: Context, e: NumberSyntax, type: 'f32' | 'f64'): Expr {
  if (e.text.includes('q')) {
    unsupported(ctx, 'Quadruple precision is', e.span, 'Write d instead of q.');
    return bad(ctx, e.span);
  }
  const parsed = Number(e.text.replace('d', 'e'));
  const rounded = type === 'f32' ? Math.fround(parsed) : parsed;
  if (!Number.isFinite(rounded) && /\d/.test(e.text)) {
    const hint = type === 'f32' && Number.isFinite(parsed) ? ['Write it in double precision, with d.'] : [];
    return refused(ctx, 'range', `${e.text} is too large for ${typeName(type)}.`, e.span, ...hint);
  }
  return b.constant(rounded, type, e.span, spelling(e));
}

/** Spellings with a named kind would need the name's declaration where they are printed; long integers are told by theirs alone. */
function spelling(e: NumberSyntax): string | undefined {
  if (e.suffix === null) return e.text;
  if (/^\d/.test(e.suffix)) return `${e.text}_${e.suffix}`;
  return e.real || Number.isSafeInteger(Number(e.text)) ? undefined : `${e.text}_8`;
}
