/** Bytes against operations: what `tradeoff` answers. */
import type { Diagnostic } from '../../base/diagnostics';
import type { Span } from '../../base/span';
import type { Options } from '../options';

export interface Tradeoff {
  ok: boolean;
  diagnostics: Diagnostic[];
  /** Strategies that go with the program, each run with these inputs; the fewest bytes first. */
  points: TradeoffPoint[];
  /** Stretches of straight code of which the least tape chooses what to keep, in order of the text. */
  windows: TradeoffWindow[];
}

export interface TradeoffPoint {
  /** On the tape over the whole run. */
  bytes: number;
  /** Of the tape at its highest. */
  room: number;
  /** Of the derivative, by the published weights. */
  operations: number;
  options: Options;
  /** It was run: these are counts, not estimates. */
  measured: true;
  /** No mixture of two others has as few bytes for as few operations. */
  hull: boolean;
  title: string;
}

export interface TradeoffWindow {
  span: Span;
  /** Bytes that are kept and operations that are run again, each time that it runs; the fewest bytes first. The last keeps all. */
  hull: [bytes: number, operations: number][];
  /** No scheme that keeps values of the program has fewer bytes: so many run along disjoint paths from what is given to what is needed. */
  bound: number;
}
