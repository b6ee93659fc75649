/** Colours for code on the page, and for the editor, which asks line by line. One pass over the text; a piece never crosses a line. */
export type Grammar = 'c' | 'javascript' | 'fortran' | 'fortran-fixed';
export interface Piece {
  readonly text: string;
  readonly kind: 'keyword' | 'number' | 'comment' | 'string' | 'call' | 'tape' | null;
  /** A class on top of the kind's colour. */
  readonly paint?: string;
}
export const textOf = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('');
/** A range of the text, in offsets, and the class that it is painted with. */
export interface Painted {
  readonly start: number;
  readonly end: number;
  readonly className: string;
}

/** Cuts pieces at the ends of painted ranges; of nested ranges the last one paints. */
export function paintPieces(lines: readonly Piece[][], ranges: readonly Painted[]): Piece[][] {
  let offset = 0;
  return lines.map((line) => {
    const painted = line.flatMap((piece) => {
      const start = offset;
      offset += piece.text.length;
      const inside = ranges.filter((each) => each.start < offset && each.end > start);
      if (inside.length === 0) return [piece];
      const cuts = [start, offset, ...inside.flatMap((each) => [each.start, each.end])]
        .filter((at) => at >= start && at <= offset)
        .sort((a, b) => a - b);
      return cuts.slice(1).flatMap((end, i): Piece[] => {
        const from = cuts[i] as number;
        if (end === from) return [];
        const paint = inside.findLast((each) => each.start <= from && each.end >= end)?.className;
        const text = piece.text.slice(from - start, end - start);
        return [paint === undefined ? { ...piece, text } : { ...piece, text, paint }];
      });
    });
    offset += 1;
    return painted;
  });
}

const C_WORDS =
  'auto bool break case char const continue default do double else enum extern float for goto if inline int long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while true false';
const JS_WORDS =
  'break case const continue default do else export false for function if let new null of return switch true undefined var while';
const FORTRAN_WORDS =
  'allocatable allocate assign associate backspace bind block blockdata call case character close common complex contains continue cycle data deallocate default dimension do double elemental else elseif elsewhere end enddo endfunction endif endmodule endprogram endselect endsubroutine endwhere entry equivalence exit external format function go goto if implicit in include inout integer intent interface intrinsic kind logical module namelist none nullify only open optional out parameter pause pointer precision print private program public pure read real recursive result return rewind save select stop subroutine target then to type use where while write';

const words = (list: string) => new Set(list.split(' '));
const KEYWORDS: Record<Grammar, ReadonlySet<string>> = {
  c: words(C_WORDS),
  javascript: words(JS_WORDS),
  fortran: words(FORTRAN_WORDS),
  'fortran-fixed': words(FORTRAN_WORDS),
};

const C_LIKE =
  /(?<comment>\/\/.*|\/\*[\s\S]*?(?:\*\/|(?![\s\S]))|^[ \t]*#.*)|(?<string>"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?)|(?<number>\b(?:0x[\da-f]+|\d+\.?\d*(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)[fFlLuU]*)|(?<word>[A-Za-z_]\w*)/gim;
const FORTRAN =
  /(?<comment>!.*)|(?<string>"[^"\n]*"?|'[^'\n]*'?)|(?<number>\b\d+\.?\d*(?:[de][+-]?\d+)?(?:_\w+)?|\.\d+(?:[de][+-]?\d+)?)|(?<word>[A-Za-z_]\w*|\.[a-z]+\.)/gim;
const FIXED = new RegExp(`(?<column>^[cC*dD].*)|${FORTRAN.source}`, 'gim');

const TAPE = /^(push|pop)/i;

export function highlight(text: string, grammar: Grammar): Piece[][] {
  const lines: Piece[][] = [[]];
  const add = (part: string, kind: Piece['kind']) => {
    part.split('\n').forEach((each, i) => {
      if (i > 0) lines.push([]);
      if (each !== '') lines.at(-1)?.push({ text: each, kind });
    });
  };
  const pattern = grammar === 'fortran' ? FORTRAN : grammar === 'fortran-fixed' ? FIXED : C_LIKE;
  const fold = grammar.startsWith('fortran');
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    const [all] = match;
    if (all === '') continue;
    if (match.index > at) add(text.slice(at, match.index), null);
    at = match.index + all.length;
    const called = /^\s*\(/.test(text.slice(at, at + 8));
    add(all, kindOf(match.groups ?? {}, KEYWORDS[grammar], fold, called));
  }
  add(text.slice(at), null);
  return lines;
}

function kindOf(
  groups: Record<string, string | undefined>,
  keywords: ReadonlySet<string>,
  fold: boolean,
  called: boolean,
): Piece['kind'] {
  const { comment, column, string, number, word } = groups;
  if (comment !== undefined || column !== undefined) return 'comment';
  if (string !== undefined) return 'string';
  if (number !== undefined) return 'number';
  if (word === undefined) return null;
  if (keywords.has(fold ? word.toLowerCase() : word)) return 'keyword';
  if (TAPE.test(word)) return 'tape';
  return called ? 'call' : null;
}
