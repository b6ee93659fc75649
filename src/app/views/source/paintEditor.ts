import { actions, store } from '../../app';
import { innermostAt } from '../../store/results/lookup';
import { monaco } from './monaco';
import { paintedOccurrences } from './occurrences';

type Editor = ReturnType<typeof monaco.editor.create>;
type Model = ReturnType<typeof monaco.editor.createModel>;

/** Activity as decorations of the text; the place under the pointer or the caret is told below it. */
export function startPaint(editor: Editor, model: Model): void {
  const decorations = editor.createDecorationsCollection();
  // What is typed at its edge is not painted before it has been looked at.
  const stickiness = monaco.editor.TrackedRangeStickiness.NeverGrowsWhenTypingAtEdges;
  const current = () => paintedOccurrences(store.getState(), model.getValue());

  function show(): void {
    decorations.set(
      current().map(({ span, state, reason }) => {
        const from = model.getPositionAt(span.start);
        const to = model.getPositionAt(span.end);
        return {
          range: new monaco.Range(from.lineNumber, from.column, to.lineNumber, to.column),
          options: { inlineClassName: `paint-${state}`, hoverMessage: { value: reason }, stickiness },
        };
      }),
    );
  }
  const pointAt = (position: { lineNumber: number; column: number } | null) => {
    if (store.getState().painted)
      actions.pointAt(position === null ? null : innermostAt(current(), model.getOffsetAt(position)));
  };

  store.subscribe(({ dependence }) => dependence, show);
  store.subscribe(({ shown }) => shown, show);
  store.subscribe(
    ({ painted }) => painted,
    () => {
      show();
      pointAt(editor.getPosition());
    },
  );
  editor.onMouseMove(({ target }) => {
    if (target.position !== null) pointAt(target.position);
  });
  editor.onMouseLeave(() => pointAt(editor.getPosition()));
  editor.onDidChangeCursorPosition(({ position }) => pointAt(position));
  show();
}
