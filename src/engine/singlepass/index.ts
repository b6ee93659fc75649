/**
 * A compiler that never looks back ([SPG], theory 9): one pass over the text from left to right, which evaluates the
 * attributes of an L-attributed grammar while it parses, and has the whole adjoint when it comes to the end. It shares
 * nothing with the analyses and the back ends but the table of elementary functions.
 */
import type { Numbering, SinglePass } from '../pipeline/results';
import { completeCode, parametersOf } from './complete';
import { grammarOf } from './grammar';
import { readCode } from './parse';
import { newPass } from './pass';

export type OnePass = SinglePass & { readonly parameters: ReturnType<typeof parametersOf> };

export function compileInOnePass(source: string, numbering: Numbering): OnePass {
  const productions = grammarOf(numbering);
  const p = newPass(source, productions);
  const ok = readCode(p);
  const { tree, events, diagnostics } = p;
  const done = tree.flatMap(({ symbol, attributes }) =>
    symbol === 'a' && attributes.cf ? [attributes] : [],
  );
  const forward = ok ? (tree[1]?.attributes.cf ?? '') : done.map(({ cf }) => cf).join('');
  const text = ok ? completeCode(p, tree[0]?.attributes.cf ?? '') : '';
  const code = { text, forward, backward: done.map(({ cb }) => String(cb)) };
  return { ok, diagnostics, productions, tree, events, code, parameters: parametersOf(p) };
}
