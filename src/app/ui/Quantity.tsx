import { numberParts, shortNumber } from './numbers';

interface QuantityProps {
  readonly value: number;
  readonly digits?: number;
  /** It is the norm of several, and is written as such. */
  readonly isNorm?: boolean;
}

/** A number in a cell that may be too narrow for it: the last digits go, its power of ten stays. */
export function Quantity({ value, digits, isNorm = false }: QuantityProps) {
  const parts = numberParts(shortNumber(value, digits));
  const [head, power] = isNorm ? [`‖${parts.head}`, `${parts.power}‖`] : [parts.head, parts.power];
  const { fraction } = parts;
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
