/** Where to break a line that is too long: between tokens, as late as fits; inside quotes only what is longer than a line. */
import type { Cut } from './writer';

export interface WrapRule {
  /** Columns that a line may fill. */
  readonly limit: number;
  /** What ends a line that goes on (free-form Fortran: ` &`). */
  readonly tail: string;
  /** What the next line starts with, before `indent`. */
  readonly head: string;
  /** A line that starts like this is left alone. */
  readonly comment: RegExp;
}

/** Continuation lines stand `4` columns to the right of the line that they continue; inside texts at the margin, where a mark allows it. */
export function wrapWith(rule: WrapRule): (line: string) => Cut[] {
  const tail = rule.tail.trim();
  const mark = rule.head || tail;
  return (line) => {
    if (line.length <= rule.limit || rule.comment.test(line)) return [];
    const body = line.slice(rule.head.length);
    const indent = ' '.repeat(body.length - body.trimStart().length + 4);
    const places = breaks(line);
    const cuts: Cut[] = [];
    let from = 0;
    let used = 0;
    let next = 0;
    while (used + line.length - from > rule.limit) {
      while ((places[next]?.at ?? line.length) <= from) next++;
      const room = from + rule.limit - rule.tail.length - used;
      const place = choose(places, next, from, room);
      if (mark !== '' && room > from && (place?.at ?? line.length) > room && isInText(line, room)) {
        from = room + rule.tail.length - tail.length;
        cuts.push({ at: from, skip: 0, insert: `${tail}\n${mark}` });
        used = mark.length;
        continue;
      }
      if (!place) break;
      const skip = line[place.at] === ' ' ? 1 : 0;
      cuts.push({ at: place.at, skip, insert: `${rule.tail}\n${rule.head}${indent}` });
      from = place.at + skip;
      used = rule.head.length + indent.length;
    }
    return cuts;
  };
}

interface Place {
  readonly at: number;
  /** The number of parentheses around it: what belongs together stays together. */
  readonly depth: number;
}

/**
 * Chooses among the places from number `next` on: in the last half of what fits, the last one in the fewest parentheses; else
 * the last that fits; else the first of all.
 */
function choose(places: readonly Place[], next: number, from: number, room: number): Place | undefined {
  let late: Place | undefined;
  let last: Place | undefined;
  for (let i = next; i < places.length; i++) {
    const place = places[i] as Place;
    if (place.at > room) break;
    last = place;
    if (place.at > (from + room) / 2 && (!late || place.depth <= late.depth)) late = place;
  }
  return late ?? last ?? places[next];
}

/** Where the text in quotation marks that begins at `from` ends. */
function endOfText(line: string, from: number): number {
  let at = from + 1;
  while (at < line.length && line[at] !== line[from]) at += line[at] === '\\' ? 2 : 1;
  return at;
}

function isInText(line: string, place: number): boolean {
  for (let at = 0; at < place; at++) {
    if (line[at] !== '"' && line[at] !== "'") continue;
    at = endOfText(line, at);
    if (at >= place) return true;
  }
  return false;
}

/** Columns at which a line may be cut: at blanks past the indentation, and after an `(` before a word. */
function breaks(line: string): Place[] {
  const found: Place[] = [];
  const start = line.length - line.trimStart().length;
  let depth = 0;
  for (let at = start; at < line.length; at++) {
    const c = line[at] as string;
    if (c === '"' || c === "'") at = endOfText(line, at);
    // Better after a comma than between a type and its name.
    else if (c === ' ' && at > start) found.push({ at, depth: line[at - 1] === ',' ? depth - 0.5 : depth });
    else if (c === '(' || c === '[') {
      depth++;
      if (c === '(' && /\w/.test(line[at + 1] ?? '')) found.push({ at: at + 1, depth: depth + 2 });
    } else if (c === ')' || c === ']') depth--;
  }
  return found;
}
