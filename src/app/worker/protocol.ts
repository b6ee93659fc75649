import type { LayoutAnswers } from './layout.server';
import type { EngineAnswers } from './server';

/** What the page can ask of its workers, and what each question is answered with: what they have a function for. */
type Asked = EngineAnswers & LayoutAnswers;

export type Question = {
  [K in keyof Asked]: { readonly kind: K } & Parameters<Asked[K]>[0];
}[keyof Asked];

export type Answers = { [K in keyof Asked]: Awaited<ReturnType<Asked[K]>> };

export type AnswerTo<Q extends Question> = Answers[Q['kind']];
