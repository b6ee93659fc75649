import { useCallback, useEffect, useRef, useState } from 'react';
import type {
  Eliminated,
  EliminateOptions,
  EliminateRequest,
  EliminationKind,
  EliminationTarget,
  Heuristic,
  Linearised,
} from '../../../engine/pipeline/results';
import { services } from '../../app';
import { createClient } from '../../worker/client';
import { spawnEngine } from '../../worker/spawn';

/** Blocks of the kernel; null until they are known. */
export function useBlocks(key: string): Linearised | null {
  const [blocks, setBlocks] = useState<Linearised | null>(null);
  useEffect(() => {
    if (key === '') return;
    let wanted = true;
    const ask = async () => {
      const answer = await services()?.session.clients.analysis.ask({
        kind: 'linearised',
        request: JSON.parse(key),
      });
      if (answer?.kind === 'answer' && wanted) setBlocks(answer.answer);
    };
    void ask();
    return () => {
      wanted = false;
    };
  }, [key]);
  return blocks;
}

/** The graph after some steps. What was there before stays in sight until the next answer. */
export function useEliminated(
  request: EliminateRequest | null,
  kind: EliminationKind,
  steps: readonly EliminationTarget[],
): Eliminated | null {
  const [now, setNow] = useState<Eliminated | null>(null);
  const key = JSON.stringify({ request, options: { kind, order: steps } });
  useEffect(() => {
    const question = JSON.parse(key) as { request: EliminateRequest | null; options: EliminateOptions };
    if (question.request === null) return;
    let wanted = true;
    const ask = async () => {
      const answer = await services()?.session.clients.analysis.ask({
        kind: 'eliminate',
        request: question.request as EliminateRequest,
        options: question.options,
      });
      if (answer?.kind === 'answer' && wanted) setNow(answer.answer);
    };
    void ask();
    return () => {
      wanted = false;
    };
  }, [key]);
  return now;
}

export interface Played {
  readonly title: string;
  readonly answer: Eliminated;
}

const RULES: Record<EliminationKind, readonly (readonly Heuristic[])[]> = {
  edge: [['forward'], ['reverse'], ['LM', 'forward'], ['LM', 'reverse'], ['HS', 'LM', 'reverse']],
  vertex: [['forward'], ['reverse'], ['LM', 'forward'], ['LM', 'reverse']],
  face: [['forward'], ['reverse'], ['LM', 'forward'], ['HS', 'LM', 'reverse']],
};
/** How long one look for something better takes, and how many there are. */
const LOOK_MS = 600;
const LOOKS = 6;

export interface Search {
  readonly played: readonly Played[];
  readonly best: Eliminated | null;
  /** Looks done, while it goes on; null when it has ended. */
  readonly progress: number | null;
  readonly looks: number;
  readonly stop: () => void;
}

/** Every rule played to its end, then the optimum, or the best that several looks from different seeds find. */
export function useSearch(request: EliminateRequest | null, kind: EliminationKind): Search {
  const [state, setState] = useState<Omit<Search, 'stop' | 'looks'>>({
    played: [],
    best: null,
    progress: null,
  });
  const client = useRef<ReturnType<typeof createClient> | null>(null);
  const key = JSON.stringify({ request, kind });
  useEffect(() => {
    const asked = JSON.parse(key) as { request: EliminateRequest | null; kind: EliminationKind };
    setState({ played: [], best: null, progress: asked.request === null ? null : 0 });
    if (asked.request === null) return;
    const mine = createClient(spawnEngine('search'));
    client.current = mine;
    let wanted = true;
    const eliminated = async (order: EliminateOptions['order'], more: Partial<EliminateOptions> = {}) => {
      const options = { kind: asked.kind, order, ...more };
      const outcome = await mine.ask({
        kind: 'eliminate',
        request: asked.request as EliminateRequest,
        options,
      });
      return outcome.kind === 'answer' && outcome.answer.ok && wanted ? outcome.answer : null;
    };
    const run = async () => {
      for (const rules of RULES[asked.kind]) {
        const answer = await eliminated(rules);
        if (answer === null) return;
        setState((s) => ({ ...s, played: [...s.played, { title: titleOf(rules), answer }] }));
      }
      for (let look = 0; look < LOOKS; look++) {
        const answer = await eliminated('optimal', { seed: look + 1, milliseconds: LOOK_MS });
        if (answer === null) return;
        setState((s) => ({ ...s, best: better(s.best, answer), progress: look + 1 }));
        if (answer.proven) break;
      }
    };
    void run().finally(() => {
      if (wanted) setState((s) => ({ ...s, progress: null }));
    });
    return () => {
      wanted = false;
      mine.cancel();
    };
  }, [key]);
  const stop = useCallback(() => client.current?.cancel(), []);
  return { ...state, looks: LOOKS, stop };
}

function better(a: Eliminated | null, b: Eliminated): Eliminated {
  if (a === null) return b;
  const fewer = b.multiplications < a.multiplications || (b.proven && !a.proven) ? b : a;
  return { ...fewer, lowerBound: Math.max(a.lowerBound, b.lowerBound) };
}

const NAMES: Record<Heuristic, string> = {
  HS: 'highest sibling',
  LM: 'lowest Markowitz',
  forward: 'forward',
  reverse: 'reverse',
};
export const titleOf = (rules: readonly Heuristic[]) => rules.map((rule) => NAMES[rule]).join(', ');
