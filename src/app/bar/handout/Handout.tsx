import { useEffect, useState } from 'react';
import type { Differentiation, Explanation, Graph, PredictQuestion } from '../../../engine/pipeline/results';
import { actions, store } from '../../app';
import { askEngine, useFound } from '../../found';
import type { PlacedGraph } from '../../layout/types';
import { requestOf, runOf } from '../../store/document/playground';
import { GRAPH_NAMES, GRAPH_TITLES, type GraphName, inOrder, storedName } from '../../store/results/lookup';
import type { Placed } from '../../store/results/results';
import { explanationOf } from '../../store/session/questions';
import { TableHead } from '../../ui/TableHead';
import { lineCounter } from '../../ui/text';
import { useApp, usePlaced } from '../../use';
import { EdgeLine } from '../../views/graphs/EdgeLine';
import { VertexShape } from '../../views/graphs/VertexShape';
import { Prose } from '../../views/why/Prose';

/** The most members of all sets together: more would be pages of names, which the page shows only where they change. */
const MOST_MEMBERS = 800;
const COLUMNS = ['required', 'adjointLive', 'varied', 'useful'] as const;

/** The printed hand-out; it is on the page only while the browser prints. */
export function Handout() {
  const shown = useApp((state) => state.shown);
  const check = useApp((state) => state.execution?.check.sentence ?? '');
  const note = useApp(({ playground }) => playground.note);
  // Paper has another width than the page, whose views may change with it: the question stays the one at the time of
  // printing.
  const [question] = useState(() => store.getState().asked);
  const cards = useFound(explained, []);
  const [places, placing] = usePlaced();
  const isUnplaced = useApp((state) => state.unplaced === state.shown);
  const complete = cards !== null && (!placing || isUnplaced);
  useEffect(() => {
    if (!complete) return;
    const done = () => actions.endPrinting();
    addEventListener('afterprint', done);
    const frame = requestAnimationFrame(() => print());
    return () => {
      removeEventListener('afterprint', done);
      cancelAnimationFrame(frame);
    };
  }, [complete]);
  if (shown === null || cards === null) return null;
  const { request, code } = shown;
  const generated = code.runtime === null ? code.text : code.text.slice(code.runtime.end).trimStart();
  return (
    <article className="handout">
      <h1>
        The {request.mode === 'adjoint' ? 'adjoint' : 'derivative'} of {shown.routine?.name ?? 'a kernel'}
      </h1>
      {note !== '' && <p>{note}</p>}
      <h2>Kernel</h2>
      <pre>{numbered(request.source)}</pre>
      {question !== null && <Question question={question} />}
      <h2 className={question === null ? undefined : 'handout-answers'}>Generated code</h2>
      <pre>{generated}</pre>
      <p>{check}</p>
      {places !== null && !isUnplaced && <Graphs placed={places} />}
      <h2>What is stored</h2>
      <Stored shown={shown} cards={cards} />
      <Sets shown={shown} />
    </article>
  );
}

/** On the first page, with room to answer; what would give it away comes on the next. */
function Question({ question: { text, form, choices } }: { question: PredictQuestion }) {
  return (
    <section className="handout-question">
      <h2>Question</h2>
      <p>
        <Prose text={text} />
      </p>
      {form === 'number' ? (
        <p>Your number: ________________</p>
      ) : (
        <ul>
          {choices.map(({ value, title }) => (
            <li key={value}>
              <span aria-hidden="true">{form === 'one' ? '○' : '☐'}</span> <Prose text={title} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Graphs({ placed }: { placed: Placed }) {
  const drawn = GRAPH_NAMES.filter((name) => placed.drawn.graphs[name].vertices.length > 0);
  return (
    <>
      <h2>Graphs</h2>
      <div className="handout-graphs">
        {drawn.map((name) => (
          <HandoutGraph
            key={name}
            name={name}
            title={GRAPH_TITLES[name]}
            graph={placed.drawn.graphs[name]}
            placed={placed.layout.graphs[name]}
          />
        ))}
      </div>
    </>
  );
}

function Stored({ shown, cards }: { shown: Differentiation; cards: ReadonlyMap<string, Explanation> }) {
  const line = lineCounter(shown.request.source);
  const stored = inOrder(shown);
  if (stored.length === 0) return <p>Nothing.</p>;
  return (
    <ul>
      {stored.map((each) => (
        <li key={each.id}>
          <code>{storedName(each)}</code>, line {line(each.span.start)}: <Prose text={each.reason} />
          <ul>
            {cards.get(each.id)?.facts.map((fact) => (
              <li key={`${fact.part} ${fact.text}`}>
                <Prose text={fact.text} /> <small>{fact.rule}</small>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function Sets({ shown: { analyses, statements, request } }: { shown: Differentiation }) {
  const columns = COLUMNS.flatMap((name) => analyses.find((each) => each.name === name) ?? []);
  if (columns.length === 0) return null;
  const reached = statements.filter(({ reachable }) => reachable);
  const line = lineCounter(request.source);
  const members = columns.flatMap(({ statements: sets }) =>
    reached.flatMap(({ id }) => sets[id]?.before ?? []),
  );
  if (members.length > MOST_MEMBERS) return null;
  return (
    <>
      <h2>Sets before each statement</h2>
      <table>
        <TableHead columns={['statement', ...columns.map(({ title }) => title)]} />
        <tbody>
          {reached.map(({ id, span, text }, at) => (
            <tr key={id}>
              <td>
                <code>
                  {line(span.start)} {text}
                </code>
              </td>
              {columns.map(({ name, statements: sets }) => {
                const before = sets[id]?.before.join(' ') ?? '';
                const above = sets[reached[at - 1]?.id ?? '']?.before.join(' ');
                return (
                  <td key={name}>
                    <code>{before.length > 1 && before === above ? '″' : before}</code>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function numbered(source: string): string {
  const lines = source.replace(/\n$/, '').split('\n');
  const width = String(lines.length).length;
  return lines.map((line, k) => `${String(k + 1).padStart(width)}  ${line}`).join('\n');
}

/** The most cards of a hand-out. */
const MOST = 12;

/** The cards of what is stored, by recording. */
async function explained(): Promise<ReadonlyMap<string, Explanation>> {
  const { shown, playground } = store.getState();
  const found = new Map<string, Explanation>();
  const request = requestOf(playground);
  const { inputs } = runOf(playground, {});
  for (const { id } of shown === null ? [] : inOrder(shown).slice(0, MOST)) {
    const answer = await askEngine(explanationOf(request, { kind: 'recording', id }, inputs));
    if (answer !== null) found.set(id, answer);
  }
  return found;
}

const PAD = 14;

/** A graph as it stands on the page, without anything to press. */
function HandoutGraph(props: { name: GraphName; title: string; graph: Graph; placed: PlacedGraph }) {
  const { name, title, graph, placed } = props;
  const vertices = new Map(graph.vertices.map((each) => [each.id, each]));
  const [width, height] = [placed.width + 2 * PAD, placed.height + 2 * PAD];
  return (
    <figure style={{ flexBasis: 0.7 * width, maxWidth: width }}>
      <figcaption>{title}</figcaption>
      <svg
        className="canvas"
        data-sweep={name === 'adjoint' ? 'backward' : name}
        viewBox={`${-PAD} ${-PAD} ${width} ${height}`}
        width={width}
        height={height}
        role="img"
        aria-label={title}
      >
        {placed.edges.map((edge) => (
          <EdgeLine key={edge.id} edge={edge} />
        ))}
        {placed.vertices.map((place) => {
          const vertex = vertices.get(place.id);
          return vertex === undefined ? null : <VertexShape key={place.id} vertex={vertex} place={place} />;
        })}
      </svg>
    </figure>
  );
}
