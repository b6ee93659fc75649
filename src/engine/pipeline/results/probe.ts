/** Adjoints in the middle of a run, held against differences and tangents taken there. */

/** A place to look at: just before the `visit`-th run (from 1) of a statement of the routine, one element of a location. */
export interface ProbePoint {
  /** `s12` */
  statement: string;
  /** The how manieth time it runs: in the call that `calls` leads to, or in all. */
  visit: number;
  /** The calls around it, the outermost first, each in its own run of its routine. */
  calls?: { statement: string; visit: number }[];
  /** Location key: in the routine of the statement, or in the nearest that calls it. */
  location: string;
  /** It is the entry's variable, whatever goes by its name in the routine of the statement. */
  ofEntry?: boolean;
  /** In memory order. */
  index: number;
}

/** What the backward sweep holds against what the program does. */
export interface ProbeReading extends ProbePoint {
  calls: { statement: string; visit: number }[];
  /** The element as the program writes it. */
  element: string;
  /** How often the statement runs there. */
  visits: number;
  /** In the backward sweep, there; null where the variable has no adjoint. */
  adjoint: number | null;
  /** The derivative of the seeded outputs by a central difference of the program, moved at that very point. */
  difference: number;
  step: number;
  /** The same by tangents from that point on: exact but for rounding. */
  tangent: number;
  relativeError: number;
  agrees: boolean;
}

/** Adjoints all along the way back, held against tangents all along the way forth. */
export interface Probe {
  ok: boolean;
  /** Why nothing could be compared; else empty. */
  refused: string;
  sentence: string;
  /** Runs of statements, of which `compared` were looked at: all of them, or those that bisection needed. */
  statements: number;
  compared: number;
  /** The first statement, on the way back, before which an adjoint is wrong while all after it are right. */
  wrong: ProbeReading | null;
  /** What was asked for. */
  reading: ProbeReading | null;
}
