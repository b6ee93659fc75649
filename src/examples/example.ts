import type { ArrangementId } from '../app/store/view/arrangements';
import type { Stand } from '../app/store/view/view';
import type { Language, Mode, Options, PredictKind } from '../engine/pipeline/results';

/** How an example opens: with these choices, in this arrangement, with this view on top and its stepper there. */
export interface Opening {
  readonly routine?: string;
  readonly independents?: readonly string[];
  readonly dependents?: readonly string[];
  readonly mode?: Mode;
  readonly options?: Partial<Options>;
  readonly arrangement?: ArrangementId;
  readonly view?: string;
  readonly stand?: Stand;
}

/** A kernel as a file that a person can read, with inputs to run it on and what to look at. */
export interface Example extends Opening {
  readonly id: string;
  readonly title: string;
  /** One sentence: what to look at. */
  readonly look: string;
  /** 1 one idea, 2 loops, arrays and calls, 3 a kernel as people write them; missing in those of the papers. */
  readonly level?: 1 | 2 | 3;
  /** What it is about, in a word or two. */
  readonly concept?: string;
  /** What to predict first. */
  readonly question?: PredictKind;
  readonly language: Language;
  readonly source: string;
  readonly inputs: Readonly<Record<string, string>>;
}
