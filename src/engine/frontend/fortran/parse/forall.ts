/** FORALL: loops in any order, an assignment each. */

import type { DiagnosticSink } from '../../../base/diagnostics';
import { sketch } from '../../mapped';
import type { ApplySyntax, ExprSyntax, HeldCopy, NameSyntax, Node, StatementOf } from './syntax';
import { readsSome } from './visit';

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
  if (node.kind !== 'assign' && node.kind !== 'whereBlock' && node.kind !== 'doBlock')
    sink.error('unsupported', 'Only assignments in a FORALL are supported.', node.span, 'Write DO loops.');
  const span = node.span;
  const plain = { span, label: null, construct: null };
  const guarded: Node = s.mask
    ? { kind: 'ifBlock', arms: [{ condition: s.mask, body: [node], span }], ...plain }
    : node;
  const nest = s.controls.reduceRight<Node>(
    (inner, control) => ({ kind: 'doBlock', control, body: [inner], endLabel: null, ...plain }),
    guarded,
  );
  return nest.kind === 'doBlock' ? { ...nest, forall: true } : nest;
}

/** Whether other elements of a target, or more of them, are read; by its name. */
export function readsOthers(target: NameSyntax | ApplySyntax, read: readonly ExprSyntax[]): boolean {
  const same = sketch(target);
  return read.some((e) => readsSome(e, (part) => part.name === target.name && sketch(part) !== same));
}
