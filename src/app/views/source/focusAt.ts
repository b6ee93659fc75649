import { framedStatement } from '../../store/results/braces';
import { statementAt, statementOnLine } from '../../store/results/lookup';
import { isStale, type State } from '../../store/state';
import { type Focus, focusOnRecording, focusOnStatement } from '../../store/view/focus';
import type { monaco } from './monaco';
import { VIEW } from './view-id';

/** What of the result in view is meant by a place of the text; null while the text is another. */
export function focusAt(
  state: State,
  model: monaco.editor.ITextModel,
  position: { lineNumber: number; column: number },
): Focus | null {
  const { shown } = state;
  if (shown === null || isStale(state) || state.shownRequest?.source !== model.getValue()) return null;
  const { lineNumber, column } = position;
  const offset = model.getOffsetAt(position);
  const start = model.getOffsetAt({ lineNumber, column: 1 });
  const end = start + model.getLineLength(lineNumber);
  const inLine =
    statementOnLine(shown, start, end) ?? framedStatement(shown, model.getValue(), { start, end });
  const found = statementAt(shown, offset) ?? inLine;
  if (found === null) return null;
  // Beside the text of a line, and on the keyword of a loop, the line's own statement is meant.
  const statement = found.span.start < start && inLine !== null ? inLine : found;
  const stored = column < 2 && 'recordings' in statement ? statement.recordings[0] : undefined;
  return stored === undefined
    ? focusOnStatement(shown, statement.id, VIEW)
    : focusOnRecording(shown, stored, VIEW);
}
