// The outlines of a WOFF2 font, as its transformed table keeps them: a stream for each of their parts; and how they vary.

/** @param {Buffer} bytes @param {number} start */
export function reader(bytes, start) {
  let at = start;
  const take = (/** @type {number} */ length) => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  const byte = () => take(1).readUInt8();
  return {
    take,
    byte,
    word: () => take(2).readUInt16BE(),
    at: () => at,
    since: (/** @type {number} */ before) => bytes.subarray(before, at),
    base128() {
      let value = 0;
      for (;;) {
        const next = byte();
        value = value * 128 + (next & 127);
        if (next < 128) return value;
      }
    },
    /** The format's 255UInt16. */
    short() {
      const code = byte();
      if (code === 253) return take(2).readUInt16BE();
      if (code === 254) return byte() + 506;
      return code === 255 ? byte() + 253 : code;
    },
  };
}

/** By maps of format 4 and 12. @param {Buffer} cmap @returns {number[]} */
export function glyphsOf(cmap) {
  return Array.from({ length: cmap.readUInt16BE(2) }, (_, k) => cmap.readUInt32BE(8 + 8 * k)).flatMap(
    (at) => {
      const format = cmap.readUInt16BE(at);
      if (format === 12) return groups(cmap, at);
      if (format === 4) return segments(cmap, at);
      throw new Error(`a map of characters of format ${format} is not expected`);
    },
  );
}

/** @param {Buffer} cmap @param {number} at */
function groups(cmap, at) {
  return Array.from({ length: cmap.readUInt32BE(at + 12) }, (_, k) => at + 16 + 12 * k).flatMap((group) => {
    const [first, last] = [cmap.readUInt32BE(group), cmap.readUInt32BE(group + 4)];
    return Array.from({ length: last - first + 1 }, (_, k) => cmap.readUInt32BE(group + 8) + k);
  });
}

/** @param {Buffer} cmap @param {number} at */
function segments(cmap, at) {
  const count = cmap.readUInt16BE(at + 6) / 2;
  const entry = (/** @type {number} */ column, /** @type {number} */ row) =>
    at + 14 + 2 * (column * count + row) + (column > 0 ? 2 : 0);
  return Array.from({ length: count }, (_, row) => row).flatMap((row) => {
    const [first, last] = [cmap.readUInt16BE(entry(1, row)), cmap.readUInt16BE(entry(0, row))];
    const [shift, offset] = [cmap.readInt16BE(entry(2, row)), cmap.readUInt16BE(entry(3, row))];
    if (first === 0xffff) return [];
    return Array.from({ length: last - first + 1 }, (_, k) =>
      offset === 0 ? (first + k + shift) & 0xffff : cmap.readUInt16BE(entry(3, row) + offset + 2 * k),
    );
  });
}

const COMPOSITE = 0xffff;
const STREAMS = 7;

/**
 * The table with these glyphs, and with those that they are made of.
 * @param {Buffer} glyf @param {ReadonlySet<number>} shown
 */
export function withOutlines(glyf, shown) {
  const head = 8 + 4 * STREAMS;
  const sizes = Array.from({ length: STREAMS }, (_, k) => glyf.readUInt32BE(8 + 4 * k));
  const all = reader(glyf, head);
  const [contours, points, flags, outlines, composites, boxes, instructions] = sizes.map((size) =>
    reader(all.take(size), 0),
  );
  if (!contours || !points || !flags || !outlines || !composites || !boxes || !instructions)
    throw new Error();
  const overlaps = Buffer.from(glyf.subarray(all.at()));
  const count = glyf.readUInt16BE(4);
  const marks = boxes.take(((count + 31) >> 5) << 2);
  const hasBox = (/** @type {number} */ k) => ((marks[k >> 3] ?? 0) & (0x80 >> (k & 7))) !== 0;
  const streams = { contours, points, flags, outlines, composites, instructions };
  const glyphs = Array.from({ length: count }, (_, k) => {
    const glyph = glyphFrom(streams);
    return { ...glyph, box: hasBox(k) ? boxes.take(8) : Buffer.alloc(0) };
  });
  const kept = new Set(shown);
  // A set that grows while it is walked: parts have parts.
  for (const k of kept) for (const part of glyphs[k]?.parts ?? []) kept.add(part);
  const left = glyphs.map((glyph, k) => (kept.has(k) ? glyph : NOTHING));
  const bits = Buffer.alloc(marks.length);
  for (const [k, { box }] of left.entries())
    if (box.length > 0) bits[k >> 3] = (bits[k >> 3] ?? 0) | (0x80 >> (k & 7));
  for (let k = 0; k < 8 * overlaps.length; k++)
    if (!kept.has(k)) overlaps[k >> 3] = (overlaps[k >> 3] ?? 0) & ~(0x80 >> (k & 7));
  const bodies = [
    Buffer.concat(left.map(({ contours: each }) => each)),
    Buffer.concat(left.map(({ points: each }) => each)),
    Buffer.concat(left.map(({ flags: each }) => each)),
    Buffer.concat(left.map(({ outline }) => outline)),
    Buffer.concat(left.map(({ composite }) => composite)),
    Buffer.concat([bits, ...left.map(({ box }) => box)]),
    Buffer.concat(left.map(({ instructions: each }) => each)),
  ];
  const start = Buffer.from(glyf.subarray(0, head));
  for (const [k, body] of bodies.entries()) start.writeUInt32BE(body.length, 8 + 4 * k);
  return { data: Buffer.concat([start, ...bodies, overlaps]), kept };
}

const none = Buffer.alloc(0);
/** @type {number[]} */
const NO_PARTS = [];
const NOTHING = {
  ...{ contours: Buffer.alloc(2), points: none, flags: none, outline: none, composite: none },
  ...{ instructions: none, box: none, parts: NO_PARTS },
};

/** @typedef {ReturnType<typeof reader>} Reader */

/** The next glyph. @param {Record<'contours' | 'points' | 'flags' | 'outlines' | 'composites' | 'instructions', Reader>} streams */
function glyphFrom(streams) {
  const contours = streams.contours.take(2);
  const count = contours.readUInt16BE();
  if (count === 0) return { ...NOTHING, contours };
  if (count === COMPOSITE) {
    const [composite, { parts, isInstructed }] = between(streams.composites, () =>
      partsOf(streams.composites),
    );
    const [outline, length] = between(streams.outlines, () => (isInstructed ? streams.outlines.short() : 0));
    return {
      ...NOTHING,
      contours,
      composite,
      parts,
      outline,
      instructions: streams.instructions.take(length),
    };
  }
  const [points, ends] = between(streams.points, () =>
    Array.from({ length: count }, () => streams.points.short()),
  );
  const flags = streams.flags.take(ends.reduce((sum, each) => sum + each, 0));
  const [outline, length] = between(streams.outlines, () => {
    for (const flag of flags) streams.outlines.take(coordinateBytes(flag & 127));
    return streams.outlines.short();
  });
  return { ...NOTHING, contours, points, flags, outline, instructions: streams.instructions.take(length) };
}

/** What is read, as bytes and as value. @template T @param {Reader} from @param {() => T} read @returns {[Buffer, T]} */
function between(from, read) {
  const start = from.at();
  const value = read();
  return [from.since(start), value];
}

/** Of a point, by its flag. @param {number} flag */
function coordinateBytes(flag) {
  if (flag < 84) return 1;
  if (flag < 120) return 2;
  return flag < 124 ? 3 : 4;
}

/** @param {Reader} composites */
function partsOf(composites) {
  const parts = [];
  let isInstructed = false;
  for (;;) {
    const flags = composites.word();
    parts.push(composites.word());
    const scale = (flags & 8 && 2) || (flags & 0x40 && 4) || (flags & 0x80 && 8) || 0;
    composites.take((flags & 1 ? 4 : 2) + scale);
    isInstructed ||= (flags & 0x100) !== 0;
    if ((flags & 0x20) === 0) return { parts, isInstructed };
  }
}

/** The place of each glyph's data. @param {Buffer} gvar */
export function variationsOf(gvar) {
  const isLong = (gvar.readUInt16BE(14) & 1) === 1;
  const count = gvar.readUInt16BE(12);
  const offset = (/** @type {number} */ k) =>
    gvar.readUInt32BE(16) + (isLong ? gvar.readUInt32BE(20 + 4 * k) : 2 * gvar.readUInt16BE(20 + 2 * k));
  return Array.from({ length: count }, (_, k) => gvar.subarray(offset(k), offset(k + 1)));
}

/** @param {Buffer} gvar @param {Buffer[]} variations @param {ReadonlySet<number>} kept */
export function withVariations(gvar, variations, kept) {
  const isLong = (gvar.readUInt16BE(14) & 1) === 1;
  const first = gvar.readUInt32BE(16);
  if (gvar.readUInt32BE(8) > first) throw new Error('shared tuples behind the data are not expected');
  const head = Buffer.from(gvar.subarray(0, first));
  const left = variations.map((each, k) => (kept.has(k) ? each : none));
  let end = 0;
  for (const [k, each] of [...left, none].entries()) {
    if (isLong) head.writeUInt32BE(end, 20 + 4 * k);
    else head.writeUInt16BE(end / 2, 20 + 2 * k);
    end += each.length;
  }
  return Buffer.concat([head, ...left]);
}
