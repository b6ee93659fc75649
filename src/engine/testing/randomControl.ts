/** Random programs of pure control, in the notation of `control.ts`. */
import type { Random } from './prng';

/** Nested constructs with labels anywhere and gotos to them; `jumpsIn`: also to those inside of other constructs. */
export function randomControl(random: Random, jumpsIn: boolean): string {
  const labels: { name: string; path: number[] }[] = [];
  const lines: string[] = [];
  const gotos: { line: number; path: number[] }[] = [];
  let [markers, tests, lists, names] = [0, 0, 0, 0];
  const sequence = (depth: number, path: number[], around: { name: string; loop: boolean }[]): void => {
    const here = [...path, lists++];
    for (let n = random.int(1, depth === 0 ? 8 : 3); n > 0; n--) {
      if (random.chance(0.35)) {
        const name = `L${labels.length}`;
        labels.push({ name, path: here });
        lines.push(`${name}:`);
      }
      statement(depth, here, around);
    }
    if (random.chance(0.15)) {
      labels.push({ name: `L${labels.length}`, path: here });
      lines.push(`L${labels.length - 1}:`);
    }
  };
  const jump = (path: number[], around: { name: string; loop: boolean }[]): void => {
    const target = random.chance(0.15) && around.length > 0 ? random.pick(around) : null;
    if (target) lines.push(`${target.loop && random.chance(0.5) ? 'next' : 'exit'} ${target.name}`);
    else if (random.chance(0.05)) lines.push('exit return');
    else {
      gotos.push({ line: lines.length, path });
      lines.push('goto');
    }
  };
  const statement = (depth: number, path: number[], around: { name: string; loop: boolean }[]): void => {
    const name = `x${names++}`;
    const inside = (loop: boolean) => sequence(depth + 1, path, [...around, { name, loop }]);
    const kind = random.weighted([
      [4, 'marker'],
      [4, 'guarded'],
      [1, 'jump'],
      [depth < 3 ? 2 : 0, 'if'],
      [depth < 3 ? 1 : 0, 'while'],
      [depth < 3 ? 0.6 : 0, 'do'],
      [depth < 3 ? 0.6 : 0, 'loop'],
      [depth < 3 ? 0.8 : 0, 'for'],
      [depth < 3 ? 0.5 : 0, 'block'],
      [depth < 3 ? 0.5 : 0, 'switch'],
    ]);
    switch (kind) {
      case 'marker':
        lines.push(`A${markers++}`);
        return;
      case 'jump':
        jump(path, around);
        return;
      case 'guarded':
        lines.push(`if ?${tests++} {`);
        if (random.chance(0.3)) lines.push(`A${markers++}`);
        jump([...path, lists++], around);
        lines.push('}');
        return;
      case 'if':
        lines.push(`if ?${tests++} {`);
        sequence(depth + 1, path, around);
        if (random.chance(0.5)) {
          lines.push('} else {');
          sequence(depth + 1, path, around);
        }
        lines.push('}');
        return;
      case 'while':
        lines.push(`while ?${tests++} ${name} {`);
        inside(true);
        lines.push('}');
        return;
      case 'for':
        lines.push(`for 2 ${name} {`);
        inside(true);
        lines.push('}');
        return;
      case 'loop': {
        lines.push(`loop ${name} {`);
        const leave = [`if ?${tests++} {`, `exit ${name}`, '}'];
        if (random.chance(0.5)) lines.push(...leave);
        inside(true);
        if (random.chance(0.5)) lines.push(...leave);
        lines.push('}');
        return;
      }
      case 'do':
        lines.push(`do ${name} {`);
        inside(true);
        lines.push(`} while ?${tests++}`);
        return;
      case 'block':
        lines.push(`block ${name} {`);
        inside(false);
        lines.push('}');
        return;
      case 'switch':
        lines.push(`switch ?${tests++} ${name} {`);
        for (let n = random.int(1, 3); n > 0; n--) {
          lines.push('case {');
          inside(false);
          lines.push('}');
        }
        lines.push('}');
        return;
    }
  };
  sequence(0, [], []);
  for (const { line, path } of gotos) {
    const allowed = labels.filter((label) => jumpsIn || label.path.every((list, i) => path[i] === list));
    lines[line] = allowed.length > 0 ? `goto ${random.pick(allowed).name}` : `A${markers++}`;
  }
  return lines.join('\n');
}
