/** Why-cards: what can be asked about, and the answer with its facts. */
import type { Span } from '../../base/span';

export type Subject =
  | { kind: 'recording'; id: string }
  | { kind: 'statement'; id: string }
  /** A location at a point: is it required, live, active, recorded there, and why (not)? */
  | { kind: 'location'; location: string; statement: string; point: 'before' | 'after'; analysis?: string }
  /** A variable of `routine`; if left out, of the entry, or of a routine that it calls if the entry has none with this key. */
  | { kind: 'variable'; key: string; routine?: string }
  | { kind: 'code'; start: number; end: number };

export interface Explanation {
  /** The question it answers, in words. */
  title: string;
  short: string;
  long: string;
  facts: ExplanationFact[];
  /** Vertex ids of `graphs.original`, a shortest path. */
  witness?: string[];
  /** Whether `witness` is only a path in the graph, and no run is known that takes it. */
  onlyInGraph?: boolean;
}

export interface ExplanationFact {
  text: string;
  /** The rule that it rests on, as one cites it: `[TBR] 5.2, [ADF] (1.8)`; `ours: elements` if no paper has it. */
  rule: string;
  span?: Span;
  vertices?: string[];
  /** Id of the statement it is about. */
  statement?: string;
  /** The part that the statement plays: the overwrite, the read, the partial derivative, … */
  part?: 'overwrite' | 'read' | 'partial' | 'kill' | 'rule' | 'path';
}
