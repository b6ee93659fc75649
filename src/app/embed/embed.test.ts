import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import samples from '../../../public/embedding.html?raw';
import { packed } from '../store/links/packing';
import { decodeLink } from '../store/links/permalink';
import { parseChoices } from './choices';
import earlier from './earlier.txt?raw';
import { decodeEmbed, type Embed, encodeEmbed } from './embed';
import { readMessage } from './messages';

const LINK = '#v2.j.eyJzb3VyY2UiOiIiLCJsYW5ndWFnZSI6ImMifQ.5d9f8d3a';
const embed: Embed = {
  title: 'f',
  views: [
    { kind: 'text', title: 'Kernel', grammar: 'c', text: 'double f(double x) { return x; }', bars: 'n' },
  ],
  live: ['source'],
  question: { text: '?', choices: [{ text: 'a', right: true }], answer: 'because' },
  link: LINK,
};

describe('an embed', () => {
  test('comes back as it was sent', async () => {
    expect(await decodeEmbed(await encodeEmbed(embed))).toEqual(embed);
  });

  test('that the page about embedding shows, or showed, opens for good', async () => {
    const links = [...`${samples}${earlier}`.matchAll(/#embed1\.[\w.-]+/g)].map(([link]) => link);
    expect(links).toHaveLength(10);
    for (const link of links) {
      const found = await decodeEmbed(link);
      if (typeof found === 'string') throw new Error(found);
      expect(await decodeLink(found.link)).toMatchObject({
        kind: 'shared',
        shared: { playground: { source: expect.stringContaining('x = sin(x * y)'), language: 'c' } },
      });
    }
  });

  test('with anything that it does not know, or too much of what it knows, is refused in words', async () => {
    const wrong: unknown[] = [
      null,
      [],
      { ...embed, more: 1 },
      { ...embed, link: 'javascript:alert(1)' },
      { ...embed, link: 'https://example.org/' },
      { ...embed, views: [...embed.views, ...embed.views, ...embed.views] },
      { ...embed, views: [{ kind: 'html', title: '', text: '<b>' }] },
      {
        ...embed,
        views: [
          {
            kind: 'graph',
            title: '',
            sweep: 'forward',
            width: Number.NaN,
            height: 1,
            vertices: [],
            edges: [],
          },
        ],
      },
      { ...embed, live: 'source' },
      { ...embed, question: { text: '?', choices: 'a', answer: '' } },
    ];
    for (const each of wrong)
      expect(await decodeEmbed(await packed('embed1', JSON.stringify(each)))).toMatch(/does not fit/);
    expect(await decodeEmbed('#embed2.d.abc.00000000')).toMatch(/later version/);
    expect(await decodeEmbed('#nothing')).toMatch(/no embed/);
    expect(await decodeEmbed('')).toMatch(/empty/);
  });

  test('never throws, whatever it is given', async () => {
    const json = fc.json({ maxDepth: 4 });
    await fc.assert(
      fc.asyncProperty(json, async (text) => {
        expect(['string', 'object']).toContain(typeof (await decodeEmbed(await packed('embed1', text))));
      }),
      { seed: 5, numRuns: 60 },
    );
  });
});

test('of messages, exactly those that are documented are understood', () => {
  expect(readMessage({ backsweep: 1, kind: 'theme', theme: 'dark' })).toMatchObject({
    kind: 'theme',
    theme: 'dark',
  });
  expect(readMessage({ backsweep: 1, kind: 'reveal' })).toMatchObject({ kind: 'reveal' });
  fc.assert(
    fc.property(fc.anything(), (data) => {
      expect(readMessage(data)).toBeNull();
    }),
    { seed: 3, numRuns: 300 },
  );
});

test('choices are read as in lessons', () => {
  expect(parseChoices('- [x] one\n- [ ] two\n\n  three \n[X] four')).toEqual([
    { text: 'one', right: true },
    { text: 'two', right: false },
    { text: 'three', right: false },
    { text: 'four', right: true },
  ]);
});
