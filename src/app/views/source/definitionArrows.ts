import type { Occurrence } from '../../../engine/pipeline/results';
import { store } from '../../app';
import { monaco } from './monaco';

type Editor = ReturnType<typeof monaco.editor.create>;
type Model = ReturnType<typeof monaco.editor.createModel>;

const SVG = 'http://www.w3.org/2000/svg';

/** Arrows over the text, from each statement that may have given a variable its value to the read of it that is pointed at. */
export function startDefinitionArrows(editor: Editor, model: Model): void {
  const host = editor.getDomNode();
  const svg = document.createElementNS(SVG, 'svg');
  svg.classList.add('definition-arrows');
  svg.setAttribute('aria-hidden', 'true');
  host?.append(svg);

  /** The left edge of a character and its line, in the editor's own coordinates. */
  function placeOf(offset: number): { x: number; top: number; bottom: number; middle: number } {
    const { lineNumber, column } = model.getPositionAt(offset);
    const left = editor.getLayoutInfo().contentLeft + editor.getOffsetForColumn(lineNumber, column);
    const top = editor.getTopForLineNumber(lineNumber) - editor.getScrollTop();
    const height = editor.getOption(monaco.editor.EditorOption.lineHeight);
    return { x: left - editor.getScrollLeft(), top, bottom: top + height, middle: top + height / 2 };
  }

  /** Round the text on its left, and to the read from above; a definition below it, or in its line, comes up from beneath. */
  function arrow(definition: { start: number }, use: { start: number }): SVGElement {
    const from = placeOf(definition.start);
    const to = placeOf(use.start);
    const x = to.x + 3;
    const down = from.bottom <= to.top;
    const y = down ? to.top + 1 : to.bottom - 1;
    const ahead = down ? -1 : 1;
    const bend = Math.min(from.x, to.x) - 12 - Math.min(40, Math.abs(to.middle - from.middle) / 6);
    const start =
      from.top === to.top
        ? `M ${from.x + 3} ${from.bottom} C ${from.x + 3} ${from.bottom + 12}, ${x} ${y + 12},`
        : `M ${from.x - 3} ${from.middle} C ${bend} ${from.middle}, ${x} ${y + ahead * 24},`;
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', `${start} ${x} ${y} m -4 ${ahead * 6} l 4 ${-ahead * 6} l 4 ${ahead * 6}`);
    return path;
  }

  function show(): void {
    const { paintedAt } = store.getState();
    svg.replaceChildren(...arrowsTo(paintedAt));
  }
  const arrowsTo = (use: Occurrence | null): SVGElement[] =>
    (use?.definitions ?? []).flatMap(({ span }) => (use && span ? [arrow(span, use.span)] : []));

  store.subscribe(({ paintedAt }) => paintedAt, show);
  editor.onDidScrollChange(show);
  editor.onDidLayoutChange(show);
  show();
}
