import { itemAt } from '../../../../base/lookup';
import type { Span } from '../../../../base/span';
import type { Expr } from '../../../../ir/types';
import type * as S from '../../parse/syntax';
import type { CallExpression } from '../../parse/syntax';
import { someExpr, walkExpr } from '../../parse/walk';
import { value } from '../names';
import { base, emit, lookUp, type RoutineState, reference, temporary } from '../state';

/**
 * `printf` and its like: kept as they are spelt, with the values that they print beside them. Where a variable was
 * renamed the spelling follows; an argument that does something is put into a temporary, which is then what is named.
 */
export function output(s: RoutineState, e: CallExpression, skip: number): void {
  const items: Expr[] = [];
  const changes: Change[] = [];
  const name = e.callee.kind === 'name' ? e.callee.name : '';
  const isMade = !s.file.source.startsWith(name, e.span.start);
  const parts: string[] = [];
  e.args.forEach((arg, i) => {
    if (i < skip) {
      parts.push(arg.kind === 'string' ? arg.text : arg.kind === 'name' ? arg.name : '0');
      return;
    }
    const before = s.out.length;
    const item = value(s, arg);
    if (!item) return;
    const isSpelt = !isMade && s.out.length === before && !isFromMacro(s, arg);
    if (isSpelt) {
      items.push(item);
      changes.push(...renamed(s, arg));
      return;
    }
    // The generated text has no macros, and what an argument does was done before.
    const printed =
      item.kind === 'variable' ? item : reference(temporary(s, 'printed', item.type, arg.span), arg.span);
    if (printed !== item) emit(s, printed, item, arg.span);
    items.push(printed);
    const { name: text } = itemAt(s.file.variables, printed.variable);
    parts.push(text);
    changes.push({ span: arg.span, text });
  });
  // Text that a macro made is not in the source.
  const text = isMade ? `${name}(${parts.join(', ')})` : respell(s.file.source, e.span, changes);
  s.out.push({ kind: 'io', ...base(s.file, e.span), text, items });
}

interface Change {
  readonly span: Span;
  readonly text: string;
}

function isFromMacro(s: RoutineState, e: S.Expr): boolean {
  return someExpr(e, (part) => {
    const text = part.kind === 'name' ? part.name : part.kind === 'number' ? part.text : null;
    const { start, end } = part.span;
    return text !== null && !s.file.source.slice(start, end).includes(text);
  });
}

function renamed(s: RoutineState, e: S.Expr): Change[] {
  const changes: Change[] = [];
  walkExpr(e, (part) => {
    const meaning = part.kind === 'name' ? lookUp(s, part.name) : undefined;
    if (part.kind !== 'name' || meaning?.kind !== 'variable') return;
    const { name, passing, shape } = meaning.variable;
    // In a snippet a scalar by reference goes by its name alone.
    const text = passing === 'reference' && !shape && !meaning.isPointer ? `(*${name})` : name;
    if (text !== part.name) changes.push({ span: part.span, text });
  });
  return changes;
}

function respell(source: string, whole: Span, changes: readonly Change[]): string {
  let text = '';
  let at = whole.start;
  for (const { span, text: instead } of [...changes].sort((a, b) => a.span.start - b.span.start)) {
    if (span.start < at) continue;
    text += source.slice(at, span.start) + instead;
    at = span.end;
  }
  return text + source.slice(at, whole.end);
}
