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
