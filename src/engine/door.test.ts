import { describe, expect, test } from 'vitest';
import * as door from './index';

/* The door holds whatever comes: nothing is thrown, and what can only be a mistake of ours is said to be one. */

const { differentiate, explain } = door;
const source = 'double f(double x) { double y = x * x; y = sin(y); return y * x; }';
const good: door.ExecuteRequest = { source, language: 'c' };

const QUESTIONS: readonly (readonly [string, (request: door.ExecuteRequest) => unknown])[] = [
  ['differentiate', differentiate],
  ['execute', door.execute],
  ['analysisSteps', (request) => door.analysisSteps(request, 'tbr')],
  ['algorithmSteps', door.algorithmSteps],
  ['dependence', door.dependence],
  ['breakIt', (request) => door.breakIt(request, 's2:y')],
  ['neededRecordings', door.neededRecordings],
  ['probe', (request) => door.probe(request)],
  [
    'probe at a point',
    (request) => door.probe(request, { statement: 's1', visit: 1, location: 'y', index: 0 }),
  ],
  ['measureTime', (request) => door.measureTime(request, 1)],
  ['takeAwayFiles', door.takeAwayFiles],
  ['tradeoff', door.tradeoff],
  ['certify', door.certify],
  ['inputsFor', (request) => door.inputsFor(request, { statement: 's1', outcome: 'true' })],
  ['summary', (request) => door.summary(request)],
  ['linearised', (request) => door.linearised(request)],
  ['eliminate', (request) => door.eliminate({ request, block: 0 }, { kind: 'edge', order: ['forward'] })],
  ['singlePass', door.singlePass],
  ['runSinglePass', door.runSinglePass],
  ['jacobian', door.jacobian],
  ['hessian', door.hessian],
  ['schedule', (request) => door.schedule(request, { kind: 'mixed', steps: 9, amount: 1e9 })],
  ['trouble', (request) => door.trouble(request, { name: 'x', index: 0 })],
  ['sample', (request) => door.sample(request, [])],
  ['predictions', (request) => door.predictions(request)],
];

/** What no type checker would have let through. */
const MALFORMED: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['undefined', undefined],
  ['a number', 42],
  ['an object with nothing in it', {}],
  ['a text that is null', { ...good, source: null }],
  ['another language', { ...good, language: 'pascal' }],
  ['names that are none', { ...good, independents: [7], dependents: 'y' }],
  ['options that are a text', { ...good, options: 'tbr' }],
];

describe.each(QUESTIONS)('%s', (_, ask) => {
  test.each(MALFORMED)('%s is refused', (_, request) => {
    const told = JSON.stringify(ask(request as door.ExecuteRequest));
    expect(told).toMatch(/of the request is|There is no request/);
    expect(told).not.toContain('made a mistake');
  });

  test('what is null is left out', () => {
    const nothing = { routine: null, independents: null, mode: null, inputs: null, budget: null };
    const answer = ask({ ...good, ...nothing, options: { elimination: null } } as unknown as typeof good);
    expect(JSON.stringify(answer)).not.toMatch(/made a mistake|of the request is/);
  });

  test('what breaks on the way is called a mistake of ours', () => {
    let looks = 0;
    const broken = {
      ...good,
      get language(): 'c' {
        if (looks++ === 0) throw new Error('it broke');
        return 'c';
      },
    };
    expect(JSON.stringify(ask(broken))).toContain('Backsweep itself made a mistake here: it broke');
  });

  test.each([
    ['nothing', ''],
    ['what can’t be read', 'double f(double x { return +; }'],
    ['no routine', 'double g;'],
    ['what is outside the subset', 'double f(double *x) { double *p = x; *p = 2; return p[0]; }'],
    ['nothing real', 'int f(int n) { return n + 1; }'],
    [
      'a run that ends early',
      'double f(double x) { double a[2]; a[0] = x; a[1] = x; int i = 7; return a[i] * x; }',
    ],
    ['a run without an end', 'double f(double x) { while (x > -1) x = x * x; return x; }'],
    ['a routine that is elsewhere', 'double g(double x); double f(double x) { return g(x) * x; }'],
  ])('%s is answered without a mistake of ours', (_, text) => {
    const answer = ask({ ...good, source: text, budget: { steps: 100 } });
    expect(JSON.stringify(answer)).not.toContain('Backsweep itself made a mistake');
  });

  test('options that are none are refused', () => {
    const options = { record: 'sometimes' } as unknown as door.ExecuteRequest['options'];
    expect(JSON.stringify(ask({ ...good, options: options as object }))).not.toContain('made a mistake');
  });
});

test('what is asked beside a request is told where it is not in form', () => {
  const nothing = undefined as never;
  const answers = [
    door.schedule(good, nothing),
    door.schedule(good, { kind: 'best' as never, steps: 3, amount: 2 }),
    door.schedule(good, { kind: 'every', steps: Number.NaN, amount: 2 }),
    door.schedule(good, { kind: 'binomial', steps: 1001, amount: 2 }),
    door.trouble(good, nothing),
    door.trouble(good, { name: 'x' } as never),
    door.sample(good, nothing),
    door.sample(good, [{ x: 1 as never }]),
    door.differentiate({ ...good, tamper: { without: 7 as never } }),
    door.execute({ ...good, mode: 'tangent', directions: { x: 1 as never } }),
    door.execute({ ...good, seeds: { f: 1 as never } }),
    door.execute({ ...good, inputs: { x: ['1'] as never } }),
  ];
  expect(answers.flatMap(({ diagnostics }) => diagnostics.map(({ message }) => message))).toEqual([
    'There is no schedule.',
    '`kind` of the schedule is not what it is to be.',
    '`steps` of the schedule is not what it is to be.',
    '`steps` of the schedule is not what it is to be.',
    'There is no derivative.',
    '`index` of the derivative is missing.',
    '`points` of the sample is missing.',
    '`points` of the sample is not what it is to be.',
    '`tamper` of the request is not what it is to be.',
    '`directions` of the request is not what it is to be.',
    '`seeds` of the request is not what it is to be.',
    '`inputs` of the request is not what it is to be.',
  ]);
  expect([
    door.breakIt(good, nothing).refused,
    door.breakIt(good, 'z').refused.replace(/:.*/, ''),
    door.probe(good, 7 as never).refused,
    door.probe(good, { statement: 's99', visit: 1, location: 'y', index: 0 }).refused,
    door.analysisSteps(good, 'tbr', 'random' as never).reason,
    door.derivativePath(good, nothing, null).reason,
    door.derivativePath(good, [{ name: 'q', index: 3 }], null).reason,
    door.derivativePath({ ...good, source: 'double f(double x) { return z; }' }, [], null).reason,
    door.graphText(differentiate(good).graphs.original, 'svg' as never),
  ]).toEqual([
    '`key` of the recording is missing.',
    'No recording is named `z`',
    'There is no point.',
    'There is no statement `s99`.',
    '`order` of the analysis is not what it is to be.',
    '`from` of the path is missing.',
    'There is no element 3 of a real input or output `q` in this run.',
    expect.stringContaining('`z`'),
    '% `format` of the picture is not what it is to be.\n',
  ]);
  expect(door.inputsFor(good, nothing).sentence).toBe('There is no wanted outcome.');
  for (const answer of [door.singlePass(good, null), door.runSinglePass(good, null)])
    expect(JSON.stringify(answer)).not.toContain('made a mistake');
});

test('what is asked of an answer is told where it is not one', () => {
  const d = differentiate(good);
  const [question] = door.predictions(good).questions;
  for (const none of [undefined, null, 42, 'x', {}, [null]] as never[]) {
    expect(explain(none, { kind: 'statement', id: 's0' }).short).toBe(
      '`request` of the differentiation is missing.',
    );
    expect(door.graphText(none, 'dot')).toMatch(/^\/\/ `vertices` of the graph is (missing|not .*)\.\n$/);
    expect(door.graphText(none, 'tikz')).toMatch(/^% `vertices`/);
    expect(door.judgeAnswer(none, 1)).toEqual({ right: false, choices: [] });
    expect(door.judgeAnswer(question as never, none).right).toBe(false);
    expect(door.eliminate(none, { kind: 'edge', order: ['forward'] }).diagnostics).toMatchObject([
      { code: 'graph-missing' },
    ]);
  }
  expect(door.graphText(d.graphs.original, 'dot', null)).toBe(
    door.graphText(d.graphs.original, 'dot', 'graph'),
  );
});

test('what is given for nothing, or changed on the way in, is told', () => {
  const source = 'double f(int n, double x) { return n*x; }';
  const told = (more: Partial<door.ExecuteRequest>) =>
    door.execute({ ...good, source, ...more }).diagnostics.map(({ code, message }) => `${code}: ${message}`);
  expect(told({ inputs: { n: 2.5 } })).toEqual([
    'input-rounded: `n` is an integer of 32 bits: 2.5 is taken as 2.',
  ]);
  expect(told({ inputs: { n: 1e12 } })[0]).toContain('1000000000000 is taken as -727379968');
  expect(told({ seeds: { z: [1] } })).toEqual([
    'input-unknown: `z` is not a dependent, so its seed is not used.',
  ]);
  expect(told({ mode: 'tangent', directions: { n: [1] } })).toEqual([
    'input-unknown: `n` is not an independent, so its direction is not used.',
  ]);
  expect(told({ independents: [] })).toEqual([
    'no-independents: No independent is chosen, so nothing is differentiated.',
  ]);
  expect(told({ independents: ['n'] })).toEqual([
    'not-an-input: `n` cannot be independent: it is not a real argument of f.',
  ]);
  expect(told({ options: { recrod: 'all' } as object })).toEqual([
    'not-available: Option `recrod` is not available.',
  ]);
});

describe('cards', () => {
  test.each([
    ['nothing was read', { ...good, source: '' }],
    ['there is an error', { ...good, source: 'double f(double x) { return y; }' }],
    ['tangents', { ...good, mode: 'tangent' as const }],
    ['all is well', good],
  ])('%s: what does not exist is told', (_, request) => {
    const d = differentiate(request);
    const about: door.Subject[] = [
      { kind: 'statement', id: 's999' },
      { kind: 'statement', id: 'nonsense' },
      { kind: 'recording', id: 'r999' },
      { kind: 'variable', key: 'nobody' },
      { kind: 'location', location: 'nobody', statement: 's1', point: 'before' },
      { kind: 'location', location: 'x', statement: 's999', point: 'after', analysis: 'tbr' },
      { kind: 'location', location: 'x', statement: 's1', point: 'after', analysis: 'none' },
      { kind: 'code', start: 1e6, end: 1e6 + 3 },
      { kind: 'code', start: -5, end: -2 },
    ];
    for (const subject of about) {
      const { title, short } = explain(d, subject);
      expect(title).not.toBe('');
      expect(short).toMatch(/^[A-Z`].*\.$/s);
    }
  });
});

test('every location has a card for every analysis, whatever its members are', () => {
  const source = 'double f(int n, double x) { int m = n - 1; double y = x; if (m > 0) y = y*x; return y*m; }';
  const d = differentiate({ source, language: 'c' });
  const analyses = [...d.analyses, ...d.furtherAnalyses];
  expect(analyses.map(({ name }) => name)).toContain('dependence');
  for (const { name: analysis } of analyses)
    for (const { key: location } of d.variables)
      for (const { id: statement } of d.statements) {
        const { title, short } = explain(d, {
          kind: 'location',
          location,
          statement,
          point: 'after',
          analysis,
        });
        expect(title).toContain(`\`${location}\``);
        expect(short).not.toContain('made a mistake');
      }
});

test('a recording of what only a routine that is called keeps is named by its storage', () => {
  const source = `
subroutine acc(x, y)
  real(8) :: x, y
  real(8), save :: total = 1.0d0
  total = total*x
  y = y + total**2
end subroutine
subroutine drive(x, y)
  real(8) :: x, y
  call acc(x, y)
  call acc(2*x, y)
end subroutine
`;
  const { ok, diagnostics, recordings } = differentiate({ source, language: 'fortran' });
  expect([ok, diagnostics.filter((d) => d.severity === 'error')]).toEqual([true, []]);
  expect(recordings.map(({ text }) => text)).toContain('acc.total');
});
