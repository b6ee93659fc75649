/** In tests, sets of different universes refuse to be combined: in the product they would mix members that mean different things. */
import { BitSet } from '../base/bitset';

type Binary = 'equals' | 'unionWith' | 'intersectWith' | 'subtract' | 'intersects' | 'isSubsetOf';
const BINARY: readonly Binary[] = [
  'equals',
  'unionWith',
  'intersectWith',
  'subtract',
  'intersects',
  'isSubsetOf',
];
const IS_STRICT = Symbol.for('backsweep.strictSets');

const prototype = BitSet.prototype as BitSet & { [IS_STRICT]?: true };
if (!prototype[IS_STRICT]) {
  prototype[IS_STRICT] = true;
  for (const name of BINARY) {
    const operation = prototype[name] as (this: BitSet, other: BitSet) => boolean;
    prototype[name] = function strict(this: BitSet, other: BitSet): boolean {
      if (this.size !== other.size) throw new Error(`${name}: sets of ${this.size} and of ${other.size}`);
      return operation.call(this, other);
    };
  }
}
