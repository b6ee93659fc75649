import { Code } from '../../ui/Code';

/** A sentence of the engine's. Code stands between backquotes; everything is a text node, so nothing in it is markup. */
export function Prose({ text }: { text: string }) {
  return text.split('`').map((part, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts never move
    i % 2 === 1 ? <Code key={i} text={part} /> : part,
  );
}
