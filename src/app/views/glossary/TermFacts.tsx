import { actions, store } from '../../app';
import { Link } from '../../ui/controls';
import { ENTRIES } from './entries';

/** What the glossary says of a term beside its meaning, and the way there. */
export function TermFacts({ name }: { name: string }) {
  const entry = ENTRIES.find((each) => each.name === name);
  if (entry === undefined) return null;
  const open = () => {
    store.setState(({ stands }) => ({ stands: { ...stands, glossary: { of: entry.id, at: 0 } } }));
    actions.arrange('learn');
    actions.show('glossary');
  };
  return (
    <>
      <p className="mono">{entry.equation}</p>
      <p className="rule-paper">
        {entry.paper} <Link onClick={open}>In the glossary</Link>
      </p>
    </>
  );
}
