import type { AvailableOptions } from '../../engine/index';
import { type Available, OPTION_NAMES, type OptionName } from '../store/document/choices';

/** What the engine says it can do, in the words of the page's own table. */
export function availableFrom({
  modes,
  targets,
  switches,
  inTangents,
  notCombinable,
  ...several
}: AvailableOptions): Available {
  const values = (name: OptionName) =>
    name in several
      ? several[name as keyof typeof several]
      : switches.includes(name)
        ? [true, false]
        : [false];
  return {
    modes,
    targets,
    inTangents,
    notCombinable,
    options: Object.fromEntries(OPTION_NAMES.map((name) => [name, values(name)])),
  };
}
