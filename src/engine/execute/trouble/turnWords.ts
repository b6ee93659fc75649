/** Turns in words. */
import type { Expr } from '../../ir/types';
import type { RunHistory } from '../interpreter/history';
import type { Found } from './found';
import type { Turn } from './turns';

export function foundTurn(h: RunHistory, { node: n, kind, how }: Turn, text: (e: Expr) => string): Found {
  const node = h.node(n);
  const at = { statement: node.statement, visit: node.visit };
  const name = node.expr ? `\`${text(node.expr)}\`` : 'a value';
  if (kind === 'slope')
    return {
      ...at,
      kind: '√ at 0',
      because: `rests on a convention: ${name} has no finite slope at 0, and 0 is taken for it {line}`,
      instead: 'Add a small positive number under the root, or treat the point by itself.',
    };
  const side = 'what is derived is the side that the run is on';
  if (how === 'step')
    return {
      ...at,
      kind: 'a jump',
      because: `is that of one side of a threshold: ${name} turns out otherwise so near by {line} that a difference takes both sides, and ${side}`,
      instead:
        'Trust the derivative, not the difference; a smooth blend in place of the threshold makes both agree.',
    };
  if (how === 'rounding')
    return {
      ...at,
      kind: 'a jump',
      because: `is that of one side of a jump: roundings decide ${name} {line}, so the next input may turn it`,
      instead: 'Count the trips with an integer, or compare with a margin that is larger than the roundings.',
    };
  if (kind === 'point')
    return {
      ...at,
      kind: 'a tie',
      because: `is that of a single point: ${name} compares two equal values {line}, which no input beside this one does`,
      instead: 'Ask with an input beside it, or give the branch for this point the slope of the other one.',
    };
  if (kind === 'jump')
    return {
      ...at,
      kind: 'a jump',
      because: `is that of one side of a jump: ${name} stands exactly where it jumps {line}`,
      instead: 'Move the input off the jump, or use a smooth function in place of the steps.',
    };
  return {
    ...at,
    kind: 'a tie',
    because: `is that of one side of a tie: ${name} compares two equal values {line}, and ${side}`,
    instead:
      'Any weight between the two sides is as good; for a smooth answer use a smooth maximum or minimum, or break the tie in the inputs.',
  };
}
