// `npm test`: every check of the project, from a fresh clone on. It gets what it needs, runs every step even when an
// earlier one fails, and closes with one line: N passed, N failed.
//
//   npm test -- --only unit                        one step, or several: --only types,lint
//   npm test -- --only unit src/engine/adjoint     what follows goes to the test runner
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { browserAdvice, ensureBrowser } from './browser.mjs';
import { ensureCompilers } from './compilers.mjs';
import { playwrightCounts, vitestCounts } from './counts.mjs';
import { ensurePackages } from './packages.mjs';
import { root, run, runPackage } from './processes.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */

const reports = mkdtempSync(join(tmpdir(), 'backsweep-test-'));
/** @type {string[]} */
const notes = [];
/** @type {Set<string>} */
const failedSteps = new Set();
/** @type {string[]} */
let rest = [];

const steps = {
  types: { title: 'type check', run: () => npmScript('typecheck') },
  lint: { title: 'lint', run: () => npmScript('lint') },
  deadcode: { title: 'dead code', run: () => npmScript('deadcode') },
  unit: { title: 'unit tests', run: unitTests },
  build: { title: 'build', run: () => npmScript('build') },
  browser: { title: 'browser tests', run: browserTests },
};

process.exitCode = await main();

async function main() {
  const { values, positionals } = parseArgs({
    options: { only: { type: 'string' } },
    allowPositionals: true,
  });
  rest = positionals;
  const chosen = values.only?.split(',') ?? Object.keys(steps);
  const unknown = chosen.filter((name) => !(name in steps));
  if (unknown.length > 0) {
    console.error(`No step is called ${unknown.join(', ')}; there are ${Object.keys(steps).join(', ')}.`);
    return 1;
  }
  if (!(await ensurePackages())) {
    console.error('The packages could not be installed. Is the npm registry within reach?');
    return close([{ title: 'packages', counts: outcome(false), seconds: 0 }]);
  }

  const results = [];
  for (const [name, step] of Object.entries(steps)) {
    if (!chosen.includes(name)) continue;
    console.log(`\n── ${step.title} ${'─'.repeat(60 - step.title.length)}`);
    const start = Date.now();
    const counts = await step.run();
    if (counts.failed > 0) failedSteps.add(name);
    results.push({ title: step.title, counts, seconds: Math.round((Date.now() - start) / 1000) });
  }
  return close(results);
}

/** @param {{ title: string, counts: Counts, seconds: number }[]} results */
function close(results) {
  rmSync(reports, { recursive: true, force: true });
  console.log('');
  for (const { counts } of results)
    for (const failure of counts.failures ?? []) console.log(`✗ ${failure}\n`);
  for (const note of notes) console.log(note);
  for (const { title, counts, seconds } of results) {
    const verdict = counts.failed > 0 ? 'FAILED' : 'ok';
    console.log(
      `${title.padEnd(14)} ${verdict.padEnd(7)} ${String(seconds).padStart(4)} s   ${sentence(counts)}`,
    );
  }
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { counts } of results) {
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
  }
  console.log(`\n${sentence(total)}`);
  return total.failed > 0 ? 1 : 0;
}

/** @param {Counts} counts */
function sentence({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * A step that counts as one.
 * @param {boolean} passed
 * @returns {Counts}
 */
function outcome(passed) {
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
}

/** @param {string} name */
async function npmScript(name) {
  return outcome((await run('npm', ['run', '--silent', name])) === 0);
}

async function unitTests() {
  const missing = await ensureCompilers();
  if (missing.length > 0) {
    notes.push(
      `Not installed: ${missing.join(', ')}. The tests that compile what the engine emits are skipped.`,
    );
  }
  const report = join(reports, 'unit.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...rest];
  // Figures that a test measures, a line each, for the close of the run.
  const figures = join(reports, 'figures.txt');
  const counts = vitestCounts(
    report,
    await runPackage('vitest/vitest.mjs', args, { env: { BACKSWEEP_FIGURES: figures } }),
  );
  if (existsSync(figures)) notes.push(...readFileSync(figures, 'utf8').trim().split('\n'));
  return counts;
}

function thereAreBrowserTests() {
  const folder = join(root, 'e2e');
  if (!existsSync(folder)) return false;
  return readdirSync(folder, { recursive: true }).some((file) => String(file).endsWith('.spec.ts'));
}

async function browserTests() {
  if (!thereAreBrowserTests()) {
    notes.push('There are no browser tests yet.');
    return { passed: 0, failed: 0, skipped: 0 };
  }
  if (failedSteps.has('build')) {
    notes.push('The browser tests did not run, since there is no built page to run them on.');
    return outcome(false);
  }
  const browser = await ensureBrowser();
  if (!browser) {
    notes.push(browserAdvice);
    return outcome(false);
  }
  const report = join(reports, 'browser.json');
  const env = { BACKSWEEP_BROWSER: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  return playwrightCounts(report, await runPackage('@playwright/test/cli.js', ['test', ...rest], { env }));
}
