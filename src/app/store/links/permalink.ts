import type { Options } from '../../../engine/pipeline/results';
import { ELIMINATION, MODES, OPTIONS, TARGETS, UNSAID_OPTIONS } from '../document/choices';
import type { Playground } from '../document/playground';
import { ARRANGEMENT_IDS, type ArrangementId } from '../view/arrangements';
import { mended, packed, unpacked } from './packing';
import * as is from './schema';

/**
 * Links: `#v1.<codec>.<payload>.<checksum>`, or `#v2.…`, which leaves out what equals the defaults. See packing.ts for the codecs.
 *
 * A link is a stranger's word. The decoder inflates up to a limit, checks the result against a schema that refuses what it
 * doesn't know, trusts no length, and never throws. What can be saved of a damaged link is its program, which comes first.
 */
export interface Shared {
  readonly playground: Playground;
  readonly view: {
    /** Null in links from before arrangements existed. */
    readonly arrangement: ArrangementId | null;
    readonly presenting: boolean;
    /** The view in focus, by its id in the registry. */
    readonly focus: string | null;
    /** Stable key of the statement or recording under the cursor. */
    readonly cursor: string | null;
    /** The position of the stepper of the view in focus, and what it steps through. */
    readonly step: number | null;
    readonly stepper: string | null;
  };
}

export type Decoded =
  | { readonly kind: 'none' }
  | { readonly kind: 'shared'; readonly shared: Shared }
  /** `reason`: the message about the link. `saved`: the program, or its beginning, if it could be saved. */
  | { readonly kind: 'damaged'; readonly reason: string; readonly saved: string | null };

const MOST_SOURCE = 4_000_000;

export const encodeLink = (shared: Shared): Promise<string> => packed('v1', JSON.stringify(plain(shared)));

/** The same as a shorter link, which leaves out what equals the defaults of its version. */
export const encodeShort = (shared: Shared): Promise<string> =>
  packed('v2', JSON.stringify(shortened(plain(shared))));

export async function decodeLink(hash: string): Promise<Decoded> {
  const link = mended(hash);
  const [version = ''] = link.split('.');
  if (!/^v\d+$/.test(version)) return { kind: 'none' };
  if (version !== 'v1' && version !== 'v2')
    return damaged(`was made by a later version of Backsweep (${version})`, null);
  const { json, reason } = await unpacked(link);
  const saved = json === null ? null : rescueSource(json);
  if (reason !== null || json === null)
    return damaged(`is damaged: ${reason ?? 'it could not be unpacked'}`, saved);
  try {
    const flat: unknown = JSON.parse(json);
    return { kind: 'shared', shared: checkShared(version === 'v2' ? lengthened(flat) : flat, '') };
  } catch (error) {
    return damaged(is.misfit(error), saved);
  }
}

function damaged(reason: string, saved: string | null): Decoded {
  return { kind: 'damaged', reason, saved: saved === '' ? null : saved };
}

/** The program comes first, so that a cut link loses it last. */
function plain({ playground, view }: Shared) {
  const { source, language, ...others } = playground;
  return { source, language, ...others, view };
}

// ------------------------------------------------------------------------------------------------------------ schema

const name = is.text(200);
const names = is.listOf(name, 2000);
const field = is.text(100_000);

const suffix: is.Check<string> = (value, path) => {
  const given = is.text(20)(value, path);
  if (!/^\w*$/.test(given)) throw new is.SchemaError(`“${path}” is not part of a name`);
  return given;
};

const { kinds, rules, searches } = ELIMINATION;
const checkElimination = is.object<Options['elimination']>({
  kind: is.oneOf(...kinds.map(({ value }) => value)),
  order: (value, path) =>
    typeof value === 'string'
      ? is.oneOf(...searches)(value, path)
      : is.listOf(is.oneOf(...rules), 4)(value, path),
});

function checkOption(name: keyof Options): is.Check<unknown> {
  if (name === 'elimination') return checkElimination;
  if (name === 'naming') return is.object({ adjoint: suffix, tangent: suffix });
  return is.oneOf<string | boolean>(...OPTIONS[name].values.map(({ value }) => value));
}

/** In one order, wherever options come from, so that one state has one link. */
const optionChecks = (Object.keys(UNSAID_OPTIONS) as (keyof Options)[]).map((name) => [
  name,
  checkOption(name),
]);
const knownOptions = is.object<Options>(Object.fromEntries(optionChecks));

/** A link from before an option existed means what was done at that time. */
const options: is.Check<Options> = (value, path) =>
  knownOptions(typeof value === 'object' && value !== null ? { ...UNSAID_OPTIONS, ...value } : value, path);

const playgroundChecks = {
  source: is.text(MOST_SOURCE),
  language: is.oneOf('c', 'fortran'),
  routine: is.orNull(name),
  independents: is.orNull(names),
  dependents: is.orNull(names),
  mode: is.oneOf(...MODES.map(({ value }) => value)),
  target: is.orNull(is.oneOf(...TARGETS.map(({ value }) => value))),
  options,
  inputs: is.recordOf(field, 500),
  seeds: is.recordOf(field, 500),
  directions: is.recordOf(is.listOf(field, 64), 500),
  tamper: is.object({ without: is.listOf(is.text(400), 500), with: is.listOf(is.text(400), 500) }),
  note: is.text(20_000),
} satisfies { readonly [K in keyof Playground]: is.Check<Playground[K]> };

export const checkPlayground: is.Check<Playground> = is.object<Playground>(playgroundChecks);

const knownView: is.Check<Shared['view']> = is.object({
  arrangement: is.orNull(is.oneOf(...ARRANGEMENT_IDS)),
  presenting: is.oneOf(true, false),
  focus: is.orNull(is.text(40)),
  cursor: is.orNull(is.text(400)),
  step: is.orNull(is.count),
  stepper: is.orNull(is.text(20_000)),
});
const VIEW_ADDED_LATER = { stepper: null, arrangement: null, presenting: false };
const checkView: is.Check<Shared['view']> = (value, path) =>
  knownView(typeof value === 'object' && value !== null ? { ...VIEW_ADDED_LATER, ...value } : value, path);

const checkFlat = is.object<Playground & { view: Shared['view'] }>({ ...playgroundChecks, view: checkView });

const checkShared: is.Check<Shared> = (value, path) => {
  const { view, ...playground } = checkFlat(value, path);
  return { playground, view };
};

/** Some of a text in JSON: a pattern for all of a long text would run out of room to step back. */
const PIECE = /(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})){1,1000}/uy;

/** The value of the first key, `source`, up to its end or to where the text was cut. */
function rescueSource(json: string): string | null {
  const prefix = '{"source":"';
  if (!json.startsWith(prefix)) return null;
  let end = prefix.length;
  for (PIECE.lastIndex = end; PIECE.test(json); ) end = PIECE.lastIndex;
  const body = json.slice(prefix.length, end);
  try {
    // JSON has no bare control characters; where the text was cut, decoding leaves a replacement character.
    const source: unknown = JSON.parse(`"${body.replace(/\ufffd+$/, '')}"`);
    return typeof source === 'string' ? source.slice(0, MOST_SOURCE) : null;
  } catch {
    return null;
  }
}

/**
 * The short form of a link, `#v2.…`: what equals the defaults is left out. Which defaults those are is frozen with the version,
 * here and in the table of options: a link means the same whatever the page's own defaults become.
 */
const DEFAULTS = {
  routine: null,
  independents: null,
  dependents: null,
  mode: 'adjoint',
  target: null,
  inputs: {},
  seeds: {},
  directions: {},
  tamper: { without: [], with: [] },
  note: '',
};
const VIEW = { arrangement: null, presenting: false, focus: null, cursor: null, step: null, stepper: null };

type Entries = Readonly<Record<string, unknown>>;

function shortened(flat: Entries): Entries {
  const { options, view, ...others } = flat;
  const found: Record<string, unknown> = without(others, DEFAULTS);
  const [fewOptions, fewView] = [
    without(entries(options), { ...UNSAID_OPTIONS }),
    without(entries(view), VIEW),
  ];
  if (Object.keys(fewOptions).length > 0) found.options = fewOptions;
  if (Object.keys(fewView).length > 0) found.view = fewView;
  return found;
}

/** Accepts anything; the schema judges the result. */
function lengthened(short: unknown): unknown {
  const given = entries(short);
  return {
    ...DEFAULTS,
    ...given,
    options: { ...UNSAID_OPTIONS, ...entries(given.options) },
    view: { ...VIEW, ...entries(given.view) },
  };
}

const entries = (value: unknown): Entries =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Entries) : {};

function without(given: Entries, defaults: Entries): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).filter(
      ([key, value]) =>
        !(Object.hasOwn(defaults, key) && JSON.stringify(defaults[key]) === JSON.stringify(value)),
    ),
  );
}
