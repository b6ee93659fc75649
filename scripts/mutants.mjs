// `npm run mutants`: puts one deliberate fault at a time into the engine, in memory and never on disk, and looks who notices
// it: first a quick suite of small texts, then the unit tests, short ones before long ones, then random programs. Prints the
// score.
//
//   --random 200      random faults instead of the planned ones, drawn by --seed N; one that survives has its argument in
//                     src/engine/testing/mutants/survivors.md
//   --drawn           the faults that src/engine/testing/mutants/drawn.md lists, looked at by whom it names
//   --verdicts        what the certificate says of each, instead: `different`, or exact on so many programs, and why it cannot
//                     know (src/engine/testing/mutants/outOfReach.ts)
//   --only text       those that have it in their names
//   --some N          so many of them, which ones is up to --seed
//   --passes a,b      some of quick, units, long, random
//   --results file    keeps what is found there; a later run goes on from it
//   --workers N       how many run side by side
import { fork } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { flagsOf } from './flags.mjs';
import { openModules } from './modules.mjs';
import { root } from './processes.mjs';

/** @typedef {{ name: string, file: string, at: number, length: number, replace: string }} PlacedFault */
/** @typedef {{ fault: PlacedFault | null, files?: string[] }} Task */
/** `seconds` by test file. @typedef {{ noticed: string | null, seconds?: Record<string, number> }} Answer */
/** @typedef {Answer & { pass: string, name: string }} Result */

/** @type {Record<string, string>} */
const WHO = {
  quick: 'the quick suite',
  units: 'short unit tests',
  long: 'long unit tests',
  random: 'random programs',
};
/** The share of the time of all unit tests that the short ones may take. */
const SHORT = 0.2;
/** The name that stands for no fault at all. */
const NONE = '';

const { values } = flagsOf({
  options: {
    random: { type: 'string' },
    drawn: { type: 'boolean', default: false },
    verdicts: { type: 'boolean', default: false },
    only: { type: 'string' },
    some: { type: 'string' },
    seed: { type: 'string', default: '1' },
    passes: { type: 'string', default: Object.keys(WHO).join(',') },
    results: { type: 'string' },
    workers: { type: 'string', default: String(Math.min(4, availableParallelism())) },
  },
});

const sources = new Map(
  readdirSync(join(root, 'src/engine'), { recursive: true, encoding: 'utf8' })
    .map((file) => `src/engine/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.ts$/.test(file) && !/\.(test|bench)\.ts$|\/testing\//.test(file))
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
);
const modules = await openModules();
const { FAULTS } = await modules.load('src/engine/testing/mutants/faults.ts');
const { OUT_OF_REACH } = await modules.load('src/engine/testing/mutants/outOfReach.ts');
const { randomFaults, placeOf, decisionsIn } = await modules.load(
  'src/engine/testing/mutants/randomFaults.ts',
);
await modules.close();
/** By name: what a list says of each fault. @returns {Map<string, string>} */
const decisions = (/** @type {string} */ list) =>
  new Map(
    decisionsIn(readFileSync(join(root, 'src/engine/testing/mutants', list), 'utf8')).map(
      (/** @type {{ name: string, said: string }} */ { name, said }) => [name, said],
    ),
  );
const argued = decisions('survivors.md');
const decided = decisions('drawn.md');

// Whoever calls us, the tests that look are those of the fast tier.
const { BACKSWEEP_DEEP: _deep, BACKSWEEP_SEED: _seed, ...env } = process.env;

/** @type {string[]} */
const lost = [];
/** @type {PlacedFault[]} */
const faults = [];
/** Those of drawn.md whose line is as it was. */
const stillThere = () =>
  randomFaults(Number(values.seed), Number.POSITIVE_INFINITY, sources).filter(
    (/** @type {{ name: string }} */ { name }) => decided.has(name),
  );
const random = () => randomFaults(Number(values.seed), Number(values.random), sources);
const chosen = (values.drawn ? stillThere() : values.random ? random() : FAULTS).filter(
  (/** @type {{ name: string }} */ { name }) => !values.only || name.includes(values.only),
);
const start = Number(values.seed) % Math.max(1, chosen.length);
for (const fault of [...chosen.slice(start), ...chosen.slice(0, start)].slice(
  0,
  Number(values.some ?? chosen.length),
)) {
  const placed = placeOf(fault, sources);
  if (placed) faults.push(placed);
  else lost.push(fault.name);
}

/** @type {Map<string, Result>} */
const results = new Map();
const keyOf = (/** @type {string} */ pass, /** @type {string} */ name) => `${pass} ${name}`;
if (values.results && existsSync(values.results)) {
  for (const line of readFileSync(values.results, 'utf8').split('\n').filter(Boolean)) {
    /** @type {Result} */
    const result = JSON.parse(line);
    results.set(keyOf(result.pass, result.name), result);
  }
}

/** @param {Result} result */
function keep(result) {
  results.set(keyOf(result.pass, result.name), result);
  if (values.results) appendFileSync(values.results, `${JSON.stringify(result)}\n`);
}

/** Takes one fault after another, in a process that can be ended. @param {string} pass @param {(Task)[]} tasks */
async function work(pass, tasks) {
  /** @type {import('node:child_process').ChildProcess | null} */
  let worker = null;
  for (let task = tasks.shift(); task; task = tasks.shift()) {
    const start = Date.now();
    /** @type {import('node:child_process').ChildProcess} */
    const taken = worker ?? fork(join(root, 'scripts/mutant.mjs'), [pass], { env });
    /** @type {Answer} */
    const answer = await new Promise((resolve) => {
      const ended = () => resolve({ noticed: 'it ends the process' });
      taken.once('exit', ended);
      taken.once('message', (/** @type {Answer} */ given) => {
        taken.off('exit', ended);
        resolve(given);
      });
      taken.send(/** @type {Task} */ (task));
    });
    worker = taken.connected ? taken : null;
    const name = task.fault?.name ?? NONE;
    keep({ pass, name, ...answer });
    const { noticed } = answer;
    const seconds = ((Date.now() - start) / 1000).toFixed(1).padStart(5);
    const how = noticed === null ? '' : `: ${noticed.replace(/\s+/g, ' ').slice(0, 160)}`;
    const seen = pass === 'verdicts' ? 'says    ' : noticed === null ? 'not seen' : 'caught  ';
    console.log(`${seen} ${seconds} s  ${pass}  ${name}${how}`);
  }
  worker?.kill();
}

/** Those whose text fits into the engine no more and only stops it, which anything notices. @returns {string[]} */
const malformed = () =>
  [...results.values()]
    .filter(({ noticed }) => /is not (?:defined|a function)|is not iterable/.test(noticed ?? ''))
    .map(({ name }) => name);

/** @param {PlacedFault} fault */
const noticedBy = (fault) => Object.keys(WHO).find((pass) => results.get(keyOf(pass, fault.name))?.noticed);

/** The test that drawn.md says to notice a fault. @param {PlacedFault} fault */
const testNamed = (fault) => /`(.*\.test\.ts)`/.exec(decided.get(fault.name) ?? '')?.[1];

/**
 * The test files of a pass: those of the fault's own folder first, then the shorter ones.
 * @param {string} pass @param {PlacedFault} fault @param {Record<string, number>} seconds
 */
function testFiles(pass, fault, seconds) {
  const folder = /^src\/engine\/\w+\//.exec(fault.file)?.[0] ?? fault.file;
  const sorted = Object.entries(seconds).sort(([, a], [, b]) => a - b);
  let left = SHORT * sorted.reduce((sum, [, each]) => sum + each, 0);
  const files = sorted.flatMap(([file, each]) => {
    left -= each;
    return left >= 0 === (pass === 'units') ? [file] : [];
  });
  const own = files.filter((file) => file.startsWith(folder));
  return [...own, ...files.filter((file) => !own.includes(file))];
}

if (values.verdicts) {
  const waiting = faults
    .filter(({ name }) => !results.has(keyOf('verdicts', name)))
    .map((fault) => ({ fault }));
  await Promise.all(Array.from({ length: Number(values.workers) }, () => work('verdicts', waiting)));
  const said = new Map(
    faults.map(({ name }) => [name, results.get(keyOf('verdicts', name))?.noticed ?? 'exact']),
  );
  const isExact = (/** @type {string} */ name) => said.get(name)?.startsWith('exact');
  for (const [name, verdict] of said) console.log(`${name}: ${verdict} ${OUT_OF_REACH.get(name) ?? ''}`);
  const apart = [...said.keys()].filter((name) => isExact(name) !== OUT_OF_REACH.has(name));
  for (const name of apart)
    console.log(`${isExact(name) ? 'exact, and nothing says why' : 'out of reach, and not exact'}: ${name}`);
  const count = (/** @type {string} */ start) =>
    [...said.values()].filter((each) => each.startsWith(start)).length;
  console.log(
    `\n${faults.length} faults: ${count('different')} different, ${count('exact')} exact, ${count('refused')} refused, ${count('not read')} not read again`,
  );
  process.exit(values.random || values.drawn || apart.length === 0 ? 0 : 1);
}

for (const pass of values.drawn ? ['quick', 'units'] : values.passes.split(',')) {
  const waiting = faults
    .filter((fault) => !noticedBy(fault) && !results.has(keyOf(pass, fault.name)))
    .filter((fault) => !values.drawn || (testNamed(fault) !== undefined) === (pass === 'units'));
  if (waiting.length === 0) continue;
  if (values.drawn && pass === 'units') {
    const tasks = waiting.map((fault) => ({ fault, files: [`src/engine/${testNamed(fault)}`] }));
    await Promise.all(Array.from({ length: Number(values.workers) }, () => work(pass, tasks)));
    continue;
  }
  // As it stands, the engine passes; how long each test file takes is kept.
  const whole = pass === 'long' ? 'units' : pass;
  if (!results.has(keyOf(whole, NONE))) await work(whole, [{ fault: null }]);
  const { noticed, seconds } = /** @type {Result} */ (results.get(keyOf(whole, NONE)));
  if (noticed !== null) throw new Error(`Without a fault ${WHO[whole]} fail: ${noticed}`);
  const tasks = waiting.map((fault) => ({
    fault,
    ...(seconds && { files: testFiles(pass, fault, seconds) }),
  }));
  await Promise.all(Array.from({ length: Number(values.workers) }, () => work(pass, tasks)));
}

const survivors = faults.filter((fault) => !noticedBy(fault));
const open = survivors.filter(({ name }) => !argued.has(name));
for (const { name } of open) console.log(`SURVIVED  ${name}`);
for (const fault of faults) if (noticedBy(fault) === 'random') console.log(`only deep  ${fault.name}`);
for (const name of lost) console.log(`has no place, or more than one: ${name}`);
for (const name of malformed()) console.log(`MALFORMED  ${name}`);
const parts = Object.entries(WHO).map(
  ([pass, who]) => `${faults.filter((fault) => noticedBy(fault) === pass).length} by ${who}`,
);
const caught = `${faults.length - survivors.length} of ${faults.length} faults caught`;
const rest = `${survivors.length - open.length} argued to be equivalent, ${open.length} open`;
console.log(`\n${caught}: ${parts.join(', ')}; ${rest}`);
if (values.drawn) console.log(`${decided.size - faults.length} of ${decided.size} drawn stand no more`);
process.exitCode = open.length + lost.length + malformed().length > 0 ? 1 : 0;
