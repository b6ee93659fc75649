/**
 * A long answer goes to the page in pieces, each a message of its own: the page's thread reads a message in one task, and a task that
 * takes long keeps it from a key.
 */
export interface Piece {
  /** Names of properties, from the outermost. */
  readonly path: readonly string[];
  /** Of a long list some entries, in order. */
  readonly value: unknown;
  readonly isSlice: boolean;
}

const MOST_ENTRIES = 300;
/** Objects within objects within objects are taken apart, no others. */
const MOST_DEPTH = 3;

export function* piecesOf(value: unknown, path: readonly string[] = []): Generator<Piece> {
  if (Array.isArray(value) && value.length > MOST_ENTRIES)
    for (let i = 0; i < value.length; i += MOST_ENTRIES)
      yield { path, value: value.slice(i, i + MOST_ENTRIES), isSlice: true };
  else if (isPlain(value) && path.length < MOST_DEPTH && Object.keys(value).length > 0)
    for (const [key, each] of Object.entries(value)) yield* piecesOf(each, [...path, key]);
  else yield { path, value, isSlice: false };
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

type Tree = { [key: string]: unknown };

/** Puts a piece where it belongs; the result is the answer as far as it has come. */
export function join(come: unknown, { path, value, isSlice }: Piece): unknown {
  const [key, ...rest] = path;
  if (key !== undefined) {
    const tree = (come ?? {}) as Tree;
    tree[key] = join(tree[key], { path: rest, value, isSlice });
    return tree;
  }
  if (!isSlice || come === undefined) return value;
  (come as unknown[]).push(...(value as unknown[]));
  return come;
}
