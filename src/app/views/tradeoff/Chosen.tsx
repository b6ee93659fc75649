import type { TradeoffPoint } from '../../../engine/pipeline/results';
import { actions, services } from '../../app';
import { LINK_IS, useCopied } from '../../copied';
import { requestOf } from '../../store/document/playground';
import { Button } from '../../ui/controls';
import { bytes, counted } from '../../ui/numbers';
import { useApp } from '../../use';
import { Diff } from '../compare/Diff';
import { useAnswer } from '../derivatives/useAnswer';
import { Empty } from '../Panel';

/** A strategy's code beside the user's own. */
export function Chosen({
  point,
  own,
  phone,
}: {
  point: TradeoffPoint;
  own: TradeoffPoint | undefined;
  phone: boolean;
}) {
  const playground = useApp((state) => state.playground);
  const shown = useApp((state) => state.shown);
  const request = { ...requestOf(playground), options: point.options };
  const { answer } = useAnswer(
    phone ? null : { kind: 'differentiate', hash: JSON.stringify(request), request },
  );
  const use = () => actions.setOptions(point.options);
  const [came, copy] = useCopied();
  const link = async () => {
    use();
    const address = await services()?.navigation?.share();
    if (address !== undefined) await copy(address);
    actions.say(
      `The link to “${point.title}” is in the address bar, and copied where the browser lets it be.`,
    );
  };
  const than =
    own && own !== point
      ? `${difference(point.bytes - own.bytes, bytes, 'as many bytes')}, ${difference(point.operations - own.operations, operations, 'as many operations')}`
      : '';
  return (
    <section className="tradeoff-code">
      <header>
        <h3>{point.title}</h3>
        <span>{than === '' ? '' : `${than} than yours`}</span>
        <Button size="small" onClick={use}>
          Use
        </Button>
        <Button size="small" look="quiet" onClick={() => void link()}>
          {came === null ? 'Link' : LINK_IS[came]}
        </Button>
      </header>
      {!phone &&
        (answer?.ok && shown?.ok ? (
          <div className="tradeoff-diff">
            <Diff left={shown.code} right={answer.code} />
          </div>
        ) : (
          <Empty>Both codes stand here as soon as they are derived.</Empty>
        ))}
    </section>
  );
}

const operations = (count: number) => counted(count, 'operation');

const difference = (by: number, told: (count: number) => string, none: string): string =>
  by === 0 ? none : `${told(Math.abs(by))} ${by < 0 ? 'fewer' : 'more'}`;
