// `npm run bless`: runs the tests with BLESS set, so that golden files take on what the engine says now. Then read the diff.
// A part of a path chooses the tests: npm run bless -- src/engine/adjoint
import { runPackage } from './processes.mjs';

process.exitCode = await runPackage('vitest/vitest.mjs', ['run', ...process.argv.slice(2)], {
  env: { BLESS: '1' },
});
