import { numberParts, shortNumber } from './numbers';

interface QuantityProps {
  readonly value: number;
  readonly digits?: number;
  /** Whether it is the norm of several numbers, and is written as such. */
  readonly isNorm?: boolean;
}

/** What has no power of ten has so many decimals at most, for which there is room. */
const DECIMALS = 6;

/** A number in a cell that may be too narrow for it: the last digits are cut, but not its power of ten. */
export function Quantity({ value, digits, isNorm = false }: QuantityProps) {
  const rounded = Math.abs(value) < 1e-3 ? value : Number(value.toFixed(DECIMALS));
  const parts = numberParts(shortNumber(rounded, digits));
  const [head, power] = isNorm ? [`‖${parts.head}`, `${parts.power}‖`] : [parts.head, parts.power];
  const { fraction } = parts;
  // As much as possible in one text, so that it is read aloud as one number; its integer part is never cut.
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
