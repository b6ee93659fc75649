/** Typed reads and writes of blocks, with their shadows. */
import { memoryBytes } from '../../ir/build';
import type { ScalarType, VariableId } from '../../ir/types';
import { readValue } from '../inputs/values';
import type { Block, Historian } from './history';
import type { Interpreter, Pointer } from './state';

export function readNumber({ view }: Block, type: ScalarType, at: number): number {
  return readValue(view, type, at);
}

/** Whether it takes two cells of a watch. */
export function isWide(type: ScalarType): boolean {
  return type === 'f64' || type === 'i64';
}

export function readBig(block: Block, at: number): bigint {
  return block.view.getBigInt64(at, true);
}

export function isDefined(block: Block, at: number): boolean {
  return block.defined[at >> 2] === 1;
}

export function markDefined(block: Block, type: ScalarType, at: number, defined = 1): void {
  block.defined[at >> 2] = defined;
  if (type === 'f64' || type === 'i64') block.defined[(at >> 2) + 1] = defined;
}

/** Stores a number with its tangent (`m.dot`, in dual mode) and tells the trace. */
// biome-ignore lint/complexity/useMaxParams: every store of a run goes through here, and a record for each would be made.
export function storeNumber(
  m: Interpreter,
  p: Pointer,
  type: ScalarType,
  at: number,
  value: number,
  variable: VariableId,
): void {
  const { block } = p;
  const before = m.trace ? readNumber(block, type, at) : 0;
  if (type === 'f64') block.view.setFloat64(at, value, true);
  else if (type === 'f32') block.view.setFloat32(at, value, true);
  else block.view.setInt32(at, value, true);
  markDefined(block, type, at);
  m.watch?.write(m.statement, block, at, type === 'f64');
  const isReal = type === 'f64' || type === 'f32';
  if (m.history) {
    if (isReal) m.dot = m.history.keep(m.dot, value);
    storeNode(m, m.history, block, at);
  }
  if (isReal) {
    if (m.dual && block.dots) block.dots[at >> 2] = m.dot;
    if (m.notFinite === null && !Number.isFinite(value))
      m.notFinite = {
        statement: m.statement,
        variable,
        detail: String(value),
      };
  }
  if (m.trace) m.trace.write(m.statement, p.location, elementNumber(p, type, at), before, value, heightOf(m));
}

export function storeBig(m: Interpreter, p: Pointer, at: number, value: bigint): void {
  const before = m.trace ? readNumber(p.block, 'i64', at) : 0;
  p.block.view.setBigInt64(at, value, true);
  markDefined(p.block, 'i64', at);
  if (m.history) storeNode(m, m.history, p.block, at);
  m.watch?.write(m.statement, p.block, at, true);
  if (m.trace)
    m.trace.write(m.statement, p.location, elementNumber(p, 'i64', at), before, Number(value), heightOf(m));
}

function storeNode(m: Interpreter, history: Historian, { dots }: Block, at: number): void {
  if (!dots) return;
  history.overwrite(dots[at >> 2] as number, m.dot);
  dots[at >> 2] = m.dot;
}

export function heightOf(m: Interpreter): number {
  return m.values.length + m.controls.length;
}

export function elementNumber(p: Pointer, type: ScalarType, at: number): number {
  return Math.floor((at - p.start) / memoryBytes(type));
}
