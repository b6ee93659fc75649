import { describe, expect, test } from 'vitest';
import {
  breakIt,
  type DifferentiateRequest,
  differentiate,
  type ExecuteRequest,
  execute,
  explain,
  measureTime,
  neededRecordings,
  probe,
  type Subject,
  takeAwayFiles,
} from '..';
import { internal } from './failed';

/* What comes in by a link, or by a page that is behind its text: every request gets an answer in words. */

const diagnosed = (source: string, more: Partial<DifferentiateRequest> = {}) => {
  const { ok, diagnostics } = differentiate({ source, language: 'c', ...more });
  return {
    ok,
    said: diagnostics.map(({ code, message, notes }) => [code, message, ...notes.map((n) => n.message)]),
  };
};

const TWO =
  'double g(double x) { return x; }\ndouble f(double x, int n, double *y) { *y = x * n; return x * g(x); }';

describe('differentiate', () => {
  test.each<readonly [string, string, Partial<DifferentiateRequest>, readonly string[]]>([
    [
      'a routine that is not there, among two',
      TWO,
      { routine: 'h' },
      ['no-such-routine', 'There is no routine `h` in the text.', 'There are: g, f.'],
    ],
    [
      'a routine that is not there, beside one',
      'double f(double x) { return x; }',
      { routine: 'h' },
      ['no-such-routine', 'There is no routine `h` in the text.', 'There is: f.'],
    ],
    [
      'a routine in no text',
      '',
      { routine: 'h' },
      [
        'no-routine',
        'There is nothing to differentiate: the text holds no routine and no statement.',
        'Write a function such as `double f(double x) { return x*x; }`, or open an example.',
      ],
    ],
    [
      'an independent that is not there',
      TWO,
      { independents: ['q'] },
      ['not-an-input', '`q` cannot be independent: f has no such argument.', 'Possible: x, y.'],
    ],
    [
      'an independent that is not real',
      TWO,
      { independents: ['n'] },
      ['not-an-input', '`n` cannot be independent: it is not a real argument of f.', 'Possible: x, y.'],
    ],
    [
      'a dependent that is no output',
      TWO,
      { dependents: ['x'] },
      ['not-an-output', '`x` cannot be dependent: it is not a real output of f.', 'Possible: y, f.'],
    ],
    [
      'a dependent where there is no output',
      'void f(int n) { n = 2; }',
      { dependents: ['z'] },
      ['not-an-output', '`z` cannot be dependent: f has no such argument.'],
    ],
    [
      'an independent of a directive',
      '/* backsweep: independents(x, q) */\ndouble f(double x, double y) { return x * y; }',
      {},
      ['not-an-input', '`q` cannot be independent: f has no such argument.', 'Possible: x, y.'],
    ],
    [
      'a mode of another tool',
      TWO,
      { mode: 'hessian' as never },
      [
        'not-available',
        'Mode `hessian` is not available.',
        'Available: adjoint, tangent, vector-tangent, tangent-over-adjoint.',
      ],
    ],
    [
      'a target of another tool',
      TWO,
      { target: 'pascal' as 'c' },
      ['not-available', 'Target `pascal` is not available.', 'Available: c, fortran, javascript.'],
    ],
    [
      'an option of another version',
      TWO,
      { options: { record: 'some' as 'all' } },
      [
        'not-available',
        'Option record = `some` is not available.',
        'Available: all, initialized, tbr, least.',
      ],
    ],
  ])('%s', (_, source, more, expected) => {
    const { ok, said } = diagnosed(source, more);
    expect(ok).toBe(false);
    expect(said).toContainEqual(expected);
  });

  test('Fortran names in any case', () => {
    const source = 'subroutine f(x, y)\nreal(8) :: x, y\ny = x*x\nend';
    const asked = { routine: 'F', independents: ['X'], dependents: ['Y'] };
    const { ok, request } = differentiate({ source, language: 'fortran', ...asked });
    expect([ok, request.independents, request.dependents]).toEqual([true, ['x'], ['y']]);
  });

  test('nothing to differentiate', () => {
    const codes = diagnosed('void f(int n) { n = 2; }').said.map(([code]) => code);
    expect(codes).toEqual(['no-independents', 'no-dependents']);
  });

  test('a main program that computes what it starts from says what to make an argument', () => {
    const source =
      'program p\nreal(8) :: x(3), e\ninteger :: i\ndo i = 1, 3\nx(i) = i\nend do\ne = sum(x**2)\nprint *, e\nend';
    const { diagnostics } = differentiate({ source, language: 'fortran' });
    const told = diagnostics.find(({ code }) => code === 'no-independents');
    expect(told?.notes[0]?.message).toBe(
      'Make an argument of what it starts from, `x`, and take out what sets it.',
    );
  });

  test('what we break ourselves is called ours, whatever was thrown', () => {
    expect(internal(new Error('a')).message).toBe('Backsweep itself made a mistake here: a.');
    expect(internal('b').message).toBe('Backsweep itself made a mistake here: b.');
  });
});

const KERNEL =
  'double f(double x, double a[3]) { double y = x; if (x > 0) { y = sin(y); } a[1] = y; a[1] = a[1] * a[2]; for (int i = 0; i < 3; i++) a[i] = a[i] * a[i]; return y * a[0]; }';

describe('explain', () => {
  const d = differentiate({ source: KERNEL, language: 'c' });
  const stale = (what: string) =>
    `The program has changed since this ${what} was named, or it belongs to another one.`;
  test.each<readonly [Subject, string, string]>([
    [{ kind: 'recording', id: 'r99' }, 'There is no recording `r99`', stale('recording')],
    [{ kind: 'statement', id: 's999' }, 'There is no statement `s999`', stale('statement')],
    [
      { kind: 'location', location: 'x', statement: '', point: 'before' },
      'There is no statement ``',
      stale('statement'),
    ],
    [
      { kind: 'location', location: 'gone', statement: 's1', point: 'before' },
      'There is no location `gone`',
      stale('location'),
    ],
    [
      { kind: 'location', location: 'x', statement: 's1', point: 'before', analysis: 'nonsense' },
      'Is `x` in the set “nonsense” before the test `x > 0` (line 1)?',
      'This compile has no analysis of that name.',
    ],
    [{ kind: 'variable', key: 'gone' }, 'What is `gone`?', 'The routine has no variable `gone`.'],
    [
      { kind: 'code', start: 1e9, end: 2e9 },
      'What is this part of the text?',
      'It belongs to the frame of the generated code: its head, its declarations, its layout.',
    ],
  ])('%j', (subject, title, short) => {
    expect(explain(d, subject)).toMatchObject({ title, short, long: '', facts: [] });
  });

  test('of a text that can’t be analysed', () => {
    const empty = differentiate({ source: '', language: 'c' });
    expect(explain(empty, { kind: 'statement', id: 's0' })).toMatchObject({
      title: 'Nothing to explain yet',
      short:
        'The program could not be analysed: There is nothing to differentiate: the text holds no routine and no statement.',
    });
  });
});

describe('break it', () => {
  const broken = (key: string, more: Partial<ExecuteRequest> = {}) =>
    breakIt({ source: KERNEL, language: 'c', ...more }, key);

  test.each(['gone', 's1:y', ''])('%j names nothing that could be stored', (key) => {
    expect(broken(key)).toMatchObject({
      ok: false,
      refused: key.startsWith('s')
        ? 'The forward sweep does not overwrite this value there, so it cannot be stored there.'
        : `No recording is named \`${key}\`: a name is a statement's and a variable's, such as \`s2:y\`.`,
    });
  });

  test('what controls the backward sweep stays', () => {
    const source = 'double f(double x) { while (x > 1) x = x * x * 0.4; return x; }';
    const { recordings } = differentiate({ source, language: 'c' });
    const control = recordings.find(({ kind }) => kind !== 'value');
    expect(broken(control?.key ?? '', { source }).refused).toBe(
      'Control cannot be taken away: the backward sweep would not know where to go.',
    );
  });

  test('a run that ends early can’t be compared', () => {
    const source = 'double f(double x, int n) { double y = x; y = sin(y); y = sin(y); return y / (1 / n); }';
    expect(broken('s1:y', { source, inputs: { n: 0 } }).refused).toBe(
      'The program does not run on these inputs, so there is nothing to compare.',
    );
  });

  test('all components, some, or the only one', () => {
    const single = 'float f(float x) { float y = x; y = sinf(y); y = sinf(y); return y; }';
    const [only, some, most] = [
      broken(differentiate({ source: single, language: 'c' }).recordings[0]?.key ?? '', { source: single }),
      broken('s2:y'),
      broken('s7:a'),
    ];
    expect(only.sentence).toMatch(/^Without this recording, the only component of the gradient is wrong\./);
    expect(some.sentence).toMatch(/^Without this recording, 1 of 4 components of the gradient is wrong\. /);
    expect(most.sentence).toMatch(/ components of the gradient are wrong\. The worst is .* instead of /);
    expect([only, some, most].map(({ effect }) => effect)).toEqual(['changed', 'changed', 'changed']);
  });

  test('what a strategy stores in vain', () => {
    expect(broken('s0:y', { options: { record: 'all' } })).toMatchObject({
      effect: 'unchanged',
      reason: 'The strategy stores every overwritten value, and the backward sweep does not read this one.',
    });
  });
});

describe('what can’t be run', () => {
  const shortList: ExecuteRequest = { source: KERNEL, language: 'c', inputs: { a: [1] } };
  const empty: ExecuteRequest = { source: '', language: 'c' };
  const byZero: ExecuteRequest = {
    source: 'double f(double x, int n) { return x / (1 / n); }',
    language: 'c',
    inputs: { n: 0 },
  };

  test('is not measured', () => {
    expect(measureTime(shortList, 1).reason).toBe('The inputs do not fit the program.');
    expect(measureTime(empty, 1).reason).toBe('There is nothing to run: the program has errors.');
    expect(measureTime(byZero, 1).reason).toBe('A run ended early, or takes too long to be repeated.');
  });

  test('has no recordings to count', () => {
    expect(neededRecordings(shortList).reason).toBe('The inputs do not fit the program.');
    expect(neededRecordings(empty).reason).toBe('There is no adjoint to run: the program has errors.');
    expect(neededRecordings(byZero).reason).toBe(
      'The run did not come to its end, or was too long to follow.',
    );
  });

  test('is not probed', () => {
    const none = 'The program does not run on these inputs, so there is nothing to probe.';
    expect(probe(shortList).refused).toBe(none);
    expect(probe(empty).refused).toBe(none);
    expect(probe(byZero).refused).toBe(
      'The run is too long to be probed, or does not come to its end: take a smaller one.',
    );
  });

  test('is not taken away, but for what only ends early here', () => {
    const taken = takeAwayFiles(shortList);
    expect([taken.ok, taken.files]).toEqual([false, []]);
    expect(taken.diagnostics.map(({ message }) => message)).toEqual([
      '`a` has 3 elements, and the input has 1.',
    ]);
    expect(takeAwayFiles(byZero).ok).toBe(true);
    const program = 'program p\nreal(8) :: x\nx = 2\nx = x*x\nend';
    expect(takeAwayFiles({ source: program, language: 'fortran' }).diagnostics).toMatchObject([
      { message: 'No driver can call a main program: choose a subroutine or a function.' },
    ]);
  });

  test('says that the program has errors', () => {
    const { ok, check, inputs } = execute({ source: 'double f(double x) { return x *; }', language: 'c' });
    expect([ok, inputs, check.sentence]).toEqual([false, {}, 'Nothing was run: the program has errors.']);
  });
});

test('a number takes as many bytes as there are numbers to tell apart', () => {
  const source = (n: number) =>
    `double f(double x) { ${Array.from({ length: n }, (_, k) => `x = x * sin(x + ${k}.5);`).join(' ')} return x; }`;
  const bytes = (n: number) => {
    const { recordings } = differentiate({
      source: source(n),
      language: 'c',
      options: { reversal: 'statements' },
    });
    return [...new Set(recordings.filter(({ kind }) => kind === 'statement').map((r) => r.bytes))];
  };
  expect(bytes(200)).toEqual([1]);
  expect(bytes(300)).toEqual([2]);
});

test('what depends on nothing says so at its head', () => {
  const { code } = differentiate({
    source: 'void f(double x, int *n) { *n = x > 2; }',
    language: 'c',
    independents: ['x'],
  });
  expect(code?.text ?? '').toContain('dependents:   none');
});

test('hundreds of thousands of values overflow no stack', () => {
  const many = 200_000;
  const values = Array.from({ length: many }, (_, i) => 0.5 + (i % 7));
  const sum =
    'double f(int n, const double x[n]) { double s = 0; for (int i = 0; i < n; i++) s += x[i]*x[i]; return s; }';
  const inputs = { n: many, x: values };
  expect(takeAwayFiles({ source: sum, language: 'c', inputs }).diagnostics).toEqual([]);
  const table = `static const double t[${many}] = {${values.join(', ')}};\ndouble f(double x, int i) { return t[i]*x; }`;
  expect(execute({ source: table, language: 'c', inputs: { x: 2, i: many - 1 } }).outputs.f).toEqual([
    2 * (values[many - 1] ?? 0),
  ]);
  const rows = values
    .slice(0, 5000)
    .map((x) => `  ${x}d0`)
    .join(', &\n');
  const list = `subroutine f(x, y)\n double precision x, y, t(5000)\n t = [ &\n${rows} ]\n y = x*t(2)\nend subroutine\n`;
  expect(execute({ source: list, language: 'fortran', inputs: { x: 2 } }).outputs.y).toEqual([3]);
});
