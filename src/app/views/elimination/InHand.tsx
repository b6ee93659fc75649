import type { Eliminated, EliminationKind, EliminationTarget } from '../../../engine/pipeline/results';
import { Button } from '../../ui/controls';
import type { Hand } from './hand';
import type { Option } from './options';

/** The edge or vertex in hand: what eliminating it costs and makes, and why an end is not allowed. */
export function InHand(props: {
  now: Eliminated;
  kind: EliminationKind;
  hand: Hand | null;
  options: readonly Option[];
  onTake: (step: EliminationTarget) => void;
}) {
  const { now, kind, hand, options, onTake } = props;
  const what = kind === 'vertex' ? 'a vertex' : 'an edge';
  const label = (id: number) => now.graph.vertices.find((each) => each.id === id)?.label ?? String(id);
  const last = now.steps.length - 1;
  const made = now.products.filter(({ step }) => step === last);
  return (
    <div className="lab-hand" role="status">
      {hand === null ? (
        <p>
          {now.complete
            ? `Done: every edge is an entry of the Jacobian, at ${now.multiplications} multiplications.`
            : last < 0
              ? `Choose ${what}: what it costs and what it makes is said before you take it.`
              : `${made.map(({ from, via, to, absorbs }) => `${label(from)} → ${label(to)} ${absorbs ? 'grew' : 'is new'}, by ${label(via)}`).join('; ') || 'Nothing had to be multiplied'}. Choose ${what}.`}
        </p>
      ) : options.length === 0 ? (
        <p>There is nothing to eliminate here: it is an entry of the Jacobian, or meets no other edge.</p>
      ) : (
        options.map(({ step, title, multiplications, objection, says }) => (
          <div key={JSON.stringify(step)}>
            <Button size="small" disabled={objection !== null} onClick={() => onTake(step)}>
              {title}
              {objection === null && `: ${multiplications} ×`}
            </Button>
            <span>{objection ?? says}</span>
          </div>
        ))
      )}
    </div>
  );
}
