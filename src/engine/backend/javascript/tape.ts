/** The tape in JavaScript: preallocated typed arrays, one a type, that double when they are full. Only what is called. */
import { keysOf } from '../../base/lookup';
import { CONTROL_WORDS, RUNTIME_BEGIN, RUNTIME_END, TYPE_WORD } from '../../ir/runtime';
import { ARRAY } from './context';

const CONTROL = {
  bit: 'Uint8Array',
  byte: 'Uint8Array',
  short: 'Uint16Array',
  word: 'Int32Array',
  count: 'Float64Array',
} as const;

const GROWN = `/** A stack of twice the size, or more, with the same entries. */
function grown(stack, room) {
  const larger = new stack.constructor(Math.max(2 * stack.length, room));
  larger.set(stack);
  return larger;
}
`;

/** The section with its marking lines; empty when nothing is called. */
export function tapeText(called: ReadonlySet<string>): string {
  if (called.size === 0) return '';
  const uses = (...names: string[]) => names.some((name) => called.has(name));
  const parts = [GROWN];
  for (const type of keysOf(TYPE_WORD)) {
    const t = TYPE_WORD[type];
    if (!uses(`push_${t}`, `pop_${t}`, `push_${t}s`, `pop_${t}s`)) continue;
    parts.push(stack(t, ARRAY[type]), ...single(called, t), ...whole(called, t));
  }
  for (const word of CONTROL_WORDS)
    if (uses(`push_${word}`, `pop_${word}`)) parts.push(stack(word, CONTROL[word]), ...single(called, word));
  return `// ${RUNTIME_BEGIN}\n${parts.join('\n')}// ${RUNTIME_END}\n`;
}

function stack(name: string, array: string): string {
  return `let ${name}_stack = new ${array}(1 << 14);\nlet ${name}_top = 0;\n`;
}

function single(called: ReadonlySet<string>, name: string): string[] {
  const texts: string[] = [];
  if (called.has(`push_${name}`))
    texts.push(
      `function push_${name}(x) {\n  if (${name}_top === ${name}_stack.length) ${name}_stack = grown(${name}_stack, 0);\n  ${name}_stack[${name}_top++] = x;\n}\n`,
    );
  if (called.has(`pop_${name}`))
    texts.push(`function pop_${name}() {\n  return ${name}_stack[--${name}_top];\n}\n`);
  return texts;
}

function whole(called: ReadonlySet<string>, name: string): string[] {
  const texts: string[] = [];
  if (called.has(`push_${name}s`))
    texts.push(
      `function push_${name}s(x, n) {\n  if (${name}_top + n > ${name}_stack.length) ${name}_stack = grown(${name}_stack, ${name}_top + n);\n  ${name}_stack.set(x.subarray(0, n), ${name}_top);\n  ${name}_top += n;\n}\n`,
    );
  if (called.has(`pop_${name}s`))
    texts.push(
      `function pop_${name}s(x, n) {\n  ${name}_top -= n;\n  x.set(${name}_stack.subarray(${name}_top, ${name}_top + n));\n}\n`,
    );
  return texts;
}
