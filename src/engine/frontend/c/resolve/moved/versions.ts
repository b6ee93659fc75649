/** Statements once for each state that can be, and the variable that says which it is. */

import { lastOf } from '../../../../base/lookup';
import { groupedBy } from '../../../../base/once';
import type { Span } from '../../../../base/span';
import { shortened } from '../../../limitedSink';
import { binary, block, conditional, integer, named } from '../../parse/build';
import type * as S from '../../parse/syntax';
import { expressionsIn } from '../survey';
import { At, type Flow, idOf, meaning, namesIn, set, which } from './states';
import { effect, substituted, substitutedStatement } from './substitute';

/** Nothing after it is done. */
function endsHere(stmt: S.Statement | null | undefined): boolean {
  if (stmt?.kind === 'block') return endsHere(stmt.body[stmt.body.length - 1]);
  return ['return', 'break', 'continue', 'goto'].includes(stmt?.kind ?? '');
}

export interface Version {
  readonly states: readonly string[];
  readonly body: S.Statement[];
}

/** Lets the variable say what is. */
export function settled(f: Flow, here: At, out: S.Statement[], span: Span = { start: 0, end: 0 }): At {
  const changes = [...here.now].filter(([said, now]) => said !== now);
  if (changes.length === 0) return here;
  const groups = groupedBy(here.now, ([, now]) => now);
  const made = [...groups].map(([now, list]): Version => {
    const states = list.map(([said]) => said);
    const id = f.ids.get(now);
    const isNew = id !== undefined && states.some((said) => said !== now);
    return { states, body: isNew ? [set(which(f), integer(id, span), span)] : [] };
  });
  if (made.some(({ body }) => body.length > 0)) out.push(...eachItsOwn(f, made, span));
  return At.of(here.now.values());
}

/** The statements for each state that can be, and the states that come through them. */
export function versions(
  f: Flow,
  here: At,
  run: readonly S.Statement[],
): { stmts: S.Statement[]; states: Set<string> } {
  const used = new Set<string>();
  for (const stmt of run)
    for (const e of expressionsIn(stmt))
      for (const name of namesIn(e)) if (f.facts.moved.has(name)) used.add(name);
  const groups = groupedBy(here.states, (state) => {
    const of = f.states.get(state) ?? [];
    return f.pointers.map((name, i) => (used.has(name) ? of[i] : '')).join(' ');
  });
  const through = new Set<string>();
  const made = [...groups.values()].flatMap((states): Version[] => {
    const m = meaning(f, states[0] ?? '');
    const body: S.Statement[] = [];
    for (const stmt of run) {
      if (endsHere(body[body.length - 1])) break;
      const own = substitutedStatement(m, stmt);
      if (own) body.push(own);
    }
    if (m.dead) return [];
    if (!endsHere(body[body.length - 1])) for (const state of states) through.add(state);
    return [{ states, body }];
  });
  const [first] = run;
  const isNothing = made.length === 0 && here.states.size > 0;
  if (isNothing && f.writes && first) reportNothing(f, used, first.span);
  return {
    stmts: eachItsOwn(f, made, first?.span ?? { start: 0, end: 0 }),
    states: isNothing ? here.states : through,
  };
}

function reportNothing(f: Flow, used: ReadonlySet<string>, span: Span): void {
  const [name = ''] = used;
  f.sink.error(
    'pointer-without-target',
    `\`${shortened(name)}\` points to nothing here.`,
    span,
    `Let it point to an array first: \`${name} = a;\`.`,
  );
}

export function eachItsOwn(f: Flow, made: readonly Version[], span: Span): S.Statement[] {
  const [first, ...rest] = made;
  if (!first) return [];
  if (rest.length === 0) return first.body;
  const last = lastOf(rest);
  const otherwise = [first, ...rest].slice(0, -1).reduceRight<S.Statement>(
    (below, { states, body }): S.Statement => ({
      kind: 'if',
      condition: isOneOf(f, states, span),
      then: oneOf(body, span),
      else: below.kind === 'block' && below.body.length === 0 ? null : below,
      span,
    }),
    oneOf(last.body, span),
  );
  // Numbers for states of which there is one only in the other group, too.
  for (const state of last.states) idOf(f, state);
  return [otherwise];
}

function oneOf(body: readonly S.Statement[], span: Span): S.Statement {
  const [only] = body;
  return body.length === 1 && only && only.kind !== 'if' ? only : block(body, span);
}

function isOneOf(f: Flow, states: readonly string[], span: Span): S.Expr {
  const tests = states.map((state) => {
    const left = named(which(f), span);
    const right = integer(idOf(f, state), span);
    return binary('==', left, right, span);
  });
  return tests.reduce((left, right) => binary('||', left, right, span));
}

/** An expression that asks which it is. */
export function chosen(f: Flow, here: At, e: S.Expr, use: 'test' | 'value' | 'effect' = 'value'): S.Expr {
  const used = new Set([...namesIn(e)].filter((name) => f.facts.moved.has(name)));
  const arms = new Map<string, { made: S.Expr; states: string[] }>();
  for (const state of here.states) {
    const of = f.states.get(state) ?? [];
    const seen = f.pointers.map((name, i) => (used.has(name) ? of[i] : '')).join(' ');
    const known = arms.get(seen);
    if (known) known.states.push(state);
    else {
      const m = meaning(f, state);
      const made = use === 'effect' ? effect(m, e) : substituted(m, e, use === 'test');
      if (!m.dead) arms.set(seen, { made, states: [state] });
    }
  }
  const all = [...arms.values()];
  const last = all.pop();
  if (!last) {
    if (f.writes && here.states.size > 0) reportNothing(f, used, e.span);
    return e;
  }
  if (all.length > 0) for (const state of last.states) idOf(f, state);
  return all.reduceRight((otherwise, { made, states }) => {
    return conditional(isOneOf(f, states, e.span), made, otherwise, e.span);
  }, last.made);
}
