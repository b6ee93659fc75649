import type { PrintedCode } from '../printed';
import { isRenamed, keepsValues, type TakeAway } from './plan';

export interface File {
  readonly path: string;
  readonly text: string;
}

/** The kernel: as its user wrote it, where other files can call that (`own`), else printed, with the original beside it. */
export function kernelFiles(t: TakeAway, printed: PrintedCode, suffix: string, own: string | null): File[] {
  const { primal, source } = t;
  const isOwn =
    own !== null &&
    t.asWritten &&
    primal.language === t.target &&
    !keepsValues(primal) &&
    !isRenamed(primal, printed) &&
    primal.routines.every((r) => r.kind === 'function' || r.kind === 'subroutine');
  if (isOwn) return [{ path: `kernel.${suffix}`, text: own }];
  return [
    { path: `kernel.${suffix}`, text: printed.text },
    { path: `original.${primal.language === 'c' ? 'c.txt' : 'f.txt'}`, text: source },
  ];
}
