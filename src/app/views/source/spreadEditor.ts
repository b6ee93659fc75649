import type { monaco } from './monaco';
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
  spread(sourceRows.getState());
  editor.setScrollTop(sourceRows.getState().top);
  return () => {
    unsubscribe();
    scrolled.dispose();
  };
}
