/** A text that lines of the engine decide about, and what it must come to. */
import type { Options } from '../../pipeline/options';
import type { DifferentiateRequest, ExecuteRequest, Execution, Language } from '../../pipeline/results';

export interface Rare {
  readonly what: string;
  readonly source: string;
  readonly language?: Language;
  readonly mode?: DifferentiateRequest['mode'];
  readonly target?: DifferentiateRequest['target'];
  readonly options?: Partial<Options>;
  /** Parts of the code. */
  readonly has?: readonly string[];
  readonly lacks?: readonly string[];
  /** By location, or by kind what has none; sorted. */
  readonly recorded?: string;
  /** The code of the error that there is instead of code. */
  readonly refused?: string;
  /** It is run with these inputs, and its gradient checked. */
  readonly run?: {
    readonly inputs: Readonly<Record<string, number | readonly number[]>>;
    readonly directions?: ExecuteRequest['directions'];
    /** What its check comes to; left out: `passed`. */
    readonly verdict?: Execution['check']['verdict'] | 'any';
    /** A part of what the check says. */
    readonly says?: string;
    /** Cards of values see a run that needs them if, and only if, the tape of this one says so. */
    readonly needs?: boolean;
    /** What is the matter with a derivative. */
    readonly astray?: { readonly name: string; readonly index: number; readonly kind: string };
    /** How many values and how many decisions of control the tape gets. */
    readonly tape?: readonly [values: number, controls: number];
    /** To 12 digits. */
    readonly gradient?: Readonly<Record<string, readonly number[]>>;
  };
}
