/** Every name that a printed text may define for itself, for those who must keep clear of them. */
import { keysOf } from '../base/lookup';
import { ELEMENTARY, ELEMENTARY_NAMES, type Helper } from './elementary';
import { CONTROL_WORDS, TYPE_WORD, tapeFunction } from './runtime';

const TYPES = keysOf(TYPE_WORD);

/** Helpers of C and Fortran, which go by type, and of JavaScript. */
function helpers(): Helper[] {
  return ELEMENTARY_NAMES.flatMap((fn) => {
    const { c, fortran, javascript } = ELEMENTARY[fn];
    const own = typeof javascript === 'object' && 'text' in javascript ? withNeeds(javascript) : [];
    return [c.helper ?? [], (fortran !== 'c' && fortran.helper) || [], own].flat();
  });
}

function withNeeds(helper: Helper): Helper[] {
  return [...(helper.needs ?? []).flatMap(withNeeds), helper];
}

export function runtimeNames(): string[] {
  const actions = ['push', 'pop'] as const;
  return [
    ...actions.flatMap((action) =>
      TYPES.flatMap((type) => [tapeFunction(action, type, false), tapeFunction(action, type, true)]),
    ),
    ...actions.flatMap((action) => CONTROL_WORDS.map((word) => `${action}_${word}`)),
    ...new Set(helpers().flatMap((helper) => TYPES.map(helper.name))),
  ];
}
