/**
 * What C leaves open: in `f(&a) + a`, `x[i] = i++` and `i = i++ + 1` an operand sets what another reads or sets, and no rule
 * says which comes first. Each such place is told; here operands go from left to
 * right, and the right side of an assignment goes first.
 */

import { components } from '../../../base/components';
import type { DiagnosticSink } from '../../../base/diagnostics';
import { entryOf } from '../../../base/lookup';
import type { Span } from '../../../base/span';
import type * as S from '../parse/syntax';
import { formalsOf } from '../parse/syntax';
import { assignedPlace, calleeOf, isNull, operands, walkExpr, withoutCasts } from '../parse/walk';
import { declarationsIn, expressionsIn, rootName } from './survey';

/** What an expression reads and sets, by keys of variables and of places in them: `a:a[i]`, where `a[i]` names the place. */
interface Effects {
  readonly reads: ReadonlySet<string>;
  /** Set by now where the value is known: inside a call, or before a comma. */
  readonly done: ReadonlySet<string>;
  /** Set at some time before the end of the statement. */
  readonly pending: ReadonlySet<string>;
}

/** The effects of a call that its caller may notice. */
interface Summary {
  readonly reads: Set<string>;
  readonly writes: Set<string>;
  /** Positions of parameters through which it writes. */
  readonly through: Set<number>;
}

interface Routine {
  readonly name: string;
  /** Names, in order; null for what is passed by value. */
  readonly parameters: readonly (string | null)[];
  readonly body: readonly S.Statement[];
  /** Key by name of what is declared in it; other names are of the whole file. */
  readonly own: ReadonlyMap<string, string>;
  /** Expressions that hold another which sets something, or may by a call; the summaries find them. */
  readonly setting: S.Expr[];
}

const NONE: ReadonlySet<string> = new Set();
const NOTHING: Effects = { reads: NONE, done: NONE, pending: NONE };

export function tellOpenOrder({ items }: S.SourceFile, sink: DiagnosticSink): void {
  const defined = items.filter((item) => item.kind === 'function');
  const loose = items.filter((item) => item.kind !== 'function');
  const routines = [
    ...defined.map((item) => routineOf(item.declarator.name, formalsOf(item), item.body.body)),
    routineOf('', [], loose),
  ];
  if (!routines.some(mayBeOpen(new Set(routines.map(({ name }) => name))))) return;
  const summaries = summariesOf(routines);
  for (const routine of routines) {
    const order = new Order(routine, summaries, sink);
    for (const e of routine.setting) order.tell(e);
  }
}

function routineOf(name: string, given: readonly S.Parameter[], body: readonly S.Statement[]): Routine {
  const own = new Map(given.map(({ declarator }) => [declarator.name, declarator.name]));
  const parameters = given.map(({ declarator, type }) =>
    declarator.derivations.length + (type.derivations?.length ?? 0) > 0 ? declarator.name : null,
  );
  for (const each of name === '' ? [] : body.flatMap((statement) => declarationsIn(statement)))
    own.set(each.name, each.type.storage === 'static' ? `${name}.${each.name}` : each.name);
  return { name, parameters, body, own, setting: [] };
}

/** Some expression in it holds another that sets something, or calls one of these: most texts have none. */
function mayBeOpen(names: ReadonlySet<string>) {
  return ({ body }: Routine): boolean => {
    let isOpen = false;
    for (const whole of body.flatMap((statement) => expressionsIn(statement)))
      walkExpr(whole, (e) => {
        const sets = e.kind === 'call' ? names.has(calleeOf(e)) : e.kind === 'assign' || e.kind === 'update';
        if (sets && e !== whole) isOpen = true;
      });
    return isOpen;
  };
}

/** Keys of variables that a caller can see have a dot. */
function keyOf({ own }: Routine, name: string): string {
  return own.get(name) ?? `.${name}`;
}

// ------------------------------------------------------------------------------------------------------- functions

interface CallFrom {
  readonly routine: Routine;
  readonly args: readonly S.Expr[];
}

function summariesOf(routines: readonly Routine[]): Map<string, Summary> {
  const summaries = new Map<string, Summary>(
    routines.map(({ name }) => [name, { reads: new Set(), writes: new Set(), through: new Set() }]),
  );
  const callsOf = new Map<string, CallFrom[]>(routines.map(({ name }) => [name, []]));
  const callees = new Map<string, Set<string>>();
  for (const routine of routines) {
    const summary = entryOf(summaries, routine.name);
    const called = new Set<string>();
    callees.set(routine.name, called);
    /** Whether it may set something. */
    const note = (e: S.Expr): boolean => {
      // Nothing sets a function.
      if (e.kind === 'name' && !summaries.has(e.name)) readHere(routine, summary, e.name);
      const target = assignedPlace(e);
      if (target) writeFrom(routine, summary, rootName(target), target.kind !== 'name');
      const callee = calleeOf(e);
      if (e.kind !== 'call' || !summaries.has(callee)) return target !== null;
      entryOf(callsOf, callee).push({ routine, args: e.args });
      called.add(callee);
      return true;
    };
    for (const whole of routine.body.flatMap((statement) => expressionsIn(statement))) {
      let isSetting = false;
      walkExpr(whole, (e) => {
        if (note(e) && e !== whole) isSetting = true;
      });
      if (isSetting) routine.setting.push(whole);
    }
  }
  passThrough(summaries, callsOf);
  shareWithCallers(summaries, callees);
  return summaries;
}

/** A routine's callers read and write what it reads and writes; routines that call each other read and write the same. */
function shareWithCallers(
  summaries: Map<string, Summary>,
  callees: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  for (const component of components(summaries.keys(), (name) => entryOf(callees, name))) {
    const inside = new Set(component);
    const [reads, writes] = [new Set<string>(), new Set<string>()];
    for (const name of component)
      for (const each of [name, ...entryOf(callees, name)]) {
        if (each !== name && inside.has(each)) continue;
        for (const key of entryOf(summaries, each).reads) reads.add(key);
        for (const key of entryOf(summaries, each).writes) writes.add(key);
      }
    for (const name of component)
      summaries.set(name, { reads, writes, through: entryOf(summaries, name).through });
  }
}

/** What a routine writes through a parameter, its callers write, whether through a parameter of theirs or not. */
function passThrough(
  summaries: ReadonlyMap<string, Summary>,
  callsOf: ReadonlyMap<string, readonly CallFrom[]>,
): void {
  const work = [...summaries.keys()];
  for (let name = work.pop(); name !== undefined; name = work.pop())
    for (const { routine, args } of entryOf(callsOf, name)) {
      const summary = entryOf(summaries, routine.name);
      const before = summary.through.size;
      for (const position of entryOf(summaries, name).through) {
        const arg = args[position];
        if (arg) writeFrom(routine, summary, rootName(arg), true);
      }
      if (summary.through.size > before) work.push(routine.name);
    }
}

function readHere(routine: Routine, summary: Summary, name: string): void {
  const key = keyOf(routine, name);
  if (key.includes('.')) summary.reads.add(key);
}

function writeFrom(routine: Routine, summary: Summary, name: string, throughPointer: boolean): void {
  const key = keyOf(routine, name);
  const position = routine.parameters.indexOf(name);
  if (key.includes('.')) summary.writes.add(key);
  else if (position >= 0 && throughPointer) summary.through.add(position);
}

// ----------------------------------------------------------------------------------------------------- expressions

class Order {
  private told = false;

  constructor(
    private readonly routine: Routine,
    private readonly summaries: ReadonlyMap<string, Summary>,
    private readonly sink: DiagnosticSink,
  ) {}

  tell(e: S.Expr): void {
    this.told = false;
    this.effects(e);
  }

  private effects(e: S.Expr): Effects {
    switch (e.kind) {
      case 'name':
        return { ...NOTHING, reads: new Set([keyOf(this.routine, e.name)]) };
      case 'update':
        return joined([this.effects(e.operand), { ...NOTHING, pending: this.keysOf(e.operand) }]);
      case 'assign':
        return this.assigned(e);
      case 'binary':
        if (e.op === '&&' || e.op === '||') return this.inTurn([e.left], e.right);
        return this.apart([e.left, e.right], e.opSpan);
      case 'comma':
        return this.inTurn([e.left], e.right);
      case 'conditional': {
        const [test, yes, no] = [e.condition, e.whenTrue, e.whenFalse].map((each) => this.effects(each));
        return joined([finished(test ?? NOTHING), yes ?? NOTHING, no ?? NOTHING]);
      }
      case 'call':
        return this.called(e);
      default:
        return joined([this.apart(operands(e), e.span), { ...NOTHING, reads: this.keysOf(e) }]);
    }
  }

  private assigned({ op, opSpan, target, value }: S.Assignment): Effects {
    const all = this.apart([...(op === null ? subscriptsOf(target) : [target]), value], opSpan);
    const pending = this.keysOf(target);
    for (const key of pending) if (all.pending.has(key)) this.open(key, opSpan);
    return joined([all, { ...NOTHING, pending }]);
  }

  /** The key of a variable, or of a place in one; none of what is no place. */
  private keysOf(e: S.Expr): ReadonlySet<string> {
    if (e.kind === 'name') return new Set([keyOf(this.routine, e.name)]);
    const isPlace = e.kind === 'subscript' || e.kind === 'member' || (e.kind === 'unary' && e.op === '*');
    const [root, text] = [rootName(e), isPlace ? spelt(e) : ''];
    return root === '' || text === '' ? NONE : new Set([`${keyOf(this.routine, root)}:${text}`]);
  }

  private called(e: S.CallExpression): Effects {
    const before = finished(this.apart(e.args, e.argsSpan));
    const summary = this.summaries.get(calleeOf(e));
    if (!summary) return before;
    const written = [...summary.through].flatMap((position) => {
      const arg = e.args[position];
      return arg ? [...this.keysOf(pointedAt(arg))] : [];
    });
    const done = new Set([...summary.writes, ...written]);
    return joined([before, { reads: summary.reads, done, pending: NONE }]);
  }

  /** One after the other. */
  private inTurn(first: readonly S.Expr[], last: S.Expr): Effects {
    return joined([...first.map((e) => finished(this.effects(e))), this.effects(last)]);
  }

  /** In an order that is left open. */
  private apart(parts: readonly S.Expr[], span: Span): Effects {
    let all = NOTHING;
    for (const part of parts) {
      const one = this.effects(part);
      const key = meeting(all, one) ?? meeting(one, all);
      if (key !== null) this.open(key, span);
      all = joined([all, one]);
    }
    return all;
  }

  private open(key: string, span: Span): void {
    if (this.told) return;
    this.told = true;
    this.sink.warning(
      'evaluation-order',
      `\`${key.slice(key.search(/:|\.[^:]*$/) + 1)}\` is set by one operand and used by another, and C leaves open which comes first. Here operands go from left to right, and the right side of an assignment goes first; a compiler may choose otherwise.`,
      span,
      'Make it two statements.',
    );
  }
}

/** What a pointer points at: all of an array that is passed, and of a matrix or row that is passed by its first element. */
function pointedAt(arg: S.Expr): S.Expr {
  const e = withoutCasts(arg);
  if (e.kind === 'unary' && e.op === '&') {
    let at = e.operand;
    if (at.kind !== 'subscript' || at.base.kind !== 'subscript') return at;
    while (at.kind === 'subscript' && isNull(at.index)) at = at.base;
    return at;
  }
  if (e.kind !== 'binary' || e.op !== '+') return e;
  return { ...e, kind: 'subscript', base: e.left, index: e.right };
}

/** What has to be known of a place before it is set. */
function subscriptsOf(e: S.Expr): readonly S.Expr[] {
  if (e.kind === 'subscript') return [...subscriptsOf(e.base), e.index];
  return e.kind === 'name' ? [] : operands(e).flatMap(subscriptsOf);
}

/** As a place is written; empty for one that is found by calls and the like. */
function spelt(e: S.Expr): string {
  const parts = operands(e).map(spelt);
  const [one = '', other = ''] = parts;
  if (parts.includes('')) return '';
  if (e.kind === 'name') return e.name;
  if (e.kind === 'number') return e.text;
  if (e.kind === 'subscript') return `${one}[${other}]`;
  if (e.kind === 'member') return `${one}${e.arrow ? '->' : '.'}${e.name}`;
  if (e.kind === 'binary') return `${one} ${e.op} ${other}`;
  return e.kind === 'unary' ? `${e.op}${one}` : '';
}

/** A variable that one sets and the other reads or sets. */
function meeting(one: Effects, other: Effects): string | null {
  for (const set of [one.done, one.pending])
    for (const key of set)
      if (other.reads.has(key) || other.done.has(key) || other.pending.has(key)) return key;
  return null;
}

function finished({ reads, done, pending }: Effects): Effects {
  return pending.size === 0 ? { reads, done, pending } : { reads, done: union(done, pending), pending: NONE };
}

function joined(parts: readonly Effects[]): Effects {
  return parts.reduce((a, b) => ({
    reads: union(a.reads, b.reads),
    done: union(a.done, b.done),
    pending: union(a.pending, b.pending),
  }));
}

function union(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  if (a.size === 0 || b.size === 0) return a.size === 0 ? b : a;
  return new Set([...a, ...b]);
}
