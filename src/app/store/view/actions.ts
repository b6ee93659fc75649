import type { Occurrence, PredictQuestion } from '../../../engine/pipeline/results';
import type { LessonFile } from '../../../lessons/format';
import type { LessonProgress } from '../kept/lessons';
import type { State, Store } from '../state';
import type { Notice, Preview, Stand, Theme } from '../view/view';
import type { ArrangementId } from './arrangements';
import type { Focus } from './focus';

/** Places that are pointed at, stepped to, or asked about. */
export function cursorActions({ getState: get, setState: set }: Store) {
  return {
    hover(hovered: Focus | null): void {
      if (hovered !== get().hovered) set({ hovered });
    },
    pin: (pinned: Focus | null): void => set({ pinned, hovered: null, stepped: null }),
    /** Lights the position of a stepper. */
    step(stepped: Focus | null): void {
      if (stepped !== get().stepped) set({ stepped });
    },
    /** Moves the stepper of a view and lights the new position, in one change, so that each view is drawn once. */
    stand: (view: string, stand: Stand, stepped: Focus | null = get().stepped): void =>
      set(({ stands }) => ({ stands: { ...stands, [view]: stand }, stepped })),
    /** Shows a question on the page, or removes it. */
    ask: (asked: PredictQuestion | null): void => set({ asked }),
    /** Shows the effect of a broken recording in a card, or ends that. */
    preview: (preview: Preview | null): void => set({ preview }),
    /** Brings a place of the text into view and puts the caret there. */
    reveal: (offset: number): void =>
      set(({ revealed }) => ({ revealed: { offset, count: (revealed?.count ?? 0) + 1 } })),
  };
}

/** How the kernel and its graphs are drawn, and what of them a view waits for. */
export function drawingActions({ getState: get, setState: set }: Store) {
  return {
    /** A view shows graphs. */
    wantGraphs(): void {
      if (!get().graphsWanted) set({ graphsWanted: true });
    },
    /** A view in sight waits for its code (1), or has it (-1). */
    awaitView: (by: 1 | -1): void => set(({ viewsComing }) => ({ viewsComing: viewsComing + by })),
    /** A view that shows dependence came (1) or went (-1). */
    wantDependence: (by: 1 | -1): void =>
      set(({ dependenceWanted }) => ({ dependenceWanted: dependenceWanted + by })),
    paint(painted: boolean): void {
      if (painted === get().painted) return;
      set(({ dependenceWanted }) => ({
        painted,
        paintedAt: null,
        dependenceWanted: dependenceWanted + (painted ? 1 : -1),
      }));
    },
    pointAt(paintedAt: Occurrence | null): void {
      if (paintedAt !== get().paintedAt) set({ paintedAt });
    },
    showFullText: (fullText: boolean): void => set({ fullText }),
    fold: (folds: readonly string[]): void => set({ folds }),
  };
}

/** The page around the views: which of them are in sight, lessons, notices. */
export function pageActions({ setState: set }: Store) {
  return {
    arrange: (arrangement: ArrangementId): void => set({ arrangement }),
    /** Puts a view on top in the arrangement at hand. */
    show: (view: string): void =>
      set(({ onTop, arrangement }) => ({ onTop: { ...onTop, [arrangement]: view } })),
    /** Of lessons that were opened here. */
    keepLessons: (change: (own: readonly LessonFile[]) => readonly LessonFile[]): void =>
      set(({ ownLessons }) => ({ ownLessons: change(ownLessons) })),
    removeLesson: (id: string): void =>
      set(({ ownLessons }) => ({ ownLessons: ownLessons.filter((each) => each.id !== id) })),
    /** Notes the progress in a lesson; null forgets it. */
    progress: (lesson: string, change: Partial<LessonProgress> | null): void =>
      set(({ progress }) => {
        const { [lesson]: before = { at: 0, answers: {} }, ...others } = progress;
        return { progress: change === null ? others : { ...others, [lesson]: { ...before, ...change } } };
      }),
    setTheme: (theme: Theme): void => set({ theme }),
    present: (presenting: boolean): void => set({ presenting }),
    printHandout: (): void => set({ printing: true }),
    endPrinting: (): void => set({ printing: false }),
    /** To a stop of the tour; null ends it. */
    tour: (tour: number | null): void => set({ tour }),
    say: (said: string): void => set({ said }),

    notify: (notice: Notice): void =>
      set((state) => ({ notices: [...withoutNotice(notice.id)(state).notices, notice] })),
    dismiss: (id: string): void => set(withoutNotice(id)),
  };
}

export const withoutNotice =
  (id: string) =>
  ({ notices }: State) => ({ notices: notices.filter((notice) => notice.id !== id) });
