/**
 * The passes, in order, over one request: text -> program -> normal form -> model -> analyses -> generated program.
 * Nothing here is data for the page yet: `differentiate` turns a compile into results, `execute` runs it.
 */

import { callsNotSaved, generateAdjoint } from '../../adjoint/generate';
import { inlineCalls } from '../../adjoint/inline';
import { activityIn, preaccumulate } from '../../adjoint/preaccumulate';
import { modelProgram, type ProgramModel } from '../../analyses/instructions/programModel';
import type { Window } from '../../analyses/least/window';
import type { AnalysisOptions } from '../../analyses/routineFacts';
import { reachable } from '../../backend/reachable';
import type { Diagnostic } from '../../base/diagnostics';
import { withCheckpoints } from '../../checkpoints';
import { withFixedPoints } from '../../fixedpoints';
import { withinLimit } from '../../frontend/limitedSink';
import { routineNamed, routineOf } from '../../ir/names';
import { distinctArguments } from '../../ir/rewrites/distinct';
import { withKeptValuesShared } from '../../ir/rewrites/keptValues';
import { normalise } from '../../ir/rewrites/normalise';
import { withStartsInside } from '../../ir/rewrites/piecesAsOne';
import type { Program, Routine, StatementId, VariableId } from '../../ir/types';
import { withoutIdle } from '../../ir/uses';
import { generateTangent } from '../../tangent/generate';
import { flowMessages } from '../answers/messages';
import { checkOptions } from '../combinations';
import { type Options, withDefaults } from '../options';
import { hasBackwardSweep } from '../optionTable';
import { readSource } from '../readSource';
import type { DifferentiateRequest, PassTiming } from '../results';
import { callMode, jointMessages, jointOnly, splitMessages } from './callModes';
import { checkFlow } from './checkFlow';
import { chooseRoutine } from './chooseRoutine';
import type { Compile } from './compiled';
import { analyseProgram, type ProgramAnalysis } from './contexts';
import { interfaceOf, outputsOf, type RoutineInterface } from './interface';
import { withLeastTape } from './leastTape';
import { withOverlapsInPlace } from './overlaps';
import { withOwnValues } from './ownValues';
import { judgedFrom } from './reached';
import { fixedPointMessages, refusedInVector } from './refused';
import { secondOrder } from './secondOrder';
import { isTangent, type Passes, type Start, startOf } from './start';
import { tangentParts } from './tangentParts';

/** `checked`: beside an adjoint its tangent is made too, for callers that compare runs of both. */
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

  const { program: written, diagnostics: said } = timed('parse', 'Read the source', () =>
    readSource(request),
  );
  const choosing: Diagnostic[] = [];
  const refused = checkOptions(options, mode, target);
  const named = chooseRoutine(written, request, choosing, [...said, ...refused].some(isError));
  const read = withStartsInside(written);
  const found = read.routines.find(({ name }) => name === named?.name) ?? null;
  const judged = withinLimit(judgedFrom(request.source, read, found, said));
  const wasReadWhole = !judged.some(isError);
  const diagnostics = [...judged, ...refused, ...choosing];
  const source = withKeptValuesShared(
    found && wasReadWhole ? withInterface(read, found, request, diagnostics) : read,
  );
  const chosen = source.routines.find(({ name }) => name === found?.name);
  const none = { request, options, mode, target, source, timings };
  if (!chosen) return { ...none, ...NOTHING, program: source, diagnostics };

  const needed = distinctArguments(withoutIdle(source, routineOf(source, chosen.name)));
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
  const reverses = hasBackwardSweep(mode);
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
  return derive(passes);
}

/** A main program or a snippet without an interface gets its first values as inputs and its last as outputs. */
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
  const same = routineNamed(normal, routine.name) ?? routine;
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

/** The passes from the normal form on. Where the least tape needs a restoration whose size is unknown, the result of TBR stands. */
function derive(passes: Passes): Compile {
  const { options } = passes.none;
  // Calls whose snapshots have no known size are reversed in split mode, whatever the options say.
  const split = new Set<StatementId>();
  let start = startOf(passes, split);
  for (;;) {
    let { made, unsized } = deriveOnce(passes, start, options.record === 'least');
    if (options.record === 'least' && (unsized.size > 0 || made.adjoint?.diagnostics.some(isError)))
      ({ made, unsized } = deriveOnce(passes, start, false));
    if (unsized.size === 0) {
      const diagnostics = [...made.diagnostics, ...splitMessages(made.program, split, passes.only)];
      return { ...made, diagnostics };
    }
    for (const id of unsized) split.add(id);
    start = start.again();
  }
}

interface Derived {
  readonly made: Compile;
  /** Calls, other than those in `split`, whose snapshots have no known size: if there are any, there is no adjoint. */
  readonly unsized: ReadonlySet<StatementId>;
}

function deriveOnce(passes: Passes, start: Start, leastly: boolean): Derived {
  const { none, chosen, wasReadWhole } = passes;
  const diagnostics = [...start.diagnostics];
  const { sides } = start;
  const reverses = !isTangent(none.mode) && !diagnostics.some(isError);
  const facts = analysed(passes, start, { isLeast: leastly && reverses, reverses });
  const { program, model, analysis, windows } = facts;
  const routine = routineOf(program, chosen);
  const partial = {
    ...none,
    ...NOTHING,
    windows,
    program,
    routine,
    model,
    interface: sides,
    analysis,
    diagnostics,
  };
  // In a text that was read only in part, control flow and reaching definitions tell nothing.
  if (wasReadWhole) {
    const flow = checkFlow(model, analysis.routines);
    diagnostics.push(...flow);
    // In a run without an end nothing reaches anything: only the missing end is worth a message.
    if (!flow.some(isError)) diagnostics.push(...flowMessages(partial));
  }
  const fails = diagnostics.some(isError);
  const unsized = new Set(
    fails || !reverses ? [] : callsNotSaved(analysis, chosen).filter((id) => !start.split.has(id)),
  );
  const isMade = !fails && unsized.size === 0;
  return { made: isMade ? { ...partial, ...generate(passes, facts, diagnostics) } : partial, unsized };
}

interface Facts {
  readonly plain: { readonly model: ProgramModel; readonly analysis: ProgramAnalysis };
  readonly sides: RoutineInterface;
  readonly choices: AnalysisOptions;
  readonly isLeast: boolean;
  /** The program that the adjoint is made from: rewritten where blocks are accumulated, or the least tape is chosen. */
  readonly program: Program;
  readonly model: ProgramModel;
  readonly analysis: ProgramAnalysis;
  readonly windows: Compile['windows'];
}

function analysed(
  { none: { options }, chosen, timed }: Passes,
  { model, sides, choices, known }: Start,
  { reverses, isLeast }: { readonly reverses: boolean; readonly isLeast: boolean },
): Facts {
  const analyse = (m: ProgramModel, more: Partial<AnalysisOptions> = {}) =>
    analyseProgram(
      m,
      { entry: chosen, ...sides, liveAtEnd: keptAtEnd(options, m, chosen) ?? [] },
      { ...choices, ...more },
      known,
    );
  const around = (how: AnalysisOptions['elementsAround']) =>
    options.elements ? { elementsAround: how } : {};
  const leastly = (m: ProgramModel) =>
    analyse(m, { recompute: false, useResults: false, ...around('apply') });
  const analysis = timed('analyse', 'Analyse data flow', () =>
    analyse(model, isLeast ? around('notice') : {}),
  );
  const blocks = timed('preaccumulate', 'Accumulate local Jacobians', () =>
    options.basicBlocks === 'preaccumulate' && reverses
      ? withLocalJacobians(model.program, chosen, analysis, options, analyse)
      : { program: model.program, model, analysis },
  );
  const last = timed('least', 'Choose what to keep', () =>
    isLeast ? withLeastTape(blocks, options, leastly) : { ...blocks, windows: NOTHING.windows },
  );
  return { plain: { model, analysis }, sides, choices, isLeast, ...last };
}

function keptAtEnd(options: Options, model: ProgramModel, chosen: string): VariableId[] | null {
  const { program } = model;
  return options.keepPrimalResults ? outputsOf(program, routineOf(program, chosen), model) : null;
}

function generate(
  { none: { mode, options }, chosen, timed, checked }: Passes,
  { plain, sides, choices, isLeast, program, model, analysis }: Facts,
  diagnostics: Diagnostic[],
): Pick<Compile, 'adjoint' | 'tangent' | 'generated'> {
  const wanted = new Set([...sides.independents, ...sides.dependents]);
  const { adjoint: adjointSuffix, tangent: suffix } = options.naming;
  const makeTangent = () =>
    timed('tangent', 'Generate the tangent', () =>
      generateTangent(plain.model.program, chosen, tangentParts(plain.analysis), wanted, {
        suffix,
        vector: mode === 'vector-tangent',
      }),
    );
  if (isTangent(mode)) {
    const tangent = makeTangent();
    diagnostics.push(...(mode === 'vector-tangent' ? refusedInVector(tangent, program) : []));
    // A refused program may have extents that no language can express.
    if (diagnostics.some(isError)) return { adjoint: null, tangent: null, generated: null };
    return { adjoint: null, tangent, generated: { ...tangent, derivatives: tangent.tangentOf } };
  }
  const adjoint = timed('adjoint', 'Generate the adjoint', () =>
    generateAdjoint(program, chosen, analysis, wanted, {
      merge: options.merge,
      gather: options.basicBlocks === 'statements',
      kept: keptAtEnd(options, model, chosen),
      reversal: options.reversal,
      suffix: adjointSuffix,
      ownControl: isLeast,
    }),
  );
  diagnostics.push(...adjoint.diagnostics);
  const tangent = checked ? makeTangent() : null;
  const derivatives = adjoint.adjointOf;
  if (mode === 'adjoint') return { adjoint, tangent, generated: { ...adjoint, derivatives } };
  const second = timed('second', 'Take the tangent of the adjoint', () =>
    secondOrder(routineOf(program, chosen), adjoint, sides.independents, suffix, choices),
  );
  diagnostics.push(...second.missing);
  return { adjoint, tangent, generated: second.missing.length > 0 ? null : { ...second, derivatives } };
}

const isError = (d: Diagnostic) => d.severity === 'error';

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
