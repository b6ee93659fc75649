import { numberParts, shortNumber } from './numbers';

/** A number in a cell that may be too narrow for it: the last digits go, its power of ten stays. */
export function Quantity({ value, digits }: { value: number; digits?: number }) {
  const { head, fraction, power } = numberParts(shortNumber(value, digits));
  // One text as far as it goes, so that it is read aloud as one number; of its whole part nothing is cut.
  const least = fraction === '' ? undefined : { minWidth: `${head.length + 1.3}ch` };
  return (
    <span className="quantity">
      <span className="quantity-fraction" style={least}>
        {head}
        {fraction}
      </span>
      {power !== '' && <span>{power}</span>}
    </span>
  );
}
