// How large the built site is, compressed as a static host sends it: what the first paint needs, and all that the page can load.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { tell } from './figures.mjs';
import { root } from './processes.mjs';

const dist = join(root, 'dist');

/** Bytes on the wire; fonts in woff2 are compressed already. @param {string} file */
function packed(file) {
  const bytes = readFileSync(file);
  return file.endsWith('.woff2') ? bytes.length : gzipSync(bytes, { level: 9 }).length;
}

/** @param {string} folder @returns {string[]} */
function filesIn(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });
}

/** What index.html asks for by itself, with everything that its modules import at once. */
function shell() {
  const index = join(dist, 'index.html');
  const found = new Set([index]);
  const asked = [...readFileSync(index, 'utf8').matchAll(/(?:src|href)="(\.\/[^"]+)"/g)];
  const work = asked.map(([, path]) => join(dist, path ?? ''));
  for (let file = work.pop(); file; file = work.pop()) {
    // Loaded once the page is painted.
    if (found.has(file) || /registerSW|webmanifest/.test(file)) continue;
    found.add(file);
    if (!file.endsWith('.js')) continue;
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*"(\.{1,2}\/[^"]+)"/g))
      work.push(join(dirname(file), path ?? ''));
  }
  return [...found];
}

/** @param {string[]} files */
const kilobytes = (files) => files.reduce((sum, file) => sum + packed(file), 0) / 1000;

const all = filesIn(dist);
const largest = all.map((file) => ({ file, kB: packed(file) / 1000 })).sort((a, b) => b.kB - a.kB);
for (const { file, kB } of largest.slice(0, 10)) console.log(kB.toFixed(0).padStart(5), relative(dist, file));
tell({ what: 'painted shell, compressed', unit: 'kB', promised: 250, found: kilobytes(shell()) });
tell({ what: 'whole site, compressed', unit: 'kB', promised: 1800, found: kilobytes(all) });
