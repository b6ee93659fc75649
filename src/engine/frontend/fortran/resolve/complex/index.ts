/**
 * COMPLEX as pairs of reals. A variable is an array whose first dimension is the pair (re, im), which is how it lies in
 * memory: `z` is `z(2)`, `a(n)` is `a(2, n)`. So COMMON, EQUIVALENCE and calls mean what they meant, and inputs, outputs and
 * derivatives go by pairs.
 *
 *     complex(8) :: z, w(n)               real(8) :: z(2), w(2, n)
 *     z = conjg(w(i))*z              →    part = w(1, i)*z(1) + w(2, i)*z(2); z(2) = …; z(1) = part
 *
 * The adjoint of a pair is the pair of the adjoints, ∂/∂re + i ∂/∂im: for v = f(z) it is conjg(f'(z)) times that of v, the
 * convention of [TAP]. An elementary function is written in those of reals, e.g. exp z = exp(re) (cos im + i sin im).
 *
 * Works on nested units, after derived types are taken apart.
 */
import type { DiagnosticSink } from '../../../../base/diagnostics';
import { someNode } from '../../../mapped';
import type * as S from '../../parse/syntax';
import { resultName, unitsIn } from '../../parse/syntax';
import { declarationsOf } from '../../parse/visit';
import { declaredIn, signaturesOf } from './declared';
import { isFunctionOfPairs } from './expressions';
import type { Signature, State } from './state';
import { withoutStatementFunctions } from './statementFunctions';
import { nodes, pairNamed, realOf, specification } from './statements';

export function withoutComplex(
  units: readonly S.Unit[],
  names: Set<string>,
  sink: DiagnosticSink,
  isNamed: boolean,
): readonly S.Unit[] {
  if (!isNamed) return units;
  const at = firstComplex(units);
  if (at)
    sink.info(
      'complex-pairs',
      'COMPLEX variables are read as pairs of reals, (re, im), in a first dimension of their own.',
      at.span,
      'The adjoint of z is the pair of the derivatives by its parts: for r = w*z it is conjg(w) times that of r.',
    );
  return rewriteUnits(units, names, sink);
}

function firstComplex(units: readonly S.Unit[]): S.StatementSyntax | null {
  for (const unit of units.flatMap(unitsIn)) {
    const own = unit.specifications.find((s) => s.kind === 'declare' && s.type?.complex);
    if (own) return own;
    if (unit.header?.type?.complex) return unit.header;
  }
  return null;
}

interface Text {
  readonly names: Set<string>;
  readonly sink: DiagnosticSink;
  readonly signatures: ReadonlyMap<string, Signature>;
  readonly modules: Map<string, ReadonlyMap<string, number | null>>;
}

/** Units with an array of pairs for each COMPLEX variable. */
function rewriteUnits(units: readonly S.Unit[], names: Set<string>, sink: DiagnosticSink): readonly S.Unit[] {
  const text: Text = { names, sink, signatures: signaturesOf(units), modules: new Map() };
  return units.map((unit) => rewriteUnit(text, unit, new Map()));
}

function rewriteUnit(text: Text, given: S.Unit, around: ReadonlyMap<string, number | null>): S.Unit {
  const unit = withoutStatementFunctions(given);
  const { known, letters, arrays } = declaredIn(unit);
  const scope = new Map(around);
  for (const each of unit.specifications) if (each.kind === 'use') used(text, each, scope);
  for (const [name, rank] of known) scope.set(name, rank);
  const isFunction = unit.kind === 'function' && text.signatures.get(unit.name.name)?.result === true;
  // A type that is declared for a function makes no variable.
  for (const name of [...known.keys()]) {
    const isRoutine = text.signatures.has(name) && !assigns(unit, name);
    const isCalled = isRoutine || (!arrays.has(name) && callsIntrinsic(unit, name));
    if (isCalled && !(isFunction && name === resultName(unit))) scope.delete(name);
  }
  if (isFunction && scope.get(resultName(unit)) === undefined) scope.set(resultName(unit), 0);
  const real_ = realType(unit);
  const s: State = {
    ...text,
    scope,
    letters,
    arrays,
    implied: new Set(),
    real: real_,
    temporaries: [],
    lastCopy: 0,
    before: [],
  };
  const specifications = unit.specifications.flatMap((each) => specification(s, each));
  if (unit.kind === 'module') text.modules.set(unit.name.name, new Map(scope));
  const body = nodes(s, unit.body);
  const contains = unit.contains.map((each) => rewriteUnit(text, each, scope));
  const interfaces = unit.interfaces.map((each) => rewriteUnit(text, each, around));
  const implied = [...s.implied].map((name) => pairNamed(name, real_));
  const header = unit.header;
  const heading =
    isFunction && header?.type?.complex && !declares(unit, resultName(unit))
      ? [pairNamed(resultName(unit), realOf(header.type))]
      : [];
  // The kind of the result may come from a module.
  const isUse = ({ kind }: S.StatementSyntax): boolean => kind === 'use';
  const others = specifications.filter((each) => !isUse(each));
  return {
    ...unit,
    header: header && {
      ...header,
      type: isFunction ? null : header.type,
      elemental: header.elemental && !isFunction,
    },
    specifications: [...specifications.filter(isUse), ...heading, ...others, ...implied, ...s.temporaries],
    body,
    contains,
    interfaces,
  };
}

/** `COMPLEX CEXP` of the function that the language has. */
function callsIntrinsic({ body }: S.Unit, name: string): boolean {
  return (
    isFunctionOfPairs(name) &&
    someNode(body, (node) => 'kind' in node && node.kind === 'apply' && 'name' in node && node.name === name)
  );
}

/** What a unit assigns is its own, whatever else in the text has its name. */
function assigns({ body }: S.Unit, name: string): boolean {
  return someNode(
    body,
    (node) =>
      'kind' in node &&
      node.kind === 'assign' &&
      'target' in node &&
      (node.target as S.NameSyntax).kind === 'name' &&
      (node.target as S.NameSyntax).name === name,
  );
}

function declares(unit: S.Unit, name: string): boolean {
  return declarationsOf(unit, name).some(({ type }) => type !== null);
}

/** DOUBLE PRECISION, unless all that the unit declares COMPLEX is single. */
function realType(unit: S.Unit): S.TypeSyntax {
  const types = unit.specifications.flatMap((s) => (s.kind === 'declare' && s.type?.complex ? [s.type] : []));
  if (unit.header?.type?.complex) types.push(unit.header.type);
  const isSingle =
    types.length > 0 &&
    types.every(
      ({ base, bytes, kindOf }) => base === 'real' && kindOf === null && (bytes === null || bytes === 8),
    );
  return {
    base: isSingle ? 'real' : 'double',
    bytes: null,
    kindOf: null,
    span: unit.header?.span ?? unit.span,
  };
}

function used(text: Text, each: S.StatementOf<'use'>, scope: Map<string, number | null>): void {
  const module = text.modules.get(each.module.name);
  if (!module) return;
  const renamed = new Map(each.names.map(({ local, remote }) => [remote, local.name]));
  for (const [name, rank] of module) {
    const local = renamed.get(name) ?? (each.only ? undefined : name);
    if (local !== undefined) scope.set(local, rank);
  }
}
