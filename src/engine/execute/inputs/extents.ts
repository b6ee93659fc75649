/**
 * A size that nobody gave, of an array that somebody gave as a list: the list tells it, as it does for an assumed shape. Of two
 * sizes that only one list tells, both are taken for the same if that fits.
 *
 *     real(8) :: p(:), q(n, :)       p = 1 2 3: three elements;  n = 2, q = 1 2 3 4 5 6: three columns
 */
import { isInteger, somePart } from '../../ir/build';
import type { Expr, Shape, Variable, VariableId } from '../../ir/types';
import type { Input } from '../../pipeline/results';

/** The variable that an input is for, and the key that it is given under. */
export interface Holder {
  readonly key: string;
  readonly v: Variable;
}

export interface Lists {
  readonly ports: readonly Holder[];
  readonly given: Readonly<Record<string, Input>>;
  /** Evaluates an extent that does not wait for a list. */
  readonly valueOf: (extent: Expr) => number;
}

/** The value of a size, as the lists tell it; null where none does. */
export function extentFromList(lists: Lists, size: Variable): number | null {
  return isOpenSize(lists, size.id) ? told(lists, size.id, new Set()) : null;
}

function isOpenSize({ ports, given }: Lists, id: VariableId): boolean {
  const port = ports.find(({ v }) => v.id === id);
  return port !== undefined && isInteger(port.v.type) && !port.v.shape && given[port.key] === undefined;
}

function told(lists: Lists, id: VariableId, asked: ReadonlySet<VariableId>): number | null {
  let guess: number | null = null;
  for (const { key, v } of lists.ports) {
    const list = lists.given[key];
    if (!Array.isArray(list) || !v.shape) continue;
    const { others, own, open } = sizesOf(lists, v.shape, id, asked);
    if (!(own > 0)) continue;
    const found = root(list.length / others.reduce((all, each) => all * each, 1), own + open);
    if (found !== null && open === 0) return found;
    guess ??= asked.size === 0 ? found : null;
  }
  return guess;
}

/**
 * Of the extents of an array: how many are the size asked for (`own`; NaN if that can't be told), the known ones, and how
 * many are unknown (`open`).
 */
function sizesOf(lists: Lists, shape: Shape, id: VariableId, asked: ReadonlySet<VariableId>) {
  const others: number[] = [];
  let own = 0;
  let open = 0;
  for (const { extent } of shape.dimensions) {
    const size = extent && namedSize(extent);
    if (size === id) own++;
    else if (extent === null || (size === null && waits(lists, extent))) own = Number.NaN;
    else if (size === null || !isOpenSize(lists, size)) others.push(lists.valueOf(extent));
    else {
      const known = asked.has(size) ? null : told(lists, size, new Set([...asked, id]));
      if (known === null) open++;
      else others.push(known);
    }
  }
  return { others, own, open };
}

/** Whether an extent contains such a size along with other terms: `n + 1`. */
function waits(lists: Lists, extent: Expr): boolean {
  return somePart(
    extent,
    (part) => part.kind === 'element' || (part.kind === 'variable' && isOpenSize(lists, part.variable)),
  );
}

function namedSize(extent: Expr): VariableId | null {
  if (extent.kind === 'convert') return namedSize(extent.operand);
  return extent.kind === 'variable' ? extent.variable : null;
}

/** The integer whose power of this degree is the product; null if there is none. */
function root(product: number, degree: number): number | null {
  const found = Math.round(product ** (1 / degree));
  return Number.isFinite(found) && found ** degree === product ? found : null;
}
