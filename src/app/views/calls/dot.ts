import type { CallGraph, CallSite } from '../../../engine/pipeline/results';
import { quoted } from '../graphs/dot';
import { arrowLabel } from './place';

/** The call graph in Graphviz's language: one arrow for all calls of one routine by another, labelled with how they are reversed. */
export function callsDot({ routines, calls }: CallGraph): string {
  const sites = new Map<string, { caller: string; callee: string; all: CallSite[] }>();
  for (const call of calls) {
    const key = `${call.caller} ${call.callee}`;
    const known = sites.get(key) ?? { caller: call.caller, callee: call.callee, all: [] };
    known.all.push(call);
    sites.set(key, known);
  }
  return [
    'digraph "Call graph" {',
    '  rankdir=LR;',
    '  node [fontname="monospace", fontsize=11, shape=box, style=rounded];',
    '  edge [fontname="monospace", fontsize=10];',
    ...[...routines]
      .reverse()
      .map(({ name, external }) => `  ${quoted(name)}${external ? ' [style="rounded,dashed"]' : ''};`),
    ...[...sites.values()].map(
      ({ caller, callee, all }) =>
        `  ${quoted(caller)} -> ${quoted(callee)} [label=${quoted(arrowLabel(all))}];`,
    ),
    '}',
    '',
  ].join('\n');
}
