/** The memory of one object or storage root. Shadows have an entry for every four bytes. */
export interface Block {
  view: DataView;
  /** 1 where a value was stored. */
  defined: Uint8Array;
  /** Tangents, in dual mode; nodes, where a history is kept. */
  dots: Float64Array | null;
  /** For an argument of unknown extent: makes room for `count` elements; false where it may not. */
  readonly stretch: ((count: number) => boolean) | null;
}

export function newBlock(
  bytes: number,
  shadows: boolean,
  defined: boolean,
  stretch: Block['stretch'] = null,
): Block {
  const words = Math.ceil(bytes / 4);
  return {
    view: new DataView(new ArrayBuffer(words * 4)),
    defined: new Uint8Array(words).fill(defined ? 1 : 0),
    dots: shadows ? new Float64Array(words) : null,
    stretch,
  };
}
