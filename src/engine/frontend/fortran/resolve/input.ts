/**
 * Input: `read(*,*) n, (x(i), i=1,n)` becomes `n = n_read` and a loop of `x(i) = x_read(i)`. What is read is one more
 * argument, declared as the variable is; so a run asks for it as for any input, and the reading itself, which depends on
 * nothing, has no derivative. Where a loop reads one place time and again, the values follow one another:
 * `v = v_read(v_at); v_at = v_at + 1`.
 */

import type { DiagnosticSink } from '../../../base/diagnostics';
import type { Span } from '../../../base/span';
import { withNames } from '../../mapped';
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
  nothing,
  statement,
} from '../parse/made';
import { isStatementFunctionLike } from '../parse/nest';
import type {
  ApplySyntax,
  Attribute,
  DimensionSyntax,
  Entity,
  ItemSyntax,
  Name,
  NameSyntax,
  RangeSyntax,
  StatementOf,
  StatementSyntax,
} from '../parse/syntax';
import { mentionsIn, mentionsSome, ofKind, visitOwnExpressions } from '../parse/visit';

/** The statements of one unit, without those of units that it contains. */
interface Reading {
  readonly sink: DiagnosticSink;
  readonly names: Set<string>;
  readonly declarations: readonly StatementOf<'declare'>[];
  /** Names without a declaration have the type of their first letter, as their arguments have. */
  readonly isImplicit: boolean;
  readonly hasJumps: boolean;
  /** Of ALLOCATABLE arrays, the bounds that the one ALLOCATE gives. */
  readonly allocated: ReadonlyMap<string, Entity>;
  /** Names that stand elsewhere than in what is read and written. */
  readonly used: ReadonlySet<string>;
  /** Routines of the text. */
  readonly defined: ReadonlySet<string>;
  /** By what is read into, and how. */
  readonly made: Map<string, Argument>;
}

type Source = keyof typeof SOURCES;
const SOURCES = { read: 'is read into', random: 'RANDOM_NUMBER gives' } as const;
const RANDOM: ReadonlySet<string> = new Set(['random_number', 'random_seed']);

interface Argument {
  readonly of: string;
  readonly by: Source;
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
  const defined = new Set(ofKind(statements, 'unit').map(({ name }) => name?.name ?? ''));
  const out: StatementSyntax[] = [];
  let from = 0;
  while (from < statements.length) {
    const next = statements.findIndex((s, k) => k > from && (s.kind === 'unit' || s.kind === 'contains'));
    const to = next < 0 ? statements.length : next;
    out.push(...unitWithInput(statements.slice(from, to), called, defined, names, sink));
    from = to;
  }
  return out;
}

function isRead(s: StatementSyntax): boolean {
  if (s.kind === 'if') return isRead(s.then);
  if (s.kind === 'call') return RANDOM.has(s.callee.name);
  return s.kind === 'read' || (s.kind === 'io' && s.statuses.length > 0);
}

function unitWithInput(
  unit: readonly StatementSyntax[],
  called: ReadonlySet<string>,
  defined: ReadonlySet<string>,
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
    allocated: allocatedIn(unit),
    used: new Set(
      mentionsIn(unit.filter(({ kind }) => kind !== 'io' && kind !== 'read')).map(({ name }) => name),
    ),
    defined,
    made: new Map(),
  };
  // The callers of this routine would have to pass the values on; a text without a head has no callers.
  const isPassed = head === null || (head.name !== null && called.has(head.name.name));
  const loops: (string | null)[] = [];
  const body = unit.flatMap((s): StatementSyntax[] => {
    if (s.kind === 'do') loops.push(s.until?.name ?? null);
    const made = insteadOf(r, s.kind === 'if' ? s.then : s, loops.length, isPassed);
    const endsLoop = s.label !== null && loops.includes(s.label.name);
    if (s.kind === 'endDo') loops.pop();
    while (s.label && loops.at(-1) === s.label.name) loops.pop();
    return made ? inPlaceOf(r, s, made, endsLoop) : [s];
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
    'READ is supported only in a routine that no other calls, for variables and elements, and in loops without END= and the like.',
    s.span,
    'Pass the values that are read as arguments.',
  );
  return [{ ...s, kind: 'ignored' }];
}

/** What stands for a statement that reads or draws, or tells how that went; null for others. */
function insteadOf(
  r: Reading,
  s: StatementSyntax,
  loops: number,
  isPassed: boolean,
): StatementSyntax[] | null {
  switch (s.kind) {
    case 'read':
      return isPassed ? refuse(r, s) : [...(assignments(r, s, loops) ?? refuse(r, s)), ...wentWell(s)];
    case 'io':
      return s.statuses.length > 0 ? [...wentWell(s), { ...s, statuses: [] }] : null;
    case 'call':
      return isPassed ? null : drawn(r, s, loops);
    default:
      return null;
  }
}

/** `call random_number(x)`: what it draws is passed, as what is read is. `call random_seed()` does nothing then. */
function drawn(
  r: Reading,
  s: StatementOf<'call'> & StatementSyntax,
  loops: number,
): StatementSyntax[] | null {
  const { callee, args, span } = s;
  if (!RANDOM.has(callee.name) || r.defined.has(callee.name)) return null;
  const [only] = args;
  if (callee.name === 'random_seed')
    return args.every(({ keyword }) => keyword === 'put') ? [nothing({ ...s, label: null })] : null;
  if (args.length !== 1 || !only || only.value.kind === 'range') return null;
  const status = { isPlain: true, asksForEnd: false, statuses: [] };
  return assignments(r, { ...s, span, kind: 'read', items: [only.value], ...status }, loops, 'random');
}

/** Several statements in place of one that ends a loop end it with a CONTINUE. */
function inPlaceOf(
  r: Reading,
  s: StatementSyntax,
  made: readonly StatementSyntax[],
  endsLoop: boolean,
): StatementSyntax[] {
  const [only, ...more] = made;
  const isOne = only !== undefined && more.length === 0;
  if (endsLoop && !isOne && r.hasJumps) return refuse(r, s);
  const label = endsLoop && !isOne ? null : s.label;
  const last = endsLoop && !isOne ? [nothing(s)] : [];
  if (s.kind !== 'if') return [...made.map((each, k) => (k === 0 ? { ...each, label } : each)), ...last];
  if (isOne) return [{ ...s, then: only }];
  return [{ ...s, kind: 'ifThen', label }, ...made, statement({ kind: 'endIf' }, s.span), ...last];
}

function wentWell({ statuses }: StatementOf<'read'> | StatementOf<'io'>): StatementSyntax[] {
  return statuses.map(({ name, span, value }) => assigned(nameAt(name, span), integer(value, span), span));
}

/** `loops`: how many are around. Null where it can't be. */
function assignments(
  r: Reading,
  s: StatementOf<'read'> & StatementSyntax,
  loops: number,
  by: Source = 'read',
): StatementSyntax[] | null {
  const around = Math.max(loops, r.hasJumps ? 1 : 0);
  const endsLoop = s.asksForEnd && around > 0;
  const items = s.items.filter((item) => !isIdleText(r, item));
  if (!s.isPlain || endsLoop || !items.every((item) => isReadable(r, item, around))) return null;
  const made = items.flatMap((item) => itemRead(r, s, item, around, by));
  return made.length > 0 ? made : [nothing({ ...s, label: null })];
}

/** Arrays that are allocated once. */
function allocatedIn(unit: readonly StatementSyntax[]): Map<string, Entity> {
  const found = ofKind(unit, 'allocate').flatMap(({ entities }) => entities);
  const isOnly = ({ name }: Entity) => found.filter((each) => each.name === name).length === 1;
  return new Map(found.filter((each) => each.dimensions && isOnly(each)).map((each) => [each.name, each]));
}

/** A text that is only written again, such as a title. */
function isIdleText({ declarations, used }: Reading, item: ItemSyntax): boolean {
  if (item.kind !== 'name' || used.has(item.name)) return false;
  const of = declarations.find(({ entities }) => entities.some(({ name }) => name === item.name));
  return of?.type?.characters !== undefined;
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
    const isOpen = bounds.some(({ upper }) => upper === 'shape' || upper === 'size');
    return !isText && (attributes.includes('allocatable') ? r.allocated.has(name) : !isOpen);
  });
}

function itemRead(
  r: Reading,
  s: StatementSyntax,
  item: ItemSyntax,
  loops: number,
  by: Source,
): StatementSyntax[] {
  const common = { span: s.span, label: null, construct: null, text: s.text };
  if (item.kind === 'implied') {
    const index = nameAt(item.index, item.span);
    const { first, last, step } = item;
    return [
      { ...common, kind: 'do', until: null, control: { kind: 'count', index, first, last, step } },
      ...item.items.flatMap((inner) => itemRead(r, s, inner, loops + 1, by)),
      { ...common, kind: 'endDo' },
    ];
  }
  const target = wholly(r, item as NameSyntax | ApplySyntax);
  const { name, at } = argumentFor(r, target, repeats(target, loops), by);
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

function argumentFor(
  r: Reading,
  { name: of, span }: NameSyntax | ApplySyntax,
  isRepeated: boolean,
  by: Source,
): Argument {
  const key = `${of} ${by} ${isRepeated ? '…' : ''}`;
  const known = r.made.get(key);
  if (known) return known;
  const fresh = (wanted: string): string => {
    let name = wanted;
    for (let k = 1; r.names.has(name); k++) name = `${wanted}_${k}`;
    r.names.add(name);
    return name;
  };
  const made = { of, by, name: fresh(`${of}_${by}`), at: isRepeated ? fresh(`${of}_at`) : null, span };
  r.made.set(key, made);
  r.sink.info(
    'input-argument',
    `What ${SOURCES[by]} \`${of}\` is passed as \`${made.name}\`${isRepeated ? ', one value after the other' : ''}.`,
    span,
  );
  return made;
}

function declarationsOf(r: Reading, { of, by, name, at, span }: Argument): StatementSyntax[] {
  const found = r.declarations.flatMap((s) => {
    const entity = s.entities.find((each) => each.name === of);
    return entity ? [{ s, entity }] : [];
  });
  const attributes: Attribute[] = by === 'random' ? ['random'] : [];
  if (at === null) {
    // Bounds that are read themselves are arguments too.
    const read = [...r.made.values()].filter((each) => each.at === null);
    const names = new Map(read.map((each) => [each.of, each.name]));
    const bounds = withNames(r.allocated.get(of)?.dimensions ?? null, names);
    return found.map(({ s, entity }) => {
      const dimensions = bounds ?? entity.dimensions;
      const own: Entity = { ...entity, name, dimensions, initial: null, data: null };
      const all = bounds ? null : s.dimensions;
      return { ...declared(s.type, own, attributes), dimensions: all, span: s.span };
    });
  }
  const type = found.find(({ s }) => s.type !== null)?.s.type ?? null;
  const series = entityOf(name, span, [{ lower: null, upper: 'size', span }]);
  return [declared(type, series, attributes), integerVariable(at, span)];
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
