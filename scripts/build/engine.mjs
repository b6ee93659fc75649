// The engine is built once, as dist/engine.js: Node and other pages import it, and so do our own workers.
import { createHash } from 'node:crypto';
import { build } from 'vite';
import { root } from '../processes.mjs';

/** @type {Promise<string> | undefined} */
let text;

/** The engine alone as one ES module. */
export function engineText() {
  text ??= build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      target: 'es2022',
      write: false,
      rolldownOptions: {
        input: 'src/engine/index.ts',
        preserveEntrySignatures: 'strict',
        output: { format: 'es', codeSplitting: false },
      },
    },
  }).then((built) => {
    const [chunk] = 'output' in built ? built.output : [];
    if (chunk?.type !== 'chunk') throw new Error('the engine was not built');
    return inAscii(chunk.code);
  });
  return text;
}

/**
 * Quotation marks and arrows stand in strings and patterns only, where an escape is the same. Engines hold a text without them
 * in half the memory, and read it more quickly.
 * @param {string} code
 */
function inAscii(code) {
  return code.replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Lays the engine beside the page. @returns {import('vite').Plugin} */
export function engineFile() {
  return {
    name: 'engine-file',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'engine.js', source: await engineText() });
    },
  };
}

/**
 * In workers, which stand in dist/assets: takes the engine from that file. Its hash stands behind the name, so that a
 * browser which kept an older one asks again.
 * @returns {import('vite').Plugin}
 */
export function engineFromFile() {
  return {
    name: 'engine-from-file',
    apply: 'build',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (!/(^|\/)engine(\/index)?$/.test(id) || !importer?.endsWith('src/app/worker/server.ts')) return null;
      const hash = createHash('sha256')
        .update(await engineText())
        .digest('hex')
        .slice(0, 8);
      return { id: `../engine.js?v=${hash}`, external: 'absolute' };
    },
  };
}
