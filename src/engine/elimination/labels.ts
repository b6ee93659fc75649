/** Labels in single assignment: every product and sum gets a new one. */
import { type Accumulation, type Counts, isFreeProduct } from './graph';

export class Labels {
  readonly operations: Accumulation[] = [];
  /** By label: its constant, or NaN. */
  private readonly constants: number[];

  constructor(constants: readonly number[]) {
    this.constants = [...constants];
  }

  /** The same labels without the operations that made them. */
  copy(): Labels {
    return new Labels(this.constants);
  }

  constantOf(label: number): number {
    return this.constants[label] as number;
  }

  /** `front * back`, where the edge (source, target) is new. */
  product(front: number, back: number, along: readonly [number, number, number], counts: Counts): number {
    counts.fillIn++;
    return this.multiplied(front, back, null, along, counts);
  }

  /** `before + front * back`. */
  absorbed(
    before: number,
    factors: readonly [number, number],
    along: readonly [number, number, number],
    counts: Counts,
  ): number {
    counts.absorptions++;
    return this.multiplied(factors[0], factors[1], before, along, counts);
  }

  /** Two parallel edges become one. */
  sum(a: number, b: number, along: readonly [number, number, number], counts: Counts): number {
    this.countSum(this.constantOf(a), this.constantOf(b), counts);
    counts.absorptions++;
    return this.write(null, [a, b], along, this.constantOf(a) + this.constantOf(b));
  }

  private multiplied(
    front: number,
    back: number,
    before: number | null,
    along: readonly [number, number, number],
    counts: Counts,
  ): number {
    const [a, b] = [this.constantOf(front), this.constantOf(back)];
    if (!isFreeProduct(a, b)) counts.multiplications++;
    if (before === null) return this.write([front, back], [], along, a * b);
    const c = this.constantOf(before);
    this.countSum(c, a * b, counts);
    return this.write([front, back], [before], along, c + a * b);
  }

  private countSum(a: number, b: number, counts: Counts): void {
    if (Number.isNaN(a) || Number.isNaN(b)) counts.additions++;
  }

  private write(
    factors: readonly [number, number] | null,
    addTo: readonly number[],
    [source, via, target]: readonly [number, number, number],
    constant: number,
  ): number {
    const result = this.constants.push(constant) - 1;
    this.operations.push({ result, factors, addTo, source, via, target });
    return result;
  }
}
