/** A program analysed again after some of its routines have changed: what is known of the others stands. */

import { sameSet } from '../base/lookup';
import { getOrMake } from '../base/once';
import type { Program } from '../ir/types';
import { NO_EFFECT_SUMMARY } from './instructions/effects';
import { modelOf, type ProgramModel, type RoutineModel } from './instructions/programModel';
import { analyseRoutine, type RoutineAnalysis } from './routineAnalysis';
import type { AdjointInfo, AnalysisOptions, Context } from './routineFacts';

/** `program` is that of `known` with statements added that write variables of their own, so that no summary changes. */
export function modelAgain(known: ProgramModel, program: Program, elements: boolean): ProgramModel {
  const summaryOf = (name: string) => known.summaries.get(name) ?? NO_EFFECT_SUMMARY;
  const models = new Map(known.models);
  for (const routine of program.routines) {
    const before = models.get(routine.name);
    if (before && before.routine !== routine)
      models.set(routine.name, modelOf(routine, { ...before, program, elements, summaryOf }));
  }
  return { ...known, program, models };
}

type AdjointOf = (callee: string, mode: 'joint' | 'split') => AdjointInfo;

interface Made {
  readonly context: Context;
  readonly options: AnalysisOptions;
  /** Of the callees, in both modes. */
  readonly infos: readonly AdjointInfo[];
  readonly analysis: RoutineAnalysis;
}

/** Analyses of routines: each is made once for what it rests on. */
export class KnownAnalyses {
  private readonly known = new WeakMap<RoutineModel, Made[]>();

  /** `analyseRoutine`, done once. */
  analyse(
    model: RoutineModel,
    context: Context,
    options: AnalysisOptions,
    adjointOf: AdjointOf,
  ): RoutineAnalysis {
    const list = getOrMake(this.known, model, () => []);
    const infos = model.callees.flatMap((name) => [adjointOf(name, 'joint'), adjointOf(name, 'split')]);
    const found = list.find(
      (made) =>
        isSameContext(made.context, context) &&
        isSameChoice(made, options) &&
        made.infos.every((info, k) => isSameInfo(info, infos[k])),
    );
    if (found) return found.analysis;
    const analysis = analyseRoutine(model, context, options, adjointOf);
    list.push({ context: copyOf(context), options, infos, analysis });
    return analysis;
  }
}

const SETS = ['independents', 'dependents', 'liveAtEnd', 'requiredAtEntry', 'writtenAtEnd'] as const;

function isSameContext(a: Context, b: Context): boolean {
  return SETS.every((which) => a[which].equals(b[which]));
}

/** The contexts of split calls grow in place. */
function copyOf(context: Context): Context {
  return {
    independents: context.independents.clone(),
    dependents: context.dependents.clone(),
    liveAtEnd: context.liveAtEnd.clone(),
    requiredAtEntry: context.requiredAtEntry.clone(),
    writtenAtEnd: context.writtenAtEnd.clone(),
  };
}

function isSameInfo(a: AdjointInfo, b: AdjointInfo | undefined): boolean {
  return (
    b !== undefined &&
    a.empty === b.empty &&
    sameSet(a.live, b.live) &&
    sameSet(a.requiredAtExit, b.requiredAtExit) &&
    sameSet(a.leaves, b.leaves)
  );
}

/** Equal options; `apply` and `notice` of `elementsAround` are alike where it was noticed that nothing changes. */
function isSameChoice({ options: a, analysis }: Made, b: AnalysisOptions): boolean {
  const isNoticed = a.elementsAround && b.elementsAround && !analysis.isElementsAround;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<keyof AnalysisOptions>;
  return [...keys].every((key) => a[key] === b[key] || (isNoticed && key === 'elementsAround'));
}
