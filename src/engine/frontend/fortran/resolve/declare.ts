/** The specifications of a unit: symbols with their types, bounds and storage, before any statement is lowered. */
import type { Span } from '../../../base/span';
import { FUNCTIONS_MODULE, MATH_MODULE, TAPE_MODULE } from '../../../ir/runtime';
import type { ScalarType } from '../../../ir/types';
import { settleAllocations } from '../lower/allocations';
import {
  type ConstantSymbol,
  type Context,
  freshName,
  type ImplicitRules,
  newContext,
  type RoutineInfo,
  report,
  type Scope,
  type Shared,
  type Symbol_,
  unsupported,
  type VariableSymbol,
} from '../lower/context';
import { isArray } from '../lower/operands';
import { converted } from '../lower/operators';
import { constantInteger, scalar, value } from '../lower/values';
import type {
  DimensionSyntax,
  Entity,
  ExprSyntax,
  Name,
  StatementOf,
  StatementSyntax,
  TypeSyntax,
  Unit,
} from '../parse/syntax';
import { fold } from './constants/fold';
import { placeEquivalences } from './equivalence';
import { assignData, assignInitial } from './initial';
import { intrinsicModule } from './intrinsicModules';
import { NOT_PASSED } from './specialise';
import { placeInCommon } from './storage';
import { declaredShape, implicitType, lookUp, materialise, newVariable, routineNamed } from './symbols';

const DEFAULT_RULES: ImplicitRules = Array.from('abcdefghijklmnopqrstuvwxyz', (letter) =>
  letter >= 'i' && letter <= 'n' ? 'i32' : 'f32',
);

export interface Declared {
  readonly scope: Scope;
  readonly context: Context;
  /** Assignments that turned out to be no statement functions. */
  readonly leading: readonly StatementSyntax[];
}

export function openScope(unit: Unit, parent: Scope | null): Scope {
  return {
    unit,
    parent,
    implicit: parent?.implicit ?? DEFAULT_RULES,
    symbols: new Map(),
    formats: new Map(),
    routines: new Map(),
    generics: new Map(),
  };
}

export function declareUnit(shared: Shared, scope: Scope, routine: RoutineInfo): Declared {
  const { unit } = scope;
  const ctx = newContext(shared, scope, routine);
  const commons: StatementOf<'common'>[] = [];
  const equivalences: StatementOf<'equivalence'>[] = [];
  const data: StatementOf<'data'>[] = [];
  const functions: StatementOf<'assign'>[] = [];
  let saveAll = false;
  ctx.declaring = true;
  for (const { name, members } of unit.generics)
    scope.generics.set(
      name,
      members.flatMap((member) => routineNamed(ctx, member.name) ?? []),
    );
  for (const s of unit.specifications) {
    ctx.span = s.span;
    ctx.failed = false;
    if (s.kind === 'declare') declare(ctx, s);
    else if (s.kind === 'implicit') implicit(ctx, s);
    else if (s.kind === 'use') use(ctx, s);
    else if (s.kind === 'parameter') for (const { name, value } of s.items) constantSymbol(ctx, name, value);
    else if (s.kind === 'common') {
      for (const block of s.blocks) for (const entity of block.entities) dimensioned(ctx, entity);
      commons.push(s);
    } else if (s.kind === 'equivalence') {
      for (const { name } of s.sets.flat()) variableSymbol(ctx, name);
      equivalences.push(s);
    } else if (s.kind === 'data') data.push(s);
    else if (s.kind === 'save') saveAll = save(ctx, s) || saveAll;
    else if (s.kind === 'format' && s.label) scope.formats.set(s.label.name, s.layout);
    else if (s.kind === 'assign') functions.push(s);
  }
  interfaceOf(ctx);
  const leading = statementFunctions(ctx, functions);
  const own = [...scope.symbols.values()].filter(
    (symbol) => symbol.kind === 'variable' && symbol.home === scope,
  ) as VariableSymbol[];
  settleAllocations(ctx, own);
  for (const symbol of own) settle(ctx, symbol, saveAll);
  for (const symbol of own) initialise(ctx, symbol);
  for (const s of data) assignData(ctx, s);
  ctx.declaring = false;
  layOut(ctx, commons);
  placeEquivalences(
    ctx,
    equivalences.flatMap(({ sets }) => sets),
  );
  if (unit.kind === 'module')
    for (const symbol of scope.symbols.values())
      if (
        symbol.kind === 'variable' &&
        symbol.home === scope &&
        !symbol.external &&
        symbol.id === null &&
        !symbol.poison
      )
        materialise(ctx, symbol, symbol.span);
  return { scope, context: ctx, leading };
}

function variableSymbol(ctx: Context, name: Name): VariableSymbol | null {
  const found = ctx.scope.symbols.get(name.name);
  if (found?.kind === 'variable') {
    if (found.home !== ctx.scope) {
      report(ctx, 'duplicate', `${name.name} comes from a module already.`, name.span);
      return null;
    }
    return found;
  }
  if (found) {
    report(ctx, 'duplicate', `${name.name} is declared already.`, name.span);
    return null;
  }
  const type = implicitType(ctx.scope, name.name);
  const symbol = newVariable(
    ctx.scope,
    name.name,
    type === null || type === 'poison' ? 'f64' : type,
    name.span,
  );
  if (type === 'poison') symbol.poison = true;
  return symbol;
}

// ----------------------------------------------------------------------------------------------------------- types

/** The IR's type; null, reported, for kinds outside the subset. */
export function typeOf(ctx: Context, type: TypeSyntax): ScalarType | null {
  if (type.base === 'unsupported') return null;
  if (type.base === 'double') return 'f64';
  const kind = type.bytes ?? (type.kindOf ? constantInteger(ctx, type.kindOf, 'A kind') : 4);
  if (kind === null) return null;
  if (type.base === 'logical') return 'bool';
  if (kind === 4) return type.base === 'real' ? 'f32' : 'i32';
  if (kind === 8) return type.base === 'real' ? 'f64' : 'i64';
  unsupported(ctx, `${type.base.toUpperCase()} of kind ${kind} is`, type.span, 'Use kind 4 or 8.');
  return null;
}

function declare(ctx: Context, s: StatementOf<'declare'>): void {
  const type = s.type ? typeOf(ctx, s.type) : null;
  const has = (attribute: (typeof s.attributes)[number]) => s.attributes.includes(attribute);
  for (const entity of s.entities) {
    if (has('parameter')) {
      declareConstant(ctx, s, entity, type);
      continue;
    }
    const symbol = variableSymbol(ctx, entity);
    if (!symbol) continue;
    if (s.type) setType(ctx, symbol, type, entity.span);
    const dimensions = entity.dimensions ?? s.dimensions;
    if (dimensions) setDimensions(ctx, symbol, { ...entity, dimensions });
    if (has('in')) symbol.intent = 'in';
    if (has('out')) symbol.intent = 'out';
    if (has('inout')) symbol.intent = 'inout';
    if (has('value')) symbol.byValue = true;
    if (has('save')) symbol.saved = true;
    if (has('external')) symbol.external = true;
    if (has('intrinsic')) symbol.intrinsic = true;
    if (has('allocatable')) symbol.allocatable = true;
    if (has('poison')) symbol.poison = true;
    if (entity.initial) {
      symbol.saved = true;
      symbol.initialSyntax = entity.initial;
    }
    if (entity.data) {
      symbol.saved = true;
      assignInitial(ctx, symbol, entity.data, entity.span);
    }
  }
}

function setType(ctx: Context, symbol: VariableSymbol, type: ScalarType | null, span: Span): void {
  if (symbol.typed) report(ctx, 'duplicate', `${symbol.name} has a type already.`, span);
  symbol.typed = true;
  symbol.span = span;
  // A type that is not supported was reported where it stands.
  if (type) {
    symbol.type = type;
    symbol.poison = false;
  } else symbol.poison = true;
}

function setDimensions(ctx: Context, symbol: VariableSymbol, entity: Entity): void {
  if (symbol.dimensions) report(ctx, 'duplicate', `${symbol.name} has bounds already.`, entity.span);
  symbol.dimensions = entity.dimensions;
}

function dimensioned(ctx: Context, entity: Entity): void {
  const symbol = variableSymbol(ctx, entity);
  if (symbol && entity.dimensions) setDimensions(ctx, symbol, entity);
}

function declareConstant(
  ctx: Context,
  s: StatementOf<'declare'>,
  entity: Entity,
  type: ScalarType | null,
): void {
  const dimensions = entity.dimensions ?? s.dimensions;
  if (!entity.initial) {
    report(ctx, 'constant', `The constant ${entity.name} has no value.`, entity.span, 'Give it one with =.');
    return;
  }
  const symbol = variableSymbol(ctx, entity);
  if (!symbol) return;
  if (s.type) setType(ctx, symbol, type, entity.span);
  if (dimensions) symbol.dimensions = dimensions;
  constantSymbol(ctx, entity, entity.initial);
}

/** PARAMETER: a scalar is folded where it is used; an array is a variable that nothing writes. */
function constantSymbol(ctx: Context, name: Name, given: Entity['initial']): void {
  const symbol = variableSymbol(ctx, name);
  if (!symbol || !given) return;
  if (!symbol.typed && !symbol.poison && implicitType(ctx.scope, name.name) === null) {
    reportUntyped(ctx, name);
    symbol.poison = true;
  }
  if (symbol.dimensions) {
    symbol.saved = true;
    symbol.intent = 'in';
    ctx.failed = false;
    if (symbol.dimensions.some((d) => d.upper === 'size')) giveExtent(ctx, symbol, symbol.dimensions, given);
    // What follows may be made of it.
    if (!ctx.failed && !symbol.poison) assignInitial(ctx, symbol, given, symbol.span);
    if (ctx.failed) symbol.poison = true;
    return;
  }
  ctx.failed = false;
  const found = scalar(ctx, given);
  const folded = ctx.failed ? null : fold(converted(ctx, found, symbol.type, given.span));
  if (!folded && !ctx.failed)
    report(ctx, 'constant', `The value of ${name.name} is no constant.`, given.span);
  const constant: ConstantSymbol = {
    kind: 'constant',
    name: name.name,
    span: name.span,
    value: symbol.poison ? null : folded,
  };
  ctx.scope.symbols.set(name.name, constant);
}

/** `x(*) = […]`: as long as its values are many. */
function giveExtent(
  ctx: Context,
  symbol: VariableSymbol,
  dimensions: readonly DimensionSyntax[],
  given: ExprSyntax,
): void {
  const found = value(ctx, given);
  if (ctx.failed || !isArray(found)) return;
  symbol.dimensions = dimensions.map((d, k): DimensionSyntax => {
    const extent = found.extents[k];
    const lower = d.lower ? constantInteger(ctx, d.lower, 'A bound') : 1;
    if (d.upper !== 'size' || extent?.kind !== 'constant' || lower === null) return d;
    const text = String(lower + extent.value - 1);
    return { ...d, upper: { kind: 'number', text, real: false, suffix: null, span: d.span } };
  });
}

function implicit(ctx: Context, s: StatementOf<'implicit'>): void {
  if (s.none) {
    ctx.scope.implicit = DEFAULT_RULES.map(() => null);
    return;
  }
  const rules = [...ctx.scope.implicit];
  for (const { type, letters } of s.rules) {
    const found = typeOf(ctx, type) ?? 'poison';
    for (const [from, to] of letters) {
      if (to < from) report(ctx, 'syntax', `The letters ${from}-${to} are in the wrong order.`, s.span);
      for (let c = from.charCodeAt(0); c <= to.charCodeAt(0); c++) rules[c - 97] = found;
    }
  }
  ctx.scope.implicit = rules;
}

function use(ctx: Context, s: StatementOf<'use'>): void {
  const { name } = s.module;
  const ours = name === TAPE_MODULE || name === MATH_MODULE || name.startsWith(`${FUNCTIONS_MODULE}_`);
  if (ctx.shared.hasRuntime && ours) return;
  const builtin = intrinsicModule(s.module.name);
  const module = ctx.shared.modules.get(s.module.name);
  if (!builtin && !module) {
    report(
      ctx,
      'unknown-module',
      `There is no module ${s.module.name} in this text.`,
      s.module.span,
      'Paste it above.',
    );
    return;
  }
  const members: ReadonlyMap<string, Symbol_> = builtin ?? module?.symbols ?? new Map();
  const renamed = new Set(s.names.map(({ remote }) => remote));
  if (!s.only)
    for (const [name, symbol] of members) if (!renamed.has(name)) ctx.scope.symbols.set(name, symbol);
  const routines: ReadonlyMap<string, RoutineInfo> = module?.routines ?? new Map();
  if (!s.only)
    for (const [name, routine] of routines) if (!renamed.has(name)) ctx.scope.routines.set(name, routine);
  if (!s.only) for (const [name, generic] of module?.generics ?? []) ctx.scope.generics.set(name, generic);
  for (const { local, remote } of s.names) {
    const symbol = members.get(remote);
    const routine = routines.get(remote);
    if (symbol) ctx.scope.symbols.set(local.name, symbol);
    if (routine) ctx.scope.routines.set(local.name, routine);
    const generic = module?.generics.get(remote);
    if (generic) ctx.scope.generics.set(local.name, generic);
    const isAbstract = module?.unit.abstracts.includes(remote) === true;
    if (!symbol && !routine && !generic && !isAbstract && !ctx.shared.byName.has(remote))
      report(ctx, 'undeclared', `The module ${s.module.name} has no ${remote}.`, local.span);
  }
}

/** True for a SAVE without names. */
function save(ctx: Context, s: StatementOf<'save'>): boolean {
  for (const name of s.names) {
    const symbol = variableSymbol(ctx, name);
    if (symbol) symbol.saved = true;
  }
  return s.names.length === 0 && s.blocks.length === 0;
}

// ---------------------------------------------------------------------------------------------------- finishing up

/** Marks the dummies and the result. */
function interfaceOf(ctx: Context): void {
  const { scope, routine } = ctx;
  const { header } = scope.unit;
  if (!header || scope.unit.kind === 'module') return;
  ctx.span = header.span;
  for (const name of header.parameters) {
    const symbol = variableSymbol(ctx, name);
    if (!symbol) continue;
    if (symbol.dummy) {
      report(ctx, 'duplicate', `Two arguments are named ${name.name}.`, name.span);
      continue;
    }
    symbol.dummy = true;
    if (symbol.external) {
      unsupported(ctx, 'Routines as arguments are', symbol.span, NOT_PASSED);
      symbol.poison = true;
      symbol.external = false;
    }
    routine.parameters.push(symbol);
  }
  if (header.unit !== 'function') return;
  const name = header.result ?? { name: scope.unit.name.name, span: scope.unit.name.span };
  const result = resultSymbol(ctx, name);
  result.result = true;
  result.external = false;
  if (header.type) setType(ctx, result, typeOf(ctx, header.type), name.span);
  if (!result.dimensions) {
    routine.result = result;
    return;
  }
  if (result.poison) return;
  giveArrayResult(ctx, result);
}

/** A dummy, which can't be named as its routine is. */
function giveArrayResult({ shared, scope, routine }: Context, result: VariableSymbol): void {
  const { name, span } = scope.unit.name;
  const dummy: VariableSymbol = {
    ...result,
    name: result.name === name ? freshName(shared, `${name}_value`) : result.name,
    result: false,
    dummy: true,
  };
  scope.symbols.set(result.name, dummy);
  routine.parameters.push(dummy);
  routine.arrayResult = dummy;
  shared.sink.info(
    'array-result',
    `The result of ${name} is an array: it is returned in an argument of its own, ${dummy.name}.`,
    span,
  );
}

/** The result's symbol; one of its own, reported, where the name means something else already. */
function resultSymbol(ctx: Context, name: Name): VariableSymbol {
  const found = variableSymbol(ctx, name);
  if (found && !found.dummy) return found;
  if (found)
    report(ctx, 'duplicate', `${name.name} is an argument, so it can\u2019t be the result.`, name.span);
  const symbol = newVariable(ctx.scope, freshName(ctx.shared, name.name), 'f64', name.span);
  symbol.poison = true;
  return symbol;
}

/** Of assignments among the declarations, those to arrays, and all after the first such one, are statements. */
function statementFunctions(ctx: Context, candidates: readonly StatementOf<'assign'>[]): StatementSyntax[] {
  const leading: StatementSyntax[] = [];
  for (const s of candidates) {
    const { target } = s;
    if (target.kind !== 'apply') continue;
    const symbol = ctx.scope.symbols.get(target.name) ?? hostArray(ctx, target.name);
    const variable = symbol?.kind === 'variable' ? symbol : null;
    const isFunction =
      leading.length === 0 &&
      !(variable && (variable.dimensions || variable.dummy || variable.poison)) &&
      !ctx.scope.unit.bare;
    if (!isFunction) {
      leading.push(s);
      continue;
    }
    const fallback = implicitType(ctx.scope, target.name);
    const type = variable?.typed ? variable.type : fallback;
    if (type === null || type === 'poison') {
      report(ctx, 'undeclared', `${target.name} is not declared.`, target.nameSpan);
      continue;
    }
    ctx.scope.symbols.set(target.name, {
      kind: 'statementFunction',
      name: target.name,
      span: target.nameSpan,
      type,
      parameters: target.args.map((arg) => parameter(ctx, arg.value.kind === 'name' ? arg.value.name : '')),
      body: s.value,
      busy: false,
    });
  }
  return leading;
}

/** An array of the module or routine around, which compilers take to be meant. */
function hostArray({ scope }: Context, name: string): VariableSymbol | null {
  const symbol = scope.parent && lookUp(scope.parent, name);
  return symbol?.kind === 'variable' && symbol.dimensions ? symbol : null;
}

function parameter(ctx: Context, name: string): { name: string; type: ScalarType } {
  const symbol = ctx.scope.symbols.get(name);
  const fallback = implicitType(ctx.scope, name);
  const type = symbol?.kind === 'variable' ? symbol.type : fallback;
  return { name, type: type === null || type === 'poison' ? 'f64' : type };
}

function reportUntyped(ctx: Context, { name, span }: Name): void {
  const instead = 'IMPLICIT NONE asks for a declaration of every name.';
  report(ctx, 'undeclared', `${name} has no type.`, span, instead);
}

function settle(ctx: Context, symbol: VariableSymbol, saveAll: boolean): void {
  if (symbol.poison) return;
  ctx.failed = false;
  ctx.span = symbol.span;
  const untyped = !symbol.typed && implicitType(ctx.scope, symbol.name) === null;
  const callable = symbol.external || symbol.intrinsic || routineNamed(ctx, symbol.name) !== undefined;
  if (untyped && (!callable || symbol.result)) {
    reportUntyped(ctx, symbol);
    symbol.poison = true;
    return;
  }
  // IMPLICIT statements count wherever they stand among the declarations.
  const type = implicitType(ctx.scope, symbol.name);
  if (!symbol.typed && type && type !== 'poison') symbol.type = type;
  if (saveAll && !symbol.dummy && !symbol.result && !symbol.external && ctx.scope.unit.kind !== 'program')
    symbol.saved = true;
  if (symbol.dummy || symbol.result) symbol.saved = false;
  if (symbol.byValue && symbol.dimensions) {
    unsupported(ctx, 'VALUE for arrays is', symbol.span, 'Leave VALUE out.');
    symbol.byValue = false;
  }
}

function initialise(ctx: Context, symbol: VariableSymbol): void {
  if (!symbol.initialSyntax || symbol.poison) return;
  ctx.failed = false;
  if (symbol.dummy || symbol.result)
    report(
      ctx,
      'syntax',
      `${symbol.name} is ${symbol.dummy ? 'an argument' : 'the result'}, so it can\u2019t have an initial value.`,
      symbol.span,
    );
  else assignInitial(ctx, symbol, symbol.initialSyntax, symbol.span);
}

function layOut(ctx: Context, commons: readonly StatementOf<'common'>[]): void {
  const offsets = new Map<string, number>();
  for (const { blocks } of commons)
    for (const block of blocks)
      for (const entity of block.entities) {
        const symbol = ctx.scope.symbols.get(entity.name);
        if (symbol?.kind !== 'variable' || symbol.poison) continue;
        if (symbol.dummy || symbol.result || symbol.id !== null) {
          report(
            ctx,
            'duplicate',
            symbol.dummy || symbol.result
              ? `${entity.name} is ${symbol.dummy ? 'an argument' : 'the result'}, so it can\u2019t be in COMMON.`
              : `${entity.name} is in COMMON twice.`,
            entity.span,
          );
          continue;
        }
        ctx.failed = false;
        const shape = symbol.dimensions ? declaredShape(ctx, symbol, symbol.dimensions) : null;
        if (ctx.failed || symbol.poison) continue;
        const key = block.name?.name ?? '';
        offsets.set(key, placeInCommon(ctx, block.name, symbol, shape, offsets.get(key) ?? 0));
      }
}
