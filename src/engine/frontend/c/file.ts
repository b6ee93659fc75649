/** A whole text: its functions and file-scope variables, and what stands loose, as a program. */
import type { DiagnosticSink } from '../../base/diagnostics';
import { once } from '../../base/once';
import { isBrought, type Span } from '../../base/span';
import type { Call, ExternalShape, Program, Routine } from '../../ir/types';
import { assignedWith } from '../../ir/uses';
import {
  checkArgumentCount,
  declaredShape,
  type ExternalSignature,
  type FoundDirective,
  findDirectives,
  isExternalFor,
  placeDirectives,
  type VisibleGlobal,
  visibleGlobals,
  worstShape,
} from '../directives';
import { shortened } from '../limitedSink';
import { PieceDirectives } from '../pieces';
import { calleesFirst, refuseCircledInput } from './lower/calls/input';
import { WRITTEN_OUT } from './lower/calls/writtenOut';
import { declareGlobals } from './lower/declarations/globals';
import { refuseOneForBoth } from './lower/memory/compared';
import { declareParameters, finishRoutine, lowerFunction, newRoutineState } from './lower/routines';
import { looseStatements, lowerSnippet, SNIPPET } from './lower/snippet';
import {
  type FileState,
  type FunctionInfo,
  newVariable,
  type RoutineState,
  type VariableDraft,
} from './lower/state';
import { refuseWideGrowth } from './lower/wide';
import type * as S from './parse/syntax';
import type { Scan } from './read/scanner';
import { fence } from './resolve/fence';
import { ENDINGS, HEAP_FUNCTIONS, INPUT, MATH, OUTPUT } from './resolve/library';
import { onlyReadPointers, pointerKey, type ScalarPointers, scalarPointers } from './resolve/pointers';
import { type Survey, survey } from './resolve/survey';

const SUGGESTIONS = 20;

type FunctionType = Extract<S.Derivation, { kind: 'function' }>;

/** A function of the text before it is lowered: its definition, or the prototype that stands for it. */
interface Found {
  readonly name: string;
  readonly type: S.TypeSpecifier;
  readonly declarator: S.Declarator;
  readonly parameters: FunctionType;
  readonly definition: S.FunctionDefinition | null;
  readonly span: Span;
}

export function lowerFile(source: string, scan: Scan, syntax: S.SourceFile, sink: DiagnosticSink): Program {
  const found = findFunctions(syntax, sink);
  const directives = scan.comments.flatMap((comment) =>
    findDirectives(source.slice(comment.start, comment.end), comment.start, sink),
  );
  const file = newFile(source, scan, sink, new PieceDirectives(directives, sink));
  const loose = looseStatements(
    syntax,
    found.some(
      ({ definition, span, declarator }) => definition && !isBrought({ span, nameSpan: declarator.nameSpan }),
    ),
  );
  if (!loose.isSnippetOnly) declareGlobals(file, syntax);
  const defined = found.map(({ name, parameters, definition }) => ({
    name,
    parameters: parameters.parameters,
    body: definition?.body ?? null,
  }));
  const pointers = { scalars: scalarPointers(defined), onlyRead: onlyReadPointers(defined) };
  const states = found.map((each, index) => declareFunction(file, each, index, pointers));
  const routines: Routine[] = [];
  if (loose.statements.length > 0) file.surveys.set(SNIPPET, survey(loose.statements, []));
  // What is declared only comes behind what has a body: nothing more is shared by then.
  const globals = once(() => visibleGlobals(withoutTables(file, [...routines]), file.roots.values()));
  const isDefined = ({ definition }: Found): boolean => definition !== null;
  for (const each of [
    ...calleesFirst(file, found.filter(isDefined)),
    ...found.filter((f) => !isDefined(f)),
  ]) {
    const at = found.indexOf(each);
    const state = states[at] as DeclaredFunction;
    routines[at] = each.definition
      ? lowerFunction(state.s, state.info, each.definition, state.survey)
      : externalRoutine(file, state, each, directives, globals);
  }
  if (loose.statements.length > 0) routines.push(lowerSnippet(file, loose.statements, routines.length));
  file.pieces.end(source.length);
  for (const each of found) refusePointerResult(file, each);
  for (const { s } of states) refuseCircledInput(s, routines);
  warnOfUnknown(file, routines);
  refuseWideGrowth(file, routines);
  refuseOneForBoth(file, routines);
  return {
    language: 'c',
    form: 'free',
    variables: file.variables,
    routines,
    roots: [...file.roots.values()],
    directives: placeDirectives(
      directives,
      [...routines].sort((a, b) => a.span.start - b.span.start),
    ),
    nextStatement: file.nextStatement,
    nextLabel: file.nextLabel,
  };
}

/**
 * `static` variables at the top of the text that none of its functions sets, as tables of coefficients, are not what a function
 * elsewhere knows by itself: it can only be passed them.
 */
function withoutTables({ variables, written }: FileState, routines: readonly Routine[]): VariableDraft[] {
  const byName = new Map(routines.map((routine) => [routine.name, routine]));
  const isSetBy = ({ callee }: Call, k: number): boolean => {
    const formal = byName.get(callee)?.parameters[k];
    return formal !== undefined && variables[formal]?.intent !== 'in';
  };
  const set = new Set(routines.flatMap(({ body }) => [...assignedWith(body, isSetBy)]));
  return variables.filter(
    (v) => v.role !== 'global' || set.has(v.id) || written.get(v.id)?.storage !== 'static',
  );
}

function newFile(source: string, scan: Scan, sink: DiagnosticSink, pieces: PieceDirectives): FileState {
  const times = new Map<string, number>();
  for (const { kind, text } of scan.tokens)
    if (kind === 'identifier') times.set(text, (times.get(text) ?? 0) + 1);
  return {
    source,
    sink,
    variables: [],
    globals: new Map(),
    globalNames: new Set(),
    functions: new Map(),
    surveys: new Map(),
    roots: new Map(),
    called: new Set(),
    identifiers: new Set(times.keys()),
    unused: new Set([...times.keys()].filter((name) => times.get(name) === 1)),
    wrapping: new Set(),
    written: new Map(),
    wide: new Set(),
    fromZero: new Set(),
    wideParts: new Set(),
    bytes: new Map(),
    narrow: new Map(),
    hasRuntime: scan.hasRuntime,
    pieces,
    apart: [],
    nextStatement: 0,
    nextLabel: 0,
    suggestions: SUGGESTIONS,
  };
}

// ------------------------------------------------------------------------------------------------------------ functions

/** Definitions in order, then names that are only declared; one entry for each name. */
function findFunctions(syntax: S.SourceFile, sink: DiagnosticSink): Found[] {
  const found = new Map<string, Found>();
  const add = (each: Found): void => {
    const before = found.get(each.name);
    if (before?.definition && each.definition)
      sink.error(
        'redeclared',
        `The function \`${shortened(each.name)}\` is defined twice.`,
        each.declarator.nameSpan,
        {
          message: 'The first definition is here.',
          span: before.declarator.nameSpan,
        },
      );
    const says = each.definition || (before && isOpen(before) && !isOpen(each));
    if (!before || (!before.definition && says)) {
      found.delete(each.name);
      found.set(each.name, each);
    }
  };
  for (const item of syntax.items) for (const each of functionsIn(item)) add(each);
  const all = [...found.values()];
  return [...all.filter((each) => each.definition), ...all.filter((each) => !each.definition)];
}

function isOpen({ definition, parameters }: Found): boolean {
  return !definition && parameters.isOpen === true && parameters.parameters.length === 0;
}

function functionsIn(item: S.SourceFile['items'][number]): Found[] {
  if (item.kind === 'function') {
    const [first] = item.declarator.derivations;
    if (first?.kind !== 'function') return [];
    const { type, declarator } = item;
    return [
      { name: declarator.name, type, declarator, parameters: first, definition: item, span: item.span },
    ];
  }
  if (item.kind !== 'declaration' || item.type.storage === 'typedef') return [];
  return item.declared.flatMap(({ declarator }): Found[] => {
    const [first] = declarator.derivations;
    const { type } = item;
    if (first?.kind !== 'function' || isLibrary(declarator.name, type, first)) return [];
    return [
      { name: declarator.name, type, declarator, parameters: first, definition: null, span: item.span },
    ];
  });
}

/** `double sqrt(double);`, `int printf();` declare what is known. */
function isLibrary(name: string, type: S.TypeSpecifier, { parameters }: FunctionType): boolean {
  if (
    WRITTEN_OUT.has(name) ||
    OUTPUT.has(name) ||
    INPUT.has(name) ||
    ENDINGS.has(name) ||
    HEAP_FUNCTIONS.has(name)
  )
    return true;
  const known = MATH.get(name);
  if (!known || (known.to ?? known.type) !== type.base) return false;
  return parameters.every((p) => p.type.base === known.type && p.declarator.derivations.length === 0);
}

interface DeclaredFunction {
  readonly s: RoutineState;
  readonly info: FunctionInfo;
  readonly survey: Survey;
}

function declareFunction(
  file: FileState,
  found: Found,
  index: number,
  pointers: { readonly scalars: ScalarPointers; readonly onlyRead: ReadonlySet<string> },
): DeclaredFunction {
  const { name, declarator, definition } = found;
  const parameterNames = found.parameters.parameters.map((p) => p.declarator.name);
  const surveyed = survey(definition?.body.body ?? [], parameterNames, (callee, position) =>
    pointers.onlyRead.has(pointerKey(callee, position)),
  );
  const isMain = name === 'main' && definition !== null;
  const returnsPointer = declarator.derivations.length > 1;
  const result = isMain ? 'void' : returnsPointer ? 'unsupported' : found.type.base;
  const kind: Routine['kind'] = isMain ? 'program' : result === 'void' ? 'subroutine' : 'function';
  const s = newRoutineState(file, {
    index,
    name,
    kind,
    resultType: result,
    resultWritten: found.type,
    survey: surveyed,
    ...(isMain && { commandLine: parameterNames }),
  });
  const parameters = isMain ? [] : declareParameters(s, found.parameters, pointers.scalars);
  const info: FunctionInfo = {
    name,
    index,
    parameters,
    readings: s.readings,
    ...(isOpen(found) && { shown: null }),
    result,
    written: found.type,
    nameSpan: declarator.nameSpan,
    refused: result === 'unsupported' || parameters.includes(null),
  };
  file.functions.set(name, info);
  if (definition) file.surveys.set(name, surveyed);
  return { s, info, survey: surveyed };
}

/** What a function whose body could not be read does with the pointer is unknown, and that was reported already. */
function refusePointerResult({ sink, called }: FileState, { name, declarator, definition }: Found): void {
  if (declarator.derivations.length === 1 || !(definition || called.has(name))) return;
  if (!definition || !hasErrorIn(sink, definition.span)) fence(sink, 'pointerResult', declarator.span);
}

function hasErrorIn({ list }: DiagnosticSink, { start, end }: Span): boolean {
  return list.some((d) => d.severity === 'error' && d.span.start >= start && d.span.end <= end);
}

function externalRoutine(
  file: FileState,
  { s, info: declared }: DeclaredFunction,
  found: Found,
  directives: readonly FoundDirective[],
  globals: () => VisibleGlobal[],
): Routine {
  const { resultType } = s;
  // What it takes may have been told by a call.
  const info = file.functions.get(found.name) ?? declared;
  if (resultType !== 'void' && resultType !== 'unsupported')
    s.result = newVariable(file, {
      name: `${found.name}_result`,
      type: resultType,
      role: 'result',
      owner: s.index,
      span: info.nameSpan,
    });
  const routine = finishRoutine(s, info, found.span, info.nameSpan, []);
  return { ...routine, external: shapeOfExternal(file, info, directives, globals()) };
}

/** For a function whose body is elsewhere the worst is assumed, which a user who relies on the result must know. */
function warnOfUnknown(file: FileState, routines: readonly Routine[]): void {
  for (const { name, nameSpan, external } of routines) {
    if (!external || external.declared || !file.called.has(name)) continue;
    const shown = file.functions.get(name)?.shown;
    file.sink.warning(
      'unknown-external',
      `The body of \`${name}\` is not here: it is taken to read and write whatever it can.`,
      nameSpan,
      `Say what it does in a comment: \`backsweep: external(${name}, read(…), written(…), adjoint(…), tangent(…))\`.`,
      ...(shown
        ? [{ message: 'What it takes is not declared: it is read off this call.', span: shown }]
        : []),
    );
  }
}

function shapeOfExternal(
  file: FileState,
  info: FunctionInfo,
  directives: readonly FoundDirective[],
  globals: VisibleGlobal[],
): ExternalShape {
  const signature: ExternalSignature = {
    name: info.name,
    parameters: info.parameters
      .filter((p) => p !== null)
      .map((p) => ({
        name: p.name,
        mayBeWritten: p.passing === 'reference' && p.intent !== 'in',
      })),
    globals,
    returns: info.result !== 'void' && info.result !== 'unsupported',
    language: 'c',
  };
  checkArgumentCount(signature, info.nameSpan, file.sink);
  const directive = directives.find((each) => isExternalFor(each, info.name, false));
  return directive ? declaredShape(directive, signature, file.sink) : worstShape(signature);
}
