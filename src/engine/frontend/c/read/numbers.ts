import type { DiagnosticSink } from '../../../base/diagnostics';
import { present } from '../../../base/lookup';
import { constant } from '../../../ir/build';
import type { Expr } from '../../../ir/types';
import { shortened } from '../../limitedSink';
import type * as S from '../parse/syntax';
import { fence } from '../resolve/fence';

const INTEGER = /^(?:0[xX]([\da-fA-F]+)|0[bB]([01]+)|(\d+))([uUlL]*)$/;
const REAL = /^(?:(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+)([fFlL]?)$/;
/** What compilers refuse: a suffix that only a number with a point or an exponent may have. */
const WHOLE_WITH_SUFFIX = /^(\d+)([fF])$/;
const HEX_REAL = /^0[xX]([\da-fA-F]*)\.?([\da-fA-F]*)[pP]([+-]?\d+)([fFlL]?)$/;

/** A number as it is written, in the type that its spelling gives it; null after a report. */
export function numberConstant(sink: DiagnosticSink, e: S.NumberLiteral): Expr | null {
  const result = e.real ? realConstant(e) : integerConstant(sink, e);
  if (result === undefined) {
    const imaginary = /[ijIJ]$/.test(e.text);
    const [, whole, suffix] = WHOLE_WITH_SUFFIX.exec(e.text) ?? [];
    const instead = whole === undefined ? [] : [`Write \`${shortened(whole)}.0${suffix}\`.`];
    if (imaginary) fence(sink, 'imaginaryConstant', e.span);
    else sink.error('bad-number', `\`${shortened(e.text)}\` is not a number.`, e.span, ...instead);
  }
  return result ?? null;
}

function integerConstant(sink: DiagnosticSink, e: S.NumberLiteral): Expr | null | undefined {
  const found = INTEGER.exec(e.text);
  if (!found) return undefined;
  const [, hex, binary, decimal = '', suffix = ''] = found;
  if (decimal.length > 1 && decimal.startsWith('0') && /[89]/.test(decimal)) return undefined;
  const digits = hex !== undefined ? `0x${hex}` : binary !== undefined ? `0b${binary}` : octal(decimal);
  const exact = digits.length > 24 ? 2n ** 64n : BigInt(digits);
  if (exact >= 2n ** 63n)
    return sink.error(
      'bad-number',
      `\`${shortened(e.text)}\` is larger than any integer.`,
      e.span,
      'Unsigned numbers of 64 bits are read as `long`, up to 9223372036854775807.',
    );
  const isLong = /l/i.test(suffix) || exact >= 2n ** 31n;
  return constant(Number(exact), isLong ? 'i64' : 'i32', e.span, e.text.replace(/u/i, ''));
}

function octal(decimal: string): string {
  return decimal.length > 1 && decimal.startsWith('0') ? `0o${decimal.slice(1)}` : decimal;
}

function realConstant(e: S.NumberLiteral): Expr | null | undefined {
  const plain = REAL.exec(e.text);
  const hex = plain ? null : HEX_REAL.exec(e.text);
  const suffix = (plain?.[1] ?? hex?.[4] ?? '').toLowerCase();
  if (!plain && !hex) return undefined;
  const text = suffix === 'l' ? e.text.slice(0, -1) : e.text;
  const value = plain
    ? Number(suffix === '' ? e.text : e.text.slice(0, -1))
    : hexValue(hex?.[1] ?? '', hex?.[2] ?? '', hex?.[3] ?? '');
  if (Number.isNaN(value)) return undefined;
  if (suffix === 'f') return constant(Math.fround(value), 'f32', e.span, e.text);
  return constant(value, 'f64', e.span, text);
}

function hexValue(whole: string, fraction: string, exponent: string): number {
  const digits = whole + fraction;
  if (digits === '' || digits.length > 40) return Number.NaN;
  return Number(BigInt(`0x${digits}`)) * 2 ** (Number(exponent) - 4 * fraction.length);
}

const ESCAPES: Readonly<Record<string, number>> = {
  n: 10,
  t: 9,
  r: 13,
  b: 8,
  f: 12,
  v: 11,
  a: 7,
  '\\': 92,
  "'": 39,
  '"': 34,
  '?': 63,
};

/** `'x'`: the character's code, an `int`. */
export function characterConstant(sink: DiagnosticSink, e: S.TextLiteral): Expr | null {
  const code = characterCode(e.text.slice(1, -1));
  if (code !== null) return constant(code, 'i32', e.span);
  return fence(sink, 'character', e.span);
}

/** Of one character as it is written between quotes, as `char` holds it; null where it is none of ASCII, nor given by its code. */
export function characterCode(written: string): number | null {
  const found = /^(?:([ -[\]-~])|\\([ntrbfva\\'"?])|\\([0-7]{1,3})|\\x([\da-fA-F]{1,2}))$/.exec(written);
  if (!found) return null;
  const [, plain, escaped, octalCode, hexCode] = found;
  if (plain) return plain.charCodeAt(0);
  if (escaped) return present(ESCAPES[escaped], 'the code of an escape');
  const code = octalCode ? Number.parseInt(octalCode, 8) : Number.parseInt(present(hexCode, 'the code'), 16);
  return code < 128 ? code : code - 256;
}
