/**
 * Where pointers point, followed through a function. A state says it of all of them at once. Wherever several states can
 * be, a variable says which it is; what reads through pointers stands there once for each, and elsewhere just once:
 *
 *     p = u; q = v;                               pointing = 0;
 *     while (…) {                                 while (…) {
 *       step(n, p, q);                     →        if (pointing == 0) step(n, u, v); else step(n, v, u);
 *       t = p; p = q; q = t;                        if (pointing == 0) pointing = 1; else pointing = 0;
 *     }                                           }
 *
 * The states at loops and labels are gathered in walks over the function until there are no new ones; one more writes.
 */
import type { DiagnosticSink } from '../../../../base/diagnostics';
import { ofEach } from '../../../../base/lookup';
import { shortened } from '../../../limitedSink';
import { asOne, declaration, declarator, integer, plainType } from '../../parse/build';
import type * as S from '../../parse/syntax';
import { casesIn, expressionsOf, statementsIn } from '../survey';
import type { Facts } from './facts';
import {
  effect,
  freed,
  heapArrays,
  isSwap,
  ownVariables,
  passingPointers,
  withoutLocals,
  withoutPassing,
} from './moves';
import { isMove } from './normal';
import { rebuiltDeclared } from './rebuilt';
import { At, type Flow, type Jumps, key, MOST_STATES, meaning, reach, set, tidied, which } from './states';
import { constantOf, substituted } from './substitute';
import { chosen, settled, versions } from './versions';

export function newFlow(
  facts: Facts,
  body: readonly S.Statement[],
  sink: DiagnosticSink,
  fresh: (wanted: string) => string,
): Flow {
  return {
    facts,
    pointers: [...facts.moved],
    passing: passingPointers(facts.moved, body),
    sink,
    fresh,
    states: new Map(),
    reached: new Map(),
    ids: new Map(),
    made: new Map(),
    heaps: new Map(),
    changed: false,
    writes: false,
  };
}

/** The body of a function without the pointers that move. `absent` are those of its parameters that are null. */
export function withoutMoves(
  f: Flow,
  body: readonly S.Statement[],
  absent: ReadonlySet<string>,
): S.Statement[] {
  const first = f.pointers.map((name) => {
    if (absent.has(name)) return 'null';
    return f.facts.names.get(name)?.isParameter ? `${name}/0` : 'nothing';
  });
  const start = key(f, first);
  const outer = { exit: '', again: '' };
  const walk = (): S.Statement[] => list(f, At.of([start]), body, outer)[0];
  do {
    f.changed = false;
    walk();
  } while (f.changed && f.states.size <= MOST_STATES);
  if (f.states.size > MOST_STATES) {
    const [name] = f.pointers;
    f.sink.error(
      'unsupported',
      `The pointers of this function, ${shortened(`\`${name}\``)} among them, point to too many arrays in turn.`,
      f.facts.names.get(name ?? '')?.type.span ?? { start: 0, end: 0 },
      'Write an array of rows, `double a[k][n]`, and let a subscript say which is meant.',
    );
    return [...body];
  }
  f.writes = true;
  const made = walk();
  const span = body[0]?.span ?? { start: 0, end: 0 };
  const parameters = f.pointers.filter((name) => f.facts.names.get(name)?.isParameter);
  const given = parameters.flatMap((name) => ownVariables(f, name, span, !absent.has(name)));
  const top = [...heapArrays(f), ...given];
  const id = f.ids.get(start);
  if (f.ids.size > 0) top.push(declaration(plainType('i32', span), declarator(which(f), span)));
  if (id !== undefined) top.push(set(which(f), integer(id, span), span));
  return tidied(which(f), [...top, ...made]);
}

export function list(f: Flow, entry: At, stmts: readonly S.Statement[], jumps: Jumps): [S.Statement[], At] {
  const out: S.Statement[] = [];
  let here = entry;
  let run: S.Statement[] = [];
  const flush = (): void => {
    if (run.length === 0) return;
    here = settled(f, here, out, run[0]?.span);
    for (const each of run) noteJumps(f, each, here, jumps);
    const made = versions(f, here, run);
    out.push(...made.stmts);
    here = At.of(made.states);
    run = [];
  };
  for (const [i, stmt] of stmts.entries()) {
    // What a walk with too many states makes is not used.
    if (f.states.size > MOST_STATES) return [out, here];
    if (isLeaf(f, stmt)) {
      run.push(stmt);
      continue;
    }
    flush();
    here = one(f, here, stmt, out, jumps);
    if (!isSwap(f, stmts[i + 1])) here = withoutPassing(f, here);
  }
  flush();
  return [out, here];
}

/** Nothing in it sets a pointer, and nothing comes into the middle of it. */
function isLeaf(f: Flow, stmt: S.Statement): boolean {
  if (stmt.kind === 'label' || stmt.kind === 'case' || stmt.kind === 'declaration') return false;
  const holds = (part: S.Statement): boolean =>
    part.kind === 'label' ||
    (part.kind === 'case' && casesIn(stmt).includes(part)) ||
    (part.kind === 'declaration' &&
      part.declared.some(({ declarator: { name } }) => f.facts.moved.has(name))) ||
    expressionsOf(part).some((e) => isMove(f.facts.moved, e) || freed(f, e) !== null) ||
    statementsIn(part).some(holds);
  return !holds(stmt);
}

export function one(f: Flow, here: At, stmt: S.Statement, out: S.Statement[], jumps: Jumps): At {
  switch (stmt.kind) {
    case 'expression':
      return effect(f, here, stmt.expr, out);
    case 'declaration':
      return declared(f, here, stmt, out);
    case 'label':
    case 'case': {
      const place = stmt.kind === 'label' ? `label ${stmt.name}` : `case ${stmt.span.start}`;
      const before = settled(f, here, out, stmt.span);
      reach(f, place, before.states);
      const joined = At.of(f.reached.get(place) ?? []);
      out.push(stmt);
      return joined;
    }
    case 'block': {
      const [body, end] = list(f, here, stmt.body, jumps);
      out.push({ ...stmt, body });
      return withoutLocals(f, end, stmt.body);
    }
    case 'if':
      return branches(f, settled(f, here, out, stmt.span), stmt, out, jumps);
    case 'for':
    case 'while':
    case 'doWhile':
      return loop(f, settled(f, here, out, stmt.span), stmt, out, jumps);
    case 'switch': {
      const before = settled(f, here, out, stmt.span);
      for (const each of casesIn(stmt.body)) reach(f, `case ${each.span.start}`, before.states);
      const exit = `exit ${stmt.span.start}`;
      if (!casesIn(stmt.body).some(({ value }) => value === null)) reach(f, exit, before.states);
      const [body, end] = single(f, At.of([]), stmt.body, { ...jumps, exit });
      out.push({ ...stmt, selector: chosen(f, before, stmt.selector), body });
      reach(f, exit, end.states);
      return At.of(f.reached.get(exit) ?? []);
    }
    default:
      out.push(stmt);
      return here;
  }
}

/** The body of something, at whose end the variable says what is. */
function single(f: Flow, here: At, stmt: S.Statement, jumps: Jumps): [S.Statement, At] {
  const [made, end] = list(f, here, [stmt], jumps);
  const after = settled(f, end, made, stmt.span);
  return [asOne(made, stmt.span), after];
}

function branches(f: Flow, here: At, stmt: S.IfStatement, out: S.Statement[], jumps: Jumps): At {
  const condition = chosen(f, here, stmt.condition, 'test');
  const known = condition === stmt.condition ? null : constantOf(condition);
  if (known !== null) {
    const taken = known ? stmt.then : stmt.else;
    return taken ? inPlace(f, here, taken, out, jumps) : here;
  }
  // Where a test of pointers tells states apart, each branch has its own.
  const [yes, no] = ofEach([true, false], (wanted) =>
    At.of(
      [...here.states].filter((state) => {
        const outcome = testIn(f, state, stmt.condition);
        return outcome === null || outcome === wanted;
      }),
    ),
  );
  const [then, endThen] = single(f, yes, stmt.then, jumps);
  const [otherwise, endElse] = stmt.else ? single(f, no, stmt.else, jumps) : [null, no];
  out.push({ ...stmt, condition, then, else: otherwise });
  return At.of([...endThen.states, ...endElse.states]);
}

function inPlace(f: Flow, here: At, stmt: S.Statement, out: S.Statement[], jumps: Jumps): At {
  const [made, end] = list(f, here, [stmt], jumps);
  out.push(...made);
  return end;
}

function testIn(f: Flow, state: string, e: S.Expr): boolean | null {
  const made = substituted(meaning(f, state), e, true);
  return made.kind === 'number' ? made.text !== '0' : null;
}

type Loop = S.ForStatement | S.WhileStatement;

function loop(f: Flow, here: At, stmt: Loop, out: S.Statement[], jumps: Jumps): At {
  const { start } = stmt.span;
  const [head, exit, again] = [`head ${start}`, `exit ${start}`, `again ${start}`];
  const inner = { ...jumps, exit, again };
  reach(f, stmt.kind === 'doWhile' ? `body ${start}` : head, here.states);
  const entry = At.of(f.reached.get(stmt.kind === 'doWhile' ? `body ${start}` : head) ?? []);
  const init = stmt.kind === 'for' ? stmt.init : null;
  const initial =
    init?.kind === 'declaration'
      ? { ...init, declared: init.declared.map((each) => withChosen(f, here, each)) }
      : init && chosen(f, here, init, 'effect');
  const [body, end] = single(f, entry, stmt.body, inner);
  reach(f, again, end.states);
  const next = At.of(f.reached.get(again) ?? []);
  reach(f, head, next.states);
  if (stmt.kind === 'doWhile') reach(f, `body ${start}`, next.states);
  const atHead = At.of(f.reached.get(head) ?? []);
  if (stmt.kind === 'for') {
    const condition = stmt.condition && chosen(f, atHead, stmt.condition, 'test');
    const increment = stmt.increment && chosen(f, next, stmt.increment, 'effect');
    out.push({ ...stmt, init: initial, condition, increment, body });
  } else out.push({ ...stmt, condition: chosen(f, atHead, stmt.condition, 'test'), body });
  reach(f, exit, atHead.states);
  return At.of(f.reached.get(exit) ?? []);
}

function withChosen(f: Flow, here: At, each: S.Declared): S.Declared {
  return rebuiltDeclared(each, (e) => chosen(f, here, e));
}

function noteJumps(f: Flow, stmt: S.Statement, here: At, jumps: Jumps): void {
  const visit = (part: S.Statement, inLoop: boolean, inSwitch: boolean): void => {
    if (part.kind === 'break' && !inLoop && !inSwitch) reach(f, jumps.exit, here.states);
    if (part.kind === 'continue' && !inLoop) reach(f, jumps.again, here.states);
    if (part.kind === 'goto') reach(f, `label ${part.label}`, here.states);
    const isLoop = part.kind === 'for' || part.kind === 'while' || part.kind === 'doWhile';
    for (const inner of statementsIn(part))
      visit(inner, inLoop || isLoop, inSwitch || part.kind === 'switch');
  };
  visit(stmt, false, false);
}

export function declared(f: Flow, entry: At, stmt: S.Declaration, out: S.Statement[]): At {
  const here = settled(f, entry, out, stmt.span);
  if (stmt.declared.length === 0) out.push(stmt);
  stmt.declared.forEach((each, i) => {
    const { name, nameSpan } = each.declarator;
    if (f.facts.moved.has(name)) {
      out.push(...ownVariables(f, name, nameSpan, false));
      return;
    }
    const made = withChosen(f, here, each);
    const last = out[out.length - 1];
    if (i > 0 && last?.kind === 'declaration' && last.span === stmt.span)
      out[out.length - 1] = { ...last, declared: [...last.declared, made] };
    else out.push({ ...stmt, declared: [made] });
  });
  return here;
}
