/**
 * Whether a run needs a recording is one thing, whoever tells it: the count, the card, and the run without it. On kernels
 * of several kinds: reads in a callee that may not write, exits by reverse communication, side effects in subscripts,
 * exchanges inside of loops over elements.
 */
import { expect, test } from 'vitest';
import { breakIt, differentiate, explain, neededRecordings } from '../../index';
import { some } from '../../testing/draws';
import { recordingKey } from '../answers/differentiate';
import { compile } from '../compile/compile';
import type { ExecuteRequest } from '../results';

const KERNELS: readonly [about: string, request: ExecuteRequest][] = [
  [
    'a callee that writes on one way only, and is called both ways',
    {
      language: 'fortran',
      routine: 'drive',
      source: `subroutine model(p, g, mode)
  integer mode
  real(8) p(2), g(2)
  if (mode == 2) then
    g(1) = p(1)*p(2)
    g(2) = p(1) + p(2)**2
  end if
end subroutine
subroutine drive(p, cost)
  integer it
  real(8) p(2), cost, g(2), d
  cost = 1
  do it = 1, 2
    call model(p, g, 2)
    d = g(1)*g(2)
    p(1) = p(1) - 0.1d0*d*g(1)
    call model(p, g, 1)
    cost = cost + p(1)
  end do
end subroutine`,
      inputs: { p: [1.1, 0.8] },
    },
  ],
  [
    'subscripts with side effects',
    {
      language: 'c',
      source: `double f(int n, double x[n]) {
  int i = 0; double s = 1;
  x[i++] *= x[i + 1] * 0 + 2;
  i = 1;
  x[i++] += s; x[i++] /= x[0]; x[--i] -= x[i == 2 ? 1 : 0] * 0.5;
  s += (x[4] *= x[3], x[4]++, --x[2], x[2] * x[4]);
  return s;
}`,
      inputs: { n: 5, x: [1, 2, 3, 4, 5] },
    },
  ],
  [
    'an exchange that snapshots put back',
    {
      language: 'c',
      source: `static void swap(double *a, double *b, int k) { if (*a < *b) { double t = *a * k; *a = *b; *b = t; } }
double f(int n, double x[n], double y[n]) {
  for (int i = 0; i < n; i++) swap(&x[i], &y[i], i + 1);
  for (int i = 0; i + 1 < n; i++) swap(&x[i], &x[i + 1], 2);
  double r = 0;
  for (int i = 0; i < n; i++) r += x[i] * y[i] * x[i];
  return r;
}`,
      inputs: { n: 3, x: [1.1, 2.3, 3.2], y: [3.3, 2.2, 1.7] },
    },
  ],
];

const OPTIONS: readonly ExecuteRequest['options'][] = [{}, { calls: 'split' }, { record: 'all' }];

test.each(KERNELS)('%s', (_, kernel) => {
  let told = 0;
  for (const options of OPTIONS) {
    const request = { ...kernel, options };
    const differentiation = differentiate(request);
    const recordings = compile(request, () => 0).adjoint?.recordings ?? [];
    const { byRecording } = neededRecordings(request);
    const values = recordings.filter(({ kind }) => kind === 'value');
    for (const draft of some(values, 2)) {
      const id = `r${draft.id}`;
      const { made, needed } = byRecording[id] ?? { made: 0, needed: 0 };
      const broken = breakIt(request, recordingKey(draft));
      const about = `${id} ${JSON.stringify(options)} ${broken.sentence}`;
      if (broken.effect === 'changed') expect(needed, about).toBeGreaterThan(0);
      if (broken.effect === 'unchanged' && broken.reason.includes('never comes')) expect(made, about).toBe(0);
      if (broken.effect === 'unchanged' && broken.reason.includes('does read'))
        expect(needed, about).toBeGreaterThan(0);
      if (options?.record === 'all') continue;
      const card = explain(differentiation, { kind: 'recording', id }, request.inputs);
      const path = card.facts.find(({ part }) => part === 'path')?.text;
      if (path === undefined) continue;
      told++;
      expect(path.includes('in a run on the given inputs'), `${about} ${path}`).toBe(needed > 0);
      if (needed > 0) expect(card.short, about).not.toContain('never needed');
    }
  }
  expect(told).toBeGreaterThan(1);
});
