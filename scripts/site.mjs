// How large the built site is as static hosts send it: what the first paint needs, and all that the page can load. Hosts
// compress with brotli, and with gzip for those who know no better; the promise is held with gzip for the shell, which is
// waited for, and with brotli for the whole.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { tell } from './figures.mjs';
import { packed } from './packed.mjs';
import { root } from './processes.mjs';

const dist = join(root, 'dist');

/** Kilobytes on the wire. @param {string} file @param {'gzip' | 'brotli'} by */
const kilobytesOf = (file, by) => packed(file, by).length / 1000;

/** @param {string} folder @returns {string[]} */
function filesIn(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });
}

/** What a page asks for by itself, with everything that its modules import at once. @param {string} page */
function shell(page) {
  const index = join(dist, page);
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

/** @param {string[]} files @param {'gzip' | 'brotli'} by */
const kilobytes = (files, by) => files.reduce((sum, file) => sum + kilobytesOf(file, by), 0);

const all = filesIn(dist);
const largest = all
  .map((file) => ({ file, gzip: kilobytesOf(file, 'gzip'), brotli: kilobytesOf(file, 'brotli') }))
  .sort((a, b) => b.gzip - a.gzip);
console.log(' gzip  brotli');
for (const { file, gzip, brotli } of largest.slice(0, 10))
  console.log(gzip.toFixed(0).padStart(5), brotli.toFixed(0).padStart(7), relative(dist, file));
console.log(
  kilobytes(all, 'gzip').toFixed(0).padStart(5),
  kilobytes(all, 'brotli').toFixed(0).padStart(7),
  'all',
);
tell({
  what: 'painted shell, gzip',
  unit: 'kB',
  promised: 250,
  found: kilobytes(shell('index.html'), 'gzip'),
});
tell({ what: 'drawn embed, gzip', unit: 'kB', promised: 150, found: kilobytes(shell('embed.html'), 'gzip') });
const whole = { what: 'whole site, brotli', unit: /** @type {const} */ ('kB'), promised: 1500 };
tell({ ...whole, found: kilobytes(all, 'brotli') });
if (kilobytes(all, 'brotli') > whole.promised) process.exitCode = 1;
