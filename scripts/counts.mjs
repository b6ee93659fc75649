// What a test runner's JSON report says, as three numbers.
import { readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * @param {string} file
 * @param {number} exitCode
 * @returns {Counts}
 */
export function vitestCounts(file, exitCode) {
  const report = readReport(file);
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  /** @type {{ status: string, assertionResults: unknown[] }[]} */
  const files = report.testResults;
  // A file that does not even load has no tests to fail.
  const broken = files.filter(
    (each) => each.status === 'failed' && each.assertionResults.length === 0,
  ).length;
  return atLeastOneFailure(exitCode, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken,
    skipped: report.numPendingTests + report.numTodoTests,
  });
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
  return atLeastOneFailure(exitCode, { passed: expected + flaky, failed: unexpected, skipped });
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
