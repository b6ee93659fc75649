import type { Diagnostic, Differentiation } from '../../../engine/pipeline/results';
import { actions, store } from '../../app';
import { framedStatement } from '../../store/results/braces';
import { placed, statementAt, statementOnLine } from '../../store/results/lookup';
import { diagnosticsOf, focusOf, isStale } from '../../store/state';
import { type Focus, focusOnRecording, focusOnStatement, litBy } from '../../store/view/focus';
import { SUMMARY_VIEW } from '../summary/range';
import { startDefinitionArrows } from './definitionArrows';
import { startHover } from './editorHover';
import { applyTheme, lineHeight, monaco, monacoLanguage } from './monaco';
import { createNowLine } from './nowLine';
import { startPaint } from './paintEditor';
import { startSpread } from './spreadEditor';
import { VIEW } from './view-id';

/** Monaco, bound to the state both ways. The state's history is the only one: undo goes through options as well as text. */
export function startEditor(host: HTMLElement): () => void {
  const { playground } = store.getState();
  const model = monaco.editor.createModel(
    playground.source,
    monacoLanguage(playground.language, playground.source),
  );
  // As the state keeps it; where the text has one line, the system would decide.
  model.setEOL(monaco.editor.EndOfLineSequence.LF);
  model.updateOptions({
    bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
  });
  applyTheme();
  const editor = monaco.editor.create(host, {
    model,
    ...lineHeight(),
    automaticLayout: true,
    fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--mono'),
    fontLigatures: false,
    minimap: { enabled: false },
    scrollBeyondLastLine: false,
    padding: { top: 8, bottom: 24 },
    lineNumbersMinChars: 3,
    lineDecorationsWidth: 14,
    folding: false,
    glyphMargin: false,
    renderLineHighlight: 'line',
    overviewRulerLanes: 0,
    overviewRulerBorder: false,
    hideCursorInOverviewRuler: true,
    contextmenu: false,
    fixedOverflowWidgets: true,
    tabSize: 2,
    ariaLabel: 'Kernel. Tab writes a tab; Escape, then Tab leaves the editor.',
    scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, useShadows: false },
    stickyScroll: { enabled: false },
    guides: { indentation: false, bracketPairs: false },
    unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: true },
  });
  letTabLeaveAfterEscape(editor);
  const dropped = editor.createDecorationsCollection();
  const lights = editor.createDecorationsCollection();
  const nowLine = createNowLine(editor);
  let marked: readonly Diagnostic[] | null = null;
  let droppedOf: Differentiation | null = null;
  const undo = () => actions.undo();
  const redo = () => actions.redo();
  const { KeyMod, KeyCode } = monaco;
  editor.addCommand(KeyMod.CtrlCmd | KeyCode.KeyZ, undo);
  editor.addCommand(KeyMod.CtrlCmd | KeyMod.Shift | KeyCode.KeyZ, redo);
  editor.addCommand(KeyMod.CtrlCmd | KeyCode.KeyY, redo);

  let fromStore = false;
  let length = model.getValueLength();
  const subscriptions = [
    model.onDidChangeContent(({ changes: [first, ...others] }) => {
      const whole = others.length === 0 && first?.rangeLength === length;
      length = model.getValueLength();
      // What was marked has moved with the text, or is gone.
      marked = null;
      droppedOf = null;
      nowLine.show(null);
      if (fromStore) return;
      actions.edit(model.getValue(), whole);
      // What was selected is not there any more.
      summarise('');
    }),
    editor.onMouseMove(({ target }) => {
      actions.hover(target.position ? focusAt(target.position) : null);
    }),
    editor.onMouseLeave(() => actions.hover(null)),
    editor.onDidChangeCursorPosition(({ position, reason }) => {
      // Only where the user put it; not where an edit from elsewhere moved it.
      if (reason !== monaco.editor.CursorChangeReason.Explicit || !editor.hasTextFocus()) return;
      const focus = focusAt(position);
      if (focus !== null) actions.pin(focus);
    }),
    editor.onDidChangeCursorSelection(({ selection, reason }) => {
      if (reason !== monaco.editor.CursorChangeReason.Explicit || !editor.hasTextFocus()) return;
      const [start, end] = [selection.getStartPosition(), selection.getEndPosition()].map((at) =>
        model.getOffsetAt(at),
      );
      summarise(selection.isEmpty() ? '' : `${start} ${end}`);
    }),
  ];

  /** Statements whose summary is asked for; of the whole routine where it is empty. */
  function summarise(of: string): void {
    if ((store.getState().stands[SUMMARY_VIEW]?.of ?? '') !== of) actions.stand(SUMMARY_VIEW, { of, at: 0 });
  }

  function focusAt(position: { lineNumber: number; column: number }): Focus | null {
    const state = store.getState();
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

  function showText(source: string): void {
    if (source === model.getValue()) return;
    fromStore = true;
    const selection = editor.getSelections();
    model.applyEdits([{ range: model.getFullModelRange(), text: source }]);
    if (selection) editor.setSelections(selection);
    fromStore = false;
  }

  function showMarks(): void {
    const state = store.getState();
    const { latest, shown, latestRequest } = state;
    const range = (span: { start: number; end: number }) => {
      const from = model.getPositionAt(span.start);
      const to = model.getPositionAt(Math.max(span.end, span.start + 1));
      return new monaco.Range(from.lineNumber, from.column, to.lineNumber, to.column);
    };
    const current = latest !== null && latestRequest?.source === model.getValue();
    const diagnostics = diagnosticsOf(state);
    if (current && diagnostics !== marked) {
      marked = diagnostics;
      const severity = {
        error: monaco.MarkerSeverity.Error,
        warning: monaco.MarkerSeverity.Warning,
        info: monaco.MarkerSeverity.Info,
      };
      monaco.editor.setModelMarkers(
        model,
        'backsweep',
        diagnostics.slice(0, 200).map((each) => {
          const { startLineNumber, startColumn, endLineNumber, endColumn } = range(each.span);
          return {
            startLineNumber,
            startColumn,
            endLineNumber,
            endColumn,
            severity: severity[each.severity],
            message: [each.message, ...each.notes.map((note) => note.message)].join('\n'),
            code: each.code,
            // Drawn in grey.
            tags: each.code.startsWith('unreachable') ? [monaco.MarkerTag.Unnecessary] : [],
          };
        }),
      );
    }
    if (shown === null || state.shownRequest?.source !== model.getValue()) {
      // An answer that is not shown: what was lit is no place of this text. While there is none, marks move with the text.
      if (current) for (const each of [lights, dropped]) each.clear();
      nowLine.show(null);
      if (current) droppedOf = null;
      return;
    }
    if (shown !== droppedOf) {
      droppedOf = shown;
      dropped.set(
        shown.statements
          .filter(({ kept, reachable }) => !kept || !reachable)
          .map(({ span }) => ({
            range: range(span),
            options: { linesDecorationsClassName: 'source-dropped-bar' },
          })),
      );
    }
    const focus = focusOf(state);
    const lit = litBy(focus, shown);
    const now = focus?.now?.source;
    nowLine.show(
      now === undefined || now.end <= now.start ? null : model.getPositionAt(now.start).lineNumber,
    );
    if (now !== undefined) {
      if (lights.length > 0) lights.clear();
      return;
    }
    lights.set(
      placed(shown)
        .filter(({ id }) => lit.statements.has(id))
        .map((each) => {
          const place = range(each.span);
          // A loop or branch is lit by its head alone.
          const head = place.endLineNumber > place.startLineNumber && each.kind !== 'assign';
          const end = head
            ? ([place.startLineNumber, 1000] as const)
            : ([place.endLineNumber, place.endColumn] as const);
          return {
            range: new monaco.Range(place.startLineNumber, place.startColumn, ...end),
            options: {
              isWholeLine: true,
              className: 'source-lit',
              linesDecorationsClassName: 'source-lit-bar',
            },
          };
        }),
    );
    const first = placed(shown).find(({ id }) => lit.statements.has(id))?.span;
    if (first !== undefined && focus !== null && focus.from !== VIEW && focus.from !== 'kept')
      editor.revealLineInCenterIfOutsideViewport(model.getPositionAt(first.start).lineNumber);
  }

  const unsubscribe = [
    store.subscribe(
      ({ playground: { source, language } }) => ({ source, language }),
      ({ source, language }) => {
        showText(source);
        const wanted = monacoLanguage(language, source);
        if (model.getLanguageId() !== wanted) monaco.editor.setModelLanguage(model, wanted);
      },
      { equalityFn: (a, b) => a.source === b.source && a.language === b.language },
    ),
    store.subscribe(
      ({ revealed }) => revealed,
      (place) => {
        if (place === null) return;
        const position = model.getPositionAt(place.offset);
        editor.setPosition(position);
        editor.revealPositionInCenterIfOutsideViewport(position);
        editor.focus();
      },
    ),
    store.subscribe(diagnosticsOf, showMarks),
    store.subscribe(({ shown }) => shown, showMarks),
    store.subscribe(focusOf, showMarks),
    store.subscribe(
      ({ theme, presenting }) => `${theme}${presenting}`,
      () =>
        requestAnimationFrame(() => {
          applyTheme();
          editor.updateOptions(lineHeight());
        }),
    ),
  ];
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', applyTheme);
  void document.fonts.ready.then(() => monaco.editor.remeasureFonts());
  showMarks();
  const stops = [
    startHover(editor, model),
    startPaint(editor, model),
    startDefinitionArrows(editor, model),
    startSpread(editor),
  ];

  return () => {
    for (const stop of stops) stop();
    system.removeEventListener('change', applyTheme);
    for (const each of unsubscribe) each();
    for (const each of subscriptions) each.dispose();
    editor.dispose();
    model.dispose();
  };
}

/** Until something else is typed, or the editor is left. */
function letTabLeaveAfterEscape(editor: monaco.editor.IStandaloneCodeEditor): void {
  const { KeyCode } = monaco;
  const leaves = (tabFocusMode: boolean) => editor.updateOptions({ tabFocusMode });
  editor.onKeyDown(({ keyCode }) => {
    if (keyCode === KeyCode.Escape) leaves(true);
    else if (keyCode !== KeyCode.Tab && keyCode !== KeyCode.Shift) leaves(false);
  });
  editor.onDidBlurEditorWidget(() => leaves(false));
}
