/**
 * The passes, in order, over one request: text -> program -> normal form -> model -> analyses -> generated program.
 * Nothing here is data for the page yet: `differentiate` turns a compile into results, `execute` runs it.
 */

import { generateAdjoint } from '../../adjoint/generate';
import { inlineCalls } from '../../adjoint/inline';
import { normalise } from '../../adjoint/normalise';
import { KnownAnalyses } from '../../analyses/again';
import { KnownAnswers } from '../../analyses/elements/knownAnswers';
import { modelProgram, type ProgramModel } from '../../analyses/instructions/summaries';
import type { Window } from '../../analyses/least/window';
import type { AnalysisOptions } from '../../analyses/routineFacts';
import { reachable } from '../../backend/reachable';
import type { Diagnostic } from '../../base/diagnostics';
import { withCheckpoints } from '../../checkpoints';
import { withFixedPoints } from '../../fixedpoints';
import { parseC } from '../../frontend/c';
import { parseFortran } from '../../frontend/fortran';
import { locationKey } from '../../ir/names';
import { distinctArguments } from '../../ir/rewrites/distinct';
import { withKeptValuesShared } from '../../ir/rewrites/keptValues';
import { withTape } from '../../ir/tape';
import type { Call, Program, Routine, StatementId, VariableId } from '../../ir/types';
import { generateTangent } from '../../tangent/generate';
import { flowMessages } from '../answers/messages';
import { checkOptions, checkRoutine } from '../combinations';
import { withDefaults } from '../options';
import type { DifferentiateRequest, PassTiming } from '../results';
import { callMode, type JointOnly, jointMessages, jointOnly, splitMessages } from './callModes';
import { checkFlow } from './checkFlow';
import { chooseRoutine } from './chooseRoutine';
import type { Compile } from './compiled';
import { analyseProgram } from './contexts';
import { interfaceOf, outputsOf, type RoutineInterface, visible } from './interface';
import { withLeastTape } from './leastTape';
import { withLocalJacobians } from './localJacobians';
import { withOverlapsInPlace } from './overlaps';
import { withOwnValues } from './ownValues';
import { judgedFrom } from './reached';
import { fixedPointMessages, refusedInVector } from './refused';
import { secondOrder } from './secondOrder';
import { tangentParts } from './tangentParts';

/** `checked`: beside an adjoint its tangent is made too, as who runs them compares them. */
export function compile(request: DifferentiateRequest, now: () => number, checked = true): Compile {
  const options = withDefaults(request.options);
  const mode = request.mode ?? 'adjoint';
  const target = request.target ?? request.language;
  const timings: PassTiming[] = [];
  const timed = <T>(id: string, title: string, run: () => T): T => {
    const start = now();
    const result = run();
    const milliseconds = now() - start;
    const at = timings.findIndex((each) => each.id === id);
    const before = timings[at];
    if (before) timings[at] = { ...before, milliseconds: before.milliseconds + milliseconds };
    else timings.push({ id, title, milliseconds });
    return result;
  };

  const parsed = timed('parse', 'Read the source', () =>
    request.language === 'fortran' ? parseFortran(request.source) : parseC(request.source),
  );
  const read = parsed.program;
  const choosing: Diagnostic[] = [];
  const refused = checkOptions(options, mode, target);
  const found = chooseRoutine(read, request, choosing, [...parsed.diagnostics, ...refused].some(isError));
  const judged = judgedFrom(request.source, read, found, parsed.diagnostics);
  const wasReadWhole = !judged.some(isError);
  const diagnostics = [...judged, ...refused, ...choosing];
  const source = withKeptValuesShared(
    found && wasReadWhole ? withInterface(read, found, request, diagnostics) : read,
  );
  const chosen = source.routines.find(({ name }) => name === found?.name);
  const none = { request, options, mode, target, source, timings };
  if (!chosen) return { ...none, ...NOTHING, program: source, diagnostics };

  const needed = distinctArguments(withoutIdle(source, chosen.name));
  const placed = timed('inline', 'Put calls in place', () =>
    inlineCalls(needed, (call) => callMode(source, call, options) === 'inline'),
  );
  const apart = timed('inline', 'Put calls in place', () => withOverlapsInPlace(placed.program));
  diagnostics.push(...placed.diagnostics, ...apart.diagnostics);
  const rested = timed('fixedPoints', 'Look for fixed points', () =>
    withFixedPoints(
      apart.program,
      new Set(reachable(apart.program, chosen.name).map(({ name }) => name)),
      options.fixedPoints,
    ),
  );
  diagnostics.push(...fixedPointMessages(rested, mode));
  const reverses = mode === 'adjoint' || mode === 'tangent-over-adjoint';
  const pieced = timed('checkpoints', 'Take checkpoints apart', () =>
    withCheckpoints(rested.program, new Set(reachable(rested.program, chosen.name).map(({ name }) => name)), {
      applies: reverses && wasReadWhole,
      recomputes: options.storage === 'recompute',
    }),
  );
  diagnostics.push(...pieced.diagnostics);
  const passes: Passes = {
    none,
    chosen: chosen.name,
    needed,
    placed: pieced.program,
    diagnostics,
    only: jointOnly(pieced.program),
    wasReadWhole,
    timed,
    checked,
  };
  if (mode === 'adjoint')
    diagnostics.push(
      ...jointMessages(pieced.program, passes.only, (call) => callMode(source, call, options) === 'split'),
    );
  const split = new Set<StatementId>();
  for (;;) {
    const made = derive(passes, split);
    const more = [...(made.adjoint?.unsized ?? [])].filter((id) => !split.has(id));
    if (more.length === 0)
      return split.size === 0
        ? made
        : {
            ...made,
            diagnostics: [...made.diagnostics, ...splitMessages(made.program, split, passes.only)],
          };
    for (const id of more) split.add(id);
  }
}

/** A main program or a snippet, which may have no face to the outside, gets what it starts from and ends with as one. */
function withInterface(
  program: Program,
  routine: Routine,
  request: DifferentiateRequest,
  diagnostics: Diagnostic[],
): Program {
  if (routine.kind !== 'program' && routine.kind !== 'snippet') return program;
  const normal = normalise(program, {
    countedLoops: false,
    isSplit: () => false,
    splitNested: false,
    codeLists: false,
  });
  const same = normal.routines.find(({ name }) => name === routine.name) ?? routine;
  const { inputs, outputs } = interfaceOf(
    normal,
    same,
    modelProgram(normal, routine.name, true),
    { source: request.source, language: request.language },
    [],
  );
  const has = { inputs: inputs.length > 0, outputs: outputs.length > 0 };
  return withOwnValues(program, routine, has, diagnostics);
}

/**
 * What a routine reads and sets is a fact of its text, which no choice of how its calls are reversed may change: it is
 * found before calls are put in place, and said in the variables of the program where they are.
 */
function interfaceAsWritten(
  written: Program,
  placed: { readonly program: Program; readonly routine: Routine; readonly model: ProgramModel },
  { request, options }: Pick<Compile, 'request' | 'options'>,
  diagnostics: Diagnostic[],
): RoutineInterface {
  const { name } = placed.routine;
  const routine = written.routines.find((r) => r.name === name) as Routine;
  const model = modelProgram(written, name, options.elements);
  const { inputs, outputs, independents, dependents } = interfaceOf(
    written,
    routine,
    model,
    request,
    diagnostics,
  );
  const keyed = (ids: readonly VariableId[]) =>
    ids.map((id) => [locationKey(placed.program, id), id] as const);
  // A global that only a call named, which does nothing with it, is named by nothing once the call is in its place.
  const globals = placed.program.variables.flatMap((v) => (v.role === 'global' ? [v.id] : []));
  const here = new Map([...keyed(globals), ...keyed(visible(placed.program, placed.routine, placed.model))]);
  const moved = (ids: readonly VariableId[]) => ids.flatMap((id) => here.get(locationKey(written, id)) ?? []);
  return {
    inputs: moved(inputs),
    outputs: moved(outputs),
    independents: moved(independents),
    dependents: moved(dependents),
  };
}

const NOTHING = {
  routine: null,
  model: null,
  interface: null,
  analysis: null,
  adjoint: null,
  tangent: null,
  generated: null,
  windows: new Map<StatementId, Window>(),
};

interface Passes {
  readonly none: Pick<Compile, 'request' | 'options' | 'mode' | 'target' | 'source' | 'timings'>;
  /** The routine to be differentiated. */
  readonly chosen: string;
  /** The program as it is written, without routines that nothing calls, and with distinct arguments. */
  readonly needed: Program;
  /** The same with the calls in place that are to be. */
  readonly placed: Program;
  /** Routines that split mode can't have. */
  readonly only: ReadonlyMap<string, JointOnly>;
  /** Up to here. */
  readonly diagnostics: readonly Diagnostic[];
  readonly wasReadWhole: boolean;
  readonly timed: <T>(id: string, title: string, run: () => T) => T;
  readonly checked: boolean;
}

/** From the normal form on; where the least tape restores what has to be kept and has no known size, TBR's stands. */
function derive(passes: Passes, split: ReadonlySet<StatementId>): Compile {
  const found = deriveOnce(passes, split);
  const { options } = passes.none;
  if (options.record !== 'least' || !found.adjoint?.diagnostics.some(isError)) return found;
  const none = { ...passes.none, options: { ...options, record: 'tbr' as const } };
  return { ...deriveOnce({ ...passes, none }, split), options };
}

/** `split` are calls to be reversed in split mode whatever the options say. */
function deriveOnce(
  { none, chosen, needed, placed, only, diagnostics: before, wasReadWhole, timed, checked }: Passes,
  split: ReadonlySet<StatementId>,
): Compile {
  const { request, options, mode, source } = none;
  const isForward = mode === 'tangent' || mode === 'vector-tangent';
  const diagnostics = [...before];
  const modeOf = (call: Call) => {
    if (split.has(call.id)) return 'split';
    return callMode(source, call, options) === 'split' && !only.has(call.callee) ? 'split' : 'joint';
  };
  const routineOf = (program: Program) => program.routines.find((r) => r.name === chosen) as Routine;
  const normal = (given: Program) =>
    normalise(given, {
      // A tangent reverses nothing.
      countedLoops: options.reversal === 'joins' || isForward,
      isSplit: (call) => modeOf(call) === 'split',
      splitNested: options.splitNested,
      codeLists: options.basicBlocks === 'codelist' && !isForward,
    });
  const plain = timed('normalise', 'Bring into normal form', () => withTape(normal(placed)));
  const plainModel = timed('summaries', 'Summarise routines', () =>
    modelProgram(plain, chosen, options.elements),
  );
  const sides =
    placed === needed
      ? interfaceOf(plain, routineOf(plain), plainModel, request, diagnostics)
      : interfaceAsWritten(
          normal(needed),
          { program: plain, routine: routineOf(plain), model: plainModel },
          none,
          diagnostics,
        );
  diagnostics.push(...checkRoutine(routineOf(plain), options, mode));
  const keys = new Set(request.tamper?.without ?? []);
  const choices: AnalysisOptions = {
    ...options,
    record: options.record === 'least' ? 'tbr' : options.record,
    readsControlAgain: options.reversal === 'joins',
    modeOf,
    without: keys,
    with: new Set(request.tamper?.with ?? []),
  };
  const answers = new KnownAnswers();
  const known = new KnownAnalyses();
  const keptIn = (model: ProgramModel) =>
    options.keepPrimalResults ? outputsOf(model.program, routineOf(model.program), model) : null;
  const analyse = (model: ProgramModel, more: Partial<AnalysisOptions> = {}) =>
    analyseProgram(
      model,
      chosen,
      sides.independents,
      sides.dependents,
      keptIn(model) ?? [],
      { ...choices, answers, ...more },
      known,
    );
  const around = (how: AnalysisOptions['elementsAround']) =>
    options.elements ? { elementsAround: how } : {};
  const leastly = (m: ProgramModel) =>
    analyse(m, { recompute: false, useResults: false, ...around('apply') });
  const reverses = !isForward && !diagnostics.some(isError);
  const isLeast = options.record === 'least' && reverses;
  const plainAnalysis = timed('analyse', 'Analyse data flow', () =>
    analyse(plainModel, isLeast ? around('notice') : {}),
  );
  const asWritten = { program: plain, model: plainModel, analysis: plainAnalysis };
  const blocks = timed('preaccumulate', 'Accumulate local Jacobians', () =>
    options.basicBlocks === 'preaccumulate' && reverses
      ? withLocalJacobians(plain, chosen, plainAnalysis, options, analyse)
      : asWritten,
  );
  const { program, model, analysis, windows } = timed('least', 'Choose what to keep', () =>
    isLeast ? withLeastTape(blocks, options, leastly) : { ...blocks, windows: NOTHING.windows },
  );
  const routine = routineOf(program);
  const partial = { ...none, ...NOTHING, windows, program, routine, model, interface: sides, diagnostics };
  // Of a text that was read in part only, where control goes and what reaches what says nothing.
  if (wasReadWhole) {
    const flow = checkFlow(model, analysis.routines);
    diagnostics.push(...flow);
    // Of a run without an end nothing reaches anything: only the end that is missing is worth a word.
    if (!flow.some((d) => d.severity === 'error'))
      diagnostics.push(...flowMessages({ ...partial, analysis }));
  }
  if (diagnostics.some((d) => d.severity === 'error')) return { ...partial, analysis };

  const wanted = new Set([...sides.independents, ...sides.dependents]);
  const adjoint = isForward
    ? null
    : timed('adjoint', 'Generate the adjoint', () =>
        generateAdjoint(program, routine.name, analysis, wanted, {
          merge: options.merge,
          gather: options.basicBlocks === 'statements',
          kept: keptIn(model),
          reversal: options.reversal,
          suffix: options.naming.adjoint,
          ownControl: options.record === 'least',
        }),
      );
  diagnostics.push(...(adjoint?.diagnostics ?? []));
  const tangent =
    isForward || checked
      ? timed('tangent', 'Generate the tangent', () =>
          generateTangent(plain, chosen, tangentParts(plainAnalysis), wanted, {
            suffix: options.naming.tangent,
            vector: mode === 'vector-tangent',
          }),
        )
      : null;
  if (isForward && tangent) {
    diagnostics.push(...(mode === 'vector-tangent' ? refusedInVector(tangent, program) : []));
    // What is refused may have extents that no language can say.
    if (diagnostics.some(isError)) return { ...partial, analysis };
    return {
      ...partial,
      analysis,
      adjoint,
      tangent,
      generated: { ...tangent, derivatives: tangent.tangentOf },
    };
  }
  if (!adjoint) return { ...partial, analysis, adjoint, tangent };
  if (mode !== 'tangent-over-adjoint')
    return {
      ...partial,
      analysis,
      adjoint,
      tangent,
      generated: { ...adjoint, derivatives: adjoint.adjointOf },
    };
  const second = timed('second', 'Take the tangent of the adjoint', () =>
    secondOrder(routine, adjoint, sides.independents, options.naming.tangent, choices),
  );
  diagnostics.push(...second.missing);
  const generated = second.missing.length > 0 ? null : { ...second, derivatives: adjoint.adjointOf };
  return { ...partial, analysis, adjoint, tangent, generated };
}

const isError = (d: Diagnostic) => d.severity === 'error';

/**
 * The program with nothing in the routines that `entry` does not reach, so that they cost nothing. They stay, because the
 * owners of variables are their positions.
 */
function withoutIdle(program: Program, entry: string): Program {
  const needed = new Set(reachable(program, entry));
  if (needed.size === program.routines.length) return program;
  return {
    ...program,
    routines: program.routines.map((r) => (needed.has(r) ? r : { ...r, locals: [], body: [] })),
  };
}
