import { diagnostic } from '../base/diagnostics';
import { Malformed } from './given';
import { withDefaults } from './options';
import type { Diagnostic, DifferentiateRequest, Differentiation } from './results';

/** The door's answers when something of ours broke: an `internal` diagnostic, and nothing else. */
export function failedDifferentiation(
  why: Diagnostic,
  request: Partial<DifferentiateRequest> | null,
): Differentiation {
  const { source, language, routine, mode, target, options, independents, dependents, tamper } =
    request ?? {};
  const names = (list: unknown) => (Array.isArray(list) ? list.map(String) : []);
  return {
    ok: false,
    diagnostics: [why],
    routine: null,
    routines: [],
    variables: [],
    statements: [],
    called: [],
    graphs: {
      original: { vertices: [], edges: [] },
      forward: { vertices: [], edges: [] },
      adjoint: { vertices: [], edges: [] },
    },
    analyses: [],
    furtherAnalyses: [],
    recordings: [],
    calledRecordings: [],
    sites: 0,
    code: { language: target ?? language ?? 'c', text: '', entry: '', origins: [], runtime: null },
    timings: [],
    request: {
      source: source ?? '',
      language: language ?? 'c',
      routine: routine ?? null,
      mode: mode ?? 'adjoint',
      target: target ?? language ?? 'c',
      options: withDefaults(options),
      independents: names(independents),
      dependents: names(dependents),
      tamper: { without: names(tamper?.without), with: names(tamper?.with) },
    },
    callGraph: { routines: [], calls: [] },
  };
}

/**
 * The diagnostic of a thrown error. A stack overflow is not our mistake: front ends refuse what is nested too deep, but how
 * deep a program of jumps and calls becomes, and how much stack there is, shows only on the way.
 */
export function internal(error: unknown): Diagnostic {
  if (error instanceof Malformed) return error.diagnostic;
  if (isStackOverflow(error))
    return diagnostic(
      'error',
      'too-deep',
      'This program is nested too deep to be differentiated here.',
      { start: 0, end: 0 },
      'Take apart long chains of early returns, jumps or calls, such as by a loop or a routine.',
    );
  const text = error instanceof Error ? error.message : String(error);
  return diagnostic(
    'error',
    'internal',
    `Backsweep itself made a mistake here: ${text}.`,
    { start: 0, end: 0 },
    'Please report the kernel: it is a bug of the playground, not of the program.',
  );
}

/** A RangeError in most engines; Firefox has an error of its own. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof Error && /call stack|recursion/.test(error.message);
}
