/** Lower bounds and extents during a run, in the source's order of dimensions; the slowest extent may be infinite. */
export interface Grid {
  readonly lower: readonly number[];
  readonly extents: readonly number[];
}
