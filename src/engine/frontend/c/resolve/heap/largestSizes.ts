/**
 * Arrays in the body of a loop whose size changes from round to round, `double t[k]` in a loop over `k`: they are as large
 * as the largest is. What lies behind the end of a smaller one is nothing that a program may touch.
 */

import { node } from '../../parse/build';
import type * as S from '../../parse/syntax';
import { assignedPlace, calleeOf, mentionsSome } from '../../parse/walk';
import { rebuilt, rebuiltExpr } from '../moved/rebuilt';
import { setInHead, shifted } from '../rows/extents';
import { declarationsIn, partsIn } from '../survey';

/** The least and greatest value of a name, in terms of names that the loops do not change; null where not known. */
interface Range {
  readonly least: S.Expr | null;
  readonly most: S.Expr | null;
}
type Ranges = ReadonlyMap<string, Range>;
type Side = keyof Range;

export function withLargestSizes(file: S.SourceFile): S.SourceFile {
  return { ...file, items: file.items.map((item) => (item.kind === 'function' ? definition(item) : item)) };
}

function definition(item: S.FunctionDefinition): S.FunctionDefinition {
  const hasSizes = declarationsIn(item.body).some(({ derivations }) =>
    derivations.some(
      (d) => d.kind === 'pointer' || (d.kind === 'array' && d.size && d.size.kind !== 'number'),
    ),
  );
  if (!hasSizes) return item;
  const measured = measuredNames(item.body);
  const body = statement(item.body, new Map(), measured, writtenIn(item.body));
  return body === item.body ? item : { ...item, body: body as S.BlockStatement };
}

/** Arrays named in a `sizeof`: they keep their declared size. */
function measuredNames(body: S.Statement): ReadonlySet<string> {
  return new Set(
    partsIn(body).flatMap((e) => (e.kind === 'sizeof' && e.operand?.kind === 'name' ? [e.operand.name] : [])),
  );
}

/** How often a name is assigned. */
function writtenIn(stmt: S.Statement): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const part of partsIn(stmt)) {
    const place = assignedPlace(part);
    if (place?.kind === 'name') found.set(place.name, (found.get(place.name) ?? 0) + 1);
  }
  return found;
}

function statement(
  stmt: S.Statement,
  ranges: Ranges,
  measured: ReadonlySet<string>,
  written: ReadonlyMap<string, number>,
): S.Statement {
  if (stmt.kind === 'block') {
    let inner = ranges;
    const body = stmt.body.map((each) => {
      const made = statement(each, inner, measured, written);
      if (each.kind === 'declaration') inner = withLocals(each, inner, written);
      return made;
    });
    return { ...stmt, body };
  }
  const inside = stmt.kind === 'for' ? withLoop(stmt, ranges, writtenIn(stmt.body)) : ranges;
  if (stmt.kind === 'declaration' && ranges.size > 0) return declared(stmt, ranges, measured);
  return rebuilt(stmt, {
    expr: (e) => allocations(e, ranges),
    stmt: (part) => statement(part, inside, measured, written),
  });
}

function withLoop(stmt: S.ForStatement, ranges: Ranges, inBody: ReadonlyMap<string, number>): Ranges {
  const { condition, increment } = stmt;
  const head = setInHead(stmt);
  const index = head?.index ?? '';
  const first = head?.first;
  if (!first || condition?.kind !== 'binary' || inBody.has(index)) return ranges;
  if (condition.left.kind !== 'name' || condition.left.name !== index || !increment) return ranges;
  const isUp = stepsUp(increment);
  if (
    isUp === null ||
    (condition.op !== '<' && condition.op !== '<=' && condition.op !== '>' && condition.op !== '>=')
  )
    return ranges;
  const end = condition.right;
  const by = condition.op === '<' ? -1 : condition.op === '>' ? 1 : 0;
  const last = (side: Side): S.Expr | null => {
    const bound = extreme(end, ranges, side);
    return bound && shifted(bound, by);
  };
  const range: Range = isUp
    ? { least: extreme(first, ranges, 'least'), most: last('most') }
    : { least: last('least'), most: extreme(first, ranges, 'most') };
  return new Map([...ranges, [index, range]]);
}

function stepsUp(e: S.Expr): boolean | null {
  if (e.kind === 'update') return e.op === '++';
  if (e.kind === 'assign' && (e.op === '+' || e.op === '-')) return e.op === '+';
  return null;
}

/** Numbers that are given where they are declared, and stay. */
function withLocals(stmt: S.Declaration, ranges: Ranges, written: ReadonlyMap<string, number>): Ranges {
  if (ranges.size === 0) return ranges;
  const made = new Map(ranges);
  for (const { declarator, initializer } of stmt.declared) {
    made.delete(declarator.name);
    if (
      declarator.derivations.length > 0 ||
      initializer?.kind !== 'expression' ||
      written.has(declarator.name)
    )
      continue;
    const { value } = initializer;
    if (varies(value, ranges))
      made.set(declarator.name, {
        least: extreme(value, ranges, 'least'),
        most: extreme(value, ranges, 'most'),
      });
  }
  return made;
}

function varies(e: S.Expr, ranges: Ranges): boolean {
  return mentionsSome(e, (name) => ranges.has(name));
}

/** Bounds of sums, differences and products of nonnegative values. */
function extreme(e: S.Expr, ranges: Ranges, side: Side): S.Expr | null {
  const other = side === 'most' ? 'least' : 'most';
  if (e.kind === 'name') {
    const range = ranges.get(e.name);
    return range ? range[side] : e;
  }
  if (e.kind === 'number') return e;
  if (e.kind === 'cast') return e.type === 'pointer' ? null : extreme(e.operand, ranges, side);
  if (!varies(e, ranges)) return e;
  if (e.kind !== 'binary' || !['+', '-', '*', '/'].includes(e.op)) return null;
  const left = extreme(e.left, ranges, side);
  const right = extreme(e.right, ranges, e.op === '-' || e.op === '/' ? other : side);
  return left && right && node({ ...e, left, right }, left, right);
}

function declared(stmt: S.Declaration, ranges: Ranges, measured: ReadonlySet<string>): S.Declaration {
  return {
    ...stmt,
    declared: stmt.declared.map((each): S.Declared => {
      const { declarator, initializer } = each;
      const derivations = declarator.derivations.map((d): S.Derivation => {
        if (d.kind !== 'array' || !d.size || measured.has(declarator.name) || !varies(d.size, ranges))
          return d;
        return { ...d, size: extreme(d.size, ranges, 'most') ?? d.size };
      });
      const own =
        initializer?.kind === 'expression'
          ? { ...initializer, value: allocations(initializer.value, ranges) }
          : initializer;
      return { ...each, declarator: { ...declarator, derivations }, initializer: own };
    }),
  };
}

/** `malloc(k * sizeof(double))` */
function allocations(e: S.Expr, ranges: Ranges): S.Expr {
  if (ranges.size === 0) return e;
  if (e.kind !== 'call' || !['malloc', 'calloc', 'realloc'].includes(calleeOf(e)))
    return rebuiltExpr(e, (part) => allocations(part, ranges));
  const sized = (part: S.Expr): S.Expr => {
    if (part.kind === 'sizeof' || !varies(part, ranges)) return part;
    if (part.kind === 'binary' && part.op === '*') {
      const [left, right] = [sized(part.left), sized(part.right)];
      return node({ ...part, left, right }, left, right);
    }
    return extreme(part, ranges, 'most') ?? part;
  };
  return { ...e, args: e.args.map(sized) };
}
