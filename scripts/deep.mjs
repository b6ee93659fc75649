// The deep tier of the unit tests: the files that draw random programs draw many, on fresh seeds. Where there is a budget, they first
// draw as many as in the fast tier, which tells what each file takes, and then, round by round, as many times that as fit.
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { reportedCounts } from './counts.mjs';
import { PROGRESS, readLines, root, runPackage } from './processes.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */
/** @typedef {import('./progress.mjs').FileReport} FileReport */
/** What a call of `draws` (src/engine/testing/draws.ts) gave, and its deep size. @typedef {{ file: string, drawn: number, deep: number }} Drawn */
/** How far a file has come, and its seconds for as many programs as in the fast tier. @typedef {{ drawn: number, deep: number, seconds: number }} State */

/** Minutes, against hangs only: without a budget the tier takes an hour or two. */
const HANGS = 12 * 60;
/** Of the time that is left, the share that a round is planned to take. */
const PLANNED = 0.8;
/** Minutes that the tests which are running at the end of the budget may still take. */
const GRACE = 1.5;
/** Between the seeds of two rounds. */
const APART = 500_000;

/**
 * @param {string[]} chosen parts of paths; none stand for all files
 * @param {string} folder for reports
 * @param {number} budget in minutes; endless where all is to be drawn
 * @returns {Promise<{ counts: Counts, notes: string[] }>}
 */
export async function deepTier(chosen, folder, budget) {
  const isWhole = !Number.isFinite(budget);
  const end = Date.now() + (isWhole ? HANGS : budget) * 60_000;
  const minutesLeft = () => (end - Date.now()) / 60_000;
  let seed = Number(process.env.BACKSWEEP_SEED ?? Math.floor(Date.now() / 1000) * 1000);
  /** @type {Map<string, State>} */
  const states = new Map(
    drawingFiles(chosen).map((file) => [file, { drawn: 0, deep: Number.POSITIVE_INFINITY, seconds: 0 }]),
  );
  /** @type {Counts} */
  let counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
  /** @type {string[]} */
  const notes = [];
  if (!isWhole) console.log(`The budget is ${budget.toFixed(1)} minutes.`);
  let times = isWhole ? Number.POSITIVE_INFINITY : 1;
  while (times >= 1) {
    const files = [...states].flatMap(([file, { drawn, deep }]) => (drawn < deep ? [file] : []));
    const size = Number.isFinite(times) ? String(times) : 'all';
    console.log(`${files.length} files, seeds from ${seed} on, ${size} times what the fast tier draws`);
    const round = await runRound(files, size, seed, folder, minutesLeft());
    counts = sum(counts, round.counts);
    for (const [file, { drawn, deep, seconds }] of round.states) {
      const before = states.get(file)?.drawn ?? 0;
      states.set(file, { drawn: before + drawn, deep, seconds: seconds / times });
    }
    if (counts.failed > 0) {
      notes.push(
        `What failed is repeated by BACKSWEEP_SEED=${seed} BACKSWEEP_DEEP=${size} npm run unit -- <file>`,
      );
      break;
    }
    seed += APART;
    times = timesThatFit([...states.values()], minutesLeft());
  }
  return { counts, notes: [...notes, ...leftOut(states)] };
}

/**
 * @param {string[]} files
 * @param {string} size
 * @param {number} seed
 * @param {string} folder
 * @param {number} minutes
 * @returns {Promise<{ counts: Counts, states: Map<string, State> }>}
 */
async function runRound(files, size, seed, folder, minutes) {
  const until = Date.now() + minutes * 60_000;
  const env = {
    BACKSWEEP_DEEP: size,
    BACKSWEEP_SEED: String(seed),
    BACKSWEEP_DRAWN: join(folder, `drawn${seed}.jsonl`),
    BACKSWEEP_REPORT: join(folder, `deep${seed}.jsonl`),
    BACKSWEEP_UNTIL: String(until),
  };
  const exitCode = await runPackage('vitest/vitest.mjs', ['run', PROGRESS, ...files], {
    env,
    minutes: minutes + GRACE,
  });
  /** @type {FileReport[]} */
  const reports = readLines(env.BACKSWEEP_REPORT);
  /** @type {Drawn[]} */
  const drawn = readLines(env.BACKSWEEP_DRAWN);
  const wasCut = Date.now() >= until;
  const whole = reports.filter(({ skipped }) => !wasCut || skipped === 0);
  const states = whole.map(({ file, seconds }) => {
    const own = drawn.filter((each) => each.file === file);
    const total = (/** @type {'drawn' | 'deep'} */ key) => own.reduce((all, each) => all + each[key], 0);
    return /** @type {const} */ ([file, { drawn: total('drawn'), deep: total('deep'), seconds }]);
  });
  // A run that was cut ends as if it had failed, and calls skipped what it left out.
  const counts = reportedCounts(reports, wasCut ? 0 : exitCode);
  return { counts: wasCut ? { ...counts, skipped: 0 } : counts, states: new Map(states) };
}

/**
 * How many times as many programs as in the fast tier fit into so many minutes. Files that were not measured are left out.
 * @param {State[]} states
 * @param {number} minutes
 */
function timesThatFit(states, minutes) {
  const open = states.flatMap(({ drawn, deep, seconds }) => (drawn < deep && seconds > 0 ? [seconds] : []));
  const total = open.reduce((all, each) => all + each, 0);
  // No file is quicker than one worker.
  const seconds = Math.max(total / availableParallelism(), ...open);
  return open.length === 0 ? 0 : Math.floor((60 * minutes * PLANNED) / seconds);
}

/** @param {Map<string, State>} states */
function leftOut(states) {
  const short = [...states].filter(([, { drawn, deep }]) => drawn < deep);
  if (short.length === 0) return [];
  const lines = short.map(([file, { drawn, deep }]) =>
    Number.isFinite(deep) ? `  ${file}: ${drawn} of ${deep} drawn` : `  ${file}: all of it`,
  );
  return [['Left out of the deep tier by its budget:', ...lines].join('\n')];
}

/**
 * The test files that call `draws`, by themselves or as the papers' results do.
 * @param {string[]} chosen
 */
function drawingFiles(chosen) {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => `src/${file.replaceAll('\\', '/')}`)
    .filter(
      (file) =>
        /\.test\.tsx?$/.test(file) && (chosen.length === 0 || chosen.some((part) => file.includes(part))),
    )
    .filter((file) => /\/(?:draws|testing\/theory)';$/m.test(readFileSync(join(root, file), 'utf8')))
    .sort();
}

/**
 * @param {Counts} a
 * @param {Counts} b
 * @returns {Counts}
 */
function sum(a, b) {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    failures: [...(a.failures ?? []), ...(b.failures ?? [])],
  };
}
