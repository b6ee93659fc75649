// `npm run certify -- --programs 100000`: certificates of random programs, each in a mode, style and options of its own. What is not exact is
// told with its seed. Options: --from N starts at that seed, so that runs can be split and gone on with; --minutes N stops then.
import { flagsOf } from './flags.mjs';
import { openModules } from './modules.mjs';

const { values } = flagsOf({
  options: {
    programs: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '100000' },
  },
});
const PIECE = 50;
const from = Number(values.from);
const end = from + Number(values.programs);
const deadline = Date.now() + Number(values.minutes) * 60_000;
const modules = await openModules();
const { certifyPrograms } = await modules.load('src/engine/testing/certified.ts');
/** @type {Record<string, number>} */
const total = { programs: 0, unbounded: 0 };
let wrong = 0;
let next = from;
while (next < end && Date.now() < deadline) {
  const count = Math.min(PIECE, end - next);
  const { programs, unbounded, verdicts, told } = certifyPrograms(
    Array.from({ length: count }, (_, i) => next + i),
  );
  for (const [name, n] of Object.entries({ programs, unbounded, ...verdicts }))
    total[name] = (total[name] ?? 0) + Number(n);
  for (const line of told) console.log(line);
  wrong += told.length;
  next += count;
}
await modules.close();
console.log(`${JSON.stringify(total)}; go on with --from ${next}`);
process.exitCode = wrong > 0 ? 1 : 0;
