import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Where the fresh half of the random programs of a test run starts: a digest of the engine's sources. Every version of the
 * engine so meets programs that no version met before, and a run of one version, on any machine, can be repeated.
 * BACKSWEEP_SEED=… says another start, BACKSWEEP_SEED=now takes the clock's. `npm run fuzz` is always on the clock.
 */
export const FRESH_SEED = freshSeed(process.env.BACKSWEEP_SEED);

function freshSeed(said: string | undefined): number {
  if (said === 'now') return Math.floor(Date.now() / 1000) * 1000;
  if (said) return Number(said);
  const folder = fileURLToPath(new URL('..', import.meta.url));
  const digest = createHash('sha256');
  const files = readdirSync(folder, { recursive: true }).map(String);
  for (const file of files.filter((each) => each.endsWith('.ts')).sort()) {
    digest.update(file.replaceAll('\\', '/'));
    digest.update(readFileSync(join(folder, file)));
  }
  // Far from the fixed seeds, which start at 1, and small enough for 32 bits with what is added.
  return 1_000_000 + (digest.digest().readUInt32BE() % 1_000_000_000);
}

/** `count` seeds, half of them the fixed ones from 1 on, half of them fresh. */
export function* seedsOf(count: number): Generator<number> {
  const each = Math.ceil(count / 2);
  for (const start of [1, FRESH_SEED]) for (let seed = start; seed < start + each; seed++) yield seed;
}
