import { answeredAhead, knownFrom, NOTHING_KNOWN } from '../../worker/ahead';
import { type Client, createClient } from '../../worker/client';
import { MADE } from '../../worker/made';
import { spawnEngine, spawnLayout } from '../../worker/spawn';

export interface Clients {
  readonly analysis: Client;
  readonly execution: Client;
  /** For the exact check, which must not keep a run waiting. */
  readonly certificate: Client;
  readonly layout: Client;
}

export function ownClients(): Clients {
  const known = MADE === null ? NOTHING_KNOWN : knownFrom(MADE);
  return {
    analysis: answeredAhead(createClient(spawnEngine('analysis')), known.analysis),
    execution: answeredAhead(createClient(spawnEngine('execution')), known.execution),
    certificate: answeredAhead(createClient(spawnEngine('certificate')), known.certificate),
    layout: answeredAhead(createClient(spawnLayout), known.layout),
  };
}
