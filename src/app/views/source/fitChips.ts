/** How many chips of each group fit into one line, so that the head of the kernel stays one line whatever is chosen. */

interface ChipText {
  readonly text: string;
  readonly on: boolean;
}

/** Sizes in pixels, as `ui.css` has them; the text is monospaced. */
const CHARACTER = 7.3;
const GAP = 4;
const PADDING = 18;
const DOT = 9;
/** The button that opens the rest, and the words between the groups. */
const MORE = 44;
const WORDS = 66;
/** What stands for a group that has none. */
const NOTHING = 54;

const widthOf = ({ text, on }: ChipText) => text.length * CHARACTER + PADDING + (on ? DOT : 0) + GAP;

/**
 * Takes from the group that has most until the line holds what is left. A group that is cut has a button more; a group is cut to nothing
 * before the line breaks.
 */
export function fitChips(room: number, groups: readonly (readonly ChipText[])[]): number[] {
  const counts = groups.map((chips) => chips.length);
  const needed = () =>
    groups.reduce((sum, chips, g) => {
      const shown = chips.slice(0, counts[g]);
      const beside = chips.length === 0 ? NOTHING : shown.length < chips.length ? MORE : 0;
      return shown.reduce((width, chip) => width + widthOf(chip), sum + beside);
    }, WORDS);
  while (needed() > room) {
    const most = Math.max(...counts);
    if (most <= 0) break;
    const longest = counts.lastIndexOf(most);
    counts[longest] = most - 1;
  }
  return counts;
}
