import { DEFAULT_OPTIONS } from './options';
import type { Diagnostic, DifferentiateRequest, Differentiation } from './results';

/** What the door answers when something of ours broke: an `internal` diagnostic, and nothing else. */
export function failedDifferentiation(request: DifferentiateRequest, error: unknown): Differentiation {
  return {
    ok: false,
    diagnostics: [internal(error)],
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
    recordings: [],
    code: { language: request.target ?? request.language, text: '', entry: '', origins: [], runtime: null },
    timings: [],
    request: {
      source: request.source,
      language: request.language,
      routine: request.routine ?? null,
      mode: request.mode ?? 'adjoint',
      target: request.target ?? request.language,
      options: {
        ...DEFAULT_OPTIONS,
        ...request.options,
        naming: { ...DEFAULT_OPTIONS.naming, ...request.options?.naming },
      },
      independents: [...(request.independents ?? [])],
      dependents: [...(request.dependents ?? [])],
      tamper: { without: [...(request.tamper?.without ?? [])], with: [...(request.tamper?.with ?? [])] },
    },
    callGraph: { routines: [], calls: [] },
  };
}

export function internal(error: unknown): Diagnostic {
  const text = error instanceof Error ? error.message : String(error);
  return {
    severity: 'error',
    code: 'internal',
    message: `Backsweep itself made a mistake here: ${text}.`,
    span: { start: 0, end: 0 },
    notes: [{ message: 'Please report the kernel: it is a bug of the playground, not of the program.' }],
  };
}
