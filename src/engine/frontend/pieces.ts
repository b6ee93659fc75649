/** Directives about the statement after them: how a piece of the program is reversed (checkpoints/index.ts). */
import type { DiagnosticSink } from '../base/diagnostics';
import { isBrought, type Span } from '../base/span';
import type { PieceDirective } from '../ir/types';
import type { FoundDirective } from './directives';

/** Directives about pieces, kept until the statements that they stand before are lowered: in the order of the text, outer ones first. */
export class PieceDirectives {
  private readonly waiting: PieceDirective[];
  private isIdle = false;

  constructor(
    directives: readonly FoundDirective[],
    private readonly sink: DiagnosticSink,
  ) {
    this.waiting = directives.flatMap(({ name, args, span }) =>
      name === 'checkpoint' || name === 'independent' ? [{ name, args, span }] : [],
    );
  }

  /** What is said of a statement that starts here, if anything. */
  before(start: number): PieceDirective | null {
    const [found] = this.waiting;
    if (!found || this.isIdle || found.span.end > start) return null;
    this.waiting.shift();
    const what = 'Another directive says already how this statement is reversed.';
    this.complain(start, what, 'Leave one of the two.');
    return found;
  }

  /** A routine begins; nothing is said of one whose text stands nowhere. */
  begin(routine: { readonly span: Span; readonly nameSpan: Span }): void {
    this.isIdle = isBrought(routine);
    if (!this.isIdle) this.end(routine.nameSpan.start);
  }

  /** Complains of those after which no statement came, in a routine that ends here. */
  end(at: number): void {
    const what = 'No statement comes after this directive in its routine.';
    this.complain(at, what, 'It stands before a block, a call or a loop.');
  }

  private complain(to: number, what: string, instead: string): void {
    for (let left = this.waiting[0]; left && left.span.end <= to; left = this.waiting[0]) {
      this.waiting.shift();
      this.sink.error('no-checkpoint', what, left.span, instead);
    }
  }
}
