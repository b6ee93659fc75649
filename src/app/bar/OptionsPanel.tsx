import type { Options } from '../../engine/pipeline/results';
import { actions } from '../app';
import {
  AVAILABLE,
  ELIMINATION,
  hasBackwardSweep,
  isOffered,
  OPTION_GROUPS,
  OPTIONS,
  type OptionName,
  PRESETS,
  refusal,
} from '../store/document/choices';
import { Segments, Switch } from '../ui/controls';
import { useApp } from '../use';
import { Prose } from '../views/why/Prose';

interface Value {
  readonly value: Options[OptionName];
  readonly title: string;
  readonly blurb: string;
}

/** All options, each with what it does. Values that the engine would refuse as not available are not offered. */
export function OptionsPanel() {
  const mode = useApp((state) => state.playground.mode);
  const options = useApp((state) => state.playground.options);
  const tangent = !hasBackwardSweep(mode);
  const offered = (name: OptionName) =>
    (OPTIONS[name].values as readonly Value[]).filter(
      ({ value }) => value === options[name] || isOffered({ [name]: value }),
    );
  const groups = OPTION_GROUPS.map(({ title, names }) => ({
    title,
    names: names.filter(
      (name) => offered(name).length > 1 && (!tangent || AVAILABLE.inTangents.includes(name)),
    ),
  })).filter(({ names }) => names.length > 0);
  return (
    <div className="options">
      {!tangent && <Presets />}
      {groups.map(({ title, names }) => (
        <fieldset key={title}>
          <legend>{title}</legend>
          {names.map((name) =>
            typeof options[name] === 'boolean' ? (
              <Toggle key={name} name={name} />
            ) : (
              <Several key={name} name={name} values={offered(name)} />
            ),
          )}
          {names.includes('blockOutputs') && <EliminationOption />}
        </fieldset>
      ))}
      {tangent && (
        <p className="option-blurb">The other options are about the backward sweep: a tangent has none.</p>
      )}
      <fieldset>
        <legend>Names</legend>
        <Naming tangent={tangent} />
      </fieldset>
    </div>
  );
}

function Presets() {
  const options = useApp((state) => state.playground.options);
  const offered = PRESETS.filter(({ change }) => isOffered(change));
  const holds = (change: Partial<Options>) =>
    Object.entries(change).every(([name, value]) => options[name as OptionName] === value);
  const current = offered.find(({ change }) => holds(change));
  if (offered.length === 0) return null;
  return (
    <div className="option presets">
      <span>Preset</span>
      <Segments
        label="Preset"
        value={current?.id ?? ''}
        choices={offered.map(({ id, title, blurb }) => ({ value: id, title, blurb }))}
        onChange={(id) => {
          const preset = offered.find((each) => each.id === id);
          if (preset === undefined) return;
          // An option that excludes a part of the preset is changed.
          const refused = refusal(options, preset.change);
          actions.setOptions({ ...preset.change, ...(refused === null ? {} : { reversal: 'joins' }) });
        }}
      />
      <small className="option-blurb">
        {current?.blurb ?? 'A choice of your own; a preset sets what is recorded and which analyses run.'}
      </small>
    </div>
  );
}

function Toggle({ name }: { name: OptionName }) {
  const options = useApp((state) => state.playground.options);
  const on = options[name] === true;
  const refused = refusal(options, { [name]: !on });
  return (
    <Switch
      label={OPTIONS[name].title}
      blurb={<Prose text={refused ?? OPTIONS[name].blurb} />}
      on={on}
      disabled={refused !== null}
      onChange={(next) => actions.setOptions({ [name]: next })}
    />
  );
}

function Several({ name, values }: { name: OptionName; values: readonly Value[] }) {
  const options = useApp((state) => state.playground.options);
  const { title, blurb } = OPTIONS[name];
  const current = values.find(({ value }) => value === options[name]);
  const choices = values.map((each) => ({
    ...each,
    value: String(each.value),
    refused: refusal(options, { [name]: each.value }),
  }));
  const refused = choices.find((each) => each.refused !== null);
  return (
    <div className="option">
      <span title={blurb}>{title}</span>
      <Segments
        label={title}
        value={String(options[name])}
        choices={choices.map(({ refused: reason, ...each }) => ({
          ...each,
          disabled: reason !== null,
          blurb: reason ?? each.blurb,
        }))}
        onChange={(value) => actions.setOptions({ [name]: value })}
      />
      <small className="option-blurb">
        <Prose text={current?.blurb ?? blurb} />
        {refused && <Prose text={` Not “${refused.title}” now: ${refused.refused}`} />}
      </small>
    </div>
  );
}

function Naming({ tangent }: { tangent: boolean }) {
  const naming = useApp((state) => state.playground.options.naming);
  const set = (part: Partial<Options['naming']>) => {
    const next = { ...naming, ...part };
    if (Object.values(next).every((suffix) => /^\w{0,20}$/.test(suffix)))
      actions.setOptions({ naming: next });
  };
  const which = tangent ? 'tangent' : 'adjoint';
  return (
    <label className="option">
      <span>Suffix of {tangent ? 'tangents' : 'adjoints'}</span>
      <input
        className="select mono"
        size={6}
        value={naming[which]}
        onChange={(event) => set({ [which]: event.target.value })}
      />
      <small className="option-blurb">
        The derivative of <code>x</code> is named <code>x{naming[which]}</code>, unless that name is taken.
      </small>
    </label>
  );
}

type Elimination = Options['elimination'];
const keyOf = (order: Elimination['order']) => JSON.stringify(order);

/** What is eliminated from the graphs of preaccumulated blocks, and in which order. */
function EliminationOption() {
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
