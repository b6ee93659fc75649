// `npm run fuzz -- --minutes 10`: random programs and texts on fresh seeds until the time is over. What fails is made small and printed as
// a ready test. Options: --seed N starts there, --language c|fortran keeps to one.
import { flagsOf } from './flags.mjs';
import { openModules } from './modules.mjs';

const { values } = flagsOf({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string' },
    language: { type: 'string' },
  },
});
const deadline = Date.now() + Number(values.minutes) * 60_000;
let seed = Number(values.seed ?? Math.floor(Date.now() / 1000) * 1000);
console.log(`seeds from ${seed} on`);

const modules = await openModules();
const { runBatch } = await modules.load('src/engine/testing/batch.ts');
const { emptyStatistics, statisticsReport } = await modules.load('src/engine/testing/statistics.ts');
const { judgeTexts } = await modules.load('src/engine/testing/written/batch.ts');
const { PROFILES } = await modules.load('src/engine/testing/random/profile.ts');
const { judgeMemoryTexts } = await modules.load('src/engine/testing/memoryTexts.ts');
const statistics = emptyStatistics();
const languages = values.language ? [values.language] : ['c', 'fortran'];
const total = { programs: 0, texts: 0, runs: 0, refused: 0, illConditioned: 0, failures: 0 };

while (Date.now() < deadline) {
  for (const [name, , profile] of PROFILES) {
    for (const language of languages) {
      const result = runBatch({
        profile: { ...profile, language },
        seeds: Array.from({ length: 25 }, (_, i) => seed + i),
        digitsEvery: 10,
        deadline,
        statistics,
      });
      for (const key of /** @type {const} */ (['programs', 'runs', 'refused', 'illConditioned'])) {
        total[key] += result[key];
      }
      total.failures += result.failures.length;
      for (const failure of result.failures) console.log(`// ${name}, in ${language}${failure}`);
    }
  }
  for (const language of languages) {
    const { texts, illConditioned, failures } = judgeTexts(
      language,
      Array.from({ length: 25 }, (_, i) => seed + i),
    );
    total.texts += texts;
    total.illConditioned += illConditioned;
    total.failures += failures.length;
    for (const failure of failures) console.log(failure);
  }
  const wrong = judgeMemoryTexts(
    Array.from({ length: 25 }, (_, i) => seed + i),
    statistics,
  );
  total.texts += 25;
  total.failures += wrong.length;
  for (const failure of wrong) console.log(failure);
  seed += 25;
}
await modules.close();
console.log(statisticsReport(statistics));
console.log(JSON.stringify(total));
process.exitCode = total.failures > 0 ? 1 : 0;
