/** Activity in the text (theory 3): at every place that names a real variable, whether a derivative passes there, and the reason in words. */

import type { RoutineAnalysis } from '../../../analyses/routineAnalysis';
import type { BitSet } from '../../../base/bitset';
import { itemAt, present } from '../../../base/lookup';
import type { Solution } from '../../../dataflow/analysis';
import { shownAnalysis } from '../../../explain/sets/registry';
import { listed, quote } from '../../../explain/words';
import { isReal, walk, walkPlaces } from '../../../ir/build';
import { type Instruction, instructionOf, spanOfInstruction, testExpressions } from '../../../ir/graph/flow';
import { locationKey, statementName, variableOf } from '../../../ir/names';
import { differentiablePlaces } from '../../../ir/partials';
import type { Expr, Place, VariableId } from '../../../ir/types';
import type { Compile } from '../../compile/compiled';
import type { Definition, Occurrence } from '../../results';

/** The part that a named place plays; a derivative can pass through the first three only. */
type Way = 'operand' | 'target' | 'argument' | 'test' | 'subscript' | 'flat';

interface Named {
  readonly place: { readonly span: Occurrence['span']; readonly variable: VariableId };
  readonly location: number;
  readonly way: Way;
}

export function occurrencesOf(c: Compile, chosen: RoutineAnalysis, between: Between): Occurrence[] {
  const found = new Map<string, Occurrence>();
  for (const [, analysis] of present(c.analysis, 'the analysis').routines) {
    const own = analysis === chosen ? between : null;
    const definitions = definitionsIn(analysis);
    for (const vertex of analysis.model.graph.vertices) {
      for (const i of vertex.instructions) {
        for (const named of namedIn(analysis, i)) {
          if (isNamed(c, named)) {
            const reads = named.way === 'target' ? [] : definitions(i, named.location);
            add(found, { ...occurrence(c, analysis, own, i, named), definitions: reads });
          }
        }
      }
    }
  }
  return [...found.values()].sort((a, b) => a.span.start - b.span.start);
}

/** Whether the text names the place: `return e` assigns to a result that it does not name. */
function isNamed(c: Compile, { place: { span } }: Named): boolean {
  return !/^return\b/i.test(c.request.source.slice(span.start, span.end));
}

const RANK = { passive: 0, useful: 1, varied: 2, active: 3 } as const;

/** A place that lowering or inlining put into several statements gets the strongest state of any of them. */
function add(found: Map<string, Occurrence>, next: Occurrence): void {
  const { start, end } = next.span;
  if (end <= start) return;
  const key = `${start} ${end}`;
  const known = found.get(key);
  if (known === undefined || RANK[known.state] < RANK[next.state]) found.set(key, next);
}

// ------------------------------------------------------------------------------------------------- what is named

function namedIn({ model: { locations, program } }: RoutineAnalysis, i: Instruction): Named[] {
  const named: Named[] = [];
  const put = (place: Named['place'], location: number, way: Way) => {
    const { type, role } = variableOf(program, place.variable);
    if (location >= 0 && isReal(type) && role !== 'temporary') named.push({ place, location, way });
  };
  const read = (e: Expr, way: Way) => {
    const differentiable = new Set<Place>(
      way === 'operand' || way === 'argument' ? differentiablePlaces(e) : [],
    );
    walkNamed(e, (place, inSubscript) => {
      const own: Way = inSubscript
        ? 'subscript'
        : differentiable.has(place)
          ? way
          : way === 'test'
            ? way
            : 'flat';
      put(place, locations.of(place), own);
    });
  };
  const write = (place: Place, way: Way) => {
    put(place, locations.of(place), way);
    if (place.kind === 'element') for (const e of place.subscripts) read(e, 'subscript');
  };
  if (i.kind === 'test') {
    for (const e of testExpressions(i.test)) read(e, 'test');
    return named;
  }
  const s = i.statement;
  if (s.kind === 'assign') {
    write(s.target, 'target');
    read(s.value, 'operand');
  } else if (s.kind === 'call') {
    for (const arg of s.args) {
      if (arg.kind === 'value') read(arg.value, 'argument');
      else if (arg.kind === 'reference') write(arg.place, 'argument');
      else for (const l of locations.ofVariable(arg.variable)) put(arg, l, 'argument');
    }
    if (s.result) write(s.result, 'target');
  }
  return named;
}

function walkNamed(e: Expr, visit: (place: Place, inSubscript: boolean) => void): void {
  const inside = new Set<Expr>();
  walk(e, (part) => {
    if (part.kind !== 'element') return;
    for (const each of part.subscripts) walk(each, (below) => inside.add(below));
  });
  walkPlaces(e, (part) => visit(part, inside.has(part)));
}

/** By instruction and location, the definitions that reach a read there. */
function definitionsIn(a: RoutineAnalysis): (i: Instruction, location: number) => Definition[] {
  const { graph, locations } = a.model;
  const { solution } = present(shownAnalysis(a, 'reaching'), 'reaching definitions');
  const { universe } = solution.analysis;
  const ofLocation = locations.all.map((): number[] => []);
  for (let m = 0; m < universe.size; m++) itemAt(ofLocation, universe.explain(m).location).push(m);
  const told = (member: number): Definition => {
    const { setBy } = universe.explain(member);
    const i = typeof setBy === 'number' ? instructionOf(graph, setBy) : null;
    return i
      ? { statement: statementName(i.id), span: spanOfInstruction(i) }
      : { statement: null, span: null };
  };
  return (i, location) => {
    const reaching = solution.around(i.id)?.before;
    return itemAt(ofLocation, location)
      .filter((member) => reaching?.has(member))
      .map(told);
  };
}

// ------------------------------------------------------------------------------------------------ what is said of it

function occurrence(
  c: Compile,
  a: RoutineAnalysis,
  between: Between | null,
  i: Instruction,
  { place, location: l, way }: Named,
): Omit<Occurrence, 'definitions'> {
  const { effects } = a.model;
  const effect = effects(i);
  const written = way === 'target' || (way === 'argument' && effect.out.has(l));
  /** The written locations that depend differentiably on the one that is read. */
  const into = effect.out.toArray().filter((w) => effect.diffDep.get(w)?.has(l));
  const isVaried = (before: BitSet | undefined, after: BitSet | undefined) =>
    (way === 'target' ? false : (before?.has(l) ?? false)) || (written && (after?.has(l) ?? false));
  const isUseful = (after: BitSet | undefined) =>
    (written && (after?.has(l) ?? false)) || (way !== 'target' && into.some((w) => after?.has(w)));
  const names = (
    chosen: readonly VariableId[] | undefined,
    holds: (id: VariableId) => boolean | undefined,
  ): string[] => (chosen ?? []).filter(holds).map((id) => locationKey(c.program, id));
  const by = names(c.interface?.independents, (id) => {
    const around = between?.varied.get(id)?.around(i.id);
    return isVaried(around?.before, around?.after);
  });
  const of = names(c.interface?.dependents, (id) => isUseful(between?.useful.get(id)?.around(i.id)?.after));
  const varies = between
    ? by.length > 0
    : isVaried(a.varied.around(i.id)?.before, a.varied.around(i.id)?.after);
  const counts = between ? of.length > 0 : isUseful(a.useful.around(i.id)?.after);
  const passes = way === 'operand' || way === 'target' || way === 'argument';
  const state = varies ? (passes && counts ? 'active' : 'varied') : passes && counts ? 'useful' : 'passive';
  const name = locationKey(c.program, place.variable);
  return {
    span: place.span,
    location: name,
    statement: between ? statementName(i.id) : null,
    write: way === 'target',
    state,
    by,
    of,
    reason: reasonOf(name, state, way, between === null ? null : { by, of }),
  };
}

const NO_PASSAGE: Partial<Record<Way, string>> = {
  test: 'here it only decides a test',
  subscript: 'here it only selects an element',
  flat: 'here its derivative is zero or there is none',
};

function reasonOf(
  name: string,
  state: Occurrence['state'],
  way: Way,
  between: { readonly by: readonly string[]; readonly of: readonly string[] } | null,
): string {
  const depends = between
    ? `depends on ${listed(between.by.map(quote)) || 'nothing'}`
    : 'depends on an independent in some call';
  const influences = between
    ? `influences ${listed(between.of.map(quote)) || 'nothing'}`
    : 'influences a dependent in some call';
  const stop = NO_PASSAGE[way];
  switch (state) {
    case 'active':
      return `\`${name}\` is active: it ${depends} and ${influences}.`;
    case 'varied':
      return stop
        ? `\`${name}\` ${depends}, but ${stop}: no derivative passes.`
        : `\`${name}\` ${depends}, but what becomes of it here passes no derivative on to a dependent.`;
    case 'useful':
      return `\`${name}\` ${influences}, but depends on no independent here: its tangent is zero.`;
    case 'passive':
      return stop
        ? `\`${name}\` depends on no independent here, and ${stop.replace('here ', '')}.`
        : `\`${name}\` neither depends on an independent nor passes a derivative on to a dependent here.`;
  }
}

/** What depends on each input separately, and what each output separately depends on. */
export interface Between {
  readonly varied: ReadonlyMap<VariableId, Solution<BitSet>>;
  readonly useful: ReadonlyMap<VariableId, Solution<BitSet>>;
}
