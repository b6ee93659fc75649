import { type RefObject, startTransition, useEffect, useState } from 'react';

/** What scrolls a list. */
const SCROLLERS = '.panel-body, .page, .stand-in, .read-rows';
/** Who scrolls finds what comes into sight drawn already. */
const MARGIN = '300px 0px';

/**
 * Of a long list, the parts that are near what is in sight: these are to be drawn in full, the others in little, at the same height and
 * with the same text, so that it is found. The parts are the children of the box, in order. Up to `most` of them need no such care; of more
 * the `first` are drawn in full until it is known what is in sight.
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
