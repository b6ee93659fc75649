/**
 * Modules that a text uses and does not hold, where names and their uses tell what it takes from them: kinds, constants as `zero`
 * and `pi`, and variables. A module that has these is put in front of the text, and a warning says what was assumed.
 */
import type { Diagnostic, DiagnosticSink } from '../../../../base/diagnostics';
import { getOrMake } from '../../../../base/once';
import { encloses, type Span } from '../../../../base/span';
import { FUNCTIONS_MODULE, MATH_MODULE, TAPE_MODULE } from '../../../../ir/runtime';
import { freshName } from '../../../mapped';
import { declared, entityOf, integer, statement } from '../../parse/made';
import type { BaseType, StatementOf, StatementSyntax, Unit } from '../../parse/syntax';
import { ofKind } from '../../parse/visit';
import { intrinsicModule } from '../intrinsicModules';
import { declaredIn, kindsIn, type Role, rolesIn, writtenIn } from './roles';

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

/** What stands for a name: the bytes of a kind, the value of a constant, or a variable of some type. */
type Meaning =
  | { readonly is: 'kind' | 'constant'; readonly value: number }
  | { readonly is: 'variable'; readonly role: Role };
type Assumed = ReadonlyMap<string, Meaning>;

/** What the text says of names. */
interface Text {
  readonly statements: readonly StatementSyntax[];
  readonly kinds: ReturnType<typeof kindsIn>;
  readonly own: ReadonlySet<string>;
  readonly roles: ReadonlyMap<string, Role>;
}

/** A module that is put in front of the text: what it is called there, and what it is assumed to hold. */
interface Made {
  readonly span: Span;
  readonly called: Set<string>;
  readonly assumed: Map<string, Meaning>;
}

export function withAbsentModules(
  statements: readonly StatementSyntax[],
  names: Set<string>,
  sink: DiagnosticSink,
): readonly StatementSyntax[] {
  const uses = absentUses(statements);
  const kinds = kindsIn(statements);
  if (uses.length === 0 && kinds.size === 0) return statements;
  const renamed = uses.flatMap(({ use }) => (use.only ? [] : use.names.map(({ local }) => local.name)));
  const own = new Set([...declaredIn(statements), ...renamed]);
  const text = { statements, kinds, own, roles: rolesIn(statements) };
  const made = new Map<string, Made>();
  const changed = new Map<StatementSyntax, StatementSyntax>();
  // A name that no list mentions may belong to any of several modules: they are made one.
  const whole = uses.find(({ use, isStrict }) => isStrict && !use.only)?.use.module.name;
  for (const { use, isStrict } of uses) {
    const named = namedTaken(use, text);
    const rest = use.only || !isStrict ? null : restTaken(text);
    if (!named || !(use.only || rest || named.size > 0)) continue;
    const assumed = new Map([...named, ...(rest ?? [])]);
    const name = (rest ? whole : undefined) ?? use.module.name;
    const { span } = use.module;
    const module = getOrMake(made, name, () => ({
      span,
      called: new Set<string>(),
      assumed: new Map<string, Meaning>(),
    }));
    module.called.add(use.module.name);
    for (const [each, meaning] of assumed) module.assumed.set(each, meaning);
    const taken = use.names.filter(({ remote }) => assumed.has(remote));
    changed.set(use, { ...use, module: { name, span }, names: taken });
  }
  const present = statements.map((s) => changed.get(s) ?? s);
  const modules = [...made].flatMap(([name, module]) => moduleOf(name, module, text, sink));
  return [...modules, ...withLostModule(present, text, made, names, sink)];
}

/**
 * Kinds that nothing declares show that a routine was cut out of its module: every unit gets them, and the variables of that module
 * that are only read. Without them each would be a local variable without a value.
 */
function withLostModule(
  statements: readonly StatementSyntax[],
  text: Text,
  made: ReadonlyMap<string, Made>,
  names: Set<string>,
  sink: DiagnosticSink,
): readonly StatementSyntax[] {
  const builtin = ofKind(statements, 'use').flatMap(({ module }) => [
    ...(intrinsicModule(module.name)?.keys() ?? []),
  ]);
  const known = new Set([
    ...text.own,
    ...builtin,
    ...[...made.values()].flatMap((m) => [...m.assumed.keys()]),
  ]);
  const lost = [...text.kinds.keys()].filter((name) => !known.has(name));
  const span = text.kinds.get(lost[0] ?? '')?.span;
  if (!span) return statements;
  const written = writtenIn(statements);
  const read = [...text.roles.keys()].filter((name) => !known.has(name) && !written.has(name));
  const assumed = new Map<string, Meaning>();
  for (const name of [...lost, ...read]) {
    const meant = meaningOf(name, name, text);
    if (meant && meant !== 'unreadable') assumed.set(name, meant);
  }
  const name = freshName(names, 'host');
  const body = { kind: 'use', module: { name, span }, only: false, names: [] } as const;
  const units = statements.flatMap((s): StatementSyntax[] =>
    s.kind === 'unit' ? [s, statement(body, span)] : [s],
  );
  return [...moduleOf(name, { span, called: new Set(), assumed }, text, sink), ...units];
}

const UNKNOWN = new Set(['undeclared', 'unknown-function', 'unknown-type']);

/** Errors about names that the text does not explain, with the modules that may: their unit uses them, and the text does not hold them. */
export function withAbsentNamed(
  found: readonly Diagnostic[],
  statements: readonly StatementSyntax[],
  units: readonly Unit[],
  source: string,
): Diagnostic[] {
  const uses = absentUses(statements).map(({ use }) => use);
  return found.map((error) => {
    if (error.severity !== 'error' || !UNKNOWN.has(error.code)) return error;
    const unit = units.find(({ span }) => encloses(span, error.span));
    const near = unit ? uses.filter(({ module }) => encloses(unit.span, module.span)) : [];
    const name = /\w+(?=\W*$)/.exec(source.slice(error.span.start, error.span.end).toLowerCase())?.[0];
    const only = near.find(({ names }) => names.some(({ local }) => local.name === name));
    const wholes = near.filter((use) => !use.only);
    const modules = new Set((only ? [only] : wholes).map(({ module }) => module.name));
    if (modules.size === 0) return error;
    const text = `It ${only ? 'comes' : 'may come'} from the module ${[...modules].join(' or ')}, which is not in this text: paste it above.`;
    return { ...error, notes: [{ message: text }, ...error.notes] };
  });
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

/** What a list takes or renames; null where it asks for a kind that is not read. A routine or an unused name needs no module. */
function namedTaken(use: StatementOf<'use'>, text: Text): Assumed | null {
  const assumed = new Map<string, Meaning>();
  for (const { local, remote } of use.names) {
    const meant = meaningOf(remote, local.name, text);
    if (meant === 'unreadable') return null;
    if (meant) assumed.set(remote, meant);
  }
  return assumed;
}

/** All that the text does not declare. */
function restTaken(text: Text): Assumed | null {
  const assumed = new Map<string, Meaning>();
  for (const name of new Set([...text.kinds.keys(), ...text.roles.keys()])) {
    if (text.own.has(name)) continue;
    const meant = meaningOf(name, name, text);
    if (meant === 'unreadable') return null;
    if (meant) assumed.set(name, meant);
  }
  return assumed;
}

function meaningOf(name: string, local: string, { kinds, roles }: Text): Meaning | 'unreadable' | null {
  const of = kinds.get(local)?.of;
  if (of) {
    const value = bytesOf(name, of.has('real'));
    return value === null ? 'unreadable' : { is: 'kind', value };
  }
  const value = CONSTANTS[name];
  const role = roles.get(local);
  if (!role) return null;
  return value === undefined ? { is: 'variable', role } : { is: 'constant', value };
}

function bytesOf(name: string, isReal: boolean): number | null {
  if (isReal) {
    if (/qp|(?:^|_)quad(?:p|prec\w*)?(?:_|$)|128|16|ep$/.test(name)) return null;
    return /^(c_)?(sp|rs|r4|rk4|sgl|single|float)|32|real4|_sp$/.test(name) ? 4 : 8;
  }
  if (/16|int1|i1|i2|short|byte/.test(name)) return null;
  return /64|8|long|dp/.test(name) ? 8 : 4;
}

function moduleOf(name: string, made: Made, text: Text, sink: DiagnosticSink): StatementSyntax[] {
  const { span, called, assumed } = made;
  const said = [...assumed].map(([each, meaning]) => {
    if (meaning.is === 'variable') return `${each} as a variable, ${meaning.role}`;
    return `${each} as ${meaning.is === 'kind' ? `a kind of ${meaning.value} bytes` : meaning.value}`;
  });
  const missing =
    called.size === 0 ? 'What declares kinds is not' : `There is no module ${[...called].join(' or ')}`;
  const taken =
    said.length > 0
      ? `its names are taken for what they say, ${said.join(', ')}`
      : 'nothing is taken from it';
  sink.warning(
    'unknown-module',
    `${missing} in this text: ${taken}.`,
    span,
    'Paste it above if it says something else.',
  );
  const members = [...assumed].map(([each, meaning]) => memberOf(each, meaning, text, span));
  const unit = { kind: 'unit', unit: 'module', name: { name, span } } as const;
  const head = { ...unit, parameters: [], type: null, result: null, elemental: false };
  const end = { kind: 'end', unit: 'module', name: null } as const;
  return [statement(head, span), ...members, statement(end, span)];
}

function memberOf(name: string, meaning: Meaning, text: Text, span: Span): StatementSyntax {
  const typed = (base: BaseType, bytes: number | null) => ({ base, bytes, kindOf: null, span });
  const entity = entityOf(name, span);
  if (meaning.is === 'variable') {
    const bytes = meaning.role === 'REAL' ? realBytes(text) : null;
    return declared(typed(BASES[meaning.role], bytes), entity);
  }
  const { value } = meaning;
  const isKind = meaning.is === 'kind';
  const digits = isKind ? String(value) : `${value}${Number.isInteger(value) ? '.' : ''}d0`;
  const initial = { ...integer(digits, span), real: !isKind };
  return declared(isKind ? typed('integer', 4) : typed('real', 8), { ...entity, initial }, ['parameter']);
}

const BASES = { REAL: 'real', INTEGER: 'integer', LOGICAL: 'logical' } as const;

/** As long as most of the text's own: what its kind for REAL says, or 8 where it has any such. */
function realBytes({ statements, kinds }: Text): number | null {
  for (const [name, { of }] of kinds) if (of.has('real')) return bytesOf(name, true);
  const isLong = ofKind(statements, 'declare').some(
    ({ type }) => type?.base === 'double' || type?.bytes === 8,
  );
  return isLong ? 8 : null;
}
