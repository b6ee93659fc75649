import { type Grammar, highlight } from '../../ui/highlight';
import { monaco } from './monaco';

/** What Monaco calls each grammar of the page's own highlighter, so that the editor and what is read beside it colour a token alike. */
const NAMES = { c: 'c', fortran: 'fortran-free', 'fortran-fixed': 'fortran-fixed' } as const;

const BRACKETS = [
  { open: '(', close: ')' },
  { open: '[', close: ']' },
];
const C: monaco.languages.LanguageConfiguration = {
  comments: { lineComment: '//', blockComment: ['/*', '*/'] },
  brackets: [
    ['{', '}'],
    ['(', ')'],
    ['[', ']'],
  ],
  autoClosingPairs: [{ open: '{', close: '}' }, ...BRACKETS],
};
const FORTRAN: monaco.languages.LanguageConfiguration = {
  comments: { lineComment: '!' },
  brackets: [
    ['(', ')'],
    ['[', ']'],
  ],
  autoClosingPairs: BRACKETS,
};

export function registerLanguages(): void {
  for (const [grammar, id] of Object.entries(NAMES) as [keyof typeof NAMES, string][]) {
    monaco.languages.register({ id });
    monaco.languages.setLanguageConfiguration(id, grammar === 'c' ? C : FORTRAN);
    monaco.languages.setTokensProvider(id, tokens(grammar));
  }
}

/** Whether a line begins inside of a comment. */
class Within implements monaco.languages.IState {
  constructor(readonly comment: boolean) {}
  clone(): Within {
    return this;
  }
  equals(other: monaco.languages.IState): boolean {
    return other instanceof Within && other.comment === this.comment;
  }
}

const OPENING = '/*';

function tokens(grammar: Grammar): monaco.languages.TokensProvider {
  return {
    getInitialState: () => new Within(false),
    tokenize(line, state) {
      const before = state instanceof Within && state.comment ? OPENING : '';
      const pieces = highlight(before + line, grammar)[0] ?? [];
      let startIndex = -before.length;
      const found = pieces.map(({ text, kind }) => {
        const token = { startIndex: Math.max(0, startIndex), scopes: kind ?? '' };
        startIndex += text.length;
        return token;
      });
      const { kind, text = '' } = pieces.at(-1) ?? {};
      const open =
        kind === 'comment' && text.startsWith(OPENING) && !text.slice(OPENING.length).endsWith('*/');
      return { tokens: found, endState: new Within(open) };
    },
  };
}
