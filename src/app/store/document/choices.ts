import {
  AVAILABLE,
  excluded,
  OPTION_GROUPS as GROUPS,
  OPTION_NAMES,
  OPTIONS,
  type OptionName,
} from '../../../engine/pipeline/options';
import type { Options } from '../../../engine/pipeline/results';

/** The table of options, as the page reads it before the engine is loaded. */
export {
  AVAILABLE,
  ELIMINATION,
  hasBackwardSweep,
  MODES,
  OPTION_NAMES,
  OPTIONS,
  type OptionName,
  PRESETS,
  TARGETS,
  UNSAID_OPTIONS,
} from '../../../engine/pipeline/options';

/** The options in the order in which one meets them. */
export const OPTION_GROUPS = Object.entries(GROUPS).map(([id, title]) => ({
  title,
  names: OPTION_NAMES.filter((name) => OPTIONS[name].group === id),
}));

/** Values of options by their names. */
export type Values = { readonly [K in OptionName]?: readonly Options[K][] };

/** The engine would refuse none of these values as not available. */
export const isOffered = (change: Partial<Options>, available: Values = AVAILABLE.options): boolean =>
  Object.entries(change).every(([name, value]) =>
    (available[name as OptionName] as readonly unknown[] | undefined)?.includes(value),
  );

/** Why the engine would refuse the options after this change; null if it would not. */
export const refusal = (options: Options, change: Partial<Options>): string | null =>
  excluded({ ...options, ...change })[0]?.message ?? null;
