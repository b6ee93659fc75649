import { expect, test } from 'vitest';
import { FIXTURE_SOURCE, fixture } from '../../testing/fixture';
import { EMPTY_PLAYGROUND, requestOf } from '../document/playground';
import { createState } from '../state';
import { focusOnStatement } from './focus';
import { follow } from './follow';

const short = fixture(requestOf({ ...EMPTY_PLAYGROUND, source: FIXTURE_SOURCE }));
const long = {
  ...short,
  statements: Array.from({ length: 500 }, () => short.statements[0] ?? expect.fail()),
};

test('results of a long program reach a reader in its turn, what the user does at once', () => {
  const store = createState();
  const turns: (() => void)[] = [];
  const reader = follow(store, (arrive) => {
    turns.push(arrive);
    return () => turns.splice(turns.indexOf(arrive), 1);
  });
  let told = 0;
  const stop = reader.subscribe(() => told++);
  store.setState({ shown: short, latest: short });
  expect(reader.getState()).toBe(store.getState());
  expect(turns).toEqual([]);
  store.setState({ shown: long, latest: long });
  store.setState({ said: 'typed on', running: true });
  expect(reader.getState()).toMatchObject({ shown: short, latest: short, said: 'typed on', running: false });
  expect(told).toBe(3);
  turns[0]?.();
  expect(reader.getState()).toBe(store.getState());
  expect(told).toBe(4);
  const focus = focusOnStatement(long, 's0', 'code');
  store.setState({ hovered: focus });
  expect(reader.getState().hovered).toBeNull();
  turns[1]?.();
  expect(reader.getState().hovered).toBe(focus);
  store.setState({ shown: { ...long } });
  expect(turns).toHaveLength(3);
  stop();
  expect(turns).toHaveLength(2);
  expect(reader.getState()).toBe(store.getState());
});
