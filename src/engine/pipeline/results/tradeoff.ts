/** Bytes against operations: what `tradeoff` answers. */
import type { Span } from '../../base/span';
import type { Options } from '../options';
import type { Answer } from './answer';

export interface Tradeoff extends Answer {
  /** The strategies that the program permits, each run with these inputs; the fewest bytes first. */
  points: TradeoffPoint[];
  /** Stretches of straight code in which the least tape chooses what to keep, in order of the text. */
  windows: TradeoffWindow[];
}

export interface TradeoffPoint {
  /** On the tape over the whole run. */
  bytes: number;
  /** Of the tape at its largest. */
  room: number;
  /** Of the derivative, by the published weights. */
  operations: number;
  options: Options;
  /** Whether no mixture of two other points has as few bytes and as few operations. */
  hull: boolean;
  title: string;
}

export interface TradeoffWindow {
  span: Span;
  /** Bytes kept and operations repeated, for each time that it runs; the fewest bytes first. The last point keeps everything. */
  hull: [bytes: number, operations: number][];
  /** No scheme that keeps values of the program has fewer bytes, since so many flow along disjoint paths from given to needed values. */
  bound: number;
  /** What the least tape does with each value, in the order of computation; operands and paths name values by index. */
  values: WindowValue[];
  /**
   * The proof of the bound: the bytes of the paths add up to it, no two paths share a byte of a value, and each path contains
   * one value that is kept.
   */
  paths: { values: number[]; bytes: number }[];
}

export interface WindowValue {
  /** As it is written where it first occurs. */
  text: string;
  /** `given`: the stretch reads it from a place instead of computing it. */
  kind: 'given' | 'computed';
  operands: number[];
  /** `kept`, at a cost of bytes; `there`: the backward sweep finds it at no cost; `again`: computed again; `none`: nothing requires it. */
  choice: 'kept' | 'there' | 'again' | 'none';
  /** Whether a derivative, or the subscript of an adjoint, reads it. */
  isRead: boolean;
  /** The bytes of keeping it. */
  bytes: number;
  /** The weighted operations of computing it from its operands; null if it is not computed here. */
  again: number | null;
  /** For a kept value: what the best choice without it costs in addition, each time; null if there is none. */
  without: { bytes: number; operations: number } | null;
  /** The statement before which it can first be computed, or that reads it. */
  statement: string;
  span: Span;
}
