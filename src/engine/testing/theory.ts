/** How the papers' results are stated: what is recorded, and that the gradient is right however it is recorded. */
import { expect, test } from 'vitest';
import {
  type DifferentiateRequest,
  type Differentiation,
  differentiate,
  type ExecuteRequest,
  execute,
  type Language,
  type Options,
} from '../index';
import { some } from './draws';
import { type Variant, variantsOf } from './variants';

export type Sources = Readonly<Record<Language, string>>;

/** Without what the papers before [ADF] did not have. */
export const BEFORE_LIVENESS: Partial<Options> = { adjointLiveness: false };

/** A source in one of its variants; names come out as in the source as given. */
export interface Subject extends Variant {
  readonly language: Language;
}

/** Each in C and in Fortran, and again with other names and another order of declarations. */
export function inBoth(sources: Sources, run: (subject: Subject) => void): void {
  for (const language of ['c', 'fortran'] as const)
    for (const variant of variantsOf(sources[language], language))
      test(`${language}, ${variant.title}`, () => run({ ...variant, language }));
}

export function requestOf(s: Subject, options: Partial<Options> = {}): DifferentiateRequest {
  return { source: s.source, language: s.language, options };
}

export function differentiated(s: Subject, options: Partial<Options> = {}): Differentiation {
  const d = differentiate(requestOf(s, options));
  expect(d.diagnostics.filter((x) => x.severity === 'error')).toEqual([]);
  return d;
}

/** What is recorded: values as they are pushed, snapshots by their location, control by its kind; sorted. */
export function recorded(s: Subject, options: Partial<Options> = {}): string[] {
  return recordedIn(s, differentiated(s, options));
}

export function recordedIn(s: Subject, d: Pick<Differentiation, 'recordings'>): string[] {
  return d.recordings.map((r) => (r.kind === 'value' ? nameOf(s, r.text) : r.kind)).sort();
}

/** One spelling of elements, and of letters, for both languages. */
export function nameOf(s: Subject, text: string): string {
  return s.original(text).replaceAll('[', '(').replaceAll(']', ')').replaceAll(' ', '').toLowerCase();
}

const RECORDS = ['tbr', 'all', 'initialized'] as const;

/** The gradient passes its checks whatever is recorded: in the fast tier by two of the rules, under other names by one, in turn. */
export function checks(s: Subject, more: Partial<ExecuteRequest> = {}): void {
  for (const record of some(RECORDS, s.title === 'as given' ? 2 : 1, s.source.length)) {
    const inputs =
      more.inputs && Object.fromEntries(Object.entries(more.inputs).map(([k, v]) => [s.renamed(k), v]));
    const options = { ...more.options, record };
    const run = execute({ ...requestOf(s), ...more, inputs, options });
    expect(run.diagnostics.filter((x) => x.severity === 'error')).toEqual([]);
    expect(run.check.verdict, run.check.sentence).toBe('passed');
  }
}
