/**
 * How long the whole transform takes (design 7): a kernel of 200 lines, warm; and the cost per statement of a program of
 * 200 routines against one of 2, routines being of equal size; twice as many scalars, sections, … against as many. Then how
 * long the slowest card of that kernel takes: the one that looks for runs in vain.
 */
import { bench, describe } from 'vitest';
import { differentiate, explain } from '../index';
import { medianTime, tell } from '../testing/budget';

function routine(name: string, lines: number): string {
  const text = [
    `void ${name}(int n, double a[n], double b[n], double x, double *y) {`,
    '  double t = x, u = 1.0;',
  ];
  for (let k = 2; k < lines; k += 10) {
    text.push(
      '  for (int i = 1; i < n; i++) {',
      '    t = t * a[i] + sin(u * x);',
      `    if (t > ${k}.5) {`,
      '      u = t / (1.0 + x * x);',
      '    } else {',
      '      u = u * exp(-t) + b[i];',
      '    }',
      '    a[i] = a[i-1] * u + t;',
      '    b[i] = sqrt(1.0 + a[i] * a[i]);',
      '  }',
    );
  }
  return [...text, '  *y = t + u;', '}'].join('\n');
}

function program(routines: number): string {
  const parts = Array.from({ length: routines }, (_, k) => routine(`k${k}`, 50));
  const calls = Array.from({ length: routines }, (_, k) => `  k${k}(n, a, b, x, y);`);
  return [...parts, 'void top(int n, double a[n], double b[n], double x, double *y) {', ...calls, '}'].join(
    '\n',
  );
}

const kernel = routine('kernel', 200);
const small = program(2);
const large = program(200);

const transform = (source: string) => () => {
  differentiate({ source, language: 'c' });
};

const one = medianTime(transform(kernel));
tell({ what: 'transform of a kernel of 200 lines, median, warm', unit: 'ms', promised: 8, found: one });
const growth = medianTime(transform(large), 0) / 100 / medianTime(transform(small));
tell({ what: 'a statement among 10,000 against one among 100', unit: 'times', promised: 2, found: growth });

/** `v_i = v_{i-1}*v_{i-3} + sin(x[i%5])` */
function scalars(n: number): string {
  const text = Array.from({ length: n }, (_, i) => `double v${i + 3} = v${i + 2}*v${i} + sin(x[${i % 5}]);`);
  return [
    'double f(double x[5]) {',
    'double v0 = x[0], v1 = x[1], v2 = x[2];',
    ...text,
    `return v${n + 2};`,
    '}',
  ].join('\n');
}

const lines = (n: number, line: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => line(i)).join('\n');

/** Every routine calls the next, and the last the first. */
function cycle(n: number): string {
  const head = (i: number) => `void f${i}(int k, double *x)`;
  const body = (i: number) => `{ if (k > 0) { *x *= *x; f${(i + 1) % n}(k - 1, x); } }`;
  return `${lines(n, (i) => `${head(i)};`)}\n${lines(n, (i) => `${head(i)} ${body(i)}`)}`;
}

const fortran = (line: string) => (n: number) =>
  `subroutine f(n, r, a)\n integer n\n real r(n), a(n)\n${lines(n, () => line)}\nend`;

/** Loops of fixed form, of which each overwrites what those before it read. */
function loops(n: number): string {
  const one = (i: number) =>
    `      DO ${i + 10} I = 2, N\n      IF (A(I) .GT. 3D0) T = T*B(I)\n      B(I) = B(I) + A(I)*X\n      A(I) = A(I-1)*T\n${i + 10}    CONTINUE`;
  return `      SUBROUTINE F(N,A,B,X,T)\n      INTEGER N,I\n      DOUBLE PRECISION A(N),B(N),X,T\n${lines(n, one)}\n      END`;
}

for (const [what, size, text, language] of [
  ['scalars', 3200, scalars, 'c'],
  ['sections', 640, fortran(' r(1:n:2) = r(1:n:2)*a(1:n:2)'), 'fortran'],
  ['WHERE', 640, fortran(' where (r > 0) r = r*a'), 'fortran'],
  ['routines in a cycle', 1000, cycle, 'c'],
  ['loops of fixed form', 800, loops, 'fortran'],
] as const) {
  const time = (n: number) => medianTime(() => differentiate({ source: text(n), language }), 0);
  const found = time(size) / time(size / 2);
  tell({ what: `${size} ${what} against ${size / 2}`, unit: 'times', promised: 2.2, found });
}

/** Of the cards of all recordings and statements, each asked for once. */
function slowestCard(source: string): number {
  const d = differentiate({ source, language: 'c' });
  const times = [
    ...d.recordings.map(({ id }) => ({ kind: 'recording', id }) as const),
    ...d.statements.map(({ id }) => ({ kind: 'statement', id }) as const),
  ].map((subject) => {
    const start = performance.now();
    explain(d, subject);
    return performance.now() - start;
  });
  return Math.max(...times);
}

// The least of several rounds: what else runs on the machine only adds.
const card = Math.min(...Array.from({ length: 7 }, () => slowestCard(kernel)));
tell({ what: 'the slowest card of a kernel of 200 lines', unit: 'ms', promised: 50, found: card });

describe('transform', () => {
  bench('a kernel of 200 lines', transform(kernel));
  bench('2 routines of 50 lines', transform(small));
});
