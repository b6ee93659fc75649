import { actions, settleBeforeLeaving, store } from '../../app';
import type { Playground } from '../../store/document/playground';
import { diagnosticsOf, focusOf, type State } from '../../store/state';
import { follow } from '../../store/view/follow';
import { takeTurn } from '../../ui/turns';
import { SUMMARY_VIEW } from '../summary/range';
import { startDefinitionArrows } from './definitionArrows';
import { startHover } from './editorHover';
import { focusAt } from './focusAt';
import { registerLanguages } from './languages';
import { createMarks, type Marks } from './marks';
import { applyTheme, lineHeight, monaco, monacoLanguage } from './monaco';
import { startPaint } from './paintEditor';
import { numberWidth, sourceRows } from './rows';
import { isLong, keepFirst, startSpread } from './spreadEditor';

registerLanguages();

type Editor = ReturnType<typeof monaco.editor.create>;
type Model = ReturnType<typeof monaco.editor.createModel>;

/**
 * Monaco, bound to the state both ways, for as long as the page is there. The state's history is the only one: undo goes through options
 * as well as text.
 */
export function startEditor(host: HTMLElement): void {
  const model = createModel(store.getState().playground);
  applyTheme();
  const editor = createEditor(host, model);
  // All brackets are read for their colours otherwise. To be said after an editor is made: that sets its model's options.
  model.updateOptions({
    bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
  });
  letTabLeaveAfterEscape(editor);
  takeUndo(editor);
  fitNumbers(editor, model);
  const marks = createMarks(editor, model);
  let fromStore = false;
  /** An edit that the page has yet to follow. */
  let later: (() => void) | null = null;
  const settle = () => {
    const edit = later;
    later = null;
    edit?.();
  };
  followTyping(model, (whole) => {
    marks.moved();
    later = null;
    if (fromStore) return;
    const edit = () => {
      actions.edit(model.getValue(), whole);
      // What was selected is not there any more.
      summarise('');
    };
    // The editor draws a long text that was pasted, and then the page what is of it.
    if (whole && isLong(model)) {
      later = edit;
      takeTurn(settle);
    } else edit();
  });
  settleBeforeLeaving(settle);
  followPointer(editor, model);
  followText(model, (text) => {
    fromStore = true;
    const selection = editor.getSelections();
    model.applyEdits([{ range: model.getFullModelRange(), text }]);
    if (selection) editor.setSelections(selection);
    fromStore = false;
  });
  followRevealed(editor, model);
  followAnswers(marks);
  followTheme(editor);
  void document.fonts.ready.then(() => monaco.editor.remeasureFonts());
  marks.show(store.getState());
  startHover(editor, model);
  startPaint(editor, model);
  startDefinitionArrows(editor, model);
  startSpread(editor, host, revealInAnother(marks));
}

/** What another view asks about is in sight in the next arrangement, too, and in larger type; rows that lead the kernel bring it there. */
function revealInAnother(marks: Marks): () => void {
  let before = '';
  return () => {
    const state = store.getState();
    const { arrangement, presenting } = state;
    const now = `${arrangement} ${presenting}`;
    if (now === before) return;
    before = now;
    if (sourceRows.getState().room === null) marks.reveal(focusOf(state));
  };
}

/** In a turn of its own where the answer is long, as the panes. */
function followAnswers(marks: Marks): void {
  const marked = (state: State) => [diagnosticsOf(state), state.shown, focusOf(state)];
  let before = marked(store.getState());
  follow(store, takeTurn).subscribe((state) => {
    const now = marked(state);
    if (now.every((each, i) => each === before[i])) return;
    before = now;
    marks.show(state);
  });
}

function createModel({ source, language }: Playground): Model {
  const model = monaco.editor.createModel(source, monacoLanguage(language, source));
  // As the state keeps it; where the text has one line, the system would decide.
  model.setEOL(monaco.editor.EndOfLineSequence.LF);
  return model;
}

const createEditor = (host: HTMLElement, model: Model): Editor =>
  monaco.editor.create(host, {
    model,
    ...lineHeight(),
    fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--mono'),
    fontLigatures: false,
    minimap: { enabled: false },
    scrollBeyondLastLine: false,
    wordWrap: 'on',
    wrappingIndent: 'deepIndent',
    wordWrapBreakBeforeCharacters: '',
    wordWrapBreakAfterCharacters: ' ,',
    padding: { top: 8, bottom: 24 },
    ...lineNumbers(model),
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

/** What ends with a line has no number for the one after it; a text that is empty has its first. */
const lineNumbers = (model: Model) =>
  ({
    lineNumbersMinChars: numberWidth(model.getLineCount()),
    renderFinalNewline: model.getValueLength() === 0 ? 'on' : 'off',
  }) as const;

function fitNumbers(editor: Editor, model: Model): void {
  let before = lineNumbers(model);
  const widen = () => {
    const now = lineNumbers(model);
    if (JSON.stringify(now) !== JSON.stringify(before)) editor.updateOptions(now);
    before = now;
  };
  model.onDidChangeContent(() => {
    // All lines are broken anew: where they are many, in a task of its own.
    if (isLong(model)) setTimeout(widen);
    else widen();
  });
}

function takeUndo(editor: Editor): void {
  const undo = () => actions.undo();
  const redo = () => actions.redo();
  const { KeyMod, KeyCode } = monaco;
  editor.addCommand(KeyMod.CtrlCmd | KeyCode.KeyZ, undo);
  editor.addCommand(KeyMod.CtrlCmd | KeyMod.Shift | KeyCode.KeyZ, redo);
  editor.addCommand(KeyMod.CtrlCmd | KeyCode.KeyY, redo);
}

/** `whole`: one edit took the place of all of the text. */
function followTyping(model: Model, onChange: (whole: boolean) => void): void {
  let length = model.getValueLength();
  model.onDidChangeContent(({ changes: [first, ...others] }) => {
    const whole = others.length === 0 && first?.rangeLength === length;
    length = model.getValueLength();
    onChange(whole);
  });
}

/** What the pointer is over is lit, what the caret is put into is explained, what is selected is summed up. */
function followPointer(editor: Editor, model: Model): void {
  const focusOn = (position: monaco.IPosition) => focusAt(store.getState(), model, position);
  // Only where the user put it; not where an edit from elsewhere moved it.
  const byUser = (reason: monaco.editor.CursorChangeReason) =>
    reason === monaco.editor.CursorChangeReason.Explicit && editor.hasTextFocus();
  editor.onMouseMove(({ target }) => actions.hover(target.position ? focusOn(target.position) : null));
  editor.onMouseLeave(() => actions.hover(null));
  editor.onDidChangeCursorPosition(({ position, reason }) => {
    const focus = byUser(reason) ? focusOn(position) : null;
    if (focus !== null) actions.pin(focus);
  });
  editor.onDidChangeCursorSelection(({ selection, reason }) => {
    if (!byUser(reason)) return;
    const [start, end] = [selection.getStartPosition(), selection.getEndPosition()].map((at) =>
      model.getOffsetAt(at),
    );
    summarise(selection.isEmpty() ? '' : `${start} ${end}`);
  });
}

/** Statements whose summary is asked for; of the whole routine where it is empty. */
function summarise(of: string): void {
  if ((store.getState().stands[SUMMARY_VIEW]?.of ?? '') !== of) actions.stand(SUMMARY_VIEW, { of, at: 0 });
}

/** Another text or language in the state; what was typed here is there already. */
const followText = (model: Model, onText: (source: string) => void) =>
  store.subscribe(
    ({ playground: { source, language } }) => ({ source, language }),
    ({ source, language }) => {
      if (source !== model.getValue()) onText(source);
      if (model.getLanguageId() === monacoLanguage(language, source)) return;
      // All brackets of the text are read then: where they are many, in a task of its own.
      if (isLong(model)) setTimeout(() => setLanguage(model));
      else setLanguage(model);
    },
    { equalityFn: (a, b) => a.source === b.source && a.language === b.language },
  );

function setLanguage(model: Model): void {
  const { source, language } = store.getState().playground;
  monaco.editor.setModelLanguage(model, monacoLanguage(language, source));
}

const followRevealed = (editor: Editor, model: Model) =>
  store.subscribe(
    ({ revealed }) => revealed,
    (place) => {
      if (place === null) return;
      const position = model.getPositionAt(place.offset);
      editor.setPosition(position);
      editor.revealPositionInCenterIfOutsideViewport(position);
      editor.focus();
    },
  );

function followTheme(editor: Editor): void {
  store.subscribe(
    ({ theme, presenting }) => `${theme}${presenting}`,
    () =>
      requestAnimationFrame(() => {
        applyTheme();
        keepFirst(editor, () => editor.updateOptions(lineHeight()));
      }),
  );
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme);
}

/** Until something else is typed, or the editor is left. */
function letTabLeaveAfterEscape(editor: Editor): void {
  const { KeyCode } = monaco;
  const leaves = (tabFocusMode: boolean) => editor.updateOptions({ tabFocusMode });
  editor.onKeyDown(({ keyCode }) => {
    if (keyCode === KeyCode.Escape) leaves(true);
    else if (keyCode !== KeyCode.Tab && keyCode !== KeyCode.Shift) leaves(false);
  });
  editor.onDidBlurEditorWidget(() => leaves(false));
}
