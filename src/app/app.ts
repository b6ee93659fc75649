import { EXAMPLES, firstExample, playgroundOf } from '../examples';
import { createActions } from './store/actions';
import { isEmpty } from './store/document/playground';
import { createDrafts } from './store/kept/drafts';
import {
  keepFrame,
  keepTheme,
  savedArrangement,
  savedTheme,
  wasPresenting,
  wasToured,
} from './store/kept/frame';
import { keptLessons, keptProgress } from './store/kept/lessons';
import { type Navigation, openedEntry, startNavigation } from './store/links/navigation';
import { openAddress, standsOf } from './store/links/openAddress';
import type { Shared } from './store/links/permalink';
import { ownClients } from './store/session/clients';
import { type Session, startSession } from './store/session/session';
import { turnOf } from './store/session/turn';
import { createState, type State, type Store } from './store/state';
import { keepOffline, watchForUpdates } from './update';

/** The one page: its state, what a user can do to it, and the workers and stores that follow it. */
export const store = createState({
  theme: savedTheme(),
  arrangement: savedArrangement(),
  presenting: wasPresenting(),
  ownLessons: keptLessons(),
  progress: keptProgress(),
});
export const actions = createActions(store);
export const drafts = createDrafts(() => localStorage);

interface Services {
  /** Null in an embed, whose address belongs to its author. */
  readonly navigation: Navigation | null;
  readonly session: Session;
}
let running: Services | null = null;
/** Null until the page has started. */
export const services = (): Services | null => running;

export async function startApp(): Promise<void> {
  if (!(await openFirstAddress())) openLast();
  // Opening is not an edit: there is nothing to go back to.
  store.temporal.getState().clear();
  const navigation = startNavigation(store, actions, drafts);
  keepDrafts(store);
  keepTheme(store);
  keepFrame(store);
  watchForUpdates((take) =>
    actions.notify({
      id: 'update',
      tone: 'info',
      text: 'There is a new version of Backsweep. Your text stays where it is.',
      action: { title: 'Start it', run: take },
    }),
  );
  running = { navigation, session: startSession(store, ownClients()) };
  void turnOf(store, () => false).then(keepOffline);
}

/** Opens the link with which the page was loaded, or one that replaced it while it was being unpacked. */
async function openFirstAddress(): Promise<boolean> {
  const { hash } = location;
  const opened = hash !== '' && (await openAddress(store, actions, () => location.hash === hash));
  return location.hash === hash ? opened : openFirstAddress();
}

/** A page within a page: it shows what its link holds, and nothing that this browser keeps. */
export function startEmbedded({ playground, view }: Shared): void {
  actions.load(playground, { cursor: view.cursor, stands: standsOf(view) });
  store.temporal.getState().clear();
  running = { navigation: null, session: startSession(store, ownClients()) };
  void turnOf(store, () => false).then(keepOffline);
}

function openLast(): void {
  const entry = openedEntry(history.state, drafts);
  const last = entry?.playground ?? drafts.list()[0]?.playground;
  if (last !== undefined) {
    const same = EXAMPLES.find((each) => each.source === last.source);
    // A page that is reloaded continues in its draft; a duplicated tab begins one of its own.
    const draft = isReload() ? entry?.draft : null;
    actions.load(last, {
      ...(same === undefined ? {} : { example: same.id }),
      ...(draft == null ? {} : { draft }),
      ...(isReload() && entry !== null ? { stands: entry.stands } : {}),
    });
  } else {
    const example = firstExample();
    actions.load(playgroundOf(example), { example: example.id });
    if (location.hash === '' && !wasToured()) actions.tour(0);
  }
}

function isReload(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'reload';
}

const SAVE_AFTER_MS = 250;

const settling: (() => void)[] = [];

/**
 * `settle` is called before the page goes, and brings pending changes into the state. The order of listeners would not do:
 * not all browsers keep one.
 */
export function settleBeforeLeaving(settle: () => void): void {
  settling.push(settle);
}

/** Every program that was changed is kept as a draft, soon after each change and when the page goes. */
function keepDrafts({ subscribe, getState }: Store): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dirty = false;
  const save = ({ draft: id, playground }: Pick<State, 'draft' | 'playground'> = getState()) => {
    clearTimeout(timer);
    if (!dirty) return;
    dirty = false;
    if (!drafts.save({ id, at: Date.now(), playground })) {
      actions.notify({
        id: 'storage',
        tone: 'warning',
        text: 'This browser has no room, or no permission, to keep your text. It stays in this tab only: share a link or copy it before you close.',
      });
    }
  };
  subscribe(
    ({ playground, draft, generation }) => ({ playground, draft, generation }),
    ({ draft, playground, generation }, before) => {
      if (draft !== before.draft) {
        save(before);
        if (isEmpty(before.playground.source)) drafts.remove(before.draft);
      }
      // A loaded program becomes a draft when it is changed.
      if (generation !== before.generation || playground === before.playground) return;
      dirty = true;
      clearTimeout(timer);
      timer = setTimeout(save, SAVE_AFTER_MS);
    },
    {
      equalityFn: (a, b) =>
        a.playground === b.playground && a.draft === b.draft && a.generation === b.generation,
    },
  );
  const leave = () => {
    for (const settle of settling) settle();
    save();
  };
  addEventListener('pagehide', leave);
  document.addEventListener('visibilitychange', leave);
}
