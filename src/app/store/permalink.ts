import type { Options } from '../../engine/pipeline/results';
import { ARRANGEMENT_IDS, type ArrangementId } from './arrangements';
import { OPTIONS, type OptionName } from './choices';
import type { Playground } from './playground';
import * as is from './schema';
import { lengthened, shortened } from './shortLink';

/**
 * Links: `#v1.<codec>.<payload>.<checksum>`, or `#v2.…`, which leaves out what equals the defaults.
 *
 * `d`: JSON, deflated raw, base64url. `j`: JSON in base64url alone, where a browser can't deflate. The checksum is the CRC-32 of
 * the payload as it stands, in eight hexadecimal digits: it tells a cut link from a strange one.
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
const MOST_INFLATED = 6_000_000;
const MOST_PAYLOAD = 8_000_000;
/** An address that is put into another is escaped again. */
const MOST_ESCAPES = 3;

export const encodeLink = (shared: Shared): Promise<string> => packed('v1', JSON.stringify(plain(shared)));

/** The same in fewer characters: what equals the defaults of this version of links is left out. */
export const encodeShort = (shared: Shared): Promise<string> =>
  packed('v2', JSON.stringify(shortened(plain(shared))));

/** `#<version>.<codec>.<payload>.<checksum>` */
export async function packed(version: string, json: string): Promise<string> {
  const bytes = new TextEncoder().encode(json);
  const [codec, small] =
    typeof CompressionStream === 'undefined' ? ['j', bytes] : ['d', await deflate(bytes)];
  const payload = toBase64(small);
  return `#${version}.${codec}.${payload}.${checksum(payload)}`;
}

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

/** What a link holds, or as much of it as came out, and what is wrong with it. */
export async function unpacked(link: string): Promise<{ json: string | null; reason: string | null }> {
  const [, codec = '', payload = '', sum = '', ...rest] = link.split('.');
  if (payload.length > MOST_PAYLOAD)
    return { json: null, reason: 'it is larger than any link that Backsweep makes' };
  const { json, trouble } = await unpack(codec, payload);
  const wrong = (reason: string) => ({ json, reason });
  if (codec !== 'd' && codec !== 'j')
    return { json: null, reason: 'it is packed in a way that nobody knows' };
  if (trouble === 'too large') return wrong('it unpacks to more than a link may hold');
  if (sum !== checksum(payload) || rest.length > 0)
    return wrong(sum.length < 8 ? 'its end is missing' : 'a part of it was changed on the way');
  return trouble !== null || json === null ? wrong('it could not be unpacked') : { json, reason: null };
}

/**
 * What mail programs, chats and wikis do to an address, undone: escapes, broken lines, and what stood behind it in a sentence.
 * None of these characters occurs in a link, and its checksum tells whether what is left is one.
 */
export function mended(hash: string): string {
  let link = hash;
  for (let i = 0; i < MOST_ESCAPES && link.includes('%'); i++) {
    try {
      link = decodeURIComponent(link);
    } catch {
      break;
    }
  }
  link = link.replace(/^#+/, '').replace(/[\s=\p{Cf}]+/gu, '');
  return /^(?:v|lesson)\d+\.[a-z]\.[\w-]*\.[0-9a-f]{8}(?![\w-])/.exec(link)?.[0] ?? link;
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
  naming: is.object({ adjoint: suffix, tangent: suffix }),
});

/** Options that came later: a link from before holds what was done then. */
const ADDED_LATER: Partial<Options> = {
  elements: true,
  elimination: { kind: 'edge', order: ['HS', 'LM', 'reverse'] },
  blockOutputs: 'needed',
  fixedPoints: 'off',
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

// ----------------------------------------------------------------------------------------------------------- packing

async function unpack(
  codec: string,
  payload: string,
): Promise<{ json: string | null; trouble: string | null }> {
  const bytes = fromBase64(payload);
  const decoder = new TextDecoder();
  if (codec === 'j') return { json: decoder.decode(bytes), trouble: null };
  if (codec !== 'd') return { json: null, trouble: 'unknown' };
  const { chunks, trouble } = await inflate(bytes);
  return { json: chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join(''), trouble };
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** What came out before the end, before the limit, or before the first wrong byte. */
async function inflate(bytes: Uint8Array<ArrayBuffer>) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Small pieces in, so that all that stands before a cut comes out.
  const pieces = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (let i = 0; i < bytes.length; i += 512) controller.enqueue(bytes.slice(i, i + 512));
      controller.close();
    },
  });
  const reader = pieces.pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { chunks, trouble: null };
      size += value.byteLength;
      if (size > MOST_INFLATED) {
        await reader.cancel();
        return { chunks, trouble: 'too large' };
      }
      chunks.push(value);
    }
  } catch {
    return { chunks, trouble: 'damaged' };
  }
}

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let i = 0; i < bytes.length; i += 8192) binary += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** As many bytes as the text holds; characters outside the alphabet end it. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const clean = /^[\w-]*/.exec(text)?.[0] ?? '';
  const whole = clean.length % 4 === 1 ? clean.slice(0, -1) : clean;
  const binary = atob(whole.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** The CRC-32 of the low bytes, in eight hexadecimal digits. */
export function checksum(text: string): string {
  let crc = -1;
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i) & 0xff;
    for (let k = 0; k < 8; k++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ((crc ^ -1) >>> 0).toString(16).padStart(8, '0');
}

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
