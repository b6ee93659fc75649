/**
 * Influence (theory 1, Dep): what may change when one of the sources changes, in any way: through an operand, a subscript, a
 * test that decides whether a statement runs, an integer. Forward, ∪:
 *
 *   Out(I) = image of In(I) through Dep(I), and out(I) where a test over I reads what is influenced
 *
 *   sources {x}          influenced before    differentiably (`varied`)
 *     i = x > 0;         x                    x
 *     if (i) y = 2;      x i                  x
 *     z = a[i];          x i y                x
 *                        x i y z              x
 *
 * What is in this set and not in `varied` depends on a source without a derivative: it is zero, or there is none.
 */

import type { BitSet } from '../../base/bitset';
import { entryOf } from '../../base/lookup';
import type { Solution } from '../../dataflow/analysis';
import { solve, statesAround } from '../../dataflow/solve';
import { testExpressions } from '../../ir/graph/flow';
import type { StatementId } from '../../ir/types';
import { setAnalysis } from '../problems/sets';
import type { Nesting } from './nesting';
import type { RoutineModel } from './programModel';

export function influence(model: RoutineModel, nesting: Nesting, sources: BitSet): Solution<BitSet> {
  const { graph, locations, effects } = model;
  const tests = graph.vertices.flatMap((v) => v.instructions).filter((i) => i.kind === 'test');
  const deciding = new Set<StatementId>();
  const analysis = setAnalysis('influence', 'forward', locations, sources, (instruction, state) => {
    const { out, dep } = effects(instruction);
    if (out.isEmpty()) return state;
    const decided = entryOf(nesting.controllers, instruction.id).some((test) => deciding.has(test));
    const next = state.clone();
    out.forEach((w) => {
      if (decided || dep.get(w)?.intersects(state)) next.add(w);
      else next.delete(w);
    });
    return next;
  });
  // Tests found to be influenced decide more statements: they only become more, so this comes to an end.
  for (;;) {
    const solution = solve(graph, analysis);
    const before = deciding.size;
    for (const i of tests) {
      const state = statesAround(solution, i).before;
      if (testExpressions(i.test).some((e) => locations.read(e).some((l) => state.has(l))))
        deciding.add(i.id);
    }
    if (deciding.size === before) return solution;
  }
}
