/** Units with a variable for each component of their structures. */

import { NOWHERE } from '../../../../base/span';
import { declared, entityOf } from '../../parse/made';
import type * as S from '../../parse/syntax';
import { resultName } from '../../parse/syntax';
import { mentionsIn, visitNodes } from '../../parse/visit';
import { declareLeaf, defaults, firstValues, specification } from './declarations';
import type { Scope, State, Text } from './references';
import { type Operators, severalIn } from './signatures';
import { nodes } from './statements';
import { genericsOf, leafName, leavesOf, type Type } from './types';

export function rewriteUnits(units: readonly S.Unit[], text: Text): readonly S.Unit[] {
  const modules = new Map<string, Scope>();
  // What is bound to a type is called wherever an object of it is at hand.
  const several = severalIn(text.operators).map(({ target, functions }) => [target, functions] as const);
  const bound = [...genericsOf(text.types.values()), ...several].map(([name, members]) => ({
    name,
    members: members.map((each) => ({ name: each, span: NOWHERE })),
  }));
  return units.map((unit) => {
    const rewritten = rewriteUnit(unit, text, new Map(), modules);
    return { ...rewritten, generics: [...rewritten.generics, ...bound] };
  });
}

/** Without the routines that take structures: calls name them, and without structures the others are meant. */
function withoutStructures(generics: S.Unit['generics'], operators: Operators): S.Unit['generics'] {
  return generics.map((generic) => {
    const taken = (operators.get(generic.name) ?? []).flatMap(({ functions }) => functions);
    return { ...generic, members: generic.members.filter(({ name }) => !taken.includes(name)) };
  });
}

function rewriteUnit(unit: S.Unit, text: Text, around: Scope, modules: Map<string, Scope>): S.Unit {
  const scope = new Map(around);
  const s: State = { ...text, scope, modules, temporaries: [], before: [], isModule: unit.kind === 'module' };
  for (const each of unit.header?.parameters ?? []) scope.set(each.name, null);
  const returned = unit.kind === 'function' ? (text.signatures.get(unit.name.name)?.result ?? null) : null;
  if (returned) scope.set(resultName(unit), { name: resultName(unit), type: returned, dimensions: [] });
  const own = new Set((unit.header?.parameters ?? []).map(({ name }) => name));
  const kept = new Set(own);
  if (returned) own.add(resultName(unit));
  const specifications = unit.specifications.flatMap((each) => specification(s, each, own));
  const result = { name: resultName(unit), span: unit.name.span };
  const firsts =
    unit.kind === 'module'
      ? []
      : [
          ...defaults(s, unit.specifications, kept),
          ...(returned && unit.header?.type ? firstValues(s, result) : []),
        ];
  if (unit.kind === 'module') modules.set(unit.name.name, new Map(scope));
  const stated = nodes(s, unit.body);
  const body = [...(unit.contains.length > 0 ? firsts : neededFirst(firsts, stated)), ...stated];
  const refused = refuseValues(s, body);
  const contains = unit.contains.map((each) => rewriteUnit(each, text, scope, modules));
  const interfaces = unit.interfaces.map((each) => rewriteUnit(each, text, around, modules));
  const head = header(s, unit, returned);
  const temporaries = s.temporaries.flatMap(({ root, span }) =>
    leavesOf(root.type).map((leaf) =>
      declareLeaf(s, root, leaf, { attributes: [], isArgument: false, span }, null),
    ),
  );
  const all = [...specifications, ...temporaries, ...refused];
  const written = returned && unit.header?.type ? [...declareResult(s, unit, returned), ...all] : all;
  return {
    ...unit,
    kind: returned ? 'subroutine' : unit.kind,
    header: head,
    specifications: written,
    body,
    contains,
    interfaces,
    generics: withoutStructures(unit.generics, text.operators),
    types: [],
  };
}

const LEAVING: ReadonlySet<S.Node['kind']> = new Set(['return', 'goto', 'computedGoto', 'arithmeticIf']);

/** First values without those that a statement at the top of the body replaces before anything can read them. */
function neededFirst(firsts: readonly S.Node[], body: readonly S.Node[]): readonly S.Node[] {
  const sets = (node: S.Node, name: string): boolean =>
    node.kind === 'assign' && node.target.kind === 'name' && node.target.name === name;
  return firsts.filter((first) => {
    const name = first.kind === 'assign' && first.target.kind === 'name' ? first.target.name : null;
    const at = name === null ? -1 : body.findIndex((node) => sets(node, name));
    let isNeeded = at < 0 || mentionsIn(body.slice(0, at + 1)).filter((e) => e.name === name).length > 1;
    visitNodes(body.slice(0, Math.max(at, 0)), ({ kind, label }) => {
      isNeeded ||= label !== null || LEAVING.has(kind);
    });
    return isNeeded;
  });
}

function header(s: State, { header: given, name, ...rest }: S.Unit, returned: Type | null): S.Unit['header'] {
  if (!given) return given;
  const parameters = given.parameters.flatMap((each): S.Name[] => {
    const root = s.scope.get(each.name);
    return root ? leavesOf(root.type).map((leaf) => ({ ...each, name: leafName(root.name, leaf) })) : [each];
  });
  if (!returned) return { ...given, parameters };
  const result = resultName({ header: given, name, ...rest });
  const leaves = leavesOf(returned).map((leaf) => ({ name: leafName(result, leaf), span: given.span }));
  return { ...given, unit: 'subroutine', type: null, result: null, parameters: [...parameters, ...leaves] };
}

/** `type(v) function f(x)` declares its result in its head. */
function declareResult(s: State, unit: S.Unit, type: Type): S.StatementSyntax[] {
  const span = unit.header?.span ?? unit.span;
  const root = { name: resultName(unit), type, dimensions: [] };
  return leavesOf(type).map((leaf) =>
    declareLeaf(s, root, leaf, { attributes: ['out'], isArgument: true, span }, null),
  );
}

/** A structure where a number is expected. */
function refuseValues(s: State, body: readonly S.Node[]): S.StatementSyntax[] {
  const refused: S.Entity[] = [];
  for (const e of mentionsIn(body)) {
    if (!s.scope.get(e.name) || refused.some(({ name }) => name === e.name)) continue;
    refused.push(entityOf(e.name, e.span));
    s.sink.error(
      'unsupported',
      `A structure can only be assigned, passed, returned or asked for a component, and ${e.name} is one.`,
      e.span,
      'Write its components one by one.',
    );
  }
  const type = { base: 'unsupported' as const, bytes: null, kindOf: null };
  // Declared as reported already, so that nothing more is said of them.
  return refused.map((entity) => declared({ ...type, span: entity.span }, entity, ['poison']));
}
