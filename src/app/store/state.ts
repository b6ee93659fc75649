import { temporal } from 'zundo';
import { subscribeWithSelector } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import type {
  Dependence,
  Diagnostic,
  DifferentiateRequest,
  Differentiation,
  Execution,
  Explanation,
  Occurrence,
  PredictQuestion,
} from '../../engine/pipeline/results';
import type { LessonFile } from '../../lessons/format';
import type { Layout } from '../layout/types';
import type { ArrangementId } from './arrangements';
import type { Available } from './choices';
import { type Drawn, drawnOf } from './drawn';
import type { Focus } from './focus';
import type { Progress } from './lessons';
import { analysisKey, EMPTY_PLAYGROUND, isEmpty, type Playground, requestKey, runKey } from './playground';

export type Theme = 'system' | 'light' | 'dark' | 'projector';

export interface Notice {
  readonly id: string;
  readonly tone: 'info' | 'warning' | 'error';
  readonly text: string;
  /** Text that was saved, for the user to copy or to open. */
  readonly saved?: string;
  readonly action?: { readonly title: string; readonly run: () => void };
}

/** Where a stepper stands: what it steps through, in the view's own words, and at which step. */
export interface Stand {
  readonly of: string;
  readonly at: number;
}

/** A recording that is taken away, or forced, to see what comes of it. */
export interface Preview {
  readonly key: string;
  readonly change: 'removed' | 'forced';
  readonly text: string;
}

/** What the user made, and where it came from. Undo goes through the playground; a link carries it. */
interface Document {
  readonly playground: Playground;
  /** The user chose the language; its text no longer does. */
  readonly languageChosen: boolean;
  /** Counts wholesale replacements of the playground, so that views can tell a new program from an edit. */
  readonly generation: number;
  /** Under which its text is kept in the browser. */
  readonly draft: string;
  /** The example that the text is, as long as it is. */
  readonly example: string | null;
}

/** What the workers said of it. Each result names what it is a result of. */
interface Results {
  /** The last answer of the engine, and what it answered. */
  readonly latest: Differentiation | null;
  readonly latestRequest: DifferentiateRequest | null;
  /** What the views show: the last answer, or the last good one while the text is half typed. */
  readonly shown: Differentiation | null;
  readonly shownRequest: DifferentiateRequest | null;
  readonly analysing: boolean;

  readonly execution: Execution | null;
  readonly executionKey: string;
  readonly running: boolean;

  /** The graphs that were placed last, which may be those of an earlier result. */
  readonly placed: Placed | null;
  /** The result for whose graphs no places were found in time. */
  readonly unplaced: Differentiation | null;
  readonly explanation: { readonly focus: Focus; readonly text: Explanation } | null;
  readonly available: Available;

  /** Of `of`, while something shows it. */
  readonly dependence: { readonly of: Differentiation; readonly answer: Dependence } | null;
}

/** How it is looked at. */
interface View {
  /** Vertices show all of their statements, however long. */
  readonly fullText: boolean;
  /** Loops and branches that are drawn as one vertex, by what is kept of their heads across edits. */
  readonly folds: readonly string[];
  /** A view has shown graphs: from now on they are placed as soon as there are any. */
  readonly graphsWanted: boolean;
  /** How many views want dependence. */
  readonly dependenceWanted: number;
  /** Activity is painted over the kernel; and of the place under the pointer or the caret, what is said of it. */
  readonly painted: boolean;
  readonly paintedAt: Occurrence | null;

  readonly hovered: Focus | null;
  readonly pinned: Focus | null;
  /** Where a stepper stands: lit as long as nothing is hovered, without a card of its own. */
  readonly stepped: Focus | null;
  /** By view: where its stepper stands. Kept while one looks at other views, and in links. */
  readonly stands: Readonly<Record<string, Stand>>;
  /** A cursor from a link that waits for the first result. */
  readonly awaitedCursor: string | null;

  /** The question on the page, if there is one. */
  readonly asked: PredictQuestion | null;
  /** What a card shows broken at the moment. */
  readonly preview: Preview | null;

  /** A place of the text that the editor was asked to go to; `count` tells one asking from the next. */
  readonly revealed: { readonly offset: number; readonly count: number } | null;

  readonly theme: Theme;
  readonly presenting: boolean;
  /** The hand-out is on the page, for the browser to print. */
  readonly printing: boolean;
  readonly arrangement: ArrangementId;
  /** By arrangement, the view on top of its main place; on a phone, of the page. */
  readonly onTop: Readonly<Record<string, string>>;
  /** Lessons that were opened here, the latest first, and how far one came in each lesson. */
  readonly ownLessons: readonly LessonFile[];
  readonly progress: Progress;
  /** At which stop of the tour; null if it is not under way. */
  readonly tour: number | null;
  readonly notices: readonly Notice[];
  /** Text for a screen reader to say. */
  readonly said: string;
}

export interface State extends Document, Results, View {}

/** Graphs with the places of exactly their vertices and edges. */
export interface Placed {
  readonly result: Differentiation;
  readonly drawn: Drawn;
  readonly layout: Layout;
}

/** Until the engine has said what it can do, only the defaults are offered. */
const NOTHING_BUT_DEFAULTS: Available = {
  modes: ['adjoint'],
  targets: ['c'],
  options: {},
  inTangents: [],
  notCombinable: [],
};

const INITIAL: State = {
  playground: EMPTY_PLAYGROUND,
  languageChosen: false,
  generation: 0,
  draft: '',
  example: null,
  latest: null,
  latestRequest: null,
  shown: null,
  shownRequest: null,
  analysing: false,
  execution: null,
  executionKey: '',
  running: false,
  placed: null,
  unplaced: null,
  fullText: false,
  folds: [],
  explanation: null,
  available: NOTHING_BUT_DEFAULTS,
  dependence: null,
  graphsWanted: false,
  dependenceWanted: 0,
  painted: false,
  paintedAt: null,
  hovered: null,
  pinned: null,
  stepped: null,
  stands: {},
  awaitedCursor: null,
  asked: null,
  preview: null,
  revealed: null,
  theme: 'system',
  presenting: false,
  printing: false,
  arrangement: 'read',
  onTop: {},
  ownLessons: [],
  progress: {},
  tour: null,
  notices: [],
  said: '',
};

/** Typing within this time is one step of undo. */
const ONE_STEP_MS = 700;
const MOST_STEPS = 300;

export function createState(initial: Partial<State> = {}) {
  let lastEdit = 0;
  return createStore<State>()(
    subscribeWithSelector(
      temporal((): State => ({ ...INITIAL, ...initial }), {
        partialize: ({ playground }) => ({ playground }),
        equality: (past, current) => past.playground === current.playground,
        limit: MOST_STEPS,
        // Keystrokes gather into one step; any other change is a step of its own.
        handleSet: (record) => (past, replace, current, delta) => {
          const before = (past as State).playground;
          const after = current.playground;
          const onlyTyped = before.source !== after.source && sameBut(before, after);
          const now = Date.now();
          const gather = onlyTyped && now - lastEdit < ONE_STEP_MS;
          lastEdit = onlyTyped ? now : 0;
          if (!gather) (record as (...all: unknown[]) => void)(past, replace, current, delta);
        },
      }),
    ),
  );
}
export type Store = ReturnType<typeof createState>;

/** Equal in all but the text. */
function sameBut(before: Playground, after: Playground): boolean {
  return (Object.keys(after) as (keyof Playground)[]).every(
    (key) => key === 'source' || before[key] === after[key],
  );
}

export const focusOf = (state: State): Focus | null => state.hovered ?? state.stepped ?? state.pinned;
/** Results on the page lag behind the text or the options. */
export const isStale = ({ shownRequest, playground }: State): boolean =>
  shownRequest === null || requestKey(shownRequest) !== analysisKey(playground);
/** The graphs on the page are not yet those of the result. */
export const isPlacing = ({ placed, shown, folds }: State): boolean =>
  shown !== null && (placed?.result !== shown || placed.drawn !== drawnOf(shown, folds));
export const isRunStale = (state: State): boolean => state.executionKey !== runKey(state.playground);

const NO_DIAGNOSTICS: readonly Diagnostic[] = [];
let merged: { of: readonly [Differentiation | null, Execution | null]; all: readonly Diagnostic[] } | null =
  null;

/** What the analysis says of the text, and what the last run of it said on top. */
export function diagnosticsOf(state: State): readonly Diagnostic[] {
  const { latest } = state;
  if (isEmpty(state.playground.source)) return NO_DIAGNOSTICS;
  const execution = latest?.ok && !isRunStale(state) ? state.execution : null;
  if (merged === null || merged.of[0] !== latest || merged.of[1] !== execution) {
    const said = latest?.diagnostics ?? NO_DIAGNOSTICS;
    const known = new Set(said.map(({ code, span }) => `${code} ${span.start}`));
    const added =
      execution?.diagnostics.filter(({ code, span }) => !known.has(`${code} ${span.start}`)) ?? [];
    merged = { of: [latest, execution], all: added.length === 0 ? said : [...said, ...added] };
  }
  return merged.all;
}
