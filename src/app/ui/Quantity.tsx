import { numberParts, shortNumber } from './numbers';

/** A number in a cell that may be too narrow for it: the last digits go, its power of ten stays. */
export function Quantity({ value, digits }: { value: number; digits?: number }) {
  const { head, fraction, power } = numberParts(shortNumber(value, digits));
  return (
    <span className="quantity">
      <span>{head}</span>
      <span className="quantity-fraction">{fraction}</span>
      <span>{power}</span>
    </span>
  );
}
