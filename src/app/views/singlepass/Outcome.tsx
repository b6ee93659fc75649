import type { Execution, Numbering, SinglePassRun } from '../../../engine/pipeline/results';
import { askEngine, useFound } from '../../found';
import { runOf } from '../../store/document/playground';
import { shortNumber } from '../../ui/numbers';
import { TableHead } from '../../ui/TableHead';
import { useApp } from '../../use';

const BUDGET = { steps: 2_000_000, milliseconds: 1_000, bytes: 64 * 2 ** 20 };
/** More assignments than these are not stepped through. */
const MOST = 500;

export interface Runs {
  readonly own: SinglePassRun;
  /** The main engine with all its analyses. */
  readonly main: Execution;
}

/** Both compilers' code on the inputs of the run panel; null until they are there. */
export function useRuns(isRead: boolean, numbering: Numbering): Runs | null {
  const playground = useApp((state) => state.playground);
  const key = JSON.stringify(runOf(playground, BUDGET));
  const of = `${key} ${isRead} ${numbering}`;
  const find = async (): Promise<{ of: string; runs: Runs } | null> => {
    const request = JSON.parse(key);
    const own = await askEngine({ kind: 'runSinglePass', request, numbering });
    const main = await askEngine({ kind: 'execute', request: { ...request, mode: 'adjoint', options: {} } });
    if (own === null || main === null) return null;
    return { of, runs: { own: { ...own, order: own.order.slice(0, MOST) }, main } };
  };
  const found = useFound(isRead ? find : null, [of]);
  return found?.of === of ? found.runs : null;
}

/** The dispatch loop against the stacks, and beside it what the main engine comes to. */
export function Outcome(props: { runs: Runs; backward: readonly string[]; left: number }) {
  const { runs, backward, left } = props;
  const { own, main } = runs;
  const names = Object.keys(own.derivatives);
  const figures: [string, number, number][] = [
    ['values pushed', own.tape.values, main.tape.values],
    ['control entries', own.tape.controls, main.tape.controls],
    ['bytes', own.tape.bytes, main.tape.bytes],
  ];
  const waiting = own.order.slice(own.order.length - left);
  const popped = own.order.slice(0, own.order.length - left);
  const restored = popped.reduce((sum, k) => sum + (backward[k - 1]?.match(/pop_v\(/g)?.length ?? 0), 0);
  const saved = own.tape.values - main.tape.values;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section className="singlepass-rules" aria-label="The run" tabIndex={0}>
      <h3>
        <code>while(pop_c(i))</code> <small>on the inputs of the run panel</small>
      </h3>
      <p className="singlepass-stack">
        Control stack, the top at the right: <code>{waiting.toReversed().join(' ') || 'empty'}</code>; value
        stack: {own.tape.values - restored} of {own.tape.values} entries
      </p>
      <table className="table">
        <TableHead columns={['', 'one pass', 'main engine']} />
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">adjoint of {name}</th>
              <td>{own.derivatives[name]?.map((x) => shortNumber(x)).join(', ')}</td>
              <td>{main.derivatives[name]?.map((x) => shortNumber(x)).join(', ')}</td>
            </tr>
          ))}
          {figures.map(([what, mine, other]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{shortNumber(mine)}</td>
              <td>{shortNumber(other)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {own.check.sentence}{' '}
        {saved > 0 &&
          `To be recorded and adjoint liveness spare ${saved} of the ${own.tape.values} values: no analysis can be made in one pass.`}
      </p>
    </section>
  );
}
