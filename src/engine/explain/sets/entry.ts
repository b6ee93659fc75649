/** The form of an entry of the registry: how an analysis is shown. */
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
  /** What holds of a member: `A member depends on an independent.` */
  readonly blurb: string;
  /** Where its equations stand. */
  readonly rule: string;
  /** Whether integers and truth values are never members. */
  readonly onlyReals?: true;
  /** Whether it is about adjoints and recording, and so tells nothing about a tangent. */
  readonly ofAdjoint?: true;
  /** Whether its sets grow with the length of the routine: then they are listed when asked for, not in every result. */
  readonly onDemand?: true;
  /** Null where the options leave it out. */
  solution(a: RoutineAnalysis): Solution<BitSet> | null;
  /** What it means to be in a set, or not; for an array whose elements count as one, the set tells less. */
  meaning(what: string, isIn: boolean, isCoarse: boolean): string;
  /** Why a member is there, or is not. Where left out, the instruction that brings it in is told. */
  readonly tell?: (c: Context, shown: Shown, point: Point, member: number) => Told[];
}

export interface Shown {
  readonly entry: AnalysisEntry;
  readonly solution: Solution<BitSet>;
}
