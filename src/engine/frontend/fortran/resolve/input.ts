/**
 * Input: `read(*,*) n, (x(i), i=1,n)` becomes `n = n_read` and a loop of `x(i) = x_read(i)`. What is read is one more
 * argument, declared as the variable is; so a run asks for it as for any input, and the reading itself, which depends on
 * nothing, has no derivative. Where a loop reads one place time and again, the values follow one another:
 * `v = v_read(v_at); v_at = v_at + 1`.
 */

import type { DiagnosticSink } from '../../../base/diagnostics';
import type { Span } from '../../../base/span';
import {
  all,
  apply,
  assigned,
  binary,
  declared,
  entityOf,
  integer,
  integerVariable,
  nameAt,
  statement,
} from '../parse/made';
import { isStatementFunctionLike } from '../parse/nest';
import type {
  ApplySyntax,
  DimensionSyntax,
  Entity,
  ItemSyntax,
  Name,
  NameSyntax,
  RangeSyntax,
  StatementOf,
  StatementSyntax,
} from '../parse/syntax';
import { mentionsSome, ofKind, visitOwnExpressions } from '../parse/visit';

/** The statements of one unit, without those of units that it contains. */
interface Reading {
  readonly sink: DiagnosticSink;
  readonly names: Set<string>;
  readonly declarations: readonly StatementOf<'declare'>[];
  /** Names without a declaration have the type of their first letter, as their arguments have. */
  readonly isImplicit: boolean;
  readonly hasJumps: boolean;
  /** By what is read into, `x`, or `x …` where one place gets value after value. */
  readonly made: Map<string, Argument>;
}

interface Argument {
  readonly of: string;
  readonly name: string;
  /** Which of its values comes next, where one place gets one after the other. */
  readonly at: string | null;
  readonly span: Span;
}

export function withInput(
  statements: readonly StatementSyntax[],
  names: Set<string>,
  sink: DiagnosticSink,
): readonly StatementSyntax[] {
  if (!statements.some(isRead)) return statements;
  const called = calledNames(statements);
  const out: StatementSyntax[] = [];
  let from = 0;
  while (from < statements.length) {
    const next = statements.findIndex((s, k) => k > from && (s.kind === 'unit' || s.kind === 'contains'));
    const to = next < 0 ? statements.length : next;
    out.push(...unitWithInput(statements.slice(from, to), called, names, sink));
    from = to;
  }
  return out;
}

function isRead(s: StatementSyntax): boolean {
  return s.kind === 'read' || (s.kind === 'if' && s.then.kind === 'read');
}

function unitWithInput(
  unit: readonly StatementSyntax[],
  called: ReadonlySet<string>,
  names: Set<string>,
  sink: DiagnosticSink,
): readonly StatementSyntax[] {
  if (!unit.some(isRead)) return unit;
  const head = unit[0]?.kind === 'unit' ? unit[0] : null;
  const r: Reading = {
    sink,
    names,
    declarations: ofKind(unit, 'declare'),
    isImplicit: !unit.some((s) => s.kind === 'use' || (s.kind === 'implicit' && s.none)),
    hasJumps: unit.some((s) => JUMPS.has(s.kind === 'if' ? s.then.kind : s.kind)),
    made: new Map(),
  };
  // The callers of this routine would have to pass the values on; a text without a head has no callers.
  const isPassed = head === null || (head.name !== null && called.has(head.name.name));
  const loops: (string | null)[] = [];
  const body = unit.flatMap((s): StatementSyntax[] => {
    if (s.kind === 'do') loops.push(s.until?.name ?? null);
    const read = s.kind === 'if' ? s.then : s;
    const made =
      read.kind === 'read' ? (isPassed ? refuse(r, read) : assignments(r, read, loops.length)) : null;
    if (s.kind === 'endDo') loops.pop();
    while (s.label && loops.at(-1) === s.label.name) loops.pop();
    if (!made) return [s];
    if (s.kind !== 'if') return made.map((each, k) => (k === 0 ? { ...each, label: s.label } : each));
    const [only, ...more] = made;
    if (only && more.length === 0) return [{ ...s, then: only }];
    return [{ ...s, kind: 'ifThen' }, ...made, statement({ kind: 'endIf' }, s.span)];
  });
  if (!head || r.made.size === 0) return body;
  const made = [...r.made.values()];
  const given = made.map(({ name }): Name => ({ name, span: head.span }));
  const first = made.flatMap(({ at }) =>
    at ? [assigned(nameAt(at, head.span), integer(1, head.span), head.span)] : [],
  );
  const specified = body.findIndex((s, k) => k > 0 && !SPECIFICATIONS.has(s.kind));
  const at = specified < 0 ? body.length : specified;
  const from = body.findIndex((s) => EXECUTABLE.has(s.kind) && !isStatementFunctionLike(s));
  return [
    { ...head, parameters: [...head.parameters, ...given] },
    ...body.slice(1, at),
    ...made.flatMap((each) => declarationsOf(r, each)),
    ...body.slice(at, from),
    ...first,
    ...body.slice(from),
  ];
}

const JUMPS: ReadonlySet<string> = new Set(['goto', 'computedGoto', 'arithmeticIf']);
/** What a unit that reads may begin with; nothing else stands before its declarations are over. */
const EXECUTABLE: ReadonlySet<string> = new Set([
  ...[
    'assign',
    'point',
    'call',
    'io',
    'read',
    'allocate',
    'continue',
    'goto',
    'computedGoto',
    'arithmeticIf',
  ],
  ...['if', 'ifThen', 'do', 'where', 'forall', 'select', 'block', 'associate'],
]);
const SPECIFICATIONS: ReadonlySet<string> = new Set(['use', 'implicit', 'declare', 'parameter', 'ignored']);

function refuse(r: Reading, s: StatementSyntax): StatementSyntax[] {
  r.sink.error(
    'unsupported',
    'READ is supported only for variables and, in loops, for elements, without END= and the like, in a routine that no other calls.',
    s.span,
    'Pass the values that are read as arguments.',
  );
  return [{ ...s, kind: 'ignored' }];
}

/** `loops`: how many are around. */
function assignments(r: Reading, s: StatementOf<'read'> & StatementSyntax, loops: number): StatementSyntax[] {
  const around = Math.max(loops, r.hasJumps ? 1 : 0);
  if (!s.isPlain || !s.items.every((item) => isReadable(r, item, around))) return refuse(r, s);
  return s.items.flatMap((item) => itemRead(r, s, item, around));
}

function isReadable(r: Reading, item: ItemSyntax, loops: number): boolean {
  if (item.kind === 'implied') return item.items.every((inner) => isReadable(r, inner, loops + 1));
  if ((item.kind !== 'name' && item.kind !== 'apply') || !canBeDeclared(r, item)) return false;
  return !repeats(item, loops) || isSingle(r, item) || (item.kind === 'name' && rankOf(r, item.name) === 1);
}

/** One value, not an array or a section of one. */
function isSingle(r: Reading, item: NameSyntax | ApplySyntax): boolean {
  if (item.kind === 'name') return rankOf(r, item.name) === 0;
  return item.args.every(
    ({ value }) => value.kind !== 'range' && !(value.kind === 'name' && rankOf(r, value.name) > 0),
  );
}

function rankOf(r: Reading, name: string): number {
  return dimensionsOf(r, name).length;
}

function dimensionsOf(r: Reading, name: string): readonly DimensionSyntax[] {
  for (const { entities, dimensions } of r.declarations) {
    const own = entities.find((each) => each.name === name);
    const found = own && (own.dimensions ?? dimensions);
    if (found) return found;
  }
  return [];
}

/** Whether one place is read more than once, each time with another value: fewer names choose it than there are loops around. */
function repeats(item: NameSyntax | ApplySyntax, loops: number): boolean {
  const names = new Set<string>();
  for (const { value } of item.kind === 'apply' ? item.args : [])
    mentionsSome(value, (name) => {
      names.add(name);
      return false;
    });
  return names.size < loops;
}

function canBeDeclared(r: Reading, { name, kind }: NameSyntax | ApplySyntax): boolean {
  const found = r.declarations.filter(({ entities }) => entities.some((each) => each.name === name));
  if (found.length === 0) return r.isImplicit && kind === 'name';
  return found.every(({ type, attributes, dimensions, entities }) => {
    const entity = entities.find((each) => each.name === name);
    const isText = type?.characters !== undefined || type?.derived !== undefined;
    const bounds = entity?.dimensions ?? dimensions ?? [];
    // The argument of an ALLOCATABLE takes its shape from what is passed.
    const isOpen = bounds.some(({ upper }) => upper === 'shape' || upper === 'size');
    return !isText && (!isOpen || attributes.includes('allocatable'));
  });
}

function itemRead(r: Reading, s: StatementSyntax, item: ItemSyntax, loops: number): StatementSyntax[] {
  const common = { span: s.span, label: null, construct: null, text: s.text };
  if (item.kind === 'implied') {
    const index = nameAt(item.index, item.span);
    const { first, last, step } = item;
    return [
      { ...common, kind: 'do', until: null, control: { kind: 'count', index, first, last, step } },
      ...item.items.flatMap((inner) => itemRead(r, s, inner, loops + 1)),
      { ...common, kind: 'endDo' },
    ];
  }
  const target = wholly(r, item as NameSyntax | ApplySyntax);
  const { name, at } = argumentFor(r, target.name, repeats(target, loops), target.span);
  if (at === null) return [{ ...common, kind: 'assign', target, value: { ...target, name } }];
  const { span } = target;
  const index = nameAt(at, span);
  // One value, or as many as the array has elements.
  const count = isSingle(r, target) ? integer(1, span) : apply('size', [nameAt(target.name, span)], span);
  const next = binary('+', index, count);
  const last = binary('-', next, integer(1, span));
  const which: RangeSyntax = { kind: 'range', lower: index, upper: last, stride: null, span };
  const value = apply(name, [isSingle(r, target) ? index : which], span);
  return [
    { ...common, kind: 'assign', target, value },
    { ...common, kind: 'assign', target: index, value: next },
  ];
}

/** An ALLOCATABLE keeps the shape that it has: what is read are its elements, `x(:)`. */
function wholly(r: Reading, item: NameSyntax | ApplySyntax): NameSyntax | ApplySyntax {
  const { name, span } = item;
  const isAllocatable = r.declarations.some(
    ({ entities, attributes }) =>
      attributes.includes('allocatable') && entities.some((each) => each.name === name),
  );
  const dimensions = dimensionsOf(r, name);
  if (item.kind !== 'name' || !isAllocatable || dimensions.length === 0) return item;
  return apply(
    name,
    dimensions.map(() => all(span)),
    span,
  );
}

function argumentFor(r: Reading, of: string, isRepeated: boolean, span: Span): Argument {
  const key = isRepeated ? `${of} …` : of;
  const known = r.made.get(key);
  if (known) return known;
  const fresh = (wanted: string): string => {
    let name = wanted;
    for (let k = 1; r.names.has(name); k++) name = `${wanted}_${k}`;
    r.names.add(name);
    return name;
  };
  const made = { of, name: fresh(`${of}_read`), at: isRepeated ? fresh(`${of}_at`) : null, span };
  r.made.set(key, made);
  r.sink.info(
    'input-argument',
    `What is read into \`${of}\` is passed as \`${made.name}\`${isRepeated ? ', one value after the other' : ''}.`,
    span,
  );
  return made;
}

function declarationsOf(r: Reading, { of, name, at, span }: Argument): StatementSyntax[] {
  const found = r.declarations.flatMap((s) => {
    const entity = s.entities.find((each) => each.name === of);
    return entity ? [{ s, entity }] : [];
  });
  if (at === null)
    return found.map(({ s, entity }) => {
      const own: Entity = { ...entity, name, initial: null, data: null };
      return { ...declared(s.type, own), dimensions: s.dimensions, span: s.span };
    });
  const type = found.find(({ s }) => s.type !== null)?.s.type ?? null;
  const series = entityOf(name, span, [{ lower: null, upper: 'size', span }]);
  return [declared(type, series), integerVariable(at, span)];
}

/** Whatever is called or referenced with arguments anywhere in the text. */
function calledNames(statements: readonly StatementSyntax[]): Set<string> {
  const found = new Set<string>();
  for (const s of statements) {
    if (s.kind === 'call') found.add(s.callee.name);
    if (s.kind === 'if' && s.then.kind === 'call') found.add(s.then.callee.name);
    visitOwnExpressions(s, (part) => {
      if (part.kind === 'apply') found.add(part.name);
    });
  }
  return found;
}
