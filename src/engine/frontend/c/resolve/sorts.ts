/**
 * `qsort(a, n, sizeof a[0], order)` with a function of the text. What it compares says what is sorted: so the call becomes one of
 * a function that sorts such elements by insertion, which leaves those that are alike in their order, as that of glibc does.
 *
 *     void order_sort(struct edge *a, int n)
 *     { for (int i = 0; i < n; i++) {
 *         struct edge v = a[i]; int j = i;
 *         while (j > 0 && order(&a[j - 1], &v) > 0) { a[j] = a[j - 1]; j--; }
 *         a[j] = v; } }
 */

import { ofEach } from '../../../base/lookup';
import { getOrMake } from '../../../base/once';
import { freshName, mapped, namesOf } from '../../mapped';
import * as b from '../parse/build';
import type * as S from '../parse/syntax';
import { formalsOf } from '../parse/syntax';
import { calleeOf, withoutCasts } from '../parse/walk';

/** Parameters of comparing functions are no `void *` any more. */
export function withSorts(file: S.SourceFile): S.SourceFile {
  if (!file.hasSorts) return file;
  const isSort = (part: object): boolean => calleeOf(part as S.Expr) === 'qsort';
  const functions = new Map(
    file.items.flatMap((item) => (item.kind === 'function' ? [[item.declarator.name, item] as const] : [])),
  );
  const taken = namesOf(file.items);
  const made = new Map<string, S.FunctionDefinition>();
  const items = mapped(file.items, (part: object) => {
    if (!isSort(part) || functions.has('qsort')) return part;
    const { args, span } = part as S.CallExpression;
    const [array, count, , given] = args.map((arg) => withoutCasts(arg));
    const name = given?.kind === 'unary' && given.op === '&' ? given.operand : given;
    const order = name?.kind === 'name' ? functions.get(name.name) : undefined;
    if (!array || !count || order?.type.base !== 'i32' || formalsOf(order).length !== 2) return part;
    const { declarator } = order;
    const sort = getOrMake(made, declarator.name, () =>
      sortBy(order, freshName(taken, `${declarator.name}_sort`)),
    );
    return b.call(sort.declarator.name, [array, count], span);
  });
  return { ...file, items: [...items, ...made.values()] };
}

function sortBy(order: S.FunctionDefinition, name: string): S.FunctionDefinition {
  const [formal] = formalsOf(order) as [S.Parameter];
  const { span } = order.declarator;
  const type: S.TypeSpecifier = { ...formal.type, isConst: false, storage: null };
  const [a, n, i, j, v] = ofEach(['a', 'n', 'i', 'j', 'v'], (each) => b.named(each, span));
  const at = (index: S.Expr): S.Expr => b.subscript(a, index, span);
  const zero = b.integer(0, span);
  const before = at(b.binary('-', j, b.integer(1, span)));
  const isBehind = b.binary(
    '>',
    b.call(order.declarator.name, [b.unary('&', before, span), b.unary('&', v, span)], span),
    zero,
  );
  const back: S.Expr = b.node({ kind: 'update', op: '--', prefix: false, operand: j, span }, j);
  const moved = [b.assign(at(j), before, span), back].map(b.statement);
  const each = b.block(
    [
      b.declaration(type, b.declarator('v', span), b.given(at(i))),
      b.declaration(b.plainType('i32', span), b.declarator('j', span), b.given(i)),
      {
        kind: 'while',
        condition: b.binary('&&', b.binary('>', j, zero), isBehind),
        body: b.block(moved, span),
        span,
      },
      b.statement(b.assign(at(j), v, span)),
    ],
    span,
  );
  const parameters = [
    b.parameter(type, b.declarator('a', span, formal.declarator.derivations)),
    b.parameter(b.plainType('i32', span), b.declarator('n', span)),
  ];
  return {
    kind: 'function',
    type: b.plainType('void', span),
    declarator: b.declarator(name, span, [{ kind: 'function', parameters, variadic: false, span }]),
    body: b.block([b.countedLoop(i, n, each)], span),
    span: order.span,
  };
}
