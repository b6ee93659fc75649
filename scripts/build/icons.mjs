// Monaco's font has every icon of its family. Of these the editor that we build shows those of its find box.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../processes.mjs';

const LIBRARY = 'node_modules/monaco-editor/esm/vs/base/common/codiconsLibrary.js';
const SHOWN = [
  ...[
    'arrow-up',
    'arrow-down',
    'chevron-right',
    'chevron-down',
    'chevron-up',
    'close',
    'selection',
    'filter',
  ],
  ...['case-sensitive', 'whole-word', 'regex', 'preserve-case', 'replace', 'replace-all'],
  ...['info', 'warning', 'error'],
];

/** @returns {import('vite').Plugin} */
export function iconsAsShown() {
  return {
    name: 'icons-as-shown',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && /codicon.*\.ttf$/.test(file.fileName))
          file.source = withGlyphs(Buffer.from(file.source), codePoints());
    },
  };
}

function codePoints() {
  const library = readFileSync(join(root, LIBRARY), 'utf8');
  return SHOWN.map((name) => {
    const code = library.match(new RegExp(`register\\('${name}', (0x[\\da-f]+)\\)`))?.[1];
    if (code === undefined)
      throw new Error(`Monaco has no icon ${name} any more: see scripts/build/icons.mjs`);
    return Number(code);
  });
}

/**
 * A TrueType font without the outlines of all other characters and without the names of its glyphs.
 * @param {Buffer} font @param {number[]} characters
 */
function withGlyphs(font, characters) {
  const tables = tablesOf(font);
  const [cmap, head, loca, glyf, post] = ['cmap', 'head', 'loca', 'glyf', 'post'].map((tag) => {
    const table = tables.get(tag);
    if (table === undefined) throw new Error(`the font has no table ${tag}`);
    return table;
  });
  if (!cmap || !head || !loca || !glyf || !post) return font;
  const long = head.readInt16BE(50) === 1;
  const at = (/** @type {number} */ k) => (long ? loca.readUInt32BE(4 * k) : 2 * loca.readUInt16BE(2 * k));
  const kept = new Set([0, ...characters.map((each) => glyphOf(cmap, each))]);
  const count = loca.length / (long ? 4 : 2) - 1;
  const places = Buffer.alloc(4 * (count + 1));
  /** @type {Buffer[]} */
  const outlines = [];
  let end = 0;
  for (let k = 0; k < count; k++) {
    const outline = glyf.subarray(at(k), kept.has(k) ? at(k + 1) : at(k));
    if (outline.length > 0 && outline.readInt16BE(0) < 0)
      throw new Error('glyphs made of glyphs are not expected');
    outlines.push(outline, Buffer.alloc(-outline.length & 3));
    end += outline.length + (-outline.length & 3);
    places.writeUInt32BE(end, 4 * (k + 1));
  }
  head.writeInt16BE(1, 50);
  // Version 3: no names follow.
  post.writeUInt32BE(0x00030000, 0);
  tables.set('post', post.subarray(0, 32)).set('loca', places).set('glyf', Buffer.concat(outlines));
  return fontOf(font.readUInt32BE(0), tables);
}

/** @param {Buffer} font */
function tablesOf(font) {
  /** @type {Map<string, Buffer>} */
  const tables = new Map();
  for (let k = 0, at = 12; k < font.readUInt16BE(4); k++, at += 16) {
    const [start, size] = [font.readUInt32BE(at + 8), font.readUInt32BE(at + 12)];
    tables.set(font.toString('latin1', at, at + 4), Buffer.from(font.subarray(start, start + size)));
  }
  // A signature would not hold any more; GSUB joins characters that are gone.
  for (const tag of ['DSIG', 'GSUB']) tables.delete(tag);
  return tables;
}

/** By a map of format 4: segments of characters, each with a shift or an array of glyphs. @param {Buffer} cmap @param {number} character */
function glyphOf(cmap, character) {
  for (let k = 0; k < cmap.readUInt16BE(2); k++) {
    const start = cmap.readUInt32BE(4 + 8 * k + 4);
    if (cmap.readUInt16BE(start) !== 4) continue;
    const segments = cmap.readUInt16BE(start + 6) / 2;
    const entry = (/** @type {number} */ column, /** @type {number} */ row) =>
      start + 14 + 2 * (column * segments + row) + (column > 0 ? 2 : 0);
    for (let row = 0; row < segments; row++) {
      const first = cmap.readUInt16BE(entry(1, row));
      if (character > cmap.readUInt16BE(entry(0, row)) || character < first) continue;
      const shift = cmap.readInt16BE(entry(2, row));
      const offset = cmap.readUInt16BE(entry(3, row));
      if (offset === 0) return (character + shift) & 0xffff;
      const glyph = cmap.readUInt16BE(entry(3, row) + offset + 2 * (character - first));
      return glyph === 0 ? 0 : (glyph + shift) & 0xffff;
    }
  }
  throw new Error(`the font has no character ${character.toString(16)}`);
}

/** @param {number} version @param {Map<string, Buffer>} tables */
function fontOf(version, tables) {
  const power = 2 ** Math.floor(Math.log2(tables.size));
  const head = Buffer.alloc(12 + 16 * tables.size);
  head.writeUInt32BE(version, 0);
  const searched = [tables.size, 16 * power, Math.log2(power), 16 * (tables.size - power)];
  for (const [k, value] of searched.entries()) head.writeUInt16BE(value, 4 + 2 * k);
  const parts = [head];
  let end = head.length;
  [...tables]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .forEach(([tag, table], k) => {
      const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)]);
      let sum = 0;
      for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
      head.write(tag, 12 + 16 * k, 'latin1');
      const entry = [sum, end, table.length];
      for (const [i, value] of entry.entries()) head.writeUInt32BE(value, 16 + 16 * k + 4 * i);
      parts.push(padded);
      end += padded.length;
    });
  return Buffer.concat(parts);
}
