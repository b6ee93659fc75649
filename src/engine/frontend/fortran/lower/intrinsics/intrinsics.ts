import * as b from '../../../../ir/build';
import type { Expr, ScalarType } from '../../../../ir/types';
import { count } from '../../../limitedSink';
import type { ApplySyntax, ArgumentSyntax, ExprSyntax } from '../../parse/syntax';
import { lookUp } from '../../resolve/symbols';
import { bad, type Context, dryRun, unsupported } from '../context';
import { lift } from '../elementwise';
import type { Operand } from '../operands';
import { argumentValue, constantInteger, lacking, lost, typeName, value } from '../values';
import type { Call, Elemental } from './elemental';
import { ELEMENTALS } from './elementals';
import { inOrder } from './keywords';
import { ARRAY_INTRINSICS, arrayIntrinsic } from './overArrays';
import { REARRANGING, rearranging } from './rearranged';

// ------------------------------------------------------------------------------------------------------ inquiries

const EXTREMES: Record<string, Record<ScalarType, number | null>> = {
  huge: { f64: Number.MAX_VALUE, f32: 3.4028234663852886e38, i32: 2 ** 31 - 1, i64: null, bool: null },
  tiny: { f64: 2.2250738585072014e-308, f32: 1.1754943508222875e-38, i32: null, i64: null, bool: null },
  epsilon: { f64: Number.EPSILON, f32: 2 ** -23, i32: null, i64: null, bool: null },
  precision: { f64: 15, f32: 6, i32: null, i64: null, bool: null },
  digits: { f64: 53, f32: 24, i32: 31, i64: 63, bool: null },
  radix: { f64: 2, f32: 2, i32: 2, i64: 2, bool: null },
  minexponent: { f64: -1021, f32: -125, i32: null, i64: null, bool: null },
  maxexponent: { f64: 1024, f32: 128, i32: null, i64: null, bool: null },
  range: { f64: 307, f32: 37, i32: 9, i64: 18, bool: null },
  bit_size: { f64: null, f32: null, i32: 32, i64: 64, bool: null },
  storage_size: { f64: 64, f32: 32, i32: 32, i64: 64, bool: 32 },
};
const COUNTS = new Set([
  'precision',
  'digits',
  'radix',
  'minexponent',
  'maxexponent',
  'range',
  'storage_size',
]);

function inquiry(ctx: Context, e: ApplySyntax): Expr | null {
  const first = e.args[0]?.value;
  if (e.name === 'kind' || EXTREMES[e.name]) {
    const most = e.name === 'storage_size' ? 2 : 1;
    if (!first || first.kind === 'range' || e.args.length > most) return wrongCount(ctx, e, 1, most);
    const type = typeAsked(ctx, first);
    if (e.name === 'kind') return b.constant(type === 'f64' || type === 'i64' ? 8 : 4, 'i32', e.span);
    const answer = EXTREMES[e.name]?.[type] ?? null;
    if (answer === null)
      return lost(
        ctx,
        'argument-type',
        `${e.name.toUpperCase()} is not known for ${typeName(type)}.`,
        e.span,
      );
    return b.constant(answer, COUNTS.has(e.name) ? 'i32' : type, e.span);
  }
  if (e.name === 'selected_real_kind' || e.name === 'selected_int_kind') return selectedKind(ctx, e);
  return null;
}

/** Its values are not asked for, so that a variable may stand in a declaration. */
function typeAsked(ctx: Context, e: ExprSyntax): ScalarType {
  const named = ctx.declaring && e.kind === 'name' ? lookUp(ctx.scope, e.name) : null;
  return named?.kind === 'variable' ? named.type : dryRun(ctx, () => value(ctx, e)).type;
}

function selectedKind(ctx: Context, e: ApplySyntax): Expr {
  const asked = (keyword: string, position: number): number => {
    const arg =
      e.args.find((a) => a.keyword === keyword) ?? e.args.filter((a) => a.keyword === null)[position];
    if (!arg || arg.value.kind === 'range') return 0;
    return constantInteger(ctx, arg.value, 'A precision') ?? 0;
  };
  if (e.name === 'selected_int_kind') {
    const digits = asked('r', 0);
    return b.constant(digits <= 9 ? 4 : digits <= 18 ? 8 : -1, 'i32', e.span);
  }
  const precision = asked('p', 0);
  const range = asked('r', 1);
  const kind = precision <= 6 && range <= 37 ? 4 : precision <= 15 && range <= 307 ? 8 : 16;
  return b.constant(kind, 'i32', e.span);
}

// ------------------------------------------------------------------------------------------------- outside the subset

export const FENCED: Record<string, string> = {
  ...group(
    'Leave text out of the kernel.',
    'len',
    'len_trim',
    'trim',
    'adjustl',
    'char',
    'ichar',
    'achar',
    'iachar',
    'index',
    'repeat',
  ),
  ...group('Use IAND, IOR, IEOR, or arithmetic.', 'mvbits', 'popcnt', 'poppar', 'leadz', 'trailz'),
  ...group('Pass every argument.', 'present'),
  ...group('Declare the array with explicit bounds.', 'allocated', 'associated'),
  ...group('Write it out in terms of elementary functions.', 'erfc_scaled'),
  ...group('Use arithmetic.', 'nearest'),
};
/** Intrinsics that few know: a variable or a function of the text may well have such a name. */
export const RARE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...group('Leave text out of the kernel.', 'lge', 'lgt', 'lle', 'llt', 'scan', 'verify', 'new_line'),
    ...group('Use IAND, IOR, IEOR, or arithmetic.', 'bge', 'bgt', 'ble', 'blt', 'dshiftl', 'dshiftr'),
    ...group('Use IAND, IOR, IEOR, or arithmetic.', 'maskl', 'maskr', 'merge_bits'),
    ...group('Write a loop over the elements.', 'iall', 'iany', 'iparity', 'parity'),
    ...group('Write the number.', 'rank', 'sizeof', 'c_sizeof', 'out_of_range'),
    ...group('Pass the number as an argument.', 'this_image', 'num_images', 'command_argument_count'),
    ...group('Pass the random numbers as arguments.', 'rand', 'ran', 'irand'),
    ...group(
      'Leave it out, or pass the time as an argument.',
      'etime',
      'dtime',
      'secnds',
      'second',
      'mclock',
    ),
    ...group('Compare with HUGE and TINY.', 'ieee_value', 'ieee_is_normal', 'ieee_is_negative', 'ieee_class'),
    ...group('Use SIGN, MAX or arithmetic.', 'ieee_copy_sign', 'ieee_max_num', 'ieee_min_num', 'ieee_fma'),
    ...group('Use arithmetic.', 'ieee_rem', 'ieee_rint', 'ieee_next_after', 'ieee_logb', 'ieee_scalb'),
  }),
);

function group(instead: string, ...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, instead]));
}

// ---------------------------------------------------------------------------------------------------------- calls

const BY_NAME: ReadonlyMap<string, Elemental> = new Map(
  ELEMENTALS.flatMap((entry) => entry.names.map((name) => [name, entry] as const)),
);

export const ELEMENTAL_NAMES: ReadonlySet<string> = new Set(BY_NAME.keys());
export const INTRINSIC_NAMES: ReadonlySet<string> = new Set([
  ...ELEMENTAL_NAMES,
  ...Object.keys(EXTREMES),
  'kind',
  'selected_real_kind',
  'selected_int_kind',
  ...ARRAY_INTRINSICS,
  ...REARRANGING,
  ...Object.keys(FENCED),
]);

/** Functions that take KIND= as last argument. */
const WITH_KIND = new Set(['int', 'nint', 'floor', 'ceiling', 'real', 'aint', 'anint', 'logical', 'cmplx']);

export function intrinsicCall(ctx: Context, e: ApplySyntax): Operand {
  const fence = FENCED[e.name];
  if (fence) return lacking(ctx, `The intrinsic ${e.name.toUpperCase()} is`, e.nameSpan, fence);
  const asked = inquiry(ctx, e);
  if (asked) return asked;
  if (ARRAY_INTRINSICS.has(e.name)) return arrayIntrinsic(ctx, e);
  if (REARRANGING.has(e.name)) return rearranging(ctx, e);
  const entry = BY_NAME.get(e.name);
  if (!entry) return bad(ctx, e.span);
  return elementalCall(ctx, e, entry);
}

function elementalCall(ctx: Context, e: ApplySyntax, entry: Elemental): Operand {
  let args = inOrder(e.name, e.args);
  let kind: ScalarType | null = null;
  if (WITH_KIND.has(e.name)) {
    const at = args.find((arg) => arg.keyword === 'kind') ?? (args.length === 2 ? args[1] : undefined);
    if (at) {
      kind = kindType(ctx, e.name, at);
      args = args.filter((arg) => arg !== at);
    }
  }
  if (args.length < entry.least || args.length > entry.most)
    return wrongCount(ctx, e, entry.least, entry.most);
  const operands = args.map((arg) => argumentValue(ctx, arg));
  if (ctx.failed) return bad(ctx, e.span);
  const call: Call = { ctx, name: e.name, span: e.span, kind };
  return lift(ctx, operands, e.span, (parts) => entry.build(call, parts));
}

function kindType(ctx: Context, name: string, arg: ArgumentSyntax): ScalarType | null {
  if (arg.value.kind === 'range') return null;
  const kind = constantInteger(ctx, arg.value, 'A kind');
  if (kind === null) return null;
  const integer = name === 'int' || name === 'nint' || name === 'floor' || name === 'ceiling';
  if (kind === 4) return name === 'logical' ? 'bool' : integer ? 'i32' : 'f32';
  if (kind === 8) return name === 'logical' ? 'bool' : integer ? 'i64' : 'f64';
  return unsupported(ctx, `Kind ${kind} is`, arg.span, 'Use kind 4 or 8.');
}

export function wrongCount(ctx: Context, e: ApplySyntax, least: number, most: number): Expr {
  return lost(
    ctx,
    'argument-count',
    least === most
      ? `${e.name.toUpperCase()} takes ${count(least, 'argument')}, not ${e.args.length}.`
      : e.args.length < least
        ? `${e.name.toUpperCase()} takes at least ${count(least, 'argument')}, not ${e.args.length}.`
        : `${e.name.toUpperCase()} takes at most ${count(most, 'argument')}, not ${e.args.length}.`,
    e.span,
  );
}
