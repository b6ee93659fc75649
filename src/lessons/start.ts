/** What a step sets the page to. */
import { OPTION_NAMES } from '../app/store/document/choices';
import { EMPTY_PLAYGROUND, type Playground } from '../app/store/document/playground';
import { checkPlayground, decodeLink } from '../app/store/links/permalink';
import type { LessonStep, StepStart } from './format';
import { optionsIn } from './settings';

/** The state that a step begins from: its own, or that of the last step before it that has one; or in words why not. */
export async function playgroundOfStep(
  steps: readonly Pick<LessonStep, 'start'>[],
  at: number,
): Promise<Playground | string> {
  for (let k = at; k >= 0; k--) {
    const start = steps[k]?.start;
    if (start !== undefined && start.kind !== 'same') return playgroundOf(start);
  }
  return 'No step up to here has a kernel.';
}

async function playgroundOf(start: Exclude<StepStart, { kind: 'same' }>): Promise<Playground | string> {
  if (start.kind === 'link') {
    const decoded = await decodeLink(start.link);
    if (decoded.kind === 'shared') return decoded.shared.playground;
    return decoded.kind === 'damaged' ? `Its link ${decoded.reason}.` : 'Its link holds nothing.';
  }
  const { source, language, inputs, independents, dependents } = start;
  const unknown = Object.keys(start.options).find((name) => !OPTION_NAMES.some((each) => each === name));
  if (unknown !== undefined) return `There is no option “${unknown}”.`;
  try {
    return checkPlayground(
      {
        ...EMPTY_PLAYGROUND,
        source,
        language,
        inputs,
        options: { ...EMPTY_PLAYGROUND.options, ...optionsIn(start.options) },
        independents: independents.length === 0 ? null : independents,
        dependents: dependents.length === 0 ? null : dependents,
      },
      '',
    );
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
