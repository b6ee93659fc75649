/**
 * Input: `read(*,*) n, (x(i), i=1,n)` becomes `n = n_read` and a loop of `x(i) = x_read(i)`. What is read is one more
 * argument, declared as the variable is; so a run asks for it as for any input, and the reading itself, which depends on
 * nothing, has no derivative. Where a loop reads one place time and again, the values follow one another:
 * `v = v_read(v_at); v_at = v_at + 1`. Where it asks for their end, how many there are is an argument, too:
 * `if (v_at > v_n) then; ios = -1; else; v = v_read(v_at); …; ios = 0; end if`.
 */

import type { DiagnosticSink } from '../../../../base/diagnostics';
import { assigned, binary, integer, nameAt, nothing, statement } from '../../parse/made';
import { isStatementFunctionLike } from '../../parse/nest';
import type { Entity, ItemSyntax, Name, StatementOf, StatementSyntax } from '../../parse/syntax';
import { mentionsIn, ofKind, visitOwnExpressions } from '../../parse/visit';
import { counted, declarationsOf, isReadable, itemRead, type Loop, type Reading, type Source } from './items';

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

const RANDOM: ReadonlySet<string> = new Set(['random_number', 'random_seed']);

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
    jumps: jumpsIn(unit),
    allocated: allocatedIn(unit),
    used: new Set(
      mentionsIn(unit.filter(({ kind }) => kind !== 'io' && kind !== 'read')).map(({ name }) => name),
    ),
    defined,
    made: new Map(),
  };
  // The callers of this routine would have to pass the values on; a text without a head has no callers.
  const isPassed = head === null || (head.name !== null && called.has(head.name.name));
  const loops: Loop[] = [];
  const body = unit.flatMap((s): StatementSyntax[] => {
    if (s.kind === 'do') loops.push({ until: s.until?.name, counter: counterOf(s) });
    const made = insteadOf(r, s.kind === 'if' ? s.then : s, loops, isPassed);
    const endsLoop = s.label !== null && loops.some(({ until }) => until === s.label?.name);
    if (s.kind === 'endDo') loops.pop();
    while (s.label && loops.at(-1)?.until === s.label.name) loops.pop();
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

function counterOf({ control }: StatementOf<'do'>): string | null {
  return control.kind === 'count' && control.index.kind === 'name' ? control.index.name : null;
}

/** The furthest way of jumps: to what stood before, and so again through what is between, or only onwards. */
function jumpsIn(unit: readonly StatementSyntax[]): Reading['jumps'] {
  const places = new Map(unit.flatMap(({ label }, k) => (label ? [[label.name, k] as const] : [])));
  const ways = unit.flatMap((s, k) =>
    targetsOf(s.kind === 'if' ? s.then : s).map((name) =>
      (places.get(name ?? '') ?? 0) <= k ? 'back' : 'onwards',
    ),
  );
  return ways.includes('back') ? 'back' : (ways[0] ?? null);
}

/** Labels; null for any. */
function targetsOf(s: StatementSyntax): readonly (string | null)[] {
  if (s.kind === 'assignedGoto') return [null];
  if (s.kind === 'call') return s.args.flatMap(({ to }) => (to ? [to.name] : []));
  if (s.kind === 'goto') return [s.target.name];
  if (s.kind === 'read') return s.end ? [s.end.name] : [];
  return s.kind === 'computedGoto' || s.kind === 'arithmeticIf' ? s.targets.map(({ name }) => name) : [];
}

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
const SPECIFICATIONS: ReadonlySet<string> = new Set(['use', 'implicit', 'declare', 'ignored']);

function refuse(r: Reading, s: StatementSyntax): StatementSyntax[] {
  r.sink.error(
    'unsupported',
    'READ is supported only in a routine that no other calls, for variables and elements, and to the end of a file value by value.',
    s.span,
    'Pass the values that are read as arguments.',
  );
  return [{ ...s, kind: 'ignored' }];
}

/** What stands for a statement that reads or draws, or tells how that went; null for others. */
function insteadOf(
  r: Reading,
  s: StatementSyntax,
  loops: readonly Loop[],
  isPassed: boolean,
): StatementSyntax[] | null {
  switch (s.kind) {
    case 'read':
      return (isPassed ? null : readings(r, s, loops)) ?? refuse(r, s);
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
  loops: readonly Loop[],
): StatementSyntax[] | null {
  const { callee, args, span } = s;
  if (!RANDOM.has(callee.name) || r.defined.has(callee.name)) return null;
  const [only] = args;
  if (callee.name === 'random_seed')
    return args.every(({ keyword }) => keyword === 'put') ? [nothing({ ...s, label: null })] : null;
  if (args.length !== 1 || !only || only.value.kind === 'range') return null;
  const status = { isPlain: true, end: null, statuses: [] };
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
  if (endsLoop && !isOne && r.jumps !== null) return refuse(r, s);
  const label = endsLoop && !isOne ? null : s.label;
  const last = endsLoop && !isOne ? [nothing(s)] : [];
  if (s.kind !== 'if') return [...made.map((each, k) => (k === 0 ? { ...each, label } : each)), ...last];
  if (isOne) return [{ ...s, then: only }];
  return [{ ...s, kind: 'ifThen', label }, ...made, statement({ kind: 'endIf' }, s.span), ...last];
}

function wentWell({ statuses }: StatementOf<'read'> | StatementOf<'io'>): StatementSyntax[] {
  return statuses.map(({ name, span, value }) => assigned(nameAt(name, span), integer(value, span), span));
}

const aroundIn = (r: Reading, loops: readonly Loop[]): readonly Loop[] =>
  r.jumps === 'back' ? [{ counter: null }, ...loops] : loops;

/** `loops`: those around. Null where it can't be. */
function readings(
  r: Reading,
  s: StatementOf<'read'> & StatementSyntax,
  loops: readonly Loop[],
): StatementSyntax[] | null {
  const asks = s.statuses.length > 0 || s.end !== null;
  const ends = asks && aroundIn(r, loops).length > 0;
  const at = ends ? counted(r, s, aroundIn(r, loops)) : null;
  const made = ends && !at ? null : assignments(r, s, loops);
  if (!made) return null;
  const read = [...made, ...wentWell(s)];
  if (!at) return read;
  const { span } = s;
  const isOver = binary('.gt.', nameAt(at.next, span), nameAt(at.count, span));
  return [
    statement({ kind: 'ifThen', condition: isOver }, span),
    ...s.statuses.map((status) => assigned(nameAt(status.name, span), integer(END_OF_FILE, span), span)),
    ...(s.end ? [statement({ kind: 'goto', target: s.end }, span)] : []),
    statement({ kind: 'else' }, span),
    ...read,
    statement({ kind: 'endIf' }, span),
  ];
}

const END_OF_FILE = -1;

function assignments(
  r: Reading,
  s: StatementOf<'read'> & StatementSyntax,
  loops: readonly Loop[],
  by: Source = 'read',
): StatementSyntax[] | null {
  const around = aroundIn(r, loops);
  if (!s.isPlain) return null;
  const made: StatementSyntax[] = [];
  for (const item of s.items) {
    if (isIdleText(r, item)) continue;
    if (!isReadable(r, item, around, by)) return null;
    made.push(...itemRead(r, s, item, around, by));
  }
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
