/** The answer of the single-pass compiler: its grammar, the tree it saw, the pass itself, and the code. */
import type { Span } from '../../base/span';
import type { Answer } from './answer';
import type { Execution } from './execution';

/** The numbering of the grammar ([SPG] 3: the root of a code list has number 0), or that of [SPG] 4, which counts during reduction. */
export type Numbering = 'grammar' | 'implementation';

export interface SinglePass extends Answer {
  productions: Production[];
  /** Vertex k has id k: parents before children, in text order. After an error, the vertices seen before it. */
  tree: ParseVertex[];
  /** The pass, in the order of the text: `at` never decreases. */
  events: PassEvent[];
  code: {
    /** Complete C: stacks, and the adjoint with the main engine's signature. Empty after an error. */
    text: string;
    /** The augmented forward code, without line ends. */
    forward: string;
    /** Backward code, one text an assignment. */
    backward: string[];
  };
}

export interface Production {
  id: string;
  text: string;
  /** `of.attribute = text`, in the order in which they are evaluated. */
  rules: SemanticRule[];
}

export interface SemanticRule {
  attribute: keyof Attributes;
  /** The symbol in the production whose attribute is set; `counter` for the global one of [SPG] 4. */
  of: string;
  text: string;
}

export interface ParseVertex {
  id: number;
  symbol: 'code' | 's' | 'a' | 'b' | 'l' | 'e' | 'r';
  /** For a sequence of statements, which is one vertex as [SPG] draws it: the production that its first statement requires. */
  production: string;
  span: Span;
  children: number[];
  attributes: Attributes;
}

export interface Attributes {
  /** Number of the code-list variable. */
  j?: number;
  /** Size of the subtree. */
  n?: number;
  /** Number of the assignment. Where it is handed on (s, b, l): first the number before, after reduction the number after. */
  k?: number;
  /** Forward code. */
  cf?: string;
  /** Backward code: of the one assignment around (e, a), or of each assignment inside (s, b, l). */
  cb?: string | string[];
}

/** A token is shifted (`value` is its text), or an attribute is set: on the way down, or on reduction. */
export interface PassEvent {
  /** Offset in the source: the start of the token, else the end of what is read. */
  at: number;
  kind: 'shift' | 'inherit' | 'reduce';
  vertex: number;
  attribute?: keyof Attributes;
  value?: number | string | string[];
}

/** A run of the single-pass compiler's code, with the numbers of assignments in the order in which they were popped. */
export type SinglePassRun = Execution & { order: number[] };
