import type { Actions } from './actions';
import { arrangementOf } from './arrangements';
import type { Drafts } from './drafts';
import { cursorOf } from './focus';
import { decodeLesson, encodeLesson } from './links/lessonLink';
import { checkPlayground, decodeLink, encodeLink, encodeShort, type Shared } from './links/permalink';
import { openLesson } from './openLesson';
import type { Playground } from './playground';
import type { Stand, Store } from './state';

/**
 * The browser's history. An entry is a program: the first edit after a link, an example or a shared state begins a new
 * entry, edits after that rewrite it. So "back" from an edited link is the sender's version, whose address is the link.
 */
export interface Navigation {
  /** Puts the link of the present state in the address bar, and gives it back in full. */
  share(): Promise<string>;
  /** The same as a link of fewer characters, without putting it anywhere. */
  short(how: ShortLink): Promise<string>;
  stop(): void;
}

/** How a short link opens. */
export interface ShortLink {
  readonly presenting: boolean;
  /** Where the stepper of the view in focus stands now, or at its beginning. */
  readonly stand: boolean;
  /** Recordings taken away or forced, in place of those of the page. */
  readonly tamper?: Playground['tamper'] | undefined;
}

/** Soon, since a step back leaves the entry as it was last written; not at once, since browsers ration it. */
const REWRITE_AFTER_MS = 80;
/** Browsers refuse large states; programs beyond this live in the draft alone. */
const MOST_STATE = 400_000;

interface Entry {
  readonly backsweep: 1;
  readonly playground: Playground | null;
  /** The entry is somebody's version, not to be written over. */
  readonly fixed: boolean;
  /** The draft of the same text, and when this was written; missing in entries of earlier pages. */
  readonly draft?: string;
  readonly at?: number;
}

/** What the entry that is open holds, after a reload or a step through history. */
export interface Opened {
  readonly playground: Playground;
  readonly fixed: boolean;
  /** The draft of which it is the text. */
  readonly draft: string | null;
}

/** A page that goes may not get to write its entry; its draft is written at once, so the later of the two counts. */
export function openedEntry(state: unknown, drafts: Drafts): Opened | null {
  if (typeof state !== 'object' || state === null || !('backsweep' in state)) return null;
  const { playground, fixed, draft, at = 0 } = state as Entry;
  const saved = fixed ? undefined : drafts.list().find(({ id }) => id === draft);
  if (saved !== undefined && (playground === null || saved.at > at))
    return { playground: saved.playground, fixed: false, draft: saved.id };
  try {
    return { playground: checkPlayground(playground, ''), fixed, draft: fixed ? null : (draft ?? null) };
  } catch {
    return null;
  }
}

export function startNavigation(store: Store, actions: Actions, drafts: Drafts): Navigation {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let loading = false;
  let fixed = true;

  const entryOf = (playground: Playground, isFixed: boolean): Entry => ({
    backsweep: 1,
    playground: playground.source.length > MOST_STATE ? null : playground,
    fixed: isFixed,
    draft: store.getState().draft,
    at: Date.now(),
  });
  const bare = () => location.pathname + location.search;
  /** Where this page has gone, or knows that it was taken: another address is a link that is just being opened. */
  let known = location.href;

  function writeBare(how: 'pushState' | 'replaceState', isFixed: boolean): void {
    if (location.href === known) write(how, isFixed, bare());
  }

  function write(how: 'pushState' | 'replaceState', isFixed: boolean, url: string): void {
    fixed = isFixed;
    try {
      history[how](entryOf(store.getState().playground, isFixed), '', url);
    } catch {
      // Too many or too large for this browser: the draft still holds the text.
    }
    known = location.href;
  }

  /** Drafts of this page; a tab that was doubled has entries with those of the other. */
  const own = new Set([store.getState().draft]);

  function onChange({ generation }: { generation: number }, before: { generation: number }): void {
    own.add(store.getState().draft);
    if (loading) return;
    clearTimeout(timer);
    const loaded = generation !== before.generation;
    if (loaded) writeBare('pushState', true);
    else if (fixed) writeBare('pushState', false);
    else timer = setTimeout(() => writeBare('replaceState', false), REWRITE_AFTER_MS);
  }

  let turns = 0;
  async function onPop({ state }: PopStateEvent): Promise<void> {
    clearTimeout(timer);
    known = location.href;
    const turn = ++turns;
    const entry = openedEntry(state, drafts);
    if (entry !== null) {
      loading = true;
      fixed = entry.fixed;
      const { draft } = entry;
      actions.load(entry.playground, draft !== null && own.has(draft) ? { draft } : {});
    } else {
      // A link of its own. It is unpacked meanwhile: one may have typed, or gone on to another.
      const opened = await openAddress(store, actions, () => {
        loading = turn === turns;
        return loading;
      });
      if (opened) write('replaceState', true, location.href);
    }
    if (turn === turns) loading = false;
  }

  const unsubscribe = store.subscribe(
    ({ playground, generation }) => ({ playground, generation }),
    onChange,
    { equalityFn: (a, b) => a.playground === b.playground && a.generation === b.generation },
  );
  const flush = () => {
    if (!fixed) writeBare('replaceState', false);
  };
  addEventListener('popstate', onPop);
  addEventListener('pagehide', flush);
  fixed = (history.state as Entry | null)?.fixed ?? true;
  write('replaceState', fixed, location.href);

  const inFocus = (): string => {
    const { onTop, arrangement } = store.getState();
    return onTop[arrangement] ?? arrangementOf(arrangement).first;
  };

  function current(): Shared {
    const { playground, pinned, stands, arrangement, presenting } = store.getState();
    const focus = inFocus();
    const stand = stands[focus];
    const view = {
      arrangement,
      presenting,
      focus,
      cursor: cursorOf(pinned),
      step: stand?.at ?? null,
      stepper: stand?.of ?? null,
    };
    return { playground, view };
  }

  /** The step of a lesson that this site does not have: its link holds the whole lesson. */
  async function ownLesson(): Promise<string | null> {
    const { stands, ownLessons } = store.getState();
    const stand = inFocus() === 'lesson' ? stands.lesson : undefined;
    const own = ownLessons.find(({ id }) => id === stand?.of);
    return own === undefined || stand === undefined
      ? null
      : encodeLesson({ lesson: own.text, step: stand.at });
  }

  return {
    async share() {
      const hash = (await ownLesson()) ?? (await encodeLink(current()));
      clearTimeout(timer);
      write('replaceState', true, hash);
      return location.href;
    },
    async short({ presenting, stand, tamper }) {
      const { playground, view } = current();
      const hash =
        (stand ? await ownLesson() : null) ??
        (await encodeShort({
          playground: tamper === undefined ? playground : { ...playground, tamper },
          view: { ...view, presenting, ...(stand ? {} : { step: null, stepper: null }) },
        }));
      return `${location.href.replace(/#.*/, '')}${hash}`;
    },
    stop() {
      clearTimeout(timer);
      unsubscribe();
      removeEventListener('popstate', onPop);
      removeEventListener('pagehide', flush);
    },
  };
}

/** Where the stepper of the view in focus stood. */
export const standsOf = ({ focus, step, stepper }: Shared['view']): Readonly<Record<string, Stand>> =>
  focus === null || step === null ? {} : { [focus]: { of: stepper ?? '', at: step } };

/**
 * Opens the link in the address bar. False if there is none, or none that could be read, or if it is not `wanted` any
 * more when it is unpacked.
 */
export async function openAddress(
  store: Store,
  actions: Actions,
  wanted: () => boolean = () => true,
): Promise<boolean> {
  const { hash } = location;
  const lesson = await decodeLesson(hash);
  if (lesson !== null && typeof lesson !== 'string')
    return openLesson(actions, lesson.lesson, lesson.step, wanted);
  const decoded = await decodeLink(hash);
  if (!wanted()) return false;
  if (lesson !== null) {
    const text = `This link to a lesson is damaged: ${lesson}.`;
    actions.notify({ id: 'link', tone: 'warning', text });
  }
  if (decoded.kind === 'none') return false;
  if (decoded.kind === 'damaged') {
    actions.notify({
      id: 'link',
      tone: 'warning',
      text: `This link is damaged: ${decoded.reason}. ${
        decoded.saved === null
          ? 'Nothing of its program could be saved.'
          : 'A part of its program could be saved.'
      }`,
      ...(decoded.saved === null ? {} : { saved: decoded.saved }),
    });
    return false;
  }
  const { playground, view } = decoded.shared;
  const { focus, cursor, presenting } = view;
  actions.dismiss('link');
  actions.load(playground, { cursor, stands: standsOf(view) });
  // Links from before there were arrangements were made in the one with all panes.
  const arrangement = view.arrangement ?? (focus === null ? null : 'all');
  if (arrangement !== null) actions.arrange(arrangement);
  if (focus !== null) actions.show(focus);
  if (presenting) actions.present(true);
  if (playground.tamper.with.length + playground.tamper.without.length > 0) {
    actions.notify({
      id: 'tampered',
      tone: 'warning',
      text: 'The sender broke this adjoint on purpose: recordings were taken away or forced, so its gradient may be wrong.',
    });
  }
  store.setState({ languageChosen: true });
  return true;
}
