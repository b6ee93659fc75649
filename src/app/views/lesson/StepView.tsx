import { Check, ChevronLeft, Link2 } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { LESSONS } from '../../../lessons';
import { eliminationOf, questionOf } from '../../../lessons/ask';
import { type Ask, type Lesson, type LessonFile, type LessonStep, lessonOf } from '../../../lessons/format';
import { actions, services, store } from '../../app';
import { LINK_IS, useCopied } from '../../copied';
import { arrangementOf, isArrangement } from '../../store/view/arrangements';
import { Button } from '../../ui/controls';
import { usePresenterKeys } from '../../ui/presenterKeys';
import { useApp } from '../../use';
import { Asking } from '../predict/Asking';
import { Blocks, Inline } from './Blocks';
import { answersOf, goTo, isAsSet, leave, letGo } from './lessons';
import '../../styles/elimination.css';
import type { ExecuteRequest, PredictQuestion } from '../../../engine/pipeline/results';
import { askEngine, useFound } from '../../found';
import { runKey, runOf } from '../../store/document/playground';
import { isRunStale } from '../../store/state';
import { Drawing } from '../elimination/Drawing';
import { placeGraph } from '../elimination/placeGraph';
import { useEliminated } from '../elimination/useEliminations';
import { useQuestions } from '../predict/useQuestions';

/** One step: what it is about, its question, and what is so. */
export function StepView({ file, at }: { file: LessonFile; at: number }) {
  const lesson = lessonOf(file);
  const step = lesson.steps[Math.min(at, lesson.steps.length - 1)];
  const asSet = useAsSet(file, at);
  usePresenterKeys((by) => {
    if (at + by >= 0 && at + by < lesson.steps.length) void goTo(file, at + by);
  });
  if (step === undefined)
    return (
      <div className="lesson-list">
        <p>This lesson has no steps yet.</p>
        <Button size="large" onClick={leave}>
          All lessons
        </Button>
      </div>
    );
  if (!asSet)
    return (
      <div className="lesson-list">
        <Head file={file} lesson={lesson} at={at} />
        <h2>{step.title}</h2>
        <p>
          The kernel on the page is not the one of this step any more. What you changed stays under “Earlier
          texts”.
        </p>
        <p>
          <Button size="large" look="primary" onClick={() => void goTo(file, at)}>
            Set the step up again
          </Button>
        </p>
      </div>
    );
  return <Step file={file} lesson={lesson} step={step} at={at} />;
}

function Step(props: { file: LessonFile; lesson: Lesson; step: LessonStep; at: number }) {
  const { file, lesson, step, at } = props;
  const question = useStepQuestion(step.ask);
  const waiting = step.ask !== null && question === null;
  const asked = typeof question === 'string' || question === null ? null : question;
  const last = at >= lesson.steps.length - 1;
  const following = LESSONS.includes(file) ? LESSONS[LESSONS.indexOf(file) + 1] : undefined;
  const [where = '', view, tab = view] = step.open.split(' ');
  const arrangement = isArrangement(where) ? arrangementOf(where) : arrangementOf('read');
  return (
    <Asking
      key={asked === null ? 'text' : asked.id}
      question={asked}
      {...(lesson.steps.some(({ ask }) => eliminationOf(ask) !== null) && { figure: <StepGraph /> })}
      {...(step.hint === '' ? {} : { hint: <Inline text={step.hint} /> })}
      before={
        <>
          <Head file={file} lesson={lesson} at={at} />
          <h2>{step.title}</h2>
          <Blocks blocks={step.text} />
          {typeof question === 'string' && <p className="lesson-problem">{question}</p>}
          {waiting && <p aria-busy="true">The question is being made.</p>}
        </>
      }
      after={
        waiting ? null : (
          <>
            <Blocks blocks={step.answer} />
            {step.now.length > 0 && (
              <div className="lesson-now">
                <h3>Now you</h3>
                <Blocks blocks={step.now} />
                <Button onClick={() => letGo(arrangement.id, view)}>
                  Try it under {tab ?? arrangement.title}
                </Button>
              </div>
            )}
          </>
        )
      }
      next={
        waiting ? null : last ? (
          following !== undefined ? (
            <Button size="large" look="primary" onClick={() => void goTo(following, 0)}>
              Next lesson
            </Button>
          ) : (
            <Button size="large" look="primary" onClick={leave}>
              All lessons
            </Button>
          )
        ) : (
          <Button size="large" look="primary" onClick={() => void goTo(file, at + 1)}>
            Next
          </Button>
        )
      }
      onJudged={({ right }) =>
        actions.progress(file.id, { answers: { ...answersOf(file.id), [at]: right ? 'right' : 'other' } })
      }
    />
  );
}

function Head({ file, lesson, at }: { file: LessonFile; lesson: Lesson; at: number }) {
  const answers = useApp((state) => state.progress[file.id]?.answers);
  const [came, copy] = useCopied();
  const link = async () => {
    const address = await services()?.navigation?.share();
    if (address === undefined) return;
    await copy(address);
    actions.say('The link to this step is in the address bar, and copied where the browser lets it be.');
  };
  return (
    <nav className="lesson-head" aria-label="Steps of the lesson">
      <Button look="quiet" icon={<ChevronLeft size={14} />} onClick={leave}>
        All lessons
      </Button>
      <b>{lesson.title}</b>
      <span className="grow" />
      <Button
        look="quiet"
        icon={came === null ? <Link2 size={14} /> : <Check size={14} />}
        label={came === null ? 'Link to this step' : LINK_IS[came]}
        onClick={link}
      />
      <ol>
        {lesson.steps.map(({ title }, k) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its number
          <li key={k}>
            <button
              type="button"
              aria-label={`Step ${k + 1}: ${title}${answers?.[k] === 'right' ? ', right' : ''}`}
              title={title}
              aria-current={k === at ? 'step' : undefined}
              data-answer={answers?.[k]}
              onClick={() => void goTo(file, k)}
            />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function useAsSet(file: LessonFile, at: number): boolean {
  const playground = useApp((state) => state.playground);
  return useFound(() => isAsSet(file, at), [file, at, playground]) ?? true;
}

const NONE = new Set<never>();

/** The graph that a lesson about eliminations speaks of: that of the kernel’s first block, which its questions are about. */
function StepGraph() {
  const svg = useRef<SVGSVGElement>(null);
  const key = useApp(({ playground }) => runKey(playground));
  const request = useMemo(() => {
    const run = JSON.parse(key) as ExecuteRequest;
    return { request: run, block: 0, outputs: 'needed' } as const;
  }, [key]);
  const now = useEliminated(request, 'vertex', []);
  const placed = useMemo(() => (now?.ok ? placeGraph(now.graph) : null), [now]);
  if (now === null || placed === null) return null;
  return (
    <figure className="asked-graph">
      <figcaption>Its graph: values, and partial derivatives on the arrows</figcaption>
      <Drawing svg={svg} now={now} placed={placed} byVertex hand={null} made={NONE} lit={NONE} />
    </figure>
  );
}

/** Every place of the run can be asked about. */
const ALL_PLACES = 400;

/** The question of a step, once the engine has its answer; in words why there is none; null while it is on its way. */
function useStepQuestion(ask: Ask | null): PredictQuestion | string | null {
  const found = useQuestions(1, ALL_PLACES);
  const execution = useApp((state) => (isRunStale(state) ? null : state.execution));
  const shown = useApp((state) => state.shown);
  const source = useApp(({ playground }) => playground.source);
  const eliminated = useElimination(ask);
  return useMemo(() => {
    if (ask === null || found === null || shown === null) return null;
    if (ask.kind === 'number' && execution === null) return null;
    if (eliminationOf(ask) !== null && eliminated === null) return null;
    return questionOf(ask, {
      source,
      questions: found.questions,
      differentiation: shown,
      execution,
      eliminated,
    });
  }, [ask, found, execution, shown, source, eliminated]);
}

function useElimination(ask: Ask | null): number | null {
  const shown = useApp((state) => state.shown);
  const options = eliminationOf(ask);
  const find = async () => {
    const request = { request: runOf(store.getState().playground, {}), block: 0, outputs: 'needed' } as const;
    const answer = options && (await askEngine({ kind: 'eliminate', request, options }, 'execution'));
    return answer?.ok ? answer.multiplications : null;
  };
  return useFound(options === null || shown === null ? null : find, [ask, shown]);
}
