import { actions } from '../app';
import { isEmpty } from '../store/document/playground';
import { diagnosticsOf } from '../store/state';
import { Link } from '../ui/controls';
import { useApp } from '../use';
import { Empty, Waiting } from './Panel';

/** In place of what takes a text without errors; `there` is as in “nothing to compare”. */
export function UntilRight({ there }: { there: string }) {
  const isComing = useApp(({ latest, playground }) => latest === null && !isEmpty(playground.source));
  const isRight = useApp((state) => diagnosticsOf(state).length === 0);
  if (isComing) return <Waiting>The kernel is being read …</Waiting>;
  if (isRight) return <Empty>There is {there} yet: type or paste a function, or open an example.</Empty>;
  return (
    <Empty>
      There is {there} until the text is right: <Link onClick={() => actions.show('problems')}>Messages</Link>{' '}
      says what is wrong.
    </Empty>
  );
}

/** In place of what takes a run that is not there yet, or will not be. */
export function NoRun() {
  const isWrong = useApp((state) => state.latest?.ok === false);
  return isWrong ? <UntilRight there="nothing to run" /> : <Waiting>The kernel is being run …</Waiting>;
}
