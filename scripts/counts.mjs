// What a test runner's report says, as three numbers, and what failed.
import { readFileSync } from 'node:fs';

/** `said` is what a step said that others ran beside.
 * @typedef {{ passed: number, failed: number, skipped: number, failures?: string[], said?: string }} Counts */

/**
 * Of a run that scripts/progress.mjs reported.
 * @param {import('./progress.mjs').FileReport[]} reports
 * @param {number} exitCode
 * @returns {Counts}
 */
export function reportedCounts(reports, exitCode) {
  const total = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
    reports.reduce((all, each) => all + each[key], 0);
  const [passed, failed, skipped] = [total('passed'), total('failed'), total('skipped')];
  const failures = reports.flatMap((each) => each.failures);
  return atLeastOneFailure(exitCode, { passed, failed, skipped, failures });
}

/** Of a failure's message, what is shown again at the close of a run. */
const LINES_OF_A_FAILURE = 20;

/**
 * @param {string} title
 * @param {string} [message]
 */
export function failure(title, message = '') {
  return [title, ...message.split('\n').slice(0, LINES_OF_A_FAILURE)].join('\n    ');
}

/**
 * @param {string} file
 * @param {number} exitCode
 * @returns {Counts}
 */
export function playwrightCounts(file, exitCode) {
  const report = readReport(file);
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failures = report.suites.flatMap(playwrightFailures);
  return atLeastOneFailure(exitCode, { passed: expected + flaky, failed: unexpected, skipped, failures });
}

/** @typedef {{ title: string, ok: boolean, tests: { status: string, results: { error?: { message?: string } }[] }[] }} PlaywrightSpec */
/** @typedef {{ title: string, suites?: PlaywrightSuite[], specs: PlaywrightSpec[] }} PlaywrightSuite */

/**
 * @param {PlaywrightSuite} suite
 * @returns {string[]}
 */
function playwrightFailures({ title, suites = [], specs }) {
  const failed = specs.filter((spec) => !spec.ok);
  return [
    ...failed.map((spec) =>
      failure(
        `${title}: ${spec.title}`,
        spec.tests.flatMap((t) => t.results.at(-1)?.error?.message ?? [])[0],
      ),
    ),
    ...suites.flatMap(playwrightFailures),
  ];
}

/**
 * The tests that passed at a second try only.
 * @param {string} file
 * @returns {string[]}
 */
export function secondTries(file) {
  return readReport(file)?.suites.flatMap(triedTwice) ?? [];
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {string[]}
 */
function triedTwice({ title, suites = [], specs }) {
  const flaky = specs.filter((spec) => spec.tests.some(({ status }) => status === 'flaky'));
  return [...flaky.map((spec) => `${title}: ${spec.title}`), ...suites.flatMap(triedTwice)];
}

/**
 * A run can fail without a failing test: an error outside of any test, a server that did not come up.
 * @param {number} exitCode
 * @param {Counts} counts
 */
function atLeastOneFailure(exitCode, counts) {
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
