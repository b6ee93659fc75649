/**
 * Other inputs than the default ones, to look for a run that shows something: the same row of them every time. Scalars
 * are drawn near the constants that the program compares with, so that its branches turn; sizes grow and shrink; arrays
 * change sign and size.
 */
import { pseudoRandom } from '../execute/formula';
import { isReal, walk } from '../ir/build';
import { locationKey } from '../ir/names';
import { walkStatements } from '../ir/statements';
import type { Variable } from '../ir/types';
import { statementExpressions } from '../ir/uses';
import { type Compile, visible } from './compile';
import type { Input } from './results';

export interface Drawn {
  readonly inputs: Readonly<Record<string, Input>>;
  /** What differs from the defaults, in words. */
  readonly words: string;
}

interface Choice {
  readonly key: string;
  readonly v: Variable;
  readonly usual: number;
}

/** Several draws; `usual` are the values of the default run. */
export function drawnInputs(
  c: Compile,
  usual: Readonly<Record<string, readonly number[]>>,
  count: number,
): Drawn[] {
  const { routine, model } = c;
  if (!routine || !model) return [];
  const choices = visible(c.program, routine, model).flatMap((id): Choice[] => {
    const v = c.program.variables[id];
    const key = locationKey(c.program, id);
    return v && usual[key] ? [{ key, v, usual: usual[key]?.[0] ?? 0 }] : [];
  });
  const compared = comparedNumbers(c);
  return Array.from({ length: count }, (_, k) => draw(choices, compared, k));
}

function comparedNumbers(c: Compile): number[] {
  const found = new Set<number>();
  for (const { body } of c.program.routines)
    walkStatements(body, (s) => {
      for (const e of statementExpressions(s))
        walk(e, (part) => {
          if (part.kind !== 'compare') return;
          for (const side of [part.left, part.right])
            walk(side, (x) => {
              if (x.kind === 'constant' && Number.isFinite(x.value)) found.add(x.value);
            });
        });
    });
  return [...found];
}

function draw(choices: readonly Choice[], compared: readonly number[], k: number): Drawn {
  const inputs: Record<string, Input> = {};
  const words: string[] = [];
  let n = 0;
  const random = () => pseudoRandom(1000 + k, n++);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  for (const { key, v, usual } of choices) {
    // Most draws change a part of the inputs only: what the rest leads to is known to run.
    if (random() < (k % 3 === 0 ? 0.3 : 0.6)) continue;
    if (v.shape) {
      if (!isReal(v.type)) continue;
      const [size, low] = [pick([0.5, 2, 4, 20]), pick([0, -0.5, -1])];
      inputs[key] = `${size}*(random(${k + 1})${low === 0 ? '' : low})`;
      words.push(`other values in \`${key}\``);
      continue;
    }
    const near = compared.length > 0 ? pick(compared) : usual;
    const value = isReal(v.type)
      ? pick([-usual, 10 * usual, 0.1 * usual, near + 0.5, near - 0.5, 6 * random() - 3, 0])
      : pick([
          usual + 1,
          usual + 2,
          usual - 1,
          2 * usual,
          0,
          1,
          2,
          Math.round(near) + 1,
          Math.round(near) - 1,
        ]);
    inputs[key] = Math.round(value * 1e4) / 1e4;
    words.push(`\`${key}\` = ${String(inputs[key]).replace('-', '−')}`);
  }
  return { inputs, words: listed(words) };
}

function listed(words: readonly string[]): string {
  const shown = words.length > 3 ? [...words.slice(0, 2), `${words.length - 2} more inputs changed`] : words;
  if (shown.length < 2) return shown.join('');
  return `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
