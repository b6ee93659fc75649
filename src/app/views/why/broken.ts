import type { BrokenComponent } from '../../../engine/pipeline/results';

const MOST_ROWS = 12;

/** Wrong components first, the worst on top; the others after them in their own order. */
export function worstFirst(components: readonly BrokenComponent[]): BrokenComponent[] {
  const size = ({ wrong, relativeError }: BrokenComponent) =>
    !wrong ? -1 : Number.isNaN(relativeError) ? Number.POSITIVE_INFINITY : relativeError;
  return components.toSorted((a, b) => (size(a) === size(b) ? 0 : size(b) - size(a))).slice(0, MOST_ROWS);
}

/** The lists of tampering with one recording taken away as well. */
export function without(
  tamper: { readonly without: readonly string[]; readonly with: readonly string[] },
  key: string,
) {
  const others = (list: readonly string[]) => list.filter((each) => each !== key);
  return { without: [...others(tamper.without), key], with: others(tamper.with) };
}
