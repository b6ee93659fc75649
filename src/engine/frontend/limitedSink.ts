import type { DiagnosticCode } from '../base/diagnosticCodes';
import { type Diagnostic, type DiagnosticNote, DiagnosticSink, type Severity } from '../base/diagnostics';
import { lastOf } from '../base/lookup';
import type { Span } from '../base/span';

/** So many errors, and as many other messages, are kept: a long text that is no program makes more than anyone reads. */
export const MESSAGE_LIMIT = 100;

/** Drops what comes after the limit at once, so that a text costs no more the more is wrong with it. */
export class LimitedSink extends DiagnosticSink {
  private errors = 0;
  private remarks = 0;

  protected override add(
    severity: Severity,
    code: DiagnosticCode,
    message: string,
    span: Span,
    notes: (string | DiagnosticNote)[],
  ): void {
    const before = severity === 'error' ? this.errors++ : this.remarks++;
    if (before < MESSAGE_LIMIT) super.add(severity, code, message, span, notes);
  }

  /** In order of place, with a word where some were dropped. */
  sorted(): Diagnostic[] {
    return this.complete([...this.list].sort((a, b) => a.span.start - b.span.start));
  }

  /** In the order in which they were found, with a word where some were dropped. */
  found(): Diagnostic[] {
    return this.complete([...this.list]);
  }

  private complete(list: Diagnostic[]): Diagnostic[] {
    if (this.errors > MESSAGE_LIMIT || this.remarks > MESSAGE_LIMIT)
      list.push({
        severity: 'info',
        code: 'too-many-messages',
        message: `There is more to say: only the first ${MESSAGE_LIMIT} errors and warnings are shown.`,
        span: lastOf(list).span,
        notes: [],
      });
    return list;
  }
}

/** A piece of the user's text as a message may quote it. */
export function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
