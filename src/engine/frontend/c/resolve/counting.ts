/**
 * Names that only count: whatever the body gives them is a small number from 0 on, one of them, or that and a small number. What is
 * computed with them stays far from where unsigned numbers wrap around.
 *
 *     unsigned i = 0; for (k = i + 1; …; k += 2)
 */

import type * as S from '../parse/syntax';
import { writtenPlace } from '../parse/walk';
import { declarationsIn, partsIn } from './survey';

/** Counting and subscripts take smaller numbers than these. */
export const SMALL = 2 ** 16;

function smallNumber(e: S.Expr): number | null {
  const value = e.kind === 'number' && !e.real ? Number.parseInt(e.text, 10) : Number.NaN;
  return value < SMALL && !/^0[xX]/.test((e as S.NumberLiteral).text) ? value : null;
}

/** Of all that is declared in a body. */
export function countingNames(body: readonly S.Statement[]): ReadonlySet<string> {
  const given = new Map<string, S.Expr[]>();
  const lost = new Set<string>();
  const give = (name: string, value: S.Expr): void =>
    void given.set(name, [...(given.get(name) ?? []), value]);
  const write = (e: S.Expr): void => {
    const place = writtenPlace(e);
    if (place?.kind !== 'name') return;
    const { name } = place;
    if (e.kind === 'assign' && (e.op === null || (e.op === '+' && smallNumber(e.value) !== null)))
      give(name, e.value);
    else if (e.kind !== 'update' || e.op === '--') lost.add(name);
  };
  const declared = new Set<string>();
  for (const { name, derivations, initializer } of body.flatMap((stmt) => declarationsIn(stmt))) {
    declared.add(name);
    if (derivations.length > 0 || initializer?.kind === 'list') lost.add(name);
    else if (initializer) give(name, initializer.value);
  }
  for (const stmt of body) partsIn(stmt).forEach(write);
  const counting = new Set([...declared].filter((name) => !lost.has(name)));
  const isSmall = (e: S.Expr): boolean => {
    if (e.kind === 'name') return counting.has(e.name);
    if (e.kind === 'binary' && e.op === '+') return isSmall(e.left) && smallNumber(e.right) !== null;
    return smallNumber(e) !== null;
  };
  for (let before = -1; before !== counting.size; ) {
    before = counting.size;
    for (const name of counting) if (!(given.get(name) ?? []).every(isSmall)) counting.delete(name);
  }
  return counting;
}
