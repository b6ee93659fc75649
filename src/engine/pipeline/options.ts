/** What follows from the table of options: their types, defaults and values, and which of them go together. */
import {
  type Choice,
  ELIMINATION,
  type Elimination,
  MODES,
  NAMING,
  OPTIONS,
  PRESETS as PRESET_WORDS,
  type PresetId,
  TARGETS,
} from './optionTable';

export { ELIMINATION, hasBackwardSweep, MODES, OPTION_GROUPS, OPTIONS, TARGETS } from './optionTable';

export type Mode = (typeof MODES)[number]['value'];
export type Target = (typeof TARGETS)[number]['value'];
export type OptionName = keyof typeof OPTIONS;
export type Options = {
  [K in OptionName]: (typeof OPTIONS)[K] extends Choice<infer V> ? V : never;
} & { elimination: Elimination; naming: { adjoint: string; tangent: string } };

/** In the order of links, so that results computed from options do not depend on where the options came from. */
const records = Object.entries({ ...OPTIONS, elimination: ELIMINATION, naming: NAMING }).sort(
  ([, a], [, b]) => a.link.at - b.link.at,
);
const ofEach = (part: (record: (typeof records)[number][1]) => unknown) =>
  Object.fromEntries(records.map(([name, record]) => [name, part(record)])) as unknown as Options;

export const DEFAULT_OPTIONS = ofEach((record) => record.default);
/** The values that links mean by options that they do not name. */
export const UNSAID_OPTIONS = ofEach((record) => record.link.unsaid);

export const withDefaults = (options: Partial<Options> | undefined): Options => ({
  ...DEFAULT_OPTIONS,
  ...options,
  naming: { ...DEFAULT_OPTIONS.naming, ...options?.naming },
});

export const OPTION_NAMES = Object.keys(OPTIONS) as OptionName[];
const choices: readonly (readonly [OptionName, Choice<string | boolean>])[] = OPTION_NAMES.map((name) => [
  name,
  OPTIONS[name],
]);

/** Values that exclude each other for every program. */
export interface Exclusion {
  readonly options: Partial<Options>;
  readonly message: string;
  /** What to do instead. */
  readonly note: string;
}

/** The options that are built: the engine refuses all others, and the page does not offer them. */
export const AVAILABLE = {
  modes: MODES.map(({ value }) => value) as readonly Mode[],
  targets: TARGETS.map(({ value }) => value) as readonly Target[],
  options: Object.fromEntries(
    choices.map(([name, { values }]) => [name, values.flatMap((v) => (v.notYet ? [] : [v.value]))]),
  ) as unknown as { readonly [K in OptionName]: readonly Options[K][] },
  /** Options that change a tangent as well; the others are about the backward sweep. */
  inTangents: OPTION_NAMES.filter((name) => OPTIONS[name].inTangents),
  notCombinable: choices.flatMap(([name, { excludes }]) =>
    (excludes ?? []).map(
      ({ value, others, message, note }): Exclusion => ({
        options: { [name]: value, ...others },
        message,
        note,
      }),
    ),
  ),
};

/** The exclusions that these options violate. */
export const excluded = (options: Options): Exclusion[] =>
  AVAILABLE.notCombinable.filter((exclusion) =>
    Object.entries(exclusion.options).every(([name, value]) => options[name as OptionName] === value),
  );

export const PRESETS = Object.entries(PRESET_WORDS).map(([id, words]) => ({
  ...words,
  id,
  change: Object.fromEntries(
    choices.flatMap(([name, { presets }]) => {
      const value = presets?.[id as PresetId];
      return value === undefined ? [] : [[name, value]];
    }),
  ) as Partial<Options>,
}));
