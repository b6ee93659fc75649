import type { Occurrence, PredictQuestion } from '../../../engine/pipeline/results';
import type { LessonFile } from '../../../lessons/format';
import type { Progress } from '../kept/lessons';
import type { ArrangementId } from './arrangements';
import type { Focus } from './focus';

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

/** A recording that is removed or forced, to see the effect. */
export interface Preview {
  readonly key: string;
  readonly change: 'removed' | 'forced';
  /** What is stored: `a[i]`. */
  readonly text: string;
}

/** How it is looked at. */
export interface View {
  /** Vertices show all of their statements, however long. */
  readonly fullText: boolean;
  /** Loops and branches that are drawn as one vertex, by what is kept of their heads across edits. */
  readonly folds: readonly string[];
  /** Whether a view has shown graphs: from then on they are placed as soon as there are any. */
  readonly graphsWanted: boolean;
  /** The number of views in sight that wait for their code. */
  readonly viewsComing: number;
  /** The number of views that want dependence. */
  readonly dependenceWanted: number;
  /** Whether activity is painted over the kernel; and what is said of the place under the pointer or the caret. */
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
  /** What a card shows as broken at the moment. */
  readonly preview: Preview | null;

  /** A place in the text that the editor was asked to go to; `count` tells one request from the next. */
  readonly revealed: { readonly offset: number; readonly count: number } | null;

  readonly theme: Theme;
  readonly presenting: boolean;
  /** Whether the hand-out is on the page, for the browser to print. */
  readonly printing: boolean;
  readonly arrangement: ArrangementId;
  /** By arrangement, the view on top of its main place; on a phone, the view that is the page. */
  readonly onTop: Readonly<Record<string, string>>;
  /** Lessons that were opened here, the latest first, and the progress in each lesson. */
  readonly ownLessons: readonly LessonFile[];
  readonly progress: Progress;
  /** The current stop of the tour; null if it is not under way. */
  readonly tour: number | null;
  readonly notices: readonly Notice[];
  /** Text to be spoken by a screen reader. */
  readonly said: string;
}

export const FIRST_VIEW: View = {
  fullText: false,
  folds: [],
  graphsWanted: false,
  viewsComing: 0,
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
