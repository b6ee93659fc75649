import { useEffect, useState } from 'react';
import { services } from '../../app';
import type { ShortLink } from '../../store/links/stateLink';
import { useApp } from '../../use';

/** The short link of the page as it is; empty until it is made. */
export function useShort({ presenting, stand, tamper }: ShortLink): string {
  const [link, setLink] = useState('');
  const changes = useApp((state) => state.playground);
  const stands = useApp((state) => state.stands);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link holds the playground and where a stepper stands
  useEffect(() => {
    let wanted = true;
    void services()
      ?.navigation?.short({ presenting, stand, tamper })
      .then((made) => wanted && setLink(made));
    return () => {
      wanted = false;
    };
  }, [presenting, stand, tamper, changes, stands]);
  return link;
}
