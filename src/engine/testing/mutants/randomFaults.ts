/** Random faults in the rules: an operator turned, a comparison shifted, a set operation dropped, a test negated. */
import { randomFrom } from '../prng';

export interface Fault {
  readonly name: string;
  readonly file: string;
  /** Stands once in the file, unless `at` says where. */
  readonly find: string;
  readonly replace: string;
  readonly at?: number;
}

/** The files whose rules decide whether an adjoint is right. */
export const MUTATED_FILES: readonly string[] = [
  'adjoint/assignment.ts',
  'adjoint/calls.ts',
  'adjoint/merge.ts',
  'adjoint/normalise.ts',
  'adjoint/numbered.ts',
  'adjoint/sweeps/arrows.ts',
  'adjoint/sweeps/assignments.ts',
  'adjoint/sweeps/branches.ts',
  'adjoint/sweeps/counted.ts',
  'adjoint/sweeps/dispatch.ts',
  'adjoint/sweeps/list.ts',
  'adjoint/sweeps/trips.ts',
  'analyses/activity.ts',
  'analyses/adjointLiveness.ts',
  'analyses/callPlans.ts',
  'analyses/callSets.ts',
  'analyses/controlReversal.ts',
  'analyses/derivativeInstructions.ts',
  'analyses/derivatives.ts',
  'analyses/effects.ts',
  'analyses/forwardSweep.ts',
  'analyses/routineAnalysis.ts',
  'analyses/tbr.ts',
  'analyses/tbrInstructions.ts',
  'ir/elementary.ts',
  'ir/partials.ts',
  'ir/subscripts.ts',
].map((file) => `src/engine/${file}`);

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
    for (const [find, replace] of TURNS) {
      for (const match of text.matchAll(find)) {
        const line = text.slice(0, match.index).split('\n').length;
        if (isComment(text, match.index)) continue;
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

function isComment(text: string, at: number): boolean {
  const start = text.lastIndexOf('\n', at) + 1;
  return /^\s*(\/\/|\*|\/\*|import )/.test(text.slice(start, at + 1));
}
