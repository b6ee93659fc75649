/** The sets of every analysis, replayed to statements and vertices, as names. */

import type { RoutineAnalysis } from '../analyses/routineAnalysis';
import { type ShownAnalysis, shownAnalyses } from '../analyses/shown';
import { statementName } from '../ir/names';
import type { AnalysisResult } from './results';

export function analysisResults(a: RoutineAnalysis): AnalysisResult[] {
  const results = shownAnalyses(a).map((shown) => resultOf(a, shown));
  const byName = new Map(results.map((r) => [r.name, r]));
  results.splice(
    2,
    0,
    activeResult(byName.get('varied') as AnalysisResult, byName.get('useful') as AnalysisResult),
  );
  return results;
}

function resultOf(a: RoutineAnalysis, c: ShownAnalysis): AnalysisResult {
  const { graph, locations } = a.model;
  const forward = c.solution.analysis.direction === 'forward';
  const statements: AnalysisResult['statements'] = {};
  const vertices: AnalysisResult['vertices'] = {};
  for (const v of graph.vertices) {
    vertices[`v${v.index}`] = {
      before: locations.print(c.solution.before(v.index)),
      after: locations.print(c.solution.after(v.index)),
    };
    for (const i of v.instructions) {
      const around = c.solution.around(i.id);
      if (!around) continue;
      const from = forward ? around.before : around.after;
      const to = forward ? around.after : around.before;
      const gen = to.clone();
      gen.subtract(from);
      const kill = from.clone();
      kill.subtract(to);
      statements[statementName(i.id)] = {
        before: locations.print(around.before),
        after: locations.print(around.after),
        gen: locations.print(gen),
        kill: locations.print(kill),
      };
    }
  }
  return {
    name: c.name,
    title: c.title,
    blurb: c.blurb,
    direction: c.solution.analysis.direction,
    statements,
    vertices,
  };
}

/** Active: varied and useful at the same point. */
function activeResult(varied: AnalysisResult, useful: AnalysisResult): AnalysisResult {
  const both = (x: readonly string[], y: readonly string[]) => x.filter((name) => y.includes(name));
  const statements: AnalysisResult['statements'] = {};
  for (const [id, sets] of Object.entries(varied.statements)) {
    const other = useful.statements[id];
    if (!other) continue;
    const before = both(sets.before, other.before);
    const after = both(sets.after, other.after);
    statements[id] = {
      before,
      after,
      gen: after.filter((x) => !before.includes(x)),
      kill: before.filter((x) => !after.includes(x)),
    };
  }
  const vertices: AnalysisResult['vertices'] = {};
  for (const [id, sets] of Object.entries(varied.vertices)) {
    const other = useful.vertices[id];
    if (other)
      vertices[id] = { before: both(sets.before, other.before), after: both(sets.after, other.after) };
  }
  return {
    name: 'active',
    title: 'Active',
    blurb: 'varied and useful',
    direction: 'forward',
    statements,
    vertices,
  };
}
