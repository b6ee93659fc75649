/** A folder that checks the gradient elsewhere. */
import type { Answer } from './answer';

/** A folder with all that it needs to compile and check the gradient elsewhere; `diagnostics` say why there is none. */
export interface TakenAway extends Answer {
  /** Of the folder. */
  name: string;
  files: { path: string; text: string }[];
}
