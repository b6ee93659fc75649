import { entryOf, itemAt } from '../base/lookup';
import { compare, constant, isConstant, logical, not, variable } from '../ir/build';
import { addVariable, growingFrom, newStatement } from '../ir/emit';
import { completes } from '../ir/graph/completes';
import { allStatements, bodies, isLoop, kindsIn, rewriteStatements, withBodies } from '../ir/statements';
import type {
  Exit,
  Expr,
  If,
  LabelId,
  Next,
  Program,
  Routine,
  Statement,
  StatementId,
  VariableId,
} from '../ir/types';

/** The jumps that a language has. */
export interface Leaving {
  /** It can leave and repeat loops by name, not only the innermost one. */
  readonly named: boolean;
  /** `break` leaves it. */
  readonly breaks: (s: Statement) => boolean;
  /** `next` of this loop would skip what its body ends with. */
  readonly apart: (s: Statement) => boolean;
}

type Jump = Exit | Next;
type Compound = Extract<Statement, { label: LabelId; id: StatementId }> & { kind: Labelled };
type Labelled = 'for' | 'while' | 'doWhile' | 'block' | 'switch' | 'dispatch';
/** A target: the end of a construct, or the end of a loop's body. */
type Key = `exit ${number}` | `next ${number}`;

interface Unwinding {
  readonly leaving: Leaving;
  readonly flags: ReadonlyMap<Key, Flag>;
  /** By construct: the targets that control leaves it for. */
  readonly leftFor: Map<LabelId, Set<Key>>;
  readonly read: Set<Key>;
  newId(): StatementId;
}
interface Flag {
  readonly variable: VariableId;
  /** Whether it is the arrow that the forward sweep records, which is nonzero while the jump is pending. */
  readonly arrow: boolean;
}

export function unwound(program: Program, leaving: Leaving): Program {
  const growing = growingFrom(program);
  const routines = program.routines.map((routine, owner) => {
    const away = jumpsAway(routine, leaving);
    if (away.size === 0) return routine;
    const locals: VariableId[] = [];
    const makeFlag = (key: Key): Flag => {
      const name = key.startsWith('exit') ? 'left' : 'skipped';
      const id = addVariable(growing.variables, { name, type: 'bool', role: 'control', owner });
      locals.push(id);
      return { variable: id, arrow: false };
    };
    const flags = new Map(
      [...away].map(([key, sites]) => [key, arrowOf(routine, key, sites) ?? makeFlag(key)]),
    );
    const u: Unwinding = {
      leaving,
      flags,
      leftFor: new Map(),
      read: new Set(),
      newId: () => newStatement(growing),
    };
    const { out } = unwindList(u, routine.body, [], 'plain');
    const unread = new Set(
      [...flags].flatMap(([key, f]) => (f.arrow || u.read.has(key) ? [] : [f.variable])),
    );
    const body = rewriteStatements(out, (s) =>
      s.kind === 'assign' && s.target.kind === 'variable' && unread.has(s.target.variable) ? [] : [s],
    );
    return { ...routine, body, locals: [...routine.locals, ...locals.filter((id) => !unread.has(id))] };
  });
  return { ...program, ...growing, routines };
}

// ---------------------------------------------------------------------------------------------------------- jumps

const keyOf = (s: Jump): Key => `${s.kind} ${s.target}`;
const labelled = (s: Statement): s is Compound => 'label' in s;

/** How control gets closer to a target: it is there already, it jumps, it leaves a construct first, or it skips what follows. */
type Way =
  | { readonly kind: 'jump'; readonly target: LabelId; readonly by: 'exit' | 'next' }
  | { readonly kind: 'leave'; readonly construct: Compound }
  | { readonly kind: 'skip' };

function wayTo(u: Pick<Unwinding, 'leaving'>, key: Key, stack: readonly Compound[]): Way | null {
  const [by, number] = key.split(' ') as ['exit' | 'next', string];
  const target = Number(number) as LabelId;
  const at = stack.findLastIndex((s) => s.label === target);
  const around = stack[at];
  // Not in the stack: the routine, which `return` leaves from anywhere.
  if (around === undefined) return { kind: 'jump', target, by };
  const { named, breaks, apart } = u.leaving;
  const inner = stack.slice(at + 1).filter((s) => breaks(s));
  // Between labels that jump to each other, one more jump does no harm.
  if (stack.slice(at).some((s) => s.kind === 'dispatch')) return null;
  const direct =
    by === 'exit'
      ? breaks(around) && (named || inner.length === 0)
      : isLoop(around) && !apart(around) && (named || inner.every((s) => s.kind === 'switch'));
  if (direct) return { kind: 'jump', target, by };
  const construct = named ? inner[0] : inner.at(-1);
  return construct ? { kind: 'leave', construct } : { kind: 'skip' };
}

/** For each target, the jumps that the language cannot make in one step. */
function jumpsAway(routine: Routine, leaving: Leaving): Map<Key, Jump[]> {
  const found = new Map<Key, Jump[]>();
  const kinds = kindsIn(routine.body);
  if (!kinds.has('exit') && !kinds.has('next')) return found;
  const visit = (list: readonly Statement[], stack: readonly Compound[]) => {
    for (const s of list) {
      if ((s.kind === 'exit' || s.kind === 'next') && s.form !== 'goto') {
        const way = wayTo({ leaving }, keyOf(s), stack);
        if (way && way.kind !== 'jump') found.set(keyOf(s), [...(found.get(keyOf(s)) ?? []), s]);
      }
      const inner = labelled(s) ? [...stack, s] : stack;
      for (const body of bodies(s)) visit(body, inner);
    }
  };
  visit(routine.body, []);
  return found;
}

// ---------------------------------------------------------------------------------------------------------- flags

/** The variable that is 0 before the construct and set to something else right before each of these jumps. */
function arrowOf(routine: Routine, key: Key, sites: readonly Jump[]): Flag | null {
  if (!key.startsWith('exit')) return null;
  let arrow: VariableId | null = null;
  let writes = 0;
  let zeroed = false;
  const agree = new Set<Jump>();
  const visit = (list: readonly Statement[], inside: boolean) => {
    list.forEach((s, i) => {
      const here = 'label' in s && `exit ${s.label}` === key;
      if (here) zeroed = arrow !== null && isZeroedBefore(list, i, arrow);
      if (s.kind === 'exit' && sites.includes(s) && setBefore(list, i) === arrow) agree.add(s);
      if (inside && s.kind === 'assign' && s.target.variable === arrow) writes++;
      for (const body of bodies(s)) visit(body, inside || here);
    });
  };
  walkLists(routine.body, (list) => {
    const i = list.indexOf(itemAt(sites, 0));
    if (i >= 0) arrow = setBefore(list, i);
  });
  if (arrow === null) return null;
  visit(routine.body, false);
  const all = allStatements(routine.body).filter((s) => s.kind === 'exit' && keyOf(s) === key).length;
  return zeroed && agree.size === sites.length && writes === all ? { variable: arrow, arrow: true } : null;
}

function walkLists(list: readonly Statement[], visit: (list: readonly Statement[]) => void): void {
  visit(list);
  for (const s of list) for (const body of bodies(s)) walkLists(body, visit);
}

/** The control variable that is set to a nonzero constant right before a jump; pushes may stand between. */
function setBefore(list: readonly Statement[], at: number): VariableId | null {
  const s = list.slice(0, at).findLast((each) => each.kind !== 'push' && each.kind !== 'pushControl');
  if (s?.kind !== 'assign' || s.target.kind !== 'variable' || s.role !== 'control') return null;
  return s.value.kind === 'constant' && s.value.value !== 0 ? s.target.variable : null;
}

function isZeroedBefore(list: readonly Statement[], at: number, id: VariableId): boolean {
  const writes = list
    .slice(0, at)
    .findLast((s) => bodies(s).length > 0 || (s.kind === 'assign' && s.target.variable === id));
  return writes?.kind === 'assign' && writes.target.variable === id && isConstant(writes.value, 0);
}

function flagOf(u: Unwinding, key: Key): Flag {
  return entryOf(u.flags, key);
}

function test(u: Unwinding, key: Key, isSet: boolean): Expr {
  const { variable: id, arrow } = flagOf(u, key);
  u.read.add(key);
  if (arrow) return compare(isSet ? 'ne' : 'eq', variable(id, 'i32'), constant(0, 'i32'));
  return isSet ? variable(id, 'bool') : not(variable(id, 'bool'));
}

function setFlag(u: Unwinding, key: Key, value: 0 | 1, near: Statement): Statement[] {
  const { variable: id, arrow } = flagOf(u, key);
  if (arrow) return [];
  return [{ kind: 'assign', ...made(u, near), target: variable(id, 'bool'), value: constant(value, 'bool') }];
}

function made(u: Unwinding, near: Statement) {
  const { span, origin, sweep } = near;
  return { id: u.newId(), span, role: 'control', origin, sweep } as const;
}

// ---------------------------------------------------------------------------------------------------------- lists

interface Unwound {
  readonly out: readonly Statement[];
  /** Targets that are still pending when control comes to the end of the list. */
  readonly pending: ReadonlySet<Key>;
}

/** What follows the end of a list: nothing more, another trip, or the next block of a region. */
type Ending = 'plain' | 'again' | 'next block';

function unwindList(
  u: Unwinding,
  list: readonly Statement[],
  stack: readonly Compound[],
  ending: Ending,
): Unwound {
  const out: Statement[] = [];
  const pending = new Set<Key>();
  for (let i = 0; i < list.length; i++) {
    const given = list[i] as Statement;
    const after = list.slice(i + 1);
    if (given.kind === 'exit' || given.kind === 'next') {
      const steps = unwindJump(u, given, stack, pending);
      out.push(...(steps ?? [given]));
      if (steps) return { out, pending };
      continue;
    }
    const joined = withRest(u, given, after, stack);
    const s = joined ?? given;
    const rest = joined ? [] : after;
    const inside = unwindOne(u, s, stack);
    addAll(pending, inside.pending);
    startFlags(out, s, inside.out);
    const more = rest.some((each) => each.kind !== 'comment');
    if (!more && ending === 'plain') {
      if (joined) break;
      continue;
    }
    const { skipped, taken } = waysFrom(u, inside.pending, stack, more);
    for (const { key, way } of taken) {
      pending.delete(key);
      out.push({ ...branch(u, s, test(u, key, true)), then: onWay(u, key, way, s) });
    }
    if (skipped.length > 0 && more) {
      const last = unwindList(u, rest, stack, ending);
      addAll(pending, last.pending);
      const none = skipped.map((key) => test(u, key, false)).reduce((a, b) => logical('and', a, b));
      out.push({ ...branch(u, s, none), then: last.out });
      return { out, pending };
    }
    if (joined) break;
  }
  return { out, pending };
}

function addAll(keys: Set<Key>, more: Iterable<Key>): void {
  for (const key of more) keys.add(key);
}

/** Splits pending jumps into those that leave here and those that skip the statements that follow. */
function waysFrom(u: Unwinding, pending: ReadonlySet<Key>, stack: readonly Compound[], more: boolean) {
  const ways = [...pending].map((key) => ({ key, way: wayTo(u, key, stack) }));
  const skips = ({ way }: { way: Way | null }): boolean => way?.kind === 'skip';
  return {
    skipped: ways.filter(skips).map(({ key }) => key),
    taken: ways.filter((each) => !skips(each) && (more || !isOwnNext(each.key, stack))),
  };
}

/** At the end of a loop's body a jump to that end needs nothing. */
function isOwnNext(key: Key, stack: readonly Compound[]): boolean {
  return key === `next ${stack.at(-1)?.label}`;
}

/** The steps of a jump that the language cannot make at once; null for one that it can. */
function unwindJump(
  u: Unwinding,
  s: Jump,
  stack: readonly Compound[],
  pending: Set<Key>,
): readonly Statement[] | null {
  const key = keyOf(s);
  const way = s.form === 'goto' ? null : wayTo(u, key, stack);
  if (!way || way.kind === 'jump') return null;
  if (way.kind === 'skip') pending.add(key);
  return [...setFlag(u, key, 1, s), ...onWay(u, key, way, s)];
}

function onWay(u: Unwinding, key: Key, way: Way | null, near: Statement): Statement[] {
  if (way === null || way.kind === 'skip') return [];
  const here = made(u, near);
  if (way.kind === 'jump')
    return way.by === 'exit'
      ? [{ ...here, kind: 'exit', target: way.target, form: 'break' }]
      : [{ ...here, kind: 'next', target: way.target, form: 'continue' }];
  const { construct } = way;
  const keys = u.leftFor.get(construct.label) ?? new Set();
  u.leftFor.set(construct.label, keys.add(key));
  return [{ ...here, kind: 'exit', target: construct.label, form: 'break' }];
}

function branch(u: Unwinding, near: Statement, condition: Expr): If {
  return { kind: 'if', ...made(u, near), condition, then: [], else: [] };
}

/** An `if` one of whose branches always jumps, with what follows it moved into the other branch; null for anything else. */
function withRest(
  u: Unwinding,
  s: Statement,
  rest: readonly Statement[],
  stack: readonly Compound[],
): If | null {
  if (s.kind !== 'if' || rest.length === 0 || !skips(u, s, stack)) return null;
  const [then, otherwise] = [completes(s.then), completes(s.else)];
  if (then === otherwise) return null;
  return then ? { ...s, then: [...s.then, ...rest] } : { ...s, else: [...s.else, ...rest] };
}

function skips(u: Unwinding, s: Statement, stack: readonly Compound[]): boolean {
  if (s.kind === 'exit' || s.kind === 'next')
    return s.form !== 'goto' && wayTo(u, keyOf(s), stack)?.kind === 'skip';
  const inner = labelled(s) ? [...stack, s] : stack;
  return bodies(s).some((body) => body.some((each) => skips(u, each, inner)));
}

function unwindOne(u: Unwinding, s: Statement, stack: readonly Compound[]): Unwound {
  const lists = bodies(s);
  if (lists.length === 0) return { out: [s], pending: new Set() };
  const inner = labelled(s) ? [...stack, s] : stack;
  const ending: Ending = isLoop(s) ? 'again' : s.kind === 'dispatch' ? 'next block' : 'plain';
  const pending = new Set<Key>();
  const swept = lists.map((body, i) => {
    // The increment of a `while` comes after the end of its body, whichever way that was reached.
    const { out, pending: of } = unwindList(u, body, inner, i > 0 && s.kind === 'while' ? 'plain' : ending);
    addAll(pending, of);
    return out;
  });
  if (!labelled(s)) return { out: [withBodies(s, swept)], pending };
  addAll(pending, u.leftFor.get(s.label) ?? []);
  const own: Key = `next ${s.label}`;
  const opened = u.flags.has(own) ? setFlag(u, own, 0, s) : [];
  if (opened.length > 0 && swept[0]) swept[0] = [...opened, ...swept[0]];
  pending.delete(`exit ${s.label}`);
  pending.delete(own);
  const start = u.flags.has(`exit ${s.label}`) ? setFlag(u, `exit ${s.label}`, 0, s) : [];
  return { out: [...start, withBodies(s, swept)], pending };
}

/** A flag is reset before the statement `i = 0` that starts a loop, so that this stays next to the loop. */
function startFlags(out: Statement[], s: Statement, steps: readonly Statement[]): void {
  const before = out.at(-1);
  const starts = s.kind === 'while' && (s.increment?.length ?? 0) > 0 && before?.kind === 'assign';
  if (!starts || steps.length < 2) {
    out.push(...steps);
    return;
  }
  out.pop();
  out.push(...steps.slice(0, -1), before, ...steps.slice(-1));
}
