import { activityIn, preaccumulate } from '../../adjoint/preaccumulate';
import { modelProgram, type ProgramModel } from '../../analyses/instructions/programModel';
import type { Program } from '../../ir/types';
import type { Options } from '../options';
import type { ProgramAnalysis } from './contexts';

/** Activity decides which variables are vertices and is known only after an analysis; the rewritten program is analysed anew. */
export function withLocalJacobians(
  plain: Program,
  entry: string,
  { routines, split }: ProgramAnalysis,
  options: Options,
  analyse: (model: ProgramModel) => ProgramAnalysis,
): { program: Program; model: ProgramModel; analysis: ProgramAnalysis } {
  const of = (name: string) => activityIn([routines.get(name), split.get(name)].flatMap((a) => a ?? []));
  const program = preaccumulate(plain, of, options);
  const model = modelProgram(program, entry, options.elements);
  return { program, model, analysis: analyse(model) };
}
