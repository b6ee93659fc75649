/**
 * The same program in other clothes: other names, other order of declarations. What an analysis finds may depend on neither.
 */
import { parseC } from '../frontend/c';
import { parseFortran } from '../frontend/fortran';
import type { Language } from '../ir/types';

export interface Variant {
  readonly title: string;
  readonly source: string;
  /** The name that something had in the source as given, whatever it is called in this variant. */
  original(text: string): string;
  /** The other way round: for inputs, independents and routines that a test names. */
  renamed(name: string): string;
}

export function variantsOf(source: string, language: Language): Variant[] {
  const same = (text: string) => text;
  const other = reordered(source, language);
  return [
    { title: 'as given', source, original: same, renamed: same },
    ...(other === source
      ? []
      : [{ title: 'declarations reordered', source: other, original: same, renamed: same }]),
    renamedVariant(other, language),
  ];
}

// ---------------------------------------------------------------------------------------------------------- names

/**
 * Every name gets another, in the opposite alphabetical order. The first letter stays in Fortran, where it may say the type.
 */
function renamedVariant(source: string, language: Language): Variant {
  const { program } = language === 'c' ? parseC(source) : parseFortran(source);
  const found = [
    ...program.variables.map((v) => v.name),
    ...program.variables.flatMap((v) => (v.storage ? [v.storage.root] : [])),
    ...program.routines.map((r) => r.name),
  ];
  const key = (name: string) => (language === 'fortran' ? name.toLowerCase() : name);
  const names = [...new Set(found.map(key))].filter((name) => new RegExp(`\\b${name}\\b`, 'i').test(source));
  const last = names.length;
  const renames = new Map(
    names
      .toSorted()
      .map((name, k) => [name, `${language === 'fortran' ? name[0] : 'z'}${number(last - k)}q`] as const),
  );
  const back = new Map([...renames].map(([from, to]) => [to, from]));
  const replace = (text: string, table: ReadonlyMap<string, string>) =>
    text.replaceAll(/[A-Za-z_]\w*/g, (word) => table.get(key(word)) ?? word);
  const renamed = replace(source, renames);
  return {
    title: 'renamed',
    source: program.form === 'fixed' ? folded(renamed) : renamed,
    original: (text) => replace(text, back),
    renamed: (text) => replace(text, renames),
  };
}

/** Fixed form ends at column 72. */
function folded(source: string): string {
  return source
    .split('\n')
    .map((line) => line.replaceAll(/(?<=^.{72})(?=.)|(?<=^.{72}(?:.{66})+)(?=.)/g, '\n     +'))
    .join('\n');
}

function number(k: number): string {
  return String(k).padStart(2, '0');
}

// -------------------------------------------------------------------------------------------------- declarations

/** Runs of declarations, the last first; every variable in a declaration of its own. */
function reordered(source: string, language: Language): string {
  const lines: string[] = [];
  let run: string[] = [];
  const end = () => {
    lines.push(...run.reverse());
    run = [];
  };
  for (const line of linesOf(source, language)) {
    const found = (language === 'c' ? C_DECLARATION : FORTRAN_DECLARATION).exec(line);
    if (!found) {
      end();
      lines.push(line);
      continue;
    }
    const [, indent = '', type = '', list = ''] = found;
    for (const each of splitList(list)) run.push(`${indent}${type} ${each}${language === 'c' ? ';' : ''}`);
  }
  end();
  return lines.join('\n');
}

const C_DECLARATION = /^(\s*)(double|float|int)\s+([^()]*);\s*$/;
const FORTRAN_DECLARATION =
  /^(\s*)((?:real|integer|double precision|logical)(?:\*\d+|\(\d+\))?(?:\s*,\s*\w+(?:\([^)]*\))?)*\s*(?:::)?)\s+(?!function)([^=]*)$/i;

/** Fortran: declarations with their continuation lines. C: declarations inside a block on lines of their own. */
function linesOf(source: string, language: Language): string[] {
  if (language === 'c')
    return source
      .replaceAll(/(?<=[{;])\s*((?:double|float|int)\s+[^();]*;)/g, '\n$1\n')
      .split('\n')
      .filter((line) => line.trim() !== '');
  const lines: string[] = [];
  for (const line of source.split('\n')) {
    const last = lines[lines.length - 1];
    if (last && /^ {5}[^ 0]/.test(line) && FORTRAN_DECLARATION.test(last))
      lines[lines.length - 1] = `${last} ${line.slice(6).trim()}`;
    else lines.push(line);
  }
  return lines;
}

/** At commas outside of brackets. */
function splitList(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const c of list) {
    if (c === '(' || c === '[' || c === '{') depth++;
    if (c === ')' || c === ']' || c === '}') depth--;
    if (c === ',' && depth === 0) {
      parts.push(part.trim());
      part = '';
    } else part += c;
  }
  return [...parts, part.trim()];
}
