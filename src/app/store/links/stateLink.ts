import type { Playground } from '../document/playground';
import type { State } from '../state';
import { arrangementOf } from '../view/arrangements';
import { cursorOf } from '../view/focus';
import { encodeLesson } from './lessonLink';
import { encodeLink, encodeShort, type Shared } from './permalink';

/** How a short link opens. */
export interface ShortLink {
  readonly presenting: boolean;
  /** The position of the stepper of the view in focus, or its beginning. */
  readonly stand: boolean;
  /** Recordings that are removed or forced, instead of those of the page. */
  readonly tamper?: Playground['tamper'] | undefined;
}

/** A link that opens as the page is now. */
export const linkOf = async (state: State): Promise<string> =>
  (await ownLesson(state)) ?? (await encodeLink(sharedOf(state)));

/** The same as a shorter link. */
export async function shortLinkOf(state: State, { presenting, stand, tamper }: ShortLink): Promise<string> {
  const { playground, view } = sharedOf(state);
  return (
    (stand ? await ownLesson(state) : null) ??
    (await encodeShort({
      playground: tamper === undefined ? playground : { ...playground, tamper },
      view: { ...view, presenting, ...(stand ? {} : { step: null, stepper: null }) },
    }))
  );
}

const inFocus = ({ onTop, arrangement }: State): string =>
  onTop[arrangement] ?? arrangementOf(arrangement).first;

function sharedOf(state: State): Shared {
  const { playground, pinned, stands, arrangement, presenting } = state;
  const focus = inFocus(state);
  const stand = stands[focus];
  const view = {
    arrangement,
    presenting,
    focus,
    cursor: cursorOf(pinned),
    step: stand?.at ?? null,
    stepper: stand?.of ?? null,
  };
  return { playground, view };
}

/** The step of a lesson that this site does not have, whose link holds the whole lesson. */
async function ownLesson(state: State): Promise<string | null> {
  const { stands, ownLessons } = state;
  const stand = inFocus(state) === 'lesson' ? stands.lesson : undefined;
  const own = ownLessons.find(({ id }) => id === stand?.of);
  return own === undefined || stand === undefined ? null : encodeLesson({ lesson: own.text, step: stand.at });
}
