import { expect, test } from 'vitest';
import { parseC } from '../frontend/c';
import { rewriteStatements } from '../ir/statements';
import type { Call, Program } from '../ir/types';
import { DEFAULT_OPTIONS } from '../pipeline/options';
import { DOUBLE, disagreement } from './compare';
import { generatedAdjoint, runGenerated } from './generated';
import { illConditioned } from './oracles';
import { realPlaces, referenceGradient, type Values } from './reference';

/* Trees on which something once went wrong, for programs that no front end gives in just this form. */

function parsed(source: string): Program {
  const { program, diagnostics } = parseC(source);
  expect(diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
  return program;
}

/** `t = f(…); y = t;` becomes `y = f(…);` */
function resultsInPlace(program: Program): Program {
  const routines = program.routines.map((routine) => {
    let call: Call | null = null;
    const body = rewriteStatements(routine.body, (s) => {
      if (s.kind === 'call') {
        call = s;
        return [];
      }
      if (s.kind !== 'assign' || !call) return [s];
      const fused: Call = { ...call, result: s.target };
      call = null;
      return [fused];
    });
    return { ...routine, body };
  });
  return { ...program, routines };
}

test('the result of a call overwrites what its own address reads', () => {
  const program = resultsInPlace(
    parsed(`
double halve(double *x) {
  return 0.5 * *x;
}

void kernel(double a[2], double b[5]) {
  double t = halve(&a[1]);
  b[(int)(b[3] * b[3] + 2.0)] = t;
  a[0] = b[3] * b[3];
}
`),
  );
  const inputs: Values = { a: [0.3, 0.7], b: [-1.2, 1.1, -1.5, -1.1, -0.9] };
  const places = realPlaces(program, 'kernel');
  const seeds: Values = { a: [0.7, 0.8], b: [0.6, 0.7, 0.8, 0.9, 1.1] };
  const { gradient } = referenceGradient(program, 'kernel', inputs, places.inputs, seeds);
  const made = generatedAdjoint(program, 'kernel', places.inputs, places.outputs, DEFAULT_OPTIONS);
  if (!made) throw new Error('the adjoint is refused');
  expect(gradient.b).toEqual([0.6, 0.7, 0.8, 0, 1.1]);
  expect(disagreement(gradient, runGenerated(program, 'kernel', made, inputs, seeds), DOUBLE)).toBeNull();
});

test('seeds that cancel, so that the gradient is what rounding leaves of them, are told', () => {
  const program = parsed(`
void kernel(double *x, double *y) {
  *y = -*x;
}
`);
  const inputs: Values = { x: [0.4], y: [0] };
  const told = (seed: number) => {
    const seeds: Values = { x: [seed], y: [0.7] };
    const { gradient, outputs } = referenceGradient(program, 'kernel', inputs, ['x'], seeds);
    return illConditioned({
      ...{
        program,
        entry: 'kernel',
        inputs,
        independents: ['x'],
        seeds,
        tolerance: DOUBLE,
        gradient,
        outputs,
      },
    });
  };
  expect(told(0.7 + 2 ** -20)).toBe(true);
  expect(told(0.9)).toBe(false);
});
