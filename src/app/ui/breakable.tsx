import type { ReactNode } from 'react';

/** What is wider than its column may break behind the dots of a name, not of a number, and between its words. */
export function breakable(name: string): ReactNode {
  const [first, ...others] = name.split(/(?<=[._%])(?!\d)/);
  return others.reduce<ReactNode>(
    (before, part) => (
      <>
        {before}
        <wbr />
        {part}
      </>
    ),
    first,
  );
}
