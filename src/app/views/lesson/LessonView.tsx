import '../../styles/learn.css';
import { LESSONS } from '../../../lessons';
import { type LessonFile, lessonOf } from '../../../lessons/format';
import { actions, store } from '../../app';
import { Button, Link } from '../../ui/controls';
import { useApp } from '../../use';
import { Prose } from '../why/Prose';
import { goTo, lessonNamed, VIEW } from './lessons';
import { StepView } from './StepView';

/** Lessons that ask before they tell. */
export function LessonView() {
  const stand = useApp(({ stands }) => stands[VIEW]);
  useApp((state) => state.ownLessons);
  const file = stand === undefined ? null : lessonNamed(stand.of);
  if (file === null || stand === undefined) return <LessonList />;
  return <StepView key={`${file.id} ${stand.at}`} file={file} at={stand.at} />;
}

function LessonList() {
  const own = useApp((state) => state.ownLessons);
  const progress = useApp((state) => state.progress);
  const begun = Object.keys(progress).length > 0;
  const forget = () => {
    for (const id of Object.keys(store.getState().progress)) actions.progress(id, null);
    actions.say('Your progress was forgotten.');
  };
  return (
    <div className="lesson-list">
      <h2>Nine lessons, ten minutes each</h2>
      <p>
        Every step shows a kernel and asks what its adjoint does, before it tells. There is no harm in being
        wrong: the page shows what would come of it.
      </p>
      <ol>
        {LESSONS.map((file, k) => (
          <Entry key={file.id} file={file} number={k + 1} />
        ))}
      </ol>
      {own.length > 0 && (
        <>
          <h3>Opened here</h3>
          <ol>
            {own.map((file) => (
              <Entry key={file.id} file={file} number={null} />
            ))}
          </ol>
        </>
      )}
      <p className="lesson-more">
        A lesson of your own is a Markdown file: drop one on the page, or{' '}
        <Link onClick={() => actions.show('writing')}>write one here</Link>. Any kernel can be asked about
        under <Link onClick={() => actions.show('predict')}>Predict</Link>.
      </p>
      {begun && (
        <p>
          <Button look="quiet" onClick={forget}>
            Forget my progress
          </Button>
        </p>
      )}
    </div>
  );
}

function Entry({ file, number }: { file: LessonFile; number: number | null }) {
  const lesson = lessonOf(file);
  const progress = useApp((state) => state.progress[file.id]);
  const steps = lesson.steps.length;
  const questions = lesson.steps.filter(({ ask }) => ask !== null).length;
  const answered = Object.keys(progress?.answers ?? {}).length;
  const right = Object.values(progress?.answers ?? {}).filter((each) => each === 'right').length;
  const at = Math.min(progress?.at ?? 0, Math.max(0, steps - 1));
  return (
    <li>
      <button type="button" className="lesson-entry" onClick={() => void goTo(file, at)}>
        <span className="lesson-number" aria-hidden="true">
          {number ?? '·'}
        </span>
        <span>
          <b>{lesson.title}</b>
          <span>
            <Prose text={lesson.about} />
          </span>
          <small>
            {steps} steps, about {lesson.minutes} minutes
            {progress !== undefined &&
              `; at step ${at + 1}, ${right} of ${questions} questions right${answered === questions ? ', done' : ''}`}
          </small>
        </span>
      </button>
      {number === null && (
        <Button look="quiet" onClick={() => actions.removeLesson(file.id)}>
          Remove
        </Button>
      )}
    </li>
  );
}
