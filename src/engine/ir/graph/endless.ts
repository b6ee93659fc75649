/** Loops that control can enter and never leave: neither their program nor its adjoint ends. */
import { reversePostorder } from '../../base/dominators';
import { itemAt } from '../../base/lookup';
import { cover, NOWHERE, type Span } from '../../base/span';
import { isLoop } from '../statements';
import type { DoWhile, For, While } from '../types';
import type { FlowGraph } from './flow';

export interface EndlessLoop {
  /** Null where it is made of jumps alone. */
  readonly statement: For | While | DoWhile | null;
  readonly span: Span;
  /** Its vertices, in order. */
  readonly vertices: readonly number[];
}

export function findEndlessLoops(graph: FlowGraph): EndlessLoop[] {
  return stuckSets(graph).map((vertices) => {
    const inside = vertices.map((v) => itemAt(graph.vertices, v));
    const head = inside.find((v) => v.kind === 'LOOP' || (v.kind === 'JOIN' && v.partner !== null));
    const statement = head?.construct && isLoop(head.construct) ? head.construct : null;
    const spans = inside
      .flatMap((v) => v.instructions)
      .map((i) => (i.kind === 'leaf' ? i.statement.span : i.test.span));
    return { statement, span: statement ? statement.span : spans.reduce(cover, NOWHERE), vertices };
  });
}

/** Sets of vertices that repeat each other for ever: once in, control never comes out. */
function stuckSets(graph: FlowGraph): number[][] {
  const leads = new Set(reversePostorder(graph.predecessors, [graph.exit]));
  const stuck = new Set(reversePostorder(graph.successors, [graph.entry]).filter((v) => !leads.has(v)));
  // Among the vertices that can't get out, the components that nothing leaves.
  const sets: number[][] = [];
  const done = new Set<number>();
  for (const v of stuck) {
    if (done.has(v)) continue;
    const after = new Set(reversePostorder(graph.successors, [v]));
    const isLast = [...after].every((to) => reversePostorder(graph.successors, [to]).includes(v));
    if (!isLast) continue;
    for (const to of after) done.add(to);
    sets.push([...after].sort((a, b) => a - b));
  }
  return sets;
}
