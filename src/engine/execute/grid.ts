/** Lower bounds and extents at hand, in the source's order of dimensions; the slowest extent may be infinite. */
export interface Grid {
  readonly lower: readonly number[];
  readonly extents: readonly number[];
}
