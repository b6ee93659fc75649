/** The mode in which each call is reversed, and messages where that is not the mode that was asked for. */

import { diagnostic } from '../../base/diagnostics';
import { boundsOf } from '../../ir/bounds';
import { walkPlaces } from '../../ir/build';
import { variableOf, variablesOwnedBy } from '../../ir/names';
import { callsIn } from '../../ir/statements';
import type { Call, Program, StatementId, VariableId } from '../../ir/types';
import { writtenBy } from '../../ir/writes';
import type { Options } from '../options';
import type { Diagnostic } from '../results';

/** How a call is reversed: as a directive at the call says, otherwise as the options say. */
export function callMode(program: Program, call: Call, options: Options): Options['calls'] {
  if (call.reversed) return call.reversed;
  const site = program.directives.find((d) => d.name === 'call' && d.site === call.id);
  const said = site?.args[0];
  return said === 'joint' || said === 'split' || said === 'inline' ? said : options.calls;
}

/** Why a routine cannot be reversed in two halves. */
export interface JointOnly {
  readonly because: string;
  readonly hint: string;
}

/**
 * Routines that cannot be reversed in split mode. A routine from elsewhere has an adjoint of the user's, which runs both
 * sweeps. Others change variables that the extents of their arrays name: their backward half is called when these have other
 * values, and would declare arrays of other sizes.
 */
export function jointOnly(program: Program): ReadonlyMap<string, JointOnly> {
  const found = new Map<string, JointOnly>();
  const name = (id: VariableId) => `\`${variableOf(program, id).name}\``;
  program.routines.forEach((routine, owner) => {
    if (routine.external)
      found.set(routine.name, {
        because: 'its body is not here, and its adjoint, which is yours, runs both sweeps',
        hint: 'Paste its text for split mode.',
      });
    if (routine.fixedPoint) {
      const because = 'it stands for a loop that is reversed by its fixed point';
      const names = [routine.name, ...(routine.fixedPoint.part === 'limit' ? [routine.fixedPoint.step] : [])];
      for (const name of names)
        found.set(name, { because, hint: 'Reverse the loop like any other for split mode.' });
    }
    const arrays = variablesOwnedBy(program, owner).filter((v) => v.shape);
    const bounds = arrays.flatMap((v) => boundsOf(v).map((e) => ({ array: v.id, e })));
    if (bounds.every(({ e }) => e.kind === 'constant')) return;
    const written = writtenBy(program, routine.body);
    for (const { array, e } of bounds)
      walkPlaces(e, (part) => {
        // An argument by value is passed to both halves.
        const isShared =
          part.kind === 'element' || variableOf(program, part.variable).passing === 'reference';
        const isGlobal = variableOf(program, part.variable).owner === null;
        if ((isShared || isGlobal) && written.has(part.variable) && !found.has(routine.name))
          found.set(routine.name, {
            because: `it changes ${name(part.variable)}, which an extent of ${name(array)} names, so that its backward sweep would not find the extent again`,
            hint: 'Change a copy of it, or declare the array with the copy, for split mode.',
          });
      });
  });
  return found;
}

/** Reports calls that are reversed in joint mode though split mode was asked for. */
export function jointMessages(
  program: Program,
  only: ReadonlyMap<string, JointOnly>,
  isAskedFor: (call: Call) => boolean,
): Diagnostic[] {
  const found: Diagnostic[] = [];
  const seen = new Set<StatementId>();
  for (const { body } of program.routines)
    for (const s of callsIn(body)) {
      const reason = only.get(s.callee);
      if (!reason || seen.has(s.id) || !isAskedFor(s)) continue;
      seen.add(s.id);
      found.push(
        diagnostic(
          'info',
          'joint-call',
          `The call of \`${s.callee}\` is reversed in joint mode: ${reason.because}.`,
          s.span,
          reason.hint,
        ),
      );
    }
  return found;
}

/** Reports calls that are reversed in split mode though nobody asked for it. */
export function splitMessages(
  program: Program,
  split: ReadonlySet<StatementId>,
  only: ReadonlyMap<string, JointOnly>,
): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const { body } of program.routines)
    for (const s of callsIn(body)) {
      if (!split.has(s.id)) continue;
      const reason = only.get(s.callee);
      if (reason) {
        found.push(
          diagnostic(
            'error',
            'unknown-extent',
            `The call of \`${s.callee}\` can be reversed in no mode: it overwrites an array whose extent the text does not tell, so that it can’t be saved as a whole, and ${reason.because}.`,
            s.span,
            'Declare the extent, such as `y[n]` in C or `y(n)` in Fortran.',
          ),
        );
        continue;
      }
      found.push(
        diagnostic(
          'info',
          'split-call',
          `The call of \`${s.callee}\` is reversed in split mode: it overwrites an array whose extent the text does not tell, so that it can’t be saved as a whole.`,
          s.span,
          'Declare the extent, such as `y[n]` in C or `y(n)` in Fortran, for the mode that the options say.',
        ),
      );
    }
  return found;
}
