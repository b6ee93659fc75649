/**
 * Other inputs than the default ones, to look for a run that shows something: the same row of them every time. Scalars
 * are drawn near the constants that the program compares with, so that its branches turn; sizes grow and shrink; arrays
 * change sign and size.
 */
import { pseudoRandom } from '../execute/formula';
import { isReal, walk } from '../ir/build';
import { locationKey } from '../ir/names';
import { walkStatements } from '../ir/statements';
import type { Expr, Variable } from '../ir/types';
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
  readonly usual: readonly number[];
}

/** Several draws for a routine; `usual` are the values of the run at hand. */
export function drawnInputs(
  c: Compile,
  name: string,
  usual: Readonly<Record<string, readonly number[]>>,
  count: number,
): Drawn[] {
  const { model } = c;
  const routine = c.program.routines.find((each) => each.name === name);
  if (!routine || !model) return [];
  const choices = visible(c.program, routine, model).flatMap((id): Choice[] => {
    const v = c.program.variables[id];
    const key = locationKey(c.program, id);
    return v && usual[key] ? [{ key, v, usual: usual[key] ?? [] }] : [];
  });
  const written = writtenNumbers(c);
  return Array.from({ length: count }, (_, k) => draw(choices, written, k));
}

/** The numbers of the program: those in comparisons, and all of them. */
interface Written {
  readonly compared: readonly number[];
  readonly all: readonly number[];
}

function writtenNumbers(c: Compile): Written {
  const compared = new Set<number>();
  const all = new Set<number>([0, 1]);
  const collect = (e: Expr, into: Set<number>) =>
    walk(e, (x) => {
      if (x.kind === 'constant' && Math.abs(x.value) < 1e6) into.add(x.value);
    });
  for (const { body } of c.program.routines)
    walkStatements(body, (s) => {
      for (const e of statementExpressions(s)) {
        collect(e, all);
        walk(e, (part) => {
          if (part.kind === 'compare') for (const side of [part.left, part.right]) collect(side, compared);
        });
      }
    });
  return { compared: [...compared], all: [...all] };
}

function draw(choices: readonly Choice[], { compared, all }: Written, k: number): Drawn {
  const inputs: Record<string, Input> = {};
  const words: string[] = [];
  let n = 0;
  const random = () => pseudoRandom(1000 + k, n++);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  for (const { key, v, usual } of choices) {
    // Most draws change a part of the inputs only: what the rest leads to is known to run.
    if (random() < (k % 3 === 0 ? 0.3 : 0.6)) continue;
    if (v.shape) {
      if (!isReal(v.type)) {
        // Most of them hold subscripts.
        inputs[key] = usual.map(() => Math.floor(7 * random()) - 1);
        words.push(`other values in \`${key}\``);
        continue;
      }
      const [size, low] = [pick([0.5, 2, 4, 20]), pick([0, -0.5, -1])];
      inputs[key] = `${size}*(random(${k + 1})${low === 0 ? '' : low})`;
      words.push(`other values in \`${key}\``);
      continue;
    }
    const [now = 0] = usual;
    const near = pick(compared.length > 0 && random() < 0.5 ? compared : all);
    const value = isReal(v.type)
      ? pick([-now, 10 * now, 0.1 * now, near + 0.5, near - 0.5, near, near + 0.01, -near, 6 * random() - 3])
      : pick([now + 1, now + 2, now - 1, 2 * now, 0, 1, 2, -1, Math.round(near) + 1, Math.round(near) - 1]);
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
