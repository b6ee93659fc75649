// A reporter for vitest: tells how far a run is, and what failed as it fails; leaves a line a file in the file that BACKSWEEP_REPORT
// names, as each ends, so that a run that is cut short still says what it found. At BACKSWEEP_UNTIL (milliseconds since 1970) it
// starts nothing more.
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { failure } from './counts.mjs';

/** A test file's share in a run. `skipped` counts what a cut run left out, too.
 * @typedef {{ file: string, seconds: number, passed: number, failed: number, skipped: number, failures: string[] }} FileReport */

/** Seconds between two lines of progress. */
const EVERY = 5;

export default class Progress {
  files = 0;
  ended = 0;
  tests = 0;
  failed = 0;
  start = Date.now();
  told = Date.now();

  /** @param {import('vitest/node').Vitest} vitest */
  onInit(vitest) {
    const { BACKSWEEP_UNTIL } = process.env;
    if (!BACKSWEEP_UNTIL) return;
    const cut = () => vitest.cancelCurrentRun('keyboard-input');
    setTimeout(cut, Math.max(0, Number(BACKSWEEP_UNTIL) - Date.now())).unref();
  }

  /** @param {readonly import('vitest/node').TestSpecification[]} specifications */
  onTestRunStart(specifications) {
    this.files = specifications.length;
  }

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleEnd(module) {
    const report = reportOf(module);
    write(report);
    this.ended++;
    this.tests += report.passed;
    this.failed += report.failed;
    for (const failure of report.failures) console.log(`✗ ${failure}\n`);
    if (Date.now() - this.told > EVERY * 1000 || this.ended === this.files) this.tell();
  }

  tell() {
    this.told = Date.now();
    const seconds = Math.round((this.told - this.start) / 1000);
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    const failed = this.failed > 0 ? `, ${this.failed} failed` : '';
    console.log(`  ${time}  ${this.ended} of ${this.files} files, ${this.tests} tests passed${failed}`);
  }

  /**
   * @param {readonly import('vitest/node').TestModule[]} _
   * @param {readonly { message?: string, stack?: string }[]} errors
   */
  onTestRunEnd(_, errors) {
    for (const { message, stack } of errors) {
      const failures = [failure('outside of any test', stack ?? message)];
      console.log(failures[0]);
      write({ file: '', seconds: 0, passed: 0, failed: 1, skipped: 0, failures });
    }
  }
}

/** @param {FileReport} report */
function write(report) {
  const { BACKSWEEP_REPORT } = process.env;
  if (BACKSWEEP_REPORT) appendFileSync(BACKSWEEP_REPORT, `${JSON.stringify(report)}\n`);
}

/**
 * @param {import('vitest/node').TestModule} module
 * @returns {FileReport}
 */
function reportOf(module) {
  const file = relative(process.cwd(), module.moduleId).replaceAll('\\', '/');
  const report = { file, seconds: module.diagnostic().duration / 1000, passed: 0, failed: 0, skipped: 0 };
  /** @type {string[]} */
  const failures = [];
  for (const test of module.children.allTests()) {
    const { state, errors = [] } = test.result();
    report[state === 'pending' ? 'skipped' : state]++;
    if (state !== 'failed') continue;
    const said = errors.map(({ message, diff, stacks }) =>
      [message, diff, ...(stacks ?? []).map((at) => `at ${relative(process.cwd(), at.file)}:${at.line}`)]
        .filter(Boolean)
        .join('\n'),
    );
    failures.push(failure(`${file}: ${test.fullName}`, said.join('\n')));
  }
  // A file that does not even load, or whose hooks fail, has no tests to fail.
  const broken = module.errors();
  if (broken.length > 0) {
    report.failed++;
    failures.push(failure(file, broken.map(({ message }) => message).join('\n')));
  }
  return { ...report, failures };
}
