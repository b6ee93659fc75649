/** Which value of which stretch a recording of the least tape is (theory 15). */
import type { RecordingDraft } from '../../adjoint/builder';
import { isStored } from '../../analyses/least/proof';
import type { Value } from '../../analyses/least/values';
import type { Window } from '../../analyses/least/window';
import { sameExpr } from '../../ir/build';
import type { Expr, Statement } from '../../ir/types';
import type { Context } from '../context';

export interface StoredValue {
  readonly stretch: Window;
  readonly value: Value;
}

/** Null where no window chose to keep it: then TBR requires it. */
export function storedValueOf(c: Context, r: RecordingDraft, windows: readonly Window[]): StoredValue | null {
  const statement = c.analysis.nesting.statements.get(r.statement);
  const kept = keptIn(statement, r);
  const found = windows.flatMap((stretch) =>
    stretch.values.flatMap((value) =>
      isStored(stretch, value.id) && (kept ? sameExpr(kept, value.expr) : isWhatIsPushed(stretch, value, r))
        ? [{ stretch, value }]
        : [],
    ),
  );
  const ids = [r.statement, statement?.origin];
  const here = found.filter(({ stretch }) => stretch.statements.some(({ id }) => ids.includes(id)));
  const list = here.length > 0 ? here : found;
  return list.find(({ value }) => value.kind === 'given') ?? list[0] ?? null;
}

/** The value of a variable that the least tape introduced, if the recording saves that variable from being overwritten. */
function keptIn(s: Statement | undefined, r: RecordingDraft): Expr | null {
  return s?.kind === 'assign' && s.keeps && s.target.variable === r.variable ? s.value : null;
}

function isWhatIsPushed(w: Window, { id, kind, expr }: Value, { place, variable }: RecordingDraft): boolean {
  const isIt = (e: Expr) =>
    place ? sameExpr(e, place) : (e.kind === 'variable' || e.kind === 'element') && e.variable === variable;
  return (kind === 'given' && isIt(expr)) || (w.holders.get(id) ?? []).some(isIt);
}
