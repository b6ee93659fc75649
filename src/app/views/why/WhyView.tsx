import { lazy, Suspense } from 'react';
import type { ExplanationFact } from '../../../engine/pipeline/results';
import { citationsIn, PAPERS } from '../../../examples/citations';
import { actions } from '../../app';
import { focusOf, isStale } from '../../store/state';
import { focusOnStatement } from '../../store/view/focus';
import { Link } from '../../ui/controls';
import { Pop } from '../../ui/floating';
import { useApp } from '../../use';
import { Sentences } from '../glossary/Sentences';
import { linked, type Part } from '../glossary/terms';
import { Panel, Stale } from '../Panel';
import { Prose } from './Prose';
import { pushBeside } from './pushBeside';
import { RULES } from './rules';

const VIEW = 'why';
// What stands here once something is pinned comes with a second request.
const BreakIt = lazy(async () => ({ default: (await import('./BreakIt')).BreakIt }));
const Piece = lazy(async () => ({ default: (await import('./Piece')).Piece }));
const StatementSets = lazy(async () => ({ default: (await import('../sets/StatementSets')).StatementSets }));

/** Why is this here? What the engine explains of the thing in focus, and the sets around it. */
export function WhyView() {
  const text = useExplained();
  const pinned = useApp((state) => state.pinned);
  return (
    <Panel title="Why" head={<Head />}>
      {text === null ? <Invitation waiting={pinned !== null} /> : <Card key={text.title} {...text} />}
      <Suspense fallback={null}>
        <BreakIt />
        <Piece />
        <StatementSets />
      </Suspense>
    </Panel>
  );
}

/** What is said of the thing that is pinned; of the one before until that is there, as of a line that is edited. */
export function useExplained() {
  return useApp(({ explanation, pinned }) => (pinned?.subject == null ? null : (explanation?.text ?? null)));
}

function Invitation({ waiting }: { waiting: boolean }) {
  const example = useApp((state) => state.example);
  const hovering = useApp((state) => focusOf(state) !== null);
  if (waiting) return <div className="why" aria-busy="true" />;
  return (
    <div className="why">
      <h3>Why is this line here?</h3>
      <p>
        Click or tap a line, a vertex or a member of a set, or press Enter on it: this panel says what it is
        for, which rule put it there, and what would go wrong without it.
      </p>
      {example !== null && !hovering && (
        <p className="long for-pointers">Hover to light the same thing everywhere.</p>
      )}
    </div>
  );
}

export function Card(props: {
  title: string;
  short: string;
  long: string;
  facts: readonly ExplanationFact[];
}) {
  const { title, short, long } = props;
  // What the short form ends with is not said again: the rule that it rests on stands behind it.
  const said = props.facts.find(({ text }) => short.endsWith(text));
  const facts = props.facts.filter((fact) => fact !== said);
  const full = long !== short ? long : '';
  const [brief = [], ...others] = linked([short, ...facts.map(({ text }) => text), full]);
  return (
    <div className="why" role="status">
      <h3>
        <Prose text={title} />
      </h3>
      <div className="sentences">
        <Sentences parts={brief} /> {said !== undefined && <RuleLink name={said.rule} />}
      </div>
      {facts.length > 0 && (
        <ul className="facts">
          {facts.map((fact, k) => (
            <Fact key={`${fact.part} ${fact.text}`} fact={fact} parts={others[k] ?? []} />
          ))}
        </ul>
      )}
      {full !== '' && (
        <details>
          <summary>In full</summary>
          <div className="sentences long">
            <Sentences parts={others.at(-1) ?? []} />
          </div>
        </details>
      )}
    </div>
  );
}

const MARKS: Record<NonNullable<ExplanationFact['part']>, string> = {
  overwrite: '✕',
  read: '◂',
  partial: '∂',
  kill: '✕',
  rule: '◆',
  path: '→',
};

function Fact({ fact, parts }: { fact: ExplanationFact; parts: readonly Part[] }) {
  const shown = useApp((state) => state.shown);
  const { statement } = fact;
  const light = () => {
    if (shown !== null && statement !== undefined) actions.hover(focusOnStatement(shown, statement, VIEW));
  };
  return (
    <li data-part={fact.part} onPointerEnter={light} onPointerLeave={() => actions.hover(null)}>
      <span aria-hidden="true">{fact.part === undefined ? '·' : MARKS[fact.part]}</span>
      <span>
        <Sentences parts={parts} /> <RuleLink name={fact.rule} />
      </span>
    </li>
  );
}

/** The equation that a fact rests on. */
function RuleLink({ name }: { name: string }) {
  const rule = RULES[name];
  if (rule === undefined) return null;
  return (
    <Pop
      label={rule.title}
      align="end"
      trigger={
        <Link look="rule" aria-label={`${name}: ${rule.title}`}>
          {name}
        </Link>
      }
    >
      <div className="rule-card">
        <h3>{rule.title}</h3>
        {rule.equations.map((equation) => (
          <p key={equation} className="mono">
            {equation}
          </p>
        ))}
        <p>{rule.words}</p>
        {citationsIn(name).map((cited) => (
          <p key={cited?.text ?? name} className="rule-paper">
            {cited === null
              ? 'A rule of our own: none of the five papers has it.'
              : `${cited.text} — ${PAPERS[cited.paper]}: ${cited.section}`}
          </p>
        ))}
      </div>
    </Pop>
  );
}

function Head() {
  const stale = useApp((state) => state.explanation !== null && isStale(state));
  return (
    <>
      <span className="grow" />
      {stale && <Stale />}
      <NextPush />
    </>
  );
}

/** Walks through all that is stored, in the order of the text. */
export function NextPush() {
  const shown = useApp((state) => state.shown);
  const pinned = useApp((state) => state.pinned);
  const next = shown === null ? null : pushBeside(shown, pinned, 1);
  if (next === null) return null;
  return (
    <button
      type="button"
      className="button"
      data-look="quiet"
      data-size="small"
      onClick={() => actions.pin(next)}
    >
      {pinned?.recording == null ? 'First push' : 'Next push'} ›
    </button>
  );
}
