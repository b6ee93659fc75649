/**
 * The messages between an embed and the page around it, by `postMessage`. Every message is a plain object with `backsweep:
 * 1`; public/embedding.html documents them. The page around is not trusted: it can choose a theme and uncover the answer;
 * anything else is ignored.
 */
import * as is from '../store/links/schema';

export type FromEmbed =
  /** The height of its content, in pixels. */
  | { readonly backsweep: 1; readonly kind: 'size'; readonly height: number }
  /** A reader answered the question: the numbers of the chosen choices, from 0. */
  | {
      readonly backsweep: 1;
      readonly kind: 'answer';
      readonly right: boolean;
      readonly chosen: readonly number[];
    };

export type ToEmbed =
  | { readonly kind: 'theme'; readonly theme: 'system' | 'light' | 'dark' }
  /** Uncovers the answer, for slides that do so step by step. */
  | { readonly kind: 'reveal' };

const version = (value: unknown, path: string): 1 => {
  if (value !== 1) throw new is.SchemaError(`“${path}” is not 1`);
  return 1;
};
const theme = is.object({
  backsweep: version,
  kind: is.oneOf('theme'),
  theme: is.oneOf('system', 'light', 'dark'),
});
const reveal = is.object({ backsweep: version, kind: is.oneOf('reveal') });

/** Null for anything that is not one of our messages. */
export function readMessage(data: unknown): ToEmbed | null {
  for (const check of [theme, reveal]) {
    try {
      return check(data, '') as ToEmbed;
    } catch {
      // It is the next, or none.
    }
  }
  return null;
}
