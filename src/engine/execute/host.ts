/** What a run needs from outside: a clock and a compiler of WebAssembly. They are handed in, since the engine has neither. */

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}
export interface WasmGlobal {
  value: number | bigint;
}
export interface WasmCompiler {
  readonly Memory: new (descriptor: { initial: number }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: Record<string, Record<string, unknown>>,
  ) => { readonly exports: Record<string, unknown> };
}

export interface Host {
  /** Milliseconds from an arbitrary start. */
  readonly now: () => number;
  readonly wasm: WasmCompiler;
}

/** The host that this code runs in: a worker, a page or Node. */
export function defaultHost(): Host {
  const world = globalThis as unknown as {
    readonly performance?: { now(): number };
    readonly WebAssembly: WasmCompiler;
  };
  const clock = world.performance;
  return { now: clock ? () => clock.now() : () => Date.now(), wasm: world.WebAssembly };
}
