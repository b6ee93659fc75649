import { monaco } from './monaco';
import { type SourceRows, sourceRows } from './rows';

/** Spreads the editor's lines by view zones, and scrolls it together with what stands beside it. */
export function startSpread(editor: monaco.editor.IStandaloneCodeEditor): () => void {
  let zones: string[] = [];
  const spread = ({ room }: SourceRows): void =>
    editor.changeViewZones((accessor) => {
      for (const zone of zones) accessor.removeZone(zone);
      zones = (room ?? []).flatMap((lines, i) =>
        lines === 0
          ? []
          : [
              accessor.addZone({
                afterLineNumber: i + 1,
                heightInLines: lines,
                domNode: document.createElement('div'),
              }),
            ],
      );
    });
  const unsubscribe = sourceRows.subscribe((now, before) => {
    if (now.room !== before.room) spread(now);
    if (now.top !== editor.getScrollTop()) editor.setScrollTop(now.top);
  });
  const scrolled = editor.onDidScrollChange(({ scrollTop, scrollTopChanged }) => {
    if (scrollTopChanged && sourceRows.getState().room !== null) sourceRows.setState({ top: scrollTop });
  });
  const measure = () => {
    const taken = linesTaken(editor);
    if (`${taken}` !== `${sourceRows.getState().taken}`) sourceRows.setState({ taken });
  };
  const measured = [editor.onDidLayoutChange(measure), editor.onDidChangeModelContent(measure)];
  measure();
  spread(sourceRows.getState());
  editor.setScrollTop(sourceRows.getState().top);
  return () => {
    unsubscribe();
    for (const each of [scrolled, ...measured]) each.dispose();
    sourceRows.setState({ taken: [] });
  };
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
