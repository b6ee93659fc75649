// `npm test`: every check of the project, from a fresh clone on. It gets what it needs, runs every step even when an
// earlier one fails, and closes with one line: N passed, N failed.
//
//   npm test -- --only unit                        one step, or several: --only types,lint
//   npm test -- --only unit src/engine/adjoint     what follows goes to the test runner
//   npm test -- --deep                             the deep tier too: many random programs, on fresh seeds, and the mutants
//   npm test -- --deep --minutes 10 --total 17     as much of it as fits into 10 minutes, and into 17 with all that goes before
//   npm test -- --deep --minutes 10 --tell         what it finds is told, and is no failure
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserAdvice, ensureBrowser } from './browser.mjs';
import { ensureCompilers } from './compilers.mjs';
import { playwrightCounts, reportedCounts, secondTries } from './counts.mjs';
import { deepTier } from './deep.mjs';
import { flagsOf } from './flags.mjs';
import { ensurePackages } from './packages.mjs';
import { PROGRESS, readLines, root, run, runPackage } from './processes.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */

const reports = mkdtempSync(join(tmpdir(), 'backsweep-test-'));
/** @type {string[]} */
const notes = [];
/** @type {Set<string>} */
const failedSteps = new Set();
/** @type {string[]} */
let rest = [];
/** In minutes: of the deep tier, and of the whole run. */
const limits = { minutes: Number.POSITIVE_INFINITY, total: Number.POSITIVE_INFINITY };
const begin = Date.now();
/** Minutes: with less than that, the deep tier does not begin. */
const LEAST = 1;

const steps = {
  types: { title: 'type check', run: () => held('typecheck') },
  lint: { title: 'lint', run: () => held('lint') },
  deadcode: { title: 'dead code', run: () => held('deadcode') },
  build: { title: 'build', run: () => held('build') },
  unit: { title: 'unit tests', run: unitTests },
  browser: { title: 'browser tests', run: browserTests },
  recipes: { title: 'recipes', run: recipeTests },
  deep: { title: 'deep tier', run: deepTests },
};

const ONLY_DEEP = new Set(['deadcode', 'recipes', 'deep']);

/** Steps that run side by side, as each waits or leaves a core idle for a part of its time. */
const SIDE_BY_SIDE = [['types', 'lint', 'deadcode', 'build', 'unit', 'browser']];
/** What a step of those needs of another one beside it. @type {Record<string, string>} */
const NEEDS = { browser: 'build' };

/** With the deep tier, the browser tests draw all that they can, too. */
let isDeep = false;

/** What the deep tier finds is told, and is no failure: it was there before the change at hand. */
let tellsOnly = false;

process.exitCode = await main();

async function main() {
  const { values, positionals } = flagsOf({
    options: {
      only: { type: 'string' },
      deep: { type: 'boolean', default: false },
      minutes: { type: 'string' },
      total: { type: 'string' },
      tell: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  rest = positionals;
  if (values.minutes) limits.minutes = Number(values.minutes);
  if (values.total) limits.total = Number(values.total);
  tellsOnly = values.tell;
  isDeep = values.deep;
  const all = Object.keys(steps).filter((name) => !ONLY_DEEP.has(name) || values.deep);
  const chosen = values.only?.split(',') ?? all;
  const unknown = chosen.filter((name) => !(name in steps));
  if (unknown.length > 0) {
    console.error(`No step is called ${unknown.join(', ')}; there are ${Object.keys(steps).join(', ')}.`);
    return 1;
  }
  // Both mostly wait for what they fetch.
  if (chosen.includes('unit')) void ensureCompilers();
  if (!(await ensurePackages())) {
    console.error('The packages could not be installed. Is the npm registry within reach?');
    return close([{ title: 'packages', counts: outcome(false), seconds: 0 }]);
  }

  const inOrder = Object.keys(steps).filter((name) => chosen.includes(name));
  /** By its name, a step that runs or has run. @type {Map<string, Promise<{ title: string, counts: Counts, seconds: number }>>} */
  const begun = new Map();
  /** @param {string} name */
  const take = async (name) => {
    await begun.get(NEEDS[name] ?? '');
    const start = Date.now();
    const { said, ...counts } = await steps[/** @type {keyof typeof steps} */ (name)].run();
    if (said !== undefined) console.log(`${headingOf([name], inOrder)}\n${said}`);
    if (counts.failed > 0) failedSteps.add(name);
    return { title: titleOf(name), counts, seconds: Math.round((Date.now() - start) / 1000) };
  };
  const results = [];
  for (const group of groupsOf(inOrder)) {
    console.log(headingOf(group, inOrder));
    for (const name of group) begun.set(name, take(name));
    results.push(...(await Promise.all(group.flatMap((name) => begun.get(name) ?? []))));
  }
  return close(results);
}

/** The steps asked for, each with those that run beside it. @param {readonly string[]} names */
function groupsOf(names) {
  const groups = names.map((name) => {
    const group = SIDE_BY_SIDE.find((each) => each.includes(name)) ?? [name];
    return names.filter((other) => group.includes(other));
  });
  return groups.filter(([first], k) => first === names[k]);
}

/** `── 5, 6 of 6: unit tests, browser tests ──` @param {readonly string[]} group @param {readonly string[]} all */
function headingOf(group, all) {
  const places = group.map((name) => all.indexOf(name) + 1).join(', ');
  const heading = `${places} of ${all.length}: ${group.map(titleOf).join(', ')}`;
  return `\n── ${heading} ${'─'.repeat(Math.max(2, 60 - heading.length))}`;
}

/** @param {string} name */
function titleOf(name) {
  return steps[/** @type {keyof typeof steps} */ (name)].title;
}

/** @param {{ title: string, counts: Counts, seconds: number }[]} results */
function close(results) {
  // What was stopped may still write there for a moment.
  rmSync(reports, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  console.log('');
  for (const note of notes) console.log(note);
  for (const { title, counts, seconds } of results) {
    const verdict = counts.failed > 0 ? 'FAILED' : 'ok';
    const { passed, failed, skipped } = counts;
    const tests = `${passed + failed} run${failed > 0 ? `, ${failed} of them failed` : ''}${skipped > 0 ? `, ${skipped} skipped` : ''}`;
    console.log(`${title.padEnd(14)} ${verdict.padEnd(7)} ${String(seconds).padStart(4)} s   ${tests}`);
  }
  // What failed stands last: of a long log, often only the end is kept.
  for (const { title, counts } of results)
    for (const failure of counts.failures ?? []) console.log(`\n✗ ${title}: ${failure}`);
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { counts } of results) {
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
  }
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
  return total.failed > 0 ? 1 : 0;
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

/** The same, with what it said. @param {string} name */
async function held(name) {
  let said = '';
  const output = (/** @type {string} */ text) => {
    said += text;
  };
  const exitCode = await run('npm', ['run', '--silent', name], { output });
  return { ...outcome(exitCode === 0), said };
}

async function unitTests() {
  const missing = await ensureCompilers();
  if (missing.length > 0) {
    notes.push(
      `Not installed: ${missing.join(', ')}. The tests that compile what the engine emits are skipped.`,
    );
  }
  // Figures that a test measures, a line each, for the close of the run.
  const figures = join(reports, 'figures.txt');
  const env = { BACKSWEEP_FIGURES: figures, BACKSWEEP_REPORT: join(reports, 'unit.jsonl') };
  const exitCode = await runPackage('vitest/vitest.mjs', ['run', PROGRESS, ...rest], { env });
  if (existsSync(figures)) notes.push(...readFileSync(figures, 'utf8').trim().split('\n'));
  return reportedCounts(readLines(env.BACKSWEEP_REPORT), exitCode);
}

/** The recipes of src/ARCHITECTURE.md, followed in a copy and looked at in the browser. */
async function recipeTests() {
  const browser = await ensureBrowser();
  if (!browser) return { passed: 0, failed: 0, skipped: 1 };
  return npmScript('trial');
}

async function deepTests() {
  if (failedSteps.has('unit')) {
    notes.push('The deep tier did not run, since unit tests failed.');
    return { passed: 0, failed: 0, skipped: 0 };
  }
  const budget = Math.min(limits.minutes, limits.total - (Date.now() - begin) / 60_000);
  if (budget < LEAST) {
    notes.push('The deep tier did not run: no time was left for it.');
    return { passed: 0, failed: 0, skipped: 0 };
  }
  const { counts, notes: told } = await deepTier(rest, reports, budget);
  notes.push(...told);
  if (!tellsOnly || counts.failed === 0) return counts;
  const found = (counts.failures ?? []).map((failure) => `✗ ${failure}`).join('\n\n');
  notes.push(
    `Found on fresh seeds, in ${counts.failed} tests; not counted against the change at hand:\n${found}`,
  );
  return { passed: counts.passed, failed: 0, skipped: counts.skipped };
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
    notes.push(`${browserAdvice} They are skipped.`);
    return { passed: 0, failed: 0, skipped: 1 };
  }
  const report = join(reports, 'browser.json');
  const env = {
    BACKSWEEP_BROWSER: browser,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    ...(isDeep ? { BACKSWEEP_DEEP: 'all' } : {}),
  };
  const exitCode = await runPackage('@playwright/test/cli.js', ['test', ...rest], { env });
  for (const title of secondTries(report)) notes.push(`Passed at the second try only: ${title}`);
  return playwrightCounts(report, exitCode);
}
