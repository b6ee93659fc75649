/** What can be the matter with a derivative, and where. */
import type { StatementId } from '../../ir/types';
import type { TroubleKind } from '../../pipeline/results';

export interface Found {
  readonly kind: TroubleKind;
  readonly statement: StatementId | null;
  readonly visit: number;
  /** As it goes on after `The derivative by x`: `is zero, because …`. `{line}` stands for the place. */
  readonly because: string;
  readonly instead: string;
}
