import { bench } from 'vitest';
import { printC } from '../backend/c';
import { DiagnosticSink } from '../base/diagnostics';
import { locationKey, routineOf, variableOf } from '../ir/names';
import { compile } from '../pipeline/compile/compile';
import type { Input } from '../pipeline/results';
import { tell } from '../testing/budget';
import { compileFiles } from '../testing/compilers';
import { type Given, givenTo, makeUnit, runUnit, type Unit } from './derivatives';
import { defaultHost } from './host';

import { resolveInputs } from './inputs/inputs';
import { DEFAULT_LIMITS } from './outcome';

/*
 * WebAssembly with every check and counter, as the page runs it, against the same generated C under `gcc -O2`: the ratio of the
 * fastest of many runs, primal and adjoint. The figures to hold: geometric mean 1.5, worst 2.5 (design 7).
 */
const KERNELS: Record<string, { source: string; inputs: Record<string, Input> }> = {
  heat: {
    source: `void heat(int n, int m, double u[n], double dt, double *s) {
      double v[n];
      for (int t = 0; t < m; t++) {
        for (int i = 1; i < n - 1; i++) v[i] = u[i] + dt * (u[i-1] - 2*u[i] + u[i+1]) * u[i];
        for (int i = 1; i < n - 1; i++) u[i] = v[i];
      }
      *s = 0;
      for (int i = 0; i < n; i++) *s += u[i] * u[i];
    }`,
    inputs: { n: 2000, m: 100, dt: 0.01, u: '1 + 0.5*sin(0.01*i)' },
  },
  matrix: {
    source: `void matrix(int n, double a[n][n], double b[n][n], double c[n][n]) {
      for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
          double t = 0;
          for (int k = 0; k < n; k++) t += a[i][k] * b[k][j];
          c[i][j] = t * t;
        }
    }`,
    inputs: { n: 80, a: 'sin(i+j)', b: 'cos(i*j)' },
  },
  bratu: {
    source: `void bratu(int n, double f[n], double lambda, double *r) {
      double h = 1.0 / (n - 1);
      *r = 0;
      for (int i = 1; i < n - 1; i++) {
        double g = (f[i-1] - 2*f[i] + f[i+1]) / (h*h) + lambda * (exp(f[i-1]) + 10 * exp(f[i]) + exp(f[i+1])) / 12;
        *r += g * g;
      }
    }`,
    inputs: { n: 20000, lambda: 1, f: 'sin(0.0001*i)' },
  },
  gather: {
    source: `void gather(int n, int m, const int idx[n], double x[m], double y[m]) {
      for (int i = 0; i < n; i++) {
        double t = x[idx[i]] * x[idx[i]];
        if (t > 1.0) t = sqrt(t);
        y[idx[n - 1 - i]] += t * x[i % m];
      }
    }`,
    inputs: { n: 50000, m: 1000, idx: 'mod(7*i, 1000)', x: '1 + 0.5*sin(i)', y: 0 },
  },
  rosenbrock: {
    source: `double rosenbrock(int n, const double x[n]) {
      double s = 0;
      for (int i = 0; i < n - 1; i++) {
        double a = 1 - x[i], b = x[i+1] - x[i] * x[i];
        s += a * a + 100 * b * b;
      }
      return s;
    }`,
    inputs: { n: 100000, x: '1 + 0.1*sin(i)' },
  },
  prey: {
    source: `void prey(int m, double h, double p, double q, double r, double s, double *x, double *y) {
      for (int t = 0; t < m; t++) {
        double k1 = *x * (p - q * *y), l1 = *y * (r * *x - s);
        double x2 = *x + 0.5 * h * k1, y2 = *y + 0.5 * h * l1;
        double k2 = x2 * (p - q * y2), l2 = y2 * (r * x2 - s);
        double x3 = *x + 0.5 * h * k2, y3 = *y + 0.5 * h * l2;
        double k3 = x3 * (p - q * y3), l3 = y3 * (r * x3 - s);
        double x4 = *x + h * k3, y4 = *y + h * l3;
        double k4 = x4 * (p - q * y4), l4 = y4 * (r * x4 - s);
        *x = *x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
        *y = *y + h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
      }
    }`,
    inputs: { m: 20000, h: 0.0005, p: 1.1, q: 0.4, r: 0.1, s: 0.4, x: 10, y: 5 },
  },
  newton: {
    source: `void newton(int n, const double a[n], double y[n]) {
      for (int i = 0; i < n; i++) {
        double x = 1;
        while (fabs(x * x - a[i]) > 1e-10) x = 0.5 * (x + a[i] / x);
        y[i] = x;
      }
    }`,
    inputs: { n: 5000, a: '1 + 0.001*i', y: 0 },
  },
};

const host = defaultHost();
const ratios: { name: string; ratio: number }[] = [];

for (const [name, { source, inputs }] of Object.entries(KERNELS)) {
  const c = compile({ source, language: 'c' }, host.now);
  const { values } = resolveInputs(c.program, name, inputs, new DiagnosticSink(), host);
  const seeds = Object.fromEntries(
    (c.interface?.dependents ?? []).map((id) => {
      const key = locationKey(c.program, id);
      return [key, (values[key] ?? [0]).map(() => 1)];
    }),
  );
  const primal = { program: c.program, entry: name };
  for (const [what, runnable] of [
    ['primal', primal],
    ['adjoint', c.adjoint],
  ] as const) {
    if (!runnable) continue;
    const unit = makeUnit(host, primal, runnable, true);
    const given: Given = { inputs: values, seeds };
    const run = fastest(unit, given);
    const native = nativeTime(unit, given);
    if (native !== null) ratios.push({ name: `${name} ${what}`, ratio: run / native });
    bench(`${name} ${what}`, () => {
      runUnit(unit, given, DEFAULT_LIMITS);
    });
  }
}

/** Milliseconds of the fastest of many runs, once the engine has optimised. */
function fastest(unit: Unit, given: Given): number {
  const limits = { ...DEFAULT_LIMITS, steps: 1e12, milliseconds: 1e9 };
  const until = host.now() + 1500;
  let best = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 5 || host.now() < until; k++)
    best = Math.min(best, runUnit(unit, given, limits).milliseconds);
  return best;
}

/** The same of the printed C, whose arguments are set afresh before each call too; null without a compiler. */
function nativeTime(unit: Unit, given: Given): number | null {
  const { program, entry } = unit.runnable;
  const text = printC(program, null).text;
  const globals: string[] = [];
  const fresh: string[] = [];
  const args: string[] = [];
  const routine = routineOf(program, entry);
  routine.parameters.forEach((id, i) => {
    const v = variableOf(program, id);
    const port = unit.ports.find((each) => each.position === i);
    const values = port ? givenTo(port, given) : [0];
    const type = v.type === 'i32' ? 'int' : 'double';
    if (!v.shape && v.passing === 'value') {
      args.push(v.type === 'i32' ? String(values[0]) : (values[0] ?? 0).toExponential());
      return;
    }
    globals.push(`static const ${type} from${i}[] = {${values.join(',')}};`);
    globals.push(`static ${type} arg${i}[${values.length}];`);
    fresh.push(`memcpy(arg${i}, from${i}, sizeof arg${i});`);
    args.push(`(void *)arg${i}`);
  });
  const main = `#include <stdio.h>
#include <string.h>
#include <time.h>
${routine.result === null ? 'void' : 'double'} ${entry}();
${globals.join('\n')}
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1e3 + t.tv_nsec * 1e-6; }
int main(void) {
  double best = 1e30, start = now();
  for (int k = 0; k < 5 || now() - start < 1500; k++) {
    ${fresh.join('\n    ')}
    double from = now();
    ${entry}(${args.join(', ')});
    double took = now() - from;
    if (took < best) best = took;
  }
  printf("%.9g\\n", best);
  return 0;
}`;
  const flags = ['-std=gnu99', '-O2', '-ffp-contract=off', '-w'];
  const { output, messages } = compileFiles('c', { 'kernel.c': text, 'main.c': main }, flags);
  if (output === null) console.log(messages.slice(0, 500));
  return output === null ? null : Number(output);
}

const mean = Math.exp(ratios.reduce((sum, { ratio }) => sum + Math.log(ratio), 0) / ratios.length);
console.log(ratios.map(({ name, ratio }) => `${ratio.toFixed(2)} ${name}`).join('\n'));
if (ratios.length > 0) {
  const what = 'WebAssembly against `gcc -O2`';
  tell({ what: `${what}, geometric mean`, unit: 'times', promised: 1.5, found: mean });
  const worst = Math.max(...ratios.map(({ ratio }) => ratio));
  tell({ what: `${what}, worst`, unit: 'times', promised: 2.5, found: worst });
}
