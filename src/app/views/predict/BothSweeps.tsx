import { PHONE, useApp, useMedia } from '../../use';
import { alignmentOf } from '../read/align';
import { Sweeps } from '../read/Sweeps';
import { LONG } from '../read/scroll';

/** The adjoint that a question was about, once it is answered: what each line of the kernel became. Long ones are for Read. */
export function BothSweeps() {
  const shown = useApp((state) => state.shown);
  const phone = useMedia(PHONE);
  if (shown === null || shown.code.text === '') return null;
  const alignment = alignmentOf(shown);
  if (alignment.kind !== 'rows' || alignment.rows.length > LONG) return null;
  return <Sweeps shown={shown} alignment={alignment} withSource beside={!phone} />;
}
