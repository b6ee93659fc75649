/**
 * The linearised computational graph of a basic block ([CFR] 3, theory 8.3), and the block's statements with every
 * elementary operation that something differentiable flows through in a statement of its own, so that partials can be
 * evaluated beside it:
 *
 *   v7 = (v3*v2)*v4   ->   t = v3*v2;  v7 = t*v4;      c_t3 = v2, c_t2 = v3, c_7t = v4, c_74 = t
 *
 * Vertices are what is active: places as they are at the start (inputs), then operations in order of evaluation. Sums of
 * sums, signs and conversions are part of the operation around them, and a choice is one operation, since only the arm that
 * is chosen may be evaluated.
 */
import type { VertexRole } from '../../elimination/graph';
import {
  add,
  children,
  constant,
  convert,
  isReal,
  sameExpr,
  variable,
  walkPlaces,
  withChildren,
} from '../../ir/build';
import type { Locations } from '../../ir/locations';
import { backpropagate } from '../../ir/partials';
import { compareElements } from '../../ir/subscripts';
import type { Assign, Expr, Place, ScalarType, VariableId } from '../../ir/types';

export interface BlockVertex {
  readonly role: VertexRole;
  /** What holds its value: a place of the source, or a temporary. */
  readonly place: Place;
  /** Position of the source's statement that computes it; -1 for an input. */
  readonly at: number;
}
export interface BlockEdge {
  readonly from: number;
  readonly to: number;
  readonly partial: Expr;
}
export interface BlockGraph {
  readonly statements: readonly Assign[];
  readonly vertices: readonly BlockVertex[];
  readonly edges: readonly BlockEdge[];
  /** By position: temporaries to be set first, and the statement as it is then. */
  readonly code: readonly { readonly before: readonly (readonly [Place, Expr])[]; readonly value: Expr }[];
  /** By position: the vertex that the statement computes; null where nothing active is. */
  readonly computes: readonly (number | null)[];
}

export interface BlockFacts {
  readonly locations: Locations;
  readonly temporary: (type: ScalarType, like: Assign) => VariableId;
  /** Is a place that the block has not written active before this statement? */
  readonly isActive: (place: Place, before: Assign) => boolean;
  /** May the adjoint of what the last statement that writes it has left be other than zero? */
  readonly isOutput: (place: Place) => boolean;
}

/** One place for certain, two for certain, or neither. */
export function comparePlaces(a: Place, b: Place, locations: Locations): 'same' | 'different' | 'unknown' {
  if (a.variable === b.variable)
    return locations.of(a) === locations.of(b) ? compareElements(a, b) : 'different';
  const location = locations.of(a);
  return location >= 0 && location === locations.of(b) ? 'unknown' : 'different';
}

export function blockGraph(statements: readonly Assign[], facts: BlockFacts): BlockGraph {
  const made = new GraphBuilder(facts);
  statements.forEach((s, at) => {
    made.add(s, at);
  });
  return made.finish(statements);
}

/** What an expression has become: what to evaluate, and whether anything active is in it. */
interface Lowered {
  readonly e: Expr;
  readonly isActive: boolean;
}

class GraphBuilder {
  private readonly vertices: BlockVertex[] = [];
  private readonly edges: BlockEdge[] = [];
  private readonly code: BlockGraph['code'][number][] = [];
  private readonly computes: (number | null)[] = [];
  /** The vertex that each place holds, -1 where it is nothing active; the last one counts. */
  private readonly held: { place: Place; vertex: number; isWritten: boolean }[] = [];
  private before: (readonly [Place, Expr])[] = [];

  constructor(private readonly facts: BlockFacts) {}

  add(s: Assign, at: number): void {
    this.before = [];
    const { e, isActive } = this.lower(s.value, s, at, false);
    const vertex = isActive ? this.operation(e, s.target, at) : null;
    this.code.push({ before: this.before, value: e });
    this.computes.push(vertex);
    const known = this.find(s.target);
    if (known) {
      known.vertex = vertex ?? -1;
      known.isWritten = true;
    } else this.held.push({ place: s.target, vertex: vertex ?? -1, isWritten: true });
  }

  finish(statements: readonly Assign[]): BlockGraph {
    const outputs = new Set(
      this.held.filter((h) => h.isWritten && this.facts.isOutput(h.place)).map((h) => h.vertex),
    );
    const vertices = this.vertices.map((v, n) => (outputs.has(n) ? { ...v, role: 'output' as const } : v));
    return { statements, vertices, edges: this.edges, code: this.code, computes: this.computes };
  }

  private find(place: Place) {
    return this.held.find((h) => comparePlaces(h.place, place, this.facts.locations) === 'same');
  }

  /** The vertex of an operand; null where it is passive. An input gets one when it is first read. */
  private vertexOf(place: Place, s: Assign): number | null {
    if (!isReal(place.type)) return null;
    const known = this.find(place);
    if (known) return known.vertex < 0 ? null : known.vertex;
    const isActive = this.facts.isActive(place, s);
    const vertex = isActive ? this.vertices.push({ role: 'input', place, at: -1 }) - 1 : -1;
    this.held.push({ place, vertex, isWritten: false });
    return isActive ? vertex : null;
  }

  /** `inSum`: a sum may stay, since it stands in one. */
  private lower(e: Expr, s: Assign, at: number, inSum: boolean): Lowered {
    if (!isReal(e.type)) return { e, isActive: false };
    if (e.kind === 'variable' || e.kind === 'element') return { e, isActive: this.vertexOf(e, s) !== null };
    if (e.kind === 'select') return { e, isActive: this.reads(e, s) };
    const isSum = e.kind === 'binary' && (e.op === 'add' || e.op === 'subtract');
    const isSign = e.kind === 'unary' || e.kind === 'convert';
    let isActive = false;
    const parts = children(e).map((part) => {
      const lowered = this.lower(part, s, at, isSum || (isSign && inSum));
      if (!lowered.isActive) return part;
      isActive = true;
      const staysInside = isPlain(lowered.e) || ((isSum || (isSign && inSum)) && isSumOrSign(lowered.e));
      return staysInside ? lowered.e : this.temporary(lowered.e, s, at);
    });
    return { e: isActive ? withChildren(e, parts) : e, isActive };
  }

  /** An operation below another, in a variable of its own. */
  private temporary(e: Expr, s: Assign, at: number): Expr {
    const place = variable(this.facts.temporary(e.type, s), e.type, e.span);
    this.before.push([place, e]);
    const vertex = this.operation(e, place, at);
    this.held.push({ place, vertex, isWritten: false });
    return place;
  }

  private operation(e: Expr, place: Place, at: number): number {
    const vertex = this.vertices.length;
    const partials = new Map<number, Expr>();
    const contributions = backpropagate(e, constant(1, e.type, e.span), {
      isActive: (p) => (this.find(p)?.vertex ?? -1) >= 0,
      share: (x) => x,
      unrounded: true,
    });
    for (const c of contributions) {
      const from = this.find(c.place)?.vertex as number;
      const before = partials.get(from);
      const type = before?.type === 'f64' ? 'f64' : c.value.type;
      partials.set(from, before ? add(convert(before, type), convert(c.value, type)) : c.value);
    }
    this.vertices.push({ role: 'intermediate', place, at });
    for (const [from, partial] of partials) this.edges.push({ from, to: vertex, partial });
    return vertex;
  }

  private reads(e: Expr, s: Assign): boolean {
    if (!isReal(e.type)) return false;
    if (e.kind === 'variable' || e.kind === 'element') return this.vertexOf(e, s) !== null;
    return children(e).filter((part) => this.reads(part, s)).length > 0;
  }
}

/** A place, but for signs and conversions. */
function isPlain(e: Expr): boolean {
  if (e.kind === 'unary' || e.kind === 'convert') return isPlain(e.operand);
  return e.kind === 'variable' || e.kind === 'element';
}

function isSumOrSign(e: Expr): boolean {
  if (e.kind === 'unary' || e.kind === 'convert') return isSumOrSign(e.operand);
  return e.kind === 'binary' && (e.op === 'add' || e.op === 'subtract');
}

/**
 * Runs of assignments that make a block: they write reals, and of any two places, one of them written, it is certain whether
 * they are the same. A statement for which that does not hold is a block of its own. A block ends where a real is written that
 * a subscript in it reads: the rows of the Jacobian name places as they are at the start of the block.
 */
export function splitBlocks(statements: readonly Assign[], locations: Locations): Assign[][] {
  const blocks: Assign[][] = [];
  let block: Assign[] = [];
  let read: Place[] = [];
  let written: Place[] = [];
  let steering: Place[] = [];
  const close = () => {
    if (block.length > 0) blocks.push(block);
    block = [];
    read = [];
    written = [];
    steering = [];
  };
  const meets = (place: Place, others: readonly Place[]) =>
    others.some((other) => comparePlaces(place, other, locations) !== 'different');
  for (const s of statements) {
    const reads = placesIn(s.value);
    const clash = (places: readonly Place[], others: readonly Place[]) =>
      places.some((a) => others.some((b) => comparePlaces(a, b, locations) === 'unknown'));
    const target = [s.target];
    const isUnsure = clash(reads, written) || clash(target, written) || clash(target, read);
    if (isUnsure || meets(s.target, steering) || block.length >= LONGEST) close();
    block.push(s);
    read.push(...reads);
    written.push(...target);
    steering.push(...[...reads, s.target].flatMap(inSubscripts));
    if (clash(target, reads) || meets(s.target, steering)) close();
  }
  close();
  return blocks;
}

/** Eliminations take time that grows faster than blocks. */
const LONGEST = 60;

function placesIn(e: Expr): Place[] {
  if (e.kind === 'variable' || e.kind === 'element') return isReal(e.type) ? [e] : [];
  return children(e)
    .flatMap(placesIn)
    .filter((p, n, all) => all.findIndex((q) => sameExpr(p, q)) === n);
}

/** Real places that the subscripts of a place read, by way of conversions to integers. */
function inSubscripts(place: Place): Place[] {
  if (place.kind !== 'element') return [];
  const found: Place[] = [];
  for (const subscript of place.subscripts)
    walkPlaces(subscript, (x) => {
      if (isReal(x.type)) found.push(x);
    });
  return found;
}
