import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Judgement, PredictQuestion } from '../../../engine/pipeline/results';
import { actions } from '../../app';
import { askEngine } from '../../found';
import { Button } from '../../ui/controls';
import { shortNumber } from '../../ui/numbers';
import { Prose } from '../why/Prose';
import { AskedGraph } from './AskedGraph';
import { History } from './History';
import { isInKernel, KernelMarks, Mark } from './KernelMarks';
import { Reveal } from './Reveal';

let askedBefore = false;

function isReady(question: PredictQuestion | null, isTyped: boolean, isChosen: boolean): boolean {
  return question?.form === 'number' ? isTyped : question !== null && (question.form === 'any' || isChosen);
}

/** One question: it is asked, it waits, it reveals. Nothing of the answer is on the page before. */
export function Asking(props: {
  question: PredictQuestion | null;
  /** In place of the engine’s own. */
  hint?: ReactNode;
  before: ReactNode;
  /** Below the kernel. */
  figure?: ReactNode;
  /** Once it is answered. */
  after: ReactNode;
  next: ReactNode;
  onJudged: (judgement: Judgement) => void;
}) {
  const { question, before, figure, after, next, onJudged } = props;
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const [typed, type] = useState('');
  const [judgement, setJudgement] = useState<Judgement | null>(null);
  const [hinted, setHinted] = useState(false);
  const given = question?.hint ?? '';
  const hint = props.hint ?? (given === '' ? null : <Prose text={given} />);
  const result = useRef<HTMLDivElement>(null);
  const whole = useRef<HTMLDivElement>(null);
  // A hand-out has it, too.
  useEffect(() => {
    actions.ask(question);
    return () => actions.ask(null);
  }, [question]);
  // The button that led here is gone, and the focus with it.
  useEffect(() => {
    if (askedBefore && document.activeElement === document.body) whole.current?.focus();
    askedBefore = true;
  }, []);

  const toggle = (value: string) => {
    if (question?.form === 'one') choose(new Set([value]));
    else
      choose(new Set(chosen.has(value) ? [...chosen].filter((each) => each !== value) : [...chosen, value]));
  };
  const number = Number(
    typed
      .trim()
      .replace('−', '-')
      .replace(/^(-?\d+),(\d+)$/, '$1.$2'),
  );
  const isTyped = typed.trim() !== '' && Number.isFinite(number);
  const ready = isReady(question, isTyped, chosen.size > 0);
  const look = async (event: FormEvent) => {
    event.preventDefault();
    if (question === null || !ready) return;
    const given = question.form === 'number' ? number : [...chosen];
    const answer = await askEngine({ kind: 'judge', question, given });
    if (answer === null) return;
    setJudgement(answer);
    actions.say(answer.right ? 'Right.' : 'Not quite: what is so is on the page.');
    onJudged(answer);
    // The button that had the focus is gone.
    requestAnimationFrame(() => result.current?.focus());
  };
  const again = () => {
    setJudgement(null);
    choose(new Set());
    type('');
  };
  return (
    <div ref={whole} className="ask" tabIndex={-1}>
      <form className="ask-side" onSubmit={look} aria-label="Question">
        {before}
        {question !== null && (
          <fieldset className="ask-question">
            <legend>
              <Prose text={question.text} />
            </legend>
            {question.form === 'number' ? (
              <NumberAnswer value={typed} off={judgement !== null} onChange={type} />
            ) : isInKernel(question) ? (
              <p className="ask-how">
                {question.form === 'one'
                  ? 'Mark it beside the kernel.'
                  : 'Mark them beside the kernel; there may be none.'}
              </p>
            ) : (
              <div className="ask-choices">
                {question.choices.map((each) => (
                  <Mark
                    key={each.value}
                    choice={each}
                    title
                    one={question.form === 'one'}
                    on={chosen.has(each.value)}
                    judgement={judgement}
                    onChoose={toggle}
                  />
                ))}
                {(question.kind === 'vertex' || question.kind === 'arrow') && (
                  <p className="ask-how">Choose here, or click it in the graph.</p>
                )}
                {question.form === 'any' && <p className="ask-how">Any number of them, none too.</p>}
              </div>
            )}
          </fieldset>
        )}
        {hinted && hint !== null && judgement === null && (
          <p className="ask-hint" role="status">
            <b>Hint: </b>
            {hint}
          </p>
        )}
        <div ref={result} role="status" className="ask-result" tabIndex={-1}>
          {judgement !== null && question !== null && (
            <Verdict question={question} judgement={judgement} typed={number} />
          )}
        </div>
        {(judgement !== null || question === null) && <div className="ask-after">{after}</div>}
        <div className="ask-actions">
          {question !== null && judgement === null && (
            <>
              {hint !== null && !hinted && (
                <Button size="large" onClick={() => setHinted(true)}>
                  A hint
                </Button>
              )}
              <span className="grow" />
              <button type="submit" className="button" data-look="primary" disabled={!ready}>
                Look
              </button>
            </>
          )}
          {judgement !== null && (
            <Button size="large" onClick={again}>
              Try again
            </Button>
          )}
          {(judgement !== null || question === null) && (
            <>
              <span className="grow" />
              {next}
            </>
          )}
        </div>
      </form>
      <div className="ask-main">
        <KernelMarks question={question} chosen={chosen} judgement={judgement} onChoose={toggle} />
        {figure}
        <AskedGraph question={question} chosen={chosen} judgement={judgement} onChoose={toggle} />
        {question?.about === 'run' && <History question={question} />}
        {judgement !== null && question !== null && (
          <Reveal question={question} judgement={judgement} withSweeps={figure === undefined} />
        )}
      </div>
    </div>
  );
}

function NumberAnswer(props: { value: string; off: boolean; onChange: (typed: string) => void }) {
  const id = useId();
  return (
    <p className="ask-number">
      <label htmlFor={id}>Your number</label>
      <input
        id={id}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        value={props.value}
        readOnly={props.off}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </p>
  );
}

function Verdict(props: { question: PredictQuestion; judgement: Judgement; typed: number }) {
  const { question, judgement, typed } = props;
  const count = (verdict: string) => judgement.choices.filter((each) => each.verdict === verdict).length;
  const [right, missed, wrong] = [count('right'), count('missed'), count('wrong')];
  const parts = [
    right > 0 ? `${right} right` : '',
    missed > 0 ? `${missed} missed` : '',
    wrong > 0 ? `${wrong} not so` : '',
  ].filter((part) => part !== '');
  return (
    <div className="ask-verdict" data-right={judgement.right}>
      <b>{judgement.right ? '✓ Right.' : '✕ Not quite.'}</b>{' '}
      {question.form === 'number' && question.value !== null && !judgement.right && (
        <span>
          You said {shortNumber(typed)}; it is <b>{shortNumber(question.value)}</b>.{' '}
        </span>
      )}
      {question.form === 'any' && !judgement.right && <span>{parts.join(', ')}. </span>}
      {question.because !== '' && <Prose text={question.because} />}
    </div>
  );
}
