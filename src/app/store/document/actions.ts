import type { Language, Mode, Options, Target } from '../../../engine/pipeline/results';
import { newDraft } from '../kept/drafts';
import type { Store } from '../state';
import { withoutNotice } from '../view/actions';
import type { Stand } from '../view/view';
import { guessLanguage } from './language';
import type { Playground } from './playground';

/** In a new program nothing has been looked at yet, and the tour was about the previous one. */
const UNSEEN = { hovered: null, pinned: null, stepped: null, tour: null };

/** What a user can do to the program and to what is asked of it. Each change of the playground is one step of undo. */
export function documentActions(store: Store) {
  const { getState: get, setState: set } = store;
  const change = (part: Partial<Playground>) =>
    set((state) => ({
      playground: { ...state.playground, ...part },
      // With other options it is still the same example, with the same thing to look at.
      ...(part.source === undefined && part.language === undefined ? {} : { example: null }),
    }));

  return {
    /**
     * The user typed. A text that is clearly in the other language switches to it, unless the user chose the language. A text
     * that replaces the `whole` text by another program begins a new draft: inputs and choices belonged to the old one.
     */
    edit(typed: string, whole = false): void {
      const source = plainText(typed);
      const { playground, languageChosen } = get();
      if (source === playground.source) return;
      const guess = languageChosen ? null : guessLanguage(source);
      if (whole && firstHeader(source) !== firstHeader(playground.source)) {
        set({ draft: newDraft(), ...UNSEEN });
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
        ...UNSEEN,
        stands: from.stands ?? {},
        // Drops what was said of another program.
        ...withoutNotice('tampered')(state),
        awaitedCursor: from.cursor ?? null,
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
    /** The chosen routine and variables are no longer in the text: back to the engine's choice. */
    chooseAfresh: (): void => change({ routine: null, independents: null, dependents: null }),
    setRoutine: (routine: string | null): void => change({ routine, ...FRESH_CHOICES }),

    /** `all` are the choices, `chosen` those in effect: what the engine took by default becomes explicit. */
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

    /** Removes a recording, forces one, or restores the engine's choice. */
    tamper(part: Partial<Playground['tamper']>): void {
      change({ tamper: { ...get().playground.tamper, ...part } });
    },
    untamper(): void {
      change({ tamper: { without: [], with: [] } });
      set(withoutNotice('tampered'));
    },

    undo: (): void => store.temporal.getState().undo(),
    redo: (): void => store.temporal.getState().redo(),
  };
}

/**
 * One kind of line end, and no byte order mark: an editor would normalise these, and then places in its text would differ
 * from those in the analysed text.
 */
const plainText = (text: string): string => text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');

/** The first name followed by a list in parentheses, by which one program is told from another. */
const firstHeader = (source: string): string =>
  /\w+\s*\([^()]*\)/.exec(source)?.[0].replace(/\s+/g, ' ') ?? '';

/** Choices that belong to one routine go with it. */
const FRESH_CHOICES = { independents: null, dependents: null, seeds: {}, directions: {} } as const;

function toggled(chosen: readonly string[], key: string): string[] {
  return chosen.includes(key) ? chosen.filter((each) => each !== key) : [...chosen, key];
}

function withEntry(record: Readonly<Record<string, string>>, key: string, text: string) {
  const { [key]: _, ...others } = record;
  return text === '' ? others : { ...others, [key]: text };
}
