import '../../styles/learn.css';
import { type ChangeEvent, useEffect, useState } from 'react';
import { type LessonFile, lessonOf } from '../../../lessons/format';
import format from '../../../lessons/format.md?raw';
import { MOST_LESSON } from '../../../lessons/limits';
import { playgroundOfStep } from '../../../lessons/start';
import template from '../../../lessons/template.md?raw';
import { actions, store } from '../../app';
import { LINK_IS, useCopied } from '../../copied';
import { ownId } from '../../store/kept/lessons';
import { encodeLesson } from '../../store/links/lessonLink';
import { withOwn } from '../../store/links/openLesson';
import { encodeLink } from '../../store/links/permalink';
import { Button } from '../../ui/controls';
import { useRemembered } from '../../ui/remember';
import { saveText } from '../../ui/save';
import { useApp } from '../../use';
import { Blocks } from './Blocks';
import { goTo } from './lessons';

/** What stands behind the example in the format's own page, read like a step. */
const REFERENCE =
  lessonOf({ text: `## Reference\n\n${format.slice(format.indexOf('**Front matter**'))}` }).steps[0]?.text ??
  [];

const isText = (value: unknown): value is string => typeof value === 'string';

/** Where a lecturer writes a lesson: its text, what is not understood of it, and how it will look. */
export function WritingView() {
  const [text, setText] = useRemembered('lesson', template, isText);
  const own = useApp((state) => state.ownLessons);
  const lesson = lessonOf({ text });
  const broken = useBrokenStates(text);
  const problems = [...lesson.problems, ...broken];
  const tryIt = async () => {
    actions.keepLessons((own) => withOwn(own, text));
    actions.show('lesson');
    await goTo({ id: ownId(text), text }, 0);
  };
  const [came, copy] = useCopied();
  const copyLink = async () => {
    const link = `${location.href.replace(/#.*/, '')}${await encodeLesson({ lesson: text, step: 0 })}`;
    if ((await copy(link)) === 'copied')
      actions.say(
        `The link to this lesson was copied: ${link.length} characters. It holds the whole lesson.`,
      );
    else {
      location.hash = new URL(link).hash;
      actions.say('The link to this lesson is in the address bar.');
    }
  };
  const addState = async () => {
    const hash = await encodeLink({ playground: store.getState().playground, view: NO_VIEW });
    const names = Object.keys(lesson.states);
    const name = ['here', ...names.map((_, k) => `here${k + 2}`)].find((each) => !names.includes(each));
    setText(text.replace(/^---\n/, `---\nstate ${name}: ${hash}\n`));
  };
  return (
    <div className="writing">
      <section className="writing-text" aria-label="Text of the lesson">
        <div className="writing-bar">
          <Button look="primary" onClick={() => void tryIt()}>
            Try it
          </Button>
          <Button onClick={() => void copyLink()}>{came === null ? 'Copy its link' : LINK_IS[came]}</Button>
          <Button onClick={() => saveText('lesson.md', text, 'text/markdown')}>Save as a file</Button>
          <OpenFile onText={setText} />
          {own.map((file) => (
            <OpenOwn key={file.id} file={file} onText={setText} />
          ))}
          <Button look="quiet" onClick={() => void addState()}>
            Add this kernel as a state
          </Button>
        </div>
        <textarea
          aria-label="Lesson, in Markdown"
          spellCheck={false}
          maxLength={MOST_LESSON}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </section>
      <section className="writing-preview" aria-label="As it will look" tabIndex={-1}>
        {problems.length > 0 && (
          <ul className="writing-problems" aria-label="What is not understood">
            {problems.map(({ line, message }) => (
              <li key={`${line} ${message}`}>
                Line {line}: {message}
              </li>
            ))}
          </ul>
        )}
        <details>
          <summary>What can be set, and asked</summary>
          <Blocks blocks={REFERENCE} />
        </details>
        <h2>{lesson.title}</h2>
        <p>{lesson.about}</p>
        {lesson.steps.map((step, k) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its number
          <article key={k}>
            <h3>
              {k + 1}. {step.title}
            </h3>
            <Blocks blocks={step.text} />
            {step.ask !== null && <p className="ask-how">Asks: {asked(step.ask)}</p>}
            <Blocks blocks={step.answer} />
            <Blocks blocks={step.now} />
          </article>
        ))}
      </section>
    </div>
  );
}

const NO_VIEW = {
  arrangement: null,
  presenting: false,
  focus: null,
  cursor: null,
  step: null,
  stepper: null,
};

function asked(ask: NonNullable<ReturnType<typeof lessonOf>['steps'][number]['ask']>): string {
  if (ask.kind === 'predict')
    return [ask.what, ask.set, ask.line > 0 ? `line ${ask.line}` : ''].join(' ').trim();
  return ask.question;
}

function OpenFile({ onText }: { onText: (text: string) => void }) {
  const read = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    if (file !== undefined) onText((await file.text()).slice(0, MOST_LESSON));
    event.target.value = '';
  };
  return (
    <label className="button" data-size="small">
      Open a file
      <input
        type="file"
        accept=".md,text/markdown,text/plain"
        className="unseen"
        onChange={(e) => void read(e)}
      />
    </label>
  );
}

function OpenOwn({ file, onText }: { file: LessonFile; onText: (text: string) => void }) {
  const { title } = lessonOf(file);
  return (
    <Button look="quiet" onClick={() => onText(file.text)}>
      Edit “{title.length > 24 ? `${title.slice(0, 23)}…` : title}”
    </Button>
  );
}

/** Steps whose permalink, options or inputs don't make a state. */
function useBrokenStates(text: string) {
  const [found, setFound] = useState<readonly { line: number; message: string }[]>([]);
  useEffect(() => {
    let wanted = true;
    const check = async () => {
      const { steps } = lessonOf({ text });
      const answers = await Promise.all(steps.map((_, k) => playgroundOfStep(steps, k)));
      const problems = answers.flatMap((answer, k) =>
        typeof answer === 'string'
          ? [{ line: lineOfStep(text, k), message: `Step ${k + 1} cannot be set up. ${answer}` }]
          : [],
      );
      if (wanted) setFound(problems);
    };
    const timer = setTimeout(() => void check(), 300);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [text]);
  return found;
}

function lineOfStep(text: string, step: number): number {
  const lines = text.split('\n').flatMap((line, k) => (line.startsWith('## ') ? [k + 1] : []));
  return lines[step] ?? 1;
}
