import { useEffect, useState } from 'react';

export type Copied = 'copied' | 'refused';
/** The label of the button for a link that is in the address bar too. */
export const LINK_IS = { copied: 'Link copied', refused: 'Link is in the address bar' } as const;

const SEEN_MS = 2_500;

/** Copies a text, and gives the outcome for a moment, to be shown where the user pressed. */
export function useCopied(): readonly [done: Copied | null, copy: (text: string) => Promise<Copied>] {
  const [done, setDone] = useState<Copied | null>(null);
  useEffect(() => {
    if (done === null) return;
    const timer = setTimeout(() => setDone(null), SEEN_MS);
    return () => clearTimeout(timer);
  }, [done]);
  const copy = async (text: string) => {
    const came = await copied(text);
    setDone(came);
    return came;
  };
  return [done, copy];
}

/** Not every browser lets a page copy, or has a clipboard for it where the address is not safe. */
export async function copied(text: string): Promise<Copied> {
  try {
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch {
    return 'refused';
  }
}
