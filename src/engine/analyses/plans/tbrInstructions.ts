/** What TBR needs to know of each instruction of a routine (theory 4, 6, 7): made from activity, liveness and control. */
import { BitSet } from '../../base/bitset';
import { isOpen } from '../../ir/bounds';
import type { FlowVertex, Instruction } from '../../ir/graph/flow';
import type { Locations } from '../../ir/locations';
import { variableOf } from '../../ir/names';
import { compareElements } from '../../ir/subscripts';
import type { Assign, Call, StatementId } from '../../ir/types';
import type { Spared } from '../elements/elementsApart';
import { addressesOf, changedByCall, extentsOf, liveOfActuals } from '../instructions/callSets';
import { elementsPassed, partTouched } from '../instructions/externalEffects';
import type { Effect, Port } from '../instructions/summary';
import type { EffectAt } from '../problems/activity';
import type { Recomputed, TbrInstruction } from '../problems/tbr';
import type { RoutineFacts } from '../routineFacts';
import { BOUNDS, type ControlReversal } from './controlReversal';
import type { TbrParts } from './tbrParts';

/** Null for an instruction that does nothing to what is required. */
export type TbrAt = (instruction: Instruction) => TbrInstruction | null;

/**
 * `reversed`: tests whose reversal is wanted; `spared`: assignments that overwrite nothing required. What does not rest on
 * these is made once.
 */
export function tbrInstructions(
  parts: TbrParts,
): (reversed: ReadonlySet<StatementId>, spared: Spared) => TbrAt {
  const ofLeaf = tbrLeaves(parts);
  return (reversed, spared) => {
    const cache = new Map<StatementId, TbrInstruction | null>();
    return (i) => {
      if (i.kind === 'leaf' && !spared.has(i.id)) return ofLeaf(i);
      const known = cache.get(i.id);
      if (known !== undefined) return known;
      const plain = i.kind === 'test' ? ofTest(parts, i, reversed) : ofLeaf(i);
      const made = plain && i.kind === 'leaf' ? { ...plain, spared: plain.out } : plain;
      cache.set(i.id, made);
      return made;
    };
  };
}

function tbrLeaves(parts: TbrParts): (leaf: Instruction & { kind: 'leaf' }) => TbrInstruction | null {
  const { empty } = parts.facts;
  const blockEnds = recomputedAtEnds(parts);
  const cache = new Map<StatementId, TbrInstruction | null>();
  const make = (i: Instruction & { kind: 'leaf' }): TbrInstruction | null => {
    if (i.statement.kind === 'call') return ofCall(parts, i, i.statement);
    const use = parts.derivatives.use(i) ?? empty;
    if (i.statement.kind === 'assign' && i.statement.again) {
      const location = parts.facts.model.locations.of(i.statement.target);
      return { ...nothing(empty), recompute: [{ location, reads: use, statement: i.id }] };
    }
    if (!parts.sweep.stays.has(i.id)) return use.isEmpty() ? null : { ...nothing(empty), use };
    return i.statement.kind === 'assign' ? ofAssignment(parts, i, i.statement, use) : null;
  };
  return (i) => {
    const known = cache.get(i.id);
    if (known !== undefined) return known;
    const recompute = blockEnds.get(i.id);
    const plain = make(i);
    const made = recompute ? { ...(plain ?? nothing(empty)), recompute } : plain;
    cache.set(i.id, made);
    return made;
  };
}

function nothing(empty: BitSet): TbrInstruction {
  return {
    out: empty,
    kill: empty,
    use: empty,
    usedAndOverwritten: empty,
    address: empty,
    requiredAfter: null,
    call: undefined,
  };
}

/** Required scalars that a block's backward sweep computes again, by the block's last instruction. */
function recomputedAtEnds({ facts, sweep, declined }: TbrParts): Map<StatementId, readonly Recomputed[]> {
  const blockEnds = new Map<StatementId, readonly Recomputed[]>();
  if (!facts.options.recompute) return blockEnds;
  const { graph, locations, effects } = facts.model;
  for (const vertex of graph.vertices) {
    const last = vertex.instructions[vertex.instructions.length - 1];
    if (vertex.kind !== 'BASICBLOCK' || !last) continue;
    const list = recomputable(vertex, locations, effects, (id) => sweep.stays.has(id))
      .filter((r) => !declined.has(r.statement))
      .map((r) => ({ ...r, reads: facts.withoutIndices(r.statement, r.reads) }));
    if (list.length > 0) blockEnds.set(last.id, list);
  }
  return blockEnds;
}

/** An assignment of the forward sweep. */
function ofAssignment(parts: TbrParts, i: Instruction, s: Assign, use: BitSet): TbrInstruction {
  const { facts, derivatives } = parts;
  const { locations, effects } = facts.model;
  const { out, kill } = effects(i);
  const d = derivatives.assignments.get(i.id);
  const overwritten = new BitSet(locations.size);
  if (facts.options.record !== 'tbr') overwritten.unionWith(out);
  else if (d) {
    for (const place of d.places) {
      const l = locations.of(place);
      const mayBeOne = !facts.options.elements || compareElements(place, s.target) !== 'different';
      if (out.has(l) && mayBeOne) overwritten.add(l);
    }
  }
  return {
    out,
    // It is undone from the new value, which is required in its place.
    kill: s.undo ? facts.empty : kill,
    use,
    usedAndOverwritten: overwritten,
    address: facts.withoutIndices(i.id, facts.subscriptUse(s.target)),
    requiredAfter: d && !d.useOut.isEmpty() ? d.useOut : null,
  };
}

function ofTest(
  { facts, sweep, control }: TbrParts,
  i: Instruction & { kind: 'test' },
  reversed: ReadonlySet<StatementId>,
): TbrInstruction | null {
  const { empty } = facts;
  const isReversed = reversed.has(i.id);
  const read = () => facts.withoutIndices(i.id, facts.testUse(i));
  if (i.test.kind !== 'for')
    return isReversed && control.again(i) ? { ...nothing(empty), use: read() } : null;
  const runs = sweep.runs.has(i.id);
  if (!isReversed && !runs) return null;
  const requiredAfter = isReversed ? boundsReadAgain(facts, control, i) : null;
  // Where only the backward sweep runs the loop, the forward sweep does not overwrite its index.
  if (!runs) return { ...nothing(empty), requiredAfter };
  const { out } = facts.model.effects(i);
  const usedAndOverwritten = facts.options.record !== 'tbr' ? out : empty;
  return { ...nothing(empty), out, kill: out, usedAndOverwritten, requiredAfter };
}

/** What the bounds of a reversed loop read that do not come from the tape. */
function boundsReadAgain(facts: RoutineFacts, control: ControlReversal, i: Instruction): BitSet | null {
  if (i.kind !== 'test' || i.test.kind !== 'for') return null;
  const { locations } = facts.model;
  const stored = control.storedBounds(i);
  const again = BOUNDS.filter((part) => !stored.includes(part));
  const { test } = i;
  const read = BitSet.of(
    locations.size,
    again.flatMap((part) => locations.read(test[part])),
  );
  return facts.withoutIndices(i.id, read);
}

function ofCall(parts: TbrParts, i: Instruction, s: Call): TbrInstruction | null {
  const { facts, derivatives, sweep } = parts;
  const { model, options, empty } = facts;
  const effect = model.effects(i);
  const kept = sweep.stays.has(i.id);
  const adjoint = derivatives.calls.has(i.id);
  if (!kept && !adjoint) return null;
  if (derivatives.isSplit(i)) return ofSplitCall(parts, s, effect);
  const live = adjoint ? derivatives.liveOfCall(s) : empty;
  const snp = live.clone();
  snp.intersectWith(kept ? effect.out : empty);
  const { written, restored } = joint(parts, s, effect.out);
  const sbk = (inReq: BitSet) => {
    if (options.record !== 'tbr') return effect.out;
    const set = written.clone();
    set.intersectWith(inReq);
    set.subtract(restored);
    return set;
  };
  const wholly = savedWholly(facts, s, options.record === 'tbr' ? written : effect.out);
  const left = extentsOf(model, s);
  left.unionWith(addressesOf(model, s));
  left.subtract(effect.kill);
  // An eager snapshot holds the addresses.
  if (adjoint && options.snapshots === 'eager') left.subtract(live);
  const toPush = facts.withoutIndices(i.id, left);
  return {
    ...nothing(empty),
    out: effect.out,
    kill: effect.kill,
    use: live,
    call: {
      record: sbk,
      outReq: (inReq) => {
        const next = inReq.clone();
        next.subtract(wholly);
        if (adjoint && options.snapshots === 'lazy') {
          next.unionWith(live);
          const saved = snp.clone();
          saved.intersectWith(wholly);
          next.subtract(saved);
        }
        if (adjoint || !sbk(inReq).isEmpty()) next.unionWith(toPush);
        return next;
      },
    },
  };
}

/** What a call in joint mode changes, and what of it its snapshot puts back for good. */
export function joint({ facts, derivatives, sweep, infoOf }: TbrParts, s: Call, out: BitSet) {
  const adjoint = derivatives.calls.has(s.id);
  const live = adjoint ? derivatives.liveOfCall(s) : facts.empty;
  const leaves = adjoint ? infoOf(s).leaves : NONE;
  return changedByCall(facts.model, s, { out, stays: sweep.stays.has(s.id), live, leaves });
}

const NONE: ReadonlySet<Port> = new Set();

/**
 * What is saved as a whole. Of an array passed element by element, or whose extent only a directive tells, just those elements
 * are saved, and the others stay required.
 */
export function savedWholly({ model }: RoutineFacts, s: Call, saved: BitSet): BitSet {
  const { locations, program } = model;
  const wholly = saved.clone();
  saved.forEach((l) => {
    const location = locations.at(l);
    const isPart =
      location.variables.some((id) => isOpen(variableOf(program, id))) && partTouched(program, s, location);
    if (isPart || elementsPassed(model, s, location)) wholly.delete(l);
  });
  return wholly;
}

/**
 * Split mode: the callee records what it overwrites, knowing what is required around it; what its backward half reads
 * of the state it left is required from here on. Of an array it may know some elements only: the others stay required.
 */
function ofSplitCall({ facts, infoOf }: TbrParts, s: Call, effect: Effect): TbrInstruction {
  const { model, empty } = facts;
  const left = liveOfActuals(model, s, infoOf(s).requiredAtExit, 'split');
  left.unionWith(extentsOf(model, s));
  const more = facts.withoutIndices(s.id, left);
  const known = effect.kill.clone();
  effect.out.forEach((l) => {
    if (model.locations.at(l).strong) known.add(l);
  });
  // The callee does not know the variable that its result is assigned to, and can't save it.
  const result = s.result ? model.locations.of(s.result) : -1;
  return {
    ...nothing(empty),
    out: effect.out,
    kill: effect.kill,
    call: {
      record: (inReq) => (inReq.has(result) ? BitSet.of(model.locations.size, [result]) : empty),
      outReq: (inReq) => {
        const next = inReq.clone();
        next.subtract(known);
        next.unionWith(more);
        return next;
      },
    },
  };
}

/**
 * Recompute in the block (theory 4.6): at block end a scalar v, last set by a kept assignment J: v = e, need not be restored
 * if neither v nor any of Vars(e) is written after J in the block and v is not in Vars(e). The block's backward sweep then
 * starts by running J again. What J reads is then required, so J is run again only where that adds no recording
 * (`routineAnalysis.ts`).
 *
 *   e1 = T[i] - U[i];      J: T, U and i are not written below, so e1 is computed again
 *   e2 = e2 + e1*e1;       and nothing is recorded at J
 *
 * Last assignment first. `stays`: is the leaf part of the forward sweep?
 */
function recomputable(
  vertex: FlowVertex,
  locations: Locations,
  effects: EffectAt,
  stays: (id: StatementId) => boolean,
): Recomputed[] {
  const found: Recomputed[] = [];
  const writtenAfter = new BitSet(locations.size);
  for (const i of vertex.instructions.toReversed()) {
    if (i.kind !== 'leaf' || !stays(i.id)) continue;
    const { out, use } = effects(i);
    const s = i.statement;
    if (s.kind === 'assign' && s.target.kind === 'variable') {
      const l = locations.of(s.target);
      const free =
        l >= 0 &&
        locations.at(l).strong &&
        !writtenAfter.has(l) &&
        !use.has(l) &&
        !use.intersects(writtenAfter);
      if (free) found.push({ location: l, reads: use, statement: i.id });
    }
    writtenAfter.unionWith(out);
  }
  return found;
}
