// `npm run coverage`: which branches of the engine its unit tests take, in their fast tier; prints the share
// by folder and writes src/engine/testing/coverage.md, which lists what is left with the code that stands there. Fails where
// the share of all of them is below LEAST. `npm run coverage -- src/engine/ir` runs some of the tests, and then writes nothing.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root, runPackage } from './processes.mjs';

/** What istanbul's report says of one file. @typedef {{ start: { line: number, column: number } }} Place */
/** @typedef {{ branchMap: Record<string, { type: string, locations: Place[], loc: Place }>, b: Record<string, number[]> }} FileCoverage */
/** @typedef {{ file: string, line: number, text: string, reason: string }} Left */

/** Per cent of the branches that the tests must take. */
const LEAST = 95;
/** Why a branch is not taken, by the code that stands there. */
const REASONS = /** @type {const} */ ([
  [/assertNever|^default:/, 'no value is left for it: the types say so'],
  [/throw new Error/, 'a promise of ours to ourselves; were it broken, the door would say so'],
  [/\?\?/, 'it stands in for what is absent, and in the tests it is always there'],
  [
    /return null|=== null|=== undefined|\? null|: null|^if \(!/,
    'an answer for what is missing (no such place, no end of a run, no analysis after an error), which the tests never miss',
  ],
]);
const OTHER = 'no test has this combination of constructs, types and options';

const tests = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'backsweep-coverage-'));
const args = ['run', '--coverage', '--coverage.reporter=json', `--coverage.reportsDirectory=${folder}`];
const scope = [
  '--coverage.include=src/engine/**/*.ts',
  '--coverage.reportOnFailure',
  '--exclude=**/mutants/**',
];
process.exitCode = await runPackage('vitest/vitest.mjs', [
  ...args,
  ...scope,
  ...(tests.length > 0 ? tests : ['src/engine']),
]);
/** @type {Record<string, FileCoverage>} */
const report = JSON.parse(readFileSync(join(folder, 'coverage-final.json'), 'utf8'));
rmSync(folder, { recursive: true });

/** @type {Map<string, { all: number, taken: number }>} */
const shares = new Map();
/** @type {Left[]} */
const left = [];
for (const [path, { branchMap, b }] of Object.entries(report).sort()) {
  const file = relative(join(root, 'src/engine'), path).replaceAll('\\', '/');
  const lines = readFileSync(path, 'utf8').split('\n');
  const layer = file.split('/')[0] ?? file;
  const share = shares.get(layer) ?? { all: 0, taken: 0 };
  shares.set(layer, share);
  for (const [key, { locations, loc }] of Object.entries(branchMap)) {
    b[key]?.forEach((times, i) => {
      share.all++;
      if (times > 0) share.taken++;
      else left.push(leftAt(file, lines, locations[i]?.start.line ?? loc.start.line));
    });
  }
}

/** @param {string} file @param {readonly string[]} lines @param {number} line @returns {Left} */
function leftAt(file, lines, line) {
  const text = (lines[line - 1] ?? '').trim();
  const near = `${text} ${(lines[line] ?? '').trim()}`;
  const reason = REASONS.find(
    ([code]) => code.test(text) || (code.source.includes('assert') && code.test(near)),
  );
  return { file, line, text, reason: reason ? reason[1] : OTHER };
}

const total = { all: 0, taken: 0 };
for (const { all, taken } of shares.values()) {
  total.all += all;
  total.taken += taken;
}
const percent = (/** @type {{ all: number, taken: number }} */ { all, taken }) =>
  `${((100 * taken) / all).toFixed(1)} %`;
const table = [...shares, /** @type {const} */ (['all', total])].map(
  ([layer, share]) => `| ${layer} | ${share.all} | ${share.all - share.taken} | ${percent(share)} |`,
);
console.log(['| folder | branches | left | taken |', '|---|---:|---:|---:|', ...table].join('\n'));
if (tests.length === 0) {
  writeFileSync(join(root, 'src/engine/testing/coverage.md'), page());
  if (total.taken < (LEAST / 100) * total.all) {
    console.error(`The tests take ${percent(total)} of the branches, and should take ${LEAST} %.`);
    process.exitCode = 1;
  }
}

function page() {
  const reasons = [...new Set(left.map((each) => each.reason))].sort();
  const lists = reasons.map((reason) => {
    const lines = left.filter((each) => each.reason === reason);
    const seen = [
      ...new Set(lines.map(({ file, text }) => `- ${file}: \`${text.replaceAll('`', "'").slice(0, 110)}\``)),
    ];
    return [`## ${lines.length} times: ${reason}`, '', ...seen, ''].join('\n');
  });
  return [
    '# Branches of the engine that its tests do not take',
    '',
    '`npm run coverage` writes this page. Test helpers (`engine/testing`) are test code and are not counted; nothing else is left out.',
    '',
    '| folder | branches | left | taken |',
    '|---|---:|---:|---:|',
    ...table,
    '',
    ...lists,
  ].join('\n');
}
