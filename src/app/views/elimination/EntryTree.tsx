import { useMemo } from 'react';
import type { Eliminated } from '../../../engine/pipeline/results';
import { Code } from '../../ui/Code';
import { brief } from '../../ui/controls';
import { shortNumber } from '../../ui/numbers';
import { termsOf } from './entryTree';

/** The levels that are written out; a label below them is named. */
const LEVELS = 5;

/** The entry of the Jacobian that is pointed at, as a sum of products, down to partials of the graph. */
export function EntryTree({ now, label }: { now: Eliminated; label: number }) {
  const names = useMemo(() => new Map(now.graph.vertices.map((vertex) => [vertex.id, vertex.label])), [now]);
  const nameOf = (id: number) => brief(names.get(id) ?? String(id), 14);
  const titleOf = (of: number) => {
    const { from, to } = termsOf(now, of);
    return `∂${nameOf(to)}/∂${nameOf(from)}`;
  };
  return (
    <div className="lab-tree">
      <h2>How {titleOf(label)} came about</h2>
      <ul>
        <Label {...{ now, label, titleOf }} level={0} />
      </ul>
    </div>
  );
}

function Label(props: { now: Eliminated; label: number; titleOf: (of: number) => string; level: number }) {
  const { now, label, titleOf, level } = props;
  const { partial, products } = termsOf(now, label);
  const title = titleOf(label);
  if (products.length === 0)
    return (
      <li>
        <code>{title}</code> is the partial{' '}
        <code>
          {partial?.text ?? '0'}
          {partial?.value == null ? '' : ` = ${shortNumber(partial.value, 5)}`}
        </code>
      </li>
    );
  const terms = products.map(({ below, above }) => `${titleOf(above)} · ${titleOf(below)}`);
  return (
    <li>
      <code>{title}</code> ={' '}
      <Code text={[...(partial === null ? [] : [brief(partial.text, 16)]), ...terms].join(' + ')} />
      {level < LEVELS && (
        <ul>
          {products.flatMap(({ below, above }) =>
            [above, below].map((each) => (
              <Label key={`${above} ${below} ${each}`} {...{ now, titleOf }} label={each} level={level + 1} />
            )),
          )}
        </ul>
      )}
    </li>
  );
}
