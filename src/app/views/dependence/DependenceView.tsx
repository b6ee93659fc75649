import { Code } from '../../ui/Code';
import '../../styles/dependence.css';
import { useEffect, useMemo, useState } from 'react';
import type { Dependence, Differentiation } from '../../../engine/pipeline/results';
import { actions } from '../../app';
import { indexOf } from '../../store/results/lookup';
import { focusOf, isStale } from '../../store/state';
import { focusOnStatement, focusOnStatements, focusOnVertex } from '../../store/view/focus';
import { useAsNeeded } from '../../ui/asNeeded';
import { brief, Link } from '../../ui/controls';
import { lineStarts, positionOf } from '../../ui/text';
import { useApp, useLit, useWritten } from '../../use';
import { Empty, InHead, Waiting } from '../Panel';
import { SaveTable } from '../SaveTable';
import { blockName } from '../sets/rows';
import { UntilRight } from '../UntilRight';
import { Prose } from '../why/Prose';
import { Matrix, type Pair } from './Matrix';
import { dependenceSheets } from './sheets';
import { SIGNS, said } from './words';

const VIEW = 'dependence';

/** Which outputs depend on which inputs: the whole routine, and block by block. */
export function DependenceView() {
  const shown = useApp((state) => state.shown);
  const dependence = useApp((state) => state.dependence);
  const stale = useApp(isStale);
  useEffect(() => {
    actions.wantDependence(1);
    return () => actions.wantDependence(-1);
  }, []);
  if (shown === null || shown.routine === null) return <UntilRight there="no matrix" />;
  if (dependence === null) return <Waiting>What depends on what is being worked out …</Waiting>;
  const { of, answer } = dependence;
  if (!answer.ok) return <Empty>{answer.reason}</Empty>;
  return (
    <div className={stale || of !== shown ? 'dependence stale-body' : 'dependence'}>
      <InHead>
        <SaveTable
          what="Dependence"
          file={`${of.routine?.name ?? 'kernel'}-dependence`}
          sheets={(exact) => dependenceSheets(of, answer, exact)}
        />
      </InHead>
      <Matrices shown={of} answer={answer} />
    </div>
  );
}

const BLOCKS_AT_ONCE = 6;

/** A pair in the routine's matrix (null) or in a block's. */
interface At {
  readonly vertex: string | null;
  readonly pair: Pair;
}

function Matrices({ shown, answer }: { shown: Differentiation; answer: Dependence }) {
  const lit = useLit();
  const ours = useApp((state) => focusOf(state)?.from === VIEW);
  const [at, setAt] = useState<At | null>(null);
  const chosen = useMemo(
    () => ({
      rows: new Set(shown.variables.filter((each) => each.dependent).map(({ key }) => key)),
      columns: new Set(shown.variables.filter((each) => each.independent).map(({ key }) => key)),
    }),
    [shown],
  );
  const focusOn = ({ cell }: Pair, vertex: string | null) =>
    cell !== null && cell.statements.length > 0
      ? focusOnStatements(shown, cell.statements, VIEW)
      : vertex === null
        ? null
        : focusOnVertex(shown, 'original', vertex, VIEW);
  const point = (vertex: string | null) => (pair: Pair) => {
    setAt({ vertex, pair });
    actions.hover(focusOn(pair, vertex));
  };
  const choose = (vertex: string | null) => (pair: Pair) => actions.pin(focusOn(pair, vertex));
  const [made, end] = useAsNeeded(answer.blocks.length, BLOCKS_AT_ONCE);
  const current = at !== null && isIn(answer, at) ? at : null;
  // A pair lights its statements elsewhere; here only what was pointed at elsewhere is lit.
  const common = { lit: ours ? NONE : lit.statements, location: ours ? null : lit.location };
  return (
    <>
      <div className="dependence-main" onPointerLeave={() => actions.hover(null)}>
        <h3>
          <code>{shown.routine?.name}</code>, from entry to exit
        </h3>
        {answer.routine.rows.length === 0 ? (
          <p className="empty">It has no real output.</p>
        ) : (
          <div className="matrix-scroll">
            <Matrix
              label={`Dependence of the outputs of ${shown.routine?.name ?? ''} on its inputs`}
              matrix={answer.routine}
              chosen={chosen}
              at={current?.vertex === null ? current.pair : null}
              onPoint={point(null)}
              onChoose={choose(null)}
              {...common}
            />
          </div>
        )}
        <Words shown={shown} at={current} />
        <Legend />
      </div>
      <div className="dependence-blocks" onPointerLeave={() => actions.hover(null)}>
        {answer.blocks.slice(0, made).map(({ vertex, matrix }) => (
          <section key={vertex} data-lit={lit.vertices.original.has(vertex) || undefined}>
            <BlockTitle shown={shown} vertex={vertex} />
            <div className="matrix-scroll">
              <Matrix
                label={`Dependence in ${vertex}`}
                matrix={matrix}
                at={current?.vertex === vertex ? current.pair : null}
                onPoint={point(vertex)}
                onChoose={choose(vertex)}
                {...common}
              />
            </div>
          </section>
        ))}
        {end}
      </div>
    </>
  );
}

/** The pair that was pointed at still exists after an edit. */
function isIn({ routine, blocks }: Dependence, { vertex, pair }: At): boolean {
  const matrix = vertex === null ? routine : blocks.find((each) => each.vertex === vertex)?.matrix;
  const cell = matrix?.cells.find((each) => each.row === pair.row && each.column === pair.column);
  return (cell ?? null) === pair.cell && matrix !== undefined;
}

function BlockTitle({ shown, vertex }: { shown: Differentiation; vertex: string }) {
  const found = shown.graphs.original.vertices.find(({ id }) => id === vertex);
  if (found === undefined) return null;
  const focus = () => focusOnVertex(shown, 'original', vertex, VIEW);
  return (
    <h4>
      <Link
        onPointerEnter={() => actions.hover(focus())}
        onFocus={() => actions.hover(focus())}
        onClick={() => actions.pin(focus())}
      >
        {blockName(found)}
      </Link>
      <Code text={brief(found.statements.map(({ text }) => text).join('; '), 44)} />
    </h4>
  );
}

/** The sentence about the pair, and the statements that the derivative passes. */
function Words({ shown, at }: { shown: Differentiation; at: At | null }) {
  const source = useApp((state) => state.shownRequest?.source ?? '');
  const starts = useMemo(() => lineStarts(source), [source]);
  const written = useWritten();
  if (at === null)
    return (
      <p className="dependence-words">
        Point at a cell, or go there by arrow keys: what carries the dependence lights up everywhere.
      </p>
    );
  const { row, column, cell } = at.pair;
  const { statements } = indexOf(shown);
  return (
    <div className="dependence-words" role="status">
      <p>
        <Prose text={said(cell, written(row), written(column))} />
      </p>
      <ol>
        {cell?.statements.slice(0, MOST_SAID).map((id) => {
          const statement = statements.get(id);
          if (statement === undefined) return null;
          return (
            <li key={id}>
              <Link
                onPointerEnter={() => actions.hover(focusOnStatement(shown, id, VIEW))}
                onClick={() => actions.pin(focusOnStatement(shown, id, VIEW))}
              >
                line {positionOf(starts, statement.span.start).line + 1}{' '}
                <Code text={brief(statement.text.replace(/\s+/g, ' '), 60)} />
              </Link>
            </li>
          );
        })}
        {cell !== null && cell.statements.length > MOST_SAID && (
          <li>and {cell.statements.length - MOST_SAID} more</li>
        )}
      </ol>
    </div>
  );
}
const MOST_SAID = 12;
const NONE: ReadonlySet<string> = new Set();

function Legend() {
  return (
    <ul className="dependence-legend">
      {(['differentiable', 'kept', 'other'] as const).map((kind) => (
        <li key={kind}>
          <span className="matrix-cell" data-kind={kind} aria-hidden="true">
            {SIGNS[kind].sign}
          </span>
          {SIGNS[kind].word}
        </li>
      ))}
    </ul>
  );
}
