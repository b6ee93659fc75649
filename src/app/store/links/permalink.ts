import type { Options } from '../../../engine/pipeline/results';
import { OPTIONS, type OptionName } from '../document/choices';
import type { Playground } from '../document/playground';
import { ARRANGEMENT_IDS, type ArrangementId } from '../view/arrangements';
import { mended, packed, unpacked } from './packing';
import * as is from './schema';
import { lengthened, shortened } from './shortLink';

/**
 * Links: `#v1.<codec>.<payload>.<checksum>`, or `#v2.…`, which leaves out what equals the defaults. See packing.ts for the codecs.
 *
 * A link is a stranger's word. The decoder inflates up to a limit, checks the result against a schema that refuses what it
 * doesn't know, trusts no length, and never throws. What can be saved of a damaged link is its program, which comes first.
 */
export interface Shared {
  readonly playground: Playground;
  readonly view: {
    /** Null in links from before there were arrangements. */
    readonly arrangement: ArrangementId | null;
    readonly presenting: boolean;
    /** The view in focus, by its id in the registry. */
    readonly focus: string | null;
    /** Stable key of the statement or recording under the cursor. */
    readonly cursor: string | null;
    /** Where the stepper of the view in focus stands, and what it steps through. */
    readonly step: number | null;
    readonly stepper: string | null;
  };
}

export type Decoded =
  | { readonly kind: 'none' }
  | { readonly kind: 'shared'; readonly shared: Shared }
  /** `saved`: the program, or its beginning, if it could be saved. */
  | { readonly kind: 'damaged'; readonly reason: string; readonly saved: string | null };

const MOST_SOURCE = 4_000_000;

export const encodeLink = (shared: Shared): Promise<string> => packed('v1', JSON.stringify(plain(shared)));

/** The same in fewer characters: what equals the defaults of this version of links is left out. */
export const encodeShort = (shared: Shared): Promise<string> =>
  packed('v2', JSON.stringify(shortened(plain(shared))));

export async function decodeLink(hash: string): Promise<Decoded> {
  const link = mended(hash);
  const [version = ''] = link.split('.');
  if (!/^v\d+$/.test(version)) return { kind: 'none' };
  if (version !== 'v1' && version !== 'v2')
    return damaged(`it was made by a later version of Backsweep (${version})`, null);
  const { json, reason } = await unpacked(link);
  const saved = json === null ? null : rescueSource(json);
  if (reason !== null || json === null) return damaged(reason ?? 'it could not be unpacked', saved);
  try {
    const flat: unknown = JSON.parse(json);
    return { kind: 'shared', shared: checkShared(version === 'v2' ? lengthened(flat) : flat, '') };
  } catch (error) {
    return damaged(error instanceof is.SchemaError ? error.message : 'it is not well formed', saved);
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

function valuesOf<K extends OptionName>(option: K): is.Check<Options[K]> {
  const values: readonly { readonly value: string | boolean }[] = OPTIONS[option].values;
  return is.oneOf(...values.map(({ value }) => value)) as is.Check<unknown> as is.Check<Options[K]>;
}

const suffix: is.Check<string> = (value, path) => {
  const given = is.text(20)(value, path);
  if (!/^\w*$/.test(given)) throw new is.SchemaError(`“${path}” is not part of a name`);
  return given;
};

const eliminationRules = is.listOf(is.oneOf('HS', 'LM', 'forward', 'reverse'), 4);
const eliminationOrder: is.Check<Options['elimination']['order']> = (value, path) =>
  typeof value === 'string' ? is.oneOf('optimal', 'annealed')(value, path) : eliminationRules(value, path);

const knownOptions: is.Check<Options> = is.object({
  activity: valuesOf('activity'),
  adjointLiveness: valuesOf('adjointLiveness'),
  adjointWrite: valuesOf('adjointWrite'),
  merge: valuesOf('merge'),
  elements: valuesOf('elements'),
  splitNested: valuesOf('splitNested'),
  keepPrimalResults: valuesOf('keepPrimalResults'),
  recompute: valuesOf('recompute'),
  useResults: valuesOf('useResults'),
  record: valuesOf('record'),
  reversal: valuesOf('reversal'),
  basicBlocks: valuesOf('basicBlocks'),
  elimination: is.object({ kind: is.oneOf('edge', 'vertex', 'face'), order: eliminationOrder }),
  blockOutputs: valuesOf('blockOutputs'),
  calls: valuesOf('calls'),
  snapshots: valuesOf('snapshots'),
  fixedPoints: valuesOf('fixedPoints'),
  storage: valuesOf('storage'),
  naming: is.object({ adjoint: suffix, tangent: suffix }),
});

/** Options that came later: a link from before holds what was done then. */
const ADDED_LATER: Partial<Options> = {
  elements: true,
  adjointWrite: true,
  elimination: { kind: 'edge', order: ['HS', 'LM', 'reverse'] },
  blockOutputs: 'needed',
  fixedPoints: 'off',
  storage: 'store',
};
const options: is.Check<Options> = (value, path) =>
  knownOptions(typeof value === 'object' && value !== null ? { ...ADDED_LATER, ...value } : value, path);

const playgroundChecks = {
  source: is.text(MOST_SOURCE),
  language: is.oneOf('c', 'fortran'),
  routine: is.orNull(name),
  independents: is.orNull(names),
  dependents: is.orNull(names),
  mode: is.oneOf('adjoint', 'tangent', 'vector-tangent', 'tangent-over-adjoint'),
  target: is.orNull(is.oneOf('c', 'fortran', 'javascript')),
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

/** The value of the first key, `source`, up to its end or to where the text was cut. */
function rescueSource(json: string): string | null {
  const prefix = '{"source":"';
  if (!json.startsWith(prefix)) return null;
  const body =
    /^(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/u.exec(json.slice(prefix.length))?.[0] ?? '';
  try {
    // JSON has no bare control characters; where the text was cut, decoding leaves a replacement character.
    const source: unknown = JSON.parse(`"${body.replace(/\ufffd+$/, '')}"`);
    return typeof source === 'string' ? source.slice(0, MOST_SOURCE) : null;
  } catch {
    return null;
  }
}
