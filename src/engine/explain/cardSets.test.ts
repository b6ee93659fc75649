import { describe, expect, test } from 'vitest';
import { parseInput } from '../../app/store/document/playground';
import { EXAMPLES } from '../../examples';
import { explain, neededRecordings } from '../index';
import { isReal } from '../ir/build';
import { variableOf } from '../ir/names';
import type { Place, StatementId } from '../ir/types';
import { toDifferentiation } from '../pipeline/answers/differentiate';
import { compile } from '../pipeline/compile/compile';
import type { Compile } from '../pipeline/compile/compiled';
import type { DifferentiateRequest, Differentiation, Input } from '../pipeline/results';
import { sameGradient, spoiltForward } from '../testing/altered';
import { mangled } from '../testing/cards';
import { some } from '../testing/draws';

/*
 * What the cards of sets say at a point, held against runs of the generated code: what nothing needs any more can be
 * spoilt there, and what is stored to no avail is said to be needed only as far as the analysis can tell.
 */

interface Kernel {
  readonly request: DifferentiateRequest;
  readonly inputs: Record<string, Input>;
}

const examples = EXAMPLES.map(
  ({ id, language, source, independents, dependents, inputs }): [string, Kernel] => [
    id,
    {
      request: {
        language,
        source,
        ...(independents ? { independents } : {}),
        ...(dependents ? { dependents } : {}),
      },
      inputs: Object.fromEntries(
        Object.entries(inputs).map(([key, text]) => [key, parseInput(text) ?? 0] as const),
      ),
    },
  ],
);

/** Elements that the reading statement overwrites itself, in a loop whose index the analysis cannot follow. */
const WALK_C = `void walk(int n, double t[n]) {
  int i = 0;
  while (i < n) {
    t[i] = sin(t[i]);
    t[i] = 2.0 * t[i];
    i = i + 1;
  }
}
`;
const WALK_FORTRAN = `subroutine walk(n, t)
  integer :: n, i
  real(8) :: t(n)
  i = 1
  do while (i <= n)
    t(i) = sin(t(i))
    t(i) = 2.0d0 * t(i)
    i = i + 1
  end do
end subroutine
`;
const LOOP_C = `double loop(int n, double a[n], double c) {
  double s, total = 0, last = 0;
  for (int i = 0; i < n; i++) {
    s = a[i] * c;
    if (s > c) a[i] = s * s;
    else a[i] = a[i] + c * s;
    last = s;
    total += a[i] * c;
  }
  return total;
}
`;
const walks: [string, Kernel][] = [
  ['walk in C', { request: { language: 'c', source: WALK_C }, inputs: { n: 4, t: '0.3*i' } }],
  [
    'walk in Fortran',
    { request: { language: 'fortran', source: WALK_FORTRAN }, inputs: { n: 4, t: '0.3*i' } },
  ],
];
const kernels: [string, Kernel][] = [
  ...examples,
  ...walks,
  ['loop', { request: { language: 'c', source: LOOP_C }, inputs: { n: 4, a: '0.5*i', c: 0.7 } }],
];

const cardOf = (
  d: Differentiation,
  statement: string,
  location: string,
  point: 'before' | 'after',
  analysis?: string,
) => explain(d, { kind: 'location', location, statement, point, ...(analysis ? { analysis } : {}) });

/** Scalars, and the element that a statement sets itself. */
function placesAt(c: Compile, id: StatementId): Place[] {
  const analysis = c.analysis?.routines.get(c.routine?.name ?? '');
  const s = analysis?.nesting.statements.get(id);
  if (!analysis || s?.kind !== 'assign') return [];
  const { all } = analysis.model.locations;
  const scalars = all
    .filter(({ strong, element, variables }) => strong && element === null && variables.length === 1)
    .flatMap(({ variables: [variable] }): Place[] => {
      const v = variable === undefined ? null : variableOf(c.program, variable);
      if (!v || variable === undefined || !isReal(v.type)) return [];
      return [{ kind: 'variable', variable, type: v.type, span: s.span }];
    });
  return s.target.kind === 'element' ? [...scalars, s.target] : scalars;
}

/** Of the variables at each statement, so many in the fast tier, in turn. */
const KEYS = 3;

describe('cards of sets', () => {
  let spoilt = 0;
  test.each(kernels)('what they say of %s holds in runs', (_, { request, inputs }) => {
    const c = compile(request, () => 0);
    const d = toDifferentiation(c);
    expect(d.ok).toBe(true);
    const entry = c.adjoint?.entry ?? '';
    const locations = c.analysis?.routines.get(c.routine?.name ?? '')?.model.locations;
    const wrong: string[] = [];
    for (const { id } of d.statements) {
      const statement = Number(id.slice(1)) as StatementId;
      for (const place of placesAt(c, statement)) {
        const key = locations?.all[locations.of(place)]?.key ?? '';
        const live = cardOf(d, id, key, 'after', 'adjointLive');
        const required = cardOf(d, id, key, 'after', 'required');
        wrong.push(...mangled(live), ...mangled(required));
        const both = / not in /.test(live.title) && / not in /.test(required.title);
        // A value that neither half of the adjoint needs may be any other.
        const other = both && c.adjoint ? spoiltForward(c.adjoint.program, entry, statement, place) : null;
        if (!other) continue;
        spoilt++;
        if (sameGradient(c, inputs, other) === false) wrong.push(`${live.short} ${required.short}`);
      }
      for (const { key } of some(d.variables, KEYS, statement))
        for (const point of ['before', 'after'] as const) {
          const live = cardOf(d, id, key, point, 'adjointLive');
          const overview = cardOf(d, id, key, point);
          // What is stored, or goes round the loop, is read by lines that follow.
          for (const { short, long } of [live, overview])
            if (/Nothing that follows|Nothing after this/.test(`${short} ${long}`)) wrong.push(short);
          if (/before the loop `/.test(`${live.title} ${overview.title}`)) wrong.push(live.title);
        }
    }
    expect(wrong).toEqual([]);
  });
  test('some values were spoilt', () => {
    expect(spoilt).toBeGreaterThan(8);
  });

  test.each(kernels)('where no run of %s needs what is stored, no card is sure of it', (_, kernel) => {
    const c = compile(kernel.request, () => 0);
    const d = toDifferentiation(c);
    const { ok, byRecording } = neededRecordings({ ...kernel.request, inputs: kernel.inputs });
    if (!ok) return;
    const sure: string[] = [];
    for (const r of d.recordings) {
      if (r.kind !== 'value' || r.statement === null || (byRecording[r.id]?.needed ?? 1) > 0) continue;
      const { short } = cardOf(d, r.statement, r.location, 'before', 'required');
      if (/ reads? `[^`]*` as it is there/.test(short) && !/ may read /.test(short)) sure.push(short);
    }
    expect(sure).toEqual([]);
  });

  test.each(walks)(
    '%s: the statement that read an element has overwritten and stored it itself',
    (_, kernel) => {
      const { request, inputs } = kernel;
      const d = toDifferentiation(compile(request, () => 0));
      const vain = d.recordings.find(({ kind, location, id }) => {
        const counts = neededRecordings({ ...request, inputs }).byRecording[id];
        return kind === 'value' && location === 't' && counts?.needed === 0;
      });
      expect(vain).toBeDefined();
      if (!vain) return;
      const stored = explain(d, { kind: 'recording', id: vain.id }, inputs);
      expect(stored.short).toMatch(
        /never needed: the `t.i.` that the backward sweep of `t.i. = sin\(t.i.\)` \(line \d\) reads is overwritten by that statement itself, and stored there; but that takes no other element of `t` out of what is required/,
      );
      const required = cardOf(d, vain.statement ?? '', 't', 'before', 'required');
      expect(required.short).toMatch(/may read `t` as it is there, as far as the analysis can tell\./);
      expect(required.long).toMatch(/overwrites the `t.i.` that it reads, so that value is gone here/);
    },
  );
});
