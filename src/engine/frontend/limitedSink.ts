import type { DiagnosticCode } from '../base/diagnosticCodes';
import { type Diagnostic, type DiagnosticNote, DiagnosticSink, type Severity } from '../base/diagnostics';
import { lastOf } from '../base/lookup';
import type { Span } from '../base/span';

/** So many errors, and as many other messages, are shown: a long text that is no program makes more than anyone reads. */
export const MESSAGE_LIMIT = 100;
/** So many are kept while a text is read: what stands in routines that nobody asks about is not shown as an error. */
const KEPT_LIMIT = 1000;

/** The first errors and the first other messages, in their order, with a word where some are left out. */
export function withinLimit(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  let [errors, remarks] = [0, 0];
  // Where some were dropped while the text was read, that is said once.
  const kept = diagnostics.filter(({ code }) => code !== 'too-many-messages');
  const shown = kept.filter(({ severity }) =>
    severity === 'error' ? errors++ < MESSAGE_LIMIT : remarks++ < MESSAGE_LIMIT,
  );
  return shown.length < diagnostics.length ? [...shown, leftOut(shown)] : shown;
}

function leftOut(shown: readonly Diagnostic[]): Diagnostic {
  return {
    severity: 'info',
    code: 'too-many-messages',
    message: `There is more to say: only the first ${MESSAGE_LIMIT} errors and warnings are shown.`,
    span: lastOf(shown).span,
    notes: [],
  };
}

/** Drops what comes after the limit at once, so that a text costs no more the more is wrong with it. */
export class LimitedSink extends DiagnosticSink {
  private readonly kept = { errors: 0, remarks: 0 };
  private dropsSome = false;

  protected override add(
    severity: Severity,
    code: DiagnosticCode,
    message: string,
    span: Span,
    notes: (string | DiagnosticNote)[],
  ): void {
    const kind = severity === 'error' ? 'errors' : 'remarks';
    if (this.kept[kind] >= KEPT_LIMIT) {
      // Remarks that are dropped leave nothing open.
      this.dropsSome ||= severity === 'error';
      return;
    }
    // What is said again counts once.
    const before = this.list.length;
    super.add(severity, code, message, span, notes);
    this.kept[kind] += this.list.length - before;
  }

  /** In order of place, with a word where errors were dropped. */
  sorted(): Diagnostic[] {
    return this.complete([...this.list].sort((a, b) => a.span.start - b.span.start));
  }

  /** In the order in which they were found, with a word where errors were dropped. */
  found(): Diagnostic[] {
    return this.complete([...this.list]);
  }

  private complete(list: Diagnostic[]): Diagnostic[] {
    return this.dropsSome ? [...list, leftOut(list)] : list;
  }
}

/** A piece of the user's text as a message may quote it. */
export function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** `1 argument`, `2 arguments`. */
export function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}
