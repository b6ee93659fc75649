/** Writes WebAssembly's numbers and sections into a list of bytes. */

export type Bytes = number[];

const scratch = new DataView(new ArrayBuffer(8));

/** Unsigned LEB128, up to 32 bits. */
export function u32(out: Bytes, value: number): void {
  let rest = value >>> 0;
  while (rest >= 0x80) {
    out.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  out.push(rest);
}

/** Signed LEB128, 32 bits. */
export function s32(out: Bytes, value: number): void {
  let rest = value | 0;
  for (;;) {
    const low = rest & 0x7f;
    rest >>= 7;
    if ((rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0)) {
      out.push(low);
      return;
    }
    out.push(low | 0x80);
  }
}

/** Signed LEB128, 64 bits. */
export function s64(out: Bytes, value: bigint): void {
  let rest = BigInt.asIntN(64, value);
  for (;;) {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    if ((rest === 0n && (low & 0x40) === 0) || (rest === -1n && (low & 0x40) !== 0)) {
      out.push(low);
      return;
    }
    out.push(low | 0x80);
  }
}

export function f64(out: Bytes, value: number): void {
  scratch.setFloat64(0, value, true);
  for (let i = 0; i < 8; i++) out.push(scratch.getUint8(i));
}

export function f32(out: Bytes, value: number): void {
  scratch.setFloat32(0, value, true);
  for (let i = 0; i < 4; i++) out.push(scratch.getUint8(i));
}

/** A name; ours are all ASCII. */
export function name(out: Bytes, text: string): void {
  u32(out, text.length);
  for (let i = 0; i < text.length; i++) out.push(text.charCodeAt(i) & 0x7f);
}

export function append(out: Bytes, more: readonly number[]): void {
  for (const byte of more) out.push(byte);
}

/** Index and count fields that are filled in later take five bytes, the most that a u32 can need. */
export function placeholder(out: Bytes): number {
  const at = out.length;
  out.push(0x80, 0x80, 0x80, 0x80, 0x00);
  return at;
}

export function patch(out: Bytes, at: number, value: number): void {
  for (let i = 0; i < 5; i++) out[at + i] = ((value >>> (7 * i)) & 0x7f) | (i < 4 ? 0x80 : 0);
}
