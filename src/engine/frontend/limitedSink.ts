import type { DiagnosticCode } from '../base/diagnosticCodes';
import { type Diagnostic, type DiagnosticNote, DiagnosticSink } from '../base/diagnostics';
import { lastOf } from '../base/lookup';
import type { Span } from '../base/span';

/** So many errors, and as many other messages, are kept: a long text that is no program makes more than anyone reads. */
export const MESSAGE_LIMIT = 100;

/** Drops what comes after the limit at once, so that a text costs no more the more is wrong with it. */
export class LimitedSink extends DiagnosticSink {
  private errors = 0;
  private remarks = 0;

  override error(
    code: DiagnosticCode,
    message: string,
    span: Span,
    ...notes: (string | DiagnosticNote)[]
  ): void {
    if (this.errors++ < MESSAGE_LIMIT) super.error(code, message, span, ...notes);
  }
  override warning(
    code: DiagnosticCode,
    message: string,
    span: Span,
    ...notes: (string | DiagnosticNote)[]
  ): void {
    if (this.remarks++ < MESSAGE_LIMIT) super.warning(code, message, span, ...notes);
  }
  override info(
    code: DiagnosticCode,
    message: string,
    span: Span,
    ...notes: (string | DiagnosticNote)[]
  ): void {
    if (this.remarks++ < MESSAGE_LIMIT) super.info(code, message, span, ...notes);
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
