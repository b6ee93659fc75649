/**
 * What drivers are written in before they are C or Fortran. A line begins with a word of `WORDS`, or is a statement: `a = b` or
 * `f(a)`, in the notation of C. What belongs to a line stands further right, below it. At the left margin stand variables of all
 * routines, routines (`do`; `sum`, whose value is `total`, zero at first), and last `main`.
 */
import type { CallPlan, Part, Slot } from './plan';

/**
 * Of `print` the rest is what it says, with values in braces behind their type; of `as`, text of the language at hand; of `for`, an
 * index and how often.
 */
const WORDS = ['real', 'flag', 'note', 'print', 'as', 'for', 'while', 'if', 'else'] as const;
type Word = (typeof WORDS)[number] | 'statement';

/** The form of each word in a language, and of the end of the lines that belong to it. */
export type Words = Readonly<Record<Exclude<Word, 'as' | 'print'>, (rest: string) => string>> & {
  readonly print: (items: readonly Item[]) => string;
  readonly ends: Readonly<Partial<Record<Word, string>>>;
};

/** A piece of text; a value; or, of the type `passes`, what is said where that flag is not set. */
export type Item = readonly [type: 'is' | 'text' | 'real' | 'integer' | 'passes', text: string];

function itemsOf(text: string): Item[] {
  return text.split(/[{}]/).flatMap((part, i): Item[] => {
    const [, type, value] = /^(text|real|integer|passes) (.*)$/.exec(i % 2 === 1 ? part : '') ?? [];
    if (value !== undefined) return [[type as Item[0], value]];
    return part === '' ? [] : [['is', part]];
  });
}

/** How the languages differ in what drivers do with variables. */
export interface Spelling {
  /** An element of an array in printed output. */
  readonly index: (name: string, k: string) => string;
  /** The number, from 0 on, that belongs to an index; the first element of an array. */
  readonly zeroBased: (index: string) => string;
  readonly first: (array: string) => string;
  /** The constant elements of a slot; of several ways, those that `which`, an expression, is the number of, from 0 on. */
  readonly constant: (name: 'start' | 'way' | 'weight', slot: Slot, which?: string | null) => string;
  /** An expression as a value of the slot's type. */
  readonly cast: (slot: Slot, text: string) => string;
  /** Sets all elements; null is zero. */
  readonly set: (slot: Slot, part: Part, to: string | null) => string[];
  /** Adds the elements, each times its factor, to `total`; or the sizes of all that. */
  readonly add: (slot: Slot, factor: string, part: Part, sizes: boolean) => string[];
  /** Element number k. */
  readonly element: (slot: Slot, part: Part) => string;
  /** A call of the kernel or a derivative; `count` is the number of directions. */
  readonly call: (call: CallPlan, count?: string) => string;
}

const PREFIX: Record<Part, string> = { value: 'val', tangent: 'dot', adjoint: 'bar', second: 'sec' };
/** What the driver calls the cells of a slot. */
export const held = (slot: Slot, part: Part) => `${PREFIX[part]}_${slot.name}`;

export interface Routine {
  readonly note: string | null;
  readonly name: string;
  readonly isSum: boolean;
  readonly parameters: readonly (readonly [type: 'real' | 'integer' | 'text' | 'reals', name: string])[];
  /** Variables that no line names: not every kernel needs all that its driver could give it. */
  readonly idle: readonly string[];
  /** Its variables and its statements. */
  readonly declared: readonly string[];
  readonly body: readonly string[];
}

/** A driver in a language. */
export interface Driver {
  readonly shared: readonly string[];
  readonly routines: readonly Routine[];
  readonly main: Pick<Routine, 'declared' | 'body'>;
}

export function inLanguage(lines: readonly string[], words: Words): Driver {
  const shared: string[] = [];
  const routines: Routine[] = [];
  let note: string | null = null;
  let main: Driver['main'] = { declared: [], body: [] };
  lines.forEach((line, i) => {
    if (line.startsWith(' ')) return;
    const next = lines.findIndex((other, k) => k > i && !other.startsWith(' '));
    const parts = partsOf(lines.slice(i + 1, next < 0 ? lines.length : next), words);
    const [, kind, name = '', list = ''] = /^(do|sum) (\w+)\((.*)\)$/.exec(line) ?? [];
    if (kind) {
      const parameters = list
        .split(', ')
        .filter((each) => each !== '')
        .map((each) => each.split(' ') as unknown as Routine['parameters'][number]);
      const named = new Set(parts.body.join('\n').match(/\w+/g));
      const idle = parameters.map(([, parameter]) => parameter).filter((each) => !named.has(each));
      routines.push({ note, name, isSum: kind === 'sum', parameters, idle, ...parts });
      note = null;
    } else if (line === 'main') main = parts;
    else if (line.startsWith('note ')) note = line.slice('note '.length);
    else shared.push(...written([line], words));
  });
  return { shared, routines, main };
}

function partsOf(lines: readonly string[], words: Words): Driver['main'] {
  const first = lines.findIndex((line) => !/^ *(real|flag) /.test(line));
  return { declared: written(lines.slice(0, first), words), body: written(lines.slice(first), words) };
}

const LINE = new RegExp(`^( *)(?:(${WORDS.join('|')})\\b ?)?(.*)$`);

function written(lines: readonly string[], words: Words): string[] {
  const made: string[] = [];
  const open: { readonly margin: string; readonly end: string }[] = [];
  const close = (margin: string, isOther: boolean) => {
    for (let last = open.at(-1); last && last.margin.length >= margin.length; last = open.at(-1)) {
      open.pop();
      if (!isOther || last.margin.length > margin.length) made.push(`${last.margin}${last.end}`);
    }
  };
  for (const line of lines) {
    const [, margin = '', word = 'statement', rest = ''] = (LINE.exec(line) ?? []) as unknown as [
      string,
      string?,
      Word?,
      string?,
    ];
    close(margin, word === 'else');
    const text = word === 'as' ? rest : word === 'print' ? words.print(itemsOf(rest)) : words[word](rest);
    made.push(`${margin}${text}`);
    const end = words.ends[word];
    if (end !== undefined) open.push({ margin, end });
  }
  close('', false);
  return made;
}
