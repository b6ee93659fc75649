/**
 * Calls of functions without a body here that only tell of something: they return nothing, and get a text. Of those with any
 * number of arguments, as `printf` has, others are values; beside a text that stands alone there are numbers as they are written.
 *
 *     void warn(const char *format, ...);
 *     if (x < 0) warn("%g is below 0", x);              if (x < 0);
 */
import type { DiagnosticSink } from '../../../../base/diagnostics';
import { shortened } from '../../../limitedSink';
import { mapped, someNode } from '../../../mapped';
import type * as S from '../../parse/syntax';
import { calleeOf, hasEffects, writtenPlace } from '../../parse/walk';
import { withoutDeclared } from '../survey';

/** `directives`: comments that may say what a function does. */
export function withoutTelling(
  file: S.SourceFile,
  directives: readonly string[],
  sink: DiagnosticSink,
): S.SourceFile {
  const declared = declaredElsewhere(file);
  for (const name of declared.keys())
    if (directives.some((text) => new RegExp(`\\b${name}\\b`).test(text))) declared.delete(name);
  if (declared.size === 0) return file;
  const left = new Map<string, S.Expr>();
  const items = mapped(file.items, (node: S.Statement) => {
    // First values are of that kind too.
    if (node.kind !== 'expression' || node.expr?.kind !== 'call') return node;
    const name = calleeOf(node.expr);
    const head = declared.get(name);
    if (!head || !tells(head, node.expr.args)) return node;
    if (!left.has(name)) left.set(name, node.expr.callee);
    return { kind: 'empty', span: node.span };
  });
  if (left.size === 0) return file;
  for (const [name, { span }] of left)
    sink.warning(
      'unknown-external',
      `The body of \`${shortened(name)}\` is not here: it is taken to tell of something, and left out.`,
      span,
      'Paste its text if it does more, or if it ends the program.',
    );
  const isNamed = (name: string) =>
    someNode(items, (node) => 'kind' in node && node.kind === 'name' && 'name' in node && node.name === name);
  return { ...file, items: withoutDeclared(items, (name) => left.has(name) && !isNamed(name)) };
}

type Head = Extract<S.Derivation, { kind: 'function' }>;

/** Functions that return nothing and have no body. */
function declaredElsewhere({ items }: S.SourceFile): Map<string, Head> {
  const found = new Map<string, Head>();
  for (const item of items)
    if (item.kind === 'declaration' && item.type.storage !== 'typedef' && item.type.base === 'void')
      for (const { declarator } of item.declared) {
        const [head, ...rest] = declarator.derivations;
        if (head?.kind === 'function' && rest.length === 0) found.set(declarator.name, head);
      }
  for (const item of items) if (item.kind === 'function') found.delete(item.declarator.name);
  return found;
}

function tells({ variadic }: Head, args: readonly S.Expr[]): boolean {
  // Or one in another language: `gettext("…")`.
  const isText = (e: S.Expr): boolean =>
    e.kind === 'string' || (e.kind === 'call' && e.args.length > 0 && e.args.every(isText));
  const isNumber = (e: S.Expr): boolean => (e.kind === 'unary' ? e.operand : e).kind === 'number';
  const isValue = (e: S.Expr): boolean => !hasEffects(e) && !someNode(e, isAddress);
  return args.some(isText) && args.every((e) => isText(e) || (variadic ? isValue(e) : isNumber(e)));
}

const isAddress = (node: object): boolean => 'kind' in node && writtenPlace(node as S.Expr) !== null;
