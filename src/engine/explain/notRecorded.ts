/** Why a value that is overwritten is not on the tape: the negative answers of theory 4.2 to 4.5. */

import type { ReaderApart } from '../analyses/elements/elementsApart';
import { entryOf } from '../base/lookup';
import { statesAround } from '../dataflow/solve';
import type { FlowGraph, Instruction } from '../ir/graph/flow';
import type { Context } from './context';
import { type Point, pointOf, search } from './control/paths';
import { needsOf } from './reads';

export type NotRecorded =
  /** The statement does not write the location. */
  | { readonly kind: 'not-written' }
  /** Adjoint liveness took the statement out of the forward sweep. */
  | { readonly kind: 'dropped' }
  /** The user took the recording away. */
  | { readonly kind: 'tampered' }
  /** Strategy `initialized`: nothing had a value there. */
  | { readonly kind: 'undefined' }
  /** The statement's own derivative reads another element of the array (4.4). */
  | { readonly kind: 'elements' }
  /** Other elements of the array are required, this one is not (4.4). */
  | { readonly kind: 'apart'; readonly readers: readonly ReaderApart[] }
  /** Read upstream, but no derivative needs it. */
  | {
      readonly kind: 'not-needed';
      readonly readers: readonly Instruction[];
      readonly path: readonly number[];
    }
  /** A derivative upstream needs the location, but an earlier overwrite has taken care of that value. */
  | {
      readonly kind: 'killed';
      readonly reader: Instruction;
      /** Every path from the reader leads through one of them. */
      readonly killers: readonly Instruction[];
      readonly path: readonly number[];
    }
  /** A derivative upstream needs it, and the backward sweep computes it again (4.6). */
  | { readonly kind: 'recomputed'; readonly reader: Instruction; readonly path: readonly number[] }
  /** A split call: the routine that it calls stores it itself, just before the statement that overwrites it. */
  | { readonly kind: 'inside'; readonly callee: string }
  /** Nothing upstream reads it at all. */
  | { readonly kind: 'unread' };

export function whyNotRecorded(c: Context, i: Instruction, l: number): NotRecorded {
  const { analysis } = c;
  const { effects, graph } = analysis.model;
  if (!effects(i).out.has(l)) return { kind: 'not-written' };
  const runs = i.kind === 'leaf' ? analysis.stays.has(i.id) : entryOf(analysis.tests, i.id).runs;
  const t = analysis.tbrAt(i);
  if ((!runs && !analysis.calls.get(i.id)?.adjoint) || !t) return { kind: 'dropped' };
  const key = `s${i.id}:${analysis.model.locations.at(l).key}`;
  const wanted = t.usedAndOverwritten.has(l) || statesAround(analysis.required, i).before.has(l);
  if (wanted && analysis.defined && !analysis.defined.around(i.id)?.before.has(l))
    return { kind: 'undefined' };
  const plan = analysis.calls.get(i.id);
  const snapshot = plan?.adjoint === true && plan.mode === 'joint';
  const { without } = analysis.options;
  if ((without.has(key) && (wanted || snapshot)) || (without.has(`${key}:snapshot`) && snapshot))
    return { kind: 'tampered' };
  if (wanted && plan?.mode === 'split' && i.kind === 'leaf' && i.statement.kind === 'call')
    return { kind: 'inside', callee: i.statement.callee };
  const apart = wanted ? analysis.spared.get(i.id) : undefined;
  if (apart) return { kind: 'apart', readers: apart() };
  if (analysis.derivatives.get(i.id)?.use.has(l) && !t.usedAndOverwritten.has(l)) return { kind: 'elements' };
  const point = pointOf(graph, i.id, 'before');
  return point ? whyNotRequired(c, point, l, i) : { kind: 'unread' };
}

export type NotRequired = Extract<NotRecorded, { kind: 'not-needed' | 'recomputed' | 'killed' | 'unread' }>;

/** Why no backward sweep upstream of a point requires l. `own`, if given, is the statement just after it, which must not require it either. */
export function whyNotRequired(c: Context, point: Point, l: number, own: Instruction | null): NotRequired {
  const { analysis } = c;
  const { effects, graph } = analysis.model;
  const kills = (k: Instruction) => analysis.tbrAt(k)?.kill.has(l) ?? false;
  const reads = (k: Instruction) => effects(k).use.has(l) && k.id !== own?.id;
  const near = search(graph, point, 'upstream', reads, kills);
  const itself = own && effects(own).use.has(l) ? [own] : [];
  const again = isComputedAgain(c, l) && near.hits.find((h) => needsOf(c, h.instruction, l).length > 0);
  if (again) return { kind: 'recomputed', reader: again.instruction, path: again.vertices };
  if (near.hits.length + itself.length > 0) {
    return {
      kind: 'not-needed',
      readers: [...itself, ...near.hits.map((h) => h.instruction)],
      path: near.hits[0]?.vertices ?? [point.vertex],
    };
  }
  const needs = (k: Instruction) => needsOf(c, k, l).length > 0;
  const far = search(graph, point, 'upstream', needs, () => false).hits[0];
  const killers = far ? firstKillers(graph, far.instruction, point, kills) : [];
  if (far && killers.length > 0)
    return { kind: 'killed', reader: far.instruction, killers, path: far.vertices };
  return { kind: 'unread' };
}

/** The instructions that first overwrite the location after a read, on the paths from there to a point. */
function firstKillers(
  graph: FlowGraph,
  reader: Instruction,
  point: Point,
  kills: (k: Instruction) => boolean,
): Instruction[] {
  if (kills(reader)) return [reader];
  const after = pointOf(graph, reader.id, 'after');
  const first = new Set(
    after ? search(graph, after, 'downstream', kills, kills).hits.map((h) => h.instruction.id) : [],
  );
  return search(
    graph,
    point,
    'upstream',
    (k) => first.has(k.id),
    () => false,
  ).hits.map((h) => h.instruction);
}

function isComputedAgain(c: Context, l: number): boolean {
  return [...c.analysis.recomputed.values()].flat().some((id) => {
    const s = c.analysis.nesting.statements.get(id);
    return s?.kind === 'assign' && c.analysis.model.locations.of(s.target) === l;
  });
}
