import type { Differentiation } from '../../engine/pipeline/results';
import { firstExample, playgroundOf } from '../../examples';
import type { Playground } from '../store/document/playground';
import { drawnOf } from '../store/results/drawn';
import { firstStored } from '../store/results/lookup';
import {
  analysisOf,
  certificateOf,
  executionOf,
  explanationOf,
  layoutOf,
  QUICK,
} from '../store/session/questions';
import { focusOnRecording } from '../store/view/focus';
import type { Client } from './client';
import type { Answers, Question } from './protocol';

/**
 * Who comes for the first time sees the first example, always the same. What the page asks of it while it opens, the build has asked
 * already, of this very engine: so its code and its check stand before the engine has come. Whatever else is asked is asked
 * of a worker, and from then on everything is: answers come in the order of their questions.
 */
export type Ahead = Pick<Answers, 'differentiate' | 'execute' | 'certify' | 'explain' | 'layout'>;

export interface Known {
  readonly question: Question;
  readonly answer: Answers[keyof Answers];
}

const playground = (): Playground => playgroundOf(firstExample());

/** Those that belong to an answer of the analysis. */
export function questionsAfter(differentiation: Differentiation) {
  const opened = playground();
  const { request } = analysisOf(opened);
  const stored = firstStored(differentiation);
  const focus = stored === undefined ? null : focusOnRecording(differentiation, stored.id, 'kept');
  if (focus?.subject == null) throw new Error('the first example stores no value');
  const execute = executionOf(opened, QUICK);
  return {
    execute,
    certify: certificateOf(opened),
    explain: explanationOf(request, focus.subject, execute.request.inputs),
    layout: layoutOf(drawnOf(differentiation, []).graphs, false, null),
  };
}

export const firstQuestion = () => analysisOf(playground());

/** By the worker that would be asked. */
export type Prepared = Record<'analysis' | 'execution' | 'certificate' | 'layout', readonly Known[]>;
export const NOTHING_KNOWN: Prepared = { analysis: [], execution: [], certificate: [], layout: [] };

export function knownFrom(ahead: Ahead): Prepared {
  const { differentiate: answer } = ahead;
  const after = questionsAfter(answer);
  return {
    analysis: [
      { question: firstQuestion(), answer },
      { question: after.explain, answer: ahead.explain },
    ],
    execution: [{ question: after.execute, answer: ahead.execute }],
    certificate: [{ question: after.certify, answer: ahead.certify }],
    layout: [{ question: after.layout, answer: ahead.layout }],
  };
}

export function answeredAhead(client: Client, known: readonly Known[]): Client {
  let left = known;
  return {
    load: () => client.load(),
    cancel: () => client.cancel(),
    ask(question, milliseconds, report) {
      const found = left.find((each) => isSame(each.question, question));
      if (found !== undefined) return Promise.resolve({ kind: 'answer', answer: found.answer as never });
      left = [];
      return client.ask(question, milliseconds, report);
    },
  };
}

/** Of plain data; most differ in the first part that is looked at. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  const part = (whole: object, key: string) => (whole as Record<string, unknown>)[key];
  return keys.length === others.length && keys.every((key) => key in b && isSame(part(a, key), part(b, key)));
}
