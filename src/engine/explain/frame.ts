/** What stands between the statements of generated code and still does something: labels, and values to start with. */

import type { Differentiation, Explanation } from '../pipeline/results';
import type { ExplainInput } from './context';
import { brief, quote } from './words';

/** The line around an offset, from its first word on. */
function lineAt(text: string, start: number): string {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const end = text.indexOf('\n', start);
  return text.slice(from, end < 0 ? undefined : end).trim();
}

/** A label that jumps of the generated code lead to. */
export function labelCard(input: ExplainInput, d: Differentiation, start: number): Explanation | null {
  const line = lineAt(d.code.text, start);
  const label = /^(\d+)\s+continue$/i.exec(line)?.[1] ?? /^([A-Za-z_]\w*):;?$/.exec(line)?.[1];
  if (label === undefined || label === 'default') return null;
  const jump = new RegExp(`\\bgo ?to ${label}\\b`, 'i');
  const sources = d.code.origins.flatMap(({ whole, start: from, end, source, statement }) => {
    const isJump =
      whole && jump.test(d.code.text.slice(from, end)) && /^go ?to\b/i.test(d.code.text.slice(from));
    return isJump && statement !== null ? [input.source.slice(source.start, source.end).trim()] : [];
  });
  const written = [...new Set(sources)].filter((text) => text.length <= 40 && !/[`\n]/.test(text));
  const here = written.map((text) => quote(text.replace(/\s*;$/, ''))).slice(0, 3);
  return brief(
    `Why is ${quote(line)} here?`,
    here.length > 0
      ? `It is where ${quote(`go to ${label}`.replace(/^go to (?=\D)/, 'goto '))} leads, which stands for ${here.join(', ')} in your program. It does nothing itself.`
      : 'It is where jumps of the generated code lead. It does nothing itself.',
  );
}

/** A first value that the generator gives to a variable at the head of a routine, where the program gives none. */
export function firstValueCard(d: Differentiation, start: number): Explanation | null {
  // At the left margin stands a global of the program, whose value is its own.
  if (!/^[ \t]/.test(d.code.text.slice(d.code.text.lastIndexOf('\n', start - 1) + 1))) return null;
  const line = lineAt(d.code.text, start).replace(/;$/, '');
  const name =
    /^(?:(?:int|long|float|double|bool|size_t|long long|int64_t|_Bool)\s+)?(\w+)(?:\([^=]*\))?\s*=\s*(?:0(?:\.0*)?(?:[edfl_]\w*)?|\.?false\.?)$/i.exec(
      line,
    )?.[1] ?? /^memset\((\w+), 0, sizeof \w+\)$/.exec(line)?.[1];
  if (name === undefined) return null;
  return {
    title: `Why is ${quote(line)} here?`,
    short: `It gives ${quote(name)} a value to start with, because the generated code may come to read it, or to store it, before it is set.`,
    long: 'Zero stands for no value in particular: the program itself gives none here.',
    facts: [],
  };
}
