// `npm run mutants`: puts one deliberate fault at a time into the engine, as it is loaded and never on disk, and runs the
// oracles until they notice. Prints the score. `--random 200` adds random faults in the rules; `--only name` runs one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openModules } from './modules.mjs';
import { root } from './processes.mjs';

const { values } = parseArgs({
  options: {
    random: { type: 'string', default: '0' },
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});

/** @type {{ file: string, find: string, replace: string, at?: number } | null} */
let active = null;
const modules = await openModules((path, text) => {
  if (active?.file !== path) return text;
  const at = active.at ?? text.indexOf(active.find);
  return text.slice(0, at) + active.replace + text.slice(at + active.find.length);
});

const { FAULTS } = await modules.load('src/engine/testing/mutants/faults.ts');
const { randomFaults, MUTATED_FILES } = await modules.load('src/engine/testing/mutants/randomFaults.ts');
const sources = new Map(
  MUTATED_FILES.map((/** @type {string} */ file) => [file, readFileSync(join(root, file), 'utf8')]),
);
const faults = [...FAULTS, ...randomFaults(Number(values.seed), Number(values.random), sources)].filter(
  (fault) => !values.only || fault.name.includes(values.only),
);

/** @type {string[]} */
const survivors = [];
for (const fault of faults) {
  active = fault;
  modules.forget();
  const start = Date.now();
  let noticed;
  try {
    const { notice } = await modules.load('src/engine/testing/mutants/suite.ts');
    noticed = notice();
  } catch (error) {
    noticed = `it throws: ${error instanceof Error ? error.message : error}`;
  }
  if (!noticed) survivors.push(fault.name);
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  console.log(
    `${noticed ? 'caught  ' : 'SURVIVED'} ${seconds.padStart(5)} s  ${fault.name}${noticed ? `: ${noticed.slice(0, 110)}` : ''}`,
  );
}
await modules.close();
console.log(`\n${faults.length - survivors.length} of ${faults.length} faults caught`);
for (const name of survivors) console.log(`survived: ${name}`);
process.exitCode = survivors.length > 0 ? 1 : 0;
