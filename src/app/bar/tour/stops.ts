import type { Differentiation, Recording } from '../../../engine/pipeline/results';
import { firstStored, storedName } from '../../store/results/lookup';
import { codeLines } from '../../views/code/lines';

/** One stop of the tour: its text, and the places on the page that it is about, as selectors. */
export interface Stop {
  readonly title: string;
  /** Text between backquotes is code. */
  readonly text: string;
  readonly places: readonly string[];
}

/** Where a value is pushed, where it is popped, why, and how to go on. The names are those of the result. */
export function stopsOf(shown: Differentiation): readonly Stop[] {
  const stored = firstStored(shown);
  return [...(stored === undefined ? [] : onTheTape(shown, stored)), WHY, YOURS];
}

function onTheTape(shown: Differentiation, stored: Recording): Stop[] {
  const [push, pop] = (['push', 'pop'] as const).map((role) =>
    codeLines(shown).findIndex(({ origin }) => origin?.recording === stored.id && origin.role === role),
  );
  if (push === undefined || pop === undefined || push < 0 || pop < 0) return [];
  const name = storedName(stored);
  return [
    {
      title: 'Where a value is pushed',
      text: `On its way down, the forward sweep puts \`${name}\` on the tape: \`${written(shown, push)}\`. ${
        stored.kind === 'value'
          ? 'The next statement overwrites it, and a derivative will still need what it was.'
          : 'It tells the way that the run went.'
      }`,
      places: [`#read-${push}`],
    },
    {
      title: 'Where it is popped',
      text: `The backward sweep takes things off the tape, the last one first. \`${written(shown, pop)}\` gets this one back, just before it is needed.`,
      places: [`#read-${pop}`],
    },
  ];
}

const WHY: Stop = {
  title: 'Why it is there',
  text: 'This card says what a line is for and what would go wrong without it. Click or tap any line, or press Enter on it, to ask about that one.',
  places: ['[aria-label="Why"] > .panel-head', '#page-why', '.explained'],
};

const YOURS: Stop = {
  title: 'Your own kernel',
  text: 'Change the kernel, or paste yours, in C or Fortran: everything follows. Share puts all of it into a link; nothing is sent anywhere.',
  places: ['[aria-label="Kernel"] > .panel-head', '#page-source', '[data-tour-place="share"]'],
};

function written({ code }: Differentiation, line: number): string {
  const from = code.text.split('\n')[line] ?? '';
  return from.trim().replace(/;$/, '');
}
