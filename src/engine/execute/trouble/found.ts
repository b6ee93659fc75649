/** What can be wrong with a derivative, and where. */
import type { StatementId } from '../../ir/types';
import type { TroubleKind } from '../../pipeline/results';

export interface Found {
  readonly kind: TroubleKind;
  readonly statement: StatementId | null;
  readonly visit: number;
  /** The rest of a sentence that begins with `The derivative by x`: `is zero, because …`. `{line}` stands for the place. */
  readonly because: string;
  readonly instead: string;
}
