/**
 * What is handed in at the door may come from outside of any type checker, such as from JSON: a request in another form than
 * its type says is refused with a sentence, and what is null is left out.
 */
import type { Diagnostic } from '../base/diagnostics';
import { NOWHERE } from '../base/span';
import type { ExecuteRequest } from './results';

/** Thrown for the door alone, which answers with its diagnostic. */
export class Malformed extends Error {
  readonly diagnostic: Diagnostic;

  constructor(message: string, note: string) {
    super(message);
    this.diagnostic = {
      severity: 'error',
      code: 'malformed-request',
      message,
      span: NOWHERE,
      notes: [{ message: note }],
    };
  }
}

interface Form {
  readonly holds: (value: unknown) => boolean;
  readonly told: string;
}

const isText = (value: unknown) => typeof value === 'string';
const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const LIST: Form = {
  holds: (value) => Array.isArray(value) && value.every(isText),
  told: 'a list of names',
};
const TEXT: Form = { holds: isText, told: 'a text' };
const RECORD: Form = { holds: isRecord, told: 'an object' };
const ANY: Form = { holds: () => true, told: '' };

const FORMS: Readonly<Record<keyof ExecuteRequest, Form>> = {
  source: TEXT,
  language: { holds: (value) => value === 'c' || value === 'fortran', told: '`c` or `fortran`' },
  routine: TEXT,
  independents: LIST,
  dependents: LIST,
  mode: TEXT,
  target: TEXT,
  options: RECORD,
  tamper: RECORD,
  inputs: RECORD,
  seeds: RECORD,
  directions: RECORD,
  budget: RECORD,
  trace: ANY,
};
const REQUIRED: readonly (keyof ExecuteRequest)[] = ['source', 'language'];

/** The request itself, where nothing in it is null. */
export function given<T extends Partial<ExecuteRequest>>(request: T): T {
  if (!isRecord(request))
    throw new Malformed('There is no request.', 'Give an object with `source` and `language`.');
  const kept = withoutNulls(request);
  for (const [name, { holds, told }] of Object.entries(FORMS)) {
    const value = kept[name as keyof ExecuteRequest];
    const isMissing = value === undefined;
    if (isMissing ? REQUIRED.some((each) => each === name) : !holds(value))
      throw new Malformed(
        `\`${name}\` of the request is ${isMissing ? 'missing' : 'not what it is to be'}.`,
        `It is to be ${told}.`,
      );
  }
  return isRecord(kept.options) ? replaced(kept, 'options', withoutNulls(kept.options)) : kept;
}

function replaced<T, K extends keyof T>(whole: T, name: K, part: T[K]): T {
  return whole[name] === part ? whole : { ...whole, [name]: part };
}

function withoutNulls<T extends object>(record: T): T {
  const entries = Object.entries(record);
  const kept = entries.filter(([, value]) => value !== null);
  return kept.length === entries.length ? record : (Object.fromEntries(kept) as T);
}
