/** What content says by settings: Markdown that is read as data, the same in lessons, kernels, papers and the glossary. */

export type Fields = Readonly<Record<string, string>>;

/** A heading, the `key: value` lines right below it, and the text behind an empty line. */
export interface Section {
  readonly name: string;
  readonly fields: Fields;
  readonly text: string;
}

/** The sections of a file of this site, whose form its tests vouch for. What stands before the first is for its reader. */
export const sectionsOf = (file: string): Section[] =>
  file
    .replaceAll('\r\n', '\n')
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [head = '', ...text] = section.split('\n\n');
      const [name = '', ...lines] = head.trim().split('\n');
      const fields = lines.map((line) => /^([^:]+):\s*(.*)$/.exec(line)?.slice(1) ?? [line, '']);
      return { name, fields: Object.fromEntries(fields), text: text.join('\n\n').trim() };
    });

/** `a, b` */
export const namesIn = (text = ''): string[] => text.split(/[\s,]+/).filter((name) => name !== '');

/** `x = 3; a = 1, 2, 3`; parts of another form are handed to `refuse`. */
export function pairsIn(text = '', refuse?: (part: string) => void): Record<string, string> {
  const found: Record<string, string> = {};
  for (const part of text.split(';')) {
    if (part.trim() === '') continue;
    const [, name = '', value = ''] = /^\s*([\p{L}\p{N}_.$%]+)\s*=\s*(.+?)\s*$/u.exec(part) ?? [];
    if (name === '' || name === '__proto__') refuse?.(part);
    else found[name] = value;
  }
  return found;
}

const SWITCHED: Readonly<Record<string, boolean>> = { on: true, true: true, off: false, false: false };

/** Values of options as they are typed: some are switched on and off. */
export const optionsIn = (pairs: Fields): Record<string, string | boolean> =>
  Object.fromEntries(Object.entries(pairs).map(([name, value]) => [name, SWITCHED[value] ?? value]));
