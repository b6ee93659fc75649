import type { SinglePass } from '../../../engine/pipeline/results';
import { brief } from '../../ui/controls';
import type { Firing, PassStep } from './steps';

/** The production at work; the rules that fire are lit, with what they come to. */
export function Rules(props: { firing: Firing | null; step: PassStep | undefined; pass: SinglePass }) {
  const { firing, step, pass } = props;
  const production =
    firing?.production ?? pass.productions.find(({ id }) => id === pass.tree[step?.vertex ?? 0]?.production);
  if (!production) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section className="singlepass-rules" aria-label={`Production ${production.id}`} tabIndex={0}>
      <h3>
        <code>{production.text.replace(':', '→')}</code> <small>{production.id}</small>
      </h3>
      <dl>
        {production.rules.map((rule, i) => {
          const value = firing?.values.get(i);
          return (
            <div
              key={`${rule.of}.${rule.attribute}`}
              data-lit={value !== undefined || undefined}
              aria-current={value !== undefined ? 'step' : undefined}
            >
              <dt>
                {rule.of}.{rule.attribute}
              </dt>
              <dd>
                <code>{rule.text}</code>
                {value !== undefined && <output>= {brief([value].flat().join(' '), 160)}</output>}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
