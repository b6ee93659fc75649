/** Refusals of modes other than adjoint and one-direction tangent, at the place in the text. */
import { type Diagnostic, diagnostic } from '../../base/diagnostics';
import { NOWHERE, type Span } from '../../base/span';
import type { WithFixedPoints } from '../../fixedpoints';
import { variableOf } from '../../ir/names';
import { allStatements, callsIn } from '../../ir/statements';
import type { Program, Routine } from '../../ir/types';
import type { TangentProgram } from '../../tangent/generate';
import { hasBackwardSweep, type Mode } from '../options';

/** A fixed point can be differentiated in one direction, but the derivative of its adjoint is not that of the limit. */
export function fixedPointMessages({ diagnostics, loops }: WithFixedPoints, mode: Mode): Diagnostic[] {
  const messages = diagnostics.filter(({ code }) => mode === 'adjoint' || code !== 'fixed-point');
  if (mode === 'adjoint' || mode === 'tangent') return messages;
  return [
    ...messages,
    ...loops.map(
      ({ span }): Diagnostic =>
        diagnostic(
          'error',
          'not-combinable',
          `The mode \`${mode}\` does not take loops by their fixed point.`,
          span,
          'Set the option `fixedPoints` to `off` and take the directive away, or use the mode `adjoint` or `tangent`.',
        ),
    ),
  ];
}

/** Refuses to reverse pushes and pops in generated code that is read again: no backward sweep follows values through the tape. */
export function refusedTape(routines: Iterable<Routine>, mode: Mode): Diagnostic[] {
  if (!hasBackwardSweep(mode)) return [];
  for (const { name, body } of routines) {
    const [first] = allStatements(body).filter(({ kind }) => /^(push|pop)/.test(kind));
    if (!first) continue;
    return [
      diagnostic(
        'error',
        'not-combinable',
        `\`${name}\` puts values on a tape and takes them back, as adjoints do: it can't be reversed once more.`,
        first.span,
        'Use the mode `tangent`: the tangent of an adjoint holds second derivatives.',
      ),
    ];
  }
  return [];
}

/** Refuses what cannot carry several directions: extents of globals are constants, and routines from elsewhere take one direction. */
export function refusedInVector({ program, declared }: TangentProgram, primal: Program): Diagnostic[] {
  const refused = (message: string, span: Span, instead: string): Diagnostic =>
    diagnostic(
      'error',
      'not-combinable',
      message,
      span,
      `${instead}, or take one direction at a time: the mode \`tangent\`.`,
    );
  const globals = program.variables.filter(
    (v) => v.role === 'tangent' && v.derivativeOf !== null && (v.storage !== null || v.owner === null),
  );
  return [
    ...globals.map((v) => {
      const { name, span } = variableOf(program, v.derivativeOf ?? v.id);
      const why = 'would need an extent that is known when the program is compiled';
      return refused(
        `Several directions at once are not for globals: the tangent of \`${name}\` ${why}.`,
        span,
        `Pass \`${name}\` as an argument`,
      );
    }),
    ...declared.map((name) =>
      refused(
        `Several directions at once are not for routines from elsewhere: the tangent of \`${name}\` takes one.`,
        callOf(primal, name),
        `Paste the text of \`${name}\``,
      ),
    ),
  ];
}

/** The first call of a routine. */
function callOf({ routines }: Program, callee: string): Span {
  return (
    routines.flatMap(({ body }) => callsIn(body)).find((call) => call.callee === callee)?.span ?? NOWHERE
  );
}
