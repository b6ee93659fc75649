/** The door's `tradeoff`: a run with every strategy, and the hull of each window of the least tape (theory 11, 15). */

import { type Window, windowOf } from '../../analyses/least/window';
import { diagnostic } from '../../base/diagnostics';
import { defaultHost } from '../../execute/host';
import { shownProgram } from '../../explain/shownNames';
import { valuesShown } from '../../explain/windows/values';
import type { Program } from '../../ir/types';
import { compile } from '../compile/compile';
import { AVAILABLE, type Options, withDefaults } from '../options';
import type {
  Diagnostic,
  ExecuteRequest,
  Execution,
  Tradeoff,
  TradeoffPoint,
  TradeoffWindow,
} from '../results';
import { onlyDifferentiation, runCompiled, runRequest } from './execute';

interface Strategy {
  readonly title: string;
  readonly change: Partial<Options>;
  /** Differs from the others only if the kernel calls something. */
  readonly calls?: true;
}

const TBR = { record: 'tbr', recompute: false, useResults: false } as const;
const LEAST = { ...TBR, record: 'least' } as const;

const STRATEGIES: readonly Strategy[] = [
  { title: 'least tape', change: LEAST },
  { title: 'TBR', change: TBR },
  { title: 'TBR, recomputed in the block', change: { ...TBR, recompute: true } },
  { title: 'TBR, results read', change: { ...TBR, useResults: true } },
  { title: 'TBR, recomputed and results read', change: { ...TBR, recompute: true, useResults: true } },
  { title: 'initialized', change: { ...TBR, record: 'initialized' } },
  { title: 'record all', change: { ...TBR, record: 'all' } },
  { title: 'recompute all', change: { ...TBR, storage: 'recompute' } },
  ...AVAILABLE.options.calls.flatMap((calls): Strategy[] =>
    (calls === 'joint' ? (['eager', 'lazy'] as const) : (['eager'] as const)).flatMap((snapshots) => {
      const how = calls === 'joint' ? `${calls} calls, ${snapshots} snapshots` : `${calls} calls`;
      return [
        { title: `least tape, ${how}`, change: { ...LEAST, calls, snapshots }, calls: true },
        { title: `TBR, ${how}`, change: { ...TBR, calls, snapshots }, calls: true },
      ];
    }),
  ),
];

/** `report` is told which part of the work is done. */
export function tradeoffOf(request: ExecuteRequest, report = (_part: number): void => {}): Tradeoff {
  if (request.mode === 'tangent' || request.mode === 'vector-tangent')
    return noTradeoff([
      diagnostic(
        'error',
        'not-combinable',
        'A tangent keeps nothing on a tape, so there is nothing to trade.',
        { start: 0, end: 0 },
        'Ask for the mode `adjoint`.',
      ),
    ]);
  const host = defaultHost();
  const own = optionsOf(request, {});
  const asked = runRequest({ ...request, options: own });
  report(1 / (STRATEGIES.length + 2));
  const uncheckedWith = (options: Options) =>
    compile(onlyDifferentiation({ ...request, options }), host.now, false);
  const compiled = uncheckedWith(optionsOf(request, LEAST));
  const hasCalls = [...(compiled.model?.models.values() ?? [])].some((m) => m.callees.length > 0);
  const points = [{ title: 'yours', options: own, run: asked }];
  const seen = new Set([JSON.stringify(own)]);
  for (const [k, { title, change, calls }] of STRATEGIES.entries()) {
    report((k + 2) / (STRATEGIES.length + 2));
    const options = optionsOf(request, change);
    const key = JSON.stringify(options);
    if ((calls && !hasCalls) || seen.has(key)) continue;
    seen.add(key);
    const made = change === LEAST ? compiled : uncheckedWith(options);
    points.push({ title, options, run: runCompiled({ ...request, options }, made, host) });
  }
  const measured = points.filter(({ run }) => run.ok).map(pointOf);
  if (measured.length === 0) return noTradeoff(asked.diagnostics);
  const shown = shownProgram({ program: compiled.program, source: request.source }, request.source);
  markHull(measured);
  measured.sort((a, b) => a.bytes - b.bytes || a.operations - b.operations);
  return {
    ok: true,
    diagnostics: asked.diagnostics,
    points: measured,
    windows: [...compiled.windows.values()]
      .flatMap((w) => windowShown(shown, w))
      .sort((a, b) => a.span.start - b.span.start),
  };
}

export function noTradeoff(diagnostics: Diagnostic[]): Tradeoff {
  return { ok: false, diagnostics, points: [], windows: [] };
}

function optionsOf({ options }: ExecuteRequest, change: Partial<Options>): Options {
  return { ...withDefaults(options), ...change };
}

function pointOf({
  title,
  options,
  run,
}: {
  title: string;
  options: Options;
  run: Execution;
}): TradeoffPoint {
  const { weighted } = run.operations.derivative;
  const { bytes, peakBytes: room } = run.tape;
  return { bytes, room, operations: weighted, options, hull: false, title };
}

/** Marks the points on the lower convex hull, from the fewest bytes to the fewest operations: no mixture of two others is as good. */
function markHull(points: TradeoffPoint[]): void {
  const pairs = points.map((p): [number, number] => [p.bytes, p.operations]);
  const hull = lowerHull(pairs);
  for (const p of points) p.hull = hull.some(([b, o]) => b === p.bytes && o === p.operations);
}

export function lowerHull(points: readonly [number, number][]): [number, number][] {
  const hull: [number, number][] = [];
  for (const p of [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = hull[hull.length - 1];
    if (last && p[1] >= last[1]) continue;
    while (hull.length > 1 && !isBelow(hull[hull.length - 1], hull[hull.length - 2], p)) hull.pop();
    hull.push(p);
  }
  return hull;
}

/** Is b below the line from a to c? */
function isBelow(
  b: [number, number] | undefined,
  a: [number, number] | undefined,
  c: [number, number],
): boolean {
  if (!a || !b) return true;
  return (b[1] - a[1]) * (c[0] - a[0]) < (c[1] - a[1]) * (b[0] - a[0]);
}

// -------------------------------------------------------------------------------------------------------- windows

/** A price higher than the total of the other quantity in any window. */
const FAR = 2 ** 20;

function windowShown(shown: Program, w: Window): TradeoffWindow[] {
  const first = w.statements[0];
  const last = w.statements[w.statements.length - 1];
  if (!first || !last) return [];
  const hull = hullOf(w);
  return [
    {
      span: { start: first.span.start, end: last.span.end },
      hull,
      bound: (hull[0] as [number, number])[0],
      ...valuesShown(shown, w),
    },
  ];
}

/** The hull by parametric flow: between two corners, the corner that lies furthest below their line, as long as there is one. */
function hullOf(w: Window): [number, number][] {
  const at = (byte: number, operation: number) => costsOf(w, byte, operation);
  const between = (a: [number, number], b: [number, number]): [number, number][] => {
    const [byte, operation] = [a[1] - b[1], b[0] - a[0]];
    if (byte <= 0 || operation <= 0) return [];
    const c = at(byte, operation);
    if (byte * c[0] + operation * c[1] >= byte * a[0] + operation * a[1]) return [];
    return [...between(a, c), c, ...between(c, b)];
  };
  const [least, most] = [at(FAR, 1), at(1, FAR)];
  return lowerHull([least, ...between(least, most), most]);
}

function costsOf(w: Window, byte: number, operation: number): [number, number] {
  const solved = windowOf(w, byte, operation, 'alone');
  let [bytes, operations] = [0, 0];
  for (const [k, choice] of (solved?.closure.choice ?? []).entries()) {
    const cost = solved?.costs[k];
    if (choice === 'kept') bytes += cost?.bytes ?? 0;
    if (choice === 'again') operations += cost?.again ?? 0;
  }
  return [bytes, operations];
}
