/** PRINT and WRITE. */
import type { Expr } from '../../../../ir/types';
import type { ItemSyntax, StatementOf } from '../../parse/syntax';
import { shapeOf } from '../../resolve/symbols';
import { type Context, report, statementBase } from '../context';
import { emit } from '../emit';
import { isArray } from '../operands';
import { value } from '../values';

/** PRINT and WRITE keep their spelling; a FORMAT is put where its label stood, since labels are gone afterwards. */
export function output(ctx: Context, s: StatementOf<'io'>): void {
  const items: Expr[] = [];
  for (const item of s.items) outputItem(ctx, item, items);
  if (ctx.failed) return;
  emit(ctx, { kind: 'io', text: withSections(ctx, s, withFormat(ctx, s)), items, ...statementBase(ctx) });
}

/** `X(1)` in whole is one element, which has to be said where it is declared `x(*)`. */
function withSections(ctx: Context, { items }: StatementOf<'io'>, text: string): string {
  return items.reduce((told, item) => {
    const symbol = item.kind === 'name' ? ctx.scope.symbols.get(item.name) : undefined;
    if (symbol?.kind !== 'variable' || symbol.id === null || !ctx.shared.oldSized.has(symbol.id)) return told;
    const section = [...Array((shapeOf(ctx, symbol.id)?.dimensions.length ?? 1) - 1).fill(':'), ':1'].join(
      ', ',
    );
    return outsideStrings(told, new RegExp(`\\b${symbol.name}\\b(?!\\s*\\()`, 'gi'), `$&(${section})`);
  }, text);
}

function outsideStrings(text: string, what: RegExp, instead: string): string {
  return text.replace(/('[^']*'|"[^"]*")|[^'"]+/g, (part, quoted) =>
    quoted ? part : part.replace(what, instead),
  );
}

function outputItem(ctx: Context, item: ItemSyntax, items: Expr[]): void {
  if (item.kind === 'implied') {
    // The index has a meaning only in the list; nothing else of it is looked at.
    return;
  }
  if (item.kind === 'string' || item.kind === 'bad') return;
  const found = value(ctx, item);
  if (!isArray(found)) items.push(found);
  else if (!ctx.failed) {
    const walks = found.natural.map(({ first, step }) => ({ index: first, first, step }));
    items.push(found.at(walks));
  }
}

function withFormat(ctx: Context, s: StatementOf<'io'>): string {
  if (!s.format) return s.text;
  const format = ctx.scope.formats.get(s.format.name);
  if (format === undefined) {
    report(ctx, 'undefined-label', `No FORMAT has the label ${s.format.name}.`, s.format.span);
    return s.text;
  }
  const quoted = `'${format.replaceAll("'", "''")}'`;
  const digits = new RegExp(
    `^(print\\s*|write\\s*\\([^,]*,\\s*(?:fmt\\s*=\\s*)?)0*${s.format.name}(?=\\D|$)`,
  );
  return s.text.replace(digits, (_, head: string) => head + quoted);
}
