import { describe, expect, test } from 'vitest';
import { firstExample, playgroundOf } from '../../examples';
import { createActions } from '../store/actions';
import { firstStored } from '../store/results/lookup';
import type { Clients } from '../store/session/clients';
import { certificateOf } from '../store/session/questions';
import { startSession } from '../store/session/session';
import { createState, isPlacing, isRunStale, isStale } from '../store/state';
import { focusOnRecording } from '../store/view/focus';
import { type Ahead, answeredAhead, type Known, knownFrom } from './ahead';
import { makeAhead } from './ahead.server';
import type { Client } from './client';
import type { Question } from './protocol';

/* What the build lays beside the page: it is what the engine says, and all that the page asks at first. */

/** As the page reads it. */
const ahead: Ahead = JSON.parse(JSON.stringify(await makeAhead()));

/** An engine that never comes, and what was asked of it. */
function absent(known: readonly Known[]) {
  const asked: Question['kind'][] = [];
  const nobody: Client = {
    ask: (question) => {
      asked.push(question.kind);
      return new Promise(() => {});
    },
    load: () => {},
    cancel: () => {},
  };
  return { asked, client: answeredAhead(nobody, known) };
}

describe('answers that come with the page', () => {
  test('are those of the engine, whenever it is asked', async () => {
    expect(JSON.parse(JSON.stringify(await makeAhead()))).toEqual(ahead);
    expect(structuredClone(await makeAhead())).toEqual(ahead);
    expect(ahead.differentiate.ok && ahead.execute.check.verdict === 'passed').toBe(true);
  });

  test('are all that the first example asks for; after an edit the engine is asked, and goes on being', async () => {
    const known = knownFrom(ahead);
    const [analysis, execution, certificate, layout] = [
      absent(known.analysis),
      absent(known.execution),
      absent(known.certificate),
      absent(known.layout),
    ];
    const clients: Clients = {
      analysis: analysis.client,
      execution: execution.client,
      certificate: certificate.client,
      layout: layout.client,
    };
    const example = firstExample();
    const store = createState();
    const actions = createActions(store);
    actions.load(playgroundOf(example), { example: example.id });
    const session = startSession(store, clients);
    const answers = until(store, (state) => state.execution !== null);
    actions.wantGraphs();
    await answers;
    const { shown } = store.getState();
    const stored = shown === null ? undefined : firstStored(shown);
    if (shown === null || stored === undefined) throw new Error('nothing is shown');
    actions.pin(focusOnRecording(shown, stored.id, 'kept'));
    await until(store, ({ explanation, placed }) => explanation !== null && placed !== null);
    const proof = await clients.certificate.ask(certificateOf(store.getState().playground));
    expect(proof).toMatchObject({ kind: 'answer', answer: { verdict: 'exact' } });
    const state = store.getState();
    expect([isStale(state), isRunStale(state), isPlacing(state)]).toEqual([false, false, false]);
    expect([analysis, execution, certificate, layout].flatMap(({ asked }) => asked)).toEqual([]);
    actions.edit(`${example.source}\n`);
    actions.edit(example.source);
    expect(analysis.asked).toEqual(['differentiate', 'differentiate']);
    session.stop();
  });
});

function until(
  store: ReturnType<typeof createState>,
  holds: (state: ReturnType<typeof store.getState>) => boolean,
) {
  return new Promise<void>((resolve) => {
    store.subscribe(holds, (now) => now && resolve(), { fireImmediately: true });
  });
}
