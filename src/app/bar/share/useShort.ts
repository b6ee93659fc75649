import { services } from '../../app';
import { useFound } from '../../found';
import type { ShortLink } from '../../store/links/stateLink';
import { useApp } from '../../use';

/** The short link of the page as it is; empty until it is made. */
export function useShort({ presenting, stand, tamper }: ShortLink): string {
  const changes = useApp((state) => state.playground);
  const stands = useApp((state) => state.stands);
  const make = async () => (await services()?.navigation?.short({ presenting, stand, tamper })) ?? null;
  // It holds the playground and where a stepper stands.
  return useFound(make, [presenting, stand, tamper, changes, stands]) ?? '';
}
