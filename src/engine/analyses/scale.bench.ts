/**
 * 10,000 statements over 200 routines: analysed in less than 2 s of processor time, holding less than 100 MB, and at most
 * twice as dear a statement as in a program of 2 such routines (design 7). Processor time, since other work may share the machine.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { bench, describe } from 'vitest';
import type { DifferentiateRequest } from '../index';
import { walkStatements } from '../ir/statements';
import type { Program } from '../ir/types';
import { compile } from '../pipeline/compile/compile';
import { tell } from '../testing/budget';

function routine(name: string): string {
  const text = [
    `void ${name}(int n, double a[n], double b[n], double x, double *y) {`,
    '  double t = x, u = 1.0;',
  ];
  for (let k = 0; k < 6; k++)
    text.push(
      '  for (int i = 1; i < n; i++) {',
      '    t = t*a[i] + sin(u*x);',
      `    if (t > ${k}.5) u = t/(1.0 + x*x);`,
      '    else u = u*exp(-t) + b[i];',
      '    a[i] = a[i-1]*u + t;',
      '    b[i] = sqrt(1.0 + a[i]*a[i]);',
      '    t = t + u*b[i-1];',
      '  }',
    );
  return [...text, '  *y = t + u;', '}'].join('\n');
}

function program(routines: number): DifferentiateRequest {
  const parts = Array.from({ length: routines }, (_, k) => routine(`k${k}`));
  const calls = Array.from({ length: routines }, (_, k) => `  k${k}(n, a, b, x, y);`);
  const top = 'void top(int n, double a[n], double b[n], double x, double *y) {';
  return { source: [...parts, top, ...calls, '}'].join('\n'), language: 'c' };
}

function statementsOf(p: Program): number {
  let count = 0;
  for (const r of p.routines) walkStatements(r.body, () => count++);
  return count;
}

const processor = () => process.cpuUsage().user / 1000;

/** Milliseconds of processor time, from text to sets: without what is generated then. The least of several tries. */
function cost(tries: number, request: DifferentiateRequest): number {
  const each = Array.from({ length: tries }, () =>
    compile(request, processor)
      .timings.filter(({ id }) => id !== 'adjoint' && id !== 'tangent')
      .reduce((sum, { milliseconds }) => sum + milliseconds, 0),
  );
  return Math.min(...each);
}

/** The program and its sets. Within a function of its own, so that nothing here holds on to the code made of them. */
function analysed(request: DifferentiateRequest) {
  const { program, analysis } = compile(request, processor);
  return { program, analysis };
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const [small, large] = [program(2), program(200)];
cost(8, small);
// Memory first: what an earlier run of the large program left would be counted too, or not, as the collector likes.
collect();
const before = process.memoryUsage().heapUsed;
const kept = analysed(large);
collect();
const held = (process.memoryUsage().heapUsed - before) / 1000;
const one = cost(5, small);
const many = cost(2, large);
const size = `${statementsOf(kept.program)} statements in ${kept.analysis?.routines.size ?? 0} routines`;

tell({ what: `analysis of ${size}, processor time`, unit: 'ms', promised: 2000, found: many });
tell({ what: `memory held by the analysis of ${size}`, unit: 'kB', promised: 100_000, found: held });
tell({
  what: 'analysis of a statement among 10,000 against one among 100',
  unit: 'times',
  promised: 2,
  found: many / one / 100,
});

describe('analysis', () => {
  bench('2 routines', () => {
    compile(small, processor);
  });
});
