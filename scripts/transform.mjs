// How long the whole transform takes (design 7) with the engine as users run it: one built file, for vitest slows down every
// call that crosses modules. Warm, and first in a process that has yet to read the file; how it grows; and how long the
// slowest card takes, the one that looks for runs in vain.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { medianTime, middle, tell } from './figures.mjs';
import { root } from './processes.mjs';

/** @param {string} name @param {number} lines */
function routine(name, lines) {
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

/** @param {number} routines */
function program(routines) {
  const parts = Array.from({ length: routines }, (_, k) => routine(`k${k}`, 50));
  const calls = Array.from({ length: routines }, (_, k) => `  k${k}(n, a, b, x, y);`);
  const head = 'void top(int n, double a[n], double b[n], double x, double *y) {';
  return [...parts, head, ...calls, '}'].join('\n');
}

/** `v_i = v_{i-1}*v_{i-3} + sin(x[i%5])` @param {number} n */
function scalars(n) {
  const text = Array.from({ length: n }, (_, i) => `double v${i + 3} = v${i + 2}*v${i} + sin(x[${i % 5}]);`);
  const head = ['double f(double x[5]) {', 'double v0 = x[0], v1 = x[1], v2 = x[2];'];
  return [...head, ...text, `return v${n + 2};`, '}'].join('\n');
}

/** @param {number} n @param {(i: number) => string} line */
const lines = (n, line) => Array.from({ length: n }, (_, i) => line(i)).join('\n');

/** Every routine calls the next, and the last the first. @param {number} n */
function cycle(n) {
  const head = (/** @type {number} */ i) => `void f${i}(int k, double *x)`;
  const body = (/** @type {number} */ i) => `{ if (k > 0) { *x *= *x; f${(i + 1) % n}(k - 1, x); } }`;
  return `${lines(n, (i) => `${head(i)};`)}\n${lines(n, (i) => `${head(i)} ${body(i)}`)}`;
}

/** @param {string} line */
const repeated = (line) => (/** @type {number} */ n) =>
  `subroutine f(n, r, a)\n integer n\n real r(n), a(n)\n${lines(n, () => line)}\nend`;

/** Loops of fixed form, of which each overwrites what those before it read. @param {number} n */
function loops(n) {
  const one = (/** @type {number} */ i) =>
    `      DO ${i + 10} I = 2, N\n      IF (A(I) .GT. 3D0) T = T*B(I)\n      B(I) = B(I) + A(I)*X\n      A(I) = A(I-1)*T\n${i + 10}    CONTINUE`;
  return `      SUBROUTINE F(N,A,B,X,T)\n      INTEGER N,I\n      DOUBLE PRECISION A(N),B(N),X,T\n${lines(n, one)}\n      END`;
}

const folder = mkdtempSync(join(tmpdir(), 'backsweep-engine-'));
const file = join(folder, 'engine.mjs');
// By a process of its own: what the builder leaves in memory is no part of what users run.
const builder = `
  import { writeFileSync } from 'node:fs';
  import { engineText } from './scripts/build/engine.mjs';
  writeFileSync(${JSON.stringify(file)}, await engineText());`;
spawnSync(process.execPath, ['--input-type=module', '-e', builder], { cwd: root, stdio: 'inherit' });
/** @type {typeof import('../src/engine/index')} */
const { differentiate, explain } = await import(pathToFileURL(file).href);

/** @param {string} source @param {'c' | 'fortran'} language */
const transform =
  (source, language = /** @type {'c' | 'fortran'} */ ('c')) =>
  () => {
    const { ok, diagnostics } = differentiate({ source, language });
    if (!ok) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  };

const kernel = routine('kernel', 200);
const solver = readFileSync(join(root, 'scripts/solver.f'), 'utf8');

/** Of a process of its own: milliseconds from before it reads the engine until its first answer stands. */
function firstCall() {
  const code = `
    const start = performance.now();
    const { differentiate } = await import(${JSON.stringify(pathToFileURL(file).href)});
    const { ok } = differentiate({ source: ${JSON.stringify(kernel)}, language: 'c' });
    console.log(ok ? performance.now() - start : NaN);`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  return Number.parseFloat(stdout);
}

/** Of the cards of all recordings and statements, each asked for once. @param {string} source */
function slowestCard(source) {
  const d = differentiate({ source, language: 'c' });
  const times = [
    ...d.recordings.map(({ id }) => /** @type {const} */ ({ kind: 'recording', id })),
    ...d.statements.map(({ id }) => /** @type {const} */ ({ kind: 'statement', id })),
  ].map((subject) => {
    const start = performance.now();
    explain(d, subject);
    return performance.now() - start;
  });
  return Math.max(...times);
}

tell({
  what: 'first transform of a fresh process, a kernel of 200 lines, engine read',
  unit: 'ms',
  promised: 250,
  found: middle(Array.from({ length: 7 }, firstCall)),
});
tell({
  what: 'transform of a kernel of 200 lines, median, warm',
  unit: 'ms',
  promised: 8,
  found: medianTime(transform(kernel)),
});
tell({
  what: 'transform of a solver like LINPACK’s, 190 lines of Fortran, median, warm',
  unit: 'ms',
  promised: 40,
  found: medianTime(transform(solver, 'fortran')),
});
tell({
  what: 'a statement among 10,000 against one among 100',
  unit: 'times',
  promised: 2,
  found: medianTime(transform(program(200)), 0) / 100 / medianTime(transform(program(2))),
});
for (const { what, size, text, language } of /** @type {const} */ ([
  { what: 'scalars', size: 3200, text: scalars, language: 'c' },
  { what: 'sections', size: 640, text: repeated(' r(1:n:2) = r(1:n:2)*a(1:n:2)'), language: 'fortran' },
  { what: 'WHERE', size: 640, text: repeated(' where (r > 0) r = r*a'), language: 'fortran' },
  { what: 'routines in a cycle', size: 1000, text: cycle, language: 'c' },
  { what: 'loops of fixed form', size: 800, text: loops, language: 'fortran' },
])) {
  const [whole, half] = [size, size / 2].map((n) => ({
    source: text(n),
    language,
    least: Number.POSITIVE_INFINITY,
  }));
  // By turns, and the least of several: what else runs on the machine only adds, to either.
  for (let i = 0; i < 14; i++) {
    const each = /** @type {NonNullable<typeof half>} */ (i % 2 === 0 ? half : whole);
    const start = performance.now();
    differentiate({ source: each.source, language: each.language });
    each.least = Math.min(each.least, performance.now() - start);
  }
  const found = (whole?.least ?? Number.NaN) / (half?.least ?? Number.NaN);
  tell({ what: `${size} ${what} against ${size / 2}`, unit: 'times', promised: 2.2, found });
}
tell({
  what: 'the slowest card of a kernel of 200 lines',
  unit: 'ms',
  promised: 50,
  // The least of several rounds: what else runs on the machine only adds.
  found: Math.min(...Array.from({ length: 7 }, () => slowestCard(kernel))),
});
rmSync(folder, { recursive: true });
