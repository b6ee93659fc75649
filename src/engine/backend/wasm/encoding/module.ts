/**
 * Puts a binary module together: types, imports, functions, one memory, globals, exports, code.
 * Imports come first in the index space of functions, so an import's index is final when it is first asked for.
 */
import { getOrMake } from '../../../base/once';
import { append, type Bytes, f64, name, patch, s32, s64, u32 } from './bytes';
import type { FunctionBody } from './emit';
import { Op, WasmType } from './opcodes';

export interface Signature {
  readonly parameters: readonly WasmType[];
  readonly results: readonly WasmType[];
}

interface Import {
  readonly name: string;
  readonly type: number;
}

export interface ModuleBuilder {
  readonly types: string[];
  readonly signatures: Signature[];
  readonly imports: Import[];
  readonly importIndex: Map<string, number>;
  /** Module globals, in order; all mutable and exported under their names. */
  readonly globals: { name: string; type: WasmType; value: number }[];
}

export interface FinishedFunction {
  readonly name: string;
  readonly signature: Signature;
  readonly body: FunctionBody;
}

export function newModule(): ModuleBuilder {
  return { types: [], signatures: [], imports: [], importIndex: new Map(), globals: [] };
}

function typeIndex(m: ModuleBuilder, signature: Signature): number {
  const key = `${signature.parameters.join()}>${signature.results.join()}`;
  const known = m.types.indexOf(key);
  if (known >= 0) return known;
  m.types.push(key);
  m.signatures.push(signature);
  return m.types.length - 1;
}

export function importFunction(m: ModuleBuilder, importName: string, signature: Signature): number {
  const add = () => m.imports.push({ name: importName, type: typeIndex(m, signature) }) - 1;
  return getOrMake(m.importIndex, importName, add);
}

export function defineGlobal(m: ModuleBuilder, globalName: string, type: WasmType): number {
  m.globals.push({ name: globalName, type, value: 0 });
  return m.globals.length - 1;
}

function section(out: Bytes, id: number, fill: (content: Bytes) => void): void {
  const content: Bytes = [];
  fill(content);
  out.push(id);
  u32(out, content.length);
  append(out, content);
}

function writeSignature(out: Bytes, signature: Signature): void {
  out.push(0x60);
  u32(out, signature.parameters.length);
  append(out, signature.parameters);
  u32(out, signature.results.length);
  append(out, signature.results);
}

function writeGlobal(out: Bytes, type: WasmType, value: number): void {
  out.push(type, 1);
  switch (type) {
    case WasmType.i32:
      out.push(Op.i32_const);
      s32(out, value);
      break;
    case WasmType.i64:
      out.push(Op.i64_const);
      s64(out, BigInt(value));
      break;
    default:
      out.push(Op.f64_const);
      f64(out, value);
  }
  out.push(Op.end);
}

function writeBody(out: Bytes, body: FunctionBody, importCount: number): void {
  for (const { at, callee } of body.calls) patch(body.code, at, importCount + callee);
  const content: Bytes = [];
  const locals = body.localTypes.slice(body.parameterCount);
  const runs: { type: WasmType; count: number }[] = [];
  for (const type of locals) {
    const last = runs.at(-1);
    if (last?.type === type) last.count++;
    else runs.push({ type, count: 1 });
  }
  u32(content, runs.length);
  for (const run of runs) {
    u32(content, run.count);
    content.push(run.type);
  }
  append(content, body.code);
  content.push(Op.end);
  u32(out, content.length);
  append(out, content);
}

/** The memory is imported as `host.memory`; functions of the host as `host.<name>`. */
export function finishModule(m: ModuleBuilder, functions: readonly FinishedFunction[]): Uint8Array {
  const functionTypes = functions.map((f) => typeIndex(m, f.signature));
  const out: Bytes = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
  section(out, 1, (s) => {
    u32(s, m.signatures.length);
    for (const signature of m.signatures) writeSignature(s, signature);
  });
  section(out, 2, (s) => {
    u32(s, m.imports.length + 1);
    for (const each of m.imports) {
      name(s, 'host');
      name(s, each.name);
      s.push(0x00);
      u32(s, each.type);
    }
    name(s, 'host');
    name(s, 'memory');
    s.push(0x02, 0x00);
    u32(s, 1);
  });
  section(out, 3, (s) => {
    u32(s, functions.length);
    for (const type of functionTypes) u32(s, type);
  });
  section(out, 6, (s) => {
    u32(s, m.globals.length);
    for (const each of m.globals) writeGlobal(s, each.type, each.value);
  });
  section(out, 7, (s) => {
    u32(s, functions.length + m.globals.length);
    functions.forEach((f, i) => {
      name(s, f.name);
      s.push(0x00);
      u32(s, m.imports.length + i);
    });
    m.globals.forEach((each, i) => {
      name(s, each.name);
      s.push(0x03);
      u32(s, i);
    });
  });
  section(out, 10, (s) => {
    u32(s, functions.length);
    for (const f of functions) writeBody(s, f.body, m.imports.length);
  });
  return Uint8Array.from(out);
}
