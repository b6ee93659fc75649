import type { Budget, DifferentiateRequest, ExecuteRequest, Subject } from '../../../engine/pipeline/results';
import { foldOf } from '../../layout/measure';
import type { Graphs, Layout } from '../../layout/types';
import type { Question } from '../../worker/protocol';
import { analysisKey, type Playground, requestKey, requestOf, runOf } from '../document/playground';

type Asking<K extends Question['kind']> = Extract<Question, { readonly kind: K }>;

/** The questions that the page asks about a program by itself. Equal questions have equal answers, whoever asks. */
export const analysisOf = (playground: Playground): Asking<'differentiate'> => ({
  kind: 'differentiate',
  hash: analysisKey(playground),
  request: requestOf(playground),
});

/** Runs that nobody asked for are limited by steps: the clock would end them where the machine is slow. */
export const QUICK: Required<Budget> = { steps: 20_000_000, milliseconds: 20_000, bytes: 128 * 2 ** 20 };

export const executionOf = (playground: Playground, budget: Required<Budget>): Asking<'execute'> => ({
  kind: 'execute',
  request: runOf(playground, budget),
});

/** Whether the run's derivative is right, exactly: asked with every run. */
export const certificateOf = (playground: Playground): Asking<'certify'> => ({
  kind: 'certify',
  request: runOf(playground, {}),
});

export const explanationOf = (
  request: DifferentiateRequest,
  subject: Subject,
  inputs: ExecuteRequest['inputs'],
): Asking<'explain'> => ({ kind: 'explain', hash: requestKey(request), request, subject, inputs });

export const layoutOf = (graphs: Graphs, fullText: boolean, earlier: Layout | null): Asking<'layout'> => {
  return { kind: 'layout', graphs, fold: foldOf(graphs, fullText), earlier };
};
