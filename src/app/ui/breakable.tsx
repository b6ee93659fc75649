import type { ReactNode } from 'react';

/** A name that is wider than its column may break behind its dots, and between its words. */
export function breakable(name: string): ReactNode {
  const [first, ...others] = name.split(/(?<=[._%])/);
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
