/**
 * The tape in C: values as bytes on one stack, control on others (bits packed, bytes and ints), so that an entry takes
 * its type's width and no more. Only what the code calls is printed.
 */
import { keysOf } from '../../base/lookup';
import { CONTROL_WORDS, TYPE_WORD } from '../../ir/runtime';
import type { ScalarType } from '../../ir/types';

const BASE = `typedef struct {
  unsigned char *at;
  size_t used, room;
} tape_stack;

static void *tape_grow(tape_stack *s, size_t bytes) {
  if (s->room - s->used < bytes) {
    size_t room = s->room + s->room / 2 + bytes + 4096;
    unsigned char *at = room > s->room ? realloc(s->at, room) : NULL;
    if (!at) {
      fprintf(stderr, "the tape is out of memory\\n");
      exit(1);
    }
    s->at = at;
    s->room = room;
  }
  s->used += bytes;
  return s->at + s->used - bytes;
}

static void *tape_shrink(tape_stack *s, size_t bytes) {
  s->used -= bytes;
  return s->at + s->used;
}
`;

const BITS = `static tape_stack tape_bits;
static size_t tape_bit_count;
`;
/** A bit that was popped may still be set where the next one is pushed. */
const PUSH_BIT = `static void push_bit(int bit) {
  size_t k = tape_bit_count++ % 8;
  unsigned char *byte = k == 0 ? tape_grow(&tape_bits, 1) : tape_bits.at + tape_bits.used - 1;
  unsigned below = k == 0 ? 0u : *byte & ((1u << k) - 1u);
  *byte = (unsigned char)(below | (bit ? 1u << k : 0u));
}
`;
const POP_BIT = `static int pop_bit(void) {
  size_t k = --tape_bit_count % 8;
  int bit = (tape_bits.at[tape_bits.used - 1] >> k) & 1;
  if (k == 0) tape_shrink(&tape_bits, 1);
  return bit;
}
`;

/** Text of the tape; empty when nothing is called. */
export function tapeText(called: ReadonlySet<string>): string {
  if (called.size === 0) return '';
  const parts = [BASE];
  const types = keysOf(TYPE_WORD);
  const valued = types.filter((type) => uses(called, TYPE_WORD[type]) || uses(called, `${TYPE_WORD[type]}s`));
  if (valued.length > 0) parts.push('static tape_stack tape_values;\n');
  for (const type of valued) parts.push(...valueFunctions(called, type));
  const words = CONTROL_WORDS.filter((word) => uses(called, word));
  if (words.includes('bit')) parts.push(BITS, ...only(called, { push_bit: PUSH_BIT, pop_bit: POP_BIT }));
  if (words.some((word) => word !== 'bit')) parts.push('static tape_stack tape_control;\n');
  for (const word of words) if (word !== 'bit') parts.push(...controlFunctions(called, word));
  return parts.join('\n');
}

function uses(called: ReadonlySet<string>, word: string): boolean {
  return called.has(`push_${word}`) || called.has(`pop_${word}`);
}
function only(called: ReadonlySet<string>, functions: Record<string, string>): string[] {
  return Object.entries(functions).flatMap(([name, text]) => (called.has(name) ? [text] : []));
}

function valueFunctions(called: ReadonlySet<string>, type: ScalarType): string[] {
  const t = TYPE_WORD[type];
  // A bool takes one byte whatever its size in memory.
  const [size, stored] = type === 'bool' ? ['1', 'unsigned char'] : [`sizeof(${t})`, t];
  const simple = stored === t;
  return only(called, {
    [`push_${t}`]: simple
      ? `static void push_${t}(${t} x) {\n  memcpy(tape_grow(&tape_values, ${size}), &x, ${size});\n}\n`
      : `static void push_${t}(${t} x) {\n  *(${stored} *)tape_grow(&tape_values, 1) = x;\n}\n`,
    [`pop_${t}`]: simple
      ? `static ${t} pop_${t}(void) {\n  ${t} x;\n  memcpy(&x, tape_shrink(&tape_values, ${size}), ${size});\n  return x;\n}\n`
      : `static ${t} pop_${t}(void) {\n  return *(${stored} *)tape_shrink(&tape_values, 1) != 0;\n}\n`,
    [`push_${t}s`]: simple
      ? `static void push_${t}s(const ${t} *x, long n) {\n  if (n > 0) memcpy(tape_grow(&tape_values, (size_t)n * ${size}), x, (size_t)n * ${size});\n}\n`
      : `static void push_${t}s(const ${t} *x, long n) {\n  for (long i = 0; i < n; i++) *(${stored} *)tape_grow(&tape_values, 1) = x[i];\n}\n`,
    [`pop_${t}s`]: simple
      ? `static void pop_${t}s(${t} *x, long n) {\n  if (n > 0) memcpy(x, tape_shrink(&tape_values, (size_t)n * ${size}), (size_t)n * ${size});\n}\n`
      : `static void pop_${t}s(${t} *x, long n) {\n  while (n-- > 0) x[n] = *(${stored} *)tape_shrink(&tape_values, 1) != 0;\n}\n`,
  });
}

const WIDTH = { byte: 'unsigned char', short: 'unsigned short', word: 'int', count: 'long' } as const;

function controlFunctions(called: ReadonlySet<string>, word: keyof typeof WIDTH): string[] {
  const t = WIDTH[word];
  const outside = word === 'count' ? 'long' : 'int';
  return only(called, {
    [`push_${word}`]: `static void push_${word}(${outside} x) {\n  ${t} entry = (${t})x;\n  memcpy(tape_grow(&tape_control, sizeof entry), &entry, sizeof entry);\n}\n`,
    [`pop_${word}`]: `static ${outside} pop_${word}(void) {\n  ${t} entry;\n  memcpy(&entry, tape_shrink(&tape_control, sizeof entry), sizeof entry);\n  return entry;\n}\n`,
  });
}
