import type { Layout } from '../../layout/types';
import type { GraphName } from '../../store/results/lookup';

/** What stands around a graph, and what the tape's lane takes from the pane of the backward sweep. */
const AROUND = 60;
const LANE = 168;
const LEAST = 22;

/** How wide these graphs are side by side, with what stands between the sweeps. */
export const widthOf = (graphs: Layout['graphs'], names: readonly GraphName[]): number =>
  names.reduce((sum, name) => sum + graphs[name].width + AROUND, LANE);

/** Whole percents, a hundred in all, so that each pane shows its graph at the scale that all of them share. */
export function sharesOf(graphs: Layout['graphs'], names: readonly GraphName[], hasLane: boolean): number[] {
  if (names.length === 0) return [];
  const widths = names.map(
    (name) => graphs[name].width + AROUND + (hasLane && name === 'adjoint' ? LANE : 0),
  );
  const sum = widths.reduce((all, each) => all + each, 0);
  const wanted = widths.map((width) => Math.max(LEAST, (100 * width) / sum));
  // What the narrow ones got on top, the wide ones give, each by what it has to give.
  const over = wanted.reduce((all, each) => all + each, 0) - 100;
  const spare = wanted.reduce((all, each) => all + each - LEAST, 0);
  const shares = wanted.map((each) => Math.round(each - (over * (each - LEAST)) / Math.max(spare, 1)));
  const last = shares.length - 1;
  return shares.with(last, 100 - shares.slice(0, last).reduce((all, each) => all + each, 0));
}
