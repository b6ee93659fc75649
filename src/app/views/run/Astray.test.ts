import { expect, test } from 'vitest';
import { execute } from '../../../engine/index';
import { mostAstray } from './mostAstray';

test('of several derivatives the one that needs an answer most is asked about', () => {
  const run = (source: string, x: number[]) =>
    mostAstray(execute({ source, language: 'c', inputs: { x } }), 'x').index;
  const logs = 'double f(double x[3]) { return x[0]*log(x[0]) + x[1]*log(x[1]) + x[2]*log(x[2]); }';
  expect(run(logs, [1, 2, 0])).toBe(2);
  expect(run('double f(double x[3]) { return x[0]*x[0] + x[1] + x[2]*x[2]*0; }', [1, 2, 3])).toBe(2);
  expect(run('double f(double x[3]) { return x[0] + x[1] + x[2]; }', [1, 2, 3])).toBe(0);
});
