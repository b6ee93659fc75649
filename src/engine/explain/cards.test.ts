import { describe, expect, test } from 'vitest';
import { differentiate, explain } from '../index';
import type { DifferentiateRequest, Differentiation, Explanation, Subject } from '../pipeline/results';
import { check } from '../testing/check';

/*
 * The cards of a few small kernels, as text to be read: someone who has only these should know why a value is stored, what
 * would go wrong without it, and why another one is not.
 */

const KERNELS: readonly (readonly [name: string, request: DifferentiateRequest])[] = [
  [
    'scalars',
    {
      language: 'c',
      source: `double f(double x, double y, double c) {
  double a = x * y;
  double b = a + c;
  x = sin(b) * x;
  y = y + 2.0 * x;
  a = x + y;
  double unused = cos(c);
  int k = 3;
  return a * x + k;
}
`,
    },
  ],
  [
    'loops',
    {
      language: 'fortran',
      independents: ['u', 'h'],
      dependents: ['s'],
      source: `subroutine smooth(n, u, h, s)
  integer :: n, i
  real(8) :: u(n), h, s, t
  s = 0.0d0
  do i = 2, n - 1
    t = u(i + 1) - u(i - 1)
    if (t > h) then
      t = t * exp(-t / h)
    end if
    u(i) = u(i) + h * t
    s = s + u(i)**2
  end do
  do while (s > 1.0d0)
    s = sqrt(s)
  end do
end subroutine
`,
    },
  ],
  [
    'calls',
    {
      language: 'c',
      source: `void step(int n, double x[n], double dt) {
  for (int i = 0; i < n; i++) x[i] = x[i] + dt * x[i] * x[i];
}

double energy(int n, double x[n], double dt) {
  double e = 0.0;
  step(n, x, dt);
  for (int i = 0; i < n; i++) {
    if (x[i] > 10.0) break;
    e += x[i] * x[i];
  }
  dt = 0.0;
  return e;
}
`,
    },
  ],
];

function cardText({ title, short, long, facts, witness, onlyInGraph }: Explanation): string {
  const lines = [`# ${title}`, '', short];
  if (long !== '') lines.push('', long);
  if (facts.length > 0) lines.push('', ...facts.map((f) => `- [${f.rule}] ${f.text}`));
  if (witness) lines.push('', `way: ${witness.join(' → ')}${onlyInGraph ? ' (only in the graph)' : ''}`);
  return lines.join('\n');
}

/** Everything of a kernel that has a card worth reading, each once. */
function subjects(d: Differentiation): Subject[] {
  return [
    ...d.recordings.map((r): Subject => ({ kind: 'recording', id: r.id })),
    ...d.statements.map((s): Subject => ({ kind: 'statement', id: s.id })),
    ...d.statements.flatMap((s) =>
      d.variables.map(
        (v): Subject => ({ kind: 'location', location: v.key, statement: s.id, point: 'before' }),
      ),
    ),
    ...d.variables.map((v): Subject => ({ kind: 'variable', key: v.key })),
    ...d.code.origins
      .filter((o) => o.whole && o.recording === null)
      .map((o): Subject => ({ kind: 'code', start: o.start, end: o.end })),
  ];
}

describe('cards read well', () => {
  test.each(KERNELS)('%s', (name, request) => {
    const d = differentiate(request);
    expect(d.diagnostics.filter((x) => x.severity === 'error')).toEqual([]);
    const cards = new Map<string, string>();
    for (const subject of subjects(d)) {
      // One kernel's code, line by line, is enough to read; the others then don't change with the code's looks.
      if (subject.kind === 'code' && name !== 'scalars') continue;
      const card = explain(d, subject);
      const overview = subject.kind === 'location' && !card.title.includes('stored');
      if (!overview && !cards.has(card.title)) cards.set(card.title, cardText(card));
    }
    check(import.meta.url, `golden/cards-${name}.txt`, [request.source, ...cards.values()].join('\n\n'));
  });

  test('equal questions have equal answers', () => {
    const [, request] = KERNELS[0] as (typeof KERNELS)[number];
    const [d, again] = [differentiate(request), differentiate(request)];
    for (const subject of subjects(d)) expect(explain(again, subject)).toEqual(explain(d, subject));
  });

  test('a program that does not parse is told so, whatever the subject', () => {
    const d = differentiate({ language: 'c', source: 'double f(double x) { return x + ; }' });
    expect(d.ok).toBe(false);
    for (const subject of [
      { kind: 'recording', id: 'r0' },
      { kind: 'statement', id: 's0' },
      { kind: 'variable', key: 'x' },
      { kind: 'code', start: 0, end: 1 },
      { kind: 'location', location: 'x', statement: 's0', point: 'before' },
    ] as const) {
      const { title, short } = explain(d, subject);
      expect(title).not.toBe('');
      expect(short).not.toMatch(/mistake here|undefined/);
    }
  });

  test('subjects that do not exist any more are told so', () => {
    const d = differentiate({ language: 'c', source: 'double f(double x) { return x * x; }' });
    expect(explain(d, { kind: 'recording', id: 'r99' }).title).toBe('There is no recording `r99`');
    expect(explain(d, { kind: 'statement', id: 's99' }).title).toBe('There is no statement `s99`');
    expect(explain(d, { kind: 'variable', key: 'q' }).short).toBe('The routine has no variable `q`.');
    for (const strange of [{ kind: 'mood', id: 's0' }, {}, null]) {
      const card = explain(d, strange as unknown as Subject);
      expect(card.title).toMatch(/^Nothing is known of the kind `mood`$|^This names nothing to explain$/);
      expect(card.short).toMatch(/^What can be explained is a recording, /);
    }
  });

  test('the tangent has cards, too', () => {
    const d = differentiate({
      language: 'c',
      mode: 'tangent',
      source: 'double f(double x, double y) { double t = sin(x) * y; return t + 1.0; }',
    });
    const line = d.code.origins.find((o) => o.whole && o.role === 'derivative');
    expect(line).toBeDefined();
    const card = explain(d, { kind: 'code', start: line?.start ?? 0, end: line?.end ?? 0 });
    expect(card.short).toBe(
      'It computes the tangent of what `t = sin(x) * y` (line 1) computes: the tangent of each value that it reads, times the partial derivative with respect to that value.',
    );
  });

  test('what a split routine stores for its callers is told so, whatever made the call split', () => {
    const source = `double g;
void set(int n, double x[][3]) { g = 0.5; x[0][n] = g * x[0][n]; }
double f(double x[][3], int n) { double r = g * x[0][0]; set(n, x); return r * x[0][1]; }
`;
    for (const calls of ['joint', 'split'] as const) {
      const d = differentiate({ language: 'c', source, routine: 'f', options: { calls } });
      const cards = Array.from({ length: 12 }, (_, n) => explain(d, { kind: 'statement', id: `s${n}` }));
      const card = cards.find(({ title }) => title.includes('`g = 0.5`'));
      expect(card?.facts.map((f) => f.text)).toContain(
        '`g` is stored first, because the backward sweep of a routine that calls `set` may still need the old value.',
      );
      const sentences = cards.flatMap(({ short, facts }) => [short, ...facts.map((f) => f.text)]);
      expect(sentences).toContain('What runs after a call of `set` may read `x`.');
      expect(sentences.filter((text) => text.includes('[0, '))).toEqual([]);
    }
  });

  /** Short form, facts and long form of a subject's card, as one text. */
  const told = (d: Differentiation, subject: Subject) => {
    const { short, long, facts } = explain(d, subject);
    return [short, ...facts.map((f) => f.text), long].join('\n');
  };
  const statementOf = (d: Differentiation, text: string): string => {
    const at = d.request.source.indexOf(text);
    return d.statements.find(({ span }) => span.start <= at && span.end > at)?.id ?? '';
  };
  const codeOf = (d: Differentiation, text: string): Subject => {
    const start = d.code.text.lastIndexOf(text);
    expect(start, text).toBeGreaterThanOrEqual(0);
    return { kind: 'code', start, end: start + text.length };
  };

  test('what no run comes to is stored to be safe, and the test that keeps runs away is named', () => {
    const card = (condition: string) => {
      const source = `double f(double x, double y) {
  double t = x * y;
  double r = t * t;
  if (${condition}) {
    t = y;
    r = r * t;
  }
  return r;
}
`;
      const d = differentiate({ language: 'c', source });
      const stored = d.recordings.find((r) => r.kind === 'value' && r.location.endsWith('t'));
      return told(d, { kind: 'recording', id: stored?.id ?? '' });
    };
    expect(card('2 < 1')).toContain(
      'never needed: no run ever comes to `t = y` (line 5), because the test `2 < 1` (line 4) never leads there.',
    );
    expect(card('x * x < -1.0')).toMatch(
      /probably never needed: none of \d+ trial runs comes to `t = y` \(line 5\); the test `x \* x < -1.0` \(line 4\) never leads there\./,
    );
    // Far from what the defaults lead to, and found all the same.
    expect(card('x * y > 500.0 && x < 3.0')).toMatch(
      /This is seen in a run with .*: line 3 uses a value of `t`, and line 5 then overwrites this very value\./,
    );
  });

  test('the card of a jump names the line that it leads to', () => {
    const source = `subroutine f(n, x, y)
  integer :: n, i
  real(8) :: x(n), y
  y = 1.0d0
  do i = 1, n
    y = y * x(i)
    if (y > 9.0d0) goto 30
    y = y + x(i)
  end do
  y = sin(y)
30 y = y * y
end subroutine
`;
    const d = differentiate({ language: 'fortran', source });
    const arrow = d.recordings.find((r) => r.kind === 'arrow');
    expect(told(d, { kind: 'recording', id: arrow?.id ?? '' })).toContain(
      '`goto 30` (line 7) leads to line 11, which the program also reaches in another way.',
    );
  });

  test('liveness says what it cannot tell of the index of a loop', () => {
    const source = `subroutine f(n, x, y)
  integer :: n, i
  real(8) :: x(n), y
  i = 7
  y = x(1)
  do i = 1, n
    y = y * x(i)
  end do
end subroutine
`;
    const d = differentiate({ language: 'fortran', source });
    const subject = { kind: 'location', location: 'i', point: 'before', analysis: 'adjointLive' } as const;
    expect(told(d, { ...subject, statement: statementOf(d, 'y = x(1)') })).toContain(
      'The loop `i = 1 … n` (line 6) sets `i` before anything reads it, but the analysis does not tell the start of the loop from its next trip, which reads `i`.',
    );
  });

  test('a call that the forward sweep leaves out is told as one that only its adjoint runs', () => {
    const source = `void scale(int n, double a[n], double *s) { for (int i = 0; i < n; i++) { *s = *s * a[i]; a[i] = sin(a[i]); } }
double f(int n, double a[n], double x) { double s = x; scale(n, a, &s); double t = s * s; scale(n, a, &t); return t; }
`;
    const d = differentiate({ language: 'c', source, routine: 'f' });
    const statement = statementOf(d, 'scale(n, a, &t)');
    const card = told(d, { kind: 'location', location: 'a', statement, point: 'before' });
    expect(card).toContain('out, so `a` still holds its value when the adjoint of the call starts.');
    expect(card).not.toMatch(/does not read it|can safely be lost/);
    const call = told(d, { kind: 'statement', id: statement });
    expect(call).toContain('which runs the call and then goes back through it.');
    expect(call).toContain('That value of `t` is only returned, and no derivative needs it.');
    expect(call).not.toMatch(/The call itself loses nothing|(Nothing|No statement) after this reads/);
  });

  test('an inactive variable is told by the reason that holds, and why a test is not evaluated again', () => {
    const source = `void sweep(int n, double x[n]) {
  int i = 0, j = n - 1;
  double a = 3.0, b = 1.0;
  while (j > 0) {
    if (i > j) x[i] = sin(x[i]);
    else x[j] = cos(x[j]) + a;
    b = b * x[j];
    i = i + 1;
    j = j - 1;
    a = a / 2;
  }
}
`;
    const d = differentiate({ language: 'c', source });
    for (const text of ['a = 3.0', 'a = a / 2']) {
      const card = told(d, { kind: 'statement', id: statementOf(d, text) });
      expect(card).toContain('It has no derivative, because `a` depends on no independent here.');
      expect(card).not.toContain('passes no derivative on');
    }
    const product = told(d, { kind: 'statement', id: statementOf(d, 'b = b * x[j]') });
    expect(product).toContain('because `b` passes no derivative on to a dependent after this.');
    expect(told(d, { kind: 'variable', key: 'a' })).toMatch(
      /`a = 3\.0` \(line 3\) sets `a` to a constant\.\n`a = a \/ 2` \(line 10\) sets `a` from nothing else/,
    );
    const branch = d.recordings.find((r) => r.kind === 'branch');
    expect(told(d, { kind: 'recording', id: branch?.id ?? '' })).toContain(
      'It is evaluated again only where nothing overwrites what it reads, and `i = i + 1` (line 8) overwrites `i`',
    );
    const index = d.recordings.find((r) => r.location === 'i');
    expect(told(d, { kind: 'recording', id: index?.id ?? '' })).toContain(
      'still needs the old value: it tells where `x[i]` and `xb[i]` are.',
    );
  });

  test('what an earlier run of a statement reads is not told as what its own derivative reads', () => {
    const source = `double f(int n, double u[n], double k) {
  double left = u[0], s = 0.0;
  for (int i = 0; i < n - 1; i++) {
    u[i] = left + k * u[i + 1];
    left = u[i];
    s = s + left;
  }
  return s;
}
`;
    for (const options of [{}, { record: 'all', adjointLiveness: false }] as const) {
      const d = differentiate({ language: 'c', source, options });
      const stored = d.recordings.find(({ text }) => text === 'u[i]');
      const card = stored ? told(d, { kind: 'recording', id: stored.id }) : '';
      expect(card).not.toContain('its own derivative still needs the old value, which was read as');
      if (stored) expect(card).toMatch(/an earlier run of the same statement|strategy/);
    }
  });

  test('lines that note a jump are told as that, and formulas of an old value name the new one apart', () => {
    const source = `subroutine f(n, x, y)
  integer :: n, i
  real(8) :: x(n), y
  y = 1.0d0
  do i = 1, n
    y = y * x(i)
    if (y > 9.0d0) goto 30
    y = y + x(i)
  end do
  y = sin(y)
30 y = y * y
end subroutine
`;
    const d = differentiate({ language: 'fortran', source });
    const lines = d.code.origins
      .filter((o) => o.whole && o.role !== 'comment')
      .map((o) => ({
        code: d.code.text.slice(o.start, o.end).trim(),
        card: told(d, { kind: 'code', start: o.start, end: o.end }),
      }));
    const notes = lines.filter(({ code }) => /^\w+ = [01]$/.test(code)).map(({ card }) => card);
    expect(notes.join('\n')).toMatch(
      /is 0 until a jump to line 11 is taken[\s\S]*It notes that `goto 30` \(line 7\) is taken: /,
    );
    for (const { code, card } of lines)
      if (/^(go ?to|exit|cycle)\b/.test(code)) expect(card).toContain('A jump changes no value.');
    expect(lines.map(({ card }) => card).join('\n')).toContain('`∂(new y)/∂x(i) = ');
  });

  test('two copies of one array at a call are told apart, and in called routines runs are those of the program', () => {
    const source = `void turn(int n, double a[n], double s) { for (int i = 0; i < n; i++) { a[i] = s * a[i] * a[i]; } }
double f(int n, double a[n], double x) {
  turn(n, a, x);
  double s = a[0] * a[1];
  turn(n, a, s);
  return s * a[2];
}
`;
    const d = differentiate({ language: 'c', source, routine: 'f' });
    const titles = d.recordings.map(({ id }) => explain(d, { kind: 'recording', id }).title);
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles).toContain('Why is `a` stored in the snapshot of the call `turn(n, a, s)` (line 5)?');
    const inside = d.code.origins.find(
      (o) => o.role === 'push' && o.recording !== null && !d.recordings.some(({ id }) => id === o.recording),
    );
    const card = told(d, { kind: 'recording', id: inside?.recording ?? '' });
    expect(card).toContain('and its own derivative still needs the old value');
    expect(told(d, { kind: 'variable', key: 's', routine: 'turn' })).toContain(
      '`s` depends on an independent where `turn` is called.',
    );
  });

  test('what a call returns goes by the call, and the line of its adjoint is told as that', () => {
    const source = `double sq(double v) { return v * v; }
double f(double x) { return sq(x) + sq(x + 1.0); }
`;
    const d = differentiate({ language: 'c', source, routine: 'f' });
    expect(told(d, codeOf(d, 'sq_b('))).toContain('It carries derivatives backwards through the call `sq(');
    const cards = d.statements.map(({ id }) => told(d, { kind: 'statement', id })).join('\n');
    expect(cards).toContain(
      '`sq_valueb` is set to `fb` and `sq_value_1b` is set to `fb`. Here `sq_valueb` is the adjoint of `sq(x)` and `sq_value_1b` is the adjoint of `sq(x + 1)`.',
    );
    expect(cards).not.toMatch(/∂sq_value|`sq_value(_1)?`/);
  });
});
