/**
 * Inputs other than the defaults, in search of a run that shows something: the same sequence every time. Scalars are drawn
 * near the constants that the program compares with, so that its branches turn; sizes grow and shrink; arrays change sign and
 * size.
 */
import { pseudoRandom } from '../../execute/inputs/formula';
import { listed } from '../../explain/words';
import { isReal, walk } from '../../ir/build';
import { locationKey, routineNamed } from '../../ir/names';
import { walkStatements } from '../../ir/statements';
import type { Expr, Variable } from '../../ir/types';
import { statementExpressions } from '../../ir/uses';
import type { Compile } from '../compile/compiled';
import { visible } from '../compile/interface';
import type { Input } from '../results';
import type { Drawn, Goal, Move } from './goals';

interface Choice {
  readonly key: string;
  readonly v: Variable;
  readonly usual: readonly number[];
}

type Values = Readonly<Record<string, readonly number[]>>;

export interface Drawer {
  /** The k-th draw: `from`, with a part of it drawn anew. */
  readonly draw: (k: number, from: Drawn) => Drawn;
  /** The draw that came nearest to a goal, with one number moved by about the distance that was left. */
  readonly nudge: (k: number, goal: Goal) => Drawn;
}

/** A source of draws for a routine; `usual` are the values of the run at hand. */
export function drawerOf(c: Compile, name: string, usual: Values): Drawer {
  const { model } = c;
  const routine = routineNamed(c.program, name);
  if (!routine || !model) return { draw: (_, from) => from, nudge: (_, goal) => goal.from };
  const choices = visible(c.program, routine, model).flatMap((id): Choice[] => {
    const v = c.program.variables[id];
    const key = locationKey(c.program, id);
    return v && usual[key] ? [{ key, v, usual: usual[key] ?? [] }] : [];
  });
  const written = writtenNumbers(c);
  return {
    draw: (k, from) => draw(choices, written, k, from),
    nudge: (k, goal) => nudge(choices, k, goal),
  };
}

/** The numbers in the program: those in comparisons, and all of them. */
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

/** Changes only a part of `from`, since the rest is known to run. */
function draw(choices: readonly Choice[], written: Written, k: number, from: Drawn): Drawn {
  const inputs: Record<string, Input> = { ...from.inputs };
  let n = 0;
  const random = () => pseudoRandom(1000 + k, n++);
  const fresh = Object.keys(inputs).length === 0;
  const share = fresh ? (k % 3 === 0 ? 0.7 : 0.4) : 1.2 / Math.max(1, choices.length);
  for (const choice of choices)
    if (random() < share) inputs[choice.key] = drawInput(choice, written, k, random, inputs[choice.key]);
  return { inputs, words: wordsOf(choices, inputs) };
}

function drawInput(
  { v, usual }: Choice,
  { compared, all }: Written,
  k: number,
  random: () => number,
  before: Input | undefined,
): Input {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const scalar = (now: number) => {
    const near = pick(compared.length > 0 && random() < 0.5 ? compared : all);
    const value = isReal(v.type)
      ? pick([-now, 10 * now, 0.1 * now, near + 0.5, near - 0.5, near, near + 0.01, near - 0.01, -near])
      : pick([
          now + 1,
          now + 2,
          now - 1,
          2 * now,
          Math.floor(9 * random()) - 2,
          Math.round(near) + pick([-1, 0, 1]),
        ]);
    if (!isReal(v.type) || random() < 0.7) return Math.round(value * 1e4) / 1e4;
    return Math.round(pick([6 * random() - 3, 10 * near, 10 * near, 2 * now - near]) * 1e4) / 1e4;
  };
  if (!v.shape) return scalar(typeof before === 'number' ? before : (usual[0] ?? 0));
  if (!isReal(v.type)) {
    // Most integer arrays hold subscripts, which must not leave their bounds.
    const [low, high] = [Math.min(...usual), Math.max(...usual)];
    const span = high - low + 1 + pick([0, 0, 1, 2, 5]);
    const start = low - pick([0, 0, 0, 1]);
    return usual.map(() => start + Math.floor(span * random()));
  }
  const values = Array.isArray(before) ? before : usual;
  if (values.length <= FEW_ELEMENTS && random() < 0.4)
    return values.map((now) => (random() < 0.5 ? now : scalar(now)));
  const [size, low] = [pick([0.1, 0.5, 2, 4, 20, 200]), pick([0, -0.5, -1])];
  return `${size}*(random(${k + 1})${low === 0 ? '' : low})`;
}

function nudge(choices: readonly Choice[], k: number, goal: Goal): Drawn {
  const { from, inputs: ran } = goal;
  const move = nextMove(choices, k, goal);
  const choice = choices.find(({ key }) => key === move?.key);
  const values = move && ran[move.key];
  if (!move || !choice || !values) return from;
  const moved = values.map((x, i) => (i === move.at ? Math.round((x + move.by) * 1e4) / 1e4 : x));
  const inputs = { ...from.inputs, [move.key]: choice.v.shape ? moved : (moved[0] ?? 0) };
  return { inputs, words: wordsOf(choices, inputs), moved: move };
}

/** Repeats a move that came nearer, twice as far; otherwise moves a number that made a difference, or one not tried yet. */
function nextMove(choices: readonly Choice[], k: number, goal: Goal): Move | null {
  const { inputs: ran, distance, relevant, tries, better } = goal;
  goal.better = null;
  if (better) return { ...better, by: 2 * better.by };
  let n = 0;
  const random = () => pseudoRandom(5000 + k, n++);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const known = [...relevant.values()];
  const again = known.length > 0 && tries > choices.length && tries % 2 === 1 ? pick(known) : null;
  const choice = again
    ? choices.find(({ key }) => key === again.key)
    : choices[tries % Math.max(1, choices.length)];
  const values = choice && ran[choice.key];
  if (!choice || !values || values.length === 0) return null;
  const at = again?.at ?? Math.floor(tries / choices.length) % values.length;
  const now = values[at] ?? 0;
  const far = 1.1 * distance + 1e-3;
  const whole = Math.max(1, Math.ceil(distance));
  const by = isReal(choice.v.type)
    ? pick([far, -far, 4 * far, -4 * far, 0.3 * far, -0.3 * far, 10 * far, -10 * far, -2 * now, 3 * now])
    : pick([1, -1, 2, -2, whole, -whole]);
  return { key: choice.key, at, by };
}

/** The elements of an array with at most so many are drawn one by one. */
const FEW_ELEMENTS = 16;

/** `` `n` = 3 and other values in `a` `` */
function wordsOf(choices: readonly Choice[], inputs: Readonly<Record<string, Input>>): string {
  const words = choices.flatMap(({ key, v }) => {
    const input = inputs[key];
    if (input === undefined) return [];
    return [v.shape ? `other values in \`${key}\`` : `\`${key}\` = ${String(input).replace('-', '−')}`];
  });
  return listed(words.length > 3 ? [...words.slice(0, 2), `${words.length - 2} more inputs changed`] : words);
}
