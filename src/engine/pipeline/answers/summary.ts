/**
 * Summaries of nested statements ([TBR] Figs 3, 5, 7, 9; theory 2 and 4.3): what a run of statements does to the required
 * set, whatever its surroundings, each construct composed of those inside it without iterating.
 */

import { type Additive, additive, relations } from '../../analyses/problems/additive';
import { certainlyKilled } from '../../analyses/problems/kill';
import type { RoutineAnalysis } from '../../analyses/routineAnalysis';
import { BitSet } from '../../base/bitset';
import { notAnalysed } from '../../base/diagnostics';
import { encloses, type Span } from '../../base/span';
import { BottomUp } from '../../dataflow/structured';
import { shownAnalysis } from '../../explain/sets/registry';
import { isStructured } from '../../ir/graph/innerTest';
import { statementName } from '../../ir/names';
import { bodies, isLoop } from '../../ir/statements';
import { readStatement } from '../../ir/text/reading';
import type { Statement } from '../../ir/types';
import { compileAgain } from '../compile/again';
import type { DifferentiateRequest, PieceSummary, Summary } from '../results';

type Chosen = Pick<Span, 'start' | 'end'>;

export function summaryOf(request: DifferentiateRequest, selection: Chosen | null = null): Summary {
  const c = compileAgain(request, false);
  const a = c.routine ? c.analysis?.routines.get(c.routine.name) : undefined;
  if (!a || !c.routine) return noSummary(notAnalysed(c.diagnostics));
  const list = selection ? chosen(c.routine.body, selection) : c.routine.body;
  if (!isStructured(list)) return noSummary('Control jumps here, so that no equation is explicit.');
  if (list.length === 0) return noSummary('No statement stands there.');
  const tools = toolsOf(a);
  if (!tools) return noSummary('The analyses that a summary is made of are not there.');
  const pieces: PieceSummary[] = [];
  const visit = (statements: readonly Statement[], depth: number) => {
    for (const s of statements) {
      pieces.push({
        statement: statementName(s.id),
        text: readStatement(c.program, s),
        kind: kindOf(s),
        depth,
        ...tools.of([s]),
        equation: tools.equation(s),
      });
      for (const inner of bodies(s)) {
        // A body of several statements is a piece of its own.
        if (inner.length > 1)
          pieces.push({
            statement: statementName(s.id),
            text: '',
            kind: 'body',
            depth: depth + 1,
            ...tools.of(inner),
            equation: tools.sequence(inner),
          });
        visit(inner, depth + 1);
      }
    }
  };
  visit(list, 0);
  return {
    ok: true,
    reason: '',
    whole: { ...tools.of(list), equation: tools.sequence(list) },
    pieces,
  };
}

export function noSummary(reason: string): Summary {
  const none = { use: [], kill: [], dependence: [], carried: [], generated: [], equation: '' };
  return { ok: false, reason, whole: none, pieces: [] };
}

/** The statements of the innermost list that a range of the text touches; a construct counts as a whole if the range touches its head. */
function chosen(list: readonly Statement[], { start, end }: Chosen): readonly Statement[] {
  const isTouched = (s: Statement): boolean =>
    (s.span.start < end && start < s.span.end) || bodies(s).some((inner) => inner.some(isTouched));
  const touched = list.filter(isTouched);
  const [only] = touched;
  if (touched.length !== 1 || only === undefined) return touched;
  if (encloses({ start, end }, only.span)) return touched;
  const inside = bodies(only)
    .map((inner) => chosen(inner, { start, end }))
    .find((found) => found.length > 0);
  return inside ?? touched;
}

function kindOf(s: Statement): PieceSummary['kind'] {
  if (isLoop(s)) return 'loop';
  return s.kind === 'if' || s.kind === 'switch' ? 'branch' : 'statement';
}

function toolsOf(a: RoutineAnalysis) {
  const { locations, effects } = a.model;
  const adjointUse = shownAnalysis(a, 'adjointUse')?.solution.analysis;
  if (!adjointUse) return null;
  const size = locations.size;
  const used = new BottomUp(additive(adjointUse), 'forward');
  const killed = new BottomUp(additive(certainlyKilled(locations, effects)), 'forward');
  const required = new BottomUp(additive(a.required.analysis), 'forward');
  const relation = new BottomUp(relations(size, effects), 'forward');
  const keyOf = (l: number) => locations.at(l).key;
  const pairs = (rows: ReadonlyMap<number, BitSet>) =>
    [...rows].flatMap(([x, row]) => row.toArray().map((y): [string, string] => [keyOf(x), keyOf(y)]));
  /** Under ∩ a summary describes the complements of the sets: what the complement gains is killed. */
  const killedIn = (f: Additive) => {
    const kept = new BitSet(size);
    for (let l = 0; l < size; l++) if (f.rows.get(l)?.has(l) === false && !f.gen.has(l)) kept.add(l);
    return locations.print(kept);
  };
  const of = (list: readonly Statement[]): Sets => {
    const r = required.list(list);
    return {
      use: locations.print(used.list(list).gen),
      kill: killedIn(killed.list(list)),
      dependence: pairs(relation.list(list)),
      carried: pairs(r.rows),
      generated: locations.print(r.gen),
    };
  };
  const usedBy = (list: readonly Statement[]) => set(of(list).use);
  /** Each statement's own contribution, without what later statements kill. */
  const sequence = (list: readonly Statement[]): string => {
    const parts = list.flatMap((s, k) => {
      const { use } = of([s]);
      const after = of(list.slice(k + 1)).kill;
      if (use.length === 0) return [];
      return [use.some((x) => after.includes(x)) ? `(${set(use)} \\ ${set(after)})` : set(use)];
    });
    return `AdjU = ${parts.length === 0 ? '∅' : parts.join(' ∪ ')}${parts.length > 1 ? ` = ${usedBy(list)}` : ''}; Kill = ${set(of(list).kill)}`;
  };
  const equation = (s: Statement): string => {
    const [use, kill] = [usedBy([s]), set(of([s]).kill)];
    switch (kindOf(s)) {
      case 'branch': {
        const arms = bodies(s);
        const kills = arms.map((arm) => set(of(arm).kill)).join(' ∩ ');
        return `AdjU = ${arms.map(usedBy).join(' ∪ ')} = ${use}; Kill = ${kills} = ${kill}`;
      }
      case 'loop':
        return `AdjU = AdjU(body) = ${use}; Kill = ${kill}; T = T(body)*, G = G(body)⊗T(body)*`;
      default:
        return `AdjU = ${use}; Kill = ${kill}`;
    }
  };
  return { of, sequence, equation };
}

type Sets = Omit<Summary['whole'], 'equation'>;

function set(members: readonly string[]): string {
  return members.length === 0 ? '∅' : `{${members.join(', ')}}`;
}
