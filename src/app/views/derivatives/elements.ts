import type { Differentiation, Execution, VariableInfo } from '../../../engine/pipeline/results';
import { own } from '../../store/results/lookup';

/** The elements of a variable: how many there are in each direction, and where subscripts start. */
export interface IndexSpace {
  readonly extents: readonly number[];
  readonly lowers: readonly number[];
  /** The first subscript varies fastest. */
  readonly columnMajor: boolean;
}

/** The grid as declared, with the inputs of a run in its bounds; a list of its elements if these do not tell. */
export function indexSpace(
  { dimensions }: VariableInfo,
  { inputs }: Pick<Execution, 'inputs'>,
  language: Differentiation['request']['language'],
  count: number,
): IndexSpace {
  const columnMajor = language === 'fortran';
  const least = columnMajor ? 1 : 0;
  const number = (text: string) => sizeOf(text, inputs);
  const bounds = (dimensions ?? []).map((text) => {
    const [low, high] = text.includes(':') ? text.split(':') : [undefined, text];
    const lower = low === undefined || low.trim() === '' ? least : number(low);
    const upper = number(high ?? '');
    return { lower, extent: low === undefined ? upper : upper - lower + 1 };
  });
  // One unknown extent follows from the others.
  const unknown = bounds.filter(({ extent }) => !Number.isFinite(extent));
  const known = bounds.reduce((n, { extent }) => (Number.isFinite(extent) ? n * extent : n), 1);
  const extents = bounds.map(({ extent }) =>
    Number.isFinite(extent) || unknown.length > 1 ? extent : count / known,
  );
  const fits = extents.reduce((n, extent) => n * extent, 1) === count && extents.every(Number.isInteger);
  return fits && extents.length > 0
    ? { extents, lowers: bounds.map(({ lower }) => (Number.isFinite(lower) ? lower : least)), columnMajor }
    : { extents: [count], lowers: [least], columnMajor };
}

/** A number, an input, or the sum or difference of the two. */
function sizeOf(text: string, inputs: Execution['inputs']): number {
  const parts = /^\s*(\w+)\s*(?:([-+])\s*(\w+)\s*)?$/.exec(text);
  if (parts === null) return Number.NaN;
  const one = (word: string) => (/^\d+$/.test(word) ? Number(word) : (own(inputs, word)?.[0] ?? Number.NaN));
  const [, first = '', sign, second] = parts;
  return second === undefined ? one(first) : one(first) + (sign === '-' ? -1 : 1) * one(second);
}

/** The subscripts of an element at a given place in memory. */
export function subscriptsOf({ extents, lowers, columnMajor }: IndexSpace, index: number): number[] {
  const order = columnMajor ? extents.map((_, k) => k) : extents.map((_, k) => extents.length - 1 - k);
  const subscripts = [...lowers];
  let rest = index;
  for (const k of order) {
    const extent = extents[k] ?? 1;
    subscripts[k] = (lowers[k] ?? 0) + (rest % extent);
    rest = Math.floor(rest / extent);
  }
  return subscripts;
}

/** In the notation of the program: `x[3]`, `u(2, 5)`; for a scalar its name. */
export function elementName(name: string, space: IndexSpace, index: number, isScalar: boolean): string {
  if (isScalar) return name;
  const subscripts = subscriptsOf(space, index);
  return space.columnMajor ? `${name}(${subscripts.join(', ')})` : `${name}[${subscripts.join('][')}]`;
}

/** An element of an independent: its place, its current value, and its name. */
export interface InputElement {
  readonly key: string;
  readonly index: number;
  readonly value: number;
  readonly title: string;
}

/** A view that asks for many points hands over all inputs with each: so many elements go without a delay. */
const MOST_ELEMENTS = 2000;

/** How many elements the inputs of a run have, if that is too many to ask for many points; else null. */
export function tooManyElements({ inputs }: Execution): number | null {
  const count = Object.values(inputs).reduce((sum, values) => sum + values.length, 0);
  return count > MOST_ELEMENTS ? count : null;
}

/** Every element of the independents of a run, in memory order. */
export function inputElements(shown: Differentiation, execution: Execution): InputElement[] {
  return shown.variables
    .filter(({ independent }) => independent)
    .flatMap((variable) => {
      const { key, dimensions } = variable;
      const values = own(execution.inputs, key) ?? [];
      const space = indexSpace(variable, execution, shown.request.language, values.length);
      return values.map((value, index) => ({
        key,
        index,
        value,
        title: elementName(key, space, index, dimensions === null),
      }));
    });
}
