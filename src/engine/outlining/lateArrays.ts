/** Arrays whose size is found on the way, and what statements do to them: see lateSizes. */
import { boundsOf } from '../ir/bounds';
import { variableOf } from '../ir/names';
import { placesRead } from '../ir/partials';
import { bodies, jumpsOutOf, someStatement } from '../ir/statements';
import type { LabelId, Program, Routine, Statement, Variable, VariableId } from '../ir/types';
import { mentions, mentionsTo } from '../ir/uses';

type List = readonly Statement[];

export const lateArrays = (program: Program, { locals }: Routine): Variable[] =>
  locals.map((id) => variableOf(program, id)).filter((v) => lateSizes(program, v).length > 0);

/** The variables of its own routine that the bounds of an array read. */
export function lateSizes(program: Pick<Program, 'variables'>, v: Variable): VariableId[] {
  if (v.role === 'parameter' || v.owner === null) return [];
  return boundsOf(v)
    .flatMap((e) => placesRead(e).map(({ variable }) => variable))
    .filter(
      (id) => variableOf(program, id).owner === v.owner && variableOf(program, id).role !== 'parameter',
    );
}

/** What a statement does to one array and its sizes, with all that is inside of it. */
export interface Parts {
  readonly sizes: readonly VariableId[];
  readonly isUsed: (id: VariableId) => boolean;
  readonly sets: (s: Statement) => boolean;
  readonly uses: (s: Statement) => boolean;
}

/** `isUsed`: of what counts as a use, besides setting the sizes. */
export function partsOf(sizes: readonly VariableId[], isUsed: (id: VariableId) => boolean): Parts {
  const isSetter = (s: Statement) => s.kind === 'assign' && sizes.includes(s.target.variable);
  return {
    sizes,
    isUsed,
    sets: (s) => someStatement([s], isSetter),
    uses: (s) =>
      someStatement([s], (each) =>
        each.kind === 'assign' && isSetter(each) ? mentions(each.value, isUsed) : namesItself(each, isUsed),
      ),
  };
}

export function namesItself(s: Statement, isUsed: (id: VariableId) => boolean): boolean {
  let found = false;
  mentionsTo((each) => {
    found ||= isUsed(each);
  })(s);
  return found;
}

/** Whether a size has been set once all these have been done. */
export const isGiven = (list: List, size: VariableId): boolean =>
  list.some((s) => {
    if (s.kind === 'assign') return s.target.variable === size;
    if (s.kind === 'if') return bodies(s).every((each) => isGiven(each, size));
    return s.kind === 'block' && !isLeft(s.body, s.label) && isGiven(s.body, size);
  });

export const isLeft = (list: List, by: LabelId): boolean =>
  jumpsOutOf(list).some(({ target }) => target === by);
