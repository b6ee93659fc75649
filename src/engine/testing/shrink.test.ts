import { expect, test } from 'vitest';
import { walkStatements } from '../ir/statements';
import type { Program, Routine } from '../ir/types';
import { printRoutine } from './programText';
import { generateProgram } from './random';
import { shrinkProgram } from './shrink';
import { verify } from './verify';

const text = (program: Program) => program.routines.map((r) => printRoutine(program, r)).join('\n');

test('what is left still fails, and is small', () => {
  let failed = 0;
  for (const seed of [3, 8, 21, 40]) {
    const { program } = generateProgram(seed, { size: 20, routines: 3 });
    const fails = (p: Program) => verify(p).length === 0 && text(p).includes('sin(');
    if (!fails(program)) continue;
    failed++;
    const small = shrinkProgram(program, fails);
    let statements = 0;
    for (const r of small.routines) walkStatements(r.body, () => statements++);
    expect(fails(small)).toBe(true);
    expect(statements).toBeLessThanOrEqual(1);
    expect(small.routines.length).toBe(1);
    expect((small.routines[0] as Routine).parameters.length).toBeLessThanOrEqual(2);
  }
  expect(failed).toBeGreaterThan(1);
});
