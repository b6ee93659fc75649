/**
 * Opens constructs that something jumps into. Afterwards every label stands in the list of its goto, or in one that
 * encloses it; what else the constructs meant is said by gotos and labels.
 *
 *     if (c) { A; L: B } else D     becomes     if (!c) goto e;  A; L: B; goto f;  e: D;  f:
 */
import type { DiagnosticSink } from '../base/diagnostics';
import type { Span } from '../base/span';
import { add, compare, constant, isConstant, isInteger, not, shifted, variable } from '../ir/build';
import { newStatement } from '../ir/emit';
import { bodies, isCompound, mapBodies } from '../ir/statements';
import type { Assign, DoWhile, Expr, For, If, StatementId, Switch, VariableId, While } from '../ir/types';
import {
  type Fresh,
  type Goto,
  isStraight,
  type Labelled,
  type RawCompound,
  type RawStatement,
  replaceLeaves,
} from './rawTree';

export interface Maker extends Fresh {
  /** A label that no user wrote. */
  newName(): string;
  newStateVariable(): VariableId;
  readonly diagnostics: DiagnosticSink;
}

/** No label of a user holds a blank. */
export function isMadeName(label: string): boolean {
  return label.includes(' ');
}

export function openEnteredConstructs(body: readonly RawStatement[], make: Maker): RawStatement[] {
  const entered = enteredConstructs(body);
  if (entered.size === 0) return [...body];
  const open = (list: readonly RawStatement[]): RawStatement[] =>
    list.flatMap((s) => {
      if (!isCompound(s) || isStraight(s)) return [s];
      const inner = mapBodies(s, open);
      return entered.has(s.id) ? (openConstruct(inner, make) ?? [inner]) : [inner];
    });
  return open(body);
}

/** A list is named by the constructs around it and its place in each, from the outermost in. */
type Path = readonly { readonly construct: StatementId; readonly slot: number }[];

function enteredConstructs(body: readonly RawStatement[]): Set<StatementId> {
  const labels = new Map<string, Path>();
  const gotos: [string, Path][] = [];
  const visit = (list: readonly RawStatement[], path: Path): void => {
    for (const s of list) {
      if (s.kind === 'labelled') labels.set(s.label, path);
      else if (s.kind === 'goto') gotos.push([s.label, path]);
      else if (!isStraight(s))
        bodies(s).forEach((inner, slot) => {
          visit(inner, [...path, { construct: s.id, slot }]);
        });
    }
  };
  visit(body, []);
  const entered = new Set<StatementId>();
  for (const [label, from] of gotos) {
    const to = labels.get(label) ?? [];
    const parts = to.findIndex((at, i) => at.construct !== from[i]?.construct || at.slot !== from[i]?.slot);
    if (parts >= 0) for (const at of to.slice(parts)) entered.add(at.construct);
  }
  return entered;
}

/** The construct rewritten with gotos and labels; null for a dispatch, which is made of these already. */
export function openConstruct(s: RawCompound, make: Maker): RawStatement[] | null {
  switch (s.kind) {
    case 'if':
      return openIf(s, make);
    case 'block': {
      const end = make.newName();
      return [
        ...replaceLeaves(s.body, (j) =>
          j.kind === 'exit' && j.target === s.label ? [jump(end, j.span, make)] : [j],
        ),
        mark(end, s.span, make),
      ];
    }
    case 'while':
    case 'for':
      return openLoop(s, make);
    case 'doWhile':
      return openDoWhile(s, make);
    case 'switch':
      return openSwitch(s, make);
    case 'dispatch':
      return null;
  }
}

function openIf(s: If<RawStatement>, make: Maker): RawStatement[] {
  const end = make.newName();
  if (s.else.length === 0)
    return [
      { ...s, ...branchTo(opposite(s.condition), end, s.span, make) },
      ...s.then,
      mark(end, s.span, make),
    ];
  const otherwise = make.newName();
  return [
    { ...s, ...branchTo(opposite(s.condition), otherwise, s.span, make) },
    ...s.then,
    jump(end, s.span, make),
    mark(otherwise, s.span, make),
    ...s.else,
    mark(end, s.span, make),
  ];
}

function openLoop(s: While<RawStatement> | For<RawStatement>, make: Maker): RawStatement[] {
  const [head, step, end] = [make.newName(), make.newName(), make.newName()];
  const counted = s.kind === 'for';
  if (counted && s.test === 'do')
    make.diagnostics.error(
      'jump-into-loop',
      'A jump from outside leads into the range of this loop.',
      s.span,
      'Jump to the loop itself, or write it with a label and an IF.',
    );
  const increment = counted ? [count(s, make)] : (s.increment ?? []);
  const condition = counted ? goesOn(s) : s.condition;
  return [
    ...(counted ? [assign(newStatement(make.counters), s, s.first)] : []),
    mark(head, s.span, make),
    test(s.id, s.span, branchTo(opposite(condition), end, s.span, make)),
    ...redirected(s.body, s, step, end, make),
    mark(step, s.span, make),
    ...increment,
    jump(head, s.span, make),
    mark(end, s.span, make),
  ];
}

function openDoWhile(s: DoWhile<RawStatement>, make: Maker): RawStatement[] {
  const [head, again, end] = [make.newName(), make.newName(), make.newName()];
  return [
    mark(head, s.span, make),
    ...redirected(s.body, s, again, end, make),
    mark(again, s.span, make),
    test(s.id, s.span, branchTo(s.condition, head, s.span, make)),
    mark(end, s.span, make),
  ];
}

function openSwitch(s: Switch<RawStatement>, make: Maker): RawStatement[] {
  const end = make.newName();
  const arms: RawStatement[] = [];
  const lay = (body: readonly RawStatement[]): RawStatement[] => {
    if (body.length === 0) return [jump(end, s.span, make)];
    const name = make.newName();
    arms.push(mark(name, s.span, make), ...redirected(body, s, end, end, make), jump(end, s.span, make));
    return [jump(name, s.span, make)];
  };
  const cases = s.cases.map((c) => ({ ...c, body: lay(c.body) }));
  return [{ ...s, cases, default: lay(s.default) }, ...arms, mark(end, s.span, make)];
}

function redirected(
  body: readonly RawStatement[],
  construct: { readonly label: number },
  next: string,
  end: string,
  make: Maker,
): RawStatement[] {
  return replaceLeaves(body, (s) => {
    if (s.kind === 'goto' || s.target !== construct.label) return [s];
    return [jump(s.kind === 'exit' ? end : next, s.span, make)];
  });
}

/** `last` as the loop's own test has it: the source said `index < last + 1`. */
function goesOn(s: For<RawStatement>): Expr {
  const index = variable(s.index, s.first.type, s.span);
  switch (s.test) {
    case 'lt':
      return compare('lt', index, shifted(s.last, 1), s.span);
    case 'gt':
      return compare('gt', index, shifted(s.last, -1), s.span);
    case 'le':
    case 'ge':
      return compare(s.test, index, s.last, s.span);
    case 'do': {
      const down = s.step.kind === 'constant' && s.step.value < 0;
      return compare(down ? 'ge' : 'le', index, s.last, s.span);
    }
  }
}

function count(s: For<RawStatement>, make: Maker): Assign {
  return assign(newStatement(make.counters), s, add(variable(s.index, s.first.type, s.span), s.step, s.span));
}

function assign(id: StatementId, s: For<RawStatement>, value: Expr): Assign {
  const target = variable(s.index, s.first.type, s.span);
  return { kind: 'assign', id, span: s.span, role: 'primal', origin: null, target, value };
}

export function jump(label: string, span: Span, make: Fresh): Goto {
  return { kind: 'goto', id: newStatement(make.counters), span, label };
}
export function mark(label: string, span: Span, make: Fresh): Labelled {
  return {
    kind: 'labelled',
    id: newStatement(make.counters),
    span: { start: span.start, end: span.start },
    label,
  };
}

interface BranchTo {
  readonly condition: Expr;
  readonly then: readonly RawStatement[];
  readonly else: readonly RawStatement[];
}
function branchTo(condition: Expr, label: string, span: Span, make: Fresh): BranchTo {
  return { condition, then: [jump(label, span, make)], else: [] };
}
function test(id: StatementId, span: Span, branch: BranchTo): If<RawStatement> {
  return { kind: 'if', id, span, role: 'primal', origin: null, ...branch };
}

/** The negation of each comparison, which holds as long as no operand is NaN. */
export const OPPOSITE = { lt: 'ge', le: 'gt', gt: 'le', ge: 'lt', eq: 'ne', ne: 'eq' } as const;

/** `!c`; comparisons of integers turn round. Those of reals don't: with a NaN both `<` and `>=` are false. */
export function opposite(condition: Expr): Expr {
  if (
    condition.kind === 'compare' &&
    (isInteger(condition.left.type) || condition.op === 'eq' || condition.op === 'ne')
  )
    return { ...condition, op: OPPOSITE[condition.op] };
  if (condition.kind === 'constant' && condition.type === 'bool')
    return constant(isConstant(condition, 0) ? 1 : 0, 'bool', condition.span);
  return not(condition);
}
