/**
 * Derivatives to trust: forward mode by dual numbers over the reference interpreter, and central differences at sixty
 * digits. Neither knows anything of the engine's rules.
 */
import type { Decimal } from 'decimal.js';
import { isReal } from '../ir/build';
import { locationKey } from '../ir/names';
import type { Program, ScalarType, VariableId } from '../ir/types';
import { decimal, decimals } from './reference/decimal';
import { type Doubts, type Dual, duals } from './reference/dual';
import { interpret } from './reference/interpret';
import type { Numbers } from './reference/numbers';

export type Values = Readonly<Record<string, readonly number[]>>;

/** Inputs and outputs of a routine that are real, by location key. */
export interface RealPlaces {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly types: ReadonlyMap<string, ScalarType>;
}

export function realPlaces(program: Program, entry: string): RealPlaces {
  const index = program.routines.findIndex((r) => r.name === entry);
  const inputs: string[] = [];
  const outputs: string[] = [];
  const types = new Map<string, ScalarType>();
  for (const v of program.variables) {
    if (v.owner !== null && v.owner !== index) continue;
    const key = locationKey(program, v.id as VariableId);
    types.set(key, v.type);
    if (!isReal(v.type)) continue;
    const global = v.role === 'global';
    if (global || (v.role === 'parameter' && v.intent !== 'out')) inputs.push(key);
    if (global || v.role === 'result') outputs.push(key);
    if (v.role === 'parameter' && v.passing === 'reference' && v.intent !== 'in') outputs.push(key);
  }
  return { inputs, outputs, types };
}

export interface ReferenceGradient {
  /** Every number at exit. */
  readonly outputs: Values;
  /** Adjoints of the independents at entry. */
  readonly gradient: Values;
  readonly doubts: Doubts;
  readonly steps: number;
}

/** J transposed times the seeds, from one run of dual numbers with a tangent for each independent scalar. */
export function referenceGradient(
  program: Program,
  entry: string,
  inputs: Values,
  independents: readonly string[],
  seeds: Values,
  arithmetic: (doubts: Doubts) => Numbers<Dual> = duals,
): ReferenceGradient {
  const starts = new Map<string, number>();
  let count = 0;
  for (const key of independents) {
    starts.set(key, count);
    count += inputs[key]?.length ?? 0;
  }
  const { types } = realPlaces(program, entry);
  const doubts: Doubts = { kinks: 0, close: 0 };
  const given: Record<string, (Dual | number)[]> = {};
  for (const [key, values] of Object.entries(inputs)) {
    const start = starts.get(key);
    given[key] = values.map((v, i) => {
      if (!isReal(types.get(key) ?? 'i32')) return v;
      if (start === undefined) return { v, d: null };
      const d = new Float64Array(count);
      d[start + i] = 1;
      return { v, d };
    });
  }
  const run = interpret(arithmetic(doubts), program, entry, given);
  const total = new Float64Array(count);
  const outputs: Record<string, number[]> = {};
  for (const [key, cells] of Object.entries(run.outputs)) {
    outputs[key] = Array.from(cells, (cell, i) => {
      if (typeof cell !== 'object') return cell ?? Number.NaN;
      const seed = seeds[key]?.[i] ?? 0;
      const { d } = cell;
      if (seed !== 0 && d) for (let k = 0; k < count; k++) total[k] = (total[k] ?? 0) + seed * (d[k] ?? 0);
      return cell.v;
    });
  }
  const gradient: Record<string, number[]> = {};
  for (const [key, start] of starts)
    gradient[key] = [...total.slice(start, start + (inputs[key]?.length ?? 0))];
  return { outputs, gradient, doubts, steps: run.steps };
}

/** A derivative by differences, and how much of it the last digits of the two values may be. */
export interface Difference {
  readonly value: number;
  readonly noise: number;
}

/** Roundings of sixty digits that a value may gather on its way, relative to it. */
const LAST_DIGITS = decimal('1e-56');

/** <seeds, f(x + h·d) - f(x - h·d)> / 2h at sixty digits; h is so small that its own error is below any double. */
export function differenceAlong(
  program: Program,
  entry: string,
  inputs: Values,
  directions: Values,
  seeds: Values,
): Difference {
  const h = decimal('1e-20');
  const { types } = realPlaces(program, entry);
  const at = (sign: number) => {
    const moved: Record<string, (Decimal | number)[]> = {};
    for (const [key, values] of Object.entries(inputs)) {
      moved[key] = values.map((v, i) =>
        isReal(types.get(key) ?? 'i32') ? decimal(v).add(h.mul(sign * (directions[key]?.[i] ?? 0))) : v,
      );
    }
    return interpret(decimals, program, entry, moved).outputs;
  };
  const above = at(1);
  const below = at(-1);
  let sum = decimal(0);
  let size = decimal(0);
  for (const [key, weights] of Object.entries(seeds)) {
    weights.forEach((weight, i) => {
      const x = above[key]?.[i];
      const y = below[key]?.[i];
      if (typeof x !== 'object' || typeof y !== 'object') return;
      sum = sum.add(x.sub(y).mul(weight));
      size = size.add(x.mul(weight).abs());
    });
  }
  const over = (x: Decimal) => x.div(h.mul(2)).toNumber();
  return { value: over(sum), noise: over(size.mul(LAST_DIGITS)) };
}
