import { useMemo } from 'react';
import type { Eliminated } from '../../../engine/pipeline/results';
import { brief } from '../../ui/controls';
import { shortNumber } from '../../ui/numbers';
import { type LabelTree, labelTree } from './entryTree';

/** So many levels are written out; a label below is named. */
const LEVELS = 5;

/** The entry of the Jacobian that is pointed at: what it is the sum of, down to partials of the graph. */
export function EntryTree({ now, from, to }: { now: Eliminated; from: number; to: number }) {
  const tree = useMemo(() => labelTree(now, from, to), [now, from, to]);
  const names = useMemo(() => new Map(now.graph.vertices.map(({ id, label }) => [id, label])), [now]);
  const nameOf = (id: number) => brief(names.get(id) ?? String(id), 14);
  return (
    <div className="lab-tree">
      <h3>
        How ∂{nameOf(to)}/∂{nameOf(from)} came about
      </h3>
      <ul>
        <Label tree={tree} nameOf={nameOf} level={0} />
      </ul>
    </div>
  );
}

function Label({ tree, nameOf, level }: { tree: LabelTree; nameOf: (id: number) => string; level: number }) {
  const { from, to, partial, products } = tree;
  const title = `∂${nameOf(to)}/∂${nameOf(from)}`;
  const value = partial?.value;
  const own =
    partial === null ? [] : [`${partial.text}${value == null ? '' : ` = ${shortNumber(value, 5)}`}`];
  if (products.length === 0)
    return (
      <li>
        <code>{title}</code> is the partial <code>{own[0] ?? '0'}</code>
      </li>
    );
  const terms = products.map(
    ({ below, above }) =>
      `∂${nameOf(above.to)}/∂${nameOf(above.from)} · ∂${nameOf(below.to)}/∂${nameOf(below.from)}`,
  );
  return (
    <li>
      <code>{title}</code> ={' '}
      <code>{[...(partial === null ? [] : [brief(partial.text, 16)]), ...terms].join(' + ')}</code>
      {level < LEVELS && (
        <ul>
          {products.flatMap(({ step, below, above }) =>
            [above, below].map((each) => (
              <Label key={`${step} ${each.from} ${each.to}`} tree={each} nameOf={nameOf} level={level + 1} />
            )),
          )}
        </ul>
      )}
    </li>
  );
}
