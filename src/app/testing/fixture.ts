import type {
  DifferentiateRequest,
  Differentiation,
  Graph,
  Origin,
  StatementInfo,
  Vertex,
} from '../../engine/pipeline/results';
import { EMPTY_PLAYGROUND } from '../store/document/playground';

/**
 * A result as the engine would give it for the loop of [SPG] 4, written by hand: views, focus and layout are tested on it
 * without the engine.
 */
export const FIXTURE_SOURCE = `double f(double x, double y) {
  if (x < y) {
    x = x * y;
    while (y < x) {
      x = sin(x * y);
    }
  }
  return x;
}
`;

const CODE = `void f_b(double x, double *xb, double y, double *yb, double fb) {
  int trips = 0;
  if (x < y) {
    PUSH(x);
    x = x * y;
    while (y < x) {
      PUSH(x);
      x = sin(x * y);
      trips++;
    }
    PUSH_COUNT(trips);
    PUSH_BIT(1);
  } else {
    PUSH_BIT(0);
  }
  *xb += fb;
  if (POP_BIT()) {
    for (int k = POP_COUNT(); k > 0; k--) {
      POP(x);
      double t = cos(x * y) * *xb;
      *xb = y * t;
      *yb += x * t;
    }
    POP(x);
    *yb += x * *xb;
    *xb = y * *xb;
  }
}
`;

function spanIn(text: string, part: string, from = 0) {
  const start = text.indexOf(part, from);
  return { start, end: start + part.length };
}

const statements: StatementInfo[] = [
  statement('s0', 'test', 'x < y', 'v2', []),
  statement('s1', 'assign', 'x = x * y;', 'v3', ['r1']),
  statement('s2', 'loop', 'y < x', 'v4', ['r3']),
  statement('s3', 'assign', 'x = sin(x * y);', 'v5', ['r2']),
  statement('s4', 'assign', 'return x;', 'v8', []),
];

function statement(
  id: string,
  kind: StatementInfo['kind'],
  text: string,
  vertex: string,
  recordings: string[],
): StatementInfo {
  const span = spanIn(FIXTURE_SOURCE, text);
  const overwrites = text.startsWith('x =') ? ['x'] : [];
  const common = { kept: true, active: kind === 'assign', reachable: true, nesting: 1, overwrites };
  return { id, key: `f/${id}`, kind, text, span, vertex, recordings, ...common };
}

function origin(
  line: number,
  statement: string | null,
  role: Origin['role'],
  sweep: Origin['sweep'],
  recording: string | null = null,
): Origin {
  const lines = CODE.split('\n');
  const before = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
  const text = lines[line - 1] ?? '';
  const start = before + (text.length - text.trimStart().length);
  const source = statements.find(({ id }) => id === statement)?.span ?? { start: 0, end: 0 };
  return {
    start,
    end: before + text.length,
    statement,
    source,
    role,
    sweep,
    recording,
    node: null,
    whole: true,
  };
}

const origins: Origin[] = [
  origin(2, null, 'declaration', 'forward'),
  origin(3, 's0', 'primal', 'forward'),
  origin(4, 's1', 'push', 'forward', 'r1'),
  origin(5, 's1', 'primal', 'forward'),
  origin(6, 's2', 'primal', 'forward'),
  origin(7, 's3', 'push', 'forward', 'r2'),
  origin(8, 's3', 'primal', 'forward'),
  origin(9, 's2', 'control', 'forward', 'r3'),
  origin(11, 's2', 'push', 'forward', 'r3'),
  origin(12, 's0', 'push', 'forward', 'r4'),
  origin(14, 's0', 'push', 'forward', 'r4'),
  origin(16, 's4', 'derivative', 'backward'),
  origin(17, 's0', 'pop', 'backward', 'r4'),
  origin(18, 's2', 'pop', 'backward', 'r3'),
  origin(19, 's3', 'pop', 'backward', 'r2'),
  origin(20, 's3', 'derivative', 'backward'),
  origin(21, 's3', 'derivative', 'backward'),
  origin(22, 's3', 'derivative', 'backward'),
  origin(24, 's1', 'pop', 'backward', 'r1'),
  origin(25, 's1', 'derivative', 'backward'),
  origin(26, 's1', 'derivative', 'backward'),
];

function vertex(
  id: string,
  number: number,
  kind: Vertex['kind'],
  texts: [text: string, statement: string | null, role?: Origin['role'], recording?: string][] = [],
): Vertex {
  return {
    id,
    number,
    kind,
    control: id.includes('.'),
    statements: texts.map(([text, statement, role = 'primal', recording]) => ({
      text,
      statement,
      role,
      span: { start: 0, end: 0 },
      ...(recording === undefined ? {} : { recording }),
    })),
  };
}

const edges = (...list: string[]) =>
  list.map((each) => {
    const [from = '', to = '', label = ''] = each.split(' ');
    return { from, to, label };
  });

const original: Graph = {
  vertices: [
    vertex('v1', 1, 'ENTRY'),
    vertex('v2', 2, 'BRANCH', [['x < y', 's0']]),
    vertex('v3', 3, 'BASICBLOCK', [['x = x * y', 's1']]),
    vertex('v4', 4, 'LOOP', [['y < x', 's2']]),
    vertex('v5', 5, 'BASICBLOCK', [['x = sin(x * y)', 's3']]),
    vertex('v6', 6, 'ENDLOOP'),
    vertex('v7', 7, 'ENDBRANCH'),
    vertex('v8', 8, 'BASICBLOCK', [['f = x', 's4']]),
    vertex('v9', 9, 'EXIT'),
  ],
  edges: edges(
    'v1 v2',
    'v2 v3 1',
    'v2 v7 0',
    'v3 v4',
    'v4 v5 1',
    'v5 v6',
    'v6 v4',
    'v4 v7 1',
    'v7 v8',
    'v8 v9',
  ),
};

const forward: Graph = {
  vertices: [
    vertex('v1', 1, 'ENTRY'),
    vertex('v2', 2, 'BRANCH', [['x < y', 's0']]),
    vertex('v3', 3, 'BASICBLOCK', [
      ['push(x)', 's1', 'push', 'r1'],
      ['x = x * y', 's1'],
    ]),
    vertex('v4.1', 11, 'BASICBLOCK', [['trips = 0', 's2', 'control', 'r3']]),
    vertex('v4', 4, 'LOOP', [['y < x', 's2']]),
    vertex('v5', 5, 'BASICBLOCK', [
      ['push(x)', 's3', 'push', 'r2'],
      ['x = sin(x * y)', 's3'],
    ]),
    vertex('v6.1', 14, 'BASICBLOCK', [['trips += 1', 's2', 'control', 'r3']]),
    vertex('v6', 6, 'ENDLOOP'),
    vertex('v4.2', 12, 'BASICBLOCK', [['push(trips)', 's2', 'push', 'r3']]),
    vertex('v7.1', 13, 'BASICBLOCK', [['push(1)', 's0', 'push', 'r4']]),
    vertex('v7.2', 10, 'BASICBLOCK', [['push(0)', 's0', 'push', 'r4']]),
    vertex('v7', 7, 'ENDBRANCH'),
    vertex('v8', 8, 'BASICBLOCK', [['f = x', 's4']]),
    vertex('v9', 9, 'EXIT'),
  ],
  edges: edges(
    'v1 v2',
    'v2 v3 1',
    'v2 v7.2 0',
    'v3 v4.1',
    'v4.1 v4',
    'v4 v5 1',
    'v5 v6.1',
    'v6.1 v6',
    'v6 v4',
    'v4 v4.2',
    'v4.2 v7.1',
    'v7.1 v7',
    'v7.2 v7',
    'v7 v8',
    'v8 v9',
  ),
};

const adjoint: Graph = {
  vertices: [
    vertex('v9', -9, 'ENTRY'),
    vertex('v8', -8, 'BASICBLOCK', [['xb += fb', 's4', 'derivative']]),
    vertex('v7.1', 10, 'BASICBLOCK', [['branch = pop()', 's0', 'pop', 'r4']]),
    vertex('v7', -7, 'BRANCH', [['branch', 's0', 'control']]),
    vertex('v6.1', 11, 'BASICBLOCK', [['trips = pop()', 's2', 'pop', 'r3']]),
    vertex('v6', -6, 'FORLOOP', [['1 .. trips', 's2', 'control']]),
    vertex('v5', -5, 'BASICBLOCK', [
      ['pop(x)', 's3', 'pop', 'r2'],
      ['t = cos(x * y) * xb', 's3', 'derivative'],
      ['xb = y * t', 's3', 'derivative'],
      ['yb += x * t', 's3', 'derivative'],
    ]),
    vertex('v4', -4, 'ENDLOOP'),
    vertex('v3', -3, 'BASICBLOCK', [
      ['pop(x)', 's1', 'pop', 'r1'],
      ['yb += x * xb', 's1', 'derivative'],
      ['xb = y * xb', 's1', 'derivative'],
    ]),
    vertex('v2', -2, 'ENDBRANCH'),
    vertex('v1', -1, 'EXIT'),
  ],
  edges: edges(
    'v9 v8',
    'v8 v7.1',
    'v7.1 v7',
    'v7 v6.1 1',
    'v7 v2 0',
    'v6.1 v6',
    'v6 v5 1',
    'v5 v4',
    'v4 v6',
    'v6 v3',
    'v3 v2',
    'v2 v1',
  ),
};

function analysis(name: string, title: string, direction: 'forward' | 'backward', sets: [string, string][]) {
  const split = (text: string) => text.split(' ').filter(Boolean);
  return {
    name,
    title,
    blurb: '',
    direction,
    vertices: {},
    statements: Object.fromEntries(
      statements.map(({ id }, i) => {
        const [before = '', after = ''] = sets[i] ?? [];
        return [id, { before: split(before), after: split(after), gen: [], kill: [], carried: [] }];
      }),
    ),
  };
}

export function fixture(request: DifferentiateRequest): Differentiation {
  const info = {
    name: 'f',
    kind: 'function' as const,
    ...{ span: { start: 0, end: 120 }, nameSpan: { start: 7, end: 8 } },
  };
  const variable = (key: string, role: 'input' | 'result') => ({
    key,
    name: key,
    type: 'f64' as const,
    dimensions: null,
    role,
    canBeIndependent: role === 'input',
    canBeDependent: role === 'result',
    entryMatters: role === 'input',
    independent: role === 'input',
    dependent: role === 'result',
    active: true,
    reason: `${key} is active`,
    span: spanIn(FIXTURE_SOURCE, `double ${key}`),
    uses: [],
    derivative: `${key}b`,
  });
  return {
    ok: true,
    diagnostics: [],
    routine: info,
    routines: [info],
    variables: [variable('x', 'input'), variable('y', 'input'), variable('f', 'result')],
    statements,
    called: [],
    graphs: { original, forward, adjoint },
    furtherAnalyses: [],
    analyses: [
      analysis('varied', 'Varied', 'forward', [
        ['x y', 'x y'],
        ['x y', 'x y'],
        ['x y', 'x y'],
        ['x y', 'x y'],
        ['x y', 'x y f'],
      ]),
      analysis('required', 'Required', 'forward', [
        ['', ''],
        ['', 'y'],
        ['y', 'y'],
        ['y', 'y'],
        ['y', 'y'],
      ]),
      analysis('adjointLive', 'Adjoint-live', 'backward', [
        ['x y', 'x y'],
        ['x y', 'x y'],
        ['x y', 'x y'],
        ['x y', 'x y'],
        ['', ''],
      ]),
    ],
    sites: 0,
    calledRecordings: [],
    recordings: (['r1', 'r2', 'r3', 'r4'] as const).map((id, i) => ({
      id,
      key: `f/${id}`,
      kind: (['value', 'value', 'count', 'branch'] as const)[i] ?? 'value',
      location: i < 2 ? 'x' : '',
      text: ['x', 'x', 'trips', 'branch'][i] ?? '',
      statement: ['s1', 's3', 's2', 's0'][i] ?? null,
      span: { start: 0, end: 0 },
      type: i < 2 ? 'f64' : 'i32',
      bytes: i < 2 ? 8 : 4,
      push: [],
      pop: [],
      reason: '',
      forced: false,
    })),
    code: { language: 'c', text: CODE, entry: 'f_b', origins, runtime: null },
    timings: [{ id: 'all', title: 'all', milliseconds: 3 }],
    request: {
      source: FIXTURE_SOURCE,
      language: 'c',
      routine: null,
      mode: request.mode ?? 'adjoint',
      target: 'c',
      options: { ...EMPTY_PLAYGROUND.options, ...request.options },
      independents: ['x', 'y'],
      dependents: ['f'],
      tamper: { without: [], with: [] },
    },
    callGraph: { routines: [], calls: [] },
  };
}
