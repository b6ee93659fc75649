/** The target that expressions are printed to: a writer, or a plain string where no origins are wanted. */
import type { Span } from '../base/span';
import { BINDS } from '../ir/text/infix';
import type { Expr, Select } from '../ir/types';

export interface Sink {
  write(text: string): void;
  /** Begins text that stands for a range of the source; returns what `close` needs to know. */
  open(source: Span): number;
  close(mark: number): void;
}

export function textOf(print: (sink: Sink) => void): string {
  let text = '';
  print({
    write(piece) {
      text += piece;
    },
    open: () => 0,
    close() {},
  });
  return text;
}

/**
 * What a text is made of: pieces, expressions, in parentheses where they are operands and bind less tightly than these must, and
 * parts that stand together for a range of the source.
 */
export type Part =
  | string
  | Expr
  | readonly [operand: Expr, least: number]
  | { readonly span: Span; readonly parts: readonly Part[] };

/** How a language writes expressions; `C` is what the printing of one text shares. */
export interface Expressions<C> {
  /** What is printed in place of an expression: of constants, what they come to. */
  shown(c: C, e: Expr): Expr;
  binds(c: C, e: Expr): number;
  parts(c: C, e: Expr): readonly Part[];
}

export function printParts<C>(language: Expressions<C>, c: C, to: Sink, parts: readonly Part[]): void {
  for (const part of parts) {
    if (typeof part === 'string') to.write(part);
    else if ('parts' in part) {
      const mark = to.open(part.span);
      printParts(language, c, to, part.parts);
      to.close(mark);
    } else printOperand(language, c, to, 'kind' in part ? [part, 0] : part);
  }
}

function printOperand<C>(
  language: Expressions<C>,
  c: C,
  to: Sink,
  [e, least]: readonly [Expr, number],
): void {
  const shown = language.shown(c, e);
  const isOpen = language.binds(c, shown) < least;
  const mark = to.open(e.span);
  if (isOpen) to.write('(');
  printParts(language, c, to, language.parts(c, shown));
  if (isOpen) to.write(')');
  to.close(mark);
}

/** Parts with a text between them, commas unless told otherwise. */
export function joined(parts: readonly Part[], between = ', '): Part[] {
  return parts.flatMap((part, i) => (i > 0 ? [between, part] : [part]));
}

/** `c ? a : b`, as C and JavaScript have it. */
export function choiceParts({ condition, whenTrue, whenFalse }: Select): Part[] {
  return [[condition, BINDS.or], ' ? ', [whenTrue, BINDS.or], ' : ', whenFalse];
}
