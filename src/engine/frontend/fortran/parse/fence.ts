/**
 * What stands outside the subset, statement by statement: how it is named in the message, and what to write instead. All
 * of a text's are reported at once, and the statements around them are read as if they weren't there.
 */
export interface FencedStatement {
  readonly words: string;
  /** Subject of "... not supported." */
  readonly what: string;
  readonly instead: string;
  /** The construct it opens, up to its END. */
  readonly opens?: string;
}

const FILES = 'Pass what is read or written as arguments.';

export const FENCED_STATEMENTS: readonly FencedStatement[] = [
  { words: 'open', what: 'OPEN is', instead: FILES },
  { words: 'close', what: 'CLOSE is', instead: FILES },
  { words: 'rewind', what: 'REWIND is', instead: FILES },
  { words: 'backspace', what: 'BACKSPACE is', instead: FILES },
  { words: 'end file', what: 'ENDFILE is', instead: FILES },
  { words: 'inquire', what: 'INQUIRE is', instead: FILES },
  { words: 'include', what: 'INCLUDE is', instead: 'Paste the text of the file in its place.' },
  { words: 'critical', what: 'CRITICAL is', instead: 'Leave it out.', opens: 'critical' },
  { words: 'enum', what: 'ENUM is', instead: 'Use PARAMETER constants.', opens: 'enum' },
  {
    words: 'select type',
    what: 'SELECT TYPE is',
    instead: 'Write a routine for each type.',
    opens: 'select',
  },
  {
    words: 'submodule',
    what: 'SUBMODULE is',
    instead: 'Put its routines in the module.',
  },
];

/** Types that declarations may name but kernels can't have. */
export const FENCED_TYPES: Record<string, { what: string; instead: string }> = {
  byte: { what: 'BYTE is', instead: 'Use INTEGER.' },
};

/** `class(*)` */
export const FENCED_CLASS = { what: 'CLASS(*) is', instead: 'Name the type.' };

/** Attributes of declarations that are kept out. */
export const FENCED_ATTRIBUTES: Record<string, { what: string; instead: string }> = {
  codimension: { what: 'CODIMENSION is', instead: 'Leave coarrays out.' },
};

/** `procedure(f), pointer :: g` */
export const FENCED_PROCEDURE = { what: 'A procedure pointer is', instead: 'Pass the target itself.' };

/** Attributes that change nothing here. */
export const HARMLESS_ATTRIBUTES = [
  'target',
  'contiguous',
  'volatile',
  'asynchronous',
  'public',
  'private',
  'protected',
];
