/** Memory that an array of one name gets after other memory, of another size, as another array: see lateSizes. */
import { boundsOf } from '../ir/bounds';
import { rewriteRoutines } from '../ir/emit';
import { freeName, variableOf } from '../ir/names';
import { placesRead } from '../ir/partials';
import { mapExpressions, type Renaming, renameExpr, renameShape } from '../ir/rewrites/rename';
import { bodies, jumpsOutOf, rewriteStatements, someStatement, withBodies } from '../ir/statements';
import type { LabelId, Program, Routine, Statement, Variable, VariableId } from '../ir/types';
import { mentioned, mentions, mentionsTo } from '../ir/uses';

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

/** Each size that an array is given once it was used starts another array. */
export function withOwnMemory(
  program: Program,
): { readonly program: Program } | { readonly grows: Variable } {
  let grows: Variable | null = null;
  const made = rewriteRoutines(program, (routine, add, growing) => {
    let body = routine.body;
    for (const v of lateArrays(program, routine)) {
      const sizes = lateSizes(program, v);
      // Copies of it, too, are as large as it is.
      const alike = growing.variables.filter((w) => lateSizes(growing, w).some((e) => sizes.includes(e)));
      const all = new Set([...sizes, ...alike.map(({ id }) => id)]);
      let times = 0;
      const another = (list: List): List => {
        if (times++ === 0) return list;
        const taken = new Set(growing.variables.map(({ name }) => name.toLowerCase()));
        const names = new Map<VariableId, VariableId>();
        const used = mentioned({ body: list });
        for (const each of all) {
          if (!used.has(each)) continue;
          const { name, shape, ...rest } = variableOf(growing, each);
          const own = freeName(taken, name);
          taken.add(own);
          names.set(each, add({ ...rest, name: own, shape: shape && renameShape(shape, names) }));
        }
        return renamed(list, names);
      };
      let memories = 0;
      const counted = (list: List) => {
        memories++;
        return list;
      };
      // With one memory, what asks how large the array is may stand anywhere.
      const only = apart(
        body,
        partsOf(sizes, (id) => all.has(id) && !sizes.includes(id)),
        counted,
        false,
      );
      const own =
        memories > 1
          ? apart(
              body,
              partsOf(sizes, (id) => all.has(id)),
              another,
              false,
            )
          : only;
      if (own) body = own;
      // What grows is told by its name, rather than by what is computed on its way.
      else if (!grows || grows.role === 'temporary') grows = v;
    }
    return body;
  });
  return grows ? { grows } : { program: made };
}

function renamed(list: List, names: Renaming): List {
  const id = (each: VariableId) => names.get(each) ?? each;
  return rewriteStatements(list, (s) => mapExpressions(s, (e) => renameExpr(e, names), id));
}

/**
 * Null where the array is used before it has its size.
 * @param isOld whether it may have memory from before, which it keeps on a path that gives it none
 */
function apart(list: List, parts: Parts, another: (list: List) => List, isOld: boolean): List | null {
  const made: Statement[] = [];
  let own: Statement[] | null = null;
  let isUsed = false;
  let keeps = isOld;
  const close = () => {
    if (own) made.push(...(isUsed ? another(own) : own));
    keeps ||= own !== null;
    own = null;
    isUsed = false;
  };
  for (const s of list) {
    const [sets, uses] = [parts.sets(s), parts.uses(s)];
    if (sets && uses) {
      if (namesItself(s, parts.isUsed)) return null;
      close();
      const stays = keeps || (s.kind !== 'if' && s.kind !== 'block');
      const inside = bodies(s).map((each) => apart(each, parts, another, stays));
      if (!inside.every((each) => each !== null)) return null;
      made.push(withBodies(s, inside));
      keeps = true;
      continue;
    }
    if (sets && isUsed) close();
    if (uses && !own) return null;
    if (uses && !isUsed && keeps && !parts.sizes.every((size) => isGiven(own ?? [], size))) return null;
    if (sets) own ??= [];
    isUsed ||= uses;
    (own ?? made).push(s);
  }
  close();
  return made;
}
