import { readExpr } from '../../ir/text/reading';
import type { Expr, Program } from '../../ir/types';

/** Expressions in the notation of the language. */
export function textIn(program: Program): (e: Expr) => string {
  return (e) => {
    const text = readExpr(program, e).replace(/(\d)\.0\b(?!\d)/g, '$1');
    return program.language === 'fortran' ? text.replaceAll('[', '(').replaceAll(']', ')') : text;
  };
}
