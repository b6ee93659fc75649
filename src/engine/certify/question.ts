/** What is asked: programs, what stands for what in them, and their runs at a random point. */
import { assertNever } from '../base/assert';
import { entryOf } from '../base/lookup';
import type { Program, VariableId } from '../ir/types';
import type { Domain } from './domain';
import type { Limits, PathObserver } from './machine';
import { type Finished, type Placed, runOver } from './run';

/** A variable of the primal as its inputs and outputs: what lies at one place has one name. */
export interface Place {
  readonly root: number;
  readonly at: number;
  readonly stride: number;
  readonly count: number;
  /** Passed by value: what the routine leaves in it is not compared. */
  readonly byValue: boolean;
}

export interface Port {
  readonly id: VariableId;
  /** Position among the parameters; null for a global. */
  readonly position: number | null;
  /** What it is called in the primal. */
  readonly key: string;
  readonly holds: 'primal' | 'adjoint' | 'tangent' | 'second' | 'count';
  readonly values: readonly number[];
  /** A constant of the program: its elements are its values, not random ones. */
  readonly fixed: boolean;
  readonly isInteger: boolean;
}

export interface Side {
  readonly program: Program;
  readonly entry: string;
  readonly ports: readonly Port[];
}

export interface Question {
  readonly mode: 'adjoint' | 'tangent';
  readonly primal: Side;
  readonly derivative: Side;
  /** How many tangents lie side by side, of as many directions. */
  readonly directions: number;
  /** The tangent of the derivative, which is an adjoint then. */
  readonly second: Side | null;
  /** What was asked for, printed and read again: the derivative, or the tangent of it. */
  readonly printed: readonly { readonly language: string; readonly side: Side }[];
  readonly independents: readonly string[];
  readonly dependents: readonly string[];
  /** What the primal's function result is called. */
  readonly resultKey: string | null;
  /** By key, the result among them. */
  readonly places: ReadonlyMap<string, Place>;
  /** Outputs that the derivative program has to leave with their primal values. */
  readonly keeps: readonly string[];
  /** Independents whose adjoint is only added to. */
  readonly incremented: readonly string[];
  readonly trials: number;
  readonly limits: Limits;
  /** Called after each run. */
  readonly ran: () => void;
}

/** A question as it is asked at one point. */
export interface Trial extends Question {
  readonly domain: Domain;
}

/** How many runs a question takes where nothing differs. */
export function runsOf({ trials, directions, second, printed }: Question): number {
  const once = directions + (second ? 3 : 1);
  return trials * (once + printed.length) + once;
}

/** Does this element of this variable start with a random element rather than zero? */
export type Starts = (key: string, i: number) => boolean;

export function allOf(keys: readonly string[]): Starts {
  const named = new Set(keys);
  return (key) => named.has(key);
}

/** Which adjoints and which tangents start with random elements. */
export interface Drawn {
  readonly starts: Starts;
  readonly direction: Starts;
}

export function drawnFor(q: Question): Drawn {
  return { starts: allOf([...q.dependents, ...q.incremented]), direction: allOf(q.independents) };
}

export type Kind = 'input' | 'adjoint' | `direction ${number}`;

/** Gives random elements, the same in all programs of a question, to values of a kind that start with them; false for others. */
export function elements(q: Trial, key: string, kind: Kind, starts: Starts) {
  const { domain } = q;
  const { root, at, stride } = placeOf(q, key);
  return (i: number) => {
    const given = starts(key, i);
    if (given) domain.point(kind, [root, at + i * stride]);
    else domain.number(0);
    return given;
  };
}

/** The same of tangents as programs hold them: those of an element side by side. */
export function tangents(q: Trial, key: string, starts: Starts) {
  const n = q.directions;
  const rows = Array.from({ length: n }, (_, k) => elements(q, key, `direction ${k}`, starts));
  return (i: number) => rows[i % n]?.(Math.floor(i / n)) === true;
}

export function placeOf(q: Question, key: string): Place {
  return entryOf(q.places, key);
}

const always: Starts = () => true;

/** `dual`: the direction in which dual numbers go; null where there are none. */
function placedFor(q: Trial, side: Side, { starts, direction }: Drawn, dual: number | null): Placed[] {
  const given = ({ holds, key }: Port): ((i: number) => boolean) | null => {
    switch (holds) {
      case 'primal':
        return elements(q, key, 'input', always);
      case 'adjoint':
        return elements(q, key, 'adjoint', starts);
      case 'tangent':
        return tangents(q, key, direction);
      case 'second':
        return () => false;
      case 'count':
        return null;
      default:
        return assertNever(holds);
    }
  };
  const first = (port: Port, i: number): number => {
    const { holds, key, values } = port;
    if (holds === 'adjoint') return Number(starts(key, i));
    if (holds === 'tangent') return Number(direction(key, Math.floor(i / q.directions)));
    return values[i] as number;
  };
  return side.ports.map((port) => {
    const { id, position, key, holds, values, fixed } = port;
    return {
      id,
      position,
      values: values.map((_, i) => first(port, i)),
      element: fixed ? null : given(port),
      tangent: holds === 'primal' && dual !== null ? elements(q, key, `direction ${dual}`, direction) : null,
    };
  });
}

/** The primal in dual numbers along one of the directions. */
export function runPrimal(q: Trial, direction: Starts, k = 0, observer?: PathObserver): Finished {
  const { program, entry } = q.primal;
  const run = runOver({
    program,
    entry,
    domain: q.domain,
    limits: q.limits,
    placed: placedFor(q, q.primal, { starts: always, direction }, k),
    dual: true,
    strict: true,
    ...(observer && { path: observer }),
  });
  q.ran();
  return run;
}

export function runSide(q: Trial, side: Side, drawn: Drawn, dual = false): Finished {
  const placed = placedFor(q, side, drawn, dual ? 0 : null);
  const run = runOver({ ...side, domain: q.domain, limits: q.limits, placed, dual });
  q.ran();
  return run;
}
