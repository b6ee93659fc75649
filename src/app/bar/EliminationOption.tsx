import type { Options } from '../../engine/pipeline/results';
import { actions } from '../app';
import { ELIMINATION } from '../store/document/choices';
import { Segments } from '../ui/controls';
import { useApp } from '../use';
import { Prose } from '../views/why/Prose';

type Elimination = Options['elimination'];
const keyOf = (order: Elimination['order']) => JSON.stringify(order);

/** What is eliminated from the graphs of preaccumulated blocks, and in which order. */
export function EliminationOption() {
  const { kind, order } = useApp((state) => state.playground.options.elimination);
  const set = (elimination: Elimination) => actions.setOptions({ elimination });
  const listed = ELIMINATION.orders.filter((each) => ELIMINATION.fits({ kind, order: each.order }));
  const isListed = listed.some((each) => keyOf(each.order) === keyOf(order));
  // A link may hold an order that is not listed.
  const orders = isListed ? listed : [...listed, { order, title: [order].flat().join(', ') }];
  return (
    <div className="option">
      <span title={ELIMINATION.blurb}>{ELIMINATION.title}</span>
      <Segments
        size="small"
        label={ELIMINATION.title}
        value={kind}
        choices={ELIMINATION.kinds}
        onChange={(next) =>
          set(
            ELIMINATION.fits({ kind: next, order })
              ? { kind: next, order }
              : { kind: next, order: ['LM', 'reverse'] },
          )
        }
      />
      <select
        className="select"
        style={{ gridColumn: '1 / -1', width: '100%', maxWidth: 'none' }}
        aria-label="Order of elimination"
        value={keyOf(order)}
        onChange={({ target }) =>
          set({ kind, order: orders.find((each) => keyOf(each.order) === target.value)?.order ?? order })
        }
      >
        {orders.map((each) => (
          <option key={keyOf(each.order)} value={keyOf(each.order)}>
            {each.title}
          </option>
        ))}
      </select>
      <small className="option-blurb">
        <Prose text={ELIMINATION.blurb} />
      </small>
    </div>
  );
}
