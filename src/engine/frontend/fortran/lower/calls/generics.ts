/** Which routine a name means, where a generic one may mean several. */
import type { ScalarType } from '../../../../ir/types';
import type { ArgumentSyntax } from '../../parse/syntax';
import { genericNamed, routineNamed } from '../../resolve/symbols';
import { type Context, dryRun, type RoutineInfo } from '../context';
import { isArray } from '../operands';
import { argumentValue } from '../values';
import { formalCount } from './formals';

/** The routine that a name means with these arguments: a generic one means that whose dummies they fit. */
export function calleeNamed(
  ctx: Context,
  name: string,
  given: readonly ArgumentSyntax[],
): RoutineInfo | undefined {
  const candidates = genericNamed(ctx, name);
  if (!candidates) return routineNamed(ctx, name);
  return fitting(ctx, candidates, given) ?? candidates[0] ?? routineNamed(ctx, name);
}

/** Whether INTERFACE gives a name routines, and none of them takes these arguments: such a name may be an intrinsic's too. */
export function isOfNoneFor(ctx: Context, name: string, given: readonly ArgumentSyntax[]): boolean {
  const candidates = genericNamed(ctx, name);
  return candidates !== null && !fitting(ctx, candidates, given);
}

function fitting(
  ctx: Context,
  candidates: readonly RoutineInfo[],
  given: readonly ArgumentSyntax[],
): RoutineInfo | undefined {
  const looks = given.map((arg) => lookOf(ctx, arg));
  const fits = (callee: RoutineInfo, elemental: boolean): boolean =>
    formalCount(callee) === given.length &&
    looks.every((look, i) => {
      const at = given[i]?.keyword ? callee.parameters.findIndex((p) => p.name === given[i]?.keyword) : i;
      const formal = callee.parameters[at];
      const rank = formal?.dimensions?.length ?? 0;
      return formal?.type === look.type && (rank === look.rank || (elemental && rank === 0));
    });
  return candidates.find((callee) => fits(callee, false)) ?? candidates.find((callee) => fits(callee, true));
}

/** Type and rank of an argument. */
function lookOf(ctx: Context, arg: ArgumentSyntax): { type: ScalarType; rank: number } {
  const found = dryRun(ctx, () => argumentValue(ctx, arg));
  return { type: found.type, rank: isArray(found) ? found.extents.length : 0 };
}
