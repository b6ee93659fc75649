/** A text as a tree of lines and of what stands between lines, so that a failing text can be made small. */

/** One statement, or a construct: heads with what follows each, and the line that closes it. */
export interface Piece {
  readonly parts: readonly Part[];
  readonly tail: string | null;
}

export interface Part {
  readonly head: string;
  readonly body: readonly Piece[];
}

export function line(head: string): Piece {
  return { parts: [{ head, body: [] }], tail: null };
}

export function construct(head: string, body: readonly Piece[], tail: string): Piece {
  return { parts: [{ head, body }], tail };
}

/** The lines, each construct's body further in. */
export function linesOf(pieces: readonly Piece[], margin = ''): string[] {
  return pieces.flatMap(({ parts, tail }) => [
    ...parts.flatMap(({ head, body }) => [`${margin}${head}`, ...linesOf(body, `${margin}  `)]),
    ...(tail === null ? [] : [`${margin}${tail}`]),
  ]);
}

/** As long as a line, a construct or a construct around its body can go and the text still fails, it does. */
export function shrinkPieces(
  pieces: readonly Piece[],
  fails: (pieces: readonly Piece[]) => boolean,
  patience = 1500,
): readonly Piece[] {
  let best = pieces;
  let left = patience;
  for (let improved = true; improved && left > 0; ) {
    improved = false;
    for (let at = 0; at < countOf(best) && left > 0; ) {
      const smaller = simpler(best, at).find((each) => left-- > 0 && fails(each));
      if (smaller) {
        best = smaller;
        improved = true;
      } else at++;
    }
  }
  return best;
}

const countOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, { parts }) => sum + 1 + parts.reduce((n, { body }) => n + countOf(body), 0), 0);

/** Without the piece of that number in the order of the text, or with less of it. */
function simpler(pieces: readonly Piece[], number: number): (readonly Piece[])[] {
  let at = 0;
  for (const [i, piece] of pieces.entries()) {
    const rest = (some: readonly Piece[]) => [...pieces.slice(0, i), ...some, ...pieces.slice(i + 1)];
    if (at === number) return lessOf(piece).map(rest);
    at++;
    for (const [k, { head, body }] of piece.parts.entries()) {
      const count = countOf(body);
      if (number < at + count)
        return simpler(body, number - at).map((smaller) =>
          rest([{ ...piece, parts: piece.parts.with(k, { head, body: smaller }) }]),
        );
      at += count;
    }
  }
  return [];
}

function lessOf(piece: Piece): (readonly Piece[])[] {
  const { parts } = piece;
  const bodies = parts.flatMap(({ body }) => (body.length > 0 ? [body] : []));
  const fewer =
    parts.length > 1 ? parts.slice(1).map((_, k) => [{ ...piece, parts: parts.toSpliced(k + 1, 1) }]) : [];
  return [[], ...bodies, ...fewer];
}
