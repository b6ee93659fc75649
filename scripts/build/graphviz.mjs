// Graphviz comes as a script that holds its WebAssembly as text. Served as a file of its own it is an eighth smaller when
// compressed, and browsers keep it apart from our code.
import { runInNewContext } from 'node:vm';
import { prune } from './prune.mjs';

const START = 'function findWasmBinary(){return binaryDecode(';
const END = ')}function getBinarySync(file){return file}';
const GET = 'async function getWasmBinary(binaryFile){return getBinarySync(binaryFile)}';

/** @returns {import('vite').Plugin} */
export function graphvizFile() {
  return {
    name: 'graphviz-file',
    apply: 'build',
    transform(code, id) {
      if (!/@viz-js[\\/]viz[\\/]dist[\\/]viz\.js/.test(id)) return null;
      const { wasm, around } = taken(code);
      const file = this.emitFile({ type: 'asset', name: 'graphviz.wasm', source: pruned(wasm) });
      const read = 'async function getWasmBinary(url){return (await fetch(url)).arrayBuffer()}';
      return { code: around(`import.meta.ROLLUP_FILE_URL_${file}`).replace(GET, read), map: null };
    },
  };
}

/** The WebAssembly in the script, and the script with an expression in its stead. @param {string} code */
export function taken(code) {
  const start = code.indexOf(START);
  const end = code.indexOf(END, start);
  if (start < 0 || end < 0 || !code.includes(GET))
    throw new Error('@viz-js/viz holds its WebAssembly differently now: see scripts/build/graphviz.mjs');
  return {
    wasm: decoded(String(runInNewContext(code.slice(start + START.length, end)))),
    /** @param {string} found */
    around: (found) =>
      `${code.slice(0, start)}function findWasmBinary(){return ${found}}${code.slice(end + 2)}`,
  };
}

/**
 * What we never ask for: layouts but `dot`, formats but JSON, edges that run along axes, colours, and the parser of XML for
 * labels in HTML. Each layout and format stands in a table: its name, how good it is, and where its functions are listed.
 * @param {Uint8Array<ArrayBuffer>} wasm
 */
export function pruned(wasm) {
  return prune(wasm, {
    pointers: functionsOfPlugins,
    unread: colours,
    isUnused: (texts) => {
      const has = (/** @type {RegExp} */ text) => texts.some((each) => text.test(each));
      // The last makes any label, and has the parser's beginning in it.
      return has(/^Orthogonal edges|^xmlparse\.c$/) && !has(/^Unsupported charset/);
    },
  });
}

const LAYOUTS = new Set([
  'neato',
  'fdp',
  'sfdp',
  'twopi',
  'circo',
  'patchwork',
  'osage',
  'nop',
  'nop1',
  'nop2',
]);
const FORMATS = new Set(['xdot', 'fig', 'map', 'ps', 'svg', 'svg_inline', 'tk', 'pic', 'pov']);

/** @param {import('./prune.mjs').Memory} memory */
function functionsOfPlugins(memory) {
  /** @type {Set<number>} */
  const words = new Set();
  const met = new Set();
  for (const { address, value } of memory.words()) {
    const name = memory.text(value);
    const count = LAYOUTS.has(name) ? 2 : FORMATS.has(name) ? 30 : 0;
    const [number, quality, list] = [-4, 4, 8].map((by) => memory.word(address + by) | 0);
    if (count === 0 || !list || !memory.holds(list) || (number ?? 99) > 20 || (quality ?? 99) > 10) continue;
    met.add(name);
    for (let at = list; at < list + 4 * count; at += 4) if (memory.word(at) !== 0) words.add(at);
  }
  if (met.size !== LAYOUTS.size + FORMATS.size)
    throw new Error('Graphviz lists its layouts differently now: see scripts/build/graphviz.mjs');
  return [...words];
}

/** The table of named colours, in order: three words each, the name first. @param {import('./prune.mjs').Memory} memory */
function colours(memory) {
  const isColour = (/** @type {number} */ at) => /^\/?[a-z\d]+(\/\d+)?$/.test(memory.text(memory.word(at)));
  const known = [...memory.words()].find(({ value }) => memory.text(value) === 'aliceblue')?.address;
  if (known === undefined)
    throw new Error('Graphviz knows no colours any more: see scripts/build/graphviz.mjs');
  let [start, end] = [known, known];
  while (isColour(start - 12)) start -= 12;
  while (isColour(end)) end += 12;
  return Array.from({ length: (end - start) / 4 }, (_, k) => start + 4 * k);
}

/** One byte a character; a zero stands as the character 256. @param {string} text */
function decoded(text) {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  if (!WebAssembly.validate(bytes)) throw new Error('what @viz-js/viz holds is no WebAssembly');
  return bytes;
}
