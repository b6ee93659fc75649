/** The flags of a command. One that it does not have is told in a line, with those that it has. */
import { parseArgs } from 'node:util';

/**
 * @template {import('node:util').ParseArgsConfig} T
 * @param {T} config
 * @returns {ReturnType<typeof parseArgs<T>>}
 */
export function flagsOf(config) {
  try {
    return parseArgs(config);
  } catch (error) {
    const known = Object.entries(config.options ?? {}).map(
      ([name, { type }]) => `--${name}${type === 'string' ? ' …' : ''}`,
    );
    console.error(`${error instanceof Error ? error.message : error}\nThere are: ${known.join(', ')}.`);
    process.exit(1);
  }
}
