import { useMemo, useRef, useState } from 'react';
import { actions, store } from '../../app';
import { UndoButtons } from '../../bar/UndoButtons';
import { looksFixedForm } from '../../store/document/language';
import { framedStatement } from '../../store/results/braces';
import { statementOnLine } from '../../store/results/lookup';
import { diagnosticsOf, isStale, type State } from '../../store/state';
import { focusOnStatement } from '../../store/view/focus';
import { Segments } from '../../ui/controls';
import { Listing, PLAIN_LINE } from '../../ui/Listing';
import { lineStarts, positionOf } from '../../ui/text';
import { useApp, useLit } from '../../use';
import { Prose } from '../why/Prose';
import { paintedOccurrences } from './occurrences';
import { PaintStrip } from './Paint';
import { VIEW } from './view-id';

/** Tap a line to light it everywhere; switch to a plain text field to type, which is there at once where something is to be mended. */
export function PhoneSource() {
  const [editing, setEditing] = useState(() => firstError(store.getState()) !== undefined);
  return (
    <div className="phone-source" id="kernel">
      <div className="panel-head">
        <Segments
          label="Read or edit the kernel"
          value={editing ? 'edit' : 'read'}
          choices={[
            { value: 'read', title: 'Read' },
            { value: 'edit', title: 'Edit' },
          ]}
          onChange={(value) => setEditing(value === 'edit')}
        />
        {!editing && <span>Tap a line to see where it went.</span>}
        <span className="grow" />
        <UndoButtons />
      </div>
      {editing ? <Field /> : <Reading />}
      {editing && <FirstError />}
    </div>
  );
}

const firstError = (state: State) => diagnosticsOf(state).find(({ severity }) => severity === 'error');

/** While one types, what is wrong is said here: the messages are a page of their own. */
function FirstError() {
  const source = useApp((state) => state.playground.source);
  const error = useApp(firstError);
  if (error === undefined) return null;
  return (
    <p className="first-error" role="status">
      line {positionOf(lineStarts(source), error.span.start).line + 1}: <Prose text={error.message} />
    </p>
  );
}

function Field() {
  const source = useApp((state) => state.playground.source);
  /** What comes next is pasted over all of the text. */
  const whole = useRef(false);
  return (
    <textarea
      aria-label="Kernel"
      spellCheck={false}
      autoCapitalize="off"
      autoCorrect="off"
      value={source}
      onPaste={({ currentTarget: { selectionStart, selectionEnd, value } }) => {
        whole.current = selectionEnd - selectionStart === value.length;
      }}
      onChange={(event) => {
        actions.edit(event.target.value, whole.current);
        whole.current = false;
      }}
    />
  );
}

function Reading() {
  const source = useApp((state) => state.playground.source);
  const language = useApp((state) => state.playground.language);
  const shown = useApp((state) => state.shown);
  const stale = useApp(isStale);
  const lit = useLit();
  const starts = useMemo(() => lineStarts(source), [source]);
  const marks = useMemo(() => {
    if (shown === null || stale) return [];
    const lines = starts.map(() => PLAIN_LINE);
    for (const each of shown.called) {
      const line = positionOf(starts, each.span.start).line;
      if (lit.statements.has(each.id)) lines[line] = { ...(lines[line] ?? PLAIN_LINE), lit: true };
    }
    for (const each of shown.statements) {
      const line = positionOf(starts, each.span.start).line;
      const mark = lines[line] ?? PLAIN_LINE;
      lines[line] = {
        ...mark,
        lit: mark.lit || lit.statements.has(each.id),
        dim: !each.kept || !each.reachable,
        bar: each.recordings.length > 0 ? 'tape' : mark.bar,
      };
    }
    return lines;
  }, [shown, stale, starts, lit]);
  const first = marks.findIndex((mark) => mark.lit);
  const painted = useApp((state) => paintedOccurrences(state, source));
  const paint = useMemo(
    () => painted.map(({ span, state }) => ({ ...span, className: `paint-${state}` })),
    [painted],
  );
  const choose = (line: number) => {
    const state = store.getState();
    if (state.shown === null || isStale(state)) return;
    const start = starts[line] ?? 0;
    const end = starts[line + 1] ?? source.length + 1;
    actions.pointAt(painted.find(({ span }) => span.start >= start && span.end <= end) ?? null);
    const found =
      statementOnLine(state.shown, start, end - 1) ??
      framedStatement(state.shown, state.shownRequest?.source ?? '', { start, end: end - 1 });
    actions.pin(found === null ? null : focusOnStatement(state.shown, found.id, VIEW));
  };
  return (
    <div className="reading">
      <Listing
        text={source}
        grammar={language === 'c' ? 'c' : looksFixedForm(source) ? 'fortran-fixed' : 'fortran'}
        label="Kernel"
        marks={marks}
        paint={paint}
        reveal={first < 0 ? null : first}
        onHover={() => {}}
        onChoose={choose}
      />
      <PaintStrip />
    </div>
  );
}
