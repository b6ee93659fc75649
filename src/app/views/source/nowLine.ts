import { monaco } from './monaco';

type Editor = ReturnType<typeof monaco.editor.create>;

/** The line of the source that a run is at. */
export interface NowLine {
  /** Shows it at a line, and brings that into sight; null: there is none. */
  show(line: number | null): void;
}

/**
 * Two boxes of our own under the text and beside it: of decorations the editor draws all anew when one changes, and a run
 * changes this one at every step. They are as high as the text and only their background moves: a box that moves would
 * have all layers of the page put together anew.
 */
export function createNowLine(editor: Editor): NowLine {
  const boxes = (
    [
      ['lines-content', 'source-now'],
      ['margin', 'source-now-bar'],
    ] as const
  ).flatMap(([part, className]) => {
    const box = document.createElement('div');
    box.className = className;
    box.hidden = true;
    const around = editor.getDomNode()?.querySelector(`.${part}`);
    around?.prepend(box);
    return around ? [box] : [];
  });
  let shown: number | null = null;

  function place(line: number): void {
    const top = editor.getTopForLineNumber(line);
    const height = editor.getOption(monaco.editor.EditorOption.lineHeight);
    for (const { style } of boxes) {
      style.height = `${editor.getContentHeight()}px`;
      style.backgroundPositionY = `${top}px`;
      style.backgroundSize = `100% ${height}px`;
    }
    const scrolled = editor.getScrollTop();
    const inSight = top >= scrolled && top + height <= scrolled + editor.getLayoutInfo().height;
    if (!inSight) editor.revealLineInCenter(line);
  }
  editor.onDidChangeConfiguration(() => shown !== null && place(shown));

  return {
    show(line) {
      if (line === shown) return;
      for (const box of boxes) box.hidden = line === null;
      shown = line;
      if (line !== null) place(line);
    },
  };
}
