/** Where a main program says that it ends, its results stand and have derivatives: it is left there, as by its last line. */
import { withoutLastReturn } from '../../control/testedLoops';
import { rewriteStatements } from '../../ir/statements';
import type { Routine, Statement, Stop } from '../../ir/types';

/** Ends without an error: `STOP`, `stop 0`, `exit(0)`, `exit(EXIT_SUCCESS)`, `call exit`. */
const ORDERLY = /^(stop|(call\s+)?exit)\s*\(?\s*(0|EXIT_SUCCESS)?\s*\)?$/i;
/** These report an error wherever they stand; with `stop 'done'` and `stop 7`, programs also just say that they are at their end. */
const ABRUPT = /^error|^(call\s+)?(abort|quick_exit|_exit|exit\s*\(\s*(-?1|EXIT_FAILURE))\b/i;

export function withOrderlyEnds(routine: Routine): Routine {
  if (routine.kind !== 'program') return routine;
  const last = routine.body.at(-1);
  const isEnd = (s: Stop) => ORDERLY.test(s.text.trim()) || (s === last && !ABRUPT.test(s.text.trim()));
  const left = ({ text: _, ...rest }: Stop): Statement => ({
    ...rest,
    kind: 'exit',
    target: routine.label,
    form: 'return',
  });
  const body = rewriteStatements(routine.body, (s) => (s.kind === 'stop' && isEnd(s) ? left(s) : s));
  return body === routine.body ? routine : { ...routine, body: withoutLastReturn(body, routine.label) };
}
