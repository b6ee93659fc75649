/**
 * How a character is named in a message. One that can't be seen, or that turns the text around it, goes by its code
 * point: `U+200B (zero-width space)`; any other stands in backquotes.
 */
export function shownCharacter(text: string): string {
  const point = text.codePointAt(0) ?? 0;
  const name = UNSEEN.get(point);
  if (name === undefined && !/[\p{C}\p{Z}\p{M}]/u.test(String.fromCodePoint(point)))
    return `\`${String.fromCodePoint(point)}\``;
  const code = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
  return name === undefined ? code : `${code} (${name})`;
}

/** Those that come along when text is copied from a page, a chat or a printed paper. */
const UNSEEN: ReadonlyMap<number, string> = new Map([
  [0x00, 'null'],
  [0xa0, 'no-break space'],
  [0xad, 'soft hyphen'],
  [0x200b, 'zero-width space'],
  [0x200c, 'zero-width non-joiner'],
  [0x200d, 'zero-width joiner'],
  [0x200e, 'left-to-right mark'],
  [0x200f, 'right-to-left mark'],
  [0x202a, 'left-to-right embedding'],
  [0x202b, 'right-to-left embedding'],
  [0x202c, 'end of embedding'],
  [0x202d, 'left-to-right override'],
  [0x202e, 'right-to-left override'],
  [0x2060, 'word joiner'],
  [0xfeff, 'byte order mark'],
]);
