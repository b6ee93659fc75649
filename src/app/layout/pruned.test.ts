import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { instance } from '@viz-js/viz';
import { expect, test } from 'vitest';
import { pruned, taken } from '../../../scripts/build/graphviz.mjs';
import { differentiate } from '../../engine';
import { some } from '../../engine/testing/draws';
import { EXAMPLES } from '../../examples';
import { FOLDED } from './measure';
import { place } from './place';

test('Graphviz without what we never ask for draws the same', async () => {
  const path = createRequire(import.meta.url)
    .resolve('@viz-js/viz')
    .replace(/[^/\\]*$/, 'viz.js');
  const { wasm, around } = taken(readFileSync(path, 'utf8'));
  const less = pruned(wasm);
  expect(WebAssembly.validate(less)).toBe(true);
  const folder = mkdtempSync(join(import.meta.dirname, '../../../node_modules/.pruned-'));
  const file = join(folder, 'viz.mjs');
  writeFileSync(join(folder, 'less.wasm'), less);
  writeFileSync(
    file,
    `import { readFileSync } from 'node:fs';\n${around("readFileSync(new URL('less.wasm', import.meta.url))")}`,
  );
  const lean: Awaited<ReturnType<typeof instance>> = await (
    await import(/* @vite-ignore */ pathToFileURL(file).href)
  ).instance();
  rmSync(folder, { recursive: true });
  const whole = await instance();
  for (const { source, language } of some(EXAMPLES, 3)) {
    const { graphs } = differentiate({ source, language });
    place(
      graphs,
      (dot) => {
        const drawn = whole.renderString(dot, { format: 'json0' });
        expect(lean.renderString(dot, { format: 'json0' })).toBe(drawn);
        return JSON.parse(drawn);
      },
      FOLDED,
    );
  }
});
