import '../../styles/chart.css';
import '../../styles/derivatives.css';
import { useEffect, useRef, useState } from 'react';
import type {
  DerivativeMatrix,
  DerivativePath,
  Differentiation,
  Execution,
  MatrixElement,
} from '../../../engine/pipeline/results';
import { actions } from '../../app';
import { runOf } from '../../store/document/playground';
import { focusOnStatements } from '../../store/view/focus';
import { Segments } from '../../ui/controls';
import { counted, shortNumber } from '../../ui/numbers';
import type { Sheet } from '../../ui/sheets';
import { useApp } from '../../use';
import { InHead } from '../Panel';
import { SaveTable } from '../SaveTable';
import { UntilRight } from '../UntilRight';
import { Prose } from '../why/Prose';
import { AtWork } from './AtWork';
import { type At, Cells } from './Cells';
import { elementName, indexSpace } from './elements';
import { useAnswer } from './useAnswer';

const VIEW = 'matrix';
type Which = 'jacobian' | 'hessian';
/** The most rows and columns that are drawn; those of a larger matrix are only counted. */
const MOST_SHOWN = 200;
const BUDGET = { steps: 5_000_000, milliseconds: 15_000, bytes: 256 * 2 ** 20 };

/** The Jacobian, or the Hessian, of the kernel at its inputs: pattern, entries, colours, seeds. */
export function MatrixView() {
  const shown = useApp((state) => state.shown);
  const playground = useApp((state) => state.playground);
  const [which, setWhich] = useState<Which>('jacobian');
  const request = shown?.routine ? runOf(playground, BUDGET) : null;
  const asked = useAnswer(request === null ? null : { kind: which, request });
  const isWrong = useApp((state) => state.latest?.ok === false);
  if (shown === null || shown.routine === null || isWrong) return <UntilRight there="no matrix" />;
  const { answer, busy } = asked;
  const error = answer?.diagnostics.find(({ severity }) => severity === 'error');
  return (
    <div className="derivatives" aria-busy={busy}>
      <InHead>
        <Segments
          label="Which matrix"
          value={which}
          onChange={setWhich}
          choices={[
            { value: 'jacobian', title: 'Jacobian', blurb: 'Every dependent by every independent.' },
            { value: 'hessian', title: 'Hessian', blurb: 'Second derivatives of one scalar dependent.' },
          ]}
        />
      </InHead>
      <section className="derivatives-card">
        {answer?.ok ? (
          <Picture matrix={answer} which={which} shown={shown} />
        ) : (
          <p className="derivatives-words">
            {error && <Prose text={`${error.message} ${error.notes[0]?.message ?? ''}`} />}
          </p>
        )}
        <AtWork asked={asked} what="At work …" />
      </section>
    </div>
  );
}

/** Elements in the notation of the program, with bounds as of its run. */
function namesOf(all: readonly MatrixElement[], shown: Differentiation, ran: Execution | null): string[] {
  const counts = new Map<string, number>();
  for (const { name } of all) counts.set(name, (counts.get(name) ?? 0) + 1);
  return all.map(({ name, index }) => {
    const variable = shown.variables.find(({ key }) => key === name);
    if (!variable || variable.dimensions === null) return name;
    const space = indexSpace(variable, ran ?? { inputs: {} }, shown.request.language, counts.get(name) ?? 1);
    return elementName(name, space, index, false);
  });
}

function Picture(props: { matrix: DerivativeMatrix; which: Which; shown: Differentiation }) {
  const { matrix, which, shown } = props;
  const svg = useRef<SVGSVGElement>(null);
  const [chosen, setAt] = useState<At | null>(null);
  const { rows, columns, entries, passes, by, colours, check } = matrix;
  const at = chosen && chosen.row < rows.length && chosen.column < columns.length ? chosen : null;
  const ran = useApp((state) => state.execution);
  const [rowNames, columnNames] = [namesOf(rows, shown, ran), namesOf(columns, shown, ran)];
  const playground = useApp((state) => state.playground);
  const entry = at && entries.find(({ row, column }) => row === at.row && column === at.column);
  const path = useAnswer(
    at === null || !entry
      ? null
      : {
          kind: 'derivativePath',
          request: runOf(playground, BUDGET),
          from: [columns[at.column], ...(which === 'hessian' ? [rows[at.row]] : [])].filter(
            (x) => x !== undefined,
          ),
          to: which === 'hessian' ? null : (rows[at.row] ?? null),
        },
  );
  const statements = entry && path.answer?.ok ? path.answer.statements : undefined;
  useEffect(() => {
    if (statements !== undefined) actions.hover(focusOnStatements(shown, statements, VIEW));
    return () => actions.hover(null);
  }, [statements, shown]);
  const way = {
    tangent: 'along directions',
    adjoint: 'from seeds',
    both: which === 'hessian' ? 'by tangents of the adjoint' : 'along directions and from seeds',
  }[by];
  const words = `${rows.length} × ${columns.length}, ${counted(entries.length, 'entry', 'entries')}, in ${counted(passes, 'pass', 'passes')} ${way}`;
  const isDrawn =
    rows.length <= MOST_SHOWN && columns.length <= MOST_SHOWN && rows.length > 0 && columns.length > 0;
  return (
    <>
      <header>
        <h3>{words}</h3>
        <SaveTable
          what={which === 'jacobian' ? 'Jacobian' : 'Hessian'}
          file={`${shown.routine?.name ?? 'kernel'}-${which}`}
          sheets={() => [sheetOf(matrix, which, rowNames, columnNames)]}
          svg={isDrawn ? svg : undefined}
        />
      </header>
      {isDrawn ? (
        <Cells {...{ matrix, at, svg, rowNames, columnNames }} label={`${which}: ${words}`} onPoint={setAt} />
      ) : (
        <p className="derivatives-words">
          Larger than {MOST_SHOWN} × {MOST_SHOWN}: it is counted, not drawn.
        </p>
      )}
      <p className="derivatives-words" aria-live="polite">
        {at === null || !isDrawn ? (
          'Point at an entry, or go there by arrow keys: the statements that it comes through light up. The stronger the colour the larger, hatched below zero; the stripe has a colour a pass.'
        ) : (
          <>
            <code>
              ∂{rowNames[at.row]}/∂{columnNames[at.column]}
            </code>{' '}
            <b data-kind="adjoint">{entry ? shortNumber(entry.value) : '0, outside the pattern'}</b>
            {by !== 'adjoint' && `, pass ${(colours[at.column] ?? 0) + 1}`}
            {entry && <Prose text={wayOf(path.answer)} />}
          </>
        )}
      </p>
      <p className="derivatives-words">{check.sentence}</p>
    </>
  );
}

/** How many statements an entry comes through, or why that can't be told. */
function wayOf(path: DerivativePath | null): string {
  if (path === null) return '';
  return path.ok ? `, through ${counted(path.statements.length, 'statement')}` : `. ${path.reason}`;
}

function sheetOf(
  { entries, colours, by }: DerivativeMatrix,
  which: Which,
  rowNames: readonly string[],
  columnNames: readonly string[],
): Sheet {
  return {
    title: which === 'jacobian' ? 'Jacobian' : 'Hessian',
    head: ['row', 'column', 'value', 'colour'],
    rows: entries.map(({ row, column, value }) => [
      rowNames[row] ?? '',
      columnNames[column] ?? '',
      String(value),
      String((by === 'adjoint' ? colours[row] : colours[column]) ?? ''),
    ]),
  };
}
