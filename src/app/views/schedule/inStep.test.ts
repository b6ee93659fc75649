import { expect, test } from 'vitest';
import { type ExecuteRequest, execute, schedule } from '../../../engine/index';
import { eventAt, inStepWith } from './inStep';

const sourceWith = (directive: string) => `void f(int n, double *x, double *y) {
  ${directive}
  for (int i = 0; i < n; i++) {
    *x = *x * *x - 0.3;
    *y = *y + sin(*x);
  }
}`;

test.each([
  ['', 'store', 1],
  ['/* backsweep: checkpoint(binomial, 2) */', 'binomial', 2],
  ['/* backsweep: checkpoint(every, 3) */', 'every', 3],
  ['/* backsweep: checkpoint(mixed, 3) */', 'mixed', 3],
] as const)('a run of %s goes by its schedule, event by event', (directive, kind, amount) => {
  const request: ExecuteRequest = {
    source: sourceWith(directive),
    language: 'c',
    inputs: { n: 7, x: 0.4, y: 0 },
    trace: true,
  };
  const { trace } = execute(request);
  const planned = schedule(request, { kind, steps: 7, amount });
  const [loop] = planned.loops;
  if (!trace || !loop) throw new Error('no trace');
  const steps = inStepWith(trace, loop, planned);
  expect(steps).not.toBeNull();
  if (!steps) return;
  expect(steps).toHaveLength(planned.events.length);
  for (const [k, { kind: what }] of planned.events.entries()) {
    expect(steps[k]).toBeGreaterThanOrEqual(steps[k - 1] ?? -1);
    const sweep = trace.statements[trace.statement[steps[k] ?? 0] ?? 0]?.sweep;
    if (what === 'adjoint') expect(sweep).toBe('backward');
    if (what === 'tape' || what === 'advance') expect(sweep).not.toBe('backward');
  }
  expect(eventAt(steps, trace.steps)).toBe(planned.events.length - 1);
  expect(eventAt(steps, -1)).toBe(0);
  // Another schedule than the run's is none that it is in step with.
  const other = schedule(request, { kind: 'recompute', steps: 7, amount: 1 });
  expect(inStepWith(trace, loop, other)).toBeNull();
});
