import { expect, test } from 'vitest';
import { differentiate, explain, measureTime, neededRecordings, probe, takeAwayFiles } from '../index';

/* Results are plain data: what is asked about a copy of one is answered as about the one itself. Inputs may be left out. */

const source = 'double f(double x, double y) {\n  x = x * y;\n  y = sin(x) * y;\n  return x * y;\n}\n';

test('a card of a copy says the same, of a broken differentiation too', () => {
  const whole = differentiate({ source, language: 'c' });
  const key = whole.recordings[0]?.key ?? '';
  const broken = differentiate({ source, language: 'c', tamper: { without: [key] } });
  expect(broken.recordings).toHaveLength(whole.recordings.length - 1);
  for (const d of [whole, broken]) {
    const subject = { kind: 'statement', id: 's1' } as const;
    expect(explain(structuredClone(d), subject)).toEqual(explain(d, subject));
  }
});

test('a text that nothing could be chosen from has cards all the same', () => {
  const d = differentiate({ source: 'double f(', language: 'c', independents: ['q'] });
  expect(d.routine).toBeNull();
  const subject = { kind: 'statement', id: 's0' } as const;
  expect(explain(structuredClone(d), subject)).toEqual(explain(d, subject));
});

test.each([
  ['nothing', '\n'],
  ['a module of variables only', 'module m\n  real(8) :: x\nend module\n'],
])('%s holds no routine', (_, text) => {
  const { ok, routine, diagnostics } = differentiate({ source: text, language: 'fortran' });
  expect([ok, routine, diagnostics.map(({ code }) => code)]).toEqual([false, null, ['no-routine']]);
});

test('without inputs the default ones are taken', () => {
  const request = { source, language: 'c' } as const;
  const own = { ...request, inputs: {} };
  expect(neededRecordings(request)).toEqual(neededRecordings(own));
  expect(probe(request)).toEqual(probe(own));
  expect(measureTime(request, 5)).toMatchObject({ ok: true, reason: '' });
  expect(measureTime({ ...request, mode: 'tangent' }, 5)).toMatchObject({ ok: true, reason: '' });
});

test('seeds go into the driver that is taken away', () => {
  const of = (seeds?: Record<string, readonly number[]>) =>
    takeAwayFiles({ source, language: 'c', inputs: { x: 0.625, y: 2 }, ...(seeds ? { seeds } : {}) })
      .files.filter(({ path }) => path.startsWith('driver'))
      .map(({ text }) => text)
      .join('');
  expect(of()).not.toContain('0.8125');
  expect(of({ f: [0.8125] })).toContain('0.8125');
});
