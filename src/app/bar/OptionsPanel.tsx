import type { Options } from '../../engine/pipeline/results';
import { actions } from '../app';
import { OPTION_NAMES, OPTIONS, type OptionName } from '../store/choices';
import { Button, Segments, Switch } from '../ui/controls';
import { useApp } from '../use';

/** All options. Values that the engine would refuse as not available are not offered. */
export function OptionsPanel() {
  const options = useApp((state) => state.playground.options);
  const available = useApp((state) => state.available.options);
  const offered = (name: OptionName) =>
    (OPTIONS[name].values as readonly { value: Options[OptionName]; title: string; blurb: string }[]).filter(
      ({ value }) =>
        value === options[name] || (available[name] as readonly unknown[] | undefined)?.includes(value),
    );
  const several = OPTION_NAMES.filter(
    (name) => typeof options[name] === 'string' && offered(name).length > 1,
  );
  const switches = OPTION_NAMES.filter(
    (name) => typeof options[name] === 'boolean' && offered(name).length > 1,
  );
  const canLeast = ['recompute', 'useResults'].every((name) => switches.includes(name as OptionName));
  return (
    <div className="options">
      {several.map((name) => (
        <div key={name} className="option">
          <span title={OPTIONS[name].blurb}>{OPTIONS[name].title}</span>
          <Segments
            size="small"
            label={OPTIONS[name].title}
            value={String(options[name])}
            choices={offered(name).map((each) => ({ ...each, value: String(each.value) }))}
            onChange={(value) => actions.setOptions({ [name]: value })}
          />
        </div>
      ))}
      {switches.map((name) => (
        <Switch
          key={name}
          label={OPTIONS[name].title}
          blurb={OPTIONS[name].blurb}
          on={options[name] === true}
          onChange={(on) => actions.setOptions({ [name]: on })}
        />
      ))}
      {canLeast && (
        <Button size="small" onClick={() => actions.setOptions({ recompute: true, useResults: true })}>
          Least tape
        </Button>
      )}
      <Naming />
      <Note />
    </div>
  );
}

function Naming() {
  const naming = useApp((state) => state.playground.options.naming);
  const set = (part: Partial<Options['naming']>) => {
    const next = { ...naming, ...part };
    if (Object.values(next).every((suffix) => /^\w{0,20}$/.test(suffix)))
      actions.setOptions({ naming: next });
  };
  return (
    <div className="option">
      <span>Suffixes</span>
      <label>
        adjoint{' '}
        <input
          className="select mono"
          size={4}
          value={naming.adjoint}
          onChange={(event) => set({ adjoint: event.target.value })}
        />
      </label>
      <label>
        tangent{' '}
        <input
          className="select mono"
          size={4}
          value={naming.tangent}
          onChange={(event) => set({ tangent: event.target.value })}
        />
      </label>
    </div>
  );
}

function Note() {
  const note = useApp((state) => state.playground.note);
  return (
    <label className="note-field">
      A note for those who open your link
      <textarea
        rows={2}
        maxLength={4000}
        value={note}
        onChange={(event) => actions.setNote(event.target.value)}
      />
    </label>
  );
}
