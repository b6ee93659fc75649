/** A random program straight to its analyses, without text. */

import { modelProgram } from '../analyses/instructions/programModel';
import type { AnalysisOptions } from '../analyses/routineFacts';
import { isReal } from '../ir/build';
import { normalise } from '../ir/rewrites/normalise';
import type { Program, Routine, VariableId } from '../ir/types';
import { analyseProgram, type ProgramAnalysis } from '../pipeline/compile/contexts';
import type { RandomProgram } from './random';

export const PLAIN_OPTIONS: AnalysisOptions = {
  activity: true,
  adjointLiveness: true,
  adjointWrite: true,
  useResults: false,
  recompute: false,
  record: 'tbr',
  elements: true,
  snapshots: 'lazy',
  modeOf: () => 'joint',
  readsControlAgain: true,
  without: new Set(),
  with: new Set(),
};

/** Independent: every real parameter and global. Dependent: those by reference, and the result. */
export function analysed(made: RandomProgram, options: Partial<AnalysisOptions> = {}): ProgramAnalysis {
  const all = { ...PLAIN_OPTIONS, ...options };
  const program: Program = normalise(made.program, {
    countedLoops: all.readsControlAgain,
    splitNested: false,
    codeLists: false,
    isSplit: () => false,
  });
  const routine = program.routines.find((r) => r.name === made.entry) as Routine;
  const real = (ids: readonly VariableId[]) =>
    ids.filter((id) => isReal(program.variables[id]?.type ?? 'i32'));
  const outputs = routine.parameters.filter((id) => program.variables[id]?.passing === 'reference');
  const result = routine.result === null ? [] : [routine.result];
  return analyseProgram(
    modelProgram(program, routine.name, all.elements),
    {
      entry: routine.name,
      independents: real(routine.parameters),
      dependents: real([...outputs, ...result]),
      liveAtEnd: [],
    },
    all,
  );
}
