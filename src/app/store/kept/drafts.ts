import type { Playground } from '../document/playground';
import { checkPlayground } from '../links/permalink';

/**
 * What was typed, kept in the browser. A draft is one program as it is being edited; loading another program begins another
 * draft, so nothing typed is overwritten by opening a link or an example. Each tab writes only drafts of its own.
 * Storage may be full, switched off, or hold what an older version or a stranger wrote: none of it may break the page.
 */
export interface Draft {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly playground: Playground;
}

export interface Drafts {
  /** False if the browser refused: the text then lives only as long as this tab. */
  save(draft: Draft): boolean;
  /** Newest first. */
  list(): Draft[];
  remove(id: string): void;
}

const PREFIX = 'backsweep.draft.';
const MOST_DRAFTS = 24;

/** Browsers offer `crypto.randomUUID` on secure addresses only, and a class may be served from a teacher's laptop. */
export const newDraft = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;

export function createDrafts(storage: () => Storage): Drafts {
  const attempt = <T>(action: (store: Storage) => T, otherwise: T): T => {
    try {
      return action(storage());
    } catch {
      return otherwise;
    }
  };

  const list = () =>
    attempt((store) => {
      const found: Draft[] = [];
      for (let i = 0; i < store.length; i++) {
        const key = store.key(i);
        if (key?.startsWith(PREFIX)) {
          const draft = readDraft(key.slice(PREFIX.length), store.getItem(key));
          if (draft !== null) found.push(draft);
        }
      }
      return found.sort((a, b) => b.at - a.at);
    }, []);

  const remove = (id: string) => attempt((store) => store.removeItem(PREFIX + id), undefined);

  return {
    list,
    remove,
    save({ id, at, playground }) {
      const text = JSON.stringify({ v: 1, at, playground });
      const others = list().filter((draft) => draft.id !== id);
      for (const old of others.slice(MOST_DRAFTS - 1)) remove(old.id);
      // If the browser has no room, the oldest drafts are removed; the newest two of the others stay.
      for (let oldest = others.length - 1; ; oldest--) {
        const done = attempt((store) => {
          store.setItem(PREFIX + id, text);
          return true;
        }, false);
        if (done) return true;
        const victim = oldest >= 2 ? others[oldest] : undefined;
        if (victim === undefined) return false;
        remove(victim.id);
      }
    },
  };
}

function readDraft(id: string, text: string | null): Draft | null {
  if (text === null) return null;
  try {
    const { at, playground } = JSON.parse(text) as { at?: unknown; playground?: unknown };
    if (typeof at !== 'number') return null;
    return { id, at, playground: checkPlayground(playground, '') };
  } catch {
    return null;
  }
}
