// `npm run mutants`: puts one deliberate fault at a time into the engine, as it is built and never on disk, and runs the
// oracles until they notice. Prints the score. `--random 200` adds random faults in the rules, drawn by `--seed N`;
// `--only text` runs those that have it in their names; `--workers N` says how many run side by side.
import { fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openModules } from './modules.mjs';
import { root } from './processes.mjs';

/** @typedef {{ name: string, file: string, at: number, length: number, replace: string }} PlacedFault */

/** A mutant that is not done by then goes round and round, which nobody can fail to notice. */
const PATIENCE = 180_000;

const { values } = parseArgs({
  options: {
    random: { type: 'string', default: '0' },
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
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
const { randomFaults, placeOf } = await modules.load('src/engine/testing/mutants/randomFaults.ts');
await modules.close();

/** @type {string[]} */
const lost = [];
/** @type {PlacedFault[]} */
const faults = [];
for (const fault of [...FAULTS, ...randomFaults(Number(values.seed), Number(values.random), sources)]) {
  if (values.only && !fault.name.includes(values.only)) continue;
  const placed = placeOf(fault, sources);
  if (placed) faults.push(placed);
  else lost.push(fault.name);
}

let next = 0;
/** @type {string[]} */
const survivors = [];

/** @param {PlacedFault} fault @param {number} start @param {string | null} noticed */
function tell(fault, start, noticed) {
  if (noticed === null) survivors.push(fault.name);
  const seconds = ((Date.now() - start) / 1000).toFixed(1).padStart(5);
  const how = noticed === null ? '' : `: ${noticed.slice(0, 110)}`;
  console.log(`${noticed === null ? 'SURVIVED' : 'caught  '} ${seconds} s  ${fault.name}${how}`);
}

/** Takes one fault after another, in a process that can be ended when a mutant goes round and round. */
async function work() {
  /** @type {import('node:child_process').ChildProcess | null} */
  let worker = null;
  while (next < faults.length) {
    const fault = /** @type {PlacedFault} */ (faults[next++]);
    const start = Date.now();
    /** @type {import('node:child_process').ChildProcess} */
    const taken = worker ?? fork(join(root, 'scripts/mutant.mjs'));
    worker = taken;
    const noticed = await new Promise((resolve) => {
      const ended = () => resolve('it ends the process');
      const timer = setTimeout(() => resolve('it does not come to an end'), PATIENCE);
      taken.once('exit', ended);
      taken.once('message', (/** @type {string | null} */ answer) => {
        clearTimeout(timer);
        taken.off('exit', ended);
        resolve(answer);
      });
      taken.send(fault);
    });
    if (Date.now() - start >= PATIENCE || taken.exitCode !== null) {
      taken.kill('SIGKILL');
      worker = null;
    }
    tell(fault, start, noticed);
  }
  worker?.disconnect();
}

await Promise.all(Array.from({ length: Number(values.workers) }, work));
console.log(`\n${faults.length - survivors.length} of ${faults.length} faults caught`);
for (const name of survivors) console.log(`survived: ${name}`);
for (const name of lost) console.log(`has no place, or more than one: ${name}`);
process.exitCode = survivors.length + lost.length > 0 ? 1 : 0;
