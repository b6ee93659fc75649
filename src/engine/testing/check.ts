import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

/**
 * Text in, text out: what the engine says, held against a golden file beside the test. `npm run bless` writes the files
 * anew; then read the diff. A golden that is missing fails, so that none is ever made unread.
 *
 *     check(import.meta.url, 'golden/bratu.txt', text);
 */
export function check(from: string, golden: string, actual: string): void {
  const path = fileURLToPath(new URL(golden, from));
  const text = actual.endsWith('\n') ? actual : `${actual}\n`;
  if (process.env.BLESS) {
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
    return;
  }
  expect(existsSync(path), `${golden} is missing; npm run bless writes it`).toBe(true);
  expect(text).toBe(readFileSync(path, 'utf8'));
}
