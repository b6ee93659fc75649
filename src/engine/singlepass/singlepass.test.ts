import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Numbering, ParseVertex } from '../pipeline/results';
import { IS_DEEP, seedsOf } from '../testing/draws';
import { randomFrom } from '../testing/prng';
import { generateSinglePassProgram } from '../testing/singlePassPrograms';
import { compileInOnePass } from '.';

const NUMBERINGS: readonly Numbering[] = ['grammar', 'implementation'];
const pass = (source: string, numbering: Numbering = 'grammar') => compileInOnePass(source, numbering);
const textOf = (source: string, { span }: ParseVertex) => source.slice(span.start, span.end);

describe('[SPG] 2-4 and theory 12.14', () => {
  test('x = x*y', () => {
    const { code, tree } = pass('x=x*y;');
    expect(code.forward).toBe(
      'push_v(v1);v1=x;push_v(v2);v2=y;push_v(v0);v0=v1*v2;push_c(1);push_v(x);x=v0;',
    );
    expect(code.backward).toEqual([
      'pop_v(x);v0_=x_;x_=0;pop_v(v0);v1_=v0_*v2;v2_=v0_*v1;pop_v(v2);y_+=v2_;pop_v(v1);x_+=v1_;',
    ]);
    const expressions = tree
      .filter(({ symbol }) => symbol === 'e')
      .map(({ attributes: { j, n, k } }) => [j, n, k]);
    expect(expressions).toEqual([
      [0, 3, 1],
      [1, 1, 1],
      [2, 1, 1],
    ]);
  });

  test('x = x*y, as [SPG] 2 prints it', () => {
    const { forward, backward } = pass('x=x*y;', 'implementation').code;
    expect(forward.replace('push_c(1);', '')).toBe(
      'push_v(v0);v0=x;push_v(v1);v1=y;push_v(v2);v2=v0*v1;push_v(x);x=v2;',
    );
    expect(backward).toEqual([
      'pop_v(x);v2_=x_;x_=0;pop_v(v2);v0_=v2_*v1;v1_=v2_*v0;pop_v(v1);y_+=v1_;pop_v(v0);x_+=v0_;',
    ]);
  });

  test('if(y<x){y=1;} y=y*sin(x)', () => {
    const source = 'if(y<x){y=1;} y=y*sin(x);';
    const { code, tree, events } = pass(source);
    const seen = tree.map((v) => [
      v.symbol,
      textOf(source, v),
      v.attributes.j,
      v.attributes.n,
      v.attributes.k,
    ]);
    expect(seen).toEqual([
      ['code', source, undefined, undefined, undefined],
      ['s', source, undefined, undefined, 2],
      ['b', 'if(y<x){y=1;}', undefined, undefined, 1],
      ['r', 'y<x', undefined, undefined, undefined],
      ['s', 'y=1;', undefined, undefined, 1],
      ['a', 'y=1;', undefined, undefined, 1],
      ['e', '1', 0, 1, 1],
      ['a', 'y=y*sin(x);', undefined, undefined, 2],
      ['e', 'y*sin(x)', 0, 4, 2],
      ['e', 'y', 1, 1, 2],
      ['e', 'sin(x)', 2, 2, 2],
      ['e', 'x', 3, 1, 2],
    ]);
    // k of the branch: 0 comes in, 1 goes out.
    const k = events.filter(({ vertex, attribute }) => vertex === 2 && attribute === 'k');
    expect(k.map(({ kind, value }) => [kind, value])).toEqual([
      ['inherit', 0],
      ['reduce', 1],
    ]);
    const one = ['push_v(v0);v0=1;push_c(1);push_v(y);y=v0;', 'pop_v(y);v0_=y_;y_=0;pop_v(v0);'] as const;
    const y = ['push_v(v1);v1=y;', 'pop_v(v1);y_+=v1_;'] as const;
    const x = ['push_v(v3);v3=x;', 'pop_v(v3);x_+=v3_;'] as const;
    const sine = [`${x[0]}push_v(v2);v2=sin(v3);`, `pop_v(v2);v3_=cos(v3)*v2_;${x[1]}`] as const;
    // The right operand's code first: the paper joins these the other way round in one place.
    const product = [
      `${y[0]}${sine[0]}push_v(v0);v0=v1*v2;`,
      `pop_v(v0);v1_=v0_*v2;v2_=v0_*v1;${sine[1]}${y[1]}`,
    ] as const;
    const last = [`${product[0]}push_c(2);push_v(y);y=v0;`, `pop_v(y);v0_=y_;y_=0;${product[1]}`] as const;
    const branch = `if(y<x){${one[0]}}`;
    const loop = `while(pop_c(i)){if(i==1){${one[1]}}else if(i==2){${last[1]}}}`;
    expect(tree.map(({ attributes }) => [attributes.cf, attributes.cb])).toEqual([
      [branch + last[0] + loop, undefined],
      [branch + last[0], [one[1], last[1]]],
      [branch, [one[1]]],
      ['y<x', undefined],
      [one[0], [one[1]]],
      one,
      ['push_v(v0);v0=1;', 'pop_v(v0);'],
      last,
      product,
      y,
      sine,
      x,
    ]);
    expect(code.backward).toEqual([one[1], last[1]]);
  });

  test('the case study, as its implementation numbers it', () => {
    const { code } = pass('if (x<y) { x=x*y; while (y<x) { x=sin(x*y); } }', 'implementation');
    expect(code.forward).toBe(
      'if(x<y){push_c(1);push_v(v0);v0=x;push_v(v1);v1=y;push_v(v2);v2=v0*v1;push_v(x);x=v2;' +
        'while(y<x){push_c(2);push_v(v0);v0=x;push_v(v1);v1=y;push_v(v2);v2=v0*v1;push_v(v3);v3=sin(v2);push_v(x);x=v3;}}',
    );
    const product = 'v0_=v2_*v1;v1_=v2_*v0;pop_v(v1);y_+=v1_;pop_v(v0);x_+=v0_;';
    const [first, second] = [
      `pop_v(x);v2_=x_;x_=0;pop_v(v2);${product}`,
      `pop_v(x);v3_=x_;x_=0;pop_v(v3);v2_=cos(v2)*v3_;pop_v(v2);${product}`,
    ];
    expect(code.backward).toEqual([first, second]);
    const lines = code.text.replaceAll(/\s+(?!\w)|(?<!\w)\s+/g, '');
    expect(lines).toContain(`while(pop_c(i)){if(i==1){${first}}else if(i==2){${second}}}`);
  });
});

describe('what is not in the grammar is refused at its place', () => {
  const refused: [source: string, at: string, expected: RegExp][] = [
    ['x = y', '', /`;`/],
    ['x = (y;', ';', /`\)`/],
    ['x = ;', ';', /P4.*P5.*P6/],
    ['x += y;', '+=', /`=`/],
    ['x = pow(x, y);', '(', /`;`/],
    ['x = y % z;', '%', /`;`/],
    ['x = a[1];', '[', /`;`/],
    ['for (;;) { x = y; }', 'for', /P1.*P1a.*P1b/],
    ['if (x < y) { x = 1; } else { x = 2; }', 'else', /P1/],
    ['if (x) { x = 1; }', ')', /`<`/],
    ['if (x < y) x = 1;', 'x', /`\{`/],
    ['if (x < y && y < z) { x = 1; }', '&&', /`\)`/],
    ['if (x < y) { }', '}', /P1/],
    ['x = y; }', '}', /P1/],
    ['x = 1/2;', '/', /P7/],
    ['x = y*-(3/4);', '/', /P7/],
    ['x = 017;', '017', /P5/],
    ['x = 1.5f;', '1.5f', /P5/],
    ['double x = 3;', '=', /`;`/],
    ['int i; x = i;', 'int', /P1/],
    ['return x;', 'return', /P1/],
    ['x = M_PI;', 'M_PI', /P5/],
    ['void f(int n) { n = 1; }', 'int', /`double`/],
    ['void f(double *x) { x = 1; }', 'x', /P1/],
    ['double f(double x) { return x; x = 1; }', 'x', /`}`/],
    ['', '', /P1/],
  ];
  test.each(refused)('%s', (source, at, expected) => {
    const { ok, diagnostics, tree, code } = pass(source);
    expect([ok, diagnostics.length, code.text]).toEqual([false, 1, '']);
    const [{ message, span } = { message: '', span: { start: 0, end: 0 } }] = diagnostics;
    expect(source.slice(span.start, span.end)).toBe(at);
    expect(message).toMatch(expected);
    expect(tree.length).toBeGreaterThan(0);
  });
});

test("a text that breaks off has the beginning of the whole one's tree", () => {
  const source = 'if (x<y) { x = x*y; } y = sin(x)*(x + y);';
  const whole = pass(source).tree;
  for (let end = 1; end < source.length; end++) {
    const { tree } = pass(source.slice(0, end));
    const done = tree.filter(({ symbol, attributes }) => symbol === 'a' && attributes.cb !== undefined);
    for (const a of done) expect(a).toEqual(whole[a.id]);
  }
  expect(pass('y = sin(x)*(x + ').tree.map(({ production }) => production)).toEqual([
    'P0',
    'P1',
    'P3',
    'P7',
    'P6',
    'P4',
    'P7',
    'P4',
  ]);
});

const PROGRAMS = 40;

describe.each(NUMBERINGS)('one pass, in the numbering of the %s', (numbering) => {
  test('events are in the order of the text, each attribute set once, after what it is made of', () => {
    for (const seed of seedsOf(PROGRAMS)) {
      const { source } = generateSinglePassProgram(randomFrom(seed));
      const { ok, tree, events, code, productions } = pass(source, numbering);
      expect(ok, source).toBe(true);
      let at = 0;
      const set = new Set<string>();
      for (const e of events) {
        expect(e.at).toBeGreaterThanOrEqual(at);
        at = e.at;
        if (e.kind === 'shift') continue;
        const key = `${e.vertex} ${e.attribute} ${e.attribute === 'k' ? e.kind : ''}`;
        expect(set.has(key)).toBe(false);
        set.add(key);
        if (e.kind === 'reduce')
          for (const child of tree[e.vertex]?.children ?? []) expect(set.has(`${child} cf `)).toBe(true);
      }
      const tokens = events.filter(({ kind }) => kind === 'shift').map(({ value }) => value);
      expect(tokens.join('')).toBe(source.replaceAll(/\s/g, ''));
      expect(tree.map(({ id }) => id)).toEqual(tree.map((_, id) => id));
      for (const v of tree) expect(productions.some(({ id }) => id === v.production)).toBe(true);
      // Every assignment numbers its variables 0, 1, …, each once.
      for (const a of tree.filter(({ symbol }) => symbol === 'a')) {
        const own = below(tree, a).flatMap(({ attributes }) => attributes.j ?? []);
        expect(own.toSorted((x, y) => x - y)).toEqual(own.map((_, i) => i));
      }
      expect(code.backward.length).toBe(tree.filter(({ symbol }) => symbol === 'a').length);
    }
  });

  test('what is read later changes nothing of what was done', () => {
    for (const seed of seedsOf(20)) {
      const [one, two] = [2 * seed, 2 * seed + 1].map((k) => generateSinglePassProgram(randomFrom(k)).source);
      if (!one || !two || /^(void|double)/.test(one + two) || /^(void|double)/.test(two)) continue;
      const alone = pass(one, numbering).events.filter(({ vertex }) => vertex > 1);
      const first = pass(`${one}\n${two}`, numbering).events.filter(({ vertex }) => vertex > 1);
      expect(first.slice(0, alone.length)).toEqual(alone);
    }
  });
});

function below(tree: readonly ParseVertex[], v: ParseVertex): ParseVertex[] {
  return [v, ...v.children.flatMap((child) => (tree[child] ? below(tree, tree[child]) : []))];
}

test('both numberings differ in names and in the place of push_c only', () => {
  for (const seed of seedsOf(50)) {
    const { source } = generateSinglePassProgram(randomFrom(seed));
    const [one, two] = NUMBERINGS.map((numbering) =>
      pass(source, numbering)
        .code.forward.replaceAll(/push_c\(\d+\);/g, '')
        .replaceAll(/\bv\d+\b/g, 'v'),
    );
    expect(one).toBe(two);
  }
});

/** Tokens that are scanned, looks ahead, attributes and events: what is looked up, kept or matched, one by one. */
function workOf(source: string): number {
  const counted: [prototype: object, name: string][] = [
    [RegExp.prototype, 'exec'],
    [Map.prototype, 'get'],
    [Map.prototype, 'set'],
    [Array.prototype, 'push'],
    [Array.prototype, 'at'],
  ];
  let work = 0;
  const restore = counted.map(([prototype, name]) => {
    const own = Object.getOwnPropertyDescriptor(prototype, name) as PropertyDescriptor;
    const value = function (this: unknown, ...given: unknown[]) {
      work++;
      return own.value.apply(this, given);
    };
    Object.defineProperty(prototype, name, { ...own, value });
    return () => Object.defineProperty(prototype, name, own);
  });
  try {
    pass(source);
  } finally {
    for (const each of restore) each();
  }
  return work;
}

describe('long texts', () => {
  const programs: [string, (n: number) => string][] = [
    ['many statements', (n) => 'x=x*y;\n'.repeat(n / 6)],
    ['a long sum', (n) => `x=x${'+y'.repeat(n / 2)};`],
    ['deep parentheses', (n) => `x=${'('.repeat(n / 2)}x${')'.repeat(n / 2)};`],
    ['deep calls', (n) => `x=${'sin('.repeat(n / 3)}x${')'.repeat(n / 3)};`],
    ['many signs', (n) => `x=${'- '.repeat(n)}x;`],
  ];
  // Up to 100,000 tokens in the deep tier.
  const most = IS_DEEP ? 100_000 : 5_000;
  test.each(programs)('%s: the work grows with the length', (_, make) => {
    expect(workOf(make(most)) / workOf(make(most / 10))).toBeLessThan(10.2);
  });

  test('100,000 tokens', () => {
    const { ok, tree } = pass('x=x*y;'.repeat(16_667));
    expect([ok, tree.length]).toEqual([true, 2 + 4 * 16_667]);
  });

  test('control is nested as deep as C is read here, and no deeper', () => {
    const nested = (n: number) => `${'if(x<y){'.repeat(n)}x=y;${'}'.repeat(n)}`;
    expect(pass(nested(100)).ok).toBe(true);
    expect(pass(nested(5_000)).diagnostics).toEqual([expect.objectContaining({ code: 'not-in-grammar' })]);
  });
});

test('it is small, and knows nothing of the main engine but the table of elementary functions', () => {
  const files = readdirSync(new URL('.', import.meta.url)).filter((name) => !name.includes('.test.'));
  const texts = files.map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'));
  const lines = texts
    .join('')
    .split('\n')
    .filter((line) => /^\s*[^\s*/]/.test(line));
  expect(lines.length).toBeLessThanOrEqual(600);
  const imports = texts.flatMap((text) =>
    [...text.matchAll(/^import (?!type)[^;]*?from '(\.\.[^']*)'/gm)].map(([, path]) => path),
  );
  expect(imports.filter((path) => !path?.startsWith('../base/') && path !== '../ir/elementary')).toEqual([]);
});
