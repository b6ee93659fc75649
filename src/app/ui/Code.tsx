import type { ReactNode } from 'react';

/** Words end at blanks, but for those in innermost brackets; a line could end behind the minus of a subscript. */
const WORDS = /((?:[[(][^[\]()]*[\])]|\S)+)/;
/** Within a word: a name with its subscripts. */
const ELEMENTS = /([\w.%]+(?:[[(][^[\]()]*[\])])+)/;
/** Longer ones have to break, where columns are narrow. */
const MOST_TOGETHER = 28;

/** Code in running text: lines end between its words. */
export function Code({ text }: { text: string }) {
  return <code>{together(text, WORDS, (word) => together(word, ELEMENTS, (element) => element))}</code>;
}

/** What `by` finds, each on one line, or in pieces if it is too long. */
function together(text: string, by: RegExp, inPieces: (long: string) => ReactNode): ReactNode {
  return text.split(by).map((part, i) =>
    i % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts never move
      <span key={i} className={part.length > MOST_TOGETHER ? undefined : 'word'}>
        {part.length > MOST_TOGETHER ? inPieces(part) : part}
      </span>
    ),
  );
}
