// One worker of `npm run mutants`: gets faults, puts each into the engine in memory, and answers with what noticed it, or null.
// Its argument says who looks: `quick`, `random`, `verdicts` (the certificate), or a pass of unit tests.
import { relative } from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'vite';
import { createVitest } from 'vitest/node';
import { root } from './processes.mjs';

/** @typedef {import('./mutants.mjs').Task} Task */
/** @typedef {import('./mutants.mjs').Answer} Answer */

/** Seconds of processor time without a sign of progress after which a mutant goes round and round. */
const PATIENCE = 15;
/** Megabytes that a mutant may fill. */
const MEMORY = 1500;
const ENDLESS = `it is at the same place after ${PATIENCE} seconds of processor time`;

/** Random suites that have their own pass, what only front ends can fail, and the test that calls us. */
const LEFT_OUT = [
  /\/testing\/(?:compiled|generated|random|calls|reversal|frontends\.fuzz|gotos|printing|mutants\/mutants)\.test/,
  /\/(?:laws|fuzz|limits|structure)\.test|\/execute\/random\.test/,
];

const [, , pass] = process.argv;
const SUITE = 'src/engine/testing/mutants/suite.ts';
/** What a module calls, by pass: it posts null for progress, and gives what it noticed. */
const CALLS = {
  quick: 'quick() ?? round(1)',
  random:
    'Array.from({ length: ROUNDS - 1 }).reduce((seen, _, i) => seen ?? (parentPort.postMessage(null), round(i + 2)), null)',
  verdicts: 'verdictOfAll(() => parentPort.postMessage(null))',
};
const look =
  pass === 'verdicts'
    ? programs('src/engine/testing/mutants/verdicts.ts', CALLS.verdicts)
    : pass === 'quick' || pass === 'random'
      ? programs(SUITE, CALLS[pass])
      : await unitTests();
process.on('disconnect', () => process.exit());
process.on('message', async (/** @type {Task} */ task) => {
  process.send?.(await look(task).catch((error) => ({ noticed: `it throws: ${error?.message ?? error}` })));
});

/**
 * Watches a run: `progress` is to be called at every sign of it, and `end` at its end; until then `stop` is called when
 * none came for too long.
 * @param {() => void} stop
 */
function watch(stop) {
  let last = process.cpuUsage();
  const clock = setInterval(() => {
    const { user, system } = process.cpuUsage(last);
    if (user + system > PATIENCE * 1e6) stop();
  }, 500);
  return {
    progress: () => {
      last = process.cpuUsage();
    },
    end: () => clearInterval(clock),
  };
}

/**
 * The source of a module with the fault in it.
 * @param {Task['fault']} fault
 * @param {string} text
 * @param {string} id
 */
function changed(fault, text, id) {
  if (!fault || id !== `${root}/${fault.file}`) return null;
  return text.slice(0, fault.at) + fault.replace + text.slice(fault.at + fault.length);
}

/**
 * Oracles, built as one module with the fault in it.
 * @param {string} entry the module
 * @param {string} call what of it gives the answer
 * @returns {(task: Task) => Promise<Answer>}
 */
function programs(entry, call) {
  return async ({ fault }) => {
    const outcome = await build({
      configFile: false,
      root,
      publicDir: false,
      logLevel: 'silent',
      ssr: { noExternal: true, external: ['vite'] },
      build: { ssr: entry, write: false, minify: false, target: 'esnext' },
      plugins: [{ name: 'one-fault', enforce: 'pre', transform: (text, id) => changed(fault, text, id) }],
    });
    const built = ('output' in outcome ? outcome.output[0].code : '').replace(
      /from "vite"/g,
      `from "${import.meta.resolve('vite')}"`,
    );
    const code = `${built}\nimport { parentPort } from 'node:worker_threads';\nparentPort.postMessage({ noticed: ${call} });`;
    const address = new URL(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
    const worker = new Worker(address, { resourceLimits: { maxOldGenerationSizeMb: MEMORY } });
    /** @type {string | null} */
    const noticed = await new Promise((resolve) => {
      const clock = watch(() => done(ENDLESS));
      const done = (/** @type {string | null} */ answer) => {
        clock.end();
        resolve(answer);
      };
      worker.on('message', (answer) => (answer ? done(answer.noticed) : clock.progress()));
      worker.on('error', (error) => done(`it throws: ${error.message}`));
      worker.on('exit', () => done('it ends the process'));
    });
    await worker.terminate();
    return { noticed };
  };
}

/**
 * The tests that are not random, all of them or those that the task says, in its order, up to the first that fails.
 * @returns {Promise<(task: Task) => Promise<Answer>>}
 */
async function unitTests() {
  // Golden files that are missing are a failure.
  process.env.CI = '1';
  /** @type {Task['fault']} */
  let fault = null;
  /** @type {string | null} */
  let noticed = null;
  /** @type {Record<string, number>} */
  let seconds = {};
  let clock = watch(() => {});
  const file = (/** @type {{ moduleId: string }} */ { moduleId }) =>
    relative(root, moduleId).replaceAll('\\', '/');

  const fail = (/** @type {string} */ why) => {
    if (noticed !== null) return;
    noticed = why;
    // Once asks it to finish the file, twice ends it.
    vitest.cancelCurrentRun('test-failure');
    vitest.cancelCurrentRun('test-failure');
  };
  /** @type {import('vitest/node').Reporter} */
  const reporter = {
    onTestCaseReady: () => clock.progress(),
    onTestCaseResult: (test) => {
      clock.progress();
      const { state, errors } = test.result();
      if (state === 'failed') fail(`${file(test.module)}, ${test.fullName}: ${errors?.[0]?.message}`);
    },
    onTestModuleEnd: (module) => {
      clock.progress();
      seconds[file(module)] = module.diagnostic().duration / 1000;
      const [error] = module.errors();
      if (error) fail(`${file(module)}: ${error.message}`);
    },
  };
  class AsGiven {
    /** @param {import('vitest/node').TestSpecification[]} files */
    async sort(files) {
      return files;
    }
    /** @param {import('vitest/node').TestSpecification[]} files */
    async shard(files) {
      return files;
    }
  }
  const vitest = await createVitest(
    'test',
    {
      root,
      watch: false,
      reporters: [reporter],
      pool: 'threads',
      // Threads take no options of V8.
      execArgv: [],
      isolate: false,
      maxWorkers: 1,
      fileParallelism: false,
      sequence: { sequencer: AsGiven },
    },
    {
      plugins: [{ name: 'one-fault', enforce: 'pre', transform: (text, id) => changed(fault, text, id) }],
    },
  );
  const all = (await vitest.globTestSpecifications())
    .filter(({ moduleId }) => moduleId.startsWith(`${root}/src/engine/`))
    .filter(({ moduleId }) => !LEFT_OUT.some((pattern) => pattern.test(moduleId)));

  return async (task) => {
    const places = [fault, task.fault];
    for (const place of places) if (place) vitest.invalidateFile(`${root}/${place.file}`);
    fault = task.fault;
    noticed = null;
    seconds = {};
    const byFile = new Map(all.map((spec) => [file(spec), spec]));
    const specs = (task.files ?? [...byFile.keys()]).flatMap((name) => byFile.get(name) ?? []);
    // A thread that hangs takes us with it; the answer is given before.
    clock = watch(() => {
      process.send?.({ noticed: ENDLESS }, () => process.exit(1));
    });
    const { unhandledErrors } = await vitest.runTestSpecifications(specs);
    clock.end();
    const [error] = unhandledErrors;
    return { noticed: noticed ?? (error ? String(error) : null), seconds };
  };
}
