/** `__LINE__`, `__FILE__` and `__func__`: what a compiler puts for them, which messages print. */
import type { Token } from './token';

const FUNCTION_NAMES = new Set(['__func__', '__FUNCTION__', '__PRETTY_FUNCTION__']);

export function withPredefined(tokens: readonly Token[], source: string): readonly Token[] {
  if (!/\b__(?:LINE__|FILE__|func__|FUNCTION__|PRETTY_FUNCTION__)/.test(source)) return tokens;
  const lineAt = lines(source);
  /** The function whose body is open, or that whose head was last. */
  let name = '';
  let braces = 0;
  let parentheses = 0;
  return tokens.map((token, at) => {
    const { kind, text } = token;
    if (text === '{') braces++;
    else if (text === '}') braces = Math.max(0, braces - 1);
    else if (text === '(') parentheses++;
    else if (text === ')') parentheses--;
    if (kind !== 'identifier') return token;
    if (braces === 0 && parentheses === 0 && tokens[at + 1]?.text === '(') name = text;
    if (text === '__LINE__') return { ...token, kind: 'integer', text: String(lineAt(token.start)) };
    if (text === '__FILE__') return { ...token, kind: 'string', text: '"source.c"' };
    return braces > 0 && FUNCTION_NAMES.has(text) ? { ...token, kind: 'string', text: `"${name}"` } : token;
  });
}

/** Lines of places that come in order. */
function lines(source: string): (at: number) => number {
  let line = 1;
  let from = 0;
  return (at) => {
    for (let next = source.indexOf('\n', from); next >= 0 && next < at; next = source.indexOf('\n', from)) {
      line++;
      from = next + 1;
    }
    return line;
  };
}
