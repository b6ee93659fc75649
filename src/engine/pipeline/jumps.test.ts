import { describe, expect, test } from 'vitest';
import { execute } from '../index';
import { controlAsC } from '../testing/controlC';
import { draws, seedsOf } from '../testing/draws';
import { randomFrom } from '../testing/prng';
import { randomControl } from '../testing/randomControl';

/*
 * Kernels full of gotos, forward, backward, out of loops and, every other one, into constructs: each style that accepts
 * any control gives the derivatives of the tangent and of central differences.
 */
const STYLES = ['joins', 'blocks', 'statements'] as const;
const inputs = { x: [0.7, 1.1, 0.4] };

function verdict(source: string, reversal: (typeof STYLES)[number]): string {
  const run = execute({ source, language: 'c', inputs, options: { reversal } });
  const errors = run.diagnostics.filter((d) => d.severity === 'error').map((d) => d.message);
  return [run.check.verdict, ...errors].join('; ');
}

const count = draws(5, 50);

describe('random gotos', () => {
  test.each(STYLES)('%s', (style) => {
    let checked = 0;
    for (const seed of seedsOf(count)) {
      const source = controlAsC(randomControl(randomFrom(seed), seed % 2 === 0));
      const found = verdict(source, style);
      if (found === 'none') continue;
      checked++;
      expect(found, source).toBe('passed');
    }
    expect(checked).toBeGreaterThan(count / 3);
  });
});

test.each(STYLES)('a loop whose test is out of reach still runs: %s', (style) => {
  const source = `void f(double x[3]) {
    int c = 0;
    L: x[0] = sin(x[1]) * x[0];
    c = c + 1;
    do {
      c = c + 1;
      if (c > 4) return;
      goto L;
    } while (c < 50);
  }`;
  expect(verdict(source, style)).toBe('passed');
});

test.each(STYLES)('a loop that never comes to its test does not repeat what is left of it: %s', (style) => {
  const source = `void f(double x[3]) {
    int c = 0;
    do {
      L: c = c + 1;
      if (c > 60) return;
      goto L;
      x[1] = sin(x[2]) * x[1];
    } while (c < 50);
  }`;
  expect(verdict(source, style)).toBe('none');
});

test.each(STYLES)(
  'an endless loop out of reach stays there when what is before it is dropped: %s',
  (style) => {
    const source = `void f(double x[3]) {
    int c = 0;
    L: c = c + 1;
    if (c > 60) return;
    goto L;
    M: c = c + 1;
    if (c > 60) return;
    goto M;
  }`;
    expect(verdict(source, style)).toBe('none');
  },
);
