import { describe, expect, test } from 'vitest';
import { FOLDED } from '../layout/measure';
import { place } from '../layout/place';
import { focusOnRecording, focusOnStatement, litBy, NOTHING_LIT } from '../store/view/focus';
import { FIXTURE_SOURCE, fixture } from '../testing/fixture';
import { highlight } from '../ui/highlight';
import { bytes, counted, numberParts, shortNumber } from '../ui/numbers';
import { lineStarts, positionOf } from '../ui/text';
import { codeLines, firstLit, marksOf } from './code/lines';
import { dotOf } from './graphs/dot';
import { spokenVertex, travel } from './graphs/travel';

const result = fixture({ source: FIXTURE_SOURCE, language: 'c' });
const text = (line: number) => result.code.text.split('\n')[line]?.trim();

describe('lines of generated code', () => {
  test('each knows where it comes from', () => {
    const lines = codeLines(result);
    expect(lines).toHaveLength(28);
    expect(lines.find((_, i) => text(i) === 'x = sin(x * y);')?.origin).toMatchObject({
      statement: 's3',
      sweep: 'forward',
    });
    expect(lines.at(-1)?.origin).toBeNull();
  });
  test('the gutter tells sweeps and tape apart, in words too', () => {
    const marks = marksOf(result, NOTHING_LIT);
    expect(marks[3]).toMatchObject({ bar: 'tape', spoken: 'forward sweep, stores' });
    expect(marks[4]).toMatchObject({ bar: 'forward', spoken: 'forward sweep' });
    expect(marks[19]).toMatchObject({ bar: 'backward', spoken: 'backward sweep, derivative' });
    expect(marks[1]).toMatchObject({ bar: 'none', dim: true });
  });
  test('a statement lights all of its lines, a recording its push and pop strongly', () => {
    const byStatement = marksOf(result, litBy(focusOnStatement(result, 's3', 'x'), result));
    expect(byStatement.flatMap(({ lit }, i) => (lit ? [i] : []))).toEqual([6, 7, 18, 19, 20, 21]);
    const byRecording = marksOf(result, litBy(focusOnRecording(result, 'r2', 'x'), result));
    expect(byRecording.flatMap(({ strong }, i) => (strong ? [i] : []))).toEqual([6, 18]);
    expect(firstLit(byRecording)).toBe(6);
    expect(firstLit(marksOf(result, NOTHING_LIT))).toBeNull();
  });
});

describe('colours', () => {
  const kinds = (source: string, grammar: Parameters<typeof highlight>[1]) =>
    highlight(source, grammar).map((line) =>
      line.flatMap(({ text, kind }) => (kind === null ? [] : [`${kind}:${text}`])),
    );

  test('C', () => {
    expect(kinds('double x = 1.5e-3; // half\n/* a\nb */ PUSH(sin(x));', 'c')).toEqual([
      ['keyword:double', 'number:1.5e-3', 'comment:// half'],
      ['comment:/* a'],
      ['comment:b */', 'tape:PUSH', 'call:sin'],
    ]);
  });
  test('Fortran, both forms', () => {
    expect(kinds('DO i = 1, n ! all', 'fortran')).toEqual([['keyword:DO', 'number:1', 'comment:! all']]);
    expect(kinds('c a comment\n      call f(2.d0)', 'fortran-fixed')).toEqual([
      ['comment:c a comment'],
      ['keyword:call', 'call:f', 'number:2.d0'],
    ]);
  });
  test('no character is lost', () => {
    for (const grammar of ['c', 'javascript', 'fortran', 'fortran-fixed'] as const) {
      const odd = `${FIXTURE_SOURCE}\n\n'unclosed /* "x \\ \u0000 <b>`;
      expect(
        highlight(odd, grammar)
          .map((line) => line.map((piece) => piece.text).join(''))
          .join('\n'),
      ).toBe(odd);
    }
  });
});

describe('graphs', () => {
  test('arrow keys travel along edges and rows', () => {
    const placed = place(result.graphs, FOLDED).graphs.original;
    expect(travel(placed, 'v1', 'ArrowDown')).toBe('v2');
    expect(travel(placed, 'v2', 'ArrowUp')).toBe('v1');
    expect(travel(placed, 'v1', 'ArrowUp')).toBeNull();
    expect(travel(placed, 'v5', 'Home')).toBe('v1');
    expect(travel(placed, 'v5', 'x')).toBeNull();
  });
  test('a vertex is said in words', () => {
    const vertex = result.graphs.original.vertices[1];
    if (vertex === undefined) throw new Error('no vertex');
    expect(spokenVertex(vertex, result.graphs.original)).toBe(
      'branch 2: x < y: goes to 3 when 1 and 7 when 0',
    );
  });
  test('DOT quotes what users wrote', () => {
    const span = { start: 0, end: 0 };
    const vertices = [
      {
        id: 'v1',
        number: 1,
        kind: 'BASICBLOCK' as const,
        control: false,
        statements: [{ text: 'say("a\\b")', statement: null, span, role: 'primal' as const }],
      },
    ];
    expect(dotOf({ vertices, edges: [] }, 'G"')).toContain('[label="say(\\"a\\\\b\\")"');
  });
});

test('numbers are short and honest', () => {
  expect(
    [0.07883059046, -0.5, 0, 1e-12, -2.5e9, Number.NaN, Number.POSITIVE_INFINITY].map((x) => shortNumber(x)),
  ).toEqual(['0.07883059', '−0.5', '0', '1·10⁻¹²', '−2.5·10⁹', 'NaN', '∞']);
  expect([-1.1718e103, 1234567.25, 3, Number.NaN].map((x) => numberParts(shortNumber(x)))).toEqual([
    { head: '−1', fraction: '.1718', power: '·10¹⁰³' },
    { head: '1234567', fraction: '.3', power: '' },
    { head: '3', fraction: '', power: '' },
    { head: 'NaN', fraction: '', power: '' },
  ]);
  expect([0.125, 0.25, 20, 4096].map(bytes)).toEqual(['1 bit', '2 bits', '20 B', '4.0 kB']);
  expect([counted(1, 'value'), counted(1200, 'entry', 'entries')]).toEqual(['1 value', '1,200 entries']);
});

test('offsets become lines and columns', () => {
  const starts = lineStarts('ab\n\ncd');
  expect(starts).toEqual([0, 3, 4]);
  expect([0, 2, 3, 5].map((offset) => positionOf(starts, offset))).toEqual([
    { line: 0, column: 0 },
    { line: 0, column: 2 },
    { line: 1, column: 0 },
    { line: 2, column: 1 },
  ]);
});
