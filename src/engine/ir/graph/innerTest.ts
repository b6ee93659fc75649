/**
 * Loops that are left by one test inside of them and nowhere else: `while (1) { prelude; if (!c) break; body }`. That is how
 * front ends write a `while` whose test calls something, and how people write loops and a half. Such a loop is nested control
 * like any other (theory 7): the prelude runs before every test, `prelude; loop(body; prelude)`.
 */
import { not } from '../build';
import { bodies } from '../statements';
import type { Expr, If, Statement, While } from '../types';

export interface InnerTest {
  readonly prelude: readonly Statement[];
  readonly test: If;
  /** The loop goes on while this holds. */
  readonly condition: Expr;
  /** What follows the test in the text; the loop's increment comes after it. */
  readonly body: readonly Statement[];
}

/** Null where the loop is none of these. */
export function innerTest(s: While): InnerTest | null {
  if (!isEndless(s)) return null;
  const leaving = s.body.filter((x) => goesTo(x, 'exit', s));
  const [test] = leaving;
  if (leaving.length !== 1 || test?.kind !== 'if' || s.increment?.some((x) => goesTo(x, 'exit', s)))
    return null;
  const leaves = (list: readonly Statement[]) => list.length === 1 && list[0]?.kind === 'exit';
  const at = s.body.indexOf(test);
  const [prelude, body] = [s.body.slice(0, at), s.body.slice(at + 1)];
  if (prelude.length === 0 || !isNested(prelude, () => false)) return null;
  if (leaves(test.then) && test.else.length === 0)
    return { prelude, test, condition: not(test.condition), body };
  if (leaves(test.else) && test.then.length === 0) return { prelude, test, condition: test.condition, body };
  return null;
}

/** True where nothing jumps: sequences, branches and loops only. */
export function isStructured(body: readonly Statement[]): boolean {
  return isNested(body, (s) => {
    const inner = innerTest(s);
    return inner !== null && isStructured(inner.body) && isStructured(s.increment ?? []);
  });
}

function isNested(body: readonly Statement[], endless: (s: While) => boolean): boolean {
  return body.every((s) => {
    switch (s.kind) {
      case 'exit':
      case 'next':
      case 'dispatch':
      case 'stop':
      case 'block':
        return false;
      case 'while':
        if (s.condition.kind === 'constant') return endless(s);
    }
    return bodies(s).every((list) => isNested(list, endless));
  });
}

/** `while (1)`: its own test has no way out. */
export function isEndless(s: Statement | While<unknown>): s is While {
  return s.kind === 'while' && s.condition.kind === 'constant' && s.condition.value !== 0;
}

function goesTo(s: Statement, kind: 'exit' | 'next', loop: While): boolean {
  if (s.kind === kind && s.target === loop.label) return true;
  return bodies(s).some((list) => list.some((x) => goesTo(x, kind, loop)));
}
