/**
 * Accesses to elements by their shape: the bounds and strides of the loops around, and the subscripts, with indices of those
 * loops named by their depth. Whether a read and a write can meet (`meetingElements.ts`) depends on their shapes only, on how
 * many loops they share, and on which of the variables that they mention keep their value. So each such question is
 * decided once, however often the text repeats it.
 *
 *   for (i = 1; i < n; i++) a[i] = a[i-1]*x;
 *   for (j = 1; j < n; j++) a[j] = a[j-1]*y;       the same shapes: a[#0] and a[#0-1] with #0 from 1 to n-1, mentioning n
 */
import { isRepeating } from '../../ir/statements';
import { type Affine, affineOf, compareElements } from '../../ir/subscripts';
import type { Expr, Place, Statement, VariableId } from '../../ir/types';
import { type Access, type Apart, commonLoops, neverMeet, type Pair } from './meetingElements';

export interface Shape {
  readonly id: number;
  /** Variables other than the indices of the loops around. */
  readonly mentioned: readonly VariableId[];
}

export class AccessShapes {
  private readonly shapes = new Map<string, Shape>();
  private readonly nests = new Map<readonly Statement[], { key: string; mentioned: VariableId[] }>();
  private readonly answers = new Map<string, Apart | null>();
  private readonly elements = new Map<string, { readonly place: Place; readonly id: number }[]>();
  private elementCount = 0;

  shapeOf({ place, around }: Access): Shape {
    const nest = this.nestOf(around);
    const mentioned = new Set(nest.mentioned);
    const subscripts = place.kind === 'element' ? place.subscripts : [];
    const parts = subscripts.map((e) => written(affineOf(e), around, mentioned));
    const key = `${place.variable}|${parts.join()}|${nest.key}`;
    let shape = this.shapes.get(key);
    if (!shape) {
      shape = { id: this.shapes.size, mentioned: [...mentioned] };
      this.shapes.set(key, shape);
    }
    return shape;
  }

  /** One number for each element, as far as `compareElements` calls two places the same. */
  elementOf(place: Place): number {
    const subscripts = place.kind === 'element' ? place.subscripts : [];
    const key = `${place.variable}|${place.kind}|${subscripts.map((e) => written(affineOf(e), [])).join()}`;
    let alike = this.elements.get(key);
    if (!alike) {
      alike = [];
      this.elements.set(key, alike);
    }
    const known = alike.find((x) => compareElements(x.place, place) === 'same');
    if (known) return known.id;
    const id = this.elementCount++;
    alike.push({ place, id });
    return id;
  }

  /** `neverMeet`, asked once. */
  neverMeet(pair: Pair, read: Shape, write: Shape): Apart | null {
    const common = commonLoops(pair.read, pair.written).length;
    const kept = [...read.mentioned, ...write.mentioned].map((id) => (pair.isInvariant(id) ? 1 : 0)).join('');
    const key = `${read.id} ${write.id} ${common} ${pair.inOneIteration} ${kept}`;
    let answer = this.answers.get(key);
    if (answer === undefined) {
      answer = neverMeet(pair);
      this.answers.set(key, answer);
    }
    return answer;
  }

  private nestOf(around: readonly Statement[]): { key: string; mentioned: VariableId[] } {
    let nest = this.nests.get(around);
    if (nest) return nest;
    const mentioned = new Set<VariableId>();
    const levels = around.flatMap((s, depth) => {
      if (s.kind !== 'for') return isRepeating(s) ? ['?'] : [];
      const outside = around.slice(0, depth);
      const bound = (e: Expr) => written(affineOf(e), outside, mentioned);
      return [`${bound(s.first)}:${bound(s.last)}:${written(affineOf(s.step), [])}`];
    });
    nest = { key: levels.join(';'), mentioned: [...mentioned] };
    this.nests.set(around, nest);
    return nest;
  }
}

/** As text: indices of the loops around by their depth, `?` for what is not affine. Adds other variables to `mentioned`. */
function written(a: Affine | null, around: readonly Statement[], mentioned?: Set<VariableId>): string {
  if (!a) return '?';
  const terms: string[] = [];
  for (const [id, coefficient] of a.terms) {
    const depth = around.findLastIndex((s) => s.kind === 'for' && s.index === id);
    if (depth < 0) mentioned?.add(id);
    const name = depth < 0 ? id : `#${around.slice(0, depth).filter(isRepeating).length}`;
    terms.push(`${coefficient}*${name}`);
  }
  return `${terms.sort().join('+')}+${a.constant}`;
}
