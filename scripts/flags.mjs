/** The flags of a command. One that it does not have is told in a line, with those that it has; so is what is no number. */
import { parseArgs } from 'node:util';

const NUMBERS = new Set([
  'from',
  'minutes',
  'port',
  'programs',
  'random',
  'seed',
  'some',
  'total',
  'workers',
]);

/**
 * @template {import('node:util').ParseArgsConfig} T
 * @param {T} config
 * @returns {ReturnType<typeof parseArgs<T>>}
 */
export function flagsOf(config) {
  try {
    const found = parseArgs(config);
    for (const [name, value] of Object.entries(found.values))
      if (NUMBERS.has(name) && !(Number(value) >= 0))
        throw new Error(`--${name} takes a number, not '${value}'.`);
    return found;
  } catch (error) {
    const known = Object.entries(config.options ?? {}).map(
      ([name, { type }]) => `--${name}${type === 'string' ? ' …' : ''}`,
    );
    console.error(`${error instanceof Error ? error.message : error}\nThere are: ${known.join(', ')}.`);
    process.exit(1);
  }
}
