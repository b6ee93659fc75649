import { Check, ChevronLeft, Link2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { LESSONS } from '../../../lessons';
import { eliminationOf } from '../../../lessons/ask';
import { type Lesson, type LessonFile, type LessonStep, lessonOf } from '../../../lessons/format';
import { actions, services } from '../../app';
import { LINK_IS, useCopied } from '../../copied';
import { arrangementOf, isArrangement } from '../../store/view/arrangements';
import { Button } from '../../ui/controls';
import { usePresenterKeys } from '../../ui/presenterKeys';
import { useApp } from '../../use';
import { Asking } from '../predict/Asking';
import { Blocks, Inline } from './Blocks';
import { answersOf, goTo, isAsSet, leave, letGo } from './lessons';
import { StepGraph } from './StepGraph';
import { useStepQuestion } from './useStepQuestion';

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
        <Button onClick={leave}>All lessons</Button>
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
          <Button look="primary" onClick={() => void goTo(file, at)}>
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
                <Button size="small" onClick={() => letGo(arrangement.id, view)}>
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
            <Button look="primary" onClick={() => void goTo(following, 0)}>
              Next lesson
            </Button>
          ) : (
            <Button look="primary" onClick={leave}>
              All lessons
            </Button>
          )
        ) : (
          <Button look="primary" onClick={() => void goTo(file, at + 1)}>
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
      <Button look="quiet" size="small" icon={<ChevronLeft size={14} />} onClick={leave}>
        All lessons
      </Button>
      <b>{lesson.title}</b>
      <span className="grow" />
      <Button
        look="quiet"
        size="small"
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
  const [asSet, set] = useState(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the kernel as it is on the page
  useEffect(() => {
    let wanted = true;
    void isAsSet(file, at).then((is) => wanted && set(is));
    return () => {
      wanted = false;
    };
  }, [file, at, playground]);
  return asSet;
}
