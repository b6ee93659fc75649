import type { languages } from 'monaco-editor/editor';

const KEYWORDS = [
  ...[
    'allocatable',
    'allocate',
    'assign',
    'associate',
    'backspace',
    'block',
    'blockdata',
    'call',
    'case',
    'close',
  ],
  ...[
    'common',
    'contains',
    'continue',
    'cycle',
    'data',
    'deallocate',
    'default',
    'dimension',
    'do',
    'elemental',
  ],
  ...[
    'else',
    'elseif',
    'elsewhere',
    'end',
    'enddo',
    'endfunction',
    'endif',
    'endmodule',
    'endprogram',
    'endselect',
  ],
  ...[
    'endsubroutine',
    'endwhere',
    'entry',
    'equivalence',
    'exit',
    'external',
    'format',
    'function',
    'go',
    'goto',
  ],
  ...[
    'if',
    'implicit',
    'in',
    'include',
    'inout',
    'intent',
    'interface',
    'intrinsic',
    'kind',
    'module',
    'namelist',
  ],
  ...[
    'none',
    'nullify',
    'only',
    'open',
    'optional',
    'out',
    'parameter',
    'pause',
    'pointer',
    'print',
    'private',
  ],
  ...[
    'program',
    'public',
    'pure',
    'read',
    'recursive',
    'result',
    'return',
    'rewind',
    'save',
    'select',
    'stop',
  ],
  ...['subroutine', 'target', 'then', 'to', 'type', 'use', 'where', 'while', 'write'],
];
const TYPES = ['character', 'complex', 'double', 'integer', 'logical', 'precision', 'real'];

/** Fortran for Monaco, free and fixed form: in fixed form column 1 makes comments, column 6 continues, and labels come first. */
export function fortranGrammar(form: 'free' | 'fixed'): languages.IMonarchLanguage {
  const columns: languages.IMonarchLanguageRule[] = [
    [/^[cC*dD!].*$/, 'comment'],
    [/^( {5})([^ 0])/, ['white', 'keyword.continuation']],
  ];
  return {
    ignoreCase: true,
    keywords: KEYWORDS,
    types: TYPES,
    tokenizer: {
      root: [
        ...(form === 'fixed' ? columns : []),
        [/!.*$/, 'comment'],
        [/^\s*#.*$/, 'comment'],
        [/^\s*\d{1,5}(?=\s)/, 'number.label'],
        [/\.(true|false)\./, 'number'],
        [/\.(and|or|not|eqv|neqv|lt|le|gt|ge|eq|ne)\./, 'keyword'],
        [/(\d+\.?\d*|\.\d+)([ed][+-]?\d+)?(_\w+)?/, 'number'],
        [/"[^"]*"?|'[^']*'?/, 'string'],
        [
          /[a-z_]\w*(?=\s*\()/,
          { cases: { '@keywords': 'keyword', '@types': 'type', '@default': 'function' } },
        ],
        [/[a-z_]\w*/, { cases: { '@keywords': 'keyword', '@types': 'type', '@default': 'identifier' } }],
        [/::|=>|\*\*|\/=|==|<=|>=|[-+*/=<>,:()&%[\]]/, 'delimiter'],
      ],
    },
  };
}

export const fortranConfiguration: languages.LanguageConfiguration = {
  comments: { lineComment: '!' },
  brackets: [
    ['(', ')'],
    ['[', ']'],
  ],
  autoClosingPairs: [
    { open: '(', close: ')' },
    { open: '[', close: ']' },
  ],
};
