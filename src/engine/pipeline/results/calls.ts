/** Who calls whom, in which context, and how each call is reversed. */
import type { Span } from '../../base/span';

/** The chosen routine and all that it calls. */
export interface CallGraph {
  /** Callees before callers, as far as there is such an order. */
  routines: CalledRoutine[];
  /** In the order of the text. */
  calls: CallSite[];
}

export interface CalledRoutine {
  name: string;
  external: boolean;
  /** Whether it can call itself, directly or not. */
  recursive: boolean;
  /** Where its name stands; null for a routine that is only called. */
  span: Span | null;
  /** What its caller sees: parameters, the result by the routine's name, globals. */
  ports: string[];
  /** Of `ports`: `use` read at entry, `out` may be overwritten, `kill` overwritten for certain; `diffDep` as `y <- x u`. */
  summary: Record<string, string[]>;
  /** One a call. */
  contexts: CallContext[];
  /** The context that it was analysed with: all contexts united; null if nothing was analysed. */
  united: { varied: string[]; useful: string[] } | null;
}

/** What one call passes on to the callee. */
export interface CallContext {
  site: string;
  caller: string;
  span: Span;
  /** Varied before the call, in the caller's names. */
  active: string[];
  /** Varied at the callee's entry, and useful at its exit, if this were the only call; in the callee's names. */
  varied: string[];
  useful: string[];
}

export interface CallSite {
  caller: string;
  callee: string;
  statement: string;
  span: Span;
  /** `plain`: no derivative passes through it, so it is an ordinary statement. */
  mode: 'joint' | 'split' | 'inline' | 'plain';
  /** Whether it stays in the forward sweep. */
  kept: boolean;
  /** Saved before the call for statements upstream of it (sbk), and for the call's own adjoint (snp); in the caller's names. */
  saved: string[];
  snapshot: string[];
}
