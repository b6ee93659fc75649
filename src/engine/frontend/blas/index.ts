/** Routines of BLAS and LAPACK by their names, in the words of a language. */
import { once } from '../../base/once';
import { BODIES } from './bodies';

export interface BlasName {
  readonly name: string;
  readonly is: 'letter' | 'integer' | 'real';
  readonly isArray: boolean;
  /** The routine gives it a value. */
  readonly isSet: boolean;
}

export interface BlasRoutine {
  /** The letter of its type: s, d, c or z. */
  readonly type: string;
  readonly library: 'BLAS' | 'LAPACK';
  readonly parameters: readonly BlasName[];
  readonly locals: readonly BlasName[];
  readonly result: BlasName | null;
  readonly lines: readonly string[];
}

/** How a language asks for a letter, and for a matrix that lies row by row; null where none does. */
export interface Words {
  readonly isLetter: (name: string, letter: string) => string;
  readonly isByRow: string | null;
}

/** A letter is small or capital. */
export const isCharacter: Words['isLetter'] = (name, letter) =>
  `${name} == '${letter}' .or. ${name} == '${letter.toLowerCase()}'`;

const bodies = once(() => {
  const texts = BODIES.trim().split(/\n(?=[?i])/);
  return new Map(texts.map((text) => [text.slice(0, text.indexOf('(')), text]));
});

/** What is the same for complex numbers, but for the letters. */
const OF_COMPLEX = /^(?:(axpy|scal|copy|swap|gemv|gemm)|(dot)[uc]|(ger)u)$/;
/** The text for `ddot`, `idamax` or `zgemm`. */
function bodyOf(name: string): string | undefined {
  const [, before = '', type, base = ''] = /^(i?)([sdcz])(\w+)$/.exec(name) ?? [];
  if (!type) return undefined;
  const [, same, dot, ger] = OF_COMPLEX.exec(base) ?? [];
  return bodies().get(`${before}?${type === 's' || type === 'd' ? base : (same ?? dot ?? ger)}`);
}

export const isBlas = (name: string): boolean => bodyOf(name) !== undefined;
/** Null for what is none of them. */
export function blasRoutine(name: string, words: Words): BlasRoutine | null {
  const [head, ...body] = bodyOf(name)?.split('\n') ?? [];
  const [, list = '', result] = /\((.*)\)(.*)/.exec(head ?? '') ?? [];
  if (head === undefined) return null;
  const type = name.replace(/^i/, '').charAt(0);
  const isConjugate = name.endsWith('dotc');
  const written = words.isByRow ? body : withoutStrides(body.join('\n')).split('\n');
  const lines = statementsOf(written, 'cz'.includes(type), words).map((line) =>
    isConjugate ? line.replace('x(kx + i*incx)', 'conjg(x(kx + i*incx))') : line,
  );
  const set = new Set(lines.flatMap((line) => /^(?:do )?(\w+)(?:\(.*?\))? = /.exec(line)?.[1] ?? []));
  const taken = list.split(', ');
  const named = (each: string): BlasName => ({
    name: each,
    is: typeOf(each, name),
    isArray: /^(?:[abcxy]|ipiv)$/.test(each),
    isSet: set.has(each),
  });
  return {
    type,
    library: taken.includes('info') ? 'LAPACK' : 'BLAS',
    parameters: taken.map(named),
    locals: [...set].filter((each) => !taken.includes(each) && !(result && each === 'r')).map(named),
    result: result ? named('r') : null,
    lines,
  };
}

/** Where a matrix always lies column by column, its strides are 1 and what was given, unless it is read from its end. */
function withoutStrides(text: string): string {
  const found = [...text.matchAll(/strides (\w+) (\w+) (\w+)(?:; |$)/gm)];
  return found.reduce((rest, [whole, row, column = '', given = '']) => {
    if (text.includes(`${row} = -${row}`)) return rest;
    const plain = rest.replace(whole, '').replaceAll(`*${row}`, '');
    return plain.replace(new RegExp(`\\b${column}\\b`, 'g'), given);
  }, text);
}

function typeOf(name: string, routine: string): BlasName['is'] {
  if (/^(?:trans[ab]?|uplo|diag|side)$/.test(name)) return 'letter';
  const isReal = /^(?:[abcxyfgrst]|cs|sn|alpha|beta)$/.test(name);
  return isReal && !(name === 'r' && routine.startsWith('i')) ? 'real' : 'integer';
}

const HEAD = /^(do|if|else)(?: (.*?))?: ?/;

/** Statements of Fortran, one a line, with ends in place of margins. */
function statementsOf(body: readonly string[], isComplex: boolean, words: Words): string[] {
  const open: { readonly margin: number; readonly end: string }[] = [];
  const made: string[] = [];
  const close = (margin: number): void => {
    while ((open.at(-1)?.margin ?? -1) >= margin) made.push(open.pop()?.end ?? '');
  };
  for (const line of body) {
    const margin = line.search(/[^!~ ]/);
    if (margin < 0 || line.startsWith(isComplex ? '!' : '~')) continue;
    const isElse = line.startsWith('else:', margin);
    close(isElse ? margin + 1 : margin);
    let rest = line
      .slice(margin)
      .replace(/(\w+) is (\w)/g, (_, name: string, letter: string) => `(${words.isLetter(name, letter)})`);
    for (let head = HEAD.exec(rest); head; head = HEAD.exec(rest)) {
      const [whole, word, what = ''] = head;
      made.push(word === 'do' ? loopOf(what) : word === 'if' ? `if (${what}) then` : 'else');
      if (!isElse) open.push({ margin, end: `end ${word}` });
      rest = rest.slice(whole.length);
    }
    if (rest !== '') made.push(...rest.split('; ').flatMap((each) => statementOf(each, words)));
  }
  close(0);
  return made;
}

/** `i < n`, `i <= j`, `i > j < n`, `i down n`. */
function loopOf(what: string): string {
  const [, index, after, least, last] = /^(\w+)(?: > (\w+))? (<=?|down) (\w+)$/.exec(what) ?? [];
  if (least === 'down') return `do ${index} = ${last} - 1, 0, -1`;
  return `do ${index} = ${after ? `${after} + 1` : 0}, ${last}${least === '<' ? ' - 1' : ''}`;
}

/** Where vectors begin and how matrices are walked, in statements. */
function statementOf(text: string, { isByRow }: Words): string[] {
  const [, word, first = '', second = '', third = '', condition] =
    /^(start|strides) (\w+) (\w+) (\w+)(?: if (.*))?$/.exec(text) ?? [];
  if (!word) return [text];
  if (word === 'start')
    return [`${first} = 0`, `if (${third} < 0) then`, `${first} = (1 - ${second})*${third}`, 'end if'];
  const flipped = condition && isByRow ? `(${condition}) .neqv. (${isByRow})` : (condition ?? isByRow);
  const plain = [`${first} = 1`, `${second} = ${third}`];
  return flipped
    ? [`if (${flipped}) then`, `${first} = ${third}`, `${second} = 1`, 'else', ...plain, 'end if']
    : plain;
}
