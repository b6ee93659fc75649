import { lazy, Suspense } from 'react';
import { Code } from '../../ui/Code';
import { Pop } from '../../ui/floating';
import { Prose } from '../why/Prose';
import { linked, type Part } from './terms';

// The glossary comes when a term is opened.
const TermFacts = lazy(async () => ({ default: (await import('./TermFacts')).TermFacts }));

const PUNCTUATION = /^[.,;:?)]*/;

/** Code stands apart, with what ends it in the sentence, and the words of the trade lead to what they mean. */
export function Sentences({ parts }: { parts: readonly Part[] }) {
  return parts.map((part, i) => {
    if (part.kind === 'text')
      return parts[i - 1]?.kind === 'code' ? part.text.replace(PUNCTUATION, '') : part.text;
    if (part.kind === 'code') {
      const next = parts[i + 1];
      const mark = next?.kind === 'text' && PUNCTUATION.exec(next.text)?.[0];
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts never move
        <span key={i} className="formula">
          <Code text={part.text} />
          {mark && <span>{mark}</span>}
        </span>
      );
    }
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
