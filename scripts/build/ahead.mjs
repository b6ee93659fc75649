// What the page asks when it opens for the first time is asked while it is built: see src/app/worker/ahead.ts.
import { deepStrictEqual } from 'node:assert';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { root } from '../processes.mjs';

const EMPTY = 'MADE: Ahead | null = null';

/** @returns {import('vite').Plugin} */
export function answersAhead() {
  return {
    name: 'answers-ahead',
    apply: 'build',
    enforce: 'pre',
    async transform(code, id) {
      if (!id.endsWith('src/app/worker/made.ts')) return null;
      if (!code.includes(EMPTY)) throw new Error('made.ts has no place for the answers');
      return { code: code.replace(EMPTY, () => `MADE: Ahead | null = ${JSON.stringify(made)}`), map: null };
    },
    async buildStart() {
      made ??= await answers();
    },
  };
}

/** @type {unknown} */
let made;

async function answers() {
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: { ssr: 'src/app/worker/ahead.server.ts', target: 'node20', write: false, minify: false },
  });
  const [chunk] = 'output' in built ? built.output : [];
  if (chunk?.type !== 'chunk') throw new Error('nothing was built that could be asked');
  const folder = mkdtempSync(join(root, 'node_modules', '.ahead-'));
  try {
    const file = join(folder, 'ahead.mjs');
    writeFileSync(file, chunk.code);
    /** @type {typeof import('../../src/app/worker/ahead.server')} */
    const { makeAhead } = await import(pathToFileURL(file).href);
    const found = structuredClone(await makeAhead());
    // Whoever reads them must get what a worker would have said: no number that JSON lacks.
    deepStrictEqual(JSON.parse(JSON.stringify(found)), found);
    return found;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
