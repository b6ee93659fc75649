import { dominatorTree } from '../../engine/base/dominators';
import type { Graph } from '../../engine/pipeline/results';
import type { Box } from './measure';

/**
 * Columns for graphs whose control nests, as the papers draw them: what follows stands below, the arms of a branch stand beside
 * each other, and what goes round them runs in a lane of its own: to the left back to the head of a loop, to the right
 * on to what comes after.
 *
 * The tree of dominators is the nesting. Every vertex has an axis, which what it dominates alone continues; a subtree
 * takes the width of what stands in it, lanes included, so that no two parts of a graph share a column.
 */
export interface Columns {
  /** Of the vertices' centres, the leftmost edge of all being 0. */
  readonly x: readonly number[];
  readonly width: number;
  /** By the edge's index: where it runs from row to row; no lane: straight, or along the axis of an end. */
  readonly lanes: ReadonlyMap<number, Lane>;
  /** Edges that begin an arm. */
  readonly arms: ReadonlySet<number>;
}

export interface Lane {
  readonly x: number;
  /** On to what comes later, back to the head of a loop, or back into a loop that has several heads. */
  readonly leads: 'on' | 'back' | 'into';
  /** Nothing stands between it and the vertex where its edge starts. */
  readonly isOwn: boolean;
}

/** Between neighbours, and from what a lane goes round. */
const GAP = 18;
const LANE = 15;
/** How far the first arm of a branch stands from its tip, so that its edge has a corner. */
const CORNER = 10;

interface Arc {
  readonly e: number;
  readonly from: number;
  readonly to: number;
}

/** `depths` grow along every edge but those that lead back. Edges of a vertex that the graph does not have are left out. */
export function columnsOf(graph: Graph, depths: readonly number[], boxes: readonly Box[]): Columns {
  if (graph.vertices.length === 0) return { x: [], width: 0, lanes: new Map(), arms: new Set() };
  return new Arranged(treeOf(graph, depths), boxes).columns();
}

// ------------------------------------------------------------------------------------------------------- the nesting

interface Tree {
  readonly root: number;
  readonly depths: readonly number[];
  /** Vertices from the top down. */
  readonly order: readonly number[];
  readonly out: readonly (readonly Arc[])[];
  readonly into: readonly (readonly Arc[])[];
  /** Arcs that lead back to the head of a loop, listed at the vertex that dominates both ends: that is the head, unless loops cross. */
  readonly returns: readonly (readonly Arc[])[];
  /** Arcs that lead into the middle of a loop, listed at the vertex that dominates both ends. No other list has them. */
  readonly jumps: readonly (readonly Arc[])[];
  /** Whether it holds text or a choice, rather than only storing control. */
  readonly speaks: readonly boolean[];
  readonly above: readonly number[];
  /** What a vertex dominates next, from the top down. */
  readonly below: readonly (readonly number[])[];
  /** The greatest depth in the subtree of a vertex. */
  readonly deepest: readonly number[];
}

function treeOf({ vertices, edges }: Graph, depths: readonly number[]): Tree {
  const index = new Map(vertices.map(({ id }, i) => [id, i]));
  const lists = () => vertices.map((): Arc[] => []);
  const [out, into, returns, jumps] = [lists(), lists(), lists(), lists()];
  const backwards: Arc[] = [];
  for (const [e, edge] of edges.entries()) {
    const [from, to] = [index.get(edge.from), index.get(edge.to)];
    if (from === undefined || to === undefined) continue;
    const arc = { e, from, to };
    if (at(depths, from) >= at(depths, to)) backwards.push(arc);
    else {
      at(out, from).push(arc);
      at(into, to).push(arc);
    }
  }
  const isEntry = (v: number) => Number(vertices[v]?.kind === 'ENTRY');
  const order = vertices
    .map((_, i) => i)
    .sort((a, b) => at(depths, a) - at(depths, b) || isEntry(b) - isEntry(a));
  const [root = 0, ...others] = order;
  const jumping = takeJumps(out, into, backwards, dominatorsOf(root, out, into).common);
  const { parent, common } = dominatorsOf(root, out, into);
  const above = parent.map((v) => (v < 0 ? root : v));
  for (const arc of jumping) at(jumps, common(arc.from, arc.to)).push(arc);
  for (const arc of backwards) at(returns, common(arc.from, arc.to)).push(arc);
  const below = vertices.map((): number[] => []);
  for (const v of others) at(below, at(above, v)).push(v);
  const deepest = [...depths];
  for (const v of [...others].reverse())
    deepest[at(above, v)] = Math.max(at(deepest, at(above, v)), at(deepest, v));
  const speaks = vertices.map(({ control }) => !control);
  for (const v of [...others].reverse()) speaks[at(above, v)] ||= at(speaks, v);
  return { root, depths, order, out, into, returns, jumps, speaks, above, below, deepest };
}

/**
 * Takes from both lists what leads into the midst of a loop, as where the backward sweep begins in a trip that a jump has ended. Without
 * it the head dominates the loop, whose body stands below it as that of any other.
 */
function takeJumps(
  out: Arc[][],
  into: Arc[][],
  backwards: readonly Arc[],
  common: (a: number, b: number) => number,
): Arc[] {
  const reached = (from: number, next: (v: number) => readonly number[]): Set<number> => {
    const found = new Set([from]);
    for (const v of found) for (const to of next(v)) found.add(to);
    return found;
  };
  const taken: Arc[] = [];
  for (const { from, to: head } of backwards.filter((arc) => common(arc.from, arc.to) !== arc.to)) {
    const below = reached(head, (v) => at(out, v).map((arc) => arc.to));
    const above = reached(from, (v) => at(into, v).map((arc) => arc.from));
    const loop = new Set([...below].filter((v) => above.has(v)));
    for (const v of loop) {
      const jumps = at(into, v).filter((arc) => v !== head && !loop.has(arc.from));
      // Where loops cross, something must still lead to what they share.
      if (jumps.length === at(into, v).length) continue;
      taken.push(...jumps);
      into[v] = at(into, v).filter((arc) => !jumps.includes(arc));
      for (const { from: start } of jumps) out[start] = at(out, start).filter((arc) => !jumps.includes(arc));
    }
  }
  return taken;
}

/** From the top down. What nothing leads to stands beside the rest, below the first of all. */
function dominatorsOf(root: number, out: readonly (readonly Arc[])[], into: readonly (readonly Arc[])[]) {
  const orphans = new Set([...into.keys()].filter((v) => v !== root && at(into, v).length === 0));
  const next = out.map((arcs) => arcs.map(({ to }) => to));
  return dominatorTree(
    next.map((list, v) => (v === root ? [...list, ...orphans] : list)),
    into.map((arcs, v) => (orphans.has(v) ? [root] : arcs.map(({ from }) => from))),
    root,
  );
}

// --------------------------------------------------------------------------------------------------------- the widths

/** The width of a subtree on either side of its axis. */
interface Extent {
  left: number;
  right: number;
}

/** The parts below a vertex: those beside each other, and those that follow below on its axis. */
interface Parts {
  /** What goes on right below the vertex, on its axis. */
  readonly first: number | undefined;
  readonly left: readonly number[];
  readonly right: readonly number[];
  readonly after: readonly number[];
  /** Parts to the right of all these, which share their rows. */
  readonly aside: readonly number[];
}

class Arranged {
  private readonly parts: Parts[] = [];
  private readonly extents: Extent[] = [];
  /** The distance of a vertex' axis from that of its dominator. */
  private readonly offsets: number[] = [];
  /** From the axis of a vertex: lanes by edge. */
  private readonly lanes = new Map<number, Lane & { readonly of: number }>();
  private readonly arms = new Set<number>();
  /** Of a subtree, the edges in lanes at its right. */
  private readonly leaving = new Map<number, Arc[]>();

  constructor(
    private readonly tree: Tree,
    private readonly boxes: readonly Box[],
  ) {}

  columns(): Columns {
    const { order, out, above, root } = this.tree;
    for (const v of order) this.parts[v] = this.partsOf(v);
    for (const arcs of out) for (const arc of arcs) this.sendOut(arc);
    for (const v of [...order].reverse()) this.arrange(v);
    const x: number[] = [];
    for (const v of order)
      x[v] = v === root ? at(this.extents, root).left : at(x, at(above, v)) + at(this.offsets, v);
    const { left, right } = at(this.extents, root);
    return {
      x,
      width: left + right,
      lanes: new Map([...this.lanes].map(([e, { of, ...lane }]) => [e, { ...lane, x: at(x, of) + lane.x }])),
      arms: this.arms,
    };
  }

  private partsOf(v: number): Parts {
    const { below, depths, deepest, speaks } = this.tree;
    const arms = this.armsOf(v);
    let bottom = Math.max(at(depths, v), ...arms.map((arm) => at(deepest, arm)));
    const after: number[] = [];
    const aside: number[] = [];
    for (const kid of at(below, v)) {
      if (arms.includes(kid)) continue;
      (at(depths, kid) > bottom ? after : aside).push(kid);
      bottom = Math.max(bottom, at(deepest, kid));
    }
    const speaking = arms.filter((arm) => at(speaks, arm));
    const first = speaking.length === 1 ? speaking[0] : after.length > 0 ? undefined : this.longest(arms);
    const sides = arms.filter((arm) => arm !== first);
    const half = first === undefined ? sides.length >> 1 : 0;
    return { first, left: sides.slice(0, half), right: sides.slice(half), after, aside };
  }

  /** The arms of a branch, the body of a loop, from left to right. */
  private armsOf(v: number): number[] {
    const { out, into, returns, below } = this.tree;
    const back = at(returns, v).filter(({ to }) => to === v);
    if (back.length > 0)
      return at(below, v).filter((kid) => back.some(({ from }) => this.isWithin(from, kid)));
    if (at(out, v).length < 2) return [];
    return [...new Set(at(out, v).map(({ to }) => to))].filter((to) => at(into, to).length === 1);
  }

  private isWithin(v: number, subtree: number): boolean {
    const { above, depths } = this.tree;
    let up = v;
    while (at(depths, up) > at(depths, subtree)) up = at(above, up);
    return up === subtree;
  }

  private longest(arms: readonly number[]): number | undefined {
    const { deepest } = this.tree;
    return arms.reduce<number | undefined>(
      (a, b) => (a === undefined || at(deepest, b) >= at(deepest, a) ? b : a),
      undefined,
    );
  }

  /** Gives an edge a lane, unless the way down the axis where it starts, or of the arm where it ends, is free. */
  private sendOut(arc: Arc): void {
    const { above } = this.tree;
    const end = at(above, arc.to);
    const { first, left, right } = at(this.parts, arc.from);
    if (arc.from === end) {
      if ([first, ...left, ...right].includes(arc.to)) this.arms.add(arc.e);
      else if (!this.isNext(arc, end)) this.send(arc, end);
      else if (first !== undefined) this.send(arc, arc.from);
      return;
    }
    let subtree = arc.from;
    let isFree = at(this.tree.below, arc.from).length === 0 && at(this.tree.out, arc.from)[0] === arc;
    while (at(above, subtree) !== end) {
      const up = at(above, subtree);
      const { after } = at(this.parts, up);
      isFree &&= after.length === 0 || after.at(-1) === subtree;
      subtree = up;
    }
    if (!this.isNext(arc, subtree)) this.send(arc, end);
    else if (!isFree) this.send(arc, subtree);
  }

  /** Does nothing else stand on the axis between a subtree and where an edge out of it ends? */
  private isNext({ to }: Arc, subtree: number): boolean {
    const { above, depths } = this.tree;
    const { after, aside } = at(this.parts, at(above, to));
    if (aside.includes(to)) return false;
    const between = after.filter(
      (each) => each !== to && each !== subtree && at(depths, each) > at(depths, subtree),
    );
    return between.every((each) => at(depths, each) > at(depths, to));
  }

  private send(arc: Arc, subtree: number): void {
    const list = this.leaving.get(subtree);
    if (list === undefined) this.leaving.set(subtree, [arc]);
    else list.push(arc);
  }

  private arrange(v: number): void {
    const half = at(this.boxes, v).width / 2;
    const extent: Extent = { left: half, right: half };
    this.extents[v] = extent;
    const { first, left, right, after, aside } = at(this.parts, v);
    const tip = half + CORNER;
    if (first !== undefined) {
      this.putOnAxis(extent, first);
      for (const arm of right) this.putRight(extent, arm, tip);
    } else if (left.length + right.length > 0) {
      const grown: Extent = { left: GAP / 2, right: -GAP / 2 };
      for (const arm of [...left].reverse()) this.putLeft(grown, arm, tip);
      for (const arm of right) this.putRight(grown, arm, tip);
      extent.left = Math.max(extent.left, grown.left);
      extent.right = Math.max(extent.right, grown.right);
    }
    this.takeLeft(v, 'back');
    const leaving = this.leaving.get(v) ?? [];
    const isAround = (arc: Arc) => arc.from === v && this.isNext(arc, v);
    this.takeRight(v, leaving.filter(isAround));
    for (const each of after) this.putOnAxis(extent, each);
    for (const each of aside) this.putRight(extent, each, 0);
    this.takeLeft(v, 'into');
    this.takeRight(
      v,
      leaving.filter((arc) => !isAround(arc)),
    );
    this.takeRight(v, at(this.tree.jumps, v));
  }

  private putOnAxis(extent: Extent, part: number): void {
    const { left, right } = at(this.extents, part);
    this.offsets[part] = 0;
    extent.left = Math.max(extent.left, left);
    extent.right = Math.max(extent.right, right);
  }

  private putLeft(extent: Extent, arm: number, least: number): void {
    const { left, right } = at(this.extents, arm);
    const x = Math.max(extent.left + right, least);
    this.offsets[arm] = -x;
    extent.left = x + left + GAP;
  }

  private putRight(extent: Extent, arm: number, least: number): void {
    const { left, right } = at(this.extents, arm);
    const x = Math.max(extent.right + GAP + left, least);
    this.offsets[arm] = x;
    extent.right = x + right;
  }

  /** Takes a lane to the left of everything below `v` so far. */
  private takeLeft(v: number, leads: 'back' | 'into'): void {
    const edges = at(this.tree.returns, v).filter(({ to }) => (to === v) === (leads === 'back'));
    if (edges.length === 0) return;
    const extent = at(this.extents, v);
    extent.left += LANE;
    for (const { e, from } of edges) this.lanes.set(e, { of: v, x: -extent.left, leads, isOwn: from === v });
  }

  /** Takes lanes to the right of everything below `v` so far, one for each end; the lanes pass these ends. */
  private takeRight(v: number, arcs: readonly Arc[]): void {
    const extent = at(this.extents, v);
    for (const end of new Set(arcs.map(({ to }) => to))) {
      const half = at(this.tree.above, end) === v ? at(this.boxes, end).width / 2 : 0;
      extent.right = Math.max(extent.right, half) + LANE;
      for (const { e, from, to } of arcs)
        if (to === end) this.lanes.set(e, { of: v, x: extent.right, leads: 'on', isOwn: from === v });
    }
  }
}

function at<T>(list: readonly T[], i: number): T {
  return list[i] as T;
}
