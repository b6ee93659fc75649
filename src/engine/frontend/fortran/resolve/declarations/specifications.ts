/** What each specification says of the names of a unit. */
import type { Span } from '../../../../base/span';
import { FUNCTIONS_MODULE, MATH_MODULE, TAPE_MODULE } from '../../../../ir/runtime';
import type { ScalarType } from '../../../../ir/types';
import { someNode } from '../../../mapped';
import { type Context, report, type VariableSymbol } from '../../lower/context';
import { INTRINSIC_NAMES } from '../../lower/intrinsics/intrinsics';
import type { Attribute, Entity, Name, StatementOf, StatementSyntax, Unit } from '../../parse/syntax';
import { declarationsOf } from '../../parse/visit';
import { assignInitial } from '../initial';
import { intrinsicModule } from '../intrinsicModules';
import { DEFAULT_RULES, implicitType, lookUp } from '../symbols';
import { declareConstant } from './constants';
import { setDimensions, setType, typeOf, variableSymbol } from './variables';

export function specify(ctx: Context, s: StatementSyntax): void {
  const specification = SPECIFYING[s.kind] as ((ctx: Context, s: StatementSyntax) => void) | undefined;
  specification?.(ctx, s);
}

/** COMMON, EQUIVALENCE, DATA, statement functions and a SAVE of everything wait until all names are known. */
const SPECIFYING: {
  readonly [K in StatementSyntax['kind']]?: (ctx: Context, s: Extract<StatementSyntax, { kind: K }>) => void;
} = {
  declare,
  implicit,
  use,
  common: (ctx, { blocks }) => {
    for (const entity of blocks.flatMap(({ entities }) => entities)) dimensioned(ctx, entity);
  },
  equivalence: (ctx, { sets }) => {
    for (const { name } of sets.flat()) variableSymbol(ctx, name);
  },
  save: (ctx, { names }) => {
    for (const name of names) {
      const symbol = variableSymbol(ctx, name);
      if (symbol) symbol.saved = true;
    }
  },
  format: (ctx, { label, layout }) => {
    if (label) ctx.scope.formats.set(label.name, layout);
  },
};

function dimensioned(ctx: Context, entity: Entity): void {
  const symbol = variableSymbol(ctx, entity);
  if (symbol && entity.dimensions) setDimensions(ctx, symbol, entity);
}

/** The marks that attributes leave on a variable; those of INTENT go together. */
const FLAGS = {
  value: 'byValue',
  save: 'saved',
  external: 'external',
  intrinsic: 'intrinsic',
  allocatable: 'allocatable',
  sized: 'sized',
  random: 'random',
  poison: 'poison',
} as const satisfies Partial<Record<Attribute, keyof VariableSymbol>>;

function declare(ctx: Context, s: StatementOf<'declare'>): void {
  const type = s.type ? typeOf(ctx, s.type) : null;
  const isConstant = s.attributes.includes('parameter');
  for (const entity of s.entities)
    if (isConstant) declareConstant(ctx, s, entity, type);
    else declareVariable(ctx, s, entity, type);
}

function declareVariable(
  ctx: Context,
  s: StatementOf<'declare'>,
  entity: Entity,
  type: ScalarType | null,
): void {
  const symbol = variableSymbol(ctx, entity);
  if (!symbol) return;
  if (s.type) setType(ctx, symbol, type, entity.span);
  if (entity.dimensions) setDimensions(ctx, symbol, entity);
  const intent = (['inout', 'out', 'in'] as const).find((each) => s.attributes.includes(each));
  if (intent) symbol.intent = intent;
  for (const attribute of s.attributes)
    if (attribute in FLAGS) symbol[FLAGS[attribute as keyof typeof FLAGS]] = true;
  if (entity.initial || entity.data) symbol.saved = true;
  if (entity.initial) symbol.initialSyntax = entity.initial;
  if (entity.data) assignInitial(ctx, symbol, entity.data, entity.span);
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
  const builtin = intrinsicModule(name);
  const module = ctx.shared.modules.get(name);
  if (!builtin && !module) {
    const instead = 'Paste it above.';
    report(ctx, 'unknown-module', `There is no module ${name} in this text.`, s.module.span, instead);
    return;
  }
  const isHidden = module ? hiddenIn(module.unit) : () => false;
  const seen = <T>(from: ReadonlyMap<string, T> = new Map()): ReadonlyMap<string, T> =>
    new Map([...from].filter(([each]) => !isHidden(each)));
  const symbols = builtin ?? seen(module?.symbols);
  const [routines, generics] = [seen(module?.routines), seen(module?.generics)];
  takeOver(s, ctx.scope.symbols, symbols);
  takeOver(s, ctx.scope.routines, routines);
  // What a generic name may mean is all that the modules, and the unit itself, say of it.
  takeOver(s, ctx.scope.generics, generics, (own, more) => [...new Set([...own, ...more])]);
  const known = [symbols, routines, generics, ctx.shared.byName, builtin && INTRINSIC_NAMES];
  for (const { local, remote } of s.names)
    if (
      !known.some((names) => names?.has(remote)) &&
      !module?.unit.abstracts.some(({ name }) => name.name === remote)
    )
      missing(ctx, `The module ${name} has no ${remote}.`, local);
}

/** An error where the name is mentioned: each routine is judged by what it takes from modules only. */
function missing(ctx: Context, message: string, { name, span }: Name): void {
  const mentions = firstMentions(ctx.scope.unit, name);
  if (mentions.length === 0) ctx.shared.sink.warning('undeclared', message, span);
  for (const at of mentions) report(ctx, 'undeclared', message, at);
}

/** Where a unit and those that it contains first mention a name of it, each. */
function firstMentions(unit: Unit, name: string): Span[] {
  const declares = ({ header }: Unit) => header?.parameters.some((p) => p.name === name) ?? false;
  if (declares(unit) || declarationsOf(unit, name).length > 0) return [];
  const { specifications, body, interfaces, types, contains } = unit;
  const found: Span[] = [];
  const own = specifications.filter(({ kind }) => kind !== 'use' && kind !== 'access');
  someNode([own, body, interfaces, types], (node) => {
    if (!('name' in node && node.name === name && 'span' in node)) return false;
    found.push(node.span as Span);
    return true;
  });
  return [...found, ...contains.flatMap((inner) => firstMentions(inner, name))];
}

/** Whether a module keeps a name to itself: by PRIVATE, of the name or of all that PUBLIC does not name. */
export function hiddenIn({ specifications }: Unit): (name: string) => boolean {
  const said = new Map<string, 'public' | 'private'>();
  let others: 'public' | 'private' = 'public';
  for (const s of specifications) {
    if (s.kind === 'access' && s.names.length === 0) others = s.access;
    if (s.kind === 'access') for (const name of s.names) said.set(name, s.access);
    const access =
      s.kind === 'declare' && s.attributes.find((each) => each === 'public' || each === 'private');
    if (access && s.kind === 'declare') for (const { name } of s.entities) said.set(name, access);
  }
  // `c.a` is a component of the variable c.
  return (name) => (said.get(name) ?? said.get(name.split('.', 1)[0] ?? '') ?? others) === 'private';
}

/** Brings in the names of one kind that a module has: all, or those that ONLY lists, under the names they get. */
function takeOver<T>(
  { only, names }: StatementOf<'use'>,
  into: Map<string, T>,
  from: ReadonlyMap<string, T>,
  both = (_: T, thing: T): T => thing,
): void {
  const add = (name: string, thing: T): void => {
    const own = into.get(name);
    into.set(name, own === undefined ? thing : both(own, thing));
  };
  const renamed = new Set(names.map(({ remote }) => remote));
  if (!only) for (const [name, thing] of from) if (!renamed.has(name)) add(name, thing);
  for (const { local, remote } of names) {
    const thing = from.get(remote);
    if (thing !== undefined) add(local.name, thing);
  }
}

/** Declares statement functions. An assignment to an array is none; from the first such one on, all are statements. */
export function statementFunctions(
  ctx: Context,
  candidates: readonly StatementOf<'assign'>[],
): StatementSyntax[] {
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
