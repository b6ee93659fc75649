/**
 * COMPLEX as pairs of reals. A variable is an array whose first dimension is the pair (re, im), which is how it lies in
 * memory: `z` is `z(2)`, `a(n)` is `a(2, n)`. So COMMON, EQUIVALENCE and calls mean what they meant, and inputs, outputs and
 * derivatives go by pairs.
 *
 *     complex(8) :: z, w(n)               real(8) :: z(2), w(2, n)
 *     z = conjg(w(i))*z              →    part = w(1, i)*z(1) + w(2, i)*z(2); z(2) = …; z(1) = part
 *
 * The adjoint of a pair is the pair of the adjoints, ∂/∂re + i ∂/∂im: for v = f(z) it is conjg(f'(z)) times that of v, the
 * convention of [TAP]. An elementary function is written in those of reals, e.g. exp z = exp(re) (cos im + i sin im).
 *
 * Works on nested units, after derived types are taken apart.
 */
import type { DiagnosticSink } from '../../../../base/diagnostics';
import { type StatementSyntax, type Unit, unitsIn } from '../../parse/syntax';
import { rewriteUnits } from './units';

export function withoutComplex(
  units: readonly Unit[],
  names: Set<string>,
  sink: DiagnosticSink,
  isNamed: boolean,
): readonly Unit[] {
  if (!isNamed) return units;
  const at = firstComplex(units);
  if (at)
    sink.info(
      'complex-pairs',
      'COMPLEX variables are read as pairs of reals, (re, im), in a first dimension of their own.',
      at.span,
      'The adjoint of z is the pair of the derivatives by its parts: for r = w*z it is conjg(w) times that of r.',
    );
  return rewriteUnits(units, names, sink);
}

function firstComplex(units: readonly Unit[]): StatementSyntax | null {
  for (const unit of units.flatMap(unitsIn)) {
    const own = unit.specifications.find((s) => s.kind === 'declare' && s.type?.complex);
    if (own) return own;
    if (unit.header?.type?.complex) return unit.header;
  }
  return null;
}
