import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Options } from '../../../engine/pipeline/results';
import { draws } from '../../../engine/testing/draws';
import { EXAMPLES, playgroundOf } from '../../../examples';
import { ELIMINATION, OPTIONS } from '../document/choices';
import { EMPTY_PLAYGROUND, type Playground } from '../document/playground';
import { decodeLesson } from './lessonLink';
import { packed } from './packing';
import { decodeLink, encodeLink, encodeShort, type Shared } from './permalink';

const view = { arrangement: null, presenting: false, focus: null, cursor: null, step: null, stepper: null };
const shared = (part: Partial<Playground> = {}): Shared => ({
  playground: { ...EMPTY_PLAYGROUND, source: 'double f(double x) { return x; }', ...part },
  view,
});

/** Packs anything as a link whose checksum holds, as a stranger could. */
async function forge(json: string): Promise<string> {
  const compressed = new Blob([json]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const payload = Buffer.from(await new Response(compressed).arrayBuffer()).toString('base64url');
  return `#v1.d.${payload}.${crc(payload)}`;
}
function crc(text: string): string {
  let value = -1;
  for (const character of text) {
    value ^= character.charCodeAt(0);
    for (let k = 0; k < 8; k++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return ((value ^ -1) >>> 0).toString(16).padStart(8, '0');
}
const jsonOf = ({ playground: { source, language, ...others }, view: seen }: Shared, extra: object = {}) =>
  JSON.stringify({ source, language, ...others, view: seen, ...extra });

describe('a link', () => {
  test('holds everything, for every example', async () => {
    for (const example of EXAMPLES) {
      const given: Shared = {
        playground: {
          ...playgroundOf(example),
          note: 'look at ∂x',
          seeds: { x: '1 2' },
          directions: { x: ['1'] },
        },
        view: {
          arrangement: 'sets',
          presenting: true,
          focus: 'steps',
          cursor: 's:f/1',
          step: 12,
          stepper: 'varied index graph',
        },
      };
      expect(await decodeLink(await encodeLink(given))).toEqual({ kind: 'shared', shared: given });
    }
  });

  test('holds any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 400 }), async (source) => {
        const decoded = await decodeLink(await encodeLink(shared({ source })));
        // Half a surrogate pair is no text that UTF-8 could carry.
        const expected = new TextDecoder().decode(new TextEncoder().encode(source));
        expect(decoded).toMatchObject({ kind: 'shared', shared: { playground: { source: expected } } });
      }),
      { seed: 7, numRuns: draws(25, 200) },
    );
  });

  test('made before an option was there holds what was done then', async () => {
    const { elements: _, ...options } = EMPTY_PLAYGROUND.options;
    const before = shared({ source: 'double f(double x) { return x; }' });
    const old = { ...before, playground: { ...before.playground, options } } as unknown as Shared;
    expect(await decodeLink(await forge(jsonOf(old)))).toEqual({ kind: 'shared', shared: before });
  });

  test('is the same for the same state, wherever that came from', async () => {
    const { options } = EMPTY_PLAYGROUND;
    const others = Object.fromEntries(Object.entries(options).reverse()) as unknown as Options;
    for (const encode of [encodeLink, encodeShort]) {
      const given = shared({ options: { ...options, record: 'all', calls: 'split', merge: false } });
      const decoded = await decodeLink(await encode(given));
      if (decoded.kind !== 'shared') throw new Error(decoded.kind);
      expect(await encode(decoded.shared)).toBe(await encode(given));
      const backwards = await decodeLink(await encode(shared({ options: others })));
      expect(backwards).toEqual({ kind: 'shared', shared: shared() });
    }
    const places = [...Object.values(OPTIONS), ELIMINATION].map(({ link }) => link.at);
    expect(new Set(places).size, 'each option has a place of its own').toBe(places.length);
  });

  test('is at most half as long as what it holds', async () => {
    const [example] = EXAMPLES;
    if (example === undefined) throw new Error('no examples');
    const given: Shared = { playground: playgroundOf(example), view };
    expect((await encodeLink(given)).length).toBeLessThan(JSON.stringify(given).length);
  });
});

/** Links as earlier versions made them: each must open for good. Add to them, never change them. */
describe('old links open', () => {
  test('v1, November 2026', async () => {
    const link =
      '#v1.d.bZHBbhQxDIZfJfpPLYrYBcQlFULijBDiwqHbQ3bimU2bSUaxM51hNRdOPCdPgpLuIiFxsz87jv_fZ3AquSMYuFSOgVR_cwkWrS7ReqvOh6jUoj6oRb1S653a7dTvXz8rzCQlR8U-3iy3d4e4HSI0go1DsUOd20EjpyI-1qyHho-OJoqOojDMPRY8aPyL-orG5OoT6x6TjwINsXkggcGjnS132U-Vpkl8igxzhu3Ez15WGMmF9PXpZz9TJOYrHinX1V4SnoKXL8RCDqa3gUnjiWj6mv1owzfiEupOl0qmLo1TEfpLCtP_mrKDgRxzVU8zZbahLp58ZGgcLfvuU0jdE8OAxQqNTbtGZ0PgS2uVx9FOfEp1PIL9sUIj2tHHoQm-eGNwbP7EgVrmsG3V6KlIM2aBwf71e2isMHij1VtsGkzkWrmHQSPOZ-qudm514jhRri3PXk6pSDvObq_azSqDuX_YNGKqluD7aVWe1aJYUib3ERqzp-f2R-pKE0svMkvmlGtu-t2-6hSaYN5t2x8.864f0d03';
    expect(await decodeLink(link)).toEqual({
      kind: 'shared',
      shared: {
        playground: {
          ...EMPTY_PLAYGROUND,
          source: 'double f(double x, double y) {\n  x = x * y; // ∂\n  return sin(x);\n}\n',
          routine: 'f',
          independents: ['x'],
          dependents: ['f'],
          target: 'javascript',
          inputs: { x: '0.5', y: '1, 2' },
          seeds: { f: '2' },
          note: 'Why is x stored?',
          tamper: { without: ['f/0 x'], with: [] },
        },
        view: {
          arrangement: null,
          presenting: false,
          focus: 'sets',
          cursor: 's:f/0',
          step: 3,
          stepper: null,
        },
      },
    });
  });

  test('v2, November 2026', async () => {
    const link =
      '#v2.d.LU8xbsMwEPvKgVNSCHXaoouCoF_o1iHJoNonR4AjGdIpkRF46dR39iWFnGwkj8fj3ZBCji1Dowv5e2Cyqwcoih5oWtPt4IkK7ajQE01bahr6-_2pYmTJ0VNyflXW24OfDx4Kg_F9Nn3NbaEQQxbnK7NQcH7MkqBvKNDYPL9DYYLGi6JXzApiziPHOr86OYUs0HvYZkMFR7Vo0PvjrOCD1Myv00QuUaEkIXL3AYUwigt-uRG5DbGDhhkGKFTPvdjihkJrhiFVPg5OoGBd4e4zOF87IlhbO10cX2uaidH4ns_spa6wJCiMkRN7cb6HlphZwYY2L5nCY3W0OaYQq6Bts1lq8Aj9dgfLt7iY6LjDPP8D.2e500382';
    expect(await decodeLink(link)).toMatchObject({
      kind: 'shared',
      shared: {
        playground: {
          source: 'double f(double x, double y) {\n  x = x * y; // ∂\n  return sin(x);\n}\n',
          language: 'c',
          routine: 'f',
          options: { ...OPTIONS_OF_2026, record: 'all', calls: 'split' },
          inputs: { x: '0.5', y: '1, 2' },
          note: 'Why is x stored?',
          tamper: { without: ['f/0 x'], with: [] },
        },
        view: {
          arrangement: 'sets',
          presenting: true,
          focus: 'steps',
          cursor: 's:f/0',
          step: 3,
          stepper: 'varied',
        },
      },
    });
  });

  test('v2 means by what it leaves out what was the default in November 2026', async () => {
    const link = '#v2.j.eyJzb3VyY2UiOiIiLCJsYW5ndWFnZSI6ImMifQ.681c1bbb';
    expect(await decodeLink(link)).toMatchObject({
      kind: 'shared',
      shared: { playground: { source: '', mode: 'adjoint', target: null, options: OPTIONS_OF_2026 } },
    });
  });

  test('lesson1, November 2026', async () => {
    const link =
      '#lesson1.d.q1bKSS0uzs9TslLS1dWNySvJLMlJtVIIickDc5WVFfzzUmPyYvJCUitK9GLylHSUiktSC5SsDGoB.ce8ea542';
    expect(await decodeLesson(link)).toEqual({ lesson: '---\ntitle: T\n---\n## One\n\nText.\n', step: 0 });
  });
});

/** Written out, since the page's own defaults may become others, and more options will come. */
const OPTIONS_OF_2026: Partial<Options> = {
  activity: true,
  adjointLiveness: true,
  merge: true,
  elements: true,
  adjointWrite: true,
  splitNested: false,
  keepPrimalResults: false,
  recompute: false,
  useResults: false,
  record: 'tbr',
  reversal: 'joins',
  basicBlocks: 'statements',
  elimination: { kind: 'edge', order: ['HS', 'LM', 'reverse'] },
  blockOutputs: 'needed',
  calls: 'joint',
  snapshots: 'lazy',
  fixedPoints: 'off',
  storage: 'store',
  naming: { adjoint: 'b', tangent: 'd' },
};

describe('a damaged link', () => {
  const source = `double f(double x) {\n${'  x = sin(x) * cos(x) + exp(x);\n'.repeat(200)}  return x;\n}\n`;

  test('that was cut gives back the beginning of its program', async () => {
    const noisy = source.replace(
      /sin/g,
      () => `s${Math.abs(Math.sin(source.length)).toString(36).slice(2, 6)}n`,
    );
    const link = await encodeLink(shared({ source: noisy }));
    const decoded = await decodeLink(link.slice(0, Math.floor(link.length * 0.6)));
    expect(decoded).toMatchObject({ kind: 'damaged', reason: expect.stringContaining('end is missing') });
    if (decoded.kind !== 'damaged' || decoded.saved === null) throw new Error('nothing saved');
    expect(noisy.startsWith(decoded.saved)).toBe(true);
    expect(decoded.saved.length).toBeGreaterThan(20);
  });

  test('never throws, wherever it is cut or changed', async () => {
    const link = await encodeLink(shared({ source: 'double f(double x) { return sin(x) * x; }' }));
    await fc.assert(
      fc.asyncProperty(
        fc.nat(link.length),
        fc.nat(link.length - 1),
        fc.string({ maxLength: 3 }),
        async (cut, at, put) => {
          const changed = `${link.slice(0, at)}${put}${link.slice(at + 1)}`;
          for (const each of [link.slice(0, cut), changed]) {
            const { kind } = await decodeLink(each);
            expect(['none', 'damaged', 'shared']).toContain(kind);
            if (each !== link) expect(kind === 'shared' && each.startsWith('#v1')).toBe(false);
          }
        },
      ),
      { seed: 11, numRuns: draws(100, 300) },
    );
  });

  test('that unpacks to more than any link may hold is stopped on the way', async () => {
    const link = await forge(`{"source":"${'a'.repeat(12_000_000)}"}`);
    expect(link.length).toBeLessThan(100_000);
    // Patterns that are used often are compiled, and have less room then.
    for (let k = 0; k < 4; k++)
      expect(await decodeLink(link)).toMatchObject({
        kind: 'damaged',
        reason: expect.stringContaining('more than a link may hold'),
      });
  });

  test('by a mail program or a chat is mended', async () => {
    const given = shared({ source: 'double f(double x) { return sin(x) * x; }' });
    const link = await encodeLink(given);
    const [head, tail] = [link.slice(0, 60), link.slice(60)];
    const behind = ['.', ')', '>.', ',', '"', '&utm_source=mail', '?fbclid=abc', '%3D', '%20', '%0A', '…'];
    for (const each of [
      ...behind.map((end) => link + end),
      ...['%20', '=%0D%0A', '%E2%80%8B', ' ', '\n'].map((gap) => head + gap + tail),
      `#${encodeURIComponent(link)}`,
      `#${encodeURIComponent(encodeURIComponent(link))}`,
      link.replaceAll('.', '%2E'),
    ])
      expect(await decodeLink(each), each).toEqual({ kind: 'shared', shared: given });
  });

  test('with something written right behind it is told from a whole one', async () => {
    const link = await encodeLink(shared());
    for (const end of ['s', '0', '_', '%20is%20my%20kernel'])
      expect(await decodeLink(link + end), end).toMatchObject({ kind: 'damaged' });
  });

  test('from a later version says so', async () => {
    expect(await decodeLink('#v9.d.abc.00000000')).toMatchObject({
      kind: 'damaged',
      reason: 'was made by a later version of Backsweep (v9)',
    });
  });
});

describe('the schema refuses', () => {
  const refused: [what: string, json: string][] = [
    ['an entry that nobody knows', jsonOf(shared(), { script: 'alert(1)' })],
    ['a missing entry', '{"source":"x"}'],
    ['a wrong type', jsonOf(shared(), { source: 3 })],
    ['an unknown language', jsonOf(shared(), { language: 'javascript' })],
    ['an unknown option', jsonOf(shared(), { options: { ...EMPTY_PLAYGROUND.options, evil: true } })],
    ['an unknown value', jsonOf(shared(), { options: { ...EMPTY_PLAYGROUND.options, record: 'none' } })],
    [
      'a suffix that is no name',
      jsonOf(shared(), {
        options: { ...EMPTY_PLAYGROUND.options, naming: { adjoint: '"; x', tangent: 'd' } },
      }),
    ],
    ['a key that names no variable', jsonOf(shared(), { inputs: { '<img>': '1' } })],
    [
      'a key that reaches into prototypes',
      jsonOf(shared()).replace('"inputs":{}', '"inputs":{"__proto__":"1"}'),
    ],
    ['a list in place of an object', '[]'],
    ['no JSON at all', 'hello'],
  ];
  test.each(refused)('%s', async (_, json) => {
    expect(await decodeLink(await forge(json))).toMatchObject({
      kind: 'damaged',
      reason: expect.stringMatching(
        /^does not fit this version of Backsweep: |^is damaged: it is not well formed$/,
      ),
    });
  });

  test('nothing that the encoder makes', async () => {
    expect(await decodeLink(await forge(jsonOf(shared())))).toEqual({ kind: 'shared', shared: shared() });
  });
});

test('an address without a link is none', async () => {
  for (const hash of ['', '#', '#top', '#main']) expect(await decodeLink(hash)).toEqual({ kind: 'none' });
});

describe('the short form', () => {
  test('holds the same, in fewer characters', async () => {
    const view = {
      arrangement: null,
      presenting: true,
      focus: null,
      cursor: null,
      step: null,
      stepper: null,
    };
    const options = { ...EMPTY_PLAYGROUND.options, record: 'all' as const };
    for (const playground of [
      { ...EMPTY_PLAYGROUND, source: 'double f(double x) { return x; }' },
      { ...EMPTY_PLAYGROUND, source: 'x', inputs: { x: '3' }, options, note: 'look' },
    ]) {
      const short = await encodeShort({ playground, view });
      expect(await decodeLink(short)).toEqual({ kind: 'shared', shared: { playground, view } });
      expect(short.length).toBeLessThan((await encodeLink({ playground, view })).length / 2);
    }
  });

  test('v2, November 2026, stays readable', async () => {
    const decoded = await decodeLink(
      await packed('v2', '{"source":"x = 1;","language":"c","view":{"step":3}}'),
    );
    expect(decoded).toMatchObject({
      kind: 'shared',
      shared: { playground: { source: 'x = 1;', mode: 'adjoint' }, view: { step: 3, presenting: false } },
    });
    for (const bad of ['[]', '3', '{"source":"x","language":"c","__proto__":{"a":1},"colour":"red"}'])
      expect((await decodeLink(await packed('v2', bad))).kind).toBe('damaged');
  });
});
