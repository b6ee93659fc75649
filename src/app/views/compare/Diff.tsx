import 'monaco-editor/features/diffEditor/register';
import { useEffect, useRef } from 'react';
import type { GeneratedCode } from '../../../engine/pipeline/results';
import { store } from '../../app';
import { applyTheme, lineHeight, monaco, monacoLanguage } from '../source/monaco';

/** Two generated codes in Monaco's diff editor. */
export default function Diff({ left, right }: { left: GeneratedCode; right: GeneratedCode }) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<ReturnType<typeof monaco.editor.createDiffEditor>>(null);

  useEffect(() => {
    if (host.current === null) return;
    applyTheme();
    const made = monaco.editor.createDiffEditor(host.current, {
      ...lineHeight(),
      readOnly: true,
      originalEditable: false,
      automaticLayout: true,
      minimap: { enabled: false },
      renderOverviewRuler: false,
      scrollBeyondLastLine: false,
      fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--mono'),
      fontLigatures: false,
      contextmenu: false,
      stickyScroll: { enabled: false },
      originalAriaLabel: 'Code of the strategy on the left',
      modifiedAriaLabel: 'Code of the strategy on the right',
    });
    editor.current = made;
    const unsubscribe = store.subscribe(
      ({ theme }) => theme,
      () => requestAnimationFrame(applyTheme),
    );
    return () => {
      unsubscribe();
      const model = made.getModel();
      made.dispose();
      disposeLater(model);
    };
  }, []);

  useEffect(() => {
    const before = editor.current?.getModel();
    editor.current?.setModel({ original: modelOf(left), modified: modelOf(right) });
    disposeLater(before ?? null);
  }, [left, right]);

  return <div ref={host} className="monaco-host" />;
}

/** A comparison under way still asks for both texts, and throws where one of them is gone. */
function disposeLater(model: monaco.editor.IDiffEditorModel | null): void {
  setTimeout(() => {
    model?.original.dispose();
    model?.modified.dispose();
  }, 10_000);
}

/** The tape runtime is the same in both and stands in the way. */
function modelOf({ text, language, runtime }: GeneratedCode) {
  const own = runtime === null ? text : text.slice(runtime.end).trimStart();
  return monaco.editor.createModel(own, monacoLanguage(language, text));
}
