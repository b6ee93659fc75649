/**
 * The probe: adjoints inside a run. At every point the sum of adjoints times tangents, ⟨ȳ, ẏ⟩, is the same: each statement
 * maps tangents by J and adjoints by Jᵀ. So one run of the tangent and one of the adjoint test all points at once, and the
 * first point on the way back at which the sum differs stands before the statement whose adjoint is wrong. There each element
 * is compared with a tangent that starts at the point, and with a finite difference taken there.
 */

import { invariant } from '../../base/assert';
import { DiagnosticSink } from '../../base/diagnostics';
import { dictionary, entryOf, itemAt, lastOf, present } from '../../base/lookup';
import { someDirection } from '../../execute/check';
import { elementText } from '../../execute/elements';
import type { Values } from '../../execute/inputs/binding';
import { resolveInputs } from '../../execute/inputs/inputs';
import {
  type Cell,
  derivativeFrom,
  differenceAt,
  elementAt,
  type Inside,
  type Point,
  pointsOf,
  tangentsAt,
} from '../../execute/observe/inside';
import { adjointsAt } from '../../execute/observe/insideAdjoints';
import { within } from '../../execute/outcome';
import { sourceLine } from '../../explain/words';
import { isReal } from '../../ir/build';
import { locationKey, statementName, statementNamed, variableOf } from '../../ir/names';
import { someStatement, statementOf } from '../../ir/statements';
import { readStatement } from '../../ir/text/reading';
import type { Statement, Variable } from '../../ir/types';
import { onlyDifferentiation } from '../answers/execute';
import { compile } from '../compile/compile';
import type { Compile } from '../compile/compiled';
import { givenBeside, NUMBER, TEXT } from '../given';
import type { ExecuteRequest, Probe, ProbePoint, ProbeReading } from '../results';
import { shown } from './breakIt';

const LIMITS = { steps: 400_000, milliseconds: Number.POSITIVE_INFINITY, bytes: 128 * 2 ** 20 };
const MOST_POINTS = 100_000;
/** The most numbers kept at once: points looked at in one pass, times cells. */
const MOST_KEPT = 2_000_000;
/** The most elements at a wrong point that are looked at one by one. */
const MOST_CELLS = 48;
/** Relative to the sum of the magnitudes of all terms. */
const TOLERANCE = { double: 1e-9, single: 1e-3 };
/** Relative to the largest term anywhere on the way, whose rounding errors remain where terms cancel. */
const ROUNDINGS = { double: 1e-12, single: 1e-5 };

/** `kept` bounds the numbers that are kept at once: with fewer, the run is repeated more often. */
export function probeRun(request: ExecuteRequest, point: ProbePoint | null, kept = MOST_KEPT): Probe {
  if (point !== null)
    givenBeside<Pick<ProbePoint, 'statement' | 'visit' | 'location' | 'index'>>(point, 'point', {
      statement: TEXT,
      visit: NUMBER,
      location: TEXT,
      index: NUMBER,
    });
  // Statement by statement: statements that are merged have no separate adjoints.
  const options = { ...request.options, merge: false, basicBlocks: 'statements' as const };
  const c = compile({ ...onlyDifferentiation(request), options }, () => 0);
  const s = c.mode === 'adjoint' ? insideOf(c, request) : null;
  if (s === null)
    return refusedProbe(
      c.mode === 'adjoint'
        ? 'The program does not run on these inputs, so there is nothing to probe.'
        : 'Adjoints are probed: choose the adjoint mode.',
    );
  const points = pointsOf(s, MOST_POINTS, Number.POSITIVE_INFINITY) ?? pointsOf(s, MOST_POINTS, 0);
  if (points === null)
    return refusedProbe('The run is too long to be probed, or does not come to its end: take a smaller one.');
  return new Prober(c, s, points, kept).probe(point);
}

export function refusedProbe(refused: string): Probe {
  return { ok: false, refused, sentence: refused, statements: 0, compared: 0, wrong: null, reading: null };
}

function insideOf(c: Compile, request: ExecuteRequest): Inside | null {
  if (!c.routine || !c.interface || !c.adjoint || c.diagnostics.some((d) => d.severity === 'error'))
    return null;
  const sink = new DiagnosticSink();
  const { values } = resolveInputs(c.source, c.routine.name, request.inputs ?? {}, sink, { now: () => 0 });
  if (sink.hasErrors) return null;
  const given = dictionary(request.seeds);
  const seeds = dictionary<number[]>();
  for (const id of c.interface.dependents) {
    const key = locationKey(c.program, id);
    const own = given[key];
    seeds[key] = (values[key] ?? [0]).map((_, i) => (own ? (own[i] ?? 0) : 1));
  }
  return {
    primal: { program: c.program, entry: c.routine.name },
    adjoint: c.adjoint,
    adjointOf: new Map(
      [...c.adjoint.adjointOf].filter(([id]) => {
        const v = c.program.variables[id];
        return v !== undefined && isReal(v.type);
      }),
    ),
    inputs: values,
    seeds,
    limits: within(LIMITS, request.budget),
  };
}

class Prober {
  private compared = 0;
  /** Points that the backward sweep does not reach, in calls without an adjoint. */
  private left = 0;
  /** The largest number of cells of any point so far. */
  private size = 1;
  /** The largest finite term of any point so far. */
  private most = 0;
  private readonly direction: Values;
  private readonly single: boolean;

  constructor(
    private readonly c: Compile,
    private readonly s: Inside,
    private readonly points: readonly Point[],
    private readonly kept: number,
  ) {
    this.direction = someDirection(
      s.inputs,
      present(c.interface, 'the interface').independents.map((id) => locationKey(c.program, id)),
    );
    this.single = c.program.variables.some((v) => v.type === 'f32');
  }

  probe(asked: ProbePoint | null): Probe {
    const found = asked === null ? this.findWrong() : null;
    if (typeof found === 'string') return refusedProbe(found);
    const wrong = found === null ? null : this.worstAt(found);
    const reading = asked === null ? null : this.ask(asked);
    if (typeof reading === 'string') return refusedProbe(reading);
    const sentence = reading ? this.readingSentence(reading) : this.wrongSentence(wrong);
    return {
      ok: true,
      refused: '',
      sentence,
      statements: this.points.length,
      compared: this.compared,
      wrong,
      reading,
    };
  }

  /** The last point before which the adjoints are wrong while all after it are right; null if they are right everywhere. */
  private findWrong(): number | string | null {
    let [low, high] = [0, this.points.length];
    // Without it the first pass would keep every cell at every point.
    if (high > 0) this.size = Math.max(1, this.cellsAt(0).length);
    for (;;) {
      const room = Math.max(2, Math.floor(this.kept / this.size / 2));
      const stride = Math.max(1, Math.ceil((high - low) / room));
      const wanted: number[] = [];
      for (let point = low; point < high; point += stride) wanted.push(point);
      wanted.push(high);
      const bad = this.badAmong(wanted);
      if (typeof bad === 'string') return bad;
      const at = bad.lastIndexOf(true);
      if (at < 0) return null;
      const above = wanted[at + 1];
      if (above === undefined) return this.points.length;
      if (above - (wanted[at] as number) === 1) return wanted[at] as number;
      [low, high] = [wanted[at] as number, above];
    }
  }

  private badAmong(wanted: readonly number[]): boolean[] | string {
    const tangents = tangentsAt(this.s, this.points, wanted, this.direction);
    if (!Number.isFinite(tangents.end))
      return 'Some value is not finite here, so there is nothing to compare adjoints with.';
    const adjoints = adjointsAt(this.s, this.points, wanted, (point) => entryOf(tangents.at, point).cells);
    if (typeof adjoints === 'string') return adjoints;
    const precision = this.single ? 'single' : 'double';
    const off = wanted.map((point) => {
      const [a, t] = [adjoints.get(point)?.values, entryOf(tangents.at, point).dots];
      if (a) this.compared++;
      else this.left++;
      if (!a) return { error: 0, largest: 0 };
      this.size = Math.max(this.size, a.length);
      let sum = 0;
      let largest = Math.abs(tangents.end);
      for (let i = 0; i < a.length; i++) {
        // Where nothing varies, no adjoint is needed.
        if (t[i] === 0) continue;
        const term = (a[i] as number) * (t[i] as number);
        sum += term;
        largest = Math.max(largest, Math.abs(term));
      }
      if (Number.isFinite(largest)) this.most = Math.max(this.most, largest);
      return { error: Math.abs(sum - tangents.end), largest };
    });
    const roundings = ROUNDINGS[precision] * this.most;
    return off.map(({ error, largest }) => !(error <= TOLERANCE[precision] * largest + roundings));
  }

  private cellsAt(point: number): readonly Cell[] {
    return entryOf(tangentsAt(this.s, this.points, [point], this.direction).at, point).cells;
  }

  /** Among the elements whose adjoint the statement at a wrong point changes, the one with the largest error. */
  private worstAt(point: number): ProbeReading | null {
    const cells = this.cellsAt(point);
    const adjoints = adjointsAt(this.s, this.points, [point, point + 1], () => cells);
    invariant(typeof adjoints !== 'string', 'a backward sweep that was read can be read again');
    const before = entryOf(adjoints, point).values;
    const after = adjoints.get(point + 1)?.values;
    const all = cells.map((cell, i) => ({ cell, adjoint: before[i] as number }));
    const changed = all.filter((_, i) => !(after && Object.is(before[i], after[i])));
    let worst: { cell: Cell; adjoint: number; error: number } | null = null;
    for (const { cell, adjoint } of [...changed, ...all].slice(0, MOST_CELLS)) {
      const exact = derivativeFrom(this.s, this.points, point, cell);
      const error = Number.isNaN(adjoint) ? Number.POSITIVE_INFINITY : Math.abs(adjoint - exact);
      if (!worst || error > worst.error) worst = { cell, adjoint, error };
    }
    return worst && this.read(point, worst.cell.inner, worst.adjoint);
  }

  private read(point: number, cell: Cell['inner'], adjoint: number | null): ProbeReading | null {
    const tangent = derivativeFrom(this.s, this.points, point, cell);
    const difference = differenceAt(this.s, this.points, point, cell);
    if (difference === null) return null;
    const element = present(elementAt(this.s, this.points, point, [], cell), 'the element');
    const { id, call } = this.points[point] ?? lastOf(this.points);
    const visits = this.points.flatMap((each, k) => (each.id === id && each.call === call ? [k] : []));
    const scale = Math.max(Math.abs(difference.difference), Math.abs(adjoint ?? 0));
    const error = Math.abs((adjoint ?? 0) - difference.difference);
    const allowed = (this.single ? 2e-2 : 1e-5) * scale + 4 * difference.doubt;
    const { program } = this.c;
    return {
      statement: statementName(id),
      visit: visits.indexOf(point) + 1,
      visits: visits.length,
      calls: this.callsAround(call),
      location: locationKey(program, cell.variable),
      index: cell.index,
      element: elementText(
        program,
        variableOf(program, cell.variable),
        cell.index,
        element.count,
        element.grid,
      ),
      adjoint,
      difference: difference.difference,
      step: difference.step,
      tangent,
      relativeError: error === 0 ? 0 : error / Math.max(scale, Number.MIN_VALUE),
      agrees: error <= allowed,
    };
  }

  /** The calls that lead to a given call, which is the last. */
  private callsAround(call: number): { statement: string; visit: number }[] {
    const point = this.points[call];
    if (point === undefined) return [];
    const same = this.points.flatMap((each, k) =>
      each.id === point.id && each.call === point.call ? [k] : [],
    );
    return [
      ...this.callsAround(point.call),
      { statement: statementName(point.id), visit: same.indexOf(call) + 1 },
    ];
  }

  private ask(asked: ProbePoint): ProbeReading | string {
    let around = -1;
    for (const { statement, visit } of asked.calls ?? []) {
      const call = this.visitsOf(statement, around)[visit - 1];
      if (call === undefined) return 'The run never comes to this call.';
      around = call;
    }
    const visits = this.visitsOf(asked.statement, asked.calls ? around : null);
    const point = visits[asked.visit - 1];
    if (point === undefined)
      return visits.length === 0
        ? this.whyNever(asked.statement)
        : `The statement runs ${visits.length === 1 ? 'once' : `${visits.length} times`} only.`;
    const found = this.variableAt(point, asked);
    if (!found) return `The routine has no variable ${asked.location}.`;
    const { variable, depth } = found;
    if (!isReal(variable.type)) return `${asked.location} is not real: it has no adjoint.`;
    const named = { depth, variable: variable.id, index: asked.index };
    const cells = this.cellsAt(point);
    const element = elementAt(this.s, this.points, point, cells, named);
    if (!element) return `${asked.location} has no such element there.`;
    const at = element.cell;
    const adjoints = at < 0 ? null : adjointsAt(this.s, this.points, [point], () => cells);
    if (typeof adjoints === 'string') return adjoints;
    const there = adjoints?.get(point);
    const adjoint = there?.known[at] ? (there.values[at] as number) : null;
    return (
      this.read(point, named, adjoint) ?? 'The program does not come to its end when this value is moved.'
    );
  }

  /** The variable with this key, of the routine at a point or of those that have called it. */
  private variableAt(
    point: number,
    { location: key, ofEntry }: ProbePoint,
  ): { variable: Variable; depth: number } | null {
    const { program } = this.c;
    for (let at = this.points[point]; at !== undefined; at = this.points[at.call]) {
      const { id, depth } = at;
      if (ofEntry && depth > 0) continue;
      const { parameters, locals, result } = present(
        program.routines.find(({ body }) => someStatement(body, (s) => s.id === id)),
        'the routine of a statement',
      );
      const own = new Set([...parameters, ...locals, result]);
      const variable = program.variables.find(
        (v) => locationKey(program, v.id) === key && (own.has(v.id) || v.role === 'global'),
      );
      if (variable) return { variable, depth };
    }
    return null;
  }

  private whyNever(statement: string): string {
    const s = statementOf(this.c.program, statementNamed(statement));
    if (!s) return `There is no statement \`${statement}\`.`;
    return s.kind === 'assign' || s.kind === 'call'
      ? 'The run never comes to this statement.'
      : 'A test or the head of a loop changes no adjoint: probe at an assignment or a call.';
  }

  /** The points of a statement in one call (-1 is the entry), or in all. */
  private visitsOf(statement: string, call: number | null): number[] {
    return this.points.flatMap((each, k) =>
      statementName(each.id) === statement && (call === null || each.call === call) ? [k] : [],
    );
  }

  // ---------------------------------------------------------------------------------------------------- sentences

  private textOf(statement: string, called = false): string {
    const id = this.points.find((each) => statementName(each.id) === statement)?.id;
    const { program, request } = this.c;
    const s = present(statementOf(program, id), statement);
    const line = request.source.slice(0, s.span.start).split('\n').length;
    // If one line became several statements, each is told by itself.
    const alone = called || !program.routines.some(({ body }) => sharesItsText(body, s));
    const text = (alone ? sourceLine(request.source, s.span) : null) ?? readStatement(program, s);
    return `\`${text}\` (line ${line})`;
  }

  private where(r: ProbeReading): string {
    const { calls } = r;
    const run = r.visits > 1 ? `, in its run ${r.visit} of ${r.visits}` : '';
    const around = [...calls].reverse().map(({ statement, visit }, k) => {
      const many = this.visitsOf(statement, this.callAt(calls.slice(0, calls.length - 1 - k))).length;
      return `, in the call ${this.textOf(statement, true)}${many > 1 ? `, the ${ordinal(visit)} of ${many}` : ''}`;
    });
    return `${this.textOf(r.statement)}${run}${around.join('')}`;
  }

  private callAt(calls: ProbeReading['calls']): number {
    return calls.reduce(
      (around, { statement, visit }) => itemAt(this.visitsOf(statement, around), visit - 1),
      -1,
    );
  }

  private readingSentence(r: ProbeReading): string {
    const [name, where] = [`\`${r.element}\``, this.where(r)];
    if (r.adjoint === null)
      return `Just before ${where}, a finite difference by ${name} gives ${shown(r.difference)}. ${name} has no adjoint: it never carries a derivative from the independents to the dependents.`;
    const end = r.agrees ? 'They agree.' : 'They differ.';
    return `Just before ${where}, the adjoint of ${name} is ${shown(r.adjoint)}, and a finite difference taken there gives ${shown(r.difference)}. ${end}`;
  }

  private wrongSentence(r: ProbeReading | null): string {
    if (r !== null)
      return `The first wrong adjoint on the way back is made by ${this.where(r)}. Before it the adjoint of \`${r.element}\` is ${shown(present(r.adjoint, 'the adjoint'))}, and a finite difference taken there gives ${shown(r.difference)}. After it all adjoints are right.`;
    const all = this.points.length;
    const some = this.compared + this.left;
    if (some < all)
      return `The adjoints are right at ${this.compared} points, spread over the ${all} statements that the run comes to: all of them have too many elements to be compared.`;
    const compared =
      this.left > 0
        ? `${all - this.left} of the ${all} statements that the run comes to were compared; the backward sweep leaves out the calls that hold the others, which carry no derivative.`
        : `${all === 1 ? 'the one statement that the run comes to was' : `all ${all} statements that the run comes to were`} compared.`;
    return `The adjoints are right at every point: ${compared}`;
  }
}

function ordinal(n: number): string {
  const last = n % 100 > 10 && n % 100 < 14 ? 0 : n % 10;
  return `${n}${last === 1 ? 'st' : last === 2 ? 'nd' : last === 3 ? 'rd' : 'th'}`;
}

function sharesItsText(body: readonly Statement[], { id, span }: Statement): boolean {
  return someStatement(body, (s) => s.id !== id && s.span.start === span.start && s.span.end === span.end);
}
