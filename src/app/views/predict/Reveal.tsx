import { useState } from 'react';
import type { Judgement, PredictChoice, PredictQuestion, Subject } from '../../../engine/pipeline/results';
import { services, store } from '../../app';
import { askEngine, useFound } from '../../found';
import { type Playground, requestOf, runOf } from '../../store/document/playground';
import type { Clients } from '../../store/session/clients';
import { explanationOf } from '../../store/session/questions';
import { bytes, shortNumber } from '../../ui/numbers';
import { TableHead } from '../../ui/TableHead';
import { PHONE, useApp, useMedia } from '../../use';
import type { AnswerTo, Question } from '../../worker/protocol';
import { alignmentOf } from '../read/align';
import { Sweeps } from '../read/Sweeps';
import { LONG } from '../read/scroll';
import { Components } from '../why/BreakIt';
import { Prose } from '../why/Prose';
import { Card } from '../why/WhyView';

const BUDGET = { steps: 50_000_000, milliseconds: 3_000, bytes: 128 * 2 ** 20 };
/** Cards of choices that were right are there to be opened, too. */
const ORDER = { missed: 0, wrong: 1, right: 2 } as const;

/** Why it is so, choice by choice, and what the adjoint would give that was built as answered. */
export function Reveal(props: {
  question: PredictQuestion;
  judgement: Judgement;
  /** Where no other picture is there. */
  withSweeps: boolean;
}) {
  const { question, judgement, withSweeps } = props;
  const verdicts = judgement.choices
    .flatMap(({ value, verdict }) => {
      const choice = question.choices.find((each) => each.value === value);
      return choice?.subject ? [{ choice, verdict }] : [];
    })
    .toSorted((a, b) => ORDER[a.verdict] - ORDER[b.verdict]);
  const shared = question.form !== 'any';
  return (
    <div className="reveal">
      {question.kind === 'recorded' && !judgement.right && (
        <YourTape question={question} judgement={judgement} />
      )}
      {(shared ? verdicts.slice(0, 1) : verdicts).map(({ choice, verdict }, k) => (
        <WhyChoice
          key={choice.value}
          choice={choice}
          verdict={verdict}
          open={k === 0 && verdict !== 'right'}
          withBreak={question.kind === 'recorded' && verdict !== 'right'}
        />
      ))}
      {withSweeps && <BothSweeps />}
    </div>
  );
}

const WORDS = { missed: '! Missed', wrong: '✕ Not so', right: '✓ Right' } as const;

function WhyChoice(props: {
  choice: PredictChoice;
  verdict: keyof typeof WORDS;
  open: boolean;
  withBreak: boolean;
}) {
  const { choice, verdict, withBreak } = props;
  const [open, setOpen] = useState(props.open);
  return (
    <details
      className="why-choice"
      data-verdict={verdict}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <b>{WORDS[verdict]}: </b>
        <Prose text={choice.title} />
      </summary>
      {open && <Why choice={choice} withBreak={withBreak} />}
    </details>
  );
}

function Why({ choice, withBreak }: { choice: PredictChoice; withBreak: boolean }) {
  const { subject } = choice;
  const [key] = choice.breaks;
  const card = useFound(subject && (() => explained(subject)), [subject]);
  const broken = useFound(withBreak && key !== undefined ? () => brokenBy(key) : null, [withBreak, key]);
  return (
    <>
      {card === null ? <div className="why" aria-busy="true" /> : <Card {...card} />}
      {broken?.ok && (
        <div className="break-it">
          <p>
            <Prose text={broken.sentence} />
          </p>
          {broken.effect === 'changed' && <Components run={broken} title="without" />}
        </div>
      )}
    </>
  );
}

const explained = (subject: Subject) =>
  askAgain((playground) => explanationOf(requestOf(playground), subject, runOf(playground, {}).inputs));

const brokenBy = (recording: string) =>
  askAgain(
    (playground) => ({ kind: 'breakIt', request: runOf(playground, BUDGET), recording }) as const,
    'execution',
  );

/** What another question of the page overtook is asked again. */
async function askAgain<Q extends Question>(
  question: (playground: Playground) => Q,
  client: keyof Clients = 'analysis',
): Promise<AnswerTo<Q> | null> {
  for (let turn = 0; turn < 4; turn++) {
    const outcome = await services()?.session.clients[client].ask(question(store.getState().playground));
    if (outcome?.kind === 'answer') return outcome.answer;
    if (outcome?.kind !== 'superseded') return null;
  }
  return null;
}

/** The gradient of the adjoint that stores what was marked, and nothing else, beside the right one. */
function YourTape({ question, judgement }: { question: PredictQuestion; judgement: Judgement }) {
  const right = useApp((state) => state.execution);
  const keys = (verdict: string) =>
    judgement.choices
      .filter((each) => each.verdict === verdict)
      .flatMap(({ value }) => question.choices.find((each) => each.value === value)?.breaks ?? []);
  const tamper = { without: keys('missed'), with: keys('wrong') };
  const run = () =>
    askEngine(
      { kind: 'execute', request: { ...runOf(store.getState().playground, BUDGET), tamper } },
      'execution',
    );
  const yours = useFound(run, [question, judgement]);
  if (yours === null || right === null || !yours.ok) return null;
  const rows = Object.entries(right.derivatives).flatMap(([name, values]) =>
    values.map((value, k) => ({
      name: values.length > 1 ? `${name}, ${k + 1}` : name,
      right: value,
      yours: yours.derivatives[name]?.[k] ?? Number.NaN,
    })),
  );
  const differs = rows.some((row) => !near(row.right, row.yours));
  return (
    <div className="your-tape">
      <h3>With your tape</h3>
      {differs ? (
        <table className="table">
          <TableHead columns={['derivative by', { n: 'with your tape' }, { n: 'as it should be' }]} />
          <tbody>
            {rows.slice(0, 12).map((row) => (
              <tr key={row.name} data-wrong={!near(row.right, row.yours) || undefined}>
                <th scope="row" className="mono">
                  {row.name}
                </th>
                <td className="n">{shortNumber(row.yours)}</td>
                <td className="n">{shortNumber(row.right)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p>In this run the gradient comes out the same, and the cards say why.</p>
      )}
      <p>
        {yours.tape.bytes === right.tape.bytes
          ? `Your tape holds as much as the right one: ${bytes(right.tape.bytes)}.`
          : `Your tape holds ${bytes(yours.tape.bytes)}, the right one ${bytes(right.tape.bytes)}.`}
      </p>
    </div>
  );
}

const near = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a));

/** The adjoint that a question was about, once it is answered: what each line of the kernel became. Long ones are for Read. */
function BothSweeps() {
  const shown = useApp((state) => state.shown);
  const phone = useMedia(PHONE);
  if (shown === null || shown.code.text === '') return null;
  const alignment = alignmentOf(shown);
  if (alignment.kind !== 'rows' || alignment.rows.length > LONG) return null;
  return <Sweeps shown={shown} alignment={alignment} withSource beside={!phone} />;
}
