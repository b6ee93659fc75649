import { takeTurn } from '../../ui/turns';
import { monaco } from './monaco';
import { type SourceRows, sourceRows } from './rows';

/** Whether a text takes a while to draw. */
export const isLong = (model: monaco.editor.ITextModel | null): boolean => (model?.getLineCount() ?? 0) > 200;

/** Fills the editor's place (`onPlaced` hears of it), spreads its lines by view zones, and scrolls it together with what stands beside it. */
export function startSpread(
  editor: monaco.editor.IStandaloneCodeEditor,
  host: HTMLElement,
  onPlaced: () => void,
): void {
  /** By line: the room after it, as the editor has it. */
  let zones: { readonly lines: number; readonly id: string }[] = [];
  /** Lines came or went since: zones went with theirs. */
  let moved = false;
  const spread = ({ room }: SourceRows): void =>
    editor.changeViewZones((accessor) => {
      if (moved) for (const { lines, id } of zones.splice(0)) if (lines > 0) accessor.removeZone(id);
      moved = false;
      const before = zones;
      zones = (room ?? []).map((lines, i) => {
        const there = before[i];
        if (there?.lines === lines) return there;
        if (there !== undefined && there.lines > 0) accessor.removeZone(there.id);
        if (lines === 0) return { lines, id: '' };
        const domNode = document.createElement('div');
        return { lines, id: accessor.addZone({ afterLineNumber: i + 1, heightInLines: lines, domNode }) };
      });
      for (const { lines, id } of before.slice(zones.length)) if (lines > 0) accessor.removeZone(id);
    });
  sourceRows.subscribe((now, before) => {
    if (now.room !== before.room) keepFirst(editor, () => spread(now));
    // Where nothing stands beside it, it is scrolled as it was left.
    if (now.room !== null && now.top !== editor.getScrollTop()) editor.setScrollTop(now.top);
  });
  editor.onDidScrollChange(({ scrollTop, scrollTopChanged }) => {
    if (scrollTopChanged && sourceRows.getState().room !== null) sourceRows.setState({ top: scrollTop });
  });
  const measure = () => {
    const taken = host.isConnected ? linesTaken(editor) : [];
    if (`${taken}` !== `${sourceRows.getState().taken}`) sourceRows.setState({ taken });
  };
  editor.onDidLayoutChange(measure);
  editor.onDidChangeModelContent(({ changes }) => {
    const others = changes.some(
      ({ range, text }) => range.startLineNumber !== range.endLineNumber || /[\r\n]/.test(text),
    );
    moved ||= others;
    // What stands beside the kernel has its rows no longer, and waits for those to come.
    if (others && isLong(editor.getModel())) takeTurn(measure);
    else measure();
  });
  // Between two panes it has no size, and keeps its lines as they are broken.
  const fill = () => {
    if (host.isConnected) {
      keepFirst(editor, () => editor.layout());
      onPlaced();
    }
    measure();
  };
  // A long text is drawn in the frame that gives it another place, then broken anew in a task of its own, and drawn in the next frame.
  new ResizeObserver(() => {
    if (isLong(editor.getModel())) setTimeout(fill);
    else fill();
  }).observe(host);
  measure();
  spread(sourceRows.getState());
  editor.setScrollTop(sourceRows.getState().top);
}

/**
 * Lines that get another height, or are broken elsewhere, would leave others in sight: the first stays where it is. Where something
 * stands beside the kernel, that leads.
 */
export function keepFirst(editor: monaco.editor.IStandaloneCodeEditor, act: () => void): void {
  const first = editor.getVisibleRanges()[0]?.startLineNumber ?? 1;
  act();
  if (sourceRows.getState().room === null && first > 1)
    editor.setScrollTop(editor.getTopForLineNumber(first));
}

/** By line, as far as the last that is wrapped. */
function linesTaken(editor: monaco.editor.IStandaloneCodeEditor): number[] {
  const { EditorOption } = monaco.editor;
  const { wrappingColumn } = editor.getOption(EditorOption.wrappingInfo);
  const height = editor.getOption(EditorOption.lineHeight);
  const taken: number[] = [];
  editor
    .getModel()
    ?.getLinesContent()
    .forEach((text, i) => {
      if (wrappingColumn < 1 || text.length <= wrappingColumn) return;
      while (taken.length < i) taken.push(1);
      const room = editor.getBottomForLineNumber(i + 1) - editor.getTopForLineNumber(i + 1);
      taken.push(Math.max(1, Math.round(room / height)));
    });
  return taken;
}
