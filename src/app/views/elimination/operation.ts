/** The operation that gives an expression its value: an operator, or the name of a function. Null where the text has neither. */
export function operationOf(text: string): string | null {
  let depth = 0;
  let found: string | null = null;
  let rank = 4;
  for (const { 0: sign, index } of text.matchAll(/[[(]|[\])]|\*\*|[-+*/]/g)) {
    const before = text.slice(0, index).trimEnd();
    if ('[('.includes(sign)) depth++;
    else if ('])'.includes(sign)) depth--;
    else if (depth === 0 && isBetween(before)) {
      const its = sign === '**' ? 3 : '*/'.includes(sign) ? 2 : 1;
      // Operators of one rank are applied from the left, powers from the right.
      if (its > rank || (its === rank && its === 3)) continue;
      [found, rank] = [sign, its];
    }
  }
  return found ?? /^([a-z]\w*)\(.*\)$/i.exec(text)?.[1] ?? null;
}

/** A sign stands between two operands unless it begins one, or the exponent of a number. */
const isBetween = (before: string): boolean =>
  before !== '' && !/[-+*/]$/.test(before) && !/(^|[^\w.])\d[\d.]*[ed]$/i.test(before);
