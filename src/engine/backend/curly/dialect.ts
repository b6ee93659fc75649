/** What sets a language with braces apart from the others. */
import type { Leaf } from '../../ir/graph/flow';
import type { Assign, Expr, For, Push, PushControl, Routine, Statement, VariableId } from '../../ir/types';
import type { JumpPlan } from '../jumps';
import type { Writer } from '../writer';

/** Prints the statements inside of a construct. */
export type PrintBody = (body: readonly Statement[]) => void;

export interface Dialect {
  readonly writer: Writer;
  readonly plan: JumpPlan;
  readonly routine: Routine;
  /** `goto name; … name:;` or `name: { … break name; }`. */
  readonly labels: 'goto' | 'labelled';
  expr(e: Expr): void;
  test(e: Expr): void;
  /** As an operand of a comparison. */
  operand(e: Expr): void;
  readonly equals: '==' | '===';
  /** Without its semicolon, for heads of loops too. */
  assignment(s: Assign): void;
  /** Without its semicolon, for heads of loops; null where the language has no expression for it. */
  readonly push: ((s: Push | PushControl) => void) | null;
  /** The whole line. */
  leaf(s: Exclude<Leaf, Assign>): void;
  /** Lines before the loop, for bounds that its body changes; then what stands in the parentheses. */
  forHead(s: For): { before: () => void; head: () => void };
  /** A declaration at its place starts a scope: cases need braces then. */
  declares(s: Statement): boolean;
  /** `return;`, `return f;` at a jump to the exit. */
  returns(): string;
  /** `return e;` where the result is assigned and then returned. */
  returnOf(e: Expr): void;
  variable(id: VariableId): string;
}
