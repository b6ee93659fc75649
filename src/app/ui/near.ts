import { type RefObject, startTransition, useEffect, useState } from 'react';

/** What scrolls a list. */
const SCROLLERS = '.panel-body, .page, .stand-in, .read-rows';
/** Parts this far out of sight are drawn already, so that scrolling shows no gaps. */
const MARGIN = '300px 0px';

/**
 * Finds the parts of a long list that are near what is in sight. These are to be drawn in full, the others in a simple form,
 * with the same height and text, so that they can be searched. The parts are the children of the box, in order. Up to `most`
 * parts are all drawn in full; of more, the `first` are, until it is known what is in sight.
 */
export function useNear(
  box: RefObject<HTMLElement | null>,
  count: number,
  { most, first }: { readonly most: number; readonly first: number },
): (part: number) => boolean {
  const [near, setNear] = useState<ReadonlySet<number> | null>(null);
  const isLong = count > most;
  useEffect(() => {
    const list = box.current;
    if (!isLong || list === null) return;
    const places = new Map([...list.children].slice(0, count).map((part, k) => [part, k]));
    const inside = new Set<number>();
    const look = (entries: readonly IntersectionObserverEntry[]) => {
      for (const { target, isIntersecting } of entries) {
        const place = places.get(target) ?? 0;
        if (isIntersecting) inside.add(place);
        else inside.delete(place);
      }
      const now = new Set(inside);
      startTransition(() => setNear(now));
    };
    const observer = new IntersectionObserver(look, { root: list.closest(SCROLLERS), rootMargin: MARGIN });
    for (const part of places.keys()) observer.observe(part);
    return () => observer.disconnect();
  }, [box, count, isLong]);
  return (part) => !isLong || (near === null ? part < first : near.has(part));
}
