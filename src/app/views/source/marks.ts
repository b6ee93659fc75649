import type { Diagnostic, Differentiation, Span } from '../../../engine/pipeline/results';
import { placed } from '../../store/results/lookup';
import { diagnosticsOf, focusOf, type State } from '../../store/state';
import { type Focus, litBy } from '../../store/view/focus';
import { monaco } from './monaco';
import { createNowLine } from './nowLine';
import { VIEW } from './view-id';

type Editor = ReturnType<typeof monaco.editor.create>;
type Model = ReturnType<typeof monaco.editor.createModel>;

/** What the answers say of the text, drawn in it: messages, statements that the adjoint has nothing of, what is lit. */
export interface Marks {
  show(state: State): void;
  /** Brings the first line that another view lights into sight. */
  reveal(focus: Focus | null): void;
  /** The text is another: what was marked has moved with it, or is gone. */
  moved(): void;
}

export function createMarks(editor: Editor, model: Model): Marks {
  const dropped = editor.createDecorationsCollection();
  const lights = editor.createDecorationsCollection();
  const nowLine = createNowLine(editor);
  let marked: readonly Diagnostic[] | null = null;
  let droppedOf: Differentiation | null = null;

  const range = (span: Span) => {
    const from = model.getPositionAt(span.start);
    const to = model.getPositionAt(Math.max(span.end, span.start + 1));
    return new monaco.Range(from.lineNumber, from.column, to.lineNumber, to.column);
  };

  function showMessages(diagnostics: readonly Diagnostic[]): void {
    if (diagnostics === marked) return;
    marked = diagnostics;
    monaco.editor.setModelMarkers(
      model,
      'backsweep',
      diagnostics.slice(0, MOST_MESSAGES).map((each) => markerOf(each, range(each.span))),
    );
  }

  function showDropped(shown: Differentiation): void {
    if (shown === droppedOf) return;
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

  function showLit(shown: Differentiation, focus: Focus | null): void {
    const lit = litBy(focus, shown);
    const now = focus?.now?.source;
    nowLine.show(
      now === undefined || now.end <= now.start ? null : model.getPositionAt(now.start).lineNumber,
    );
    if (now !== undefined) {
      if (lights.length > 0) lights.clear();
      return;
    }
    const all = placed(shown);
    const extent = ({ start, end }: Span) => `${start} ${end}`;
    const blocks = new Set(all.flatMap(({ kind, span }) => (kind === 'assign' ? [] : [extent(span)])));
    const statements = all.filter(({ id }) => lit.statements.has(id));
    lights.set(
      statements.map(({ span }) => {
        const place = range(span);
        // A loop or branch is lit by its head alone, and so is what its head sets and counts.
        const isHead = place.endLineNumber > place.startLineNumber && blocks.has(extent(span));
        return {
          range: isHead ? place.setEndPosition(place.startLineNumber, 1000) : place,
          options: {
            isWholeLine: true,
            className: 'source-lit',
            linesDecorationsClassName: 'source-lit-bar',
          },
        };
      }),
    );
    reveal(focus);
  }

  function reveal(focus: Focus | null): void {
    const [first] = lights.getRanges();
    if (first !== undefined && focus !== null && focus.from !== VIEW && focus.from !== 'kept')
      editor.revealLineInCenterIfOutsideViewport(first.startLineNumber);
  }

  return {
    reveal,
    show(state) {
      const { latest, shown, latestRequest, shownRequest } = state;
      const text = model.getValue();
      const isCurrent = latest !== null && latestRequest?.source === text;
      if (isCurrent) showMessages(diagnosticsOf(state));
      if (shown !== null && shownRequest?.source === text) {
        showDropped(shown);
        showLit(shown, focusOf(state));
        return;
      }
      nowLine.show(null);
      // While there is no answer, marks move with the text.
      if (!isCurrent) return;
      // An answer that is not shown: what was lit is no place of this text.
      for (const each of [lights, dropped]) each.clear();
      droppedOf = null;
    },
    moved() {
      marked = null;
      droppedOf = null;
      nowLine.show(null);
    },
  };
}

const MOST_MESSAGES = 200;
const SEVERITY = {
  error: monaco.MarkerSeverity.Error,
  warning: monaco.MarkerSeverity.Warning,
  info: monaco.MarkerSeverity.Info,
};

function markerOf(
  { message, notes, code, severity }: Diagnostic,
  range: monaco.Range,
): monaco.editor.IMarkerData {
  const { startLineNumber, startColumn, endLineNumber, endColumn } = range;
  return {
    startLineNumber,
    startColumn,
    endLineNumber,
    endColumn,
    severity: SEVERITY[severity],
    message: [message, ...notes.map((note) => note.message)].join('\n'),
    code,
    // Drawn in grey.
    tags: code.startsWith('unreachable') ? [monaco.MarkerTag.Unnecessary] : [],
  };
}
