/**
 * Steps that can wait for the end of their statement: `s += *p++ * q[i++]` is `s += p[k] * q[i]; k++; i++;`, without a copy
 * of what each was before.
 */
import { once } from '../../../base/once';
import { isInteger } from '../../../ir/build';
import type { Place } from '../../../ir/types';
import type { Expr } from '../parse/syntax';
import { walkExpr } from '../parse/walk';
import type { RoutineState } from './state';

/** Makes the statement of an expression, and then the steps that waited for it. */
export function withSteps(s: RoutineState, e: Expr, make: () => void): void {
  const around = s.waiting;
  const waiting = { names: once(() => steppedOnce(e)), steps: [] as (() => void)[] };
  s.waiting = waiting;
  make();
  s.waiting = around;
  for (const step of waiting.steps) step();
}

/** Whether the step of a name is delayed: then the name has its old value until the end of the statement. */
export function waits(s: RoutineState, name: string, step: () => void): boolean {
  if (!s.waiting?.names().has(name)) return false;
  s.waiting.steps.push(step);
  return true;
}

/** An integer variable of the routine that no other name can reach. */
export function isOwnCounter(s: RoutineState, place: Place): boolean {
  const v = s.file.variables[place.variable];
  const own = v?.role === 'local' || v?.role === 'parameter';
  return place.kind === 'variable' && isInteger(place.type) && own && v.passing === 'value';
}

/** Names that occur in a single `x++` or `x--` only, in an expression that is evaluated completely. */
function steppedOnce(e: Expr): ReadonlySet<string> {
  const times = new Map<string, number>();
  const stepped = new Set<string>();
  let whole = true;
  walkExpr(e, (part) => {
    if (part.kind === 'name') times.set(part.name, (times.get(part.name) ?? 0) + 1);
    if (part.kind === 'update' && !part.prefix && part.operand.kind === 'name')
      stepped.add(part.operand.name);
    if (part.kind === 'conditional' || part.kind === 'comma') whole = false;
    if (part.kind === 'binary' && (part.op === '&&' || part.op === '||')) whole = false;
  });
  return new Set(whole ? [...stepped].filter((name) => times.get(name) === 1) : []);
}
