/**
 * From the tree to words: statements and formulas as the reader wrote them, line numbers, lists. Every sentence of this
 * folder is put together from these, so that the same thing has the same name in every card.
 */
import { isNowhere, positionAt } from '../base/span';
import type { Universe } from '../dataflow/analysis';
import { constant, isConstant, isReal, multiply, rewrite, subtract, walk } from '../ir/build';
import type { Instruction } from '../ir/graph/flow';
import { spanOfInstruction, testExpressions } from '../ir/graph/flow';
import { variableOf } from '../ir/names';
import { printExpr } from '../ir/text/notation';
import { readExpr, readStatement } from '../ir/text/reading';
import type { Expr, Place, Select, Statement, StatementId } from '../ir/types';
import type { Explanation, ExplanationFact, Span } from '../pipeline/results';
import { type Context, derivativeName, instructionAt, locationAt } from './context';

/** The grounds of a fact: a section, equation or figure of a paper, or the name of a rule that is in no paper. */
export const RULE = {
  activity: '[TBR] 4, [TAP] 3.1',
  use: '[TBR] 5.1',
  record: '[TBR] 5.2, [ADF] (1.8)',
  address: 'ours: addresses',
  elements: 'ours: elements',
  strategy: '[TBR] 6',
  results: 'ours: results',
  liveness: '[ADF] (1.10)',
  calls: '[ADF] (1.11), [TAP] 3.5',
  control: '[CFR] 4',
  joins: '[TAP] 3.4',
  numbers: '[SPG] 2',
  adjoint: '[TBR] (2), [TAP] (5)',
  preaccumulate: '[CFR] 3.3',
  merge: '[TAP] 3.3',
  tangent: '[TAP] (2)',
  framework: '[TBR] 3',
  summaries: '[TBR] Fig. 6',
  dependence: '[TBR] Fig. 2',
  write: '[ADF] (1.12)',
  least: 'ours: least tape',
} as const;

export function quote(text: string): string {
  return `\`${text}\``;
}

/** `a`, `a and b`, `a, b and c` */
export function listed(parts: readonly string[], last = 'and'): string {
  if (parts.length < 2) return parts[0] ?? '';
  return `${parts.slice(0, -1).join(', ')} ${last} ${parts[parts.length - 1]}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Joins sentences into a paragraph. */
export function paragraph(...sentences: (string | null | undefined | false)[]): string {
  return sentences
    .filter((s): s is string => typeof s === 'string' && s !== '')
    .map(capital)
    .join(' ');
}

/** An expression in the notation of the source language, without conversions between reals. */
export function formula(c: Context, e: Expr): string {
  const plain = rewrite(e, (x) =>
    x.kind === 'convert' && (isReal(x.type) || x.operand.type === 'i32') && x.type !== 'bool' ? x.operand : x,
  );
  const shown = rewrite(rewrite(plain, withoutKink), withNumbersTogether);
  if (c.input.program.language === 'fortran') return plainNumbers(readExpr(c.shown, shown));
  const text = plainConversions(plainNumbers(printExpr(c.shown, shown)));
  // The star of a pointer is not the one of a product.
  return withSeparateSubscripts(text).replace(/([*/])(\*\w+)/g, '$1($2)');
}

/** Prints `2.0` as 2. */
export function plainNumbers(text: string): string {
  return text.replace(/(\d)\.0\b(?!\d)/g, '$1');
}

/** A conversion that drops a fraction is printed as `int(x)`: its width is a matter of the tree. */
function plainConversions(text: string): string {
  return text.replace(/\bi(?:32|64)\(/g, 'int(');
}

/** `a[i, max(j, k)]` as C has it: `a[i][max(j, k)]`. */
function withSeparateSubscripts(text: string): string {
  const open: string[] = [];
  return text.replace(/[([]|[)\]]|, /g, (mark) => {
    if (mark === ', ') return open.at(-1) === '[' ? '][' : mark;
    if (mark === '(' || mark === '[') open.push(mark);
    else open.pop();
    return mark;
  });
}

/** `2*(100*b)` becomes 200*b, `-(2*x)` becomes -2*x and `n - 1 - 1` becomes n - 2, as one would write them by hand. */
function withNumbersTogether(e: Expr): Expr {
  if (e.kind === 'unary' && e.op === 'negate') {
    const { operand } = e;
    if (operand.kind !== 'binary' || operand.op !== 'multiply' || !isConstant(operand.left)) return e;
    return multiply(constant(-numberOf(operand.left), e.type), operand.right);
  }
  if (e.kind !== 'binary' || (e.left.kind !== 'binary' && e.right.kind !== 'binary')) return e;
  const { op, left, right } = e;
  if (op === 'multiply' && isConstant(left) && right.kind === 'binary' && right.op === 'multiply') {
    const both = numberOf(left) * numberOf(right.left);
    return Number.isSafeInteger(both) ? multiply(constant(both, e.type), right.right) : e;
  }
  if (op === 'subtract' && isConstant(right) && left.kind === 'binary' && left.op === 'subtract') {
    const both = numberOf(right) + numberOf(left.right);
    return Number.isSafeInteger(both) ? subtract(left.left, constant(both, e.type)) : e;
  }
  return e;
}

function numberOf(e: Expr): number {
  return e.kind === 'constant' ? e.value : Number.NaN;
}

/** The derivative away from a single point where the table sets it by convention. */
function withoutKink(e: Expr): Expr {
  return isKink(e) ? e.whenFalse : e;
}

function isKink(e: Expr): e is Select {
  const point = e.kind === 'select' && e.condition.kind === 'compare' && e.condition.op === 'eq';
  return point && isConstant(e.whenTrue);
}

/** The values that the code takes at such points, in sentences. */
export function kinksIn(c: Context, e: Expr): string[] {
  const found: string[] = [];
  walk(e, (x) => {
    if (!isKink(x) || x.condition.kind !== 'compare') return;
    const at = `${quote(formula(c, x.condition.left))} is ${quote(formula(c, x.condition.right))}`;
    found.push(
      `Where ${at}, the generated code takes ${quote(formula(c, x.whenTrue))} for ${quote(formula(c, x.whenFalse))}.`,
    );
  });
  return found;
}

/** In lower case. */
export function wordsOf(text: string): Set<string> {
  return new Set((text.match(/\w+/g) ?? []).map((word) => word.toLowerCase()));
}

export function placeText(c: Context, place: Place): string {
  return formula(c, place);
}

/** A location as a reader names it. */
export function locationText(c: Context, index: number): string {
  const location = locationAt(c, index);
  const v = variableOf(c.shown, location.variables[0]);
  const fortran = c.input.program.language === 'fortran';
  if (!location.element) return v.name;
  const subscripts = location.element.join(fortran ? ', ' : '][');
  return fortran ? `${v.name}(${subscripts})` : `${v.name}[${subscripts}]`;
}

export function quoted(c: Context, index: number): string {
  const id = locationAt(c, index).variables[0];
  const v = id === undefined ? undefined : variableOf(c.input.program, id);
  const isNamed = v?.role === 'temporary' && c.shown.variables[v.id]?.name === v.name;
  return `${isNamed ? 'the temporary ' : ''}${quote(locationText(c, index))}`;
}

/** A member of a set as a reader names it: `x`, or the value that `x = a*b` (line 4) gave to `x`. */
export function memberText(c: Context, universe: Universe, member: number): string {
  const { location, setBy, from } = universe.explain(member);
  const what = quoted(c, location);
  if (from !== undefined) return `the dependence of ${what} on ${quoted(c, from)} at entry`;
  if (setBy === undefined) return what;
  return setBy === 'entry'
    ? `the value that ${what} has at entry`
    : `the value that ${namedStatement(c, setBy)} gave to ${what}`;
}

export function lineOf(c: Context, span: Span): number | null {
  return isNowhere(span) ? null : positionAt(c.lines, span.start).line;
}

/** A statement as it stands in the source, if it is alone on one line; else as the tree is printed. */
export function statementText(c: Context, i: Instruction): string {
  if (i.kind === 'test') return testText(c, i);
  const { span } = i.statement;
  const shared = [...c.analysis.nesting.statements.values()].some(
    (s) =>
      s.id !== i.id &&
      s.span.start === span.start &&
      s.span.end === span.end &&
      !isArgument(c, i, s) &&
      !isAccumulated(c, i, s),
  );
  const slice = sourceSlice(c, span);
  const target = targetOf(i.statement);
  // A temporary is set by a part of a line, which does not name it.
  if (target && slice && isHidden(c, target)) return slice;
  const named = target !== null && variableOf(c.input.program, target.variable).role === 'temporary';
  if (!shared && slice && !named) return slice;
  const text = formulaOfStatement(c, i.statement);
  // What calls are lowered to may hold what neither the text nor the code has.
  return slice && ![...wordsOf(text)].every((word) => c.written.has(word) || c.generated.has(word))
    ? slice
    : text;
}

/** A call owns its line, although its arguments are evaluated there too. */
function isArgument(c: Context, i: Instruction, s: Statement): boolean {
  const isCall = i.kind === 'leaf' && i.statement.kind === 'call';
  const target = targetOf(s);
  return isCall && target !== null && variableOf(c.input.program, target.variable).role === 'temporary';
}

/** A row of a local Jacobian owns its line, although labels of the block's graph are computed there too. */
function isAccumulated(c: Context, i: Instruction, s: Statement): boolean {
  const isRow = i.kind === 'leaf' && i.statement.kind === 'assign' && i.statement.jacobian !== undefined;
  return isRow && s.kind === 'assign' && variableOf(c.input.program, s.target.variable).role === 'temporary';
}

function targetOf(s: Statement): Place | null {
  return s.kind === 'assign' ? s.target : s.kind === 'call' ? s.result : null;
}

/** Does it go by the value that it holds? */
function isHidden(c: Context, { variable }: Place): boolean {
  return (
    c.shown.variables[variable]?.name !== variableOf(c.input.program, variable).name &&
    variableOf(c.input.program, variable).role === 'temporary'
  );
}

function formulaOfStatement(c: Context, s: Statement): string {
  if (s.kind === 'assign') return `${placeText(c, s.target)} = ${formula(c, s.written ?? s.value)}`;
  if (s.kind === 'call' && s.result && isHidden(c, s.result))
    return readStatement(c.shown, { ...s, result: null });
  return readStatement(c.shown, s);
}

function sourceSlice(c: Context, span: Span): string | null {
  return sourceLine(c.input.source, span);
}

/** The text at a place of the source, if it is short and on one line. */
export function sourceLine(source: string, span: Span): string | null {
  if (isNowhere(span)) return null;
  const text = source.slice(span.start, span.end).trim().replace(/\s*;$/, '');
  return text === '' || text.length > 70 || text.includes('\n') || text.includes('`') ? null : text;
}

/** What a test decides on: its condition, or the head of its loop. */
function testText(c: Context, i: Instruction & { kind: 'test' }): string {
  const { test } = i;
  if (test.kind === 'for') {
    const [first, last] = testExpressions(test).map((e) => formula(c, e));
    return `${variableOf(c.input.program, test.index).name} = ${first} … ${last}`;
  }
  const [e] = testExpressions(test);
  if (!e) return 'test';
  return sourceSlice(c, e.span) ?? formula(c, e);
}

/** `x = x*y` (line 4) */
export function named(c: Context, i: Instruction): string {
  const line = lineOf(c, i.kind === 'test' ? (conditionSpan(i) ?? i.test.span) : i.statement.span);
  if (i.kind === 'test' && 'label' in i.test && 'condition' in i.test && isConstant(i.test.condition))
    return line === null ? 'a loop that only jumps leave' : `the loop that begins in line ${line}`;
  const where = line === null ? '' : ` (line ${line})`;
  const kind = kindName(c, i);
  const text = statementText(c, i);
  return `${kind}${quote(kind === 'the call ' ? text.replace(/^call\s+/i, '') : text)}${where}`;
}

/** `before the loop head i = 0 … n - 1 (line 5)`: control comes to a loop's head before every trip. */
export function namedPoint(c: Context, i: Instruction, side: 'before' | 'after'): string {
  const name = named(c, i);
  if (i.kind !== 'test') return `${side} ${name}`;
  return `${side} ${name
    .replace(/^the loop (?=`)/, 'the loop head ')
    .replace(/^(the|a) loop that /, 'the head of $1 loop that ')}`;
}

function kindName(c: Context, i: Instruction): string {
  if (i.kind === 'leaf') return i.statement.kind === 'call' ? 'the call ' : '';
  if (i.test.kind === 'for') return 'the loop ';
  if (i.test.kind === 'while' || i.test.kind === 'doWhile')
    return /^(for|do|while)\b/i.test(statementText(c, i)) ? 'the loop ' : 'the loop test ';
  return 'the test ';
}

function conditionSpan(i: Instruction & { kind: 'test' }): Span | null {
  const span = testExpressions(i.test)[0]?.span;
  return span && !isNowhere(span) ? span : null;
}

export function namedStatement(c: Context, id: StatementId): string {
  const i = instructionAt(c, id);
  if (i) return named(c, i);
  const s = c.analysis.nesting.statements.get(id);
  if (!s) return 'a statement';
  const line = lineOf(c, s.span);
  return `${quote(sourceSlice(c, s.span) ?? readStatement(c.shown, s))}${line === null ? '' : ` (line ${line})`}`;
}

/** The adjoint of a place, as the generated code names it, or in words. */
export function adjointText(c: Context, place: Place): string {
  const name = c.input.derivativePlace(place.variable);
  const v = variableOf(c.shown, place.variable);
  if (name === null || derivativeName(c, place.variable) === null)
    return `the adjoint of ${quote(placeText(c, place))}`;
  return quote(place.kind === 'variable' ? name : placeText(c, place).replace(v.name, name));
}

/** A sentence with the rule that it rests on; it states that rule itself unless it plays another `part`. */
export function fact(
  c: Context,
  text: string,
  rule: string,
  more: { about?: Instruction | null; part?: ExplanationFact['part']; vertices?: readonly number[] } = {},
): ExplanationFact {
  const { about, part = 'rule', vertices } = more;
  const place = about ? c.analysis.model.graph.place.get(about.id) : undefined;
  const at = vertices ?? (place ? [place[0]] : []);
  return {
    text: capital(text),
    rule,
    ...(about && !isNowhere(spanOfInstruction(about)) ? { span: spanOfInstruction(about) } : {}),
    ...(c.main && at.length > 0 ? { vertices: at.map(vertexId) } : {}),
    ...(about ? { statement: `s${about.id}` } : {}),
    part,
  };
}

/** A card of one or two sentences, with nothing more to say. */
export function brief(title: string, short: string, facts: ExplanationFact[] = []): Explanation {
  return { title, short, long: '', facts };
}

export function vertexId(index: number): string {
  return `v${index}`;
}

export function witnessOf(c: Context, vertices: readonly number[] = []): { witness?: string[] } {
  return c.main && vertices.length > 0 ? { witness: vertices.map(vertexId) } : {};
}
