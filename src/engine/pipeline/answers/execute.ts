/** The door's `execute`: a compile, then a run of what it made. */

import { withoutKept } from '../../adjoint/least';
import { diagnostic } from '../../base/diagnostics';
import { lineStarts, positionAt } from '../../base/span';
import { defaultHost, type Host } from '../../execute/host';
import { emptyExecution, executeRun } from '../../execute/run';
import { compileAgain } from '../compile/again';
import type { Compile } from '../compile/compiled';
import { printTarget } from '../compile/printTarget';
import { AVAILABLE, hasBackwardSweep } from '../options';
import type { Diagnostic, DifferentiateRequest, ExecuteRequest, Execution } from '../results';

export function runRequest(request: ExecuteRequest): Execution {
  const host = defaultHost();
  return runCompiled(request, compileAgain(onlyDifferentiation(request), true, host.now), host);
}

/** A compile without a tangent cannot be checked: such a run only tells what it costs. */
export function runCompiled(request: ExecuteRequest, c: Compile, host: Host): Execution {
  const broken = c.diagnostics.some((d) => d.severity === 'error');
  if (broken || !c.routine || !c.interface || !c.generated) return refused(c);
  const execution = executeRun({
    mode: c.mode,
    source: c.source,
    // Inputs and outputs are named as the text names them; normal form only adds temporaries.
    primal: { program: withoutKept(c.program), entry: c.routine.name },
    adjoint: c.adjoint,
    tangent: c.tangent,
    generated: c.generated,
    independents: c.interface.independents,
    dependents: c.interface.dependents,
    isConstant:
      c.diagnostics.filter((d) => d.code === 'dependent-constant').length >= c.interface.dependents.length,
    inputs: request.inputs,
    seeds: request.seeds,
    directions: request.directions,
    budget: request.budget,
    trace: request.trace,
    origins: () => printTarget(c, [])?.origins ?? [],
    host,
    lineAt: (span) => positionAt(lineStarts(request.source), span.start).line,
  });
  const diagnostics = [...c.diagnostics, ...execution.diagnostics];
  const overlap = isTampered(request) ? null : overlapHere(c, execution);
  if (!overlap) return { ...execution, diagnostics };
  const { inputs, outputs, check } = execution;
  return { ...refused({ diagnostics: [...diagnostics, overlap] }), inputs, outputs, check };
}

export function isTampered({ tamper }: ExecuteRequest): boolean {
  return (tamper?.without?.length ?? 0) + (tamper?.with?.length ?? 0) > 0;
}

/** Reports pieces of one array that the text alone does not tell apart: where the run shows that they overlap, it has no derivatives. */
function overlapHere(c: Compile, { ok, check }: Execution): Diagnostic | null {
  const told = c.diagnostics.find(({ code }) => code === 'aliasing');
  if (!told || !ok || check.verdict !== 'failed') return null;
  return diagnostic(
    'error',
    'aliasing',
    'In this run the two overlap: derivatives would be wrong, so there are none.',
    told.span,
    'Pass a copy for one of the two.',
  );
}

/** The part of the request that determines the generated code. */
export function onlyDifferentiation(request: ExecuteRequest): DifferentiateRequest {
  const { source, language, routine, independents, dependents, mode, target, options, tamper } = request;
  return { source, language, routine, independents, dependents, mode, target, options, tamper };
}

/**
 * The request for the adjoint that belongs to this request. A tangent has an adjoint of its own; options that don't affect
 * tangents are then set to their defaults, since they were chosen for another kernel and may be impossible in this one.
 */
export function ofAdjoint(request: ExecuteRequest): ExecuteRequest {
  const { mode = 'adjoint', options } = request;
  if (hasBackwardSweep(mode)) return { ...request, mode: 'adjoint' };
  const kept = new Set<string>([...AVAILABLE.inTangents, 'naming']);
  const own = Object.entries(options ?? {}).filter(([name]) => kept.has(name));
  return { ...request, mode: 'adjoint', options: Object.fromEntries(own) };
}

/** The answer where nothing was run, because the text, or the request, is not valid. */
export function refused(c: Pick<Compile, 'diagnostics'>): Execution {
  const nothing = emptyExecution({}, 'Nothing was run: the program has errors.');
  return { ...nothing, diagnostics: [...c.diagnostics] };
}
