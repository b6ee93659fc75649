/**
 * The probe: adjoints inside of a run. Along the way, the adjoints at a point times the tangents at that point, summed, are
 * the same at all points, ⟨ȳ, ẏ⟩: each statement takes the ones through Jᵀ and the others through J. So one run of the
 * tangent and one of the adjoint look at all points at once, and the first point on the way back where the sum is
 * another one stands before the statement whose adjoint is wrong. There each element is held against a tangent that
 * starts at the point, and against a finite difference taken there.
 */

import { DiagnosticSink } from '../base/diagnostics';
import { present } from '../base/lookup';
import type { Values } from '../execute/binding';
import { someDirection } from '../execute/check';
import { resolveInputs } from '../execute/inputs';
import {
  adjointsAt,
  type Cell,
  derivativeFrom,
  differenceAt,
  type Inside,
  pointsOf,
  tangentsAt,
} from '../execute/inside';
import { isReal } from '../ir/build';
import { locationKey, statementName } from '../ir/names';
import { printStatement } from '../ir/print';
import { walkStatements } from '../ir/statements';
import type { Program, Statement, StatementId } from '../ir/types';
import { plain } from './breakIt';
import { type Compile, compile } from './compile';
import type { ExecuteRequest, Probe, ProbePoint, ProbeReading } from './results';

const LIMITS = { steps: 400_000, milliseconds: Number.POSITIVE_INFINITY, bytes: 128 * 2 ** 20 };
const MOST_POINTS = 100_000;
/** Numbers kept at once: points looked at in one pass, times cells. */
const MOST_KEPT = 2_000_000;
/** Elements at a wrong point that are looked at one by one. */
const MOST_CELLS = 48;
/** Relative to the sum of the sizes of all terms. */
const TOLERANCE = { double: 1e-9, single: 1e-3 };

export function probeRun(request: ExecuteRequest, point: ProbePoint | null): Probe {
  // Statement by statement: what merging puts together has no adjoint of its own in between.
  const options = { ...request.options, merge: false, basicBlocks: 'statements' as const };
  const c = compile({ ...plain(request), options }, () => 0);
  const s = c.mode === 'adjoint' ? insideOf(c, request) : null;
  if (s === null)
    return refusedProbe(
      c.mode === 'adjoint'
        ? 'The program does not run on these inputs, so there is nothing to probe.'
        : 'Adjoints are probed: choose the adjoint mode.',
    );
  const points = pointsOf(s, MOST_POINTS);
  if (points === null)
    return refusedProbe('The run is too long to be probed, or does not come to its end: take a smaller one.');
  return new Prober(c, s, points).probe(point);
}

export function refusedProbe(refused: string): Probe {
  return { ok: false, refused, sentence: refused, statements: 0, compared: 0, wrong: null, reading: null };
}

function insideOf(c: Compile, request: ExecuteRequest): Inside | null {
  if (!c.routine || !c.interface || !c.adjoint || c.diagnostics.some((d) => d.severity === 'error'))
    return null;
  const sink = new DiagnosticSink();
  const { values } = resolveInputs(c.source, c.routine.name, request.inputs ?? {}, sink, () => 0);
  if (sink.hasErrors) return null;
  const seeds: Record<string, number[]> = {};
  for (const id of c.interface.dependents) {
    const key = locationKey(c.program, id);
    const own = request.seeds?.[key];
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
    limits: LIMITS,
  };
}

class Prober {
  private compared = 0;
  private cells: readonly Cell[] = [];
  private readonly direction: Values;
  private readonly single: boolean;

  constructor(
    private readonly c: Compile,
    private readonly s: Inside,
    private readonly points: readonly StatementId[],
  ) {
    this.direction = someDirection(
      s.inputs,
      present(c.interface, 'the interface').independents.map((id) => locationKey(c.program, id)),
    );
    this.single = c.program.variables.some((v) => v.type === 'f32');
  }

  probe(asked: ProbePoint | null): Probe {
    const found = this.findWrong();
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

  /** The last point before which the adjoints are wrong, all after it being right; null if they are right everywhere. */
  private findWrong(): number | string | null {
    let [low, high] = [0, this.points.length];
    for (;;) {
      const size = Math.max(1, this.cells.length);
      const room = Math.max(2, Math.floor(MOST_KEPT / size / 2));
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
    if (tangents === null) return 'The run of the tangent does not come to its end.';
    this.cells = tangents.cells;
    const adjoints = adjointsAt(this.s, this.points, wanted, this.cells);
    if (typeof adjoints === 'string') return adjoints;
    this.compared += wanted.length;
    const tolerance = TOLERANCE[this.single ? 'single' : 'double'];
    return wanted.map((point) => {
      const [a, t] = [adjoints.get(point), tangents.at.get(point)];
      if (!a || !t) return false;
      let sum = 0;
      let largest = Math.abs(tangents.end);
      for (let i = 0; i < a.length; i++) {
        // An adjoint where nothing varies is not asked for.
        if (t[i] === 0) continue;
        const term = (a[i] as number) * (t[i] as number);
        sum += term;
        largest = Math.max(largest, Math.abs(term));
      }
      return !(Math.abs(sum - tangents.end) <= tolerance * largest);
    });
  }

  /** Of the elements that the statement at a wrong point changes the adjoint of, the one that is most off. */
  private worstAt(point: number): ProbeReading | null {
    const adjoints = adjointsAt(this.s, this.points, [point, point + 1], this.cells);
    if (typeof adjoints === 'string') return null;
    const [before, after] = [adjoints.get(point), adjoints.get(point + 1)];
    if (!before) return null;
    const changed = this.cells.flatMap((cell, i) => {
      const same = after !== undefined && Object.is(before[i], after[i]);
      return same ? [] : [{ cell, adjoint: before[i] as number }];
    });
    const all = this.cells.map((cell, i) => ({ cell, adjoint: before[i] as number }));
    let worst: { cell: Cell; adjoint: number; error: number } | null = null;
    for (const { cell, adjoint } of [...changed, ...all].slice(0, MOST_CELLS)) {
      const exact = derivativeFrom(this.s, this.points, point, cell);
      if (exact === null) continue;
      const error = Number.isNaN(adjoint) ? Number.POSITIVE_INFINITY : Math.abs(adjoint - exact);
      if (!worst || error > worst.error) worst = { cell, adjoint, error };
    }
    return worst && this.read(point, worst.cell, worst.adjoint);
  }

  private read(point: number, cell: Cell, adjoint: number | null): ProbeReading | null {
    const tangent = derivativeFrom(this.s, this.points, point, cell);
    const difference = differenceAt(this.s, this.points, point, cell);
    if (tangent === null || difference === null) return null;
    const id = this.points[point] as StatementId;
    const visits = this.points.flatMap((each, k) => (each === id ? [k] : []));
    const scale = Math.max(Math.abs(difference.difference), Math.abs(adjoint ?? 0));
    const error = Math.abs((adjoint ?? 0) - difference.difference);
    const allowed = (this.single ? 2e-2 : 1e-5) * scale + 4 * difference.doubt;
    return {
      statement: statementName(id),
      visit: visits.indexOf(point) + 1,
      visits: visits.length,
      location: locationKey(this.c.program, cell.variable),
      index: cell.index,
      adjoint,
      difference: difference.difference,
      step: difference.step,
      tangent,
      relativeError: error === 0 ? 0 : error / Math.max(scale, Number.MIN_VALUE),
      agrees: error <= allowed,
    };
  }

  private ask(asked: ProbePoint): ProbeReading | string {
    const elsewhere = this.calledRoutineOf(asked.statement);
    if (elsewhere !== null)
      return `This statement stands in ${elsewhere}, which is called. The probe looks at the statements of ${present(this.c.routine, 'the routine').name} only: inside of a call the values of its caller are out of reach, and a difference could not be carried to the end of the run. Probe the call, or choose ${elsewhere} as the routine.`;
    const visits = this.points.flatMap((id, k) => (statementName(id) === asked.statement ? [k] : []));
    const point = visits[asked.visit - 1];
    if (point === undefined)
      return visits.length === 0
        ? 'The run never comes to this statement.'
        : `The statement runs ${visits.length === 1 ? 'once' : `${visits.length} times`} only.`;
    const { program } = this.c;
    const routine = present(this.c.routine, 'the routine');
    const own = new Set([...routine.parameters, ...routine.locals, routine.result]);
    const variable = program.variables.find(
      (v) => locationKey(program, v.id) === asked.location && (own.has(v.id) || v.role === 'global'),
    );
    if (!variable) return `The routine has no variable ${asked.location}.`;
    if (!isReal(variable.type)) return `${asked.location} is not real: it has no adjoint.`;
    const cell = { variable: variable.id, index: asked.index };
    const at = this.cells.findIndex((x) => x.variable === cell.variable && x.index === cell.index);
    const adjoints = at < 0 ? null : adjointsAt(this.s, this.points, [point], this.cells);
    if (typeof adjoints === 'string') return adjoints;
    const adjoint = adjoints?.get(point)?.[at] ?? null;
    return (
      this.read(point, cell, adjoint) ?? 'The program does not come to its end when this value is moved.'
    );
  }

  /** The routine that a statement stands in, if it is not the entry. */
  private calledRoutineOf(statement: string): string | null {
    for (const { name, body } of this.c.program.routines) {
      let found = false;
      walkStatements(body, (s) => {
        found ||= statementName(s.id) === statement;
      });
      if (found) return name === present(this.c.routine, 'the routine').name ? null : name;
    }
    return null;
  }

  // ---------------------------------------------------------------------------------------------------- sentences

  private where(r: ProbeReading): string {
    const id = this.points.find((each) => statementName(each) === r.statement);
    const s = id === undefined ? null : findStatement(this.c.program, id);
    const text = s ? `\`${printStatement(this.c.program, s).split('\n')[0]?.trim()}\`` : r.statement;
    const line = s ? ` (line ${this.c.request.source.slice(0, s.span.start).split('\n').length})` : '';
    return `${text}${line}${r.visits > 1 ? `, in its run ${r.visit} of ${r.visits}` : ''}`;
  }

  private name(r: ProbeReading): string {
    const p = this.cells.filter((x) => locationKey(this.c.program, x.variable) === r.location).length;
    return p > 1 ? `\`${r.location}[${r.index}]\`` : `\`${r.location}\``;
  }

  private readingSentence(r: ProbeReading): string {
    const [name, where] = [this.name(r), this.where(r)];
    if (r.adjoint === null)
      return `Just before ${where}, a finite difference by ${name} gives ${shown(r.difference)}. ${name} has no adjoint: it never carries a derivative from the independents to the dependents.`;
    const end = r.agrees ? 'They agree.' : 'They differ.';
    return `Just before ${where}, the adjoint of ${name} is ${shown(r.adjoint)}, and a finite difference taken there gives ${shown(r.difference)}. ${end}`;
  }

  private wrongSentence(r: ProbeReading | null): string {
    if (r === null)
      return `The adjoints are right at every point: ${this.points.length === 1 ? 'the one statement' : `all ${this.points.length} statements`} that the run comes to were compared.`;
    return `The first wrong adjoint on the way back is made by ${this.where(r)}. Before it the adjoint of ${this.name(r)} is ${shown(r.adjoint ?? Number.NaN)}, and a finite difference taken there gives ${shown(r.difference)}. After it all adjoints are right.`;
  }
}

function shown(x: number): string {
  return Number.isFinite(x) ? String(Number(x.toPrecision(6))) : 'no number';
}

function findStatement(program: Program, id: StatementId): Statement | null {
  let found: Statement | null = null;
  for (const { body } of program.routines)
    walkStatements(body, (s) => {
      if (s.id === id) found = s;
    });
  return found;
}
