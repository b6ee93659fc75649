/** Which statements of a run a derivative passes through: those from which an output is reached, and which an input reaches. */
import { itemAt } from '../../base/lookup';
import { statementName } from '../../ir/names';
import { ofAdjoint } from '../answers/execute';
import { ELEMENTS, givenBeside } from '../given';
import type { DerivativePath, ExecuteRequest, MatrixElement } from '../results';
import { remember } from '../trouble/runs';
import { prepared, primalOf } from './jacobian';
import { passesOn } from './pattern';

/** From each of these independents to the dependent, or to any if none is named. */
export function pathOf(
  request: ExecuteRequest,
  from: readonly MatrixElement[],
  to: MatrixElement | null,
): DerivativePath {
  givenBeside({ from, to: to ? [to] : [] }, 'path', { from: ELEMENTS, to: ELEMENTS });
  const asked = prepared(ofAdjoint(request));
  if (!('c' in asked)) return noPath(asked.find(({ severity }) => severity === 'error')?.message ?? '');
  const run = remember(asked, primalOf(asked.c));
  if (!run)
    return noPath('The run is too long to be looked into, or does not come to its end: take a smaller one.');
  const unknown =
    from.find(({ name, index }) => run.entry(name, 'primal')[index] === undefined) ??
    (to && run.end(to.name, 'primal')[to.index] === undefined ? to : undefined);
  if (unknown)
    return noPath(
      `There is no element ${unknown.index} of a real input or output \`${unknown.name}\` in this run.`,
    );
  const { history } = run;
  const ends = to
    ? [run.end(to.name, 'primal')[to.index] ?? 0]
    : asked.dependents.flatMap((name) => [...run.end(name, 'primal')]);
  const needed = new Uint8Array(history.count);
  for (const node of ends) if (node > 0) needed[node] = 1;
  for (let n = history.count - 1; n > 0; n--) {
    if (!needed[n]) continue;
    const { expr, operands } = history.node(n);
    operands.forEach(({ node }, k) => {
      if (passesOn(expr, k)) needed[node] = 1;
    });
  }
  const passed = from.map(({ name, index }) => {
    const reached = new Uint8Array(history.count);
    const start = run.entry(name, 'primal')[index] ?? 0;
    if (start > 0) reached[start] = 1;
    const statements = new Set<string>();
    for (let n = 1; n < history.count; n++) {
      const { expr, operands, statement } = history.node(n);
      if (operands.some(({ node }, k) => itemAt(reached, node) === 1 && passesOn(expr, k))) reached[n] = 1;
      if (reached[n] && needed[n] && statement !== null) statements.add(statementName(statement));
    }
    return statements;
  });
  const [first = new Set<string>(), ...others] = passed;
  return { ok: true, reason: '', statements: [...first].filter((id) => others.every((set) => set.has(id))) };
}

export function noPath(reason: string): DerivativePath {
  return { ok: false, reason, statements: [] };
}
