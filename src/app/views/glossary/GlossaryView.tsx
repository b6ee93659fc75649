import '../../styles/learn.css';
import { useEffect, useState } from 'react';
import { lessonOf } from '../../../lessons/format';
import { actions, services, store } from '../../app';
import { LINK_IS, useCopied } from '../../copied';
import { Button } from '../../ui/controls';
import { useApp } from '../../use';
import { goTo, lessonNamed } from '../lesson/lessons';
import { Prose } from '../why/Prose';
import { type Entry, found } from './entries';

const VIEW = 'glossary';

/** Every term once: what it means, its equation, its paper, and where to see it at work. */
export function GlossaryView() {
  const [query, setQuery] = useState('');
  const asked = useApp(({ stands }) => stands[VIEW]?.of ?? '');
  const entries = found(query);
  useEffect(() => {
    if (asked !== '') document.getElementById(`term-${asked}`)?.scrollIntoView({ block: 'start' });
  }, [asked]);
  return (
    <div className="glossary">
      <search>
        <label htmlFor="glossary-query">Find a term</label>
        <input
          id="glossary-query"
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <span role="status">
          {entries.length} {entries.length === 1 ? 'term' : 'terms'}
        </span>
      </search>
      <dl>
        {entries.map((entry) => (
          <One key={entry.id} entry={entry} lit={entry.id === asked} />
        ))}
      </dl>
    </div>
  );
}

function One({ entry, lit }: { entry: Entry; lit: boolean }) {
  const { id, name, meaning, equation, paper, live } = entry;
  const lesson = lessonNamed(live.lesson);
  const see = async () => {
    if (lesson === null) return;
    actions.show('lesson');
    await goTo(lesson, live.step);
  };
  const [came, copy] = useCopied();
  const link = async () => {
    store.setState(({ stands }) => ({ stands: { ...stands, [VIEW]: { of: id, at: 0 } } }));
    const address = await services()?.navigation?.share();
    if (address !== undefined) await copy(address);
    actions.say(`The link to “${name}” is in the address bar, and copied where the browser lets it be.`);
  };
  return (
    <div id={`term-${id}`} data-lit={lit || undefined}>
      <dt>{name}</dt>
      <dd>
        <p>
          <Prose text={meaning} />
        </p>
        <p className="mono">{equation}</p>
        <p className="glossary-more">
          {paper !== '' && <span>{paper}</span>}
          {lesson !== null && (
            <Button onClick={() => void see()}>
              See it: {lessonOf(lesson).title}, step {live.step + 1}
            </Button>
          )}
          <Button look="quiet" aria-label={`Link to ${name}`} onClick={() => void link()}>
            {came === null ? 'Link' : LINK_IS[came]}
          </Button>
        </p>
      </dd>
    </div>
  );
}
