import { describe, expect, test } from 'vitest';
import { requestOf, runOf } from '../app/store/document/playground';
import { OFFERED, VIEWS } from '../app/views/registry';
import { algorithmSteps, analysisSteps, differentiate, execute, schedule, summary } from '../engine/index';
import type { ScheduleKind } from '../engine/pipeline/results';
import { playgroundOf } from '.';
import { PAPERS } from './citations';
import { PAPER_ITEMS, type PaperItem } from './papers';

const opened = PAPER_ITEMS.flatMap((item) =>
  item.example === null ? [] : [[`[${item.paper}] ${item.number}`, item, item.example] as const],
);

test('every paper is there, each item once', () => {
  expect(new Set(PAPER_ITEMS.map(({ paper }) => paper))).toEqual(new Set(Object.keys(PAPERS)));
  const names = PAPER_ITEMS.map(({ paper, number }) => `${paper} ${number}`);
  expect(new Set(names).size).toBe(names.length);
  // What has no program says so.
  for (const { example, differs } of PAPER_ITEMS) if (example === null) expect(differs).not.toBe('');
});

describe('as the figures stand', () => {
  test.each(opened)('%s opens without an error, in a place that the page has', (_, item, example) => {
    const request = requestOf(playgroundOf(example));
    const d = differentiate(request);
    expect(d.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const { arrangement, view } = example;
    const place = OFFERED.find(({ id }) => id === arrangement);
    expect(place, `arrangement of ${item.number}`).toBeDefined();
    if (view === undefined) return;
    expect(VIEWS.find(({ id }) => id === view)?.in).toContain(arrangement);
    expect(refusalOf(item, request)).toBeNull();
  });

  test('each program runs, and its derivative passes the checks', () => {
    const seen = new Set<string>();
    for (const [name, , example] of opened) {
      const request = runOf(playgroundOf(example), {});
      const key = JSON.stringify([example.source, example.options ?? {}, example.mode ?? '']);
      // Hidden routines have no code to run.
      if (seen.has(key) || example.source.includes('external(g,')) continue;
      seen.add(key);
      const { check } = execute(request);
      expect(check.verdict, `${name}: ${check.sentence}`).toBe('passed');
    }
  });
});

/** Why the view that opens has nothing to show. */
function refusalOf({ example }: PaperItem, request: Parameters<typeof analysisSteps>[0]): string | null {
  const [of = '', order = 'reversePostorder', form] = example?.stand?.of.split(' ') ?? [];
  if (example?.view === 'steps') {
    const steps = analysisSteps(request, of, order as 'reversePostorder');
    if (!steps.ok) return steps.reason;
    return form === 'tree' && steps.evaluation === null ? 'no structured form' : null;
  }
  if (example?.view === 'algorithms') {
    const { runs, refused } = algorithmSteps(request);
    return refused ?? (runs.some(({ algorithm }) => `${algorithm}` === of) ? null : `no algorithm ${of}`);
  }
  if (example?.view === 'schedule') {
    const { loops } = schedule(request, { kind: of as ScheduleKind, steps: 8, amount: 3 });
    return loops.length > 0 ? null : 'no loop that counts';
  }
  return null;
}

describe('the papers’ sets and figures', () => {
  const named = (number: string, paper: string) => {
    const item = PAPER_ITEMS.find((each) => each.paper === paper && each.number === number);
    if (!item?.example) throw new Error(`${paper} ${number} does not open`);
    return requestOf(playgroundOf(item.example));
  };
  const recordedIn = (number: string, paper: string) =>
    differentiate(named(number, paper)).recordings.map(({ kind, text }) =>
      kind === 'value' || kind === text ? text : `${kind} ${text}`,
    );

  test('[TBR] Table 2.1 records x(i), x(j), i, j, the branch and the count, and never a', () => {
    expect(recordedIn('Table 2.1', 'TBR').sort()).toEqual(['branch', 'count', 'i', 'j', 'x(i)', 'x(j)']);
  });
  test('[TBR] Table 2.1 keeps the number as it is written, and reads as a loop on check(j)', () => {
    const request = named('Table 2.1', 'TBR');
    expect(differentiate(request).code.text).toContain('  a = 3.14159\n');
    expect(summary(request).pieces.map(({ text }) => text)).toContain('do while (check(j))');
  });
  test('[TBR] 5.1 records x1 at the third statement', () => {
    expect(recordedIn('5.1.0.1', 'TBR')).toEqual(['x1']);
  });
  test('[TBR] 6: all, initialized and TBR on the residual assembly', () => {
    const turn = (k: number) => ((k / 4) | 0) % 9;
    const list = (count: number, f: (k: number) => number) => Array.from({ length: count }, (_, k) => f(k));
    const inputs = {
      ...{
        nseg: 100,
        ns: 100,
        nubo: list(200, (k) => (k % 2 === 0 ? k / 2 + 1 : (((k + 1) / 2) % 100) + 1)),
      },
      ...{ vn: list(200, (k) => 0.3 + 0.01 * (k % 7)), dx: 0.1, g: list(400, (k) => 0.01 * (k + 1)), res: 0 },
      u: list(400, (k) => [1 + 0.01 * turn(k), 0.3, 0.2, 2.5][k % 4] as number),
    };
    const bytes = (['all', 'initialized', 'tbr'] as const).map((record) => {
      const request = named('6', 'TBR');
      const run = execute({ ...request, options: { ...request.options, record }, inputs });
      expect(run.check.verdict, run.check.sentence).toBe('passed');
      return run.tape.bytes;
    });
    expect(bytes).toEqual([41_604, 27_204, 7200]);
  });
  test('[CFR] 2 stores the path and no value; Fig. 2 has twelve vertices, five more forward', () => {
    expect(recordedIn('2', 'CFR').sort()).toEqual(['branch', 'count']);
    const { text } = differentiate(named('2', 'CFR')).code;
    for (const word of ['ctr', 'rBound', 'rCtr', 'branchId'])
      expect(text.toLowerCase()).toContain(word.toLowerCase());
    const { graphs } = differentiate(named('Fig. 2', 'CFR'));
    expect([graphs.original.vertices.length, graphs.forward.vertices.length]).toEqual([12, 17]);
    expect(graphs.adjoint.vertices.length).toBe(14);
  });
  test('[CFR] Fig. 5 has eight vertices, and the markers are 9 and 10', () => {
    const { original, forward } = differentiate(named('Fig. 5', 'CFR')).graphs;
    expect(original.vertices.length).toBe(8);
    const pushes = forward.vertices.filter(({ control }) => control);
    expect(pushes.map(({ number, statements }) => `${number} ${statements[0]?.text}`)).toEqual([
      '9 push(1)',
      '10 push(0)',
    ]);
  });
  test('[CFR] Algorithms 3 and 4 apply to Figs 5 and 6, and are refused where control nests', () => {
    const nested = algorithmSteps(named('Alg. 5', 'CFR'));
    expect(nested.notHere.map(({ algorithm }) => algorithm)).toEqual([3, 4]);
    for (const { reason } of nested.notHere) expect(reason).toContain('use 5');
  });
  test('[ADF] Fig. 1.2: what only feeds rh3 and rh4 leaves the forward sweep, dplim is not recorded', () => {
    const d = differentiate(named('Fig. 1.2', 'ADF'));
    expect(recordedIn('Fig. 1.2', 'ADF').some((text) => text.includes('dplim'))).toBe(false);
    const forward = d.code.origins
      .filter(({ sweep, whole }) => sweep === 'forward' && whole)
      .map(({ start, end }) => d.code.text.slice(start, end));
    expect(forward.some((line) => /rh[34]\(/.test(line))).toBe(false);
  });
  test('[ADF] Fig. 1.3: one loop, nothing pushed, and the call to CK is gone', () => {
    const { code, recordings } = differentiate(named('Fig. 1.3', 'ADF'));
    expect(recordings).toEqual([]);
    expect(code.text).not.toMatch(/push|pop|call ck\(/);
    expect(code.text.match(/^ *do /gm)).toHaveLength(1);
    // The statements of an iteration, in the paper's order.
    const order = ['qs = t3', 'pm = pres', 'call ck_b(pm', 'dplimb = rh3b(is1) - rh3b(is2)', 'presb(is2) = '];
    const at = [...order, 'dplimb = rh4b(is1) - rh4b(is2)', 't3b(is1) = '].map((s) => code.text.indexOf(s));
    expect(at).toEqual([...at].sort((a, b) => a - b));
    expect(at[0]).toBeGreaterThan(0);
  });
  test('[ADF] Table 1.1: each of the two analyses saves bytes, and both save most', () => {
    const item = PAPER_ITEMS.find(({ paper, number }) => paper === 'ADF' && number === 'Table 1.1');
    const request = runOf(playgroundOf(item?.example as NonNullable<PaperItem['example']>), {});
    const bytes = [false, true].map((adjointLiveness) =>
      [false, true].map((adjointWrite) => {
        const run = execute({ ...request, options: { ...request.options, adjointLiveness, adjointWrite } });
        expect(run.check.verdict).toBe('passed');
        return run.tape.bytes;
      }),
    );
    expect(bytes).toEqual([
      [3840, 2688],
      [3408, 2256],
    ]);
  });
  test('[TAP] Fig. 4 has the tangent as printed, Fig. 7 records e1 only and has the resets merged', () => {
    const tangent = differentiate(named('Fig. 4', 'TAP')).code.text;
    for (const line of ['e2d = e2d + 2.0d0 * e1 * e1d', 'e1d = td(i) - ud(i)', '0.5d0 * e2d / sqrt(e2)'])
      expect(tangent).toContain(line);
    expect(recordedIn('Fig. 7', 'TAP')).toEqual(['e1']);
    const adjoint = differentiate(named('Fig. 7', 'TAP')).code.text;
    for (const line of ['e2b = 0.5d0 * eb / sqrt(e2)', 'e1b = 2.0d0 * e1 * e2b', 'tb(i) = tb(i) + e1b'])
      expect(adjoint).toContain(line);
    expect(adjoint).not.toMatch(/e[12]b = 0\.0d0\n {2}(?:do|end sub)/);
    expect(recordedIn('Fig. 5', 'TAP')).toEqual(expect.arrayContaining(['e1', 'e2']));
  });
  test('[TAP] Fig. 8 stores two arrows, T twice, i, and one counter; never U', () => {
    expect(recordedIn('Fig. 8', 'TAP').sort()).toEqual(['arrow', 'branch', 'count', 'i', 't(i)', 't(i)']);
  });
  test('[TAP] Fig. 10: where nothing later writes x, T and k, the snapshot is a', () => {
    expect(recordedIn('Fig. 10', 'TAP')).toEqual(['snapshot a']);
  });
});
