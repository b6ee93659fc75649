import { type ReactNode, useEffect, useRef, useState } from 'react';
import { grouped } from './numbers';

/**
 * Draws only as much of a long list as is needed: a share at first, and another when its end comes into sight, or while
 * `wanted` is not drawn yet. Each share is drawn in a task of its own, so that none keeps a key waiting. The element returned
 * marks the end; draw it after the list.
 */
export function useAsNeeded(
  count: number,
  share: number,
  wanted = 0,
): readonly [made: number, end: ReactNode] {
  const [room, setRoom] = useState(share);
  const end = useRef<HTMLParagraphElement>(null);
  const made = Math.min(count, room);
  useEffect(() => {
    if (made === count) return;
    const more = () => setRoom(made + share);
    if (made < wanted) {
      const timer = setTimeout(more);
      return () => clearTimeout(timer);
    }
    if (end.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) more();
      },
      { rootMargin: '400px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [made, count, share, wanted]);
  const left = count - made;
  if (left === 0) return [made, null];
  return [
    made,
    <p key="end" className="more-rows" ref={end}>
      {grouped(left)} more
    </p>,
  ];
}
