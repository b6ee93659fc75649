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
  /** What the least tape makes of its values, in the order in which they are computed; operands and paths name them by index. */
  values: WindowValue[];
  /** The proof of the bound: what they carry adds up to it, no two share a byte of a value, and one value that is kept cuts each. */
  paths: { values: number[]; bytes: number }[];
}

export interface WindowValue {
  /** As it is written where it occurs first. */
  text: string;
  /** `given`: the stretch reads it from a place, and does not compute it. */
  kind: 'given' | 'computed';
  operands: number[];
  /** `kept` at a cost of bytes; `there`: the backward sweep finds it at none; `again`: computed again; `none`: nothing asks for it. */
  choice: 'kept' | 'there' | 'again' | 'none';
  /** A derivative, or the subscript of an adjoint, reads it. */
  isRead: boolean;
  /** To keep it. */
  bytes: number;
  /** Operations of computing it from its operands, weighted; null where it is not computed here. */
  again: number | null;
  /** Of what is kept: what the best choice without it costs beyond this one, each time; null where none does without. */
  without: { bytes: number; operations: number } | null;
  /** The statement before which it can be computed first, or that reads it. */
  statement: string;
  span: Span;
}
