/** Arguments of intrinsics by keyword, in any order. */
import type { ArgumentSyntax } from '../../parse/syntax';

/** Of functions that read their arguments by position: their names, and those of the arguments. */
const DUMMIES: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ['mod dmod amod modulo', 'a p'],
    ['sign dsign isign', 'a b'],
    ['atan atan2 datan2', 'y x'],
    ['dim ddim idim dprod cmplx dcmplx', 'x y kind'],
    ['merge', 'tsource fsource mask'],
    ['ishft ishftc shiftl shiftr shifta', 'i shift size'],
    ['ibits', 'i pos len'],
    ['ibset ibclr btest', 'i pos'],
    ['scale set_exponent', 'x i'],
    ['matmul', 'matrix_a matrix_b'],
    ['dot_product', 'vector_a vector_b'],
    ['sum product', 'array dim mask'],
    ['cshift', 'array shift dim'],
    ['eoshift', 'array shift boundary dim'],
    ['reshape', 'source shape pad order'],
    ['spread', 'source dim ncopies'],
    ['pack', 'array mask vector'],
  ].flatMap(([names = '', dummies = '']) =>
    names.split(' ').map((name) => [name, dummies.split(' ')] as const),
  ),
);

/** In the order of the language: what stands in its place needs no keyword. */
export function inOrder(name: string, given: readonly ArgumentSyntax[]): readonly ArgumentSyntax[] {
  const dummies = DUMMIES.get(name);
  if (!dummies || given.every(({ keyword }) => keyword === null)) return given;
  const placeOf = ({ keyword }: ArgumentSyntax, k: number) =>
    keyword === null ? k : dummies.indexOf(keyword);
  const placed = given.map((arg, k) => ({ arg, place: placeOf(arg, k) }));
  if (placed.some(({ place }) => place < 0)) return given;
  return placed
    .sort((x, y) => x.place - y.place)
    .map(({ arg, place }, k) => (place === k ? { ...arg, keyword: null } : arg));
}
