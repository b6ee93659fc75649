import { printExpr } from '../../ir/print';
import type { Expr, Program } from '../../ir/types';

/** Expressions in the notation of the language. */
export function textIn(program: Program): (e: Expr) => string {
  return (e) => {
    const text = printExpr(program, e).replace(/(\d)\.0\b(?!\d)/g, '$1');
    return program.language === 'fortran' ? text.replaceAll('[', '(').replaceAll(']', ')') : text;
  };
}
