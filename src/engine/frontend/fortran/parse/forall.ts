/** FORALL: loops in any order, an assignment each. */

import type { DiagnosticSink } from '../../../base/diagnostics';
import { sketch } from '../../mapped';
import type { ApplySyntax, ExprSyntax, HeldCopy, NameSyntax, Node, StatementOf } from './syntax';
import { allOfKind, visitRead } from './visit';

/** A nest of loops for each assignment, or two: all its values are taken before any is stored. */
export function forallNodes(s: StatementOf<'forall'>, body: readonly Node[], sink: DiagnosticSink): Node[] {
  const nodes: Node[] = [];
  for (const node of body.flatMap(inPhases)) {
    const found = forallOf(s, node, sink);
    if (found) nodes.push(found);
  }
  return nodes;
}

/** An assignment that reads other elements of what it assigns, by way of a copy. */
function inPhases(node: Node): Node[] {
  const only = node.kind === 'whereBlock' && node.arms.length === 1 ? node.arms[0] : null;
  const [inside, ...more] = only?.body ?? [];
  if (node.kind === 'whereBlock' && only && inside && more.length === 0)
    return inPhases(inside).map((phase) => ({ ...node, arms: [{ ...only, body: [phase] }] }));
  if (node.kind !== 'assign' || !readsOthers(node.target, [node.value])) return [node];
  const copy: HeldCopy = node.span.start;
  return [
    { ...node, held: { copy, phase: 'take' } },
    { ...node, label: null, held: { copy, phase: 'put' } },
  ];
}

function forallOf(s: StatementOf<'forall'>, node: Node, sink: DiagnosticSink): Node | null {
  if (node.kind === 'ignored' || node.kind === 'continue') return null;
  if (allOfKind([node], 'assign').some(({ target }) => readsOthers(target, readBetween(s, node))))
    sink.error(
      'unsupported',
      'A FORALL whose mask or WHERE reads other elements of the array that it assigns is not supported.',
      node.span,
      'Put the mask into a LOGICAL array first, or write DO loops.',
    );
  else if (node.kind !== 'assign' && node.kind !== 'whereBlock' && node.kind !== 'doBlock')
    sink.error('unsupported', 'Only assignments in a FORALL are supported.', node.span, 'Write DO loops.');
  const span = node.span;
  const plain = { span, label: null, construct: null };
  const guarded: Node = s.mask
    ? { kind: 'ifBlock', arms: [{ condition: s.mask, body: [node], span }], ...plain }
    : node;
  return s.controls.reduceRight<Node>(
    (inner, control) => ({ kind: 'doBlock', control, body: [inner], endLabel: null, ...plain }),
    guarded,
  );
}

/** What is read while other elements have been assigned: masks, and the values of a WHERE that do not wait in a copy. */
function readBetween(s: StatementOf<'forall'>, node: Node): ExprSyntax[] {
  const wheres = allOfKind([node], 'whereBlock');
  const values = wheres.flatMap(({ arms }) => arms.flatMap(({ body }) => allOfKind(body, 'assign')));
  return [
    ...(s.mask ? [s.mask] : []),
    ...wheres.flatMap(({ arms }) => arms.flatMap(({ mask }) => mask ?? [])),
    ...values.flatMap(({ held, value }) => (held ? [] : [value])),
  ];
}

function readsOthers(target: NameSyntax | ApplySyntax, read: readonly ExprSyntax[]): boolean {
  const same = sketch(target);
  let found = false;
  for (const e of read)
    visitRead(e, (part) => {
      if ((part.kind === 'name' || part.kind === 'apply') && part.name === target.name)
        found ||= sketch(part) !== same;
    });
  return found;
}
