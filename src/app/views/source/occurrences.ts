import type { Occurrence } from '../../../engine/pipeline/results';
import type { State } from '../../store/state';
import { positionOf } from '../../ui/text';

/** What is to be painted over the text as it stands: nothing while the paint is off, or of another text. */
export function paintedOccurrences(state: State, text: string): readonly Occurrence[] {
  const { painted, dependence, shown, shownRequest } = state;
  return painted && dependence !== null && dependence.of === shown && shownRequest?.source === text
    ? dependence.answer.occurrences
    : NONE;
}
const NONE: readonly Occurrence[] = [];

/** Where the value that is read there may come from. */
export function toldDefinitions({ definitions }: Occurrence, starts: readonly number[]): string {
  const lines = new Set(
    definitions.flatMap(({ span }) => (span ? [positionOf(starts, span.start).line + 1] : [])),
  );
  const places = [...lines].sort((a, b) => a - b).map(String);
  const [last] = places.slice(-1);
  const set =
    last === undefined
      ? []
      : [places.length === 1 ? `line ${last}` : `line ${places.slice(0, -1).join(', ')} or ${last}`];
  const from = [...set, ...(definitions.some(({ span }) => span === null) ? ['the entry'] : [])];
  return from.length === 0 ? '' : `Its value comes from ${from.join(', or from ')}.`;
}

interface Activity {
  readonly state: Occurrence['state'];
  readonly title: string;
  readonly blurb: string;
}
/** The four, with the mark that each carries beside its colour. */
export const ACTIVITY: readonly Activity[] = [
  { state: 'active', title: 'active', blurb: 'A derivative passes here.' },
  {
    state: 'varied',
    title: 'varied',
    blurb: 'It depends on an independent, but no derivative passes on from here.',
  },
  { state: 'useful', title: 'useful', blurb: 'It influences a dependent, but depends on no independent.' },
  { state: 'passive', title: 'passive', blurb: 'Neither.' },
];
