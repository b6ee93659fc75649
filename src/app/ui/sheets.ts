/** A table as text, for export. */
export interface Sheet {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Comma-separated values as RFC 4180 has them. Of several sheets each begins with its title; an empty line parts them. */
export function asCsv(sheets: readonly Sheet[]): string {
  const line = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\r\n`;
  return sheets
    .map(
      ({ title, head, rows }) =>
        (sheets.length > 1 ? line([title]) : '') + [head, ...rows].map(line).join(''),
    )
    .join('\r\n');
}

/** A spreadsheet takes a cell that begins like a formula for one. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !isNumber(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text));

/** Tables of Markdown, each under its title; columns of numbers stand to the right. */
export function asMarkdown(sheets: readonly Sheet[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return sheets
    .map(({ title, head, rows }) => {
      const right = head.map(
        (_, i) => rows.length > 0 && rows.every((row) => /^([-−]?\d.*)?$/.test(row[i] ?? '')),
      );
      return `**${markdownCell(title)}**\n\n${line(head.map(markdownCell))}${line(
        right.map((is) => (is ? '--:' : '---')),
      )}${rows.map((row) => line(row.map(markdownCell))).join('')}`;
    })
    .join('\n');
}

const markdownCell = (text: string) => text.replace(/[\\|*_`<[\]]/g, '\\$&').replace(/\s+/g, ' ');
