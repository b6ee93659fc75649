import { monaco } from './monaco';

type Editor = ReturnType<typeof monaco.editor.create>;
type Model = ReturnType<typeof monaco.editor.createModel>;

/** What is to be said of the text under the pointer: diagnostics, and what decorations say of themselves. */
export function startHover(editor: Editor, model: Model): void {
  const box = document.createElement('div');
  box.className = 'editor-hover';
  box.setAttribute('role', 'tooltip');
  let place: monaco.IPosition | null = null;
  const widget: monaco.editor.IContentWidget = {
    allowEditorOverflow: true,
    getId: () => 'backsweep.hover',
    getDomNode: () => box,
    getPosition: () => ({
      position: place,
      preference: [
        monaco.editor.ContentWidgetPositionPreference.ABOVE,
        monaco.editor.ContentWidgetPositionPreference.BELOW,
      ],
    }),
  };

  let said = '';
  function say(texts: readonly string[], position: monaco.IPosition | null): void {
    const text = texts.join('\n\n');
    if (text === said) return;
    said = text;
    box.textContent = text;
    place = text === '' ? null : position;
    editor.layoutContentWidget(widget);
  }
  const hide = () => say([], null);

  /** The messages at a position, and where the first of their ranges begins. */
  function at(position: monaco.IPosition): [string[], monaco.IPosition] {
    const marks = monaco.editor
      .getModelMarkers({ resource: model.uri })
      .filter((mark) => monaco.Range.containsPosition(mark, position));
    const here = monaco.Range.fromPositions(position);
    const notes = model
      .getDecorationsInRange(here)
      .flatMap(({ range, options: { hoverMessage } }) =>
        [hoverMessage ?? []].flat().map(({ value }) => ({ range, value })),
      );
    const range = marks[0] ?? notes[0]?.range;
    const start = { lineNumber: position.lineNumber, column: position.column };
    if (range?.startLineNumber === position.lineNumber) start.column = range.startColumn;
    return [
      [...new Set([...marks.map(({ message }) => message), ...notes.map(({ value }) => value)])],
      start,
    ];
  }

  editor.addContentWidget(widget);
  let later: ReturnType<typeof setTimeout> | undefined;
  editor.onMouseMove(({ target }) => {
    clearTimeout(later);
    const { position } = target;
    const overText = target.type === monaco.editor.MouseTargetType.CONTENT_TEXT && position !== null;
    if (!overText) return hide();
    const [texts, start] = at(position);
    if (texts.length === 0) hide();
    else later = setTimeout(() => say(texts, start), DELAY_MS);
  });
  editor.onMouseLeave(() => {
    clearTimeout(later);
    hide();
  });
  editor.onKeyDown(hide);
  editor.onDidScrollChange(hide);
}

/** So that nothing flickers on the pointer's way. */
const DELAY_MS = 250;
