/** Makes a switch over a discriminated union exhaustive at compile time, and loud at run time. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value ${JSON.stringify(value)}`);
}

/** A broken promise of ours (never of the user): the door turns it into an `internal` diagnostic. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${message}`);
}
