/** How questions name statements and elements: in the words of the user's own text. */
import { entryOf, itemAt } from '../base/lookup';
import { lineStarts, positionAt } from '../base/span';
import type { Differentiation, PredictChoice, StatementInfo, Trace } from '../pipeline/results';

const NOWHERE = { statement: null, vertex: null, edge: null, subject: null, breaks: [] };

/** One of the answers to choose from; `place`: what it is about, where it is about anything. */
export function optionOf(
  value: string,
  title: string,
  right: boolean,
  place: Partial<PredictChoice> = {},
): PredictChoice {
  return { value, title, right, ...NOWHERE, ...place };
}

export class Names {
  private readonly lines: readonly number[];
  private readonly statements: ReadonlyMap<string, StatementInfo>;
  private readonly words: ReadonlySet<string>;
  /** By id. */
  private readonly texts = new Map<string, string>();

  constructor(private readonly d: Differentiation) {
    this.lines = lineStarts(d.request.source);
    this.words = new Set(d.request.source.toLowerCase().match(/[a-z_]\w*/g));
    this.statements = new Map(d.statements.map((s) => [s.id, s]));
    const places = new Map<string, number>();
    const placeOf = ({ span }: StatementInfo) => `${span.start} ${span.end}`;
    for (const s of d.statements) places.set(placeOf(s), (places.get(placeOf(s)) ?? 0) + 1);
    const met = new Map<string, number>();
    for (const s of d.statements) {
      // Of several statements that the passes made of one, each goes without its text.
      const written = places.get(placeOf(s)) === 1 ? this.written(s) : '';
      const text = written || s.text.replaceAll('`', '');
      const n = (met.get(`${this.line(s)}: ${text}`) ?? 0) + 1;
      met.set(`${this.line(s)}: ${text}`, n);
      this.texts.set(s.id, n === 1 ? text : `${text} (${ordinal(n)})`);
    }
  }

  statement(id: string): StatementInfo | undefined {
    return this.statements.get(id);
  }

  line({ span }: StatementInfo): number {
    return positionAt(this.lines, span.start).line;
  }

  /** A name for a statement that is unlike any other on its line: `t = t*y` as it is written, or as it is printed. */
  text({ id }: StatementInfo): string {
    return entryOf(this.texts, id);
  }

  private written({ span }: StatementInfo): string {
    const written = this.d.request.source.slice(span.start, span.end).replace(/\s+/g, ' ');
    return written.replace(/;\s*$/, '').replaceAll('`', '').trim();
  }

  /** The name in the text; a function's value may be a variable of its own there, or have no name. */
  variable(key: string): string {
    const { variables, request } = this.d;
    const found = variables.find((v) => v.key === key);
    const isUsed = found?.uses.some((at) => request.source.startsWith(found.name, at.start));
    if (!found || (!isUsed && found.role === 'result')) return key;
    return variables.some((v) => v.key !== key && v.name === found.name) ? key : found.name;
  }

  /** Whether the text names it. Parts of complex numbers have names made by us. */
  isSeen(key: string): boolean {
    return this.words.has(this.variable(key).replace(/\W.*$/, '').toLowerCase());
  }

  named(s: StatementInfo): string {
    return `line ${this.line(s)}, \`${this.text(s)}\``;
  }
}

export function ordinal(n: number): string {
  const teens = n % 100 >= 11 && n % 100 <= 13;
  const end = teens ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th');
  return `${n}${end}`;
}

/** An element in the notation of the program: `a[2]`, `u(i, j)` with numbers. */
export function elementText(location: Trace['locations'][number], element: number): string {
  const { name, length, subscripts } = location;
  if (subscripts === null) return length > 1 ? `${name}[${element}]` : name;
  const { lower, strides, order, style } = subscripts;
  const at = [...lower];
  let rest = element;
  for (const d of order) {
    const stride = itemAt(strides, d);
    at[d] = itemAt(lower, d) + Math.trunc(rest / stride);
    rest %= stride;
  }
  return style === 'c' ? `${name}${at.map((k) => `[${k}]`).join('')}` : `${name}(${at.join(', ')})`;
}
