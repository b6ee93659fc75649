import '../../styles/steppers.css';
import { useEffect, useMemo } from 'react';
import type { AnalysisSteps, Differentiation, VisitOrder } from '../../../engine/pipeline/results';
import { actions } from '../../app';
import { askEngine, useFound } from '../../found';
import { focusOnVertex } from '../../store/view/focus';
import { Segments, Select } from '../../ui/controls';
import { useApp, useStand } from '../../use';
import { SingleGraph } from '../graphs/SingleGraph';
import { Empty } from '../Panel';
import { UntilRight } from '../UntilRight';
import { Evaluation } from './Evaluation';
import { StopsPlayer } from './StopsPlayer';
import { vertexName } from './stops';
import { Visit } from './Visit';

const VIEW = 'steps';
const ORDERS: readonly { value: VisitOrder; title: string }[] = [
  { value: 'reversePostorder', title: 'reverse postorder' },
  { value: 'postorder', title: 'postorder' },
  { value: 'index', title: 'by number' },
];

const FORMS = [
  { value: 'graph', title: 'graph', blurb: 'Visits of blocks from a worklist, on any flow graph' },
  { value: 'tree', title: 'tree', blurb: 'One evaluation over sequences, branches and loops' },
] as const;

/** What is stepped through, as links name it. */
const standOf = (of: { analysis: string; order: VisitOrder; form: string }) =>
  `${of.analysis} ${of.order} ${of.form}`;
const word = (text: string) => (text === '' ? undefined : text);

/** Any data-flow analysis at work, visit by visit until its fixed point. */
export function StepsView() {
  const shown = useApp((state) => state.shown);
  const choices = [...(shown?.analyses ?? []), ...(shown?.furtherAnalyses ?? [])].filter(
    ({ name }) => name !== 'active',
  );
  const [name = 'varied', inOrder, inForm] = useApp(({ stands }) => stands[VIEW]?.of ?? '')
    .split(' ')
    .map(word);
  const order = ORDERS.find(({ value }) => value === inOrder)?.value ?? 'reversePostorder';
  const analysis = choices.some((each) => each.name === name) ? name : (choices[0]?.name ?? '');
  const form = FORMS.find(({ value }) => value === inForm)?.value ?? 'graph';
  const choose = (part: { analysis?: string; order?: VisitOrder; form?: string }) =>
    actions.stand(VIEW, { of: standOf({ analysis, order, form, ...part }), at: 0 });
  const steps = useSteps(analysis, order);
  if (shown === null || analysis === '') return <UntilRight there="no analysis to step through" />;
  const tree = form === 'tree' && steps?.ok === true && steps.evaluation !== null;
  const chosen = (
    <div className="stepper-choices">
      <Select
        label="Which analysis"
        value={analysis}
        choices={choices.map(({ name: value, title }) => ({ value, title }))}
        onChange={(next) => choose({ analysis: next })}
      />
      <Segments
        label="Form of the equations"
        value={form}
        choices={FORMS}
        onChange={(next) => choose({ form: next })}
      />
      {!tree && (
        <Segments
          label="Order of visits"
          value={order}
          choices={ORDERS.map(({ value, title }) => ({
            value,
            title: `${title}${steps?.ok ? ` ${steps.visitCounts[value]}` : ''}`,
            blurb: 'The fixed point is the same; the number of visits is not.',
          }))}
          onChange={(next) => choose({ order: next })}
        />
      )}
    </div>
  );
  if (tree && steps?.evaluation)
    return (
      <div className="stepper">
        <Evaluation
          key={steps.name}
          stand={standOf({ analysis: steps.name, order, form })}
          steps={steps}
          evaluation={steps.evaluation}
          shown={shown}
        >
          {chosen}
        </Evaluation>
      </div>
    );
  return (
    <div className="stepper">
      <div className="stepper-side">
        {chosen}
        {form === 'tree' && steps?.ok && (
          <p className="visit" role="status">
            Control jumps here, so there is no tree to evaluate: only the graph has an answer.
          </p>
        )}
        {steps !== null &&
          (steps.ok && steps.visits.length > 0 ? (
            <Stepping
              key={`${steps.name} ${steps.order}`}
              stand={standOf({ analysis: steps.name, order: steps.order, form })}
              steps={steps}
              shown={shown}
            />
          ) : (
            <Empty>{steps.reason || 'There is nothing to visit.'}</Empty>
          ))}
      </div>
      <SingleGraph name="original" title="Flow graph" alone />
    </div>
  );
}

/** Asked again whenever the result in view changes; the last answer stays until the new one is there. */
function useSteps(analysis: string, order: VisitOrder): AnalysisSteps | null {
  const request = useApp((state) => state.shownRequest);
  const ask = request && (() => askEngine({ kind: 'analysisSteps', request, analysis, order }));
  return useFound(analysis === '' ? null : ask, [request, analysis, order]);
}

function Stepping(props: { steps: AnalysisSteps; shown: Differentiation; stand: string }) {
  const { steps, shown, stand } = props;
  const { visits, locations } = steps;
  const [position, setPosition] = useStand(VIEW, stand);
  const at = Math.min(position, visits.length - 1);
  const visit = visits[at];
  const vertices = shown.graphs.original.vertices;
  const current = visit?.vertex;
  useEffect(() => {
    if (current !== undefined) actions.step(focusOnVertex(shown, 'original', current, VIEW));
    return () => actions.step(null);
  }, [current, shown]);
  const stops = useMemo(
    () => visits.map(({ vertex, added, removed }) => ({ place: vertex, added, removed })),
    [visits],
  );
  const places = useMemo(() => vertices.map((each) => ({ id: each.id, text: vertexName(each) })), [vertices]);
  if (visit === undefined) return null;
  return (
    <>
      <StopsPlayer
        what={steps.title}
        stops={stops}
        at={at}
        onMove={setPosition}
        place="vertex"
        places={places}
        locations={locations}
      />
      <Visit steps={steps} visit={visit} last={at === visits.length - 1} vertices={vertices} />
    </>
  );
}
