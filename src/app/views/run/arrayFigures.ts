/** The Euclidean norm, without overflow in between. */
export function normOf(values: readonly number[]): number {
  return values.reduce((norm, value) => Math.hypot(norm, value), 0);
}

/** Where the least and the greatest are; `strange`: where the first is that is no finite number, or -1. */
export function extremesOf(values: readonly number[]): { least: number; greatest: number; strange: number } {
  let [least, greatest] = [0, 0];
  values.forEach((value, k) => {
    if (value < (values[least] ?? 0)) least = k;
    if (value > (values[greatest] ?? 0)) greatest = k;
  });
  return { least, greatest, strange: values.findIndex((value) => !Number.isFinite(value)) };
}

const MOST_COLUMNS = 120;

/**
 * Bars from zero, as shares of the height from the top: a column a value, or, of many values, a column from the least to the greatest of
 * those that share it. What is no finite number has no bar.
 */
export function columnsOf(values: readonly number[]): { from: number; to: number }[] {
  const finite = values.map((value) => (Number.isFinite(value) ? value : 0));
  const high = finite.reduce((most, value) => Math.max(most, value), 0);
  const low = finite.reduce((most, value) => Math.min(most, value), 0);
  const place = (value: number) => (high === low ? 1 : (high - value) / (high - low));
  const count = Math.min(values.length, MOST_COLUMNS);
  return Array.from({ length: count }, (_, k) => {
    const part = finite.slice(
      Math.floor((k * values.length) / count),
      Math.floor(((k + 1) * values.length) / count),
    );
    return {
      from: place(part.reduce((most, value) => Math.max(most, value), 0)),
      to: place(part.reduce((most, value) => Math.min(most, value), 0)),
    };
  });
}

/** What came out is so many times larger than anything that went in, and so large at all, that nobody meant it. */
const EXPLOSION = { times: 1e9, size: 1e12 };

/** The variable of which a result or a derivative has exploded the most, and how large it is; null if none has. */
export function explosionOf(
  inputs: Readonly<Record<string, readonly number[]>>,
  ...outcomes: readonly Readonly<Record<string, readonly number[]>>[]
): { readonly name: string; readonly size: number } | null {
  const largest = (values: readonly number[]) =>
    values.reduce((most, value) => (Number.isFinite(value) ? Math.max(most, Math.abs(value)) : most), 0);
  const given = Object.values(inputs).reduce((most, values) => Math.max(most, largest(values)), 1);
  const sizes = outcomes.flatMap((each) =>
    Object.entries(each).map(([name, values]) => ({ name, size: largest(values) })),
  );
  const most = sizes.reduce<(typeof sizes)[number] | null>(
    (a, b) => (a !== null && a.size >= b.size ? a : b),
    null,
  );
  return most !== null && most.size > Math.max(EXPLOSION.size, EXPLOSION.times * given) ? most : null;
}
