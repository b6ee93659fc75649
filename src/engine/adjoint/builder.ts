/**
 * What the generators share while they write one routine: new variables with names that clash with nothing, the adjoint of each
 * variable, the list of recordings, and statements of both sweeps for each place of the primal routine.
 */

import type { Diagnostic } from '../base/diagnostics';
import { itemAt, present } from '../base/lookup';
import type { Span } from '../base/span';
import { NOWHERE } from '../base/span';
import { element, variable } from '../ir/build';
import { addVariable, Emitter, type GrowingProgram, type OnTape } from '../ir/emit';
import { derivativeName, derivativeStorage, type TakenNames, variableOf } from '../ir/names';
import type {
  ControlWidth,
  Expr,
  Place,
  Pop,
  Program,
  Push,
  RecordingId,
  ScalarType,
  StatementId,
  TapeValue,
  Variable,
  VariableId,
  VariableRef,
} from '../ir/types';
import { writtenBy } from '../ir/writes';
import { PAPER_NAMES } from './paperNames';

export interface RecordingDraft {
  readonly id: RecordingId;
  readonly kind: 'value' | 'snapshot' | 'branch' | 'arrow' | 'count' | 'bounds' | 'statement' | 'block';
  /** The routine that it was made in. */
  readonly routine: string;
  readonly variable: VariableId | null;
  /** As pushed: a place, or null for whole arrays and control. */
  readonly place: Place | null;
  readonly location: string;
  readonly statement: StatementId;
  readonly span: Span;
  readonly type: ScalarType;
  readonly width: ControlWidth | null;
  /** Of an arrow: it tells apart jumps to the statement's end, to the end of its body, or to that of the routine. */
  readonly jumps?: 'exit' | 'next' | 'return';
}

/** Everything that outlives one routine of a generated program. */
export interface GenerationState extends GrowingProgram {
  /** Under `structured`, control goes by the names of [CFR]. */
  readonly paperNames: boolean;
  readonly primal: Program;
  readonly recordings: RecordingDraft[];
  readonly routineNames: TakenNames;
  /** Adjoints of globals are globals, one for all routines. */
  readonly globalAdjoints: Map<VariableId, VariableId>;
  readonly globalAdjointNames: TakenNames;
  /** Names taken in a primal routine and in what all routines share. */
  readonly namesOf: (owner: number) => TakenNames;
  readonly suffix: string;
  /** What turned out not to be possible, at its place in the source. */
  readonly problems: Diagnostic[];
}

export class Builder {
  readonly locals: VariableId[] = [];
  readonly adjoints = new Map<VariableId, VariableId>();
  /** Extents that it changes, and what holds their values at entry. */
  readonly atEntry: { readonly id: VariableId; readonly of: Expr }[] = [];
  /** What stands around the sweeps comes from no statement. */
  readonly nowhere: BothSweeps;
  readonly #names: TakenNames;
  readonly #slots = new Map<string, VariableId>();
  /** Adjoints of globals that each routine declares for itself (COMMON members). */
  readonly #ownGlobals = new Map<VariableId, VariableId>();
  #written: ReadonlySet<VariableId> | null = null;

  /** `owner`: index of the routine being written, in the generated program; `primalOwner`: that of `routine`, its primal. */
  constructor(
    readonly state: GenerationState,
    readonly owner: number,
    readonly primalOwner: number,
    readonly routine: string,
  ) {
    this.nowhere = this.at({ id: null, span: NOWHERE });
    this.#names = state.namesOf(primalOwner);
  }

  /** What the primal routine may write. */
  get written(): ReadonlySet<VariableId> {
    this.#written ??= writtenBy(this.state.primal, itemAt(this.state.primal.routines, this.primalOwner).body);
    return this.#written;
  }

  /** Both sweeps of a statement of the primal routine. */
  at(place: PrimalPlace): BothSweeps {
    return new BothSweeps(this, place);
  }

  variable(hint: string, more: Partial<Variable> & Pick<Variable, 'type' | 'role'>): VariableId {
    const { owner } = this;
    return addVariable(this.state.variables, { name: this.#names.fresh(hint), owner, ...more });
  }

  local(hint: string, more: Partial<Variable> & Pick<Variable, 'type' | 'role'>): VariableId {
    const id = this.variable(hint, more);
    this.locals.push(id);
    return id;
  }

  /** A helper variable that is reused wherever the same slot is asked for: they never live at the same time. */
  slot(hint: string, type: ScalarType, depth = 0, role: 'control' | 'adjoint' = 'control'): VariableId {
    const key = `${hint} ${type} ${depth}`;
    let id = this.#slots.get(key);
    if (id === undefined) {
      id = this.local((this.state.paperNames && PAPER_NAMES[hint]) || hint, { type, role });
      this.#slots.set(key, id);
    }
    return id;
  }

  /** A control variable for one place of the routine alone: it keeps what it has been given up to the backward sweep. */
  ownControl(hint: string, type: ScalarType): VariableId {
    return this.local(`${hint}_kept`, { type, role: 'control' });
  }

  ref(id: VariableId): VariableRef {
    return variable(id, variableOf(this.state, id).type);
  }

  /** The adjoint variable of a real variable; made on first use, as a local, unless it is a parameter or a global. */
  adjointVariable(id: VariableId): VariableId {
    const known = this.adjoints.get(id);
    if (known !== undefined) return known;
    const { name, type, shape, role, span } = variableOf(this.state.primal, id);
    if (role === 'global') return this.#globalAdjoint(variableOf(this.state, id));
    const hint = derivativeName(name, this.state.suffix);
    const made = this.local(hint, { type, shape, role: 'adjoint', derivativeOf: id, span });
    this.adjoints.set(id, made);
    return made;
  }

  adjointPlace(place: Place): Place {
    const id = this.adjointVariable(place.variable);
    return place.kind === 'variable'
      ? variable(id, place.type, place.span)
      : element(id, place.subscripts, place.type, place.span);
  }

  #globalAdjoint(v: Variable): VariableId {
    const { primal, suffix, globalAdjoints, globalAdjointNames } = this.state;
    const known = (v.owner === null ? globalAdjoints : this.#ownGlobals).get(v.id);
    if (known !== undefined) return known;
    const id = this.variable(derivativeName(v.name, suffix), {
      type: v.type,
      shape: v.shape,
      role: 'adjoint',
      derivativeOf: v.id,
      owner: v.owner === null ? null : this.owner,
      span: v.span,
      storage: derivativeStorage(primal, v, suffix),
    });
    if (v.owner !== null) this.#ownGlobals.set(v.id, id);
    // What a routine keeps for itself between calls is declared in it; shared storage is declared as a whole.
    const root = primal.roots.find((r) => r.name === v.storage?.root);
    if (v.owner !== null && root?.kind === 'save') this.locals.push(id);
    if (!globalAdjoints.has(v.id)) {
      globalAdjoints.set(v.id, id);
      globalAdjointNames.add(variableOf(this.state, id).name);
    }
    return id;
  }
}

/** What generated statements may come from; null for what stands around the sweeps. */
interface PrimalPlace {
  readonly id: StatementId | null;
  readonly span: Span;
}

/** The statements of both sweeps that come from one place of the primal routine, and what is recorded there. */
export class BothSweeps {
  readonly forward: Emitter;
  readonly backward: Emitter;

  constructor(
    private readonly b: Builder,
    { id: origin, span }: PrimalPlace,
  ) {
    this.forward = new Emitter(b.state, { span, origin, sweep: 'forward' });
    this.backward = new Emitter(b.state, { span, origin, sweep: 'backward' });
  }

  record(draft: Omit<RecordingDraft, 'id' | 'routine' | 'statement' | 'span'>): RecordingId {
    const { recordings } = this.b.state;
    const { kind, variable, place, location, type, width, jumps } = draft;
    const id = recordings.length as RecordingId;
    const { routine } = this.b;
    const { origin, span } = this.forward;
    const statement = present(origin, 'the statement that something is recorded for');
    recordings.push({ id, kind, routine, variable, place, location, statement, span, type, width, jumps });
    return id;
  }

  recordControl(
    kind: Exclude<RecordingDraft['kind'], 'value' | 'snapshot'>,
    width: ControlWidth,
    { type = 'i32', jumps }: Partial<Pick<RecordingDraft, 'type' | 'jumps'>> = {},
  ): OnTape {
    const draft = { kind, variable: null, place: null, location: '', type, width, jumps };
    return { width, recording: this.record(draft) };
  }

  /** What saves a value in the forward sweep, and what brings it back. */
  saved(
    kind: 'value' | 'snapshot',
    what: TapeValue,
    { variable, location, type }: Pick<RecordingDraft, 'variable' | 'location' | 'type'>,
  ): { readonly push: Push; readonly pop: Pop } {
    const place = what.kind === 'scalar' ? what.place : null;
    const recording = this.record({ kind, variable, place, location, type, width: null });
    return { push: this.forward.push(what, recording), pop: this.backward.pop(what, recording) };
  }
}
