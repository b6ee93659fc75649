/** What every step of a routine's analysis starts from: its model, the choices made, and the small sets that all of them ask for. */

import { BitSet } from '../base/bitset';
import { entryOf } from '../base/lookup';
import { getOrMake } from '../base/once';
import type { Instruction } from '../ir/graph/flow';
import { testExpressions } from '../ir/graph/flow';
import type { Call, Place, StatementId } from '../ir/types';
import type { KnownAnswers } from './elements/knownAnswers';
import { type Nesting, nestingOf } from './instructions/nesting';
import type { RoutineModel } from './instructions/programModel';
import type { Port } from './instructions/summary';

export interface AnalysisOptions {
  readonly activity: boolean;
  readonly adjointLiveness: boolean;
  /** Snapshots leave out what is put back before they are popped. */
  readonly adjointWrite: boolean;
  readonly useResults: boolean;
  /** Required scalars are computed again at the start of a block's backward sweep, where that is possible. */
  readonly recompute: boolean;
  /** Elements of one array are told apart (theory 4.4). */
  readonly elements: boolean;
  /** An array is not live around a loop whose iterations access elements of their own (theory 15); or it is only noticed where that matters. */
  readonly elementsAround?: 'apply' | 'notice';
  /** What is known of elements, where one program is analysed several times. */
  readonly answers?: KnownAnswers;
  readonly record: 'all' | 'initialized' | 'tbr';
  readonly snapshots: 'eager' | 'lazy';
  /** How a call is reversed: as a checkpoint, or in two halves. */
  readonly modeOf: (call: Call) => 'joint' | 'split';
  /** Counted loops run backwards with their own index, and tests that nothing overwrites are read again (`joins`). */
  readonly readsControlAgain: boolean;
  /** Recordings that the user took away or forced, as `statement:location` keys. */
  readonly without: ReadonlySet<string>;
  readonly with: ReadonlySet<string>;
}

/** Where a routine stands: what is asked of it, united over its calls. */
export interface Context {
  /** Varied at entry. */
  readonly independents: BitSet;
  /** Useful at exit. */
  readonly dependents: BitSet;
  /** Live at the end of what is differentiated. */
  readonly liveAtEnd: BitSet;
  /** Required at entry: ∅ but in split mode, where it is united over the calls. */
  readonly requiredAtEntry: BitSet;
  /** May have changed between the end of the forward sweep and the start of the backward sweep: ∅, in split mode perhaps all. */
  readonly writtenAtEnd: BitSet;
}

/** What a caller needs to know of a routine's adjoint C̄. */
export interface AdjointInfo {
  /** live(C̄): what the adjoint routine reads of the state before the call. */
  readonly live: ReadonlySet<Port>;
  /** It has no derivative instruction: the call is an ordinary one. */
  readonly empty: boolean;
  /** In split mode: what the backward half reads of the state after the forward half. */
  readonly requiredAtExit: ReadonlySet<Port>;
  /** What C̄ by itself may leave with another value than it found. */
  readonly leaves: ReadonlySet<Port>;
}

export interface RoutineFacts {
  readonly model: RoutineModel;
  readonly options: AnalysisOptions;
  readonly nesting: Nesting;
  /** All that control can reach, vertex by vertex. */
  readonly instructions: readonly Instruction[];
  readonly empty: BitSet;
  /** Locations that hold reals. */
  readonly reals: BitSet;
  /** Locations that a test reads when it decides; ∅ for a leaf. */
  testUse(instruction: Instruction): BitSet;
  /** Locations that the address of a place reads. */
  subscriptUse(place: Place): BitSet;
  /** Without the indices of the counted loops around: the backward sweep provides them itself. */
  withoutIndices(id: StatementId, set: BitSet): BitSet;
}

export function factsOf(model: RoutineModel, options: AnalysisOptions): RoutineFacts {
  const { graph, locations, routine } = model;
  const n = locations.size;
  const empty = new BitSet(n);
  const nesting = nestingOf(routine.body, routine.label);
  const testUses = new Map<StatementId, BitSet>();
  return {
    model,
    options,
    nesting,
    instructions: graph.vertices.flatMap((v) => v.instructions),
    empty,
    reals: BitSet.of(
      n,
      locations.all.filter((l) => l.type === 'f64' || l.type === 'f32').map((l) => l.index),
    ),
    testUse: (i) => {
      if (i.kind !== 'test') return empty;
      return getOrMake(testUses, i.id, () =>
        BitSet.of(
          n,
          testExpressions(i.test).flatMap((e) => locations.read(e)),
        ),
      );
    },
    subscriptUse: (place) =>
      place.kind === 'element'
        ? BitSet.of(
            n,
            place.subscripts.flatMap((e) => locations.read(e)),
          )
        : empty,
    withoutIndices: (id, set) => {
      const fors = entryOf(nesting.fors, id);
      if (fors.length === 0) return set;
      const rest = set.clone();
      for (const { index } of fors) for (const l of locations.ofVariable(index)) rest.delete(l);
      return rest;
    },
  };
}
