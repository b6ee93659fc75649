import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { AnalysisSteps, Differentiation, StatementInfo } from '../../../engine/pipeline/results';
import { actions } from '../../app';
import { focusOnStatement } from '../../store/view/focus';
import { inNextFrame } from '../../ui/turns';
import { useStand, useWritten } from '../../use';
import { type Evaluated, evaluated, resultsAt, toldStep } from './evaluation';
import { StopsPlayer } from './StopsPlayer';
import { SetMembers, SetRow } from './Visit';

const VIEW = 'steps';

interface EvaluationProps {
  readonly steps: AnalysisSteps;
  readonly evaluation: NonNullable<AnalysisSteps['evaluation']>;
  readonly shown: Differentiation;
  /** What is stepped through, as links name it. */
  readonly stand: string;
  /** The choices above it. */
  readonly children: ReactNode;
}

/** The structured form: explicit on sequences, branches and loops, over the tree of the program. */
export function Evaluation({ steps, evaluation, shown, stand, children }: EvaluationProps) {
  const all = useMemo(() => evaluated(evaluation), [evaluation]);
  const [position, setPosition] = useStand(VIEW, stand);
  const written = useWritten();
  const stops = useMemo(
    () => all.map(({ statement, added, removed }) => ({ place: statement, added, removed })),
    [all],
  );
  const places = useMemo(
    () => shown.statements.map((each) => ({ id: each.id, text: each.text.slice(0, 30) })),
    [shown],
  );
  const at = Math.min(position, all.length - 1);
  const step = all[at];
  const current = step?.statement;
  useEffect(() => {
    if (current !== undefined) actions.step(focusOnStatement(shown, current, VIEW));
    return () => actions.step(null);
  }, [current, shown]);
  if (step === undefined) return <div className="stepper-side">{children}</div>;
  const visited = all.filter(({ kind }) => kind === 'statement').length;
  const text = (id: string) => shown.statements.find((each) => each.id === id)?.text ?? id;
  return (
    <>
      <div className="stepper-side">
        {children}
        <StopsPlayer
          what={steps.title}
          stops={stops}
          at={at}
          onMove={setPosition}
          place="statement"
          places={places}
          locations={steps.locations}
        >
          <p className="eval-count">
            <strong>0 iterations</strong>: {visited} statements, each once. On the graph:{' '}
            {steps.visitCounts.reversePostorder} visits in reverse postorder, {steps.visitCounts.postorder} in
            postorder.
          </p>
        </StopsPlayer>
        <div className="visit">
          <p role="status">
            <strong className="mono">{text(step.statement)}</strong>.{' '}
            {written(toldStep(step, steps.direction, steps.join))}{' '}
            {at === all.length - 1 && 'The whole tree has been evaluated.'}
          </p>
          <table className="table visit-sets">
            <tbody>
              {step.in.map((set, arm) => (
                <SetRow
                  // biome-ignore lint/suspicious/noArrayIndexKey: an arm is its place
                  key={arm}
                  title={step.in.length > 1 ? `arm ${arm + 1}` : 'in'}
                  note={step.kind === 'join' ? 'what comes out of this arm' : 'what arrives'}
                  set={set}
                />
              ))}
              <SetRow
                title="out"
                note="what goes on"
                set={step.out}
                added={step.added}
                removed={step.removed}
              />
            </tbody>
          </table>
        </div>
      </div>
      <Tree shown={shown} results={resultsAt(all, at)} step={step} />
    </>
  );
}

/** The statements, nested as in the text, each with what it has come to so far. */
function Tree(props: { shown: Differentiation; results: ReadonlyMap<string, Evaluated>; step: Evaluated }) {
  const { shown, results, step } = props;
  const place = useRef<HTMLOListElement>(null);
  const { statement } = step;
  useEffect(() => {
    return inNextFrame(() =>
      place.current?.querySelector(`[data-statement="${statement}"]`)?.scrollIntoView({ block: 'nearest' }),
    );
  }, [statement]);
  const inside = new Set(step.inside);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is reached by keyboard
    <section className="eval-tree" aria-label="Tree of the program" tabIndex={0}>
      <ol ref={place}>
        {shown.statements.map((each) => (
          <Node
            key={each.id}
            statement={each}
            result={results.get(each.id) ?? null}
            state={each.id === step.statement ? 'now' : inside.has(each.id) ? 'around' : ''}
          />
        ))}
      </ol>
    </section>
  );
}

const MARKS: Partial<Record<StatementInfo['kind'], string>> = { test: '◇', loop: '↻', call: 'ƒ' };

function Node(props: { statement: StatementInfo; result: Evaluated | null; state: '' | 'now' | 'around' }) {
  const { statement, result, state } = props;
  const now = state === 'now';
  return (
    <li
      className="eval-node"
      data-statement={statement.id}
      data-now={now || undefined}
      data-around={state === 'around' || undefined}
      style={{ paddingLeft: `${12 + 22 * statement.nesting}px` }}
    >
      <span className="eval-mark" aria-hidden="true">
        {MARKS[statement.kind] ?? '·'}
      </span>
      <span className="mono eval-text">{statement.text}</span>
      <span className="mono eval-set">
        {result === null ? (
          <span className="unset">not yet</span>
        ) : (
          <>
            {result.out.length + result.removed.length === 0 && '∅'}
            <SetMembers
              set={result.out}
              added={now ? result.added : []}
              removed={now ? result.removed : []}
            />
          </>
        )}
      </span>
    </li>
  );
}
