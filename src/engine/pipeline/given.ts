/**
 * Requests may come from outside of any type checker, such as from JSON: one of another form than its type is refused with a
 * sentence, and fields that are null are left out.
 */
import { type Diagnostic, diagnostic } from '../base/diagnostics';
import { keysOf } from '../base/lookup';
import { NOWHERE } from '../base/span';
import type { ExecuteRequest } from './results';

/** Caught at the door only, which answers with its diagnostic. */
export class Malformed extends Error {
  readonly diagnostic: Diagnostic;

  constructor(message: string, note: string) {
    super(message);
    this.diagnostic = diagnostic('error', 'malformed-request', message, NOWHERE, note);
  }
}

export interface Form {
  readonly holds: (value: unknown) => boolean;
  readonly told: string;
}
type Forms<T> = Readonly<Record<keyof T & string, Form>>;

const isNumber = (value: unknown) => typeof value === 'number';
const isText = (value: unknown) => typeof value === 'string';
const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const TEXT: Form = { holds: isText, told: 'a text' };
export const NUMBER: Form = { holds: Number.isFinite, told: 'a number' };
export const RECORD: Form = { holds: isRecord, told: 'an object' };
export const oneOf = (words: readonly string[]): Form => ({
  holds: (value) => words.some((word) => word === value),
  told: words.map((word) => `\`${word}\``).join(' or '),
});
const isList = (value: unknown, holds: Form['holds']) => Array.isArray(value) && value.every(holds);
const LIST: Form = { holds: (value) => isList(value, isText), told: 'a list of names' };
/** Numbers by name, finite or not, since a descent may leave the finite ones. */
export const POINTS: Form = {
  holds: (value) =>
    isList(value, (point) => isRecord(point) && Object.values(point).every((list) => isList(list, isNumber))),
  told: 'a list of objects, each of which has lists of numbers by name',
};
const isOptional = (value: unknown, holds: Form['holds']) =>
  value === null || value === undefined || holds(value);
const TAMPER: Form = {
  holds: (value) => isRecord(value) && Object.values(value).every((list) => isOptional(list, LIST.holds)),
  told: 'an object whose `without` and `with` are lists of names',
};
const DIRECTIONS: Form = {
  holds: (value) =>
    isRecord(value) &&
    Object.values(value).every((rows) => isList(rows, (row) => isNumber(row) || isList(row, isNumber))),
  told: 'an object that has rows of numbers by name',
};
const named = (holds: Form['holds'], told: string): Form => ({
  holds: (value) => isRecord(value) && Object.values(value).every((each) => isOptional(each, holds)),
  told: `an object that has ${told} by name`,
});
const INPUTS = named(
  (each) => isNumber(each) || isText(each) || isList(each, isNumber),
  'a number, a formula or a list of numbers',
);
const SEEDS = named((each) => isList(each, isNumber), 'a list of numbers');
/** Elements of variables. */
export const ELEMENTS: Form = {
  holds: (value) => isList(value, (each) => isRecord(each) && 'name' in each && 'index' in each),
  told: 'a list of objects, each with `name` and `index`',
};
const RECORDS: Form = { holds: (value) => isList(value, isRecord), told: 'a list of objects' };
export const GRAPH = { vertices: RECORDS, edges: RECORDS, name: TEXT };
const ANY: Form = { holds: () => true, told: '' };

const FORMS: Readonly<Record<keyof ExecuteRequest, Form>> = {
  source: TEXT,
  language: oneOf(['c', 'fortran']),
  routine: TEXT,
  independents: LIST,
  dependents: LIST,
  mode: TEXT,
  target: TEXT,
  options: RECORD,
  tamper: TAMPER,
  inputs: INPUTS,
  seeds: SEEDS,
  directions: DIRECTIONS,
  budget: RECORD,
  trace: ANY,
};
const REQUIRED = ['source', 'language'];

/** The request, without the fields that are null. */
export function given<T extends Partial<ExecuteRequest>>(request: T): T {
  const kept = formed(request, 'request', FORMS, REQUIRED);
  return isRecord(kept.options) ? replaced(kept, 'options', withoutNulls(kept.options)) : kept;
}

/** The arguments of a question beside its request: all fields must be there. */
export function givenBeside<T extends object>(asked: T, what: string, forms: Forms<T>): T {
  return formed(asked, what, forms, keysOf(forms));
}

function formed<T extends object>(
  record: T,
  what: string,
  forms: Readonly<Record<string, Form>>,
  required: readonly string[],
): T {
  if (!isRecord(record))
    throw new Malformed(
      `There is no ${what}.`,
      `Give an object with ${required.map((name) => `\`${name}\``).join(' and ')}.`,
    );
  const kept = withoutNulls(record);
  for (const [name, { holds, told }] of Object.entries(forms)) {
    const value = kept[name as keyof T];
    const isMissing = value === undefined;
    if (isMissing ? required.includes(name) : !holds(value))
      throw new Malformed(
        `\`${name}\` of the ${what} is ${isMissing ? 'missing' : 'not what it is to be'}.`,
        `It is to be ${told}.`,
      );
  }
  return kept;
}

function replaced<T, K extends keyof T>(whole: T, name: K, part: T[K]): T {
  return whole[name] === part ? whole : { ...whole, [name]: part };
}

function withoutNulls<T extends object>(record: T): T {
  const entries = Object.entries(record);
  const kept = entries.filter(([, value]) => value !== null && value !== undefined);
  return kept.length === entries.length ? record : (Object.fromEntries(kept) as T);
}
