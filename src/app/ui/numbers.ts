/** Numbers as people read them: few digits, a true minus sign, powers of ten written as such. */
export function shortNumber(value: number, digits = 8): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e7 || size < 1e-3) {
    const [mantissa = '', power = ''] = value.toExponential(Math.min(digits - 1, 4)).split('e');
    return `${withMinus(mantissa.replace(/\.?0+$/, ''))}·10${raised(Number(power))}`;
  }
  return withMinus(String(Number(value.toPrecision(digits))));
}

function withMinus(text: string): string {
  return text.replace('-', '−');
}
export function raised(power: number): string {
  return String(power).replace(/[-\d]/g, (each) => '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'['-0123456789'.indexOf(each)] ?? each);
}

export function bytes(count: number): string {
  if (count > 0 && count < 1) return counted(Math.round(8 * count), 'bit');
  if (count < 1024) return `${Number(count.toFixed(1))} B`;
  if (count < 1024 ** 2) return `${(count / 1024).toFixed(1)} kB`;
  return `${(count / 1024 ** 2).toFixed(1)} MB`;
}

/** Separates thousands. Not with the browser's formatter, which takes as long to make as half of the page's other modules. */
export function grouped(value: number): string {
  const [whole = '', ...fraction] = String(Number(value.toFixed(3))).split('.');
  return [whole.replace(/\B(?=(?:\d{3})+$)/g, ','), ...fraction].join('.');
}

/** A number in round figures, or a count as long as a power of ten is not shorter. */
export const roundNumber = (value: number): string =>
  Math.abs(value) >= 1000 && Math.abs(value) < 1e7
    ? withMinus(grouped(Math.round(value)))
    : shortNumber(value, 5);

/** Of milliseconds: `85 ns`, `1.24 µs`, `12.5 ms`. */
export function duration(milliseconds: number): string {
  const [value, unit] =
    milliseconds < 0.001
      ? [milliseconds * 1e6, 'ns']
      : milliseconds < 1
        ? [milliseconds * 1e3, 'µs']
        : milliseconds < 1000
          ? [milliseconds, 'ms']
          : [milliseconds / 1000, 's'];
  return `${Number(value.toPrecision(3))} ${unit}`;
}

/** `1 value`, `3 values`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

export interface NumberParts {
  /** The sign and the integer digits. */
  readonly head: string;
  /** Digits that may be cut. */
  readonly fraction: string;
  readonly power: string;
}

/** A number of which less may be shown: digits are cut, its magnitude stays. */
export function numberParts(text: string): NumberParts {
  const [, head = text, fraction = '', power = ''] = /^(−?\d+)(\.\d+)?(·10\S*)?$/.exec(text) ?? [];
  return { head, fraction, power };
}
