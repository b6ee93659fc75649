/** The scanner, which finds the next token when it is asked for. */
import { itemAt } from '../base/lookup';
import type { Span } from '../base/span';
import { functions } from './functions';

export interface Token {
  /** A variable, a number, the name of an elementary function that is called, anything else, or the end of the text. */
  readonly kind: 'V' | 'C' | 'F' | 'other' | 'end';
  readonly text: string;
  readonly span: Span;
}

const SKIPPED = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|#\s*include\b[^\n]*)*/y;
const PIECE =
  /([A-Za-z_]\w*)|((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[\w.]*)|<<|>>|[<>=!+\-*/%&|^]=|\+\+|--|&&|\|\||->|./sy;
/** No suffix, no octal digits, and no integer that a double cannot hold. */
const NUMBER = /^(?:(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|0|[1-9]\d{0,14})$/;
/** Words of C, and names that its headers define as numbers. */
const WORD =
  /^(?:auto|break|case|char|const|continue|default|do|double|else|enum|extern|float|for|goto|if|inline|int|long|register|restrict|return|short|signed|sizeof|static|struct|switch|typedef|union|unsigned|void|volatile|while|M_[A-Z0-9_]+|(?:DBL|FLT|INT|LONG)_[A-Z_]+|INFINITY|HUGE_VAL|NAN|NULL)$/;

export function tokenAt(source: string, tokens: Token[], index: number): Token {
  while (tokens.length <= index) tokens.push(scan(source, tokens.at(-1)?.span.end ?? 0));
  return itemAt(tokens, index);
}

function scan(source: string, from: number): Token {
  const start = skip(source, from);
  PIECE.lastIndex = start;
  const [text = '', name, number] = PIECE.exec(source) ?? [];
  const span = { start, end: start + text.length };
  if (text === '') return { kind: 'end', text, span };
  if (name !== undefined && !WORD.test(name)) {
    const isCalled = functions().has(name) && source[skip(source, span.end)] === '(';
    return { kind: isCalled ? 'F' : 'V', text, span };
  }
  return { kind: number !== undefined && NUMBER.test(number) ? 'C' : 'other', text, span };
}

function skip(source: string, from: number): number {
  SKIPPED.lastIndex = from;
  return from + (SKIPPED.exec(source)?.[0].length ?? 0);
}
