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

/** The files whose rules decide whether an adjoint is right; how graphs are drawn does not. */
const RULES =
  /^src\/engine\/(adjoint\/(?!graphs\/)|analyses\/)|^src\/engine\/ir\/(elementary|partials|subscripts)\.ts$/;

const TURNS: readonly (readonly [find: RegExp, replace: string])[] = [
  [/\.unionWith\(/g, '.intersectWith('],
  [/\.intersectWith\(/g, '.unionWith('],
  [/\.subtract\(/g, '.unionWith('],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/\bif \(!/g, 'if ('],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/b\.multiply\(/g, 'b.add('],
  [/b\.add\(/g, 'b.subtract('],
  [/b\.subtract\(/g, 'b.add('],
  [/b\.negate\(/g, '('],
  [/ \+ 1\b/g, ''],
  [/ - 1\b/g, ''],
  [/\.reverse\(\)/g, ''],
];

export function randomFaults(seed: number, count: number, sources: ReadonlyMap<string, string>): Fault[] {
  const random = randomFrom(seed);
  const places: Fault[] = [];
  for (const [file, text] of sources) {
    if (!RULES.test(file)) continue;
    const code = codeOf(text);
    for (const [find, replace] of TURNS) {
      for (const match of code.matchAll(find)) {
        const line = text.slice(0, match.index).split('\n').length;
        const name = `${file.replace('src/engine/', '')}:${line} ${match[0].trim()} → ${replace.trim()}`;
        places.push({ name, file, find: match[0], replace, at: match.index });
      }
    }
  }
  const chosen: Fault[] = [];
  while (chosen.length < count && places.length > 0)
    chosen.push(...places.splice(random.int(0, places.length - 1), 1));
  return chosen;
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
