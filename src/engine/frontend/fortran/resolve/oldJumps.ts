/**
 * Jumps of old Fortran, as jumps that are still there. An alternate return, `CALL s(x, *10)`, becomes an argument that says
 * which, and a computed GO TO behind the call; an assigned GO TO becomes a test for each label that is assigned.
 *
 *     SUBROUTINE s(x, *)        SUBROUTINE s(x, way)              CALL s(x, *10)     →   CALL s(x, way)
 *     RETURN 1              →   way = 1; RETURN                                          GO TO (10), way
 */
import { freshName, mapped } from '../../mapped';
import { argument, binary, integer, integerVariable, nameAt, nothing, statement } from '../parse/made';
import type * as S from '../parse/syntax';
import { type Name, type Node, originOf, type StatementOf, type Unit, unitsIn } from '../parse/syntax';
import { declarationsOf, mentionsIn, ofKind, visitNodes, withBodies, withoutNames } from '../parse/visit';

/** The name of a `*` among the dummies, until an argument stands for it. */
const STAR = '*';

interface State {
  readonly names: Set<string>;
  /** Routines with alternate returns, and the name of the argument that says which was taken. */
  readonly ways: ReadonlyMap<string, string>;
}

export function withoutOldJumps(units: readonly S.Unit[], names: Set<string>): readonly S.Unit[] {
  const ways = new Map(
    units
      .flatMap(unitsIn)
      .flatMap((unit): [string, string][] =>
        unit.header?.parameters.some(({ name }) => name === STAR)
          ? [[unit.name.name, freshName(names, `${unit.name.name}_way`)]]
          : [],
      ),
  );
  const s: State = { names, ways };
  return units.map((unit) => withJumps(s, unit));
}

function withJumps(s: State, unit: S.Unit): S.Unit {
  const contains = unit.contains.map((inner) => withJumps(s, inner));
  const way = s.ways.get(unit.name.name);
  const assigned = assignedLabels(unit.body);
  if (way === undefined && s.ways.size === 0 && assigned.size === 0) return { ...unit, contains };
  const used = new Set<string>();
  const inside = { ...s, own: way ?? null, assigned, used };
  const body = nodes(inside, unit.body);
  const { header } = unit;
  const first = header?.parameters.find(({ name }) => name === STAR);
  const at = unit.body[0]?.span ?? unit.span;
  const own = way === undefined ? [] : [statement(assignment(way, 0, at), at)];
  const declared = [...used, ...(way === undefined ? [] : [way])];
  return {
    ...unit,
    contains,
    header:
      header && way !== undefined && first
        ? {
            ...header,
            parameters: [
              ...header.parameters.filter(({ name }) => name !== STAR),
              { name: way, span: first.span },
            ],
          }
        : header,
    specifications: [...unit.specifications, ...declared.map((name) => integerVariable(name, at))],
    body: [...own, ...body],
  };
}

interface Inside extends State {
  readonly own: string | null;
  readonly assigned: ReadonlySet<string>;
  /** Variables that calls need. */
  readonly used: Set<string>;
}

function assignedLabels(body: readonly S.Node[]): ReadonlySet<string> {
  const found = new Set<string>();
  mapped(body, (each: S.StatementSyntax) => {
    if (each.kind === 'assign' && each.labelled && each.value.kind === 'number') found.add(each.value.text);
    return each;
  });
  return found;
}

function nodes(s: Inside, body: readonly S.Node[]): S.Node[] {
  return body.flatMap((node) =>
    expanded(
      s,
      withBodies(node, (inner) => nodes(s, inner)),
    ),
  );
}

function expanded(s: Inside, node: S.Node): S.Node[] {
  if (node.kind === 'return' && node.which && s.own !== null) {
    const { which, ...plain } = node;
    const target = nameAt(s.own, node.span);
    return [
      { ...plain, kind: 'assign', target, value: which },
      { ...plain, label: null },
    ];
  }
  if (node.kind === 'call' && node.args.some(({ to }) => to)) {
    const way = s.ways.get(node.callee.name);
    if (way === undefined) return [node];
    const name = way === s.own ? `${way}2` : way;
    s.used.add(name);
    const targets = node.args.flatMap(({ to }) => to ?? []);
    const value = nameAt(name, node.span);
    const args = [...node.args.filter(({ to }) => !to), argument(value)];
    return [{ ...node, args }, statement({ kind: 'computedGoto', targets, selector: value }, node.span)];
  }
  if (node.kind !== 'assignedGoto') return [node];
  const { target, span } = node;
  const labels = node.targets.length > 0 ? node.targets : [...s.assigned].map((name) => ({ name, span }));
  return labels.map((label, k) => {
    const left = nameAt(target.name, target.span);
    const condition = binary('.eq.', left, integer(label.name, span), span);
    const body = [statement({ kind: 'goto', target: label }, span)];
    const arms = [{ condition, body, span }];
    return { kind: 'ifBlock', arms, span, label: k === 0 ? node.label : null, construct: null };
  });
}

function assignment(name: string, value: number, span: S.Name['span']): S.StatementBody {
  return { kind: 'assign', target: nameAt(name, span), value: integer(value, span) };
}

/**
 * ENTRY: a routine of its own, with the arguments that it names, whose body begins there. A jump back to a label in front
 * brings the statements before it along, and a GO TO around them. What the routine SAVEs they share, as copies do; a function's
 * results share their value, so in each routine all of them are its own.
 *
 *     subroutine put(a); save s          subroutine put(a); save s   subroutine get(b); save s
 *     s = a; return                 →    s = a; return               b = s; end
 *     entry get(b)                       (b = s;) end
 *     b = s; end
 */
type Entry = StatementOf<'entry'>;

export function withoutEntries(units: readonly Unit[]): readonly Unit[] {
  return units.flatMap(apart);
}

function apart(unit: Unit): Unit[] {
  const contains = unit.contains.flatMap(apart);
  const entries = ofKind(unit.body, 'entry');
  if (entries.length === 0 || !unit.header) return [{ ...unit, contains }];
  const results = [unit.header.result?.name ?? unit.name.name, ...entries.map(resultOf)];
  const dummies = [unit.header, ...entries].flatMap(({ parameters }) => parameters.map(nameOf));
  const first: Unit = { ...unit, contains, body: passingEntries(unit.body) };
  const isFunction = unit.kind === 'function';
  const at = (each: Unit, result: string): Unit => {
    if (!isFunction) return each;
    const others = new Set(results.filter((name) => name !== result));
    const body = mapped(each.body, (node) =>
      'kind' in node && node.kind === 'name' && 'name' in node && others.has(String(node.name))
        ? { ...node, name: result }
        : node,
    );
    return { ...each, specifications: withoutNames(each.specifications, (name) => others.has(name)), body };
  };
  const made = entries.map((entry): Unit => {
    const header = { ...unit.header, name: entry.name, parameters: entry.parameters, result: entry.result };
    const copy: Unit = {
      ...first,
      name: entry.name,
      header: {
        ...(header as NonNullable<Unit['header']>),
        type: declarationsOf(unit, resultOf(entry)).length > 0 ? null : (unit.header?.type ?? null),
      },
      copyOf: originOf(unit),
      body: bodyFrom(unit.body, entry),
      contains: [],
    };
    return at(copy, resultOf(entry));
  });
  return [at(first, results[0] ?? ''), ...made].map((each) => withOwnArguments(each, dummies));
}

/** Without declarations of arguments that only other entries have. */
function withOwnArguments(unit: Unit, dummies: readonly string[]): Unit {
  const own = new Set([...mentionsIn(unit.body), ...(unit.header?.parameters ?? [])].map(nameOf));
  const isForeign = (name: string): boolean => dummies.includes(name) && !own.has(name);
  return { ...unit, specifications: withoutNames(unit.specifications, isForeign) };
}

function resultOf({ name, result }: Entry): string {
  return result?.name ?? name.name;
}

/** A run passes over an ENTRY. Where none can come to it, all that follows is left out up to the next label. */
function passingEntries(body: readonly Node[]): Node[] {
  let isReached = true;
  return body.flatMap((node, k): Node[] => {
    if (node.kind === 'entry') isReached &&= !LEAVING.has(body[k - 1]?.kind ?? '');
    isReached ||= node.label !== null;
    if (!isReached) return [];
    return [node.kind === 'entry' ? nothing(node) : node];
  });
}

const LEAVING: ReadonlySet<string> = new Set(['return', 'goto', 'stop', 'arithmeticIf']);

/** The statements behind an entry; with those before it, where a jump goes back to one of them. */
function bodyFrom(body: readonly Node[], entry: Entry): Node[] {
  const at = body.indexOf(entry);
  const before = passingEntries(body.slice(0, at));
  const after = passingEntries(body.slice(at + 1));
  const labels = new Set<string>();
  visitNodes(before, ({ label }) => label && labels.add(label.name));
  const goesBack = JSON.stringify(after, (key, part) => (key === 'label' ? undefined : part));
  const isBack = [...labels].some((label) => goesBack.includes(`"name":"${label}"`));
  if (!isBack) return after;
  const { span } = entry;
  const label = { name: '99999', span };
  return [
    statement({ kind: 'goto', target: label }, span),
    ...before,
    { ...nothing(entry), label },
    ...after,
  ];
}

function nameOf({ name }: Pick<Name, 'name'>): string {
  return name;
}
