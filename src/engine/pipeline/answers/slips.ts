/** What a statement does that its author can't have meant, with every compiler silent: told of the text, without a run. */
import type { DiagnosticSink } from '../../base/diagnostics';
import { children, isInteger, isReal, walk } from '../../ir/build';
import { evaluate } from '../../ir/evaluate';
import type { Instruction } from '../../ir/graph/flow';
import { variableOf } from '../../ir/names';
import type { Binary, ElementRef, Expr, Program } from '../../ir/types';

/** Divisions of whole numbers that cut something off, divisions by zero, subscripts that no element has. */
export function tellSlips(
  sink: DiagnosticSink,
  program: Program,
  i: Instruction,
  read: readonly Expr[],
): void {
  const isAssignment = i.kind === 'leaf' && i.statement.kind === 'assign';
  const all = isAssignment ? [...read, i.statement.target] : read;
  for (const e of all)
    walk(e, (x) => {
      if (x.kind === 'binary' && (x.op === 'divide' || x.op === 'remainder')) tellDivision(sink, x);
      if (x.kind === 'convert' && isReal(x.type) && isInteger(x.operand.type)) tellFraction(sink, x.operand);
      if (x.kind === 'element') tellSubscripts(sink, program, x);
    });
}

function tellDivision(sink: DiagnosticSink, e: Binary): void {
  const isWhole = isInteger(e.type);
  // `1.0/0.0` is how infinity is written.
  if (evaluate(e.right) === 0 && (isWhole || evaluate(e.left) === null))
    sink.warning(
      'division-by-zero',
      'This divides by zero.',
      e.span,
      isWhole ? 'A run stops here.' : 'The quotient is infinite, or no number.',
    );
}

/** Where the quotient of a whole number becomes real, `1/2*x`, `x*(1/n)`. In subscripts and counts, `a[n/2]`, it is meant. */
function tellFraction(sink: DiagnosticSink, e: Expr): void {
  if (e.kind === 'binary' && e.op === 'divide' && isInteger(e.type)) {
    const left = evaluate(e.left);
    const right = evaluate(e.right);
    if (left !== null && right && left % right !== 0)
      tellCut(sink, e, `so it is ${Math.trunc(left / right)}`);
    else if (left !== null && right === null)
      tellCut(sink, e, `so it is 0 wherever the second is larger than ${Math.abs(left)}`);
  } else if (e.kind === 'binary' || e.kind === 'unary')
    for (const part of children(e)) tellFraction(sink, part);
}

function tellCut(sink: DiagnosticSink, e: Binary, what: string): void {
  sink.warning(
    'integer-division',
    `This divides whole numbers, ${what}.`,
    e.span,
    'For a fraction, write one of them with a point, as in `1.0`, or convert it.',
  );
}

function tellSubscripts(sink: DiagnosticSink, program: Program, e: ElementRef): void {
  const { name, shape, role } = variableOf(program, e.variable);
  e.subscripts.forEach((subscript, k) => {
    const dimension = shape?.dimensions[k];
    const lower = dimension ? evaluate(dimension.lower) : null;
    const extent = dimension?.extent ? evaluate(dimension.extent) : null;
    const at = evaluate(subscript);
    // Parameters of one element may stand for arrays of any size.
    if (at === null || lower === null || (role === 'parameter' && extent === 1)) return;
    const last = extent === null ? null : lower + extent - 1;
    if (at >= lower && (last === null || at <= last)) return;
    const range = last === null ? `from ${lower}` : `from ${lower} to ${last}`;
    sink.warning('out-of-bounds', `Subscripts of \`${name}\` go ${range}, and this is ${at}.`, e.span);
  });
}
