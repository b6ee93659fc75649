/** Complete C around the code: the two stacks, and a routine with the main engine's signature. */
import type { Pass } from './pass';

const HEAD = `#include <math.h>
#include <stdlib.h>

/* backsweep runtime begin */
static double *values;
static int *numbers;
static size_t value_count, number_count;
static void *grown(void *stack, size_t count, size_t size) {
  if (count % 4096 == 0) stack = realloc(stack, (count + 4096) * size);
  return stack ? stack : (abort(), stack);
}
static void push_double(double x) { values = grown(values, value_count, sizeof x), values[value_count++] = x; }
static double pop_double(void) { return values[--value_count]; }
static void push_word(int i) { numbers = grown(numbers, number_count, sizeof i), numbers[number_count++] = i; }
static int pop_word(void) { return numbers[--number_count]; }
/* backsweep runtime end */
`;

/** The name of a variable in the code: one that clashes with a name of the code's own gets an additional `o`. */
export function emitted(name: string): string {
  return /^v\d+o*$|_o*$|^(?:push|pop)_[a-z]+o*$/.test(name) ? `${name}o` : name;
}

/** In the order of the signature; names without a declaration come from outside, by reference. */
export function parametersOf({ routine, parameters, used, declared }: Pass) {
  const own = [...used].flatMap((name): [string, boolean][] => (declared.has(name) ? [] : [[name, true]]));
  const all = [...(routine ? parameters : own)];
  return all.map(([name, isPointer]) => ({ name, isPointer, hasAdjoint: used.has(name) }));
}

export function completeCode(p: Pass, code: string): string {
  const parameters = parametersOf(p);
  const result = p.routine?.returns ? emitted(p.routine.name) : '';
  const locals = new Set([...p.used].map(emitted));
  const taken = new Set([...locals, result, ...parameters.map(({ name }) => emitted(name))]);
  const fresh = (hint: string): string => {
    if (taken.has(hint)) return fresh(`${hint}o`);
    taken.add(hint);
    return hint;
  };
  const [head, before, after] = [[] as string[], [] as string[], [] as string[]];
  for (const { name, isPointer, hasAdjoint } of parameters) {
    const x = emitted(name);
    const [value, adjoint] = [fresh(`${x}p`), fresh(`${x}b`)];
    head.push(`double ${isPointer ? '*' : ''}${value}`);
    if (!hasAdjoint) continue;
    head.push(`double *${adjoint}`);
    before.push(`double ${x} = ${isPointer ? `*${value}, ${x}_ = *${adjoint}` : `${value}, ${x}_ = 0`};`);
    after.push(...(isPointer ? [`*${value} = ${x};`, `*${adjoint} = ${x}_;`] : [`*${adjoint} += ${x}_;`]));
    locals.delete(x);
  }
  if (result) {
    const seed = fresh(`${result}b`);
    head.push(`double ${seed}`);
    before.push(`double ${result} = 0, ${result}_ = ${seed};`);
  }
  for (let j = 0; j <= p.largest; j++) locals.add(`v${j}`);
  for (const x of locals) before.push(`double ${x} = 0, ${x}_ = 0;`);
  const [i, left] = [fresh('i'), fresh('left')];
  return `${HEAD}#define push_v(v) push_double(v)
#define pop_v(v) v = pop_double()
#define push_c(k) push_word(k); ${left}++
#define pop_c(i) (${left} > 0 && (${left}--, i = pop_word()))

void ${p.routine?.name ?? 'snippet'}_b(${head.join(', ')}) {
  ${[...before, `int ${i}, ${left} = 0;`, ...broken(numbered(code, i)), ...after].join('\n  ')}
}
`;
}

/** Renames the number of the assignment if the program has a variable `i`. */
function numbered(code: string, i: string): string {
  const at = code.lastIndexOf('while(pop_c(i)){');
  return code.slice(0, at) + code.slice(at).replaceAll(/(pop_c\(|if\()i(\)|==)/g, `$1${i}$2`);
}

/** A statement a line. */
function broken(code: string): string[] {
  let depth = 0;
  return (code.match(/}else [^{]*{|[^;{}]*[;{}]/g) ?? []).map((piece) => {
    if (piece.startsWith('}')) depth--;
    const line = '  '.repeat(depth) + piece;
    if (piece.endsWith('{')) depth++;
    return line;
  });
}
