/** Numbers in the linear memory of a run, little-endian, by scalar type. i64 outside is a number, as results are. */
import { memoryBytes } from '../../ir/build';
import type { ScalarType } from '../../ir/types';

export function readValue(view: DataView, type: ScalarType, at: number): number {
  switch (type) {
    case 'f64':
      return view.getFloat64(at, true);
    case 'f32':
      return view.getFloat32(at, true);
    case 'i64':
      return Number(view.getBigInt64(at, true));
    case 'i32':
    case 'bool':
      return view.getInt32(at, true);
  }
}

export function writeValue(view: DataView, type: ScalarType, at: number, value: number): void {
  switch (type) {
    case 'f64':
      view.setFloat64(at, value, true);
      break;
    case 'f32':
      view.setFloat32(at, value, true);
      break;
    case 'i64':
      view.setBigInt64(at, toInteger(value), true);
      break;
    case 'i32':
      view.setInt32(at, value, true);
      break;
    case 'bool':
      view.setInt32(at, value === 0 ? 0 : 1, true);
      break;
  }
}

export function toInteger(value: number): bigint {
  return Number.isFinite(value) ? BigInt(Math.trunc(value)) : 0n;
}

/** A view of the doubles as an array, where they are aligned and the machine is little-endian like WebAssembly. */
function doublesAt(view: DataView, type: ScalarType, at: number, count: number): Float64Array | null {
  const start = view.byteOffset + at;
  return type === 'f64' && LITTLE_ENDIAN && start % 8 === 0
    ? new Float64Array(view.buffer, start, count)
    : null;
}
const LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

export function readValues(view: DataView, type: ScalarType, at: number, count: number): number[] {
  const doubles = doublesAt(view, type, at, count);
  const size = memoryBytes(type);
  // Ten times as quick as `Array.from`.
  const values = new Array<number>(count);
  for (let i = 0; i < count; i++)
    values[i] = doubles ? (doubles[i] as number) : readValue(view, type, at + i * size);
  return values;
}

export function writeValues(view: DataView, type: ScalarType, at: number, values: readonly number[]): void {
  const doubles = doublesAt(view, type, at, values.length);
  if (doubles) {
    doubles.set(values);
    return;
  }
  const size = memoryBytes(type);
  for (let i = 0; i < values.length; i++) writeValue(view, type, at + i * size, values[i] as number);
}

/** The value that a variable of this type stores: rounded to single, truncated to an integer. */
export function stored(type: ScalarType, value: number): number {
  switch (type) {
    case 'f64':
      return value;
    case 'f32':
      return Math.fround(value);
    case 'bool':
      return value === 0 ? 0 : 1;
    case 'i32':
      return value | 0;
    case 'i64':
      return Number(BigInt.asIntN(64, toInteger(value)));
  }
}
