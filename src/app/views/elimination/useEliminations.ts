import { useCallback, useEffect, useRef, useState } from 'react';
import type {
  Eliminated,
  EliminateOptions,
  EliminateRequest,
  EliminationKind,
  EliminationTarget,
  ExecuteRequest,
  Execution,
  Heuristic,
  Linearised,
  Options,
} from '../../../engine/pipeline/results';
import { askEngine, useFound } from '../../found';
import { runOf } from '../../store/document/playground';
import { useApp } from '../../use';
import { createClient } from '../../worker/client';
import { spawnEngine } from '../../worker/spawn';

/** Blocks of the kernel; null until they are known. */
export function useBlocks(key: string): Linearised | null {
  const ask = () => askEngine({ kind: 'linearised', request: JSON.parse(key) });
  return useFound(key === '' ? null : ask, [key]);
}

/** The graph after some steps. What was there before stays in sight until the next answer. */
export function useEliminated(
  request: EliminateRequest | null,
  kind: EliminationKind,
  steps: readonly EliminationTarget[],
): Eliminated | null {
  const options: EliminateOptions = { kind, order: steps };
  const ask = request && (() => askEngine({ kind: 'eliminate', request, options }));
  return useFound(ask, [JSON.stringify({ request, options })]);
}

const REST_MS = 150;

/** What is left, at its best: so much more it takes to come to the end. Null until that is known, and for faces. */
export function useRemainder(now: Eliminated, kind: EliminationKind): Eliminated | null {
  const [rest, setRest] = useState<Eliminated | null>(null);
  const vertices = now.graph.vertices.map(({ id, role }) => ({ id, role }));
  const edges = now.remaining.map(({ from, to, value, constant }) => ({
    from,
    to,
    ...(constant && value !== undefined ? { value, constant } : {}),
  }));
  // Faces may leave several edges between two vertices, which no graph has.
  const isTold = kind !== 'face' && !now.complete && now.steps.length > 0;
  const key = isTold ? JSON.stringify({ graph: { vertices, edges } }) : '';
  useEffect(() => {
    setRest(null);
    if (key === '') return;
    let wanted = true;
    const ask = async () => {
      const options: EliminateOptions = { kind, order: 'optimal', milliseconds: REST_MS };
      const request = JSON.parse(key) as EliminateRequest;
      const answer = await askEngine({ kind: 'eliminate', request, options });
      if (answer?.ok && wanted) setRest(answer);
    };
    // Who runs through the steps asks about the last one only.
    const later = setTimeout(() => void ask(), REST_MS);
    return () => {
      wanted = false;
      clearTimeout(later);
    };
  }, [key, kind]);
  return rest;
}

const RUN_BUDGET = { steps: 2_000_000, milliseconds: 1_000, bytes: 64 * 2 ** 20 };

/** The kernel's adjoint run on the inputs of the run panel: statements one by one, then preaccumulated. */
export function useBothRuns(): readonly [Execution, Execution] | null {
  const key = useApp(({ playground }) =>
    JSON.stringify(runOf({ ...playground, mode: 'adjoint' }, RUN_BUDGET)),
  );
  const find = async () => {
    const request = JSON.parse(key) as ExecuteRequest;
    const runWith = (basicBlocks: Options['basicBlocks']) =>
      askEngine({ kind: 'execute', request: { ...request, options: { ...request.options, basicBlocks } } });
    const plain = await runWith('statements');
    const accumulated = await runWith('preaccumulate');
    return plain?.ok && accumulated?.ok ? { key, runs: [plain, accumulated] as const } : null;
  };
  const found = useFound(find, [key]);
  return found?.key === key ? found.runs : null;
}

export interface Played {
  readonly title: string;
  /** Null while it is being played. */
  readonly answer: Eliminated | null;
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
    if (asked.request === null) {
      setState({ played: [], best: null, progress: null });
      return;
    }
    const all = RULES[asked.kind].map((rules) => ({ title: titleOf(rules), answer: null }));
    setState({ played: all, best: null, progress: 0 });
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
      for (const [k, rules] of RULES[asked.kind].entries()) {
        const answer = await eliminated(rules);
        if (answer === null) return;
        setState((s) => ({
          ...s,
          played: s.played.map((each, i) => (i === k ? { ...each, answer } : each)),
        }));
      }
      for (let look = 0; look < LOOKS; look++) {
        const answer = await eliminated('optimal', { seed: look + 1, milliseconds: LOOK_MS });
        if (answer === null) return;
        setState((s) => ({ ...s, best: better(s.best, answer), progress: look + 1 }));
        if (answer.proven) break;
      }
    };
    void run().finally(() => {
      if (wanted)
        setState((s) => ({ ...s, played: s.played.filter(({ answer }) => answer !== null), progress: null }));
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
