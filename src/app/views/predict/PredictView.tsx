import '../../styles/learn.css';
import { useEffect, useMemo, useState } from 'react';
import type { PredictQuestion } from '../../../engine/pipeline/results';
import { actions, store } from '../../app';
import { askEngine } from '../../found';
import { EMPTY_PLAYGROUND, isEmpty, runOf } from '../../store/document/playground';
import { Button, Segments } from '../../ui/controls';
import { useRemembered } from '../../ui/remember';
import { useApp } from '../../use';
import { Empty } from '../Panel';
import { UntilRight } from '../UntilRight';
import { Asking } from './Asking';
import { useQuestions } from './useQuestions';

const VIEW = 'predict';

type About = 'all' | 'program' | 'run';
const ABOUT: readonly { value: About; title: string; blurb: string }[] = [
  { value: 'all', title: 'everything', blurb: 'One kind of question after the other' },
  {
    value: 'program',
    title: 'the code',
    blurb: 'What is stored, sets, resets, what leaves the forward sweep',
  },
  { value: 'run', title: 'a run', blurb: 'What a pop restores, the top of the tape, what comes next' },
];
const PLACES = 6;

interface Total {
  readonly asked: number;
  readonly right: number;
}
const isTotal = (value: unknown): value is Total =>
  typeof value === 'object' &&
  value !== null &&
  'asked' in value &&
  'right' in value &&
  Number.isSafeInteger(value.asked) &&
  Number.isSafeInteger(value.right);

/** By its own name, in links, or by its kind, in examples. */
const isNamed = ({ id, kind }: PredictQuestion, name: string): boolean => id === name || kind === name;

/** Any kernel asks: what was derived of it is hidden, and to be predicted. */
export function PredictView() {
  // A link leads to a question: which one, and the seed that the questions were drawn from.
  const [linked] = useState(() => store.getState().stands[VIEW]);
  const [seed, setSeed] = useState(() => linked?.at ?? 1 + Math.floor(Math.random() * 1e6));
  const [about, setAbout] = useState<About>('all');
  const [at, setAt] = useState(0);
  const [scores, setScores] = useState<Readonly<Record<string, Total>>>({});
  const [total, setTotal] = useRemembered<Total>('predicted', { asked: 0, right: 0 }, isTotal);
  const empty = useApp(({ playground }) => isEmpty(playground.source));
  const found = useQuestions(seed, PLACES, linked?.of);
  const list = useMemo(() => {
    const wanted = found?.questions.filter((each) => about === 'all' || each.about === about) ?? [];
    const first = wanted.filter((each) => seed === linked?.at && isNamed(each, linked.of)).slice(0, 1);
    return [
      ...first,
      ...mixed(
        wanted.filter((each) => !first.includes(each)),
        Math.random,
      ),
    ];
  }, [found, about, seed, linked]);
  const isWrong = useApp((state) => state.latest?.ok === false);
  const question = list[at % Math.max(1, list.length)] ?? null;
  useEffect(() => {
    if (question !== null) actions.stand(VIEW, { of: question.id, at: seed });
  }, [question, seed]);
  if (empty) return <Empty>Write a kernel, or open an example, and it will be asked about.</Empty>;
  if (found === null) return <Empty>The questions are being made.</Empty>;
  const score = scores[found.key] ?? { asked: 0, right: 0 };
  const next = () => setAt(at + 1);
  const another = async () => {
    const { playground } = store.getState();
    const request = runOf(playground, {});
    const answer = await askEngine({ kind: 'practiceKernel', request, seed: seed + 1 });
    // What was opened or typed meanwhile stays.
    if (answer === null || store.getState().playground !== playground) return;
    const { source, language, inputs } = answer;
    const { options } = playground;
    setSeed(seed + 1);
    setAt(0);
    actions.load({ ...EMPTY_PLAYGROUND, source, language, inputs, options });
  };
  return (
    <Asking
      key={`${found.key} ${question?.id} ${at}`}
      question={question}
      before={
        <>
          <div className="ask-head">
            <Segments
              label="What is asked about"
              value={about}
              choices={ABOUT}
              onChange={(value) => {
                setAbout(value);
                setAt(0);
              }}
            />
            <span className="grow" />
            <Button onClick={another}>Another kernel like it</Button>
          </div>
          <p className="ask-score" role="status">
            {score.asked === 0
              ? 'Predict, then look. Nothing derived is shown before.'
              : `${score.right} of ${score.asked} right on this kernel; ${total.right} of ${total.asked} in all.`}
          </p>
          {question === null &&
            (isWrong ? (
              <UntilRight there="nothing to ask about" />
            ) : (
              <p>
                {about === 'run' && found.noRun !== ''
                  ? `There is no run to ask about: ${found.noRun}`
                  : 'There is nothing to ask about this kernel: it needs two statements or more.'}
              </p>
            ))}
        </>
      }
      after={null}
      next={
        <>
          {question !== null && (
            <Button size="large" onClick={() => actions.arrange('read')}>
              See it line by line
            </Button>
          )}
          {list.length > 0 && (
            <Button size="large" look="primary" onClick={next}>
              Next question
            </Button>
          )}
        </>
      }
      onJudged={({ right }) => {
        const count = (before: Total) => ({ asked: before.asked + 1, right: before.right + (right ? 1 : 0) });
        setScores({ ...scores, [found.key]: count(score) });
        setTotal(count(total));
      }}
    />
  );
}

/** One kind after the other, so that two questions in a row are about different things; within a kind as `random` says. */
export function mixed(questions: readonly PredictQuestion[], random: () => number): PredictQuestion[] {
  const kinds = new Map<string, PredictQuestion[]>();
  for (const each of questions) {
    const list = kinds.get(each.kind) ?? [];
    list.splice(Math.floor(random() * (list.length + 1)), 0, each);
    kinds.set(each.kind, list);
  }
  const lists = [...kinds.values()];
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, k) => lists.flatMap((list) => list[k] ?? [])).flat();
}
