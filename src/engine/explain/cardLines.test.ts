import { expect, test } from 'vitest';
import { DiagnosticSink } from '../base/diagnostics';
import { givenTo } from '../execute/derivatives';
import { resolveInputs } from '../execute/inputs/inputs';
import { interpret } from '../execute/interpreter';
import { bindPorts, portsOf } from '../execute/runnable';
import { explain } from '../index';
import { walkStatements } from '../ir/statements';
import { toDifferentiation } from '../pipeline/answers/differentiate';
import { compile } from '../pipeline/compile/compile';
import type { DifferentiateRequest, Input } from '../pipeline/results';

/* Where no line sets an adjoint to zero, the card names every line that may set it next: those that runs come to. */

const BRANCHES_C = `double f(int n, double a[n], const double b[n], double c) {
  double s, total = 0;
  for (int i = 0; i < n; i++) {
    s = a[i] * b[i];
    if (s > c) {
      a[i] = s * s;
    } else {
      a[i] = a[i] + c * s;
    }
    total += a[i] * c;
  }
  s = total / n;
  return s * total;
}
`;
const BRANCHES_FORTRAN = `subroutine f(n, a, b, c, total)
  integer :: n, i
  real(8) :: a(n), b(n), c, total, s
  total = 0.0d0
  do i = 1, n
    s = a(i) * b(i)
    if (s > c) then
      a(i) = s * s
    else if (s > 0.5d0 * c) then
      a(i) = a(i) * s
    else
      a(i) = a(i) + c * s
    end if
    total = total + a(i) * c
  end do
end subroutine
`;
const STRAIGHT_C = `double f(int n, double x[n]) {
  double t, y = 0;
  for (int i = 0; i < n; i++) {
    t = x[i] * x[i];
    y += sin(t) * x[i];
    t = y * x[i];
    y += t * t;
  }
  return y;
}
`;
const inputs: Record<string, Input> = { n: 8, a: '0.2*i', b: '1-0.02*i', c: 0.9, x: '0.1*i' };

/** By statement that sets a variable: of the lines that set its adjoint, those that runs come to next after the statement's own. */
function nextInRuns(request: DifferentiateRequest, name: string): Map<string, Set<number>> {
  const next = new Map<string, Set<number>>();
  // So that the last trip takes every branch in one of them.
  for (const c of [0.9, 0.2, 9]) nextInRun(request, name, { ...inputs, c }, next);
  return next;
}

function nextInRun(
  request: DifferentiateRequest,
  name: string,
  given: Record<string, Input>,
  next: Map<string, Set<number>>,
): void {
  const c = compile(request, () => 0);
  const { adjoint, routine, program } = c;
  if (!adjoint || !routine) throw new Error('there is no adjoint');
  const { values } = resolveInputs(
    c.source,
    routine.name,
    inputsOf(request.source, given),
    new DiagnosticSink(),
    { now: () => 0 },
  );
  const ports = portsOf({ program, entry: routine.name }, adjoint);
  const input = bindPorts(adjoint.entry, ports, (port) => givenTo(port, { inputs: values }));
  const outcome = interpret(adjoint.program, input, {
    now: () => 0,
    limits: { steps: 20_000, milliseconds: Number.POSITIVE_INFINITY, bytes: 2 ** 26 },
    trace: true,
  });
  const setters = new Set<number>();
  const derivatives = new Map<number, string>();
  for (const { body } of adjoint.program.routines)
    walkStatements(body, (made) => {
      if (made.role !== 'derivative' || made.kind !== 'assign') return;
      derivatives.set(made.id, `s${made.origin}`);
      const of = adjoint.program.variables[made.target.variable]?.derivativeOf ?? null;
      if (of !== null && program.variables[of]?.name === name) setters.add(made.id);
    });
  const own = new Set<string>();
  for (const { body } of program.routines)
    walkStatements(body, (s) => {
      if (s.kind === 'assign' && program.variables[s.target.variable]?.name === name) own.add(`s${s.id}`);
    });
  const { columns } = outcome.trace ?? { columns: null };
  if (!columns) return;
  let waiting: string | null = null;
  for (let k = 0; k < columns.steps; k++) {
    const id = columns.statement[k] as number;
    if (waiting !== null && setters.has(id)) {
      const found = next.get(waiting) ?? new Set();
      next.set(waiting, found.add(id));
      waiting = null;
    }
    const origin = derivatives.get(id);
    if (origin !== undefined && own.has(origin)) waiting = origin;
  }
}

function inputsOf(source: string, given: Record<string, Input>): Record<string, Input> {
  return Object.fromEntries(
    Object.entries(given).filter(([key]) => new RegExp(`[ (,*]${key}[[(,)]`).test(source)),
  );
}

test.each([
  ['branches in C', 'c', BRANCHES_C, 's', 2],
  ['branches in Fortran', 'fortran', BRANCHES_FORTRAN, 's', 3],
  ['straight on in C', 'c', STRAIGHT_C, 't', 1],
] as const)('%s', (_, language, source, name, most) => {
  const request = { language, source };
  const d = toDifferentiation(compile(request, () => 0));
  const run = nextInRuns(request, name);
  let met = 0;
  for (const { id } of d.statements) {
    const { long } = explain(d, { kind: 'statement', id });
    const claim = new RegExp(`No line sets \`${name}b\` to zero, because (.*) instead of adding`).exec(
      long,
    )?.[1];
    const lines = run.get(id);
    if (!claim || !lines) continue;
    const named = [...claim.matchAll(/`([^`]*)`/g)].map(([, code]) => code ?? '');
    expect(named.length, claim).toBe(most);
    expect(lines.size, claim).toBe(most);
    for (const code of named) expect(code).toMatch(new RegExp(`^${name}b = `));
    expect(claim).toMatch(
      most === 1 ? /the next line that sets it, assigns$/ : /the lines that may set it next, assign$/,
    );
    met++;
  }
  expect(met).toBeGreaterThan(0);
});
