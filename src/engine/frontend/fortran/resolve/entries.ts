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

import { mapped } from '../../mapped';
import { nothing, statement } from '../parse/made';
import { type Name, type Node, originOf, type StatementOf, type Unit } from '../parse/syntax';
import { declarationsOf, mentionsIn, ofKind, visitNodes, withoutNames } from '../parse/visit';

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
