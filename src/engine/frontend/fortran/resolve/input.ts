/**
 * Input: `read(*,*) n, (x(i), i=1,n)` becomes `n = n_read` and a loop of `x(i) = x_read(i)`. What is read is one more
 * argument, declared as the variable is; so a run asks for it as for any input, and the reading itself, which depends on
 * nothing, has no derivative.
 */

import type { DiagnosticSink } from '../../../base/diagnostics';
import type { Span } from '../../../base/span';
import { all, apply, declared, nameAt } from '../parse/made';
import type {
  ApplySyntax,
  Entity,
  ItemSyntax,
  Name,
  NameSyntax,
  StatementOf,
  StatementSyntax,
} from '../parse/syntax';
import { mentionsSome, ofKind, visitOwnExpressions } from '../parse/visit';

/** The statements of one unit, without those of units that it contains. */
interface Reading {
  readonly sink: DiagnosticSink;
  readonly names: Set<string>;
  readonly declarations: readonly StatementOf<'declare'>[];
  /** Names without a declaration have the type of their first letter, as their arguments have. */
  readonly isImplicit: boolean;
  readonly hasJumps: boolean;
  /** By variable: the argument with its values. */
  readonly made: Map<string, string>;
}

export function withInput(
  statements: readonly StatementSyntax[],
  names: Set<string>,
  sink: DiagnosticSink,
): readonly StatementSyntax[] {
  if (!statements.some(isRead)) return statements;
  const called = calledNames(statements);
  const out: StatementSyntax[] = [];
  let from = 0;
  while (from < statements.length) {
    const next = statements.findIndex((s, k) => k > from && (s.kind === 'unit' || s.kind === 'contains'));
    const to = next < 0 ? statements.length : next;
    out.push(...unitWithInput(statements.slice(from, to), called, names, sink));
    from = to;
  }
  return out;
}

function isRead(s: StatementSyntax): boolean {
  return s.kind === 'read' || (s.kind === 'if' && s.then.kind === 'read');
}

function unitWithInput(
  unit: readonly StatementSyntax[],
  called: ReadonlySet<string>,
  names: Set<string>,
  sink: DiagnosticSink,
): readonly StatementSyntax[] {
  if (!unit.some(isRead)) return unit;
  const head = unit[0]?.kind === 'unit' ? unit[0] : null;
  const r: Reading = {
    sink,
    names,
    declarations: ofKind(unit, 'declare'),
    isImplicit: !unit.some((s) => s.kind === 'use' || (s.kind === 'implicit' && s.none)),
    hasJumps: unit.some((s) => ['goto', 'computedGoto', 'arithmeticIf'].includes(s.kind)),
    made: new Map(),
  };
  // The callers of this routine would have to pass the values on; a text without a head has no callers.
  const isPassed = head === null || (head.name !== null && called.has(head.name.name));
  const loops: (string | null)[] = [];
  const body = unit.flatMap((s): StatementSyntax[] => {
    if (s.kind === 'do') loops.push(s.until?.name ?? null);
    const read = s.kind === 'if' ? s.then : s;
    const made =
      read.kind === 'read' ? (isPassed ? refuse(r, read) : assignments(r, read, loops.length > 0)) : null;
    if (s.kind === 'endDo') loops.pop();
    while (s.label && loops.at(-1) === s.label.name) loops.pop();
    if (!made) return [s];
    if (s.kind !== 'if') return made.map((each, k) => (k === 0 ? { ...each, label: s.label } : each));
    const [only, ...more] = made;
    return only && more.length === 0
      ? [{ ...s, then: only }]
      : refuse(r, read as StatementOf<'read'> & StatementSyntax);
  });
  if (!head || r.made.size === 0) return body;
  const given = [...r.made.values()].map((name): Name => ({ name, span: head.span }));
  const declared = [...r.made].flatMap(([of, name]) => declarationsOf(r, of, name));
  const specified = body.findIndex((s, k) => k > 0 && !SPECIFICATIONS.has(s.kind));
  const at = specified < 0 ? body.length : specified;
  return [
    { ...head, parameters: [...head.parameters, ...given] },
    ...body.slice(1, at),
    ...declared,
    ...body.slice(at),
  ];
}

const SPECIFICATIONS: ReadonlySet<string> = new Set(['use', 'implicit', 'declare', 'parameter', 'ignored']);

function refuse(r: Reading, s: StatementSyntax): StatementSyntax[] {
  r.sink.error(
    'unsupported',
    'READ is supported only for variables and, in loops, for elements, without END= and the like, in a routine that no other calls.',
    s.span,
    'Pass the values that are read as arguments.',
  );
  return [{ ...s, kind: 'ignored' }];
}

function assignments(
  r: Reading,
  s: StatementOf<'read'> & StatementSyntax,
  isInLoop: boolean,
): StatementSyntax[] {
  if (!s.isPlain || !s.items.every((item) => isReadable(r, item, isInLoop))) return refuse(r, s);
  return s.items.flatMap((item) => itemRead(r, s, item));
}

function isReadable(r: Reading, item: ItemSyntax, isInLoop: boolean): boolean {
  if (item.kind === 'implied') return item.items.every((inner) => isReadable(r, inner, true));
  if (item.kind !== 'name' && item.kind !== 'apply') return false;
  if (!canBeDeclared(r, item)) return false;
  // In a loop, one place would be read more than once, each time with another value.
  const isElement = item.kind === 'apply' && item.args.some(({ value }) => mentionsSome(value, () => true));
  return !(isInLoop || r.hasJumps) || isElement;
}

function canBeDeclared(r: Reading, { name, kind }: NameSyntax | ApplySyntax): boolean {
  const found = r.declarations.filter(({ entities }) => entities.some((each) => each.name === name));
  if (found.length === 0) return r.isImplicit && kind === 'name';
  return found.every(({ type, attributes, dimensions, entities }) => {
    const entity = entities.find((each) => each.name === name);
    const isText = type?.characters !== undefined || type?.derived !== undefined;
    const bounds = entity?.dimensions ?? dimensions ?? [];
    // The argument of an ALLOCATABLE takes its shape from what is passed.
    const isOpen = bounds.some(({ upper }) => upper === 'shape' || upper === 'size');
    return !isText && (!isOpen || attributes.includes('allocatable'));
  });
}

function itemRead(r: Reading, s: StatementSyntax, item: ItemSyntax): StatementSyntax[] {
  const common = { span: s.span, label: null, construct: null, text: s.text };
  if (item.kind === 'implied') {
    const index = nameAt(item.index, item.span);
    const { first, last, step } = item;
    return [
      { ...common, kind: 'do', until: null, control: { kind: 'count', index, first, last, step } },
      ...item.items.flatMap((inner) => itemRead(r, s, inner)),
      { ...common, kind: 'endDo' },
    ];
  }
  const target = wholly(r, item as NameSyntax | ApplySyntax);
  return [
    {
      ...common,
      kind: 'assign',
      target,
      value: { ...target, name: argumentFor(r, target.name, target.span) },
    },
  ];
}

/** An ALLOCATABLE keeps the shape that it has: what is read are its elements, `x(:)`. */
function wholly(r: Reading, item: NameSyntax | ApplySyntax): NameSyntax | ApplySyntax {
  const at = r.declarations.find(({ entities }) => entities.some((each) => each.name === item.name));
  if (item.kind !== 'name' || !at?.attributes.includes('allocatable')) return item;
  const dimensions = at.entities.find((each) => each.name === item.name)?.dimensions ?? at.dimensions ?? [];
  if (dimensions.length === 0) return item;
  return apply(
    item.name,
    dimensions.map(() => all(item.span)),
    item.span,
  );
}

function argumentFor(r: Reading, variable: string, span: Span): string {
  const known = r.made.get(variable);
  if (known !== undefined) return known;
  let name = `${variable}_read`;
  for (let k = 1; r.names.has(name); k++) name = `${variable}_read_${k}`;
  r.names.add(name);
  r.made.set(variable, name);
  r.sink.info('input-argument', `What is read into \`${variable}\` is passed as \`${name}\`.`, span);
  return name;
}

function declarationsOf(r: Reading, variable: string, name: string): StatementSyntax[] {
  return r.declarations.flatMap((s): StatementSyntax[] => {
    const entity = s.entities.find((each) => each.name === variable);
    if (!entity) return [];
    const own: Entity = { ...entity, name, initial: null, data: null };
    return [{ ...declared(s.type, own), dimensions: s.dimensions, span: s.span }];
  });
}

/** Whatever is called or referenced with arguments anywhere in the text. */
function calledNames(statements: readonly StatementSyntax[]): Set<string> {
  const found = new Set<string>();
  for (const s of statements) {
    if (s.kind === 'call') found.add(s.callee.name);
    if (s.kind === 'if' && s.then.kind === 'call') found.add(s.then.callee.name);
    visitOwnExpressions(s, (part) => {
      if (part.kind === 'apply') found.add(part.name);
    });
  }
  return found;
}
