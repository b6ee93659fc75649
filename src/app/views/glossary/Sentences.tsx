import { lazy, Suspense } from 'react';
import { Pop } from '../../ui/floating';
import { Prose } from '../why/Prose';
import { linked, type Part } from './terms';

// The glossary comes when a term is opened.
const TermFacts = lazy(async () => ({ default: (await import('./TermFacts')).TermFacts }));

/** Code stands apart, and the words of the trade lead to what they mean. */
export function Sentences({ parts }: { parts: readonly Part[] }) {
  return parts.map((part, i) => {
    if (part.kind === 'text') return part.text;
    // biome-ignore lint/suspicious/noArrayIndexKey: parts never move
    if (part.kind === 'code') return <code key={i}>{part.text}</code>;
    const { name, meaning } = part.term;
    return (
      <Pop
        key={name}
        label={name}
        trigger={
          <button type="button" className="term" title={`What is meant by “${name}”`}>
            {part.text}
          </button>
        }
      >
        <div className="rule-card">
          <h3>{name}</h3>
          <p>
            <Prose text={meaning} />
          </p>
          <Suspense fallback={null}>
            <TermFacts name={name} />
          </Suspense>
        </div>
      </Pop>
    );
  });
}

/** A text by itself. */
export function TermLinked({ text }: { text: string }) {
  const [parts = []] = linked([text]);
  return <Sentences parts={parts} />;
}
