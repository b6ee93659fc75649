/**
 * How many random programs a test draws, and from which seeds.
 *
 * Tests have two tiers. *Fast* is what runs unless more is asked for: every law, every kernel, few random programs, the same ones
 * on every machine. *Deep* (`npm test -- --deep`) draws many, on fresh seeds. A test asks for both in one line:
 *
 *     for (const seed of seedsOf(draws(20, 800))) …
 *
 * BACKSWEEP_DEEP says the tier: absent, fast; `all`, deep; a number n, n times what the fast tier draws, up to the deep size.
 * BACKSWEEP_SEED says the first seed, 1 if absent. A deep run sets both and tells what repeats it.
 */
import { appendFileSync } from 'node:fs';

/** Where the seeds of a run start. */
export const FIRST_SEED = Number(process.env.BACKSWEEP_SEED ?? 1);

/** In [0, 1): where `some` starts; at the first item by default. */
const phase = ((FIRST_SEED - 1) * 0.618) % 1;

const asked = process.env.BACKSWEEP_DEEP;

/** For tests that are of the deep tier only. */
export const IS_DEEP = asked !== undefined;

/** How many to draw: `fast`, or in the deep tier up to `deep`. */
export function draws(fast: number, deep: number): number {
  const drawn = asked === undefined ? fast : asked === 'all' ? deep : Math.min(deep, fast * Number(asked));
  tell(drawn, deep);
  return drawn;
}

/**
 * About `fast` items of a list, spread over it, or in the deep tier up to all of them: other ones from another first seed on. Who
 * asks as the `turn`-th starts so many items later: of many who ask, each item is met by some.
 */
export function some<T>(list: readonly T[], fast: number, turn = 0): T[] {
  const count = Math.ceil(draws(Math.min(fast, list.length), list.length));
  const places = Array.from({ length: count }, (_, k) => Math.floor(((k + phase) * list.length) / count));
  return places.map((place) => list[(place + turn) % list.length] as T);
}

/** `count` seeds from the first one on. */
export function* seedsOf(count: number): Generator<number> {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + count; seed++) yield seed;
}

/** Whether shares can be told of so many: a few programs of fresh seeds may all be of one kind. */
export function tellsShares(drawn: number): boolean {
  return FIRST_SEED === 1 || drawn >= 40;
}

/** A deep run adds up, by test file, what was drawn. */
function tell(drawn: number, deep: number): void {
  const { BACKSWEEP_DRAWN } = process.env;
  if (!BACKSWEEP_DRAWN) return;
  const [file] = /src\/[\w/.]+\.test\.tsx?/.exec(new Error().stack ?? '') ?? [];
  appendFileSync(BACKSWEEP_DRAWN, `${JSON.stringify({ file, drawn, deep })}\n`);
}
