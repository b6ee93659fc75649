/** Opens an example as it stands: its text, choices and inputs, and where it says so its arrangement, view and step. */
import { type Example, playgroundOf } from '../examples';
import { actions } from './app';

export function openExample(example: Example): void {
  const { id, view, stand, arrangement } = example;
  const stands = view !== undefined && stand !== undefined ? { stands: { [view]: stand } } : {};
  actions.load(playgroundOf(example), { example: id, ...stands });
  if (arrangement !== undefined) actions.arrange(arrangement);
  if (view !== undefined) actions.show(view);
}

/** Hides what was derived of an example, and asks the reader to predict it. */
export function predictExample({ question }: Example): void {
  if (question !== undefined) actions.stand('predict', { of: question, at: 1 });
  actions.arrange('learn');
  actions.show('predict');
}

/** Shows the tour, over the arrangement that it is about. */
export function takeTour(): void {
  actions.present(false);
  actions.arrange('read');
  actions.show('read');
  actions.tour(0);
}
