// Graphviz comes as a script that holds its WebAssembly as text. Served as a file of its own it is an eighth smaller when
// compressed, and browsers keep it apart from our code.
import { runInNewContext } from 'node:vm';

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
      const start = code.indexOf(START);
      const end = code.indexOf(END, start);
      if (start < 0 || end < 0 || !code.includes(GET))
        throw new Error('@viz-js/viz holds its WebAssembly differently now: see scripts/build/graphviz.mjs');
      const source = decoded(String(runInNewContext(code.slice(start + START.length, end))));
      const file = this.emitFile({ type: 'asset', name: 'graphviz.wasm', source });
      const found = `function findWasmBinary(){return import.meta.ROLLUP_FILE_URL_${file}}`;
      const read = 'async function getWasmBinary(url){return (await fetch(url)).arrayBuffer()}';
      return { code: code.slice(0, start) + found + code.slice(end + 2).replace(GET, read), map: null };
    },
  };
}

/** One byte a character; a zero stands as the character 256. @param {string} text */
function decoded(text) {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  if (!WebAssembly.validate(bytes)) throw new Error('what @viz-js/viz holds is no WebAssembly');
  return bytes;
}
