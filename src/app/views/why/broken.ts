import type { BrokenComponent, Differentiation } from '../../../engine/pipeline/results';
import { indexOf } from '../../store/results/lookup';
import type { Focus } from '../../store/view/focus';
import type { Preview } from '../../store/view/view';

const MOST_ROWS = 12;

/** Wrong components first, the worst on top; the others after them in their own order. */
export function worstFirst(components: readonly BrokenComponent[]): BrokenComponent[] {
  const size = ({ wrong, relativeError }: BrokenComponent) =>
    !wrong ? -1 : Number.isNaN(relativeError) ? Number.POSITIVE_INFINITY : relativeError;
  return components.toSorted((a, b) => (size(a) === size(b) ? 0 : size(b) - size(a))).slice(0, MOST_ROWS);
}

interface Tamper {
  readonly without: readonly string[];
  readonly with: readonly string[];
}

/** The lists of tampering with one more recording taken away or forced. */
export function tamperedWith(tamper: Tamper, key: string, change: 'removed' | 'forced'): Tamper {
  const others = (list: readonly string[]) => list.filter((each) => each !== key);
  const [less, more] = [others(tamper.without), others(tamper.with)];
  // What was forced and is taken away again is as it was, and the other way round.
  if (change === 'removed') return { without: tamper.with.includes(key) ? less : [...less, key], with: more };
  return { without: less, with: tamper.without.includes(key) ? more : [...more, key] };
}

/** What can be broken at the thing in focus: a stored value that is taken away, or one left out that is forced. */
export interface Breakable extends Preview {
  readonly location: string;
  readonly statement: string;
}

export function breakables(shown: Differentiation, focus: Focus): Breakable[] {
  const index = indexOf(shown);
  const { subject } = focus;
  const recording = focus.recording === null ? undefined : index.recordings.get(focus.recording);
  if (recording !== undefined) {
    const { kind } = recording;
    if ((kind !== 'value' && kind !== 'snapshot') || recording.statement === null) return [];
    const { key, text, location, statement } = recording;
    return [{ key, change: 'removed', text, location, statement }];
  }
  const statement = index.statements.get(focus.statements[0] ?? '');
  if (statement === undefined || !statement.reachable) return [];
  const wanted = subject?.kind === 'location' ? [subject.location] : statement.overwrites;
  return statement.overwrites
    .filter((location) => wanted.includes(location))
    .map((location): Breakable => {
      const key = `${statement.id}:${location}`;
      const known = index.recordingsByKey.get(key) ?? index.recordingsByKey.get(`${key}:snapshot`);
      return {
        key: known?.key ?? key,
        change: known === undefined ? 'forced' : 'removed',
        text: known?.text ?? location,
        location,
        statement: statement.id,
      };
    })
    .filter(({ change }) => change === 'removed' || (statement.kept && statement.kind === 'assign'));
}

/** Is what is in focus a recording that leads the backward sweep, and holds no value? */
export function isControl(shown: Differentiation, { recording }: Focus): boolean {
  const kind = recording === null ? undefined : indexOf(shown).recordings.get(recording)?.kind;
  return kind !== undefined && kind !== 'value' && kind !== 'snapshot';
}
