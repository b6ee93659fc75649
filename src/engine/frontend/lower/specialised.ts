/** Routines that are passed routines: a copy for each set of what they are passed, which the calls then name. */
import type { DiagnosticSink } from '../../base/diagnostics';
import type { Span } from '../../base/span';
import { freshName } from '../mapped';

/** A routine that takes routines, and the parameters that those are. */
export interface Generic<D> {
  readonly name: string;
  readonly definition: D;
  readonly dummies: readonly string[];
}

/** A copy, and then what it is once the calls in it name copies too, which can ask for more of them. */
interface Copy<D> {
  readonly made: D;
  readonly finished: () => D;
}

/** Routines that pass routines on to each other can ask for a copy of each for every choice of what is passed. */
const MOST_COPIES = 1000;

/** Copies of a routine can't share what it keeps. */
function tellKept(sink: DiagnosticSink, name: string, span: Span): void {
  sink.error(
    'unsupported',
    `\`${name}\` is read several times, by what it is passed, and keeps values from call to call, which is not supported.`,
    span,
    'Pass it what it keeps as an argument.',
  );
}

export class Copies<D> {
  private readonly names = new Map<string, string>();
  private readonly copies = new Map<D, D[]>();
  private readonly pending: (() => void)[] = [];

  constructor(
    private readonly taken: Set<string>,
    private readonly sink: DiagnosticSink,
    /** What the language calls a routine. */
    private readonly word: 'function' | 'routine',
    /** Whether it keeps values from call to call, of which each copy would have its own. */
    private readonly keeps: (definition: D) => boolean = () => false,
  ) {}

  /** The name of the copy in which routines stand for the dummies; null, reported, where there are too many. */
  named(
    { name: of, definition, dummies }: Generic<D>,
    actuals: readonly string[],
    span: Span,
    copy: (name: string, meant: ReadonlyMap<string, string>) => Copy<D>,
  ): string | null {
    const key = [of, ...actuals].join(' ');
    const known = this.names.get(key);
    if (known !== undefined) return known;
    if (this.names.size >= MOST_COPIES) {
      const many =
        this.word === 'function' ? 'Functions are passed to functions' : 'Routines are passed to routines';
      const instead = 'Call some of them by their names.';
      return this.sink.error('too-large', `${many} in more than ${MOST_COPIES} ways.`, span, instead);
    }
    const name = freshName(this.taken, [of, ...actuals].join('_'));
    this.names.set(key, name);
    this.sink.info(
      'routine-argument',
      `\`${of}\` is read once for each ${this.word} that is passed to it: here as \`${name}\`, in which \`${actuals.join('`, `')}\` stands for \`${dummies.join('`, `')}\`.`,
      span,
    );
    const copies = this.copies.get(definition) ?? [];
    if (copies.length > 0 && this.keeps(definition)) tellKept(this.sink, of, span);
    this.copies.set(definition, copies);
    const { made, finished } = copy(name, new Map(dummies.map((dummy, k) => [dummy, actuals[k] as string])));
    const at = copies.push(made) - 1;
    this.pending.push(() => {
      copies[at] = finished();
    });
    return name;
  }

  /** Finishes all copies, and those that they ask for. */
  finish(): void {
    for (const finish of this.pending) finish();
  }

  /** What was copied. */
  originals(): Iterable<D> {
    return this.copies.keys();
  }

  /** What stands in place of a routine; null where no copy was made of it. */
  of(definition: D): readonly D[] | null {
    return this.copies.get(definition) ?? null;
  }

  /** The names that copies of a routine have. */
  namesOf(name: string): string[] {
    return [...this.names].filter(([key]) => key.startsWith(`${name} `)).map(([, copy]) => copy);
  }
}

/** Units, or those that are left of them, behind the copies of what each of them was. */
export function withCopies<U extends { readonly contains: readonly U[] }>(
  units: readonly U[],
  originals: readonly U[],
  copiesOf: (original: U) => readonly U[],
  isGone: (unit: U) => boolean = () => false,
): U[] {
  return units.flatMap((unit, k) => {
    const original = originals[k] as U;
    const contains = withCopies(unit.contains, original.contains, copiesOf, isGone);
    return [...copiesOf(original), ...(isGone(unit) ? [] : [{ ...unit, contains }])];
  });
}
