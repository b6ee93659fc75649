import type { DerivativeMatrix } from '../../../engine/pipeline/results';

/** A piece of a contour, in cells of the grid: from (x, y) to (x, y). */
type Segment = readonly [number, number, number, number];

/** Lines of equal value over a square grid, row by row upwards; levels lie closer where the function is small. */
export function contours(
  values: readonly number[],
  size: number,
  count: number,
): { level: number; segments: Segment[] }[] {
  if (values.length !== size * size) return [];
  const finite = values.filter(Number.isFinite).sort((a, b) => a - b);
  const levels = Array.from(
    { length: count },
    (_, k) => finite[Math.floor(((k + 0.5) / count) * finite.length)],
  );
  return [...new Set(levels)].flatMap((level) =>
    level === undefined ? [] : [{ level, segments: segmentsAt(values, size, level) }],
  );
}

function segmentsAt(values: readonly number[], size: number, level: number): Segment[] {
  const found: Segment[] = [];
  const at = (x: number, y: number) => (values[y * size + x] ?? Number.NaN) - level;
  for (let y = 0; y + 1 < size; y++)
    for (let x = 0; x + 1 < size; x++) {
      // Where the four edges of the cell are crossed, counter-clockwise.
      const corners = [at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)] as const;
      const places = [
        [x, y],
        [x + 1, y],
        [x + 1, y + 1],
        [x, y + 1],
      ] as const;
      const crossed: [number, number][] = [];
      for (let k = 0; k < 4; k++) {
        const [a, b] = [corners[k] as number, corners[(k + 1) % 4] as number];
        if (!(a < 0 !== b < 0) || Number.isNaN(a) || Number.isNaN(b)) continue;
        const t = a / (a - b);
        const [p, q] = [
          places[k] as readonly [number, number],
          places[(k + 1) % 4] as readonly [number, number],
        ];
        crossed.push([p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])]);
      }
      for (let k = 0; k + 1 < crossed.length; k += 2) {
        const [[a, b], [c, d]] = [crossed[k] as [number, number], crossed[k + 1] as [number, number]];
        found.push([a, b, c, d]);
      }
    }
  return found;
}

/** The step s of `H s = -g`, by elimination with row exchanges; null where there is none. */
export function newtonStep(
  { entries, columns }: DerivativeMatrix,
  gradient: readonly number[],
): number[] | null {
  const n = columns.length;
  if (n !== gradient.length) return null;
  const rows = gradient.map((g) => [...new Array<number>(n).fill(0), -g]);
  for (const { row, column, value } of entries) (rows[row] as number[])[column] = value;
  for (let k = 0; k < n; k++) {
    let best = k;
    for (let i = k + 1; i < n; i++)
      if (Math.abs(rows[i]?.[k] ?? 0) > Math.abs(rows[best]?.[k] ?? 0)) best = i;
    const pivot = rows[best] as number[];
    if (!(Math.abs(pivot[k] ?? 0) > 1e-300)) return null;
    [rows[k], rows[best]] = [pivot, rows[k] as number[]];
    for (let i = 0; i < n; i++) {
      if (i === k) continue;
      const own = rows[i] as number[];
      const factor = (own[k] ?? 0) / (pivot[k] ?? 1);
      for (let j = k; j <= n; j++) own[j] = (own[j] ?? 0) - factor * (pivot[j] ?? 0);
    }
  }
  return rows.map((row, k) => (row[n] ?? 0) / (row[k] ?? 1));
}
