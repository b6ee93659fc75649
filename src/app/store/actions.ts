import { documentActions } from './document/actions';
import type { Store } from './state';
import { cursorActions, drawingActions, pageActions } from './view/actions';

/** Everything that a user can do, as plain functions on the state. */
export const createActions = (store: Store) => ({
  ...documentActions(store),
  ...cursorActions(store),
  ...drawingActions(store),
  ...pageActions(store),
});
export type Actions = ReturnType<typeof createActions>;
