/** What the passes after the front end share, and their starting point: the normal form and its interface. */
import { KnownAnalyses, modelAgain } from '../../analyses/again';
import { KnownAnswers } from '../../analyses/elements/knownAnswers';
import { modelProgram, type ProgramModel } from '../../analyses/instructions/programModel';
import type { AnalysisOptions } from '../../analyses/routineFacts';
import type { Diagnostic } from '../../base/diagnostics';
import { routineOf } from '../../ir/names';
import { type NormalForms, type NormaliseOptions, normalise } from '../../ir/rewrites/normalise';
import { withTape } from '../../ir/tape';
import type { Call, Program, StatementId } from '../../ir/types';
import { reachedFrom } from '../../ir/uses';
import { checkRoutine } from '../combinations';
import type { Mode } from '../options';
import { callMode, type JointOnly } from './callModes';
import type { Compile } from './compiled';
import { interfaceAsWritten, interfaceOf, type RoutineInterface } from './interface';
import { refusedTape } from './refused';

export interface Passes {
  readonly none: Pick<Compile, 'request' | 'options' | 'mode' | 'target' | 'source' | 'timings'>;
  /** The routine to be differentiated. */
  readonly chosen: string;
  /** The program as written, without routines that nothing calls, and with distinct arguments. */
  readonly needed: Program;
  /** The same, with calls inlined where that was chosen. */
  readonly placed: Program;
  /** Routines that cannot be reversed in split mode. */
  readonly only: ReadonlyMap<string, JointOnly>;
  /** The diagnostics so far. */
  readonly diagnostics: readonly Diagnostic[];
  readonly wasReadWhole: boolean;
  readonly timed: <T>(id: string, title: string, run: () => T) => T;
  readonly checked: boolean;
}

/** The state before any decision: the normal form, its interface, and how it is to be analysed. */
export interface Start {
  readonly model: ProgramModel;
  readonly sides: RoutineInterface;
  readonly choices: AnalysisOptions;
  readonly known: KnownAnalyses;
  readonly split: ReadonlySet<StatementId>;
  readonly diagnostics: readonly Diagnostic[];
  /** The same, after more calls have been added to `split`. */
  readonly again: () => Start;
}

export function startOf(passes: Passes, split: ReadonlySet<StatementId>): Start {
  const { none, chosen, needed, placed, only, diagnostics: before, timed } = passes;
  const { request, options, mode, source } = none;
  const isForward = isTangent(mode);
  const diagnostics = [...before];
  const modeOf = (call: Call) => {
    if (split.has(call.id)) return 'split';
    return callMode(source, call, options) === 'split' && !only.has(call.callee) ? 'split' : 'joint';
  };
  const form: NormaliseOptions = {
    // A tangent reverses nothing.
    countedLoops: options.reversal === 'joins' || isForward,
    isSplit: (call) => modeOf(call) === 'split',
    splitNested: options.splitNested,
    codeLists: options.basicBlocks === 'codelist' && !isForward,
  };
  const forms: NormalForms = new Map();
  const normal = () =>
    timed('normalise', 'Bring into normal form', () => withTape(normalise(placed, form, forms)));
  const plain = normal();
  const model = timed('summaries', 'Summarise routines', () => modelProgram(plain, chosen, options.elements));
  const plainRoutine = routineOf(plain, chosen);
  const sides =
    placed === needed
      ? interfaceOf(plain, plainRoutine, model, request, diagnostics)
      : interfaceAsWritten(
          normalise(needed, form),
          { program: plain, routine: plainRoutine, model },
          none,
          diagnostics,
        );
  diagnostics.push(
    ...checkRoutine(plainRoutine, options, mode),
    ...refusedTape(reachedFrom(plain, plainRoutine), mode),
  );
  const choices: AnalysisOptions = {
    ...options,
    record: options.record === 'least' ? 'tbr' : options.record,
    answers: new KnownAnswers(),
    readsControlAgain: options.reversal === 'joins',
    modeOf,
    without: new Set(request.tamper?.without ?? []),
    with: new Set(request.tamper?.with ?? []),
  };
  const first = { sides, choices, known: new KnownAnalyses(), split, diagnostics };
  const start = (now: ProgramModel): Start => ({
    ...first,
    model: now,
    again: () => {
      const next = normal();
      return start(timed('summaries', 'Summarise routines', () => modelAgain(now, next, options.elements)));
    },
  });
  return start(model);
}

export const isTangent = (mode: Mode) => mode === 'tangent' || mode === 'vector-tangent';
