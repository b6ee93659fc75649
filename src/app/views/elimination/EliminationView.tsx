import '../../styles/steppers.css';
import '../../styles/elimination.css';
import { useEffect, useMemo, useRef, useState } from 'react';
import type {
  Differentiation,
  Eliminated,
  EliminationKind,
  EliminationTarget,
  ExecuteRequest,
} from '../../../engine/pipeline/results';
import { actions } from '../../app';
import { runKey } from '../../store/document/playground';
import { focusOnStatement } from '../../store/view/focus';
import { Button } from '../../ui/controls';
import { Player } from '../../ui/Player';
import { saveText } from '../../ui/save';
import { useApp, useLit } from '../../use';
import { Empty, InHead } from '../Panel';
import { SaveTable } from '../SaveTable';
import { UntilRight } from '../UntilRight';
import { Choosing } from './Choosing';
import { Drawing } from './Drawing';
import { Facts } from './Facts';
import { eliminationDot, eliminationSheets, eliminationTikz } from './forms';
import { type Bench, benchFor, benchOf, benchText, requestOf, sameStep } from './laboratory';
import { type Hand, type Option, optionsOf } from './options';
import { placeGraph } from './placeGraph';
import { useBlocks, useEliminated, useSearch } from './useEliminations';

const VIEW = 'elimination';

/** The laboratory: eliminate a linearised graph by hand, against every rule and the optimum. */
export function EliminationView() {
  const key = useApp(({ playground }) => runKey(playground));
  const stand = useApp(({ stands }) => stands[VIEW]);
  const shown = useApp((state) => state.shown);
  const blocks = useBlocks(key);
  const bench = useMemo(() => (stand === undefined ? benchFor(blocks) : benchOf(stand.of)), [stand, blocks]);
  const at = Math.max(0, Math.min(stand?.at ?? 0, bench.steps.length));
  const ready = typeof bench.graph !== 'number' || (blocks?.blocks.length ?? 0) > 0;
  const request = useMemo(
    () => (ready ? requestOf(bench, JSON.parse(key) as ExecuteRequest) : null),
    [bench, key, ready],
  );
  const done = useMemo(() => bench.steps.slice(0, at), [bench.steps, at]);
  const now = useEliminated(request, bench.kind, done);
  const change = (part: Partial<Bench>, position = 0) =>
    actions.stand(VIEW, { of: benchText({ ...bench, steps: [], ...part }), at: position });
  return (
    <div className="lab">
      <Choosing bench={bench} blocks={blocks} isComing={blocks === null && key !== ''} onChange={change} />
      {now === null || !now.ok ? (
        <div className="lab-none" aria-busy={now === null}>
          {now?.diagnostics.map(({ message, notes }) => (
            <Empty key={message}>
              {message} {notes.map((note) => note.message).join(' ')}
            </Empty>
          ))}
          {blocks?.ok === false && typeof bench.graph === 'number' && <UntilRight there="no block" />}
          {blocks?.ok && blocks.blocks.length === 0 && typeof bench.graph === 'number' && (
            <Empty>No block of this kernel carries a derivative. Choose a graph of the literature.</Empty>
          )}
        </div>
      ) : (
        <Laboratory
          key={JSON.stringify([bench.graph, bench.kind, bench.outputs])}
          {...{ bench, at, now, request, shown, change }}
        />
      )}
    </div>
  );
}

interface BenchProps {
  readonly bench: Bench;
  readonly at: number;
  readonly now: Eliminated;
  readonly request: ReturnType<typeof requestOf> | null;
  readonly shown: Differentiation | null;
  readonly change: (part: Partial<Bench>, at?: number) => void;
}

function Laboratory({ bench, at, now, request, shown, change }: BenchProps) {
  const svg = useRef<SVGSVGElement>(null);
  const scroll = useRef<HTMLElement>(null);
  const [hand, setHand] = useState<Hand | null>(null);
  // Each answer brings the graph anew; its places are those of its vertices and edges.
  const shape = JSON.stringify([
    now.graph.vertices.map(({ id }) => id),
    now.graph.edges.map(({ from, to }) => [from, to]),
  ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape stands for the graph
  const placed = useMemo(() => placeGraph(now.graph), [shape]);
  // A graph that is larger than its room is entered at its inputs.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another graph has another size
  useEffect(() => {
    const room = scroll.current;
    room?.scrollTo((room.scrollWidth - room.clientWidth) / 2, room.scrollHeight);
    // Where the bench stands above the choices, as on a telephone.
    room?.scrollIntoView({ block: 'nearest' });
  }, [placed]);
  const search = useSearch(request, bench.kind);
  const lit = useLitVertices(now, shown, typeof bench.graph === 'number');
  const { steps } = bench;
  const take = (step: EliminationTarget) => {
    const same = steps[at] !== undefined && sameStep(steps[at], step);
    change({ steps: same ? steps : [...steps.slice(0, at), step] }, at + 1);
    setHand(null);
    // The button that was pressed is about to go.
    scroll.current?.focus({ preventScroll: true });
  };
  const options = useMemo(() => optionsOf(now, bench.kind, hand), [now, bench.kind, hand]);
  const made = useMemo(
    () => new Set(options.flatMap(({ objection, makes }) => (objection ? [] : makes))),
    [options],
  );
  return (
    <>
      <InHead>
        <SaveTable
          what="Elimination"
          file="elimination"
          sheets={(exact) => eliminationSheets(now, exact)}
          svg={svg}
          more={[
            { id: 'dot', title: 'DOT', onSelect: () => saveText('elimination.dot', eliminationDot(now)) },
            {
              id: 'tikz',
              title: 'TikZ',
              onSelect: () => saveText('elimination.tex', eliminationTikz(now, placed)),
            },
          ]}
        />
      </InHead>
      <div className="lab-middle">
        <div className="lab-tools">
          <Player
            what="the elimination"
            count={steps.length}
            at={at - 1}
            least={-1}
            onMove={(to) => change({ steps }, to + 1)}
          />
          <Button disabled={at === 0} onClick={() => change({ steps }, at - 1)}>
            Undo
          </Button>
          <Button disabled={at >= steps.length} onClick={() => change({ steps }, at + 1)}>
            Redo
          </Button>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
        <section ref={scroll} className="lab-scroll" tabIndex={0} aria-label="The graph">
          <Drawing
            svg={svg}
            now={now}
            placed={placed}
            byVertex={bench.kind === 'vertex'}
            hand={hand}
            made={made}
            lit={lit}
            onTake={(next) =>
              setHand(hand !== null && JSON.stringify(hand) === JSON.stringify(next) ? null : next)
            }
            onPoint={(vertex) => point(now, vertex, shown, typeof bench.graph === 'number')}
          />
        </section>
        <InHand now={now} kind={bench.kind} hand={hand} options={options} onTake={take} />
      </div>
      <Facts
        now={now}
        kind={bench.kind}
        search={search}
        isBlock={typeof bench.graph === 'number'}
        onPlay={(answer) => change({ steps: answer.steps }, answer.steps.length)}
      />
    </>
  );
}

/** Vertices whose statement is lit elsewhere. */
function useLitVertices(
  now: Eliminated,
  shown: Differentiation | null,
  isBlock: boolean,
): ReadonlySet<number> {
  const lit = useLit();
  return useMemo(() => {
    if (shown === null || !isBlock || lit.statements.size === 0) return new Set<number>();
    return new Set(
      now.graph.vertices.flatMap(({ id, span }) => {
        const statement = statementAt(shown, span.start);
        return statement !== null && lit.statements.has(statement) ? [id] : [];
      }),
    );
  }, [now, shown, isBlock, lit]);
}

function point(
  now: Eliminated,
  vertex: number | null,
  shown: Differentiation | null,
  isBlock: boolean,
): void {
  const span = now.graph.vertices.find(({ id }) => id === vertex)?.span;
  const statement = shown !== null && isBlock && span !== undefined ? statementAt(shown, span.start) : null;
  actions.hover(statement === null || shown === null ? null : focusOnStatement(shown, statement, VIEW));
}

/** The shortest statement around a place of the text. */
function statementAt(shown: Differentiation, offset: number): string | null {
  const around = shown.statements.filter(({ span }) => span.start <= offset && offset < span.end);
  around.sort((a, b) => a.span.end - a.span.start - (b.span.end - b.span.start));
  return around[0]?.id ?? null;
}

/** The edge or vertex in hand: what eliminating it costs and makes, and why an end is not allowed. */
function InHand(props: {
  now: Eliminated;
  kind: EliminationKind;
  hand: Hand | null;
  options: readonly Option[];
  onTake: (step: EliminationTarget) => void;
}) {
  const { now, kind, hand, options, onTake } = props;
  const what = kind === 'vertex' ? 'a vertex' : 'an edge';
  const label = (id: number) => now.graph.vertices.find((each) => each.id === id)?.label ?? String(id);
  const last = now.steps.length - 1;
  const made = now.products.filter(({ step }) => step === last);
  return (
    <div className="lab-hand" role="status">
      {hand === null ? (
        <p>
          {now.complete
            ? `Done: every edge is an entry of the Jacobian, at ${now.multiplications} multiplications.`
            : last < 0
              ? `Choose ${what}: what it costs and what it makes is said before you take it.`
              : `${made.map(({ from, via, to, absorbs }) => `${label(from)} → ${label(to)} ${absorbs ? 'grew' : 'is new'}, by ${label(via)}`).join('; ') || 'Nothing had to be multiplied'}. Choose ${what}.`}
        </p>
      ) : options.length === 0 ? (
        <p>There is nothing to eliminate here: it is an entry of the Jacobian, or meets no other edge.</p>
      ) : (
        options.map(({ step, title, multiplications, objection, says }) => (
          <div key={JSON.stringify(step)}>
            <Button disabled={objection !== null} onClick={() => onTake(step)}>
              {title}
              {objection === null && `: ${multiplications} ×`}
            </Button>
            <span>{objection ?? says}</span>
          </div>
        ))
      )}
    </div>
  );
}
