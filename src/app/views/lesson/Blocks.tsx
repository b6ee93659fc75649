import type { ReactNode } from 'react';
import type { Block } from '../../../lessons/format';
import { Code } from '../../ui/Code';
import { TermLinked } from '../glossary/Sentences';

/** What a lesson says. All of it is text nodes: `code`, **strong** and lists are what there is of markup. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: blocks never move
  return blocks.map((block, k) => <One key={k} block={block} />);
}

function One({ block }: { block: Block }): ReactNode {
  if (block.kind === 'code') return <pre className="lesson-code">{block.text}</pre>;
  if (block.kind === 'paragraph')
    return (
      <div className="lesson-text">
        <Inline text={block.text} />
      </div>
    );
  return (
    <ul>
      {block.items.map((item) => (
        <li key={item}>
          <Inline text={item} />
        </li>
      ))}
    </ul>
  );
}

/** A line of it. */
export function Inline({ text }: { text: string }): ReactNode {
  return text.split('`').map((part, i) =>
    i % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts never move
      <Code key={i} text={part} />
    ) : (
      part.split('**').map((piece, k) =>
        k % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts never move
          <strong key={`${i} ${k}`}>{piece}</strong>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts never move
          <TermLinked key={`${i} ${k}`} text={piece} />
        ),
      )
    ),
  );
}
