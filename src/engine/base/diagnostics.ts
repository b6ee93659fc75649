import type { DiagnosticCode } from './diagnosticCodes';
import type { Span } from './span';

export type Severity = 'error' | 'warning' | 'info';

/**
 * What the engine says about a user's text. `code` is of the catalogue, which is stable; `message` is one plain sentence that
 * names the thing; a note says what to write instead, or points at another place.
 * The code `internal` is kept for bugs of ours, caught at the door.
 */
export interface Diagnostic {
  readonly severity: Severity;
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly span: Span;
  readonly notes: readonly DiagnosticNote[];
}

export interface DiagnosticNote {
  readonly message: string;
  readonly span?: Span;
}

type Note = string | DiagnosticNote;

export function diagnostic(
  severity: Severity,
  code: DiagnosticCode,
  message: string,
  span: Span,
  ...notes: readonly Note[]
): Diagnostic {
  const said = notes.map((note) => (typeof note === 'string' ? { message: note } : note));
  return { severity, code, message, span, notes: said };
}

/** Collects diagnostics in source order of discovery; handed down instead of throwing. */
export class DiagnosticSink {
  readonly list: Diagnostic[] = [];
  private readonly seen = new Set<string>();

  /** Gives null, which is what comes of something in error. */
  error(code: DiagnosticCode, message: string, span: Span, ...notes: Note[]): null {
    this.add('error', code, message, span, notes);
    return null;
  }
  warning(code: DiagnosticCode, message: string, span: Span, ...notes: Note[]): void {
    this.add('warning', code, message, span, notes);
  }
  info(code: DiagnosticCode, message: string, span: Span, ...notes: Note[]): void {
    this.add('info', code, message, span, notes);
  }
  get hasErrors(): boolean {
    return this.list.some((d) => d.severity === 'error');
  }

  protected add(
    severity: Severity,
    code: DiagnosticCode,
    message: string,
    span: Span,
    notes: readonly Note[],
  ): void {
    // The same complaint at the same place is one complaint, however many passes find it.
    const key = `${code} ${span.start} ${span.end} ${message}`;
    if (this.seen.has(key)) return;
    this.seen.add(key);
    this.list.push(diagnostic(severity, code, message, span, ...notes));
  }
}

/** Why a program has no answer to a question about it. */
export function notAnalysed(diagnostics: readonly Diagnostic[]): string {
  const first = diagnostics.find(({ severity }) => severity === 'error');
  return `The program could not be analysed${first ? `: ${first.message}` : '.'}`;
}
