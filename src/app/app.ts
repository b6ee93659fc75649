import { EXAMPLES, firstExample, playgroundOf } from '../examples';
import { createActions } from './store/actions';
import { createDrafts } from './store/drafts';
import { type Navigation, openAddress, playgroundOfEntry, startNavigation } from './store/navigation';
import { ownClients, type Session, startSession } from './store/session';
import { createState, type Store, type Theme } from './store/state';
import { watchForUpdates } from './update';

/** The one page: its state, what a user can do to it, and the workers and stores that follow it. */
export const store = createState({ theme: savedTheme() });
export const actions = createActions(store);
export const drafts = createDrafts(() => localStorage);

interface Services {
  readonly navigation: Navigation;
  readonly session: Session;
}
let running: Services | null = null;
/** Null until the page has started. */
export const services = (): Services | null => running;

export async function startApp(): Promise<void> {
  const opened = location.hash !== '' && (await openAddress(store, actions));
  if (!opened) openLast();
  // Opening is not an edit: there is nothing to go back to.
  store.temporal.getState().clear();
  const navigation = startNavigation(store, actions);
  keepDrafts(store);
  keepTheme(store);
  watchForUpdates((take) =>
    actions.notify({
      id: 'update',
      tone: 'info',
      text: 'There is a new version of Backsweep. Your text stays where it is.',
      action: { title: 'Start it', run: take },
    }),
  );
  running = { navigation, session: startSession(store, ownClients()) };
}

function openLast(): void {
  const last = playgroundOfEntry(history.state) ?? drafts.list()[0]?.playground;
  if (last !== undefined) {
    const same = EXAMPLES.find((each) => each.source === last.source);
    actions.load(last, same === undefined ? {} : { example: same.id });
  } else {
    const example = firstExample();
    actions.load(playgroundOf(example), { example: example.id });
  }
}

const SAVE_AFTER_MS = 250;
/** Browsers offer `crypto.randomUUID` on secure addresses only, and a class may be served from a teacher's laptop. */
const newId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;

/** Every program that was changed is kept as a draft, soon after each change and when the page goes. */
function keepDrafts({ subscribe, getState }: Store): void {
  let id = newId();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dirty = false;
  const save = (playground = getState().playground) => {
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
    ({ playground, generation }) => ({ playground, generation }),
    ({ generation }, before) => {
      if (generation !== before.generation) {
        // This one becomes a draft when it is changed.
        save(before.playground);
        id = newId();
        return;
      }
      dirty = true;
      clearTimeout(timer);
      timer = setTimeout(save, SAVE_AFTER_MS);
    },
    { equalityFn: (a, b) => a.playground === b.playground && a.generation === b.generation },
  );
  addEventListener('pagehide', () => save());
  document.addEventListener('visibilitychange', () => save());
}

const THEME = 'backsweep.theme';

function savedTheme(): Theme {
  try {
    const theme = localStorage.getItem(THEME);
    return theme === 'light' || theme === 'dark' || theme === 'projector' ? theme : 'system';
  } catch {
    return 'system';
  }
}

/** public/theme.js sets the same attribute before the first paint. */
function keepTheme({ subscribe }: Store): void {
  subscribe(
    ({ theme }) => theme,
    (theme) => {
      document.documentElement.dataset.theme = theme;
      try {
        localStorage.setItem(THEME, theme);
      } catch {
        // The choice holds for this visit.
      }
    },
    { fireImmediately: true },
  );
}
