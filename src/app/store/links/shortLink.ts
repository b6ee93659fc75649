import { UNSAID_OPTIONS } from '../document/choices';

/**
 * The short form of a link, `#v2.…`: what equals the defaults is left out. Which defaults those are is frozen with the version,
 * here and in the table of options: a link means the same whatever the page's own defaults become.
 */
const DEFAULTS = {
  routine: null,
  independents: null,
  dependents: null,
  mode: 'adjoint',
  target: null,
  inputs: {},
  seeds: {},
  directions: {},
  tamper: { without: [], with: [] },
  note: '',
};
const VIEW = { arrangement: null, presenting: false, focus: null, cursor: null, step: null, stepper: null };

type Entries = Readonly<Record<string, unknown>>;

export function shortened(flat: Entries): Entries {
  const { options, view, ...others } = flat;
  const found: Record<string, unknown> = without(others, DEFAULTS);
  const [fewOptions, fewView] = [
    without(entries(options), { ...UNSAID_OPTIONS }),
    without(entries(view), VIEW),
  ];
  if (Object.keys(fewOptions).length > 0) found.options = fewOptions;
  if (Object.keys(fewView).length > 0) found.view = fewView;
  return found;
}

/** Accepts anything; the schema judges the result. */
export function lengthened(short: unknown): unknown {
  const given = entries(short);
  return {
    ...DEFAULTS,
    ...given,
    options: { ...UNSAID_OPTIONS, ...entries(given.options) },
    view: { ...VIEW, ...entries(given.view) },
  };
}

const entries = (value: unknown): Entries =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Entries) : {};

function without(given: Entries, defaults: Entries): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).filter(
      ([key, value]) =>
        !(Object.hasOwn(defaults, key) && JSON.stringify(defaults[key]) === JSON.stringify(value)),
    ),
  );
}
