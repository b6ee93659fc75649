import type {
  Language,
  Mode,
  Occurrence,
  Options,
  PredictQuestion,
  Target,
} from '../../engine/pipeline/results';
import type { ArrangementId } from './arrangements';
import { newDraft } from './drafts';
import type { Focus } from './focus';
import { guessLanguage } from './language';
import { type LessonProgress, withOwn } from './lessons';
import type { Playground } from './playground';
import type { Notice, Preview, Stand, Store, Theme } from './state';

/** Everything that a user can do, as plain functions on the state. Each change of the playground is one step of undo. */
export function createActions(store: Store) {
  const { getState: get, setState: set } = store;
  const change = (part: Partial<Playground>) =>
    set((state) => ({
      playground: { ...state.playground, ...part },
      // Under other options it is the same example, with the same thing to look at.
      ...(part.source === undefined && part.language === undefined ? {} : { example: null }),
    }));

  const dismiss = (id: string): void =>
    set(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));

  return {
    /**
     * The user typed. A text that clearly is of the other language switches to it, unless the user chose. One that takes the place
     * of the `whole` text and is another program begins anew, as another draft: inputs and choices were the other's.
     */
    edit(typed: string, whole = false): void {
      const source = plainText(typed);
      const { playground, languageChosen } = get();
      if (source === playground.source) return;
      const guess = languageChosen ? null : guessLanguage(source);
      if (whole && firstHeader(source) !== firstHeader(playground.source)) {
        set({ draft: newDraft() });
        change({
          source,
          ...FRESH_CHOICES,
          routine: null,
          inputs: {},
          tamper: { without: [], with: [] },
          ...(guess === null || guess === playground.language ? {} : { language: guess, target: null }),
        });
        return;
      }
      if (guess !== null && guess !== playground.language)
        change({ source, language: guess, target: null, ...FRESH_CHOICES });
      else change({ source });
    },

    chooseLanguage(language: Language): void {
      if (language === get().playground.language) return;
      set({ languageChosen: true });
      change({ language, target: null });
    },

    /** Replaces everything: an example, a link, a draft, a page of the browser's history. */
    load(
      playground: Playground,
      from: {
        example?: string;
        cursor?: string | null;
        stands?: Readonly<Record<string, Stand>>;
        draft?: string;
      } = {},
    ): void {
      const source = plainText(playground.source);
      set((state) => ({
        playground: source === playground.source ? playground : { ...playground, source },
        example: from.example ?? null,
        generation: state.generation + 1,
        draft: from.draft ?? newDraft(),
        languageChosen: false,
        hovered: null,
        pinned: null,
        stepped: null,
        stands: from.stands ?? {},
        // What was said of another program.
        notices: state.notices.filter(({ id }) => id !== 'tampered'),
        awaitedCursor: from.cursor ?? null,
        // It is about what one found on the page.
        tour: null,
      }));
    },

    setOption<K extends keyof Options>(name: K, value: Options[K]): void {
      change({ options: { ...get().playground.options, [name]: value } });
    },
    setOptions(part: Partial<Options>): void {
      change({ options: { ...get().playground.options, ...part } });
    },
    setMode: (mode: Mode): void => change({ mode }),
    setTarget: (target: Target | null): void => change({ target }),
    setNote: (note: string): void => change({ note }),
    /** Routine and variables that were chosen are no more in the text: the engine's choice again. */
    chooseAfresh: (): void => change({ routine: null, independents: null, dependents: null }),
    setRoutine: (routine: string | null): void => change({ routine, ...FRESH_CHOICES }),

    /** `all` are the choices, `chosen` what counts now: what the engine took by default becomes explicit. */
    toggleIndependent: (key: string, chosen: readonly string[]): void =>
      change({ independents: toggled(chosen, key) }),
    toggleDependent: (key: string, chosen: readonly string[]): void =>
      change({ dependents: toggled(chosen, key) }),

    setInput: (key: string, text: string): void =>
      change({ inputs: withEntry(get().playground.inputs, key, text) }),
    setInputs: (inputs: Readonly<Record<string, string>>): void =>
      change({ inputs: { ...get().playground.inputs, ...inputs } }),
    setSeed: (key: string, text: string): void =>
      change({ seeds: withEntry(get().playground.seeds, key, text) }),

    /** Takes a recording away, forces one, or puts things right again. */
    tamper(part: Partial<Playground['tamper']>): void {
      change({ tamper: { ...get().playground.tamper, ...part } });
    },
    untamper(): void {
      change({ tamper: { without: [], with: [] } });
      dismiss('tampered');
    },

    undo: (): void => store.temporal.getState().undo(),
    redo: (): void => store.temporal.getState().redo(),

    hover(hovered: Focus | null): void {
      if (hovered !== get().hovered) set({ hovered });
    },
    pin: (pinned: Focus | null): void => set({ pinned, hovered: null, stepped: null }),
    /** Lights where a stepper stands. */
    step(stepped: Focus | null): void {
      if (stepped !== get().stepped) set({ stepped });
    },
    /** The stepper of a view goes somewhere, and lights that place: in one change, so that each view is drawn once. */
    stand: (view: string, stand: Stand, stepped: Focus | null = get().stepped): void =>
      set(({ stands }) => ({ stands: { ...stands, [view]: stand }, stepped })),
    /** A question is on the page, or no more. */
    ask: (asked: PredictQuestion | null): void => set({ asked }),
    /** A card shows what comes of a broken recording, or no more. */
    preview: (preview: Preview | null): void => set({ preview }),
    /** Brings a place of the text into view and puts the caret there. */
    reveal: (offset: number): void =>
      set(({ revealed }) => ({ revealed: { offset, count: (revealed?.count ?? 0) + 1 } })),

    /** A view shows graphs. */
    wantGraphs(): void {
      if (!get().graphsWanted) set({ graphsWanted: true });
    },
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

    arrange: (arrangement: ArrangementId): void => set({ arrangement }),
    /** Puts a view on top in the arrangement at hand. */
    show: (view: string): void =>
      set(({ onTop, arrangement }) => ({ onTop: { ...onTop, [arrangement]: view } })),
    /** Keeps a lesson that was opened here. */
    addLesson: (text: string): void => set(({ ownLessons }) => ({ ownLessons: withOwn(ownLessons, text) })),
    removeLesson: (id: string): void =>
      set(({ ownLessons }) => ({ ownLessons: ownLessons.filter((each) => each.id !== id) })),
    /** How far one came in a lesson; null forgets it. */
    progress: (lesson: string, change: Partial<LessonProgress> | null): void =>
      set(({ progress }) => {
        const { [lesson]: before = { at: 0, answers: {} }, ...others } = progress;
        return { progress: change === null ? others : { ...others, [lesson]: { ...before, ...change } } };
      }),
    showFullText: (fullText: boolean): void => set({ fullText }),
    fold: (folds: readonly string[]): void => set({ folds }),
    setTheme: (theme: Theme): void => set({ theme }),
    present: (presenting: boolean): void => set({ presenting }),
    printHandout: (): void => set({ printing: true }),
    endPrinting: (): void => set({ printing: false }),
    /** To a stop of the tour; null ends it. */
    tour: (tour: number | null): void => set({ tour }),
    say: (said: string): void => set({ said }),

    notify(notice: Notice): void {
      set(({ notices }) => ({ notices: [...notices.filter(({ id }) => id !== notice.id), notice] }));
    },
    dismiss,
  };
}
export type Actions = ReturnType<typeof createActions>;

/**
 * Lines end in one way, and no byte order mark comes first: an editor would make it so, and then places in its text were not
 * those of the text that was analysed.
 */
const plainText = (text: string): string => text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');

/** The first name with a list in parentheses: what tells one program from another. */
const firstHeader = (source: string): string =>
  /\w+\s*\([^()]*\)/.exec(source)?.[0].replace(/\s+/g, ' ') ?? '';

/** What belongs to one routine goes with it. */
const FRESH_CHOICES = { independents: null, dependents: null, seeds: {}, directions: {} } as const;

function toggled(chosen: readonly string[], key: string): string[] {
  return chosen.includes(key) ? chosen.filter((each) => each !== key) : [...chosen, key];
}

function withEntry(record: Readonly<Record<string, string>>, key: string, text: string) {
  const { [key]: _, ...others } = record;
  return text === '' ? others : { ...others, [key]: text };
}
