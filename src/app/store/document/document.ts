import { EMPTY_PLAYGROUND, type Playground } from './playground';

/** What the user made, and where it came from. Undo goes through the playground; a link carries it. */
export interface Document {
  readonly playground: Playground;
  /** Whether the user chose the language, so that the text no longer does. */
  readonly languageChosen: boolean;
  /** Counts how often the whole playground was replaced, so that views can tell a new program from an edit. */
  readonly generation: number;
  /** The key under which its text is kept in the browser. */
  readonly draft: string;
  /** The example that the text is, as long as it is unchanged. */
  readonly example: string | null;
}

export const NO_DOCUMENT: Document = {
  playground: EMPTY_PLAYGROUND,
  languageChosen: false,
  generation: 0,
  draft: '',
  example: null,
};
