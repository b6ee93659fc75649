/** Type specifications. */
import { FENCED_CLASS } from './fence';
import type { StatementReader } from './reader';
import type { BaseType, ExprSyntax, TypeSyntax } from './syntax';

export const TYPES: readonly [words: string, base: BaseType][] = [
  ['double precision', 'double'],
  ['double complex', 'double'],
  ['integer', 'integer'],
  ['real', 'real'],
  ['logical', 'logical'],
  ['complex', 'real'],
  ['character', 'unsupported'],
  ['byte', 'integer'],
  ['type', 'unsupported'],
  ['class', 'unsupported'],
];

/**
 * A type specification with its kind or length; null, and nothing taken, if none stands here. `parseKind` reads the
 * expression in `real(kind = …)`: expressions hold types themselves, in array constructors.
 */
export function typeBy(
  reader: StatementReader,
  parseKind: (reader: StatementReader) => ExprSyntax,
  silent = false,
): TypeSyntax | null {
  reader.skipBlanks();
  const start = reader.pos;
  for (const [words, base] of TYPES) {
    if (!reader.word(words)) continue;
    // `type (t)`, `class (t)`: without a parenthesis it is something else.
    if ((words === 'type' || words === 'class') && reader.next !== '(') {
      reader.moveTo(start);
      return null;
    }
    const word = reader.spanFrom(start);
    const derived =
      words === 'type' || words === 'class'
        ? /^\s*\(\s*([a-z]\w*)\s*[()]/.exec(reader.text.slice(reader.pos))
        : null;
    if (derived?.[1]) {
      skipParenthesis(reader);
      const span = reader.spanFrom(start);
      const isClass = words === 'class';
      return { base, bytes: null, kindOf: null, derived: derived[1], ...(isClass && { isClass }), span };
    }
    const from = reader.pos;
    const length = typeLength(reader, parseKind);
    const span = reader.spanFrom(start);
    if (words === 'character') {
      const characters = charactersIn(reader.text.slice(from, reader.pos));
      return { base: 'integer', bytes: null, kindOf: null, characters, span };
    }
    if (words === 'class' && !silent)
      reader.sink.error('unsupported', `${FENCED_CLASS.what} not supported.`, word, FENCED_CLASS.instead);
    if (words === 'byte') return { base, bytes: 1, kindOf: null, span };
    const complex = words === 'complex' || words === 'double complex';
    return { base, ...length, ...(complex && { complex }), span };
  }
  return null;
}

/** `*8`, `(len=8)`, `(8)`; 1 if there is none, null for what is no number. */
function charactersIn(text: string): number | null {
  if (text.trim() === '') return 1;
  const digits = /^\s*(?:\*|\(\s*(?:len\s*=)?)\s*(\d+)/.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}

function typeLength(
  reader: StatementReader,
  parseKind: (reader: StatementReader) => ExprSyntax,
): Pick<TypeSyntax, 'bytes' | 'kindOf'> {
  if (reader.next === '*') {
    reader.take();
    if (reader.is('(')) skipParenthesis(reader);
    else {
      const digits = reader.digits();
      if (digits === null) reader.failHere('a length');
      return { bytes: Number(digits ?? 0), kindOf: null };
    }
    return { bytes: null, kindOf: null };
  }
  if (reader.next !== '(') return { bytes: null, kindOf: null };
  const open = reader.pos;
  reader.take();
  if (reader.word('kind') && !reader.accept('=')) reader.moveTo(open + 1);
  if (reader.is('*') || reader.is(':') || /^\(\s*(len|[a-z]\w*\s*\))/.test(reader.text.slice(open))) {
    // `character(len=*)`, `type(name)`: the fence speaks. `real(dp)` is the only one that means a kind.
    const name = /^\(\s*([a-z]\w*)\s*\)/.exec(reader.text.slice(open));
    if (!name) {
      reader.moveTo(open);
      skipParenthesis(reader);
      return { bytes: null, kindOf: null };
    }
  }
  const kindOf = parseKind(reader);
  if (reader.is(',')) {
    reader.moveTo(open);
    skipParenthesis(reader);
    return { bytes: null, kindOf: null };
  }
  reader.expect(')');
  return { bytes: null, kindOf };
}

/** Takes a balanced parenthesis off, whatever is in it. */
export function skipParenthesis(reader: StatementReader): void {
  reader.skipBlanks();
  let depth = 0;
  for (;;) {
    const token = reader.take();
    if (token.kind === 'end') {
      reader.failHere('a closing )');
      return;
    }
    if (token.text === '(' || token.text === '(/') depth++;
    else if (token.text === ')' || token.text === '/)') depth--;
    if (depth === 0) return;
  }
}
