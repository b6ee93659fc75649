import { describe, expect, test } from 'vitest';
import { type DifferentiateRequest, differentiate, summary } from '../../index';

const options = { adjointLiveness: false };

/** Use and kill, as the paper writes them. */
function sets(request: DifferentiateRequest, text?: string): [string, string] {
  const start = text === undefined ? 0 : request.source.indexOf(text);
  const found = summary(request, text === undefined ? null : { start, end: start + text.length });
  expect(found.reason).toBe('');
  const told = (list: string[]) => list.toSorted().join(' ');
  return [told(found.whole.use), told(found.whole.kill)];
}

describe('[TBR] 5.1, the four statements', () => {
  const [i1, i2, i3, i4] = ['*y = sin(x1 + x2);', '*z = *y;', '*x1 = x2;', '*v = *z * x2;'];
  const request: DifferentiateRequest = {
    language: 'c',
    source: `void f(double *x1, double x2, double *y, double *z, double *v) {
  ${[i1, i2, i3, i4].join(' ').replace('x1 + x2', '*x1 + x2')}
}`,
    options,
  };
  const first = '*y = sin(*x1 + x2);';
  test.each([
    [first, 'x1 x2', 'y'],
    [i2, '', 'z'],
    [i3, '', 'x1'],
    [i4, 'x2 z', 'v'],
    [`${first} ${i2}`, 'x1 x2', 'y z'],
    [`${i3} ${i4}`, 'x2 z', 'v x1'],
    [`${first} ${i2} ${i3}`, 'x2', 'x1 y z'],
  ])('%s', (text, use, kill) => expect(sets(request, text)).toEqual([use, kill]));
  test('all', () => {
    expect(sets(request)).toEqual(['x2 z', 'v x1 y z']);
    expect(summary(request).whole.equation).toBe(
      'AdjU = ({x1, x2} \\ {x1, z, v}) ∪ {x2, z} = {x2, z}; Kill = {x1, y, z, v}',
    );
  });
});

describe('[TBR] Table 2.1', () => {
  const request: DifferentiateRequest = {
    language: 'c',
    source: `/* backsweep: external(check, read(j)) */
int check(int j);
void sweep(double x[12]) {
  int i = 0, j = 10; double a = 3.14159;
  while (check(j)) {
    if (fmax(i, j) > 7) { x[i] = j + sin(x[i]); } else { x[j] = j*cos(x[j]) + a; }
    i = i + 1; j = j - 1; a = a/2;
  }
}`,
    options,
  };
  const branch = 'if (fmax(i, j) > 7) { x[i] = j + sin(x[i]); } else { x[j] = j*cos(x[j]) + a; }';
  test('arms, branch, body, loop, routine', () => {
    expect(sets(request, 'x[i] = j + sin(x[i]);')).toEqual(['i x', '']);
    expect(sets(request, 'x[j] = j*cos(x[j]) + a;')).toEqual(['j x', '']);
    expect(sets(request, branch)).toEqual(['i j x', '']);
    expect(sets(request, `${branch}\n    i = i + 1; j = j - 1; a = a/2;`)).toEqual(['x', 'a i j']);
    expect(sets(request)[0]).toBe('x');
    // What the test calls is kept in a variable of its own, which is killed, too.
    const [, kill] = sets(request);
    expect(kill.split(' ').filter((name) => !name.includes('check'))).toEqual(['a', 'i', 'j']);
  });
  test('what is required where the body starts is x', () => {
    const { analyses, statements } = differentiate(request);
    const required = analyses.find(({ name }) => name === 'required');
    const head = statements.find(({ text }) => text.startsWith('if (max') || text.includes('fmax'));
    expect(required?.statements[head?.id ?? '']?.before).toEqual(['x']);
  });
  test('T and G: a loop keeps what its body carries over', () => {
    const { pieces } = summary(request);
    const loop = pieces.find(({ kind }) => kind === 'loop');
    expect(loop?.generated).toContain('x');
    expect(loop?.equation).toContain('AdjU(body) = {x}');
  });
  test('where control jumps there is no equation', () => {
    const source = 'double f(double x) { while (x < 9.0) { x = x*x; if (x > 5.0) break; } return x; }';
    expect(summary({ language: 'c', source }).reason).toContain('jumps');
    // Statements that do not jump have theirs, wherever they stand.
    expect(sets({ language: 'c', source }, 'x = x*x;')).toEqual(['', 'x']);
    expect(summary({ language: 'c', source: 'double f(' }).ok).toBe(false);
  });
});
