/**
 * What links are packed in: `#<kind>.<codec>.<payload>.<checksum>`.
 *
 * `d`: JSON, deflated raw, base64url. `j`: JSON in base64url alone, where nothing can deflate. The checksum is the CRC-32 of
 * the payload as it stands, in eight hexadecimal digits: it tells a cut link from a strange one. public/backsweep.lua writes
 * the second form; neither ever changes.
 */
const MOST_INFLATED = 6_000_000;
const MOST_PAYLOAD = 8_000_000;
/** An address that is a part of another address is escaped once more. */
const MOST_ESCAPES = 3;

/** `#<version>.<codec>.<payload>.<checksum>` */
export async function packed(version: string, json: string): Promise<string> {
  const bytes = new TextEncoder().encode(json);
  const [codec, small] =
    typeof CompressionStream === 'undefined' ? ['j', bytes] : ['d', await deflate(bytes)];
  const payload = toBase64(small);
  return `#${version}.${codec}.${payload}.${checksum(payload)}`;
}

/** The content of a link, or as much of it as could be unpacked, and what is wrong with it. */
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
 * Undoes what mail programs, chats and wikis do to an address: escapes, line breaks, and text of a sentence that follows it.
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
  return /^(?:v|lesson|embed)\d+\.[a-z]\.[\w-]*\.[0-9a-f]{8}(?![\w-])/.exec(link)?.[0] ?? link;
}

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

/** The text that was unpacked before the end, before the limit, or before the first wrong byte. */
async function inflate(bytes: Uint8Array<ArrayBuffer>) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Input in small pieces, so that everything before a cut is unpacked.
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

/** The bytes that the text encodes; a character outside the alphabet ends it. */
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
