/** Random faults in the rules: an operator turned, a comparison shifted, a set operation dropped, a test negated. */
import { randomFrom } from '../prng';

export interface Fault {
  readonly name: string;
  readonly file: string;
  /** Stands once in the engine, or else once in the file, unless `at` says where in it; blanks match any. */
  readonly find: string;
  readonly replace: string;
  readonly at?: number;
}

/** A fault with the one place where it goes. */
export interface PlacedFault {
  readonly name: string;
  readonly file: string;
  readonly at: number;
  readonly length: number;
  readonly replace: string;
}

/** The place of a fault: code that moved to another file is found there. Null if there is none, or more than one. */
export function placeOf(fault: Fault, sources: ReadonlyMap<string, string>): PlacedFault | null {
  const { name, file, find, replace } = fault;
  if (fault.at !== undefined) return { name, file, at: fault.at, length: find.length, replace };
  const words = find.trim().split(/\s+/);
  const pattern = new RegExp(
    words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('\\s+'),
    'g',
  );
  const places = [...sources].flatMap(([path, text]) =>
    [...text.matchAll(pattern)].map((match) => ({
      name,
      file: path,
      at: match.index,
      length: match[0].length,
      replace,
    })),
  );
  const here = places.length > 1 ? places.filter((place) => place.file === file) : places;
  return here.length === 1 ? (here[0] as PlacedFault) : null;
}

/** The files whose rules decide whether an adjoint is right: three of four faults are drawn from them. */
const RULES = /^src\/engine\/(?:adjoint\/(?!graphs\/)|analyses\/|tangent\/|dataflow\/|ir\/)/;
/** Those that print, run and draw what the rules say: the fourth. */
const REST = /^src\/engine\/(?:adjoint\/graphs\/|backend\/|execute\/)/;

const TURNS: readonly (readonly [find: RegExp, replace: string])[] = [
  [/\.unionWith\(/g, '.intersectWith('],
  [/\.intersectWith\(/g, '.unionWith('],
  [/(?<!\bb)\.subtract\(/g, '.unionWith('],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/ < /g, ' <= '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ >= /g, ' > '],
  [/\bif \(!/g, 'if ('],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/\.some\(/g, '.every('],
  [/\.every\(/g, '.some('],
  [/b\.multiply\(/g, 'b.add('],
  [/b\.add\(/g, 'b.subtract('],
  [/b\.subtract\(/g, 'b.add('],
  [/b\.negate\(/g, '('],
  [/ \+ 1\b/g, ''],
  [/ - 1\b/g, ''],
  [/\.reverse\(\)/g, ''],
  // A statement that puts something into a set or a list is left out.
  [/(?<=^ +)\w+(?:\.\w+)*\.(?:add|set|push|delete|unionWith)\([^;\n]*\);$/gm, ';'],
];

/**
 * Faults drawn by `seed`. Each place has a lot that depends on its own line only, so that the same ones are drawn when other
 * lines change.
 */
export function randomFaults(seed: number, count: number, sources: ReadonlyMap<string, string>): Fault[] {
  const places = [...sources].flatMap(([file, text]) => placesIn(file, text));
  const ofRules = lowest(
    seed,
    Math.ceil((count * 3) / 4),
    places.filter(({ file }) => RULES.test(file)),
  );
  const others = lowest(
    seed,
    count - ofRules.length,
    places.filter(({ file }) => REST.test(file)),
  );
  return [...ofRules, ...others];
}

function lowest(seed: number, count: number, places: readonly Fault[]): Fault[] {
  const lots = places.map((fault) => ({ fault, lot: lotOf(`${seed} ${fault.name}`) }));
  return lots
    .sort((a, b) => a.lot - b.lot)
    .slice(0, count)
    .map(({ fault }) => fault);
}

/** 32 bits of a text, by FNV-1a, mixed once more. */
function lotOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return randomFrom(hash).int(0, 2 ** 31 - 1);
}

/** Every fault of a file. Its name says the line's code, and which it is of those that are alike. */
function placesIn(file: string, text: string): Fault[] {
  const code = codeOf(text);
  const seen = new Map<string, number>();
  return TURNS.flatMap(([find, replace]) =>
    [...code.matchAll(find)].map((match): Fault => {
      const from = text.lastIndexOf('\n', match.index) + 1;
      const line = text.slice(from, text.indexOf('\n', match.index)).trim();
      const turn = replace === ';' ? 'left out' : `${match[0].trim()} → ${replace.trim() || 'nothing'}`;
      const alike = `${file.replace('src/engine/', '')}: ${line}: ${turn}`;
      const count = (seen.get(alike) ?? 0) + 1;
      seen.set(alike, count);
      const name = count === 1 ? alike : `${alike}, no. ${count}`;
      return { name, file, find: match[0], replace, at: match.index };
    }),
  );
}

/** A row of `survivors.md` or `drawn.md`: a fault by its name, as code, and what is said of it. */
export interface Decision {
  readonly name: string;
  readonly said: string;
}

export function decisionsIn(markdown: string): Decision[] {
  return [...markdown.matchAll(/^\| `(.*?)` \| (.*) \|$/gm)].map(([, name = '', said = '']) => ({
    name: name.replaceAll('\\|', '|'),
    said,
  }));
}

/**
 * The text with blanks for comments, for what stands in strings, and for declarations of types: a fault there is none. What
 * a template computes inside of its text is blank too.
 */
function codeOf(text: string): string {
  const blank = (found: string) => found.replace(/[^\n]/g, ' ');
  return text
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g, blank)
    .replace(/^(export )?(interface|type) [\s\S]*?^(?=\}|$)/gm, blank);
}
