/** Adjoints in the middle of a run, compared with differences and tangents taken there. */

/** A place to look at: just before the `visit`-th run (from 1) of a statement of the routine, one element of a location. */
export interface ProbePoint {
  /** `s12` */
  statement: string;
  /** Which of its runs: in the call that `calls` leads to, or in all. */
  visit: number;
  /** The calls around it, the outermost first, each with its run in its routine. */
  calls?: { statement: string; visit: number }[];
  /** Location key, in the routine of the statement, or in the nearest one that calls it. */
  location: string;
  /** Whether the entry's variable is meant, whatever has its name in the routine of the statement. */
  ofEntry?: boolean;
  /** In memory order. */
  index: number;
}

/** The adjoint of the backward sweep beside derivatives of the program itself. */
export interface ProbeReading extends ProbePoint {
  calls: { statement: string; visit: number }[];
  /** The element as the program writes it. */
  element: string;
  /** The number of times that the statement runs there. */
  visits: number;
  /** The adjoint of the backward sweep there; null if the variable has none. */
  adjoint: number | null;
  /** The derivative of the seeded outputs by a central difference of the program, moved at that point. */
  difference: number;
  step: number;
  /** The same by tangents from that point on: exact up to rounding. */
  tangent: number;
  relativeError: number;
  agrees: boolean;
}

/** Adjoints all along the way back, compared with tangents all along the way forward. */
export interface Probe {
  ok: boolean;
  /** Why nothing could be compared; else empty. */
  refused: string;
  sentence: string;
  /** Runs of statements, and how many of them were looked at: all, or those that bisection needed. */
  statements: number;
  compared: number;
  /** The first statement, on the way back, before which an adjoint is wrong while all after it are right. */
  wrong: ProbeReading | null;
  /** What was asked for. */
  reading: ProbeReading | null;
}
