import '../../styles/steppers.css';
import '../../styles/singlepass.css';
import { Fragment, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Numbering, SinglePass } from '../../../engine/pipeline/results';
import { firstExample } from '../../../examples';
import { actions } from '../../app';
import { askEngine, useFound } from '../../found';
import { openExample } from '../../open';
import { requestOf } from '../../store/document/playground';
import { Button, brief, Segments } from '../../ui/controls';
import { grouped } from '../../ui/numbers';
import { Player } from '../../ui/Player';
import { useApp, useStand } from '../../use';
import { Empty } from '../Panel';
import { Prose } from '../why/Prose';
import { Outcome, useRuns } from './Outcome';
import {
  type Firing,
  firingOf,
  type PassStep,
  type SourcePiece,
  sourcePieces,
  stateAt,
  stepsOf,
} from './steps';
import { Texts } from './Texts';
import { Tree } from './Tree';

const VIEW = 'singlepass';
/** More vertices than these are not drawn. */
const MOST = 400;
/** Longer texts are not sent here: every vertex holds the code of all below it. */
const LONGEST = 4_000;

const NUMBERINGS: readonly { value: Numbering; title: string; blurb: string }[] = [
  { value: 'grammar', title: 'grammar', blurb: 'j comes down: the root of a code list is v0. [SPG] 3' },
  { value: 'implementation', title: 'counter', blurb: 'j counts as vertices are reduced. [SPG] 4' },
];

/** The single-pass compiler at work: the text is read once, from left to right, and every attribute is set once. */
export function SinglePassView() {
  const stand = useApp(({ stands }) => stands[VIEW]?.of);
  const numbering: Numbering = stand === 'implementation' ? 'implementation' : 'grammar';
  const source = useApp(({ playground }) => playground.source);
  const pass = usePass(source, numbering);
  if (source.length > LONGEST)
    return (
      <NothingRead>
        <Empty>
          This text is too long for that: the pass is drawn for up to {grouped(LONGEST)} characters.
        </Empty>
      </NothingRead>
    );
  if (pass === null) return <Empty>The pass has not begun yet.</Empty>;
  // Where it ends before the first assignment, there is nothing to step through.
  if (!pass.of.ok && pass.of.code.backward.length === 0)
    return (
      <NothingRead>
        <Empty>The grammar of [SPG], which does it, does not read this kernel:</Empty>
        <Problem diagnostics={pass.of.diagnostics} />
      </NothingRead>
    );
  return <Stepping key={numbering} pass={pass.of} source={pass.source} numbering={numbering} />;
}

/** Why nothing is drawn, and a kernel of which it is. */
function NothingRead({ children }: { children: ReactNode }) {
  const example = firstExample();
  return (
    <div className="singlepass-none">
      <Empty>Here one sees how a whole adjoint is made in one pass over the text.</Empty>
      {children}
      <Button size="large" onClick={() => openExample(example)}>
        Open “{example.title}”
      </Button>
    </div>
  );
}

function Problem({ diagnostics: [problem] }: Pick<SinglePass, 'diagnostics'>) {
  if (problem === undefined) return null;
  return (
    <button type="button" className="singlepass-problem" onClick={() => actions.reveal(problem.span.start)}>
      <Prose text={[problem.message, ...problem.notes.map(({ message }) => message)].join(' ')} />
    </button>
  );
}

/** The answer, with the text that it is about. */
function usePass(source: string, numbering: Numbering): { of: SinglePass; source: string } | null {
  const playground = useApp((state) => state.playground);
  const request = requestOf(playground);
  const find = async () => {
    const of = await askEngine({ kind: 'singlePass', request, numbering });
    return of && { of, source };
  };
  return useFound(source.length > LONGEST ? null : find, [JSON.stringify(request), source, numbering]);
}

function Stepping({ pass, source, numbering }: { pass: SinglePass; source: string; numbering: Numbering }) {
  const [position, setPosition] = useStand(VIEW, numbering);
  const [hovered, setHovered] = useState<number | null>(null);
  const runs = useRuns(pass.ok, numbering);
  const steps = useMemo(() => stepsOf(pass.events), [pass]);
  const pieces = useMemo(() => sourcePieces(source, pass.events), [source, pass]);
  const order = runs?.own.order ?? [];
  const count = steps.length + order.length;
  const at = Math.min(position, Math.max(0, count - 1));
  const step = steps[Math.min(at, steps.length - 1)];
  const state = useMemo(() => stateAt(steps, at), [steps, at]);
  const firing = useMemo(
    () => (step && at < steps.length ? firingOf(pass, step) : null),
    [pass, steps, step, at],
  );
  const popped = at - steps.length;
  const number = popped < 0 ? null : (order[popped] ?? null);
  const vertex = hovered ?? (number === null ? (step?.vertex ?? null) : assignmentOf(pass, number));
  const span = vertex === null ? undefined : pass.tree[vertex]?.span;
  return (
    <div className="singlepass">
      <div className="singlepass-bar">
        <Segments
          label="How code-list variables are numbered"
          value={numbering}
          choices={NUMBERINGS}
          onChange={(of) => actions.stand(VIEW, { of, at: 0 })}
        />
        <Player what="the pass" count={count} at={at} onMove={setPosition} />
        <span className="singlepass-say" role="status">
          {popped >= 0
            ? `The backward sweep pops ${order[popped]}: entry ${order.length - popped} of ${order.length}.`
            : spoken(pass, step)}
        </span>
      </div>
      <SourceText source={source} pieces={pieces} read={state.read} lit={span} onHover={setHovered} />
      <Problem diagnostics={pass.diagnostics} />
      <div className="singlepass-main">
        {pass.tree.length > MOST ? (
          <Empty>
            The tree has {grouped(pass.tree.length)} vertices, more than are drawn; its code is below.
          </Empty>
        ) : (
          <Tree pass={pass} source={source} state={state} now={vertex} firing={firing} onHover={setHovered} />
        )}
        {popped < 0 ? <Rules firing={firing} step={step} pass={pass} /> : null}
        {popped >= 0 && runs ? (
          <Outcome runs={runs} backward={pass.code.backward} left={order.length - popped} />
        ) : null}
      </div>
      <Texts pass={pass} state={state} now={vertex} number={number} onHover={setHovered} />
    </div>
  );
}

function assignmentOf({ tree }: SinglePass, number: number): number | null {
  return tree.filter(({ symbol }) => symbol === 'a')[number - 1]?.id ?? null;
}

function spoken(pass: SinglePass, step: ReturnType<typeof stepsOf>[number] | undefined): string {
  if (!step) return 'Nothing was read.';
  const symbol = pass.tree[step.vertex]?.symbol ?? '';
  if (step.kind === 'shift') return `Shift ${String(step.events[0]?.value)}.`;
  const names = step.events.map(({ attribute }) => attribute).join(', ');
  return step.kind === 'inherit' ? `${symbol} inherits ${names}.` : `Reduce to ${symbol}: ${names} are set.`;
}

/** The text with a cursor behind what is read. A token that is pointed at lights its vertex. */
function SourceText(props: {
  source: string;
  pieces: readonly SourcePiece[];
  read: number;
  lit: { start: number; end: number } | undefined;
  onHover: (vertex: number | null) => void;
}) {
  const { source, pieces, read, lit, onHover } = props;
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    const cursor = pane.current?.querySelector<HTMLElement>('.singlepass-cursor');
    if (cursor && read >= 0) pane.current?.scrollTo({ top: cursor.offsetTop - 2 * cursor.offsetHeight });
  }, [read]);
  const next = pieces.find(({ end }) => end > read);
  return (
    <section
      ref={pane}
      className="singlepass-source"
      aria-label={`Read so far: ${source.slice(0, read)}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
      tabIndex={0}
    >
      {pieces.map((piece) => (
        <Fragment key={piece.start}>
          {piece === next && <i className="singlepass-cursor" aria-hidden="true" />}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: pointing is a shortcut; the steps go everywhere by keyboard */}
          <span
            data-read={piece.end <= read || undefined}
            data-lit={(lit && piece.start >= lit.start && piece.end <= lit.end) || undefined}
            onMouseEnter={() => onHover(piece.vertex)}
            onMouseLeave={() => onHover(null)}
          >
            {source.slice(piece.start, piece.end)}
          </span>
        </Fragment>
      ))}
      {!next && <i className="singlepass-cursor" aria-hidden="true" />}
    </section>
  );
}

/** The production at work; the rules that fire are lit, with what they come to. */
function Rules(props: { firing: Firing | null; step: PassStep | undefined; pass: SinglePass }) {
  const { firing, step, pass } = props;
  const production =
    firing?.production ?? pass.productions.find(({ id }) => id === pass.tree[step?.vertex ?? 0]?.production);
  if (!production) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section className="singlepass-rules" aria-label={`Production ${production.id}`} tabIndex={0}>
      <h3>
        <code>{production.text.replace(':', '→')}</code> <small>{production.id}</small>
      </h3>
      <dl>
        {production.rules.map((rule, i) => {
          const value = firing?.values.get(i);
          return (
            <div
              key={`${rule.of}.${rule.attribute}`}
              data-lit={value !== undefined || undefined}
              aria-current={value !== undefined ? 'step' : undefined}
            >
              <dt>
                {rule.of}.{rule.attribute}
              </dt>
              <dd>
                <code>{rule.text}</code>
                {value !== undefined && <output>= {brief([value].flat().join(' '), 160)}</output>}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
