/** An edge or a vertex that is in hand. */
export type Hand = { readonly from: number; readonly to: number } | { readonly vertex: number };

export const edgeKey = (from: number, to: number) => `${from}>${to}`;
