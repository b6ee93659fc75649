import type { Trace } from '../../../engine/pipeline/results';
import { shortNumber } from '../../ui/numbers';

/**
 * A trace that can be gone through in both directions. A step says what it wrote and what stood there before, so going
 * back is as cheap as going on: to move by n steps takes n writes into flat arrays, and no copy of a state is kept. What
 * is known of the whole run (partners on the tape, the last write of each cell) is found in one pass when it opens: 12
 * bytes a step beside the 42 of the trace.
 */
export interface Playback {
  readonly trace: Trace;
  /** The step that was done last; -1 at entry. */
  readonly at: number;
  moveTo(step: number): void;
  /** A cell is an element of a location: `locations[l].start + element`. */
  value(cell: number): number;
  /** It has a value: it had one at entry, or something was written to it. */
  defined(cell: number): boolean;
  /** The cells on the tape, the top first: the steps that pushed them; not more than `most`. */
  top(most: number): number[];
  /** Of a push, the step that pops it; of a pop, the step that pushed it; -1 if there is none. */
  partner(step: number): number;
  /** The cell that a step writes; -1 for tests and pushes. */
  written(step: number): number;
  /** Steps that write this cell, in order. */
  history(cell: number): number[];
}

export type TapeKind = Trace['statements'][number]['tape'];

export function tapeKind(trace: Trace, step: number): TapeKind {
  return trace.statements[trace.statement[step] ?? -1]?.tape ?? null;
}

const isPush = (kind: TapeKind) => kind === 'push' || kind === 'pushControl';

const PUSH = 1;
const POP = 2;
const CONTROL = 4;
const KIND = {
  none: 0,
  push: PUSH,
  pop: POP,
  pushControl: PUSH | CONTROL,
  popControl: POP | CONTROL,
} as const;

/** What a step does to the tape and to the cells, as numbers: it is asked for at every step. */
function readerOf({ statements, locations, statement, location, index }: Trace) {
  const kinds = Uint8Array.from(statements, ({ tape }) => KIND[tape ?? 'none']);
  const kindOf = (step: number) => kinds[statement[step] as number] as number;
  const starts = Int32Array.from(locations, ({ start }) => start);
  const lengths = Int32Array.from(locations, ({ length }) => length);
  const written = (step: number): number => {
    const l = location[step] as number;
    if (l < 0 || (kindOf(step) & PUSH) !== 0) return -1;
    const i = index[step] as number;
    return i < (lengths[l] as number) ? (starts[l] as number) + i : -1;
  };
  return { kindOf, written };
}

/** Two stacks, of values and of control. */
const stackOf = (kind: number): 0 | 1 => (kind & CONTROL ? 1 : 0);

/** What is known of the whole run, by step: the write before of the same cell, the partner on the tape, and what lies below a push. */
function survey({ steps, initial }: Trace, { kindOf, written }: ReturnType<typeof readerOf>) {
  const last = new Int32Array(initial.length).fill(-1);
  const previous = new Int32Array(steps);
  const partner = new Int32Array(steps).fill(-1);
  const below = new Int32Array(steps).fill(-1);
  const tops = new Int32Array(2).fill(-1);
  for (let k = 0; k < steps; k++) {
    const cell = written(k);
    if (cell >= 0) {
      previous[k] = last[cell] as number;
      last[cell] = k;
    }
    const kind = kindOf(k);
    const stack = stackOf(kind);
    const top = tops[stack] as number;
    if (kind & PUSH) {
      below[k] = top;
      tops[stack] = k;
    } else if (kind & POP && top >= 0) {
      partner[k] = top;
      partner[top] = k;
      tops[stack] = below[top] as number;
    }
  }
  return { previous, partner, below };
}

export function createPlayback(trace: Trace): Playback {
  const { steps, locations, before, after } = trace;
  const reader = readerOf(trace);
  const { kindOf, written } = reader;
  const { previous, partner, below } = survey(trace, reader);
  const cells = trace.initial.length;
  const values = trace.initial.slice();
  const last = new Int32Array(cells).fill(-1);
  // Their tops after the step at hand.
  const tops = new Int32Array(2).fill(-1);
  let at = -1;

  function forward(k: number): void {
    const cell = written(k);
    if (cell >= 0) {
      values[cell] = after[k] as number;
      last[cell] = k;
    }
    const kind = kindOf(k);
    const stack = stackOf(kind);
    if (kind & PUSH) tops[stack] = k;
    else if (kind & POP && (partner[k] as number) >= 0) tops[stack] = below[partner[k] as number] as number;
  }

  function back(k: number): void {
    const cell = written(k);
    if (cell >= 0) {
      values[cell] = before[k] as number;
      last[cell] = previous[k] as number;
    }
    const kind = kindOf(k);
    const stack = stackOf(kind);
    if (kind & PUSH) tops[stack] = below[k] as number;
    else if (kind & POP && (partner[k] as number) >= 0) tops[stack] = partner[k] as number;
  }

  const entered = new Uint8Array(cells);
  for (const { start, length, entered: known } of locations)
    if (known) entered.fill(1, start, start + length);

  return {
    trace,
    get at() {
      return at;
    },
    moveTo(step) {
      const to = Math.max(-1, Math.min(steps - 1, step));
      while (at < to) forward(++at);
      while (at > to) back(at--);
    },
    value: (cell) => values[cell] as number,
    defined: (cell) => entered[cell] === 1 || (last[cell] as number) >= 0,
    top(most) {
      let [value, control] = [tops[0] as number, tops[1] as number];
      const found: number[] = [];
      while (found.length < most && (value >= 0 || control >= 0)) {
        const next = Math.max(value, control);
        found.push(next);
        if (next === value) value = below[value] as number;
        else control = below[control] as number;
      }
      return found;
    },
    partner: (step) => partner[step] ?? -1,
    written,
    history(cell) {
      const found: number[] = [];
      for (let k = 0; k < steps; k++) if (written(k) === cell) found.push(k);
      return found;
    },
  };
}

/** Where a run halts: at a primal statement, or where a location changes. */
export interface Stops {
  readonly statements: ReadonlySet<string>;
  readonly locations: ReadonlySet<number>;
}

/** The next step in a direction at which one of the stops holds; the end of the run if none does. */
export function nextStop(play: Playback, stops: Stops, direction: 1 | -1): number {
  const { trace } = play;
  const halts = Uint8Array.from(trace.statements, (each) =>
    each.statement !== null && stops.statements.has(each.statement) ? 1 : 0,
  );
  const watched = Uint8Array.from(trace.locations, (_, l) => (stops.locations.has(l) ? 1 : 0));
  for (let k = play.at + direction; k >= 0 && k < trace.steps; k += direction) {
    if (halts[trace.statement[k] as number]) return k;
    if (watched[trace.location[k] as number] && play.written(k) >= 0) return k;
  }
  return direction === 1 ? trace.steps - 1 : -1;
}

/** Height of the tape over the run, as outlines of at most `columns` points: the most in each stretch of steps. */
export function heights(
  trace: Trace,
  columns: number,
): { readonly most: number; readonly heights: number[] } {
  const count = Math.max(1, Math.min(columns, trace.steps));
  const found: number[] = [];
  let most = 0;
  for (let c = 0; c < count; c++) {
    const to = Math.floor(((c + 1) * trace.steps) / count);
    let top = 0;
    for (let k = Math.floor((c * trace.steps) / count); k < to; k++)
      top = Math.max(top, trace.tapeHeight[k] as number);
    found.push(top);
    most = Math.max(most, top);
  }
  return { most, heights: found };
}

/** What a step did, in a sentence for the eye and the ear. */
export function told(play: Playback, step: number): string {
  const { trace } = play;
  if (step < 0) return 'At entry: nothing has run yet.';
  const s = trace.statements[trace.statement[step] ?? -1];
  const l = trace.locations[trace.location[step] ?? -1];
  const kind = s?.tape ?? null;
  const name = l === undefined ? '' : elementName(l, trace.index[step] ?? 0);
  const value = shortNumber(trace.after[step] ?? Number.NaN, 6);
  const stored = nameOnTape(play, step);
  if (isPush(kind)) {
    const popped = play.partner(step);
    const until = popped < 0 ? 'It is never popped.' : `Step ${popped + 1} pops it.`;
    return `Pushes ${stored} = ${value}. ${until}`;
  }
  if (kind === 'pop' || kind === 'popControl') {
    const pushed = play.partner(step);
    const from = pushed < 0 ? '' : `, pushed in step ${pushed + 1}`;
    return `Pops ${value} ${kind === 'pop' ? 'back into' : 'into'} ${stored}${from}.`;
  }
  if (l === undefined) return decided(s?.text ?? '', trace.after[step] ?? 0);
  const was = shortNumber(trace.before[step] ?? Number.NaN, 6);
  return was === value ? `${name} stays ${value}.` : `${name} goes from ${was} to ${value}.`;
}

/** What a step pushes or pops. Control has a name where it is popped: a push that no pop answers stores a mark. */
export function nameOnTape(play: Playback, step: number): string {
  const { trace } = play;
  for (const at of [step, play.partner(step)]) {
    const location = trace.locations[trace.location[at] ?? -1];
    if (location !== undefined) return elementName(location, trace.index[at] ?? 0);
  }
  return 'mark';
}

/** An element as the program writes it: `a[1][0]`, `a(3, -1)`. */
export function elementName(
  { name, length, subscripts }: Trace['locations'][number],
  element: number,
): string {
  if (subscripts === null) return length > 1 ? `${name}[${element}]` : name;
  const { lower, strides, order, style } = subscripts;
  // From the slowest dimension on, each takes what it can of the position in memory.
  let rest = element;
  const at = [...lower];
  for (const d of order) {
    const steps = Math.floor(rest / (strides[d] ?? 1));
    at[d] = (lower[d] ?? 0) + steps;
    rest -= steps * (strides[d] ?? 1);
  }
  return style === 'fortran' ? `${name}(${at.join(', ')})` : `${name}[${at.join('][')}]`;
}

function decided(text: string, value: number): string {
  if (/^(switch|select)/.test(text)) return `The selector is ${shortNumber(value)}.`;
  return value === 0 ? 'The test does not hold.' : 'The test holds.';
}
