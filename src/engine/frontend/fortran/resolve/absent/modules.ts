/**
 * Modules that a text uses and does not hold, where the names tell what it takes from them: kinds, and constants as `zero` and
 * `pi`. A module that has these is put in front of the text, and a warning says what was assumed.
 */
import type { DiagnosticSink } from '../../../../base/diagnostics';
import { getOrMake } from '../../../../base/once';
import type { Span } from '../../../../base/span';
import { FUNCTIONS_MODULE, MATH_MODULE, TAPE_MODULE } from '../../../../ir/runtime';
import { namesOf, someNode } from '../../../mapped';
import { declared, entityOf, integer, statement } from '../../parse/made';
import type { BaseType, StatementOf, StatementSyntax } from '../../parse/syntax';
import { intrinsicModule } from '../intrinsicModules';

const CONSTANTS: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  half: 0.5,
  pi: Math.PI,
  twopi: 2 * Math.PI,
};

/** `name`, and its value: bytes of a kind, or a number. */
type Assumed = Map<string, { readonly value: number; readonly isKind: boolean }>;

export function withAbsentModules(
  statements: readonly StatementSyntax[],
  sink: DiagnosticSink,
): readonly StatementSyntax[] {
  const uses = absentUses(statements);
  if (uses.length === 0) return statements;
  const kinds = kindsIn(statements);
  const own = declaredIn(statements);
  const made = new Map<string, { readonly span: Span; readonly assumed: Assumed }>();
  for (const { use, isStrict } of uses) {
    const assumed = use.only ? onlyTaken(use, kinds) : isStrict ? allTaken(statements, kinds, own) : null;
    if (!assumed || assumed.size === 0) continue;
    const module = getOrMake(made, use.module.name, () => ({ span: use.module.span, assumed: new Map() }));
    for (const [name, each] of assumed) module.assumed.set(name, each);
  }
  return [...[...made].flatMap(([name, module]) => moduleOf(name, module, sink)), ...statements];
}

interface Use {
  readonly use: StatementOf<'use'>;
  /** Nothing that the module may hold has a type of its own: IMPLICIT NONE. */
  readonly isStrict: boolean;
}

function absentUses(statements: readonly StatementSyntax[]): Use[] {
  const held = new Set(
    statements.flatMap((s) => (s.kind === 'unit' && s.unit === 'module' && s.name ? [s.name.name] : [])),
  );
  const isAbsent = (name: string): boolean =>
    !held.has(name) &&
    !intrinsicModule(name) &&
    ![TAPE_MODULE, MATH_MODULE].includes(name) &&
    !name.startsWith(FUNCTIONS_MODULE);
  const found: { readonly use: StatementOf<'use'>; readonly units: readonly { none: boolean }[] }[] = [];
  const units: { none: boolean }[] = [];
  for (const s of statements) {
    if (s.kind === 'unit') units.push({ none: false });
    else if (s.kind === 'end' && s.unit !== 'procedure') units.pop();
    else if (s.kind === 'implicit' && s.none) for (const unit of units.slice(-1)) unit.none = true;
    else if (s.kind === 'use' && isAbsent(s.module.name)) found.push({ use: s, units: [...units] });
  }
  return found.map(({ use, units: around }) => ({ use, isStrict: around.some(({ none }) => none) }));
}

/** What stands where the kind of a type or of a number stands, and of which types. */
function kindsIn(statements: readonly StatementSyntax[]): ReadonlyMap<string, ReadonlySet<BaseType>> {
  const found = new Map<string, Set<BaseType>>();
  const add = (name: string, base: BaseType): void => {
    getOrMake(found, name, () => new Set()).add(base);
  };
  someNode(statements, (node) => {
    const { base, kindOf, suffix, real } = node as {
      readonly base?: BaseType;
      readonly kindOf?: { readonly kind: string; readonly name?: string } | null;
      readonly suffix?: string | null;
      readonly real?: boolean;
    };
    if (base && kindOf?.kind === 'name' && kindOf.name) add(kindOf.name, base);
    if (suffix && /^[a-z]/i.test(suffix)) add(suffix.toLowerCase(), real ? 'real' : 'integer');
    return false;
  });
  return found;
}

function declaredIn(statements: readonly StatementSyntax[]): Set<string> {
  return new Set(
    statements.flatMap((s) => {
      if (s.kind === 'declare') return s.entities.map(({ name }) => name);
      if (s.kind === 'parameter') return s.items.map(({ name }) => name.name);
      return s.kind === 'use' ? s.names.map(({ local }) => local.name) : [];
    }),
  );
}

/** Null where the statement asks for something else as well. */
function onlyTaken(use: StatementOf<'use'>, kinds: ReturnType<typeof kindsIn>): Assumed | null {
  const assumed: Assumed = new Map();
  for (const { local, remote } of use.names) {
    const meant = assumedOf(remote, kinds.get(local.name));
    if (!meant) return null;
    assumed.set(remote, meant);
  }
  return assumed;
}

function allTaken(
  statements: readonly StatementSyntax[],
  kinds: ReturnType<typeof kindsIn>,
  own: ReadonlySet<string>,
): Assumed | null {
  const assumed: Assumed = new Map();
  const named = namesOf(statements);
  for (const name of new Set([...kinds.keys(), ...Object.keys(CONSTANTS)])) {
    if (own.has(name) || !(kinds.has(name) || named.has(name))) continue;
    const meant = assumedOf(name, kinds.get(name));
    if (!meant) return null;
    assumed.set(name, meant);
  }
  return assumed;
}

function assumedOf(name: string, of: ReadonlySet<BaseType> | undefined) {
  const value = of ? bytesOf(name, of.has('real')) : (CONSTANTS[name] ?? null);
  return value === null ? null : { value, isKind: of !== undefined };
}

function bytesOf(name: string, isReal: boolean): number | null {
  if (isReal) {
    if (/qp|quad|128|16|ep$/.test(name)) return null;
    return /^(c_)?(sp|rs|r4|rk4|sgl|single|float)|32|real4|_sp$/.test(name) ? 4 : 8;
  }
  if (/16|int1|i1|i2|short|byte/.test(name)) return null;
  return /64|8|long|dp/.test(name) ? 8 : 4;
}

function moduleOf(
  name: string,
  { span, assumed }: { readonly span: Span; readonly assumed: Assumed },
  sink: DiagnosticSink,
): StatementSyntax[] {
  const said = [...assumed].map(([each, { value, isKind }]) =>
    isKind ? `${each} as a kind of ${value} bytes` : `${each} as ${value}`,
  );
  sink.warning(
    'unknown-module',
    `There is no module ${name} in this text: its names are taken for what they say, ${said.join(', ')}.`,
    span,
    'Paste it above if it says something else.',
  );
  const members = [...assumed].map(([each, { value, isKind }]) => {
    const type = { base: isKind ? 'integer' : 'real', bytes: isKind ? 4 : 8, kindOf: null, span } as const;
    const text = isKind ? String(value) : `${value}${Number.isInteger(value) ? '.' : ''}d0`;
    const initial = { ...integer(text, span), real: !isKind };
    return declared(type, { ...entityOf(each, span), initial }, ['parameter']);
  });
  const unit = { kind: 'unit', unit: 'module', name: { name, span } } as const;
  const head = { ...unit, parameters: [], type: null, result: null, elemental: false };
  const end = { kind: 'end', unit: 'module', name: null } as const;
  return [statement(head, span), ...members, statement(end, span)];
}
