import type { Actions } from '../actions';
import type { Playground } from '../document/playground';
import type { Drafts } from '../kept/drafts';
import type { State, Store } from '../state';
import type { Stand } from '../view/view';
import { openAddress } from './openAddress';
import { checkPlayground } from './permalink';
import { linkOf, type ShortLink, shortLinkOf } from './stateLink';

/**
 * The browser's history. An entry is a program: the first edit after a link, an example or a shared state begins a new
 * entry, edits after that rewrite it. So "back" from an edited link is the sender's version, whose address is the link.
 */
export interface Navigation {
  /** Puts the link of the present state in the address bar, and gives it back in full. */
  share(): Promise<string>;
  /** The same as a shorter link, without putting it anywhere. */
  short(how: ShortLink): Promise<string>;
  stop(): void;
}

/** Soon, since a step back leaves the entry as it was last written; not at once, since browsers limit how often it may be written. */
const REWRITE_AFTER_MS = 80;
const STANDS_AFTER_MS = 300;
/** Browsers refuse large states; programs beyond this live in the draft alone. */
const MOST_STATE = 400_000;

interface Entry {
  readonly backsweep: 1;
  readonly playground: Playground | null;
  /** Whether the entry is someone's version, which must not be overwritten. */
  readonly fixed: boolean;
  /** The draft of the same text, and when this was written; missing in entries made by earlier versions of the page. */
  readonly draft?: string;
  readonly at?: number;
  /** Where its steppers stood when the page went. */
  readonly stands?: Stands;
}
type Stands = State['stands'];

/** The content of the open entry, after a reload or a step through history. */
export interface Opened {
  readonly playground: Playground;
  readonly fixed: boolean;
  /** The draft that holds its text. */
  readonly draft: string | null;
  readonly stands: Stands;
}

/** A page that is closed may not get to write its entry; its draft is written at once, so the later of the two counts. */
export function openedEntry(state: unknown, drafts: Drafts): Opened | null {
  if (typeof state !== 'object' || state === null || !('backsweep' in state)) return null;
  const { playground, fixed, draft, at = 0, stands: all } = state as Entry;
  const stands = Object.fromEntries(Object.entries(all ?? {}).filter(([, each]) => isStand(each)));
  const saved = fixed ? undefined : drafts.list().find(({ id }) => id === draft);
  if (saved !== undefined && (playground === null || saved.at > at))
    return { playground: saved.playground, fixed: false, draft: saved.id, stands };
  try {
    const checked = checkPlayground(playground, '');
    return { playground: checked, fixed, draft: fixed ? null : (draft ?? null), stands };
  } catch {
    return null;
  }
}

const isStand = (each: Partial<Stand> | null) => typeof each?.of === 'string' && typeof each.at === 'number';

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
    stands: store.getState().stands,
  });
  const bare = () => location.pathname + location.search;
  /** The address that this page went to or knows of: any other address is a link that is just being opened. */
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

  /** Drafts of this page; a duplicated tab has entries with those of the other. */
  const own = new Set([store.getState().draft]);

  function onChange({ generation }: { generation: number }, before: { generation: number }): void {
    own.add(store.getState().draft);
    if (loading) return;
    clearTimeout(timer);
    const loaded = generation !== before.generation;
    if (loaded) writeBare('pushState', true);
    // In a task of its own: browsers take their time with a new entry, and the edit may be a long paste.
    else if (fixed) timer = setTimeout(() => writeBare('pushState', false));
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
      const { draft, stands } = entry;
      actions.load(entry.playground, { stands, ...(draft !== null && own.has(draft) ? { draft } : {}) });
    } else {
      // A link of its own. While it is unpacked, the user may have typed or gone to another link.
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
  /** After a pause in stepping, so that no browser refuses it; the text and the address of the entry are not touched. */
  let pause: ReturnType<typeof setTimeout> | undefined;
  function keepStands(stands: Stands): void {
    clearTimeout(pause);
    pause = setTimeout(() => history.replaceState({ ...history.state, stands }, ''), STANDS_AFTER_MS);
  }
  const unsubscribeStands = store.subscribe((state) => state.stands, keepStands);
  const flush = () => {
    if (!fixed) writeBare('replaceState', false);
  };
  addEventListener('popstate', onPop);
  addEventListener('pagehide', flush);
  fixed = (history.state as Entry | null)?.fixed ?? true;
  write('replaceState', fixed, location.href);

  return {
    async share() {
      const hash = await linkOf(store.getState());
      clearTimeout(timer);
      write('replaceState', true, hash);
      return location.href;
    },
    async short(how) {
      const hash = await shortLinkOf(store.getState(), how);
      return `${location.href.replace(/#.*/, '')}${hash}`;
    },
    stop() {
      clearTimeout(timer);
      clearTimeout(pause);
      unsubscribe();
      unsubscribeStands();
      removeEventListener('popstate', onPop);
      removeEventListener('pagehide', flush);
    },
  };
}
