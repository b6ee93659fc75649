/**
 * ENTRY: a routine of its own, with the arguments that it names, whose body begins there. A jump back to a label in front
 * brings the statements before it along, and a GO TO around them. What the routine SAVEs they share, in a COMMON block; a function's
 * results share their value, so in each routine all of them are its own.
 *
 *     subroutine put(a)                  subroutine put(a)           subroutine get(b)
 *     s = a; return                 →    common /put_kept/ s         common /put_kept/ s
 *     entry get(b)                       s = a; return               b = s; end
 *     b = s; end                         (b = s;) end
 */

import { freshName } from '../../freshName';
import { mapped } from '../../mapped';
import { entityOf, nothing, statement } from '../parse/made';
import type { Name, Node, StatementOf, StatementSyntax, Unit } from '../parse/syntax';
import { allOfKind, declarationsOf, mentionsIn, ofKind, visitNodes, withoutNames } from '../parse/visit';

type Entry = StatementOf<'entry'>;

export function withoutEntries(units: readonly Unit[], names: Set<string>): readonly Unit[] {
  return units.flatMap((unit) => apart(unit, names));
}

function apart(unit: Unit, names: Set<string>): Unit[] {
  const contains = unit.contains.flatMap((inner) => apart(inner, names));
  const entries = ofKind(unit.body, 'entry');
  if (entries.length === 0 || !unit.header) return [{ ...unit, contains }];
  const results = [unit.header.result?.name ?? unit.name.name, ...entries.map(resultOf)];
  const dummies = [unit.header, ...entries].flatMap(({ parameters }) => parameters.map(nameOf));
  const kept = keptNames(unit, new Set([...dummies, ...results]));
  const block = kept.length > 0 ? freshName(names, `${unit.name.name}_kept`) : null;
  const common = block === null ? [] : [commonOf(block, kept, unit)];
  const specifications = unit.specifications.flatMap((s) => withoutSave(s, new Set(kept)));
  const body = passingEntries(unit.body);
  const first: Unit = { ...unit, contains, specifications: [...specifications, ...common], body };
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
    // The first routine alone says what SAVEd variables start with.
    const later = first.specifications.flatMap((s) => withoutValues(s, new Set(kept)));
    const copy: Unit = {
      ...first,
      name: entry.name,
      header: {
        ...(header as NonNullable<Unit['header']>),
        type: declarationsOf(unit, resultOf(entry)).length > 0 ? null : (unit.header?.type ?? null),
      },
      specifications: later,
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

/** A run that comes to an ENTRY passes over it. */
function passingEntries(body: readonly Node[]): Node[] {
  return body.map((node) => (node.kind === 'entry' ? nothing(node) : node));
}

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

/** SAVEd locals, and those with a first value, but for those that belong to more than the unit. */
function keptNames({ specifications, body }: Unit, foreign: ReadonlySet<string>): string[] {
  const kept = specifications.flatMap(keptBy);
  if (ofKind(specifications, 'save').some(({ names, blocks }) => names.length === 0 && blocks.length === 0)) {
    kept.push(...ofKind(specifications, 'declare').flatMap(({ entities }) => entities.map(nameOf)));
    kept.push(...allOfKind(body, 'assign').map(({ target }) => target.name));
  }
  const used = new Set(mentionsIn(body).map(nameOf));
  const shared = new Set([...foreign, ...specifications.flatMap(sharedBy)]);
  return [...new Set(kept)].filter((name) => used.has(name) && !shared.has(name));
}

function keptBy(s: StatementSyntax): string[] {
  switch (s.kind) {
    case 'save':
      return s.names.map(nameOf);
    case 'data':
      return s.sets.flatMap(({ targets }) =>
        targets.flatMap((target) => ('name' in target ? target.name : [])),
      );
    case 'declare':
      return s.entities.filter((e) => s.attributes.includes('save') || e.initial || e.data).map(nameOf);
    default:
      return [];
  }
}

function sharedBy(s: StatementSyntax): string[] {
  switch (s.kind) {
    case 'common':
      return s.blocks.flatMap(({ entities }) => entities.map(nameOf));
    case 'parameter':
      return s.items.map(({ name }) => name.name);
    case 'declare':
      return s.attributes.includes('parameter') ? s.entities.map(nameOf) : [];
    default:
      return [];
  }
}

function nameOf({ name }: Pick<Name, 'name'>): string {
  return name;
}

function commonOf(block: string, kept: readonly string[], unit: Unit): StatementSyntax {
  const span = unit.header?.span ?? unit.span;
  const name: Name = { name: block, span };
  const entities = kept.map((each) => entityOf(each, span));
  return statement({ kind: 'common', blocks: [{ name, entities }] }, span);
}

function withoutSave(s: StatementSyntax, kept: ReadonlySet<string>): StatementSyntax[] {
  if (s.kind === 'save') {
    const names = s.names.filter(({ name }) => !kept.has(name));
    return names.length > 0 || s.blocks.length > 0 ? [{ ...s, names }] : [];
  }
  if (s.kind !== 'declare' || !s.attributes.includes('save')) return [s];
  return [{ ...s, attributes: s.attributes.filter((each) => each !== 'save') }];
}

function withoutValues(s: StatementSyntax, kept: ReadonlySet<string>): StatementSyntax[] {
  if (s.kind === 'declare')
    return [
      {
        ...s,
        entities: s.entities.map((entity) =>
          kept.has(entity.name) ? { ...entity, initial: null, data: null } : entity,
        ),
      },
    ];
  if (s.kind !== 'data') return [s];
  const sets = s.sets.filter(({ targets }) =>
    targets.every(
      (target) => !((target.kind === 'name' || target.kind === 'apply') && kept.has(target.name)),
    ),
  );
  return sets.length > 0 ? [{ ...s, sets }] : [];
}
