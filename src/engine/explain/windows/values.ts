/** The values of a window and the paths of its flow, as plain data to draw. */
import { isStored, proofOf } from '../../analyses/least/proof';
import type { Window } from '../../analyses/least/window';
import { readExpr } from '../../ir/text/reading';
import type { Assign, Expr, Program } from '../../ir/types';
import type { TradeoffWindow, WindowValue } from '../../pipeline/results';
import { plainNumbers } from '../words';

/** The values that are read, and all that they are computed from, except constants. */
export function valuesShown(shown: Program, w: Window): Pick<TradeoffWindow, 'values' | 'paths'> {
  const { paths, without } = proofOf(w);
  const read = new Set(w.reads.map(({ value }) => value));
  const asked = new Set(read);
  // Operands stand before what is computed from them.
  for (const { id, operands } of [...w.values].reverse())
    if (asked.has(id)) for (const o of operands) asked.add(o);
  const list = w.values.filter(({ id, kind }) => kind !== 'constant' && asked.has(id));
  const index = new Map(list.map(({ id }, k) => [id, k]));
  const indices = (ids: readonly number[]) => [...new Set(ids)].flatMap((id) => index.get(id) ?? []);
  return {
    values: list.map((v): WindowValue => {
      const s = w.statements[Math.min(v.at, w.statements.length - 1)] as Assign;
      const { bytes = 0, again = null } = w.costs[v.id] ?? {};
      return {
        text: valueText(shown, v.expr),
        kind: v.kind === 'given' ? 'given' : 'computed',
        operands: indices(v.operands),
        choice: choiceOf(w, v.id),
        isRead: read.has(v.id),
        bytes,
        again,
        without: without.get(v.id) ?? null,
        statement: `s${s.id}`,
        span: s.span,
      };
    }),
    paths: paths.map(({ values, amount }) => ({ values: indices(values), bytes: amount })),
  };
}

function choiceOf(w: Window, value: number): WindowValue['choice'] {
  const choice = w.closure.choice[value] ?? 'none';
  return choice === 'kept' && !isStored(w, value) ? 'there' : choice;
}

export function valueText(shown: Program, e: Expr): string {
  // The star of a pointer is not the one of a product.
  return plainNumbers(readExpr(shown, e)).replace(/([*/])(\*\w+)/g, '$1($2)');
}
