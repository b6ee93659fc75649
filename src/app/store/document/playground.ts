import { DEFAULT_OPTIONS } from '../../../engine/pipeline/options';
import type {
  DifferentiateRequest,
  ExecuteRequest,
  Input,
  Language,
  Mode,
  Options,
  Target,
} from '../../../engine/pipeline/results';
import { memo } from '../memo';

/**
 * What a user made: the text and every choice about it. It is what undo goes through, what a link carries and what is
 * kept between visits. Immutable; null means "the engine's default".
 */
export interface Playground {
  readonly source: string;
  readonly language: Language;
  readonly routine: string | null;
  readonly independents: readonly string[] | null;
  readonly dependents: readonly string[] | null;
  readonly mode: Mode;
  readonly target: Target | null;
  readonly options: Options;
  /** As typed: a number, a list of numbers, or a formula. An empty text is the default of the variable's type. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly seeds: Readonly<Record<string, string>>;
  /** One text a direction. */
  readonly directions: Readonly<Record<string, readonly string[]>>;
  readonly tamper: { readonly without: readonly string[]; readonly with: readonly string[] };
  /** What a teacher wrote on top of it. */
  readonly note: string;
}

export const EMPTY_PLAYGROUND: Playground = {
  source: '',
  language: 'c',
  routine: null,
  independents: null,
  dependents: null,
  mode: 'adjoint',
  target: null,
  options: DEFAULT_OPTIONS,
  inputs: {},
  seeds: {},
  directions: {},
  tamper: { without: [], with: [] },
  note: '',
};

/** No text yet: an invitation, not an error. */
export const isEmpty = (source: string): boolean => source.trim() === '';

export function requestOf(playground: Playground): DifferentiateRequest {
  const { source, language, routine, independents, dependents, mode, target, options, tamper } = playground;
  return {
    source,
    language,
    mode,
    options,
    ...(routine === null ? {} : { routine }),
    ...(independents === null ? {} : { independents }),
    ...(dependents === null ? {} : { dependents }),
    ...(target === null ? {} : { target }),
    ...(tamper.with.length + tamper.without.length === 0 ? {} : { tamper }),
  };
}

export function runOf(playground: Playground, budget: NonNullable<ExecuteRequest['budget']>): ExecuteRequest {
  const named = namesIn(playground.source);
  const seeds = mapValues(named(playground.seeds), parseNumbers);
  const directions = mapValues(named(playground.directions), (rows) => {
    const parsed = rows.map(parseNumbers);
    return parsed.every((row) => row !== undefined) ? (parsed as number[][]) : undefined;
  });
  return {
    ...requestOf(playground),
    inputs: mapValues(named(playground.inputs), parseInput),
    ...(holdsNothing(seeds) ? {} : { seeds }),
    ...(holdsNothing(directions) ? {} : { directions }),
    budget,
  };
}

/** The variables that the text still names: what was typed for others waits until their names come back. */
function namesIn(source: string) {
  const names = new Set(source.toLowerCase().match(/[\p{L}\p{N}_$]+/gu));
  const isNamed = (key: string) => names.has(key.toLowerCase().split(/[.%]/).at(-1) ?? '');
  return <T>(record: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
    Object.fromEntries(Object.entries(record).filter(([key]) => isNamed(key)));
}

/**
 * Equal keys mean equal results: what the analysis depends on, and what a run depends on. Requests in JSON, in one order
 * wherever their parts came from: links name a run by its key.
 */
export function analysisKey(playground: Playground): string {
  return memo(analysisKeys, playground, () => sortedJson(requestOf(playground)));
}
export function requestKey(request: DifferentiateRequest): string {
  return memo(requestKeys, request, () => sortedJson(request));
}
export function runKey(playground: Playground): string {
  return memo(runKeys, playground, () => sortedJson(runOf(playground, {})));
}
const sortedJson = (request: object): string =>
  JSON.stringify(request, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
const analysisKeys = new WeakMap<Playground, string>();
const requestKeys = new WeakMap<DifferentiateRequest, string>();
const runKeys = new WeakMap<Playground, string>();

/**
 * What the user typed into an input field. `2.5`, `1d-3`: a number. `1, 2, 3` or `[1 2 3]`: all elements. Anything else
 * is a formula for the engine to read. Nothing typed: undefined.
 */
export function parseInput(text: string): Input | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const one = parseNumber(trimmed);
  if (one !== undefined) return one;
  return parseNumbers(trimmed) ?? trimmed;
}

function parseNumbers(text: string): number[] | undefined {
  const inner = text.trim().replace(/^\[([\s\S]*)\]$/, '$1');
  const parts = inner.split(/[\s,;]+/).filter((part) => part !== '');
  if (parts.length === 0) return undefined;
  const numbers = parts.map(parseNumber);
  return numbers.every((each) => each !== undefined) ? (numbers as number[]) : undefined;
}

function parseNumber(text: string): number | undefined {
  const plain = text.replace(/^(-?)−/, '-').replace(/(\d|\.)d([+-]?\d)/i, '$1e$2');
  if (/^(true|\.true\.)$/i.test(plain)) return 1;
  if (/^(false|\.false\.)$/i.test(plain)) return 0;
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : undefined;
}

function mapValues<A, B>(record: Readonly<Record<string, A>>, map: (value: A) => B | undefined) {
  const entries = Object.entries(record).map(([key, value]) => [key, map(value)] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, B] => entry[1] !== undefined));
}

function holdsNothing(record: object): boolean {
  return Object.keys(record).length === 0;
}
