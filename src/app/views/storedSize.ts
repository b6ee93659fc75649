import type { Differentiation, Recording } from '../../engine/pipeline/results';
import { bytes } from '../ui/numbers';

/** What one entry of it takes: `8 B`, `1 bit`; of an array, each of its elements. */
export function storedSize(
  { variables }: Differentiation,
  { bytes: size, text, location }: Recording,
): string {
  const isArray =
    text === location && variables.some(({ key, dimensions }) => key === location && dimensions !== null);
  return isArray ? `${bytes(size)} each` : bytes(size);
}
