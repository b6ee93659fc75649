/** What is asked: programs, what stands for what in them, and their runs at a random point. */
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
  /** Passed by value: what becomes of it in the routine is nobody's business. */
  readonly byValue: boolean;
}

export interface Port {
  readonly id: VariableId;
  /** Position among the parameters; null for a global. */
  readonly position: number | null;
  /** What it is called in the primal. */
  readonly key: string;
  readonly holds: 'primal' | 'adjoint' | 'tangent';
  readonly values: readonly number[];
  /** Its elements are those of its values: a constant of the program. */
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
  /** The derivative, printed and read again. */
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
}

/** Which element of which variable starts with something; by default all of those named do. */
export type Starts = (key: string, i: number) => boolean;

export function allOf(keys: readonly string[]): Starts {
  const named = new Set(keys);
  return (key) => named.has(key);
}

export function seedOf(q: Question): Starts {
  return q.mode === 'adjoint' ? allOf([...q.dependents, ...q.incremented]) : allOf(q.independents);
}

export const KINDS = { primal: 'input', adjoint: 'adjoint', tangent: 'direction' } as const;

/** Random elements, the same in all programs of a question, for values of a kind that start with some; false for others. */
export function elements(q: Question, domain: Domain, key: string, kind: string, starts: Starts) {
  const { root, at, stride } = placeOf(q, key);
  return (i: number) => {
    const given = starts(key, i);
    if (given) domain.point(kind, [root, at + i * stride]);
    else domain.number(0);
    return given;
  };
}

export function placeOf(q: Question, key: string): Place {
  return entryOf(q.places, key);
}

const always: Starts = () => true;

function placedFor(q: Question, domain: Domain, side: Side, starts: Starts, dual: boolean): Placed[] {
  return side.ports.map((port) => {
    const { id, position, key, holds, values, fixed } = port;
    if (holds === 'primal')
      return {
        id,
        position,
        values,
        element: fixed ? null : elements(q, domain, key, KINDS.primal, always),
        tangent: dual ? elements(q, domain, key, KINDS.tangent, starts) : null,
      };
    return {
      id,
      position,
      values: values.map((_, i) => Number(starts(key, i))),
      element: elements(q, domain, key, KINDS[holds], starts),
    };
  });
}

export function runPrimal(q: Question, domain: Domain, starts: Starts, observer?: PathObserver): Finished {
  const { program, entry } = q.primal;
  const placed = placedFor(q, domain, q.primal, starts, true);
  return runOver({
    program,
    entry,
    domain,
    limits: q.limits,
    placed,
    dual: true,
    strict: true,
    ...(observer && { path: observer }),
  });
}

export function runSide(side: Side, domain: Domain, q: Question, starts: Starts): Finished {
  const placed = placedFor(q, domain, side, starts, false);
  return runOver({ program: side.program, entry: side.entry, domain, limits: q.limits, placed });
}
