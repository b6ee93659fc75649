/** What an analysis says of itself to be shown: the form of an entry of the registry. */
import type { RoutineAnalysis } from '../../analyses/routineAnalysis';
import type { BitSet } from '../../base/bitset';
import type { Solution } from '../../dataflow/analysis';
import type { Context } from '../context';
import type { Point } from '../control/paths';
import type { Told } from '../dependence';

export interface AnalysisEntry {
  /** As requests and links name it. */
  readonly name: string;
  readonly title: string;
  /** What a member does: `A member depends on an independent.` */
  readonly blurb: string;
  /** Where its equations stand. */
  readonly rule: string;
  /** Integers and truth values are never in it. */
  readonly onlyReals?: true;
  /** It is about adjoints and what is recorded for them: of a tangent it says nothing. */
  readonly ofAdjoint?: true;
  /** Its sets grow with the length of the routine: they are listed when they are asked for, not in every result. */
  readonly onDemand?: true;
  /** Null where the options leave it out. */
  solution(a: RoutineAnalysis): Solution<BitSet> | null;
  /** What it means to be in a set, and not to be; of an array whose elements count as one, the set can say less. */
  meaning(what: string, isIn: boolean, isCoarse: boolean): string;
  /** Why the member is there, or is not; left out: by what brings it in. */
  readonly tell?: (c: Context, shown: Shown, point: Point, member: number) => Told[];
}

export interface Shown {
  readonly entry: AnalysisEntry;
  readonly solution: Solution<BitSet>;
}
