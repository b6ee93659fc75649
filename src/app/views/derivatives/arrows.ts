const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The place that an arrow key leads to in a matrix, rows downwards. */
export const stepOf = (key: string) => STEPS[key];

/** The nearest of `count` rows or columns. */
export const within = (at: number, count: number): number => Math.max(0, Math.min(count - 1, at));
