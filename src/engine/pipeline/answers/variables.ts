/** The variables of a routine as results: their roles, where they stand, and why they are active or not. */
import type { RoutineAnalysis } from '../../analyses/routineAnalysis';
import { BitSet } from '../../base/bitset';
import { getOrMake } from '../../base/once';
import { isReal } from '../../ir/build';
import { locationKey, routineNamed, variableOf } from '../../ir/names';
import { readExpr } from '../../ir/text/reading';
import type { Program, Routine, Variable, VariableId } from '../../ir/types';
import { visitPlaces } from '../../ir/uses';
import type { Compile } from '../compile/compiled';
import { portIn, visible } from '../compile/interface';
import type { Span, VariableInfo } from '../results';

export function variableInfos(c: Compile, routine: Routine): VariableInfo[] {
  const model = c.model;
  const sides = c.interface;
  if (!model || !sides) return [];
  const program = c.program;
  const summary = model.summaries.get(routine.name);
  const analysis = c.analysis?.routines.get(routine.name);
  const anywhere = analysis && activityAnywhere(analysis);
  const outside = visible(program, routine, model);
  const uses = usesOf(program, routine);
  const derivative = derivativeNames(c);
  const locals = routine.locals.filter(
    (id) => !outside.includes(id) && variableOf(program, id).role !== 'temporary',
  );
  return [...outside, ...locals].map((id) => {
    const v = variableOf(program, id);
    const reads = portIn(program, routine, summary, id, 'use') && id !== routine.result;
    const writes = portIn(program, routine, summary, id, 'out');
    const isOutside = outside.includes(id);
    const activity =
      analysis && anywhere ? activityOf(analysis, anywhere, id) : { active: false, reason: '' };
    return {
      key: locationKey(program, id),
      name: v.name,
      type: v.type,
      dimensions: v.shape
        ? v.shape.dimensions.map((d) => (d.extent ? readExpr(program, d.extent) : '?'))
        : null,
      role: roleOf(v, isOutside, reads, writes),
      entryMatters:
        isOutside &&
        id !== routine.result &&
        (reads || v.shape !== null || !portIn(program, routine, summary, id, 'kill')),
      canBeIndependent: isReal(v.type) && isOutside && id !== routine.result,
      canBeDependent: isReal(v.type) && isOutside && writes,
      independent: sides.independents.includes(id),
      dependent: sides.dependents.includes(id),
      active: activity.active,
      reason: activity.reason,
      span: v.span,
      uses: uses.get(id) ?? [],
      derivative: derivative(id),
    };
  });
}

/** Of a parameter its derivative among the parameters, also where the routine works on a copy of that. */
function derivativeNames({ generated }: Compile): (id: VariableId) => string | null {
  if (!generated) return () => null;
  const { program, entry, derivatives } = generated;
  const passed = (routineNamed(program, entry)?.parameters ?? []).map((id) => variableOf(program, id));
  const byPrimal = new Map(passed.map((v) => [v.derivativeOf, v]));
  return (id) => {
    const made = derivatives.get(id);
    return made === undefined ? null : (byPrimal.get(id) ?? variableOf(program, made)).name;
  };
}

function roleOf(
  { role }: Variable,
  isOutside: boolean,
  reads: boolean,
  writes: boolean,
): VariableInfo['role'] {
  if (role === 'result') return 'result';
  if (!isOutside) return 'local';
  if (reads && writes) return 'inout';
  return writes ? 'output' : reads ? 'input' : 'unused';
}

function usesOf(program: Program, routine: Routine): Map<VariableId, Span[]> {
  const uses = new Map<VariableId, Span[]>();
  /** By start, since few ranges start at the same place. */
  const known = new Map<number, { readonly id: VariableId; readonly end: number }[]>();
  visitPlaces(routine.body, (id, place) => {
    if (!place || program.variables[id] === undefined) return;
    const { start, end } = place.span;
    const here = known.get(start);
    if (here?.some((x) => x.id === id && x.end === end)) return;
    if (here) here.push({ id, end });
    else known.set(start, [{ id, end }]);
    getOrMake(uses, id, () => []).push(place.span);
  });
  return uses;
}

/** What holds anywhere in the routine: varied, useful, and both at one point. */
interface Activity {
  readonly varied: BitSet;
  readonly useful: BitSet;
  readonly both: BitSet;
}

/** One pass over all points for all variables, since replaying blocks is expensive. */
function activityAnywhere(analysis: RoutineAnalysis): Activity {
  const { locations, graph } = analysis.model;
  const found = {
    varied: new BitSet(locations.size),
    useful: new BitSet(locations.size),
    both: new BitSet(locations.size),
  };
  // Most statements leave the sets as they are.
  let lastVaried: BitSet | undefined;
  let lastUseful: BitSet | undefined;
  const see = (varied: BitSet | undefined, useful: BitSet | undefined) => {
    if (varied === lastVaried && useful === lastUseful) return;
    lastVaried = varied;
    lastUseful = useful;
    if (varied) found.varied.unionWith(varied);
    if (useful) found.useful.unionWith(useful);
    if (!varied || !useful) return;
    const both = varied.clone();
    both.intersectWith(useful);
    found.both.unionWith(both);
  };
  for (const { index, instructions } of graph.vertices) {
    for (const side of ['before', 'after'] as const)
      see(analysis.varied[side](index), analysis.useful[side](index));
    for (const { id } of instructions) {
      const varied = analysis.varied.around(id);
      const useful = analysis.useful.around(id);
      see(varied?.before, useful?.before);
      see(varied?.after, useful?.after);
    }
  }
  return found;
}

function activityOf(
  analysis: RoutineAnalysis,
  anywhere: Activity,
  id: VariableId,
): { active: boolean; reason: string } {
  const { locations, program } = analysis.model;
  const v = variableOf(program, id);
  if (!isReal(v.type))
    return { active: false, reason: 'It is not real, so nothing is differentiated through it.' };
  const inSome = (set: BitSet) => locations.ofVariable(id).some((l) => set.has(l));
  const isVaried = inSome(anywhere.varied);
  const isUseful = inSome(anywhere.useful);
  const both = inSome(anywhere.both);
  if (both) return { active: true, reason: 'It depends on an independent and influences a dependent.' };
  if (!isVaried && !isUseful)
    return {
      active: false,
      reason: 'It neither depends on an independent nor passes a derivative on to a dependent.',
    };
  if (!isVaried) return { active: false, reason: 'It never depends on an independent.' };
  if (!isUseful) return { active: false, reason: 'It never passes a derivative on to a dependent.' };
  return {
    active: false,
    reason: 'Where it depends on an independent it passes no derivative on to a dependent.',
  };
}
