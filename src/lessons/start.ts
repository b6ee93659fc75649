/** What a step sets the page to. */
import { OPTION_NAMES } from '../app/store/document/choices';
import { EMPTY_PLAYGROUND, type Playground } from '../app/store/document/playground';
import { checkPlayground, decodeLink } from '../app/store/links/permalink';
import type { LessonStep, StepSettings, StepStart } from './format';
import { optionsIn } from './settings';

/**
 * The state that a step sets up: what the last one up to it with a kernel or a link begins from, and over it the settings of all
 * steps from there; or in words why not.
 */
export async function playgroundOfStep(
  steps: readonly Pick<LessonStep, 'start' | 'settings'>[],
  at: number,
): Promise<Playground | string> {
  const upTo = steps.slice(0, at + 1);
  const from = upTo.findLastIndex(({ start }) => start.kind !== 'same');
  let playground = await playgroundOf(upTo[from]?.start);
  for (const { settings } of upTo.slice(Math.max(0, from)))
    if (typeof playground !== 'string') playground = withSettings(playground, settings);
  return playground;
}

async function playgroundOf(start: StepStart | undefined): Promise<Playground | string> {
  if (start === undefined || start.kind === 'same') return 'No step up to here has a kernel.';
  if (start.kind === 'kernel') return { ...EMPTY_PLAYGROUND, source: start.source, language: start.language };
  const decoded = await decodeLink(start.link);
  if (decoded.kind === 'shared') return decoded.shared.playground;
  return decoded.kind === 'damaged' ? `Its link ${decoded.reason}.` : 'Its link holds nothing.';
}

function withSettings(playground: Playground, settings: StepSettings): Playground | string {
  const { inputs, independents, dependents } = settings;
  const unknown = Object.keys(settings.options).find((name) => !OPTION_NAMES.some((each) => each === name));
  if (unknown !== undefined) return `There is no option “${unknown}”.`;
  try {
    return checkPlayground(
      {
        ...playground,
        inputs: { ...playground.inputs, ...inputs },
        options: { ...playground.options, ...optionsIn(settings.options) },
        independents: independents.length === 0 ? playground.independents : independents,
        dependents: dependents.length === 0 ? playground.dependents : dependents,
      },
      '',
    );
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
