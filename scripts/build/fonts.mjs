// Of each face the page shows the characters that are typed, and the alternates that its styles choose. The outlines of all other
// glyphs, ligatures above all, are left out of the fonts that we build, with the features that would lead to them.
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { glyphsOf, reader, variationsOf, withOutlines, withVariations } from './glyphs.mjs';

/** By the beginnings of their files: the features that the styles ask for, with `tabular-nums`. */
const FEATURES = { 'inter-': ['tnum'], 'jetbrains-mono-': [] };

/** Each by its index in the directory of a WOFF2 file; 63 stands for a name that is written out. */
const TAGS = [
  ...['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'name', 'OS/2', 'post', 'cvt ', 'fpgm', 'glyf', 'loca'],
  ...['prep', 'CFF ', 'VORG', 'EBDT', 'EBLC', 'gasp', 'hdmx', 'kern', 'LTSH', 'PCLT', 'VDMX', 'vhea'],
  ...['vmtx', 'BASE', 'GDEF', 'GPOS', 'GSUB', 'EBSC', 'JSTF', 'MATH', 'CBDT', 'CBLC', 'COLR', 'CPAL'],
  ...['SVG ', 'sbix', 'acnt', 'avar', 'bdat', 'bloc', 'bsln', 'cvar', 'fdsc', 'feat', 'fmtx', 'fvar'],
  ...['gvar', 'hsty', 'just', 'lcar', 'mort', 'morx', 'opbd', 'prop', 'trak', 'Zapf', 'Silf', 'Glat'],
  ...['Gloc', 'Feat', 'Sill'],
];
const HEADER = 48;

/** @returns {import('vite').Plugin} */
export function fontsAsShown() {
  return {
    name: 'fonts-as-shown',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.woff2')) continue;
        const name = file.fileName.replace(/^.*\//, '');
        const features = Object.entries(FEATURES).find(([start]) => name.startsWith(start))?.[1];
        if (features === undefined)
          throw new Error(`which features of ${name} are used? See scripts/build/fonts.mjs`);
        file.source = fontWith(Buffer.from(file.source), features);
      }
    },
  };
}

/**
 * The font with the glyphs of its characters, and with those that stand for them under the features.
 * @param {Buffer} font @param {string[]} features
 */
function fontWith(font, features) {
  const tables = tablesOf(font);
  const of = (/** @type {string} */ tag) => {
    const table = tables.find((each) => each.tag === tag);
    if (table === undefined) throw new Error(`the font has no table ${tag}`);
    return table;
  };
  const alternates = features.map((feature) => ({ feature, pairs: substitutes(of('GSUB').data, feature) }));
  const shown = new Set([0, ...glyphsOf(of('cmap').data)]);
  for (const { pairs } of alternates) for (const [, to] of pairs) shown.add(to);
  const [glyf, gvar] = [of('glyf'), of('gvar')];
  const { data, kept } = withOutlines(glyf.data, shown);
  glyf.data = data;
  gvar.data = withVariations(gvar.data, variationsOf(gvar.data), kept);
  of('GSUB').data = alternates.length > 0 ? singles(alternates) : Buffer.alloc(0);
  // Version 3: glyphs have no names.
  of('post').data = Buffer.from(of('post').data.subarray(0, 32));
  of('post').data.writeUInt32BE(0x00030000, 0);
  return fontOf(
    font,
    tables.filter(({ tag, data: left }) => tag === 'loca' || (left.length > 0 && tag !== 'STAT')),
  );
}

/** @typedef {{ tag: string, transform: number, original: number, data: Buffer }} Table */

/** @param {Buffer} font @returns {Table[]} */
function tablesOf(font) {
  const read = reader(font, HEADER);
  const entries = Array.from({ length: font.readUInt16BE(12) }, () => {
    const flags = read.byte();
    const tag = (flags & 63) === 63 ? read.take(4).toString('latin1') : TAGS[flags & 63];
    const original = read.base128();
    const transform = flags >> 6;
    const isPlain = tag === 'glyf' || tag === 'loca' ? transform === 3 : transform === 0;
    return { tag: tag ?? '', transform, original, length: isPlain ? original : read.base128() };
  });
  const all = reader(brotliDecompressSync(read.take(font.readUInt32BE(20))), 0);
  return entries.map(({ length, ...rest }) => ({ ...rest, data: all.take(length) }));
}

/** @param {Buffer} font @param {Table[]} tables */
function fontOf(font, tables) {
  const directory = tables.flatMap(({ tag, transform, original, data }) => {
    const transformed = (tag === 'glyf' || tag === 'loca') && transform === 0;
    const index = TAGS.indexOf(tag);
    return [
      Buffer.from([(transform << 6) | (index < 0 ? 63 : index)]),
      index < 0 ? Buffer.from(tag, 'latin1') : Buffer.alloc(0),
      base128(transformed ? original : data.length),
      transformed ? base128(data.length) : Buffer.alloc(0),
    ];
  });
  const packed = brotliCompressSync(Buffer.concat(tables.map(({ data }) => data)), {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT,
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 22,
    },
  });
  const head = Buffer.from(font.subarray(0, HEADER));
  const length = HEADER + Buffer.concat(directory).length + packed.length;
  const padded = length + (-length & 3);
  head.writeUInt32BE(padded, 8);
  head.writeUInt16BE(tables.length, 12);
  const sizes = tables.map(({ original, data, tag }) =>
    tag === 'glyf' || tag === 'loca' ? original : data.length,
  );
  head.writeUInt32BE(
    sizes.reduce((sum, size) => sum + size + (-size & 3), 12 + 16 * tables.length),
    16,
  );
  head.writeUInt32BE(packed.length, 20);
  // No metadata, no private data.
  head.fill(0, 28, HEADER);
  return Buffer.concat([head, ...directory, packed, Buffer.alloc(padded - length)]);
}

/** @param {number} value */
function base128(value) {
  const bytes = [value & 127];
  for (let left = value >> 7; left > 0; left >>= 7) bytes.unshift((left & 127) | 128);
  return Buffer.from(bytes);
}

/**
 * Which glyph stands for which under a feature that replaces single glyphs.
 * @param {Buffer} gsub @param {string} feature @returns {[number, number][]}
 */
function substitutes(gsub, feature) {
  const features = gsub.readUInt16BE(6);
  const lookups = gsub.readUInt16BE(8);
  const at = Array.from({ length: gsub.readUInt16BE(features) }, (_, k) => features + 2 + 6 * k).find(
    (record) => gsub.toString('latin1', record, record + 4) === feature,
  );
  if (at === undefined) throw new Error(`the font has no feature ${feature}`);
  const table = features + gsub.readUInt16BE(at + 4);
  return words(gsub, table + 4, gsub.readUInt16BE(table + 2)).flatMap((index) => {
    const lookup = lookups + gsub.readUInt16BE(lookups + 2 + 2 * index);
    return words(gsub, lookup + 6, gsub.readUInt16BE(lookup + 4)).flatMap((offset) => {
      const [type, start] = [gsub.readUInt16BE(lookup), lookup + offset];
      const isFar = type === 7;
      if ((isFar ? gsub.readUInt16BE(start + 2) : type) !== 1)
        throw new Error(`the feature ${feature} replaces more than single glyphs`);
      return pairsOf(gsub, isFar ? start + gsub.readUInt32BE(start + 4) : start);
    });
  });
}

/** @param {Buffer} gsub @param {number} at @returns {[number, number][]} */
function pairsOf(gsub, at) {
  const covered = coverage(gsub, at + gsub.readUInt16BE(at + 2));
  const isShift = gsub.readUInt16BE(at) === 1;
  return covered.map((glyph, k) => [
    glyph,
    isShift ? (glyph + gsub.readInt16BE(at + 4)) & 0xffff : gsub.readUInt16BE(at + 6 + 2 * k),
  ]);
}

/** @param {Buffer} gsub @param {number} at */
function coverage(gsub, at) {
  const count = gsub.readUInt16BE(at + 2);
  if (gsub.readUInt16BE(at) === 1) return words(gsub, at + 4, count);
  return Array.from({ length: count }, (_, k) => words(gsub, at + 4 + 6 * k, 2)).flatMap(
    ([first = 0, last = 0]) => Array.from({ length: last - first + 1 }, (_, k) => first + k),
  );
}

/** @param {Buffer} from @param {number} at @param {number} count */
const words = (from, at, count) => Array.from({ length: count }, (_, k) => from.readUInt16BE(at + 2 * k));

/**
 * A table of these features alone, for every script: each has one lookup.
 * @param {{ feature: string, pairs: [number, number][] }[]} alternates
 */
function singles(alternates) {
  const list = (/** @type {number[]} */ ...values) => {
    const bytes = Buffer.alloc(2 * values.length);
    for (const [k, value] of values.entries()) bytes.writeUInt16BE(value, 2 * k);
    return bytes;
  };
  const name = (/** @type {string} */ tag) => Buffer.from(tag, 'latin1');
  const n = alternates.length;
  const indices = alternates.map((_, k) => k);
  const scripts = Buffer.concat([list(1), name('DFLT'), list(8, 4, 0, 0, 0xffff, n, ...indices)]);
  const features = Buffer.concat([
    list(n),
    ...alternates.flatMap(({ feature }, k) => [name(feature), list(2 + 6 * n + 6 * k)]),
    ...indices.map((k) => list(0, 1, k)),
  ]);
  const lookups = alternates.map(({ pairs }) => {
    const sorted = [...new Map(pairs)].sort(([a], [b]) => a - b);
    const [from, to] = [sorted.map(([glyph]) => glyph), sorted.map(([, glyph]) => glyph)];
    return list(1, 0, 1, 8, 2, 6 + 2 * to.length, to.length, ...to, 1, from.length, ...from);
  });
  const starts = lookups.map(
    (_, k) => 2 + 2 * n + lookups.slice(0, k).reduce((sum, each) => sum + each.length, 0),
  );
  const [first, second] = [10 + scripts.length, 10 + scripts.length + features.length];
  return Buffer.concat([list(1, 0, 10, first, second), scripts, features, list(n, ...starts), ...lookups]);
}
