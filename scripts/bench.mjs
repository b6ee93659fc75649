// `npm run bench`: every figure that design 7 promises, measured, and a table of promises against figures at the end.
// Times mean something only while the machine has nothing else to do. `npm run bench -- transform` measures the built engine,
// `-- site` and `-- page` the built page; any other word runs the benchmarks with that in their path.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensurePackages } from './packages.mjs';
import { run, runPackage } from './processes.mjs';

/** @typedef {import('./figures.mjs').Figure & { fixed?: number }} Figure */

const wanted = process.argv.slice(2);
/** @param {string} part */
const isWanted = (part) => wanted.length === 0 || wanted.includes(part);
const ofThePage = ['site', 'page'];
const others = wanted.filter((part) => ![...ofThePage, 'transform'].includes(part));

const folder = mkdtempSync(join(tmpdir(), 'backsweep-bench-'));
const file = join(folder, 'figures.jsonl');
const env = { BACKSWEEP_FIGURES: file };
let failed = !(await ensurePackages());

if (!failed && (wanted.length === 0 || others.length > 0))
  failed = (await runPackage('vitest/vitest.mjs', ['bench', '--run', ...others], { env })) !== 0;
if (!failed && isWanted('transform'))
  failed = (await run(process.execPath, ['scripts/transform.mjs'], { env })) !== 0;
if (!failed && ofThePage.some(isWanted)) {
  failed = (await run('npm', ['run', '--silent', 'build'])) !== 0;
  if (!failed && isWanted('site'))
    failed = (await run(process.execPath, ['scripts/site.mjs'], { env })) !== 0;
  if (!failed && isWanted('page'))
    failed = (await run(process.execPath, ['scripts/page.mjs'], { env })) !== 0;
}
printTable(readFigures());
rmSync(folder, { recursive: true });
process.exitCode = failed ? 1 : 0;

/** @returns {Figure[]} */
function readFigures() {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}

/** @param {Figure[]} figures */
function printTable(figures) {
  const width = Math.max(...figures.map(({ what }) => what.length), 6);
  console.log(`\n${'figure'.padEnd(width)}  promised     found        fixed calculation`);
  for (const { what, unit, promised, found, fixed } of figures) {
    const amount = (/** @type {number} */ x) => `${Number(x.toPrecision(3))} ${unit}`;
    const verdict = found <= promised ? '' : '  over';
    const beside = fixed === undefined ? '' : `${fixed.toPrecision(3)} ms`;
    console.log(
      `${what.padEnd(width)}  ${amount(promised).padEnd(11)}  ${amount(found).padEnd(11)}  ${beside}${verdict}`,
    );
  }
}
