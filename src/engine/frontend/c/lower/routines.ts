/** Functions: their parameters, and their bodies as routines. */
import { once } from '../../../base/once';
import type { Span } from '../../../base/span';
import { structureJumps } from '../../../control/structure';
import { withoutLastReturn, withTests } from '../../../control/testedLoops';
import { newLabel } from '../../../ir/emit';
import type { Routine, Statement, VariableId } from '../../../ir/types';
import { shortened } from '../../limitedSink';
import { withOrderlyEnds } from '../../lower/endings';
import type * as S from '../parse/syntax';
import { fence } from '../resolve/fence';
import { pointerKey, type ScalarPointers } from '../resolve/pointers';
import { countingNames, type Survey } from '../resolve/survey';
import { lowerList } from './bodies';
import { readingParameters, withReadings } from './calls/input';
import { formOf, shapeOf } from './declarations/shapes';
import { LOWERING } from './expressions';
import { declareMovedParameter } from './memory/pointerVariables';
import {
  collect,
  define,
  type FileState,
  type FunctionInfo,
  lookUp,
  newVariable,
  type RoutineState,
  temporary,
  uniqueName,
  type VariableDraft,
} from './state';
import { lowerStatement } from './statements';

export interface NewRoutine {
  readonly index: number;
  readonly name: string;
  readonly kind: Routine['kind'];
  readonly resultType: RoutineState['resultType'];
  readonly resultWritten?: S.TypeSpecifier | undefined;
  readonly survey: Survey;
  readonly commandLine?: readonly string[];
}

export function newRoutineState(file: FileState, given: NewRoutine): RoutineState {
  return {
    file,
    index: given.index,
    name: given.name,
    kind: given.kind,
    isSnippet: given.kind === 'snippet',
    label: newLabel(file),
    scopes: [new Map()],
    names: new Set(),
    counters: new Map(),
    locals: [],
    sizes: new Map(),
    retired: new Map(),
    out: [],
    breaks: [],
    continues: [],
    switches: 0,
    result: null,
    resultType: given.resultType,
    returned: given.survey.returned,
    written: given.survey.written,
    moved: given.survey.moved,
    lowered: given.survey.lowered,
    lists: [],
    resultWritten: given.resultWritten ?? null,
    counts: false,
    counting: () => new Set(),
    steps: false,
    waiting: null,
    told: new Set(),
    held: new Map(),
    zeroed: new Set(),
    readings: [],
    commandLine: new Set(given.commandLine),
    loopTests: 0,
    gotos: given.survey.gotos,
    jumpsBack: given.survey.jumpsBack,
    caseNames: new Map(),
    hasJumps: false,
    lowerStatement,
    lowering: LOWERING,
  };
}

// ----------------------------------------------------------------------------------------------------------- parameters

type FunctionType = Extract<S.Derivation, { kind: 'function' }>;

/** Enters the parameters of a function; null stands for one that was refused. */
export function declareParameters(
  s: RoutineState,
  type: FunctionType,
  scalars: ScalarPointers,
): (VariableDraft | null)[] {
  if (type.variadic) fence(s.file.sink, 'varargs', type.span);
  const made = type.parameters.map((parameter, i) =>
    declareParameter(s, parameter, i, scalars.has(pointerKey(s.name, i))),
  );
  return type.variadic ? [...made, null] : made;
}

function declareParameter(
  s: RoutineState,
  parameter: S.Parameter,
  position: number,
  isScalar: boolean,
): VariableDraft | null {
  const { type, declarator } = parameter;
  const name = declarator.name === '' ? `arg${position + 1}` : declarator.name;
  const span = declarator.name === '' ? parameter.span : declarator.nameSpan;
  const form = formOf(declarator);
  const refuse = (): null => {
    define(s, name, { kind: 'refused', span });
    return null;
  };
  if (type.base === 'unsupported') return refuse();
  if (form.kind === 'refused' || form.kind === 'function') {
    fence(s.file.sink, form.kind === 'function' ? 'functionPointer' : form.what, parameter.span);
    return refuse();
  }
  if (type.base === 'void') {
    if (form.kind === 'scalar')
      s.file.sink.error(
        'void-variable',
        `\`${shortened(name)}\` is declared \`void\`, which no parameter can be.`,
        span,
      );
    else
      s.file.sink.error(
        'unsupported',
        'Pointers to `void` are not supported.',
        parameter.span,
        'Write the type of the elements.',
      );
    return refuse();
  }
  const byReference = form.kind !== 'scalar';
  const shape = byReference && !isScalar ? shapeOf(s, form.sizes, true, parameter.span) : null;
  if (byReference && !isScalar && !shape) return refuse();
  const variable = newVariable(s.file, {
    name: uniqueName(s, name),
    type: type.base,
    shape,
    role: 'parameter',
    passing: byReference ? 'reference' : 'value',
    intent: byReference && type.isConst ? 'in' : null,
    owner: s.index,
    span,
    written: type,
  });
  define(s, name, { kind: 'variable', variable, isConst: type.isConst, span, isPointer: isScalar });
  return variable;
}

// --------------------------------------------------------------------------------------------------------------- bodies

/** A function with a body. Its parameters have been declared in `s`. */
export function lowerFunction(
  s: RoutineState,
  info: FunctionInfo,
  definition: S.FunctionDefinition,
  found: Survey,
): Routine {
  s.counting = once(() => countingNames(definition.body.body));
  const list = collect(s, () => {
    for (const parameter of info.parameters) if (parameter) letMove(s, parameter);
    s.file.pieces.begin({ span: definition.span, nameSpan: info.nameSpan });
    lowerList(s, definition.body.body, new Set([s.label]));
  });
  const { resultType } = s;
  const returnsValue = resultType !== 'void' && resultType !== 'unsupported';
  const isCut = s.file.sink.list.some(({ code }) => code === 'missing-brace' || code === 'too-deep');
  if (returnsValue && found.returns === 0 && !isCut)
    s.file.sink.error(
      'missing-return',
      `\`${shortened(s.name)}\` is declared to return a value, and never returns.`,
      info.nameSpan,
      'End it with `return …;`, or declare it `void`.',
    );
  if (returnsValue && !s.result) s.result = temporary(s, 'result', resultType, info.nameSpan, 'result');
  return finishRoutine(s, info, definition.span, info.nameSpan, list);
}

function letMove(s: RoutineState, variable: VariableDraft): void {
  const meaning = lookUp(s, variable.name);
  const isMoved = variable.shape !== null && s.moved.has(variable.name);
  if (isMoved && meaning?.kind === 'variable') declareMovedParameter(s, variable, meaning.isConst);
}

export function finishRoutine(
  s: RoutineState,
  info: Pick<FunctionInfo, 'parameters'>,
  span: Span,
  nameSpan: Span,
  list: RoutineState['out'],
): Routine {
  const body = withReadings(s, list, nameSpan);
  return withOrderlyEnds({
    name: s.name,
    kind: s.kind,
    parameters: [...info.parameters.filter((p) => p !== null), ...readingParameters(s)].map((p) => p.id),
    result: s.result?.id ?? null,
    body: s.hasJumps ? structured(s, body) : withTests(body as Statement[]),
    locals: s.locals,
    label: s.label,
    span,
    nameSpan,
    external: null,
    ...(s.zeroed.size > 0 ? { zeroed: [...s.zeroed] } : {}),
  });
}

function structured(s: RoutineState, list: RoutineState['out']): readonly Statement[] {
  const stateVariable = (): VariableId => {
    const draft = temporary(s, 'state', 'i32', { start: 0, end: 0 });
    draft.role = 'control';
    return draft.id;
  };
  const body = structureJumps(list, {
    counters: s.file,
    newStateVariable: stateVariable,
    routineLabel: s.label,
    diagnostics: s.file.sink,
  });
  return withoutLastReturn(body, s.label);
}
