import '../../styles/chart.css';
import '../../styles/tradeoff.css';
import { useState } from 'react';
import type { Schedule, ScheduleKind, ScheduleLoop } from '../../../engine/pipeline/results';
import { actions } from '../../app';
import { runOf } from '../../store/playground';
import { Button, Segments } from '../../ui/controls';
import { Player } from '../../ui/Player';
import { useApp } from '../../use';
import { useAnswer } from '../derivatives/useAnswer';
import { Empty } from '../Panel';
import { Diagram } from './Diagram';
import { directiveFor, withDirective } from './directive';

const BUDGET = { steps: 5_000_000, milliseconds: 15_000, bytes: 256 * 2 ** 20 };
const MOST_STEPS = 100;
const USUAL_STEPS = 16;
const USUAL_AMOUNT = 3;
const VIEW = 'schedule';
/** Behind the last event of any schedule. */
const END = 100_000;

const KINDS: readonly { value: ScheduleKind; title: string; blurb: string }[] = [
  { value: 'store', title: 'store all', blurb: 'The tape of every iteration is kept.' },
  { value: 'every', title: 'every k', blurb: 'A snapshot every k iterations, then the tape of those.' },
  { value: 'binomial', title: 'binomial', blurb: 'The fewest iterations run again with so many snapshots.' },
  { value: 'mixed', title: 'mixed', blurb: 'A slot holds a snapshot, or the tape of one iteration.' },
  { value: 'recompute', title: 'recompute all', blurb: 'Each iteration is reached again from the start.' },
  {
    value: 'independent',
    title: 'independent',
    blurb: 'Iterations that do not meet: both sweeps of each at once.',
  },
];

/** `binomial 3`: the schedule and its number, as a link keeps them. */
function askedOf(of: string): { kind: ScheduleKind; amount: number } {
  const [name, number] = of.split(' ');
  const kind = KINDS.find(({ value }) => value === name)?.value ?? 'binomial';
  const amount = Math.trunc(Number(number));
  return { kind, amount: amount >= 1 && amount <= 20 ? amount : USUAL_AMOUNT };
}

const show = (kind: ScheduleKind, amount: number) =>
  actions.stand(VIEW, { of: `${kind} ${amount}`, at: END });

/** Step against time, as a loop is stored or run again. */
export function ScheduleView() {
  const playground = useApp((state) => state.playground);
  const inputs = useApp((state) => state.execution?.inputs);
  const of = useApp(({ stands }) => stands[VIEW]?.of ?? '');
  const { kind, amount } = askedOf(of);
  const [chosen, setChosen] = useState(0);
  const [wanted, setWanted] = useState<number | null>(null);
  const [loops, setLoops] = useState<readonly ScheduleLoop[]>([]);
  const trips = loops[chosen]?.trips ?? null;
  const steps = wanted ?? Math.min(MOST_STEPS, Math.max(1, trips ?? USUAL_STEPS));
  const request = { ...runOf(playground, BUDGET), ...(inputs ? { inputs } : {}) };
  const { answer, trouble } = useAnswer({ kind: 'schedule', request, asked: { kind, steps, amount } });
  if (answer && answer.loops !== loops && JSON.stringify(answer.loops) !== JSON.stringify(loops))
    setLoops(answer.loops);
  if (trouble !== '') return <Empty>{trouble}</Empty>;
  const loop = loops[chosen] ?? loops[0];
  return (
    <div className="schedule">
      <div className="schedule-hand">
        {loops.length > 0 && (
          <label>
            loop{' '}
            <select value={chosen} onChange={(event) => setChosen(Number(event.target.value))}>
              {loops.map(({ span, title, trips: count }, k) => (
                <option key={span.start} value={k}>
                  {title}
                  {count === null ? '' : ` (${count} iterations)`}
                </option>
              ))}
            </select>
          </label>
        )}
        <Segments
          label="Schedule"
          size="small"
          value={kind}
          onChange={(next) => show(next, USUAL_AMOUNT)}
          choices={KINDS}
        />
        <Slider label="iterations" value={steps} most={MOST_STEPS} set={setWanted} />
        {(kind === 'binomial' || kind === 'mixed') && (
          <Slider
            label={kind === 'mixed' ? 'slots' : 'snapshots'}
            value={amount}
            most={12}
            set={(slots) => show(kind, slots)}
          />
        )}
        {kind === 'every' && (
          <Slider label="iterations a piece" value={amount} most={20} set={(size) => show(kind, size)} />
        )}
        {loop && <Use loop={loop} text={directiveFor(kind, amount)} />}
      </div>
      {answer && <Played answer={answer} steps={steps} of={`${kind} ${amount}`} />}
    </div>
  );
}

function Slider(props: { label: string; value: number; most: number; set: (value: number) => void }) {
  const { label, value, most, set } = props;
  return (
    <label className="schedule-slider">
      {label}
      <input
        type="range"
        min={1}
        max={most}
        value={value}
        onChange={(event) => set(Number(event.target.value))}
      />
      <output>{value}</output>
    </label>
  );
}

/** Writes the directive before the loop, in place of one that stands there. */
function Use({ loop, text }: { loop: ScheduleLoop; text: string | null }) {
  const { source, language } = useApp((state) => state.playground);
  if (text === null && loop.directive === null) return null;
  const isSet = text !== null && loop.directive?.text === `backsweep: ${text}`;
  return (
    <Button
      size="small"
      disabled={isSet}
      onClick={() => actions.edit(withDirective(source, language, loop, text))}
      title={
        text === null
          ? 'Takes the directive before the loop away'
          : `Writes backsweep: ${text} before the loop`
      }
    >
      {isSet ? 'In the kernel' : text === null ? 'Take the directive away' : 'Use it on this loop'}
    </Button>
  );
}

function Played({ answer, steps, of }: { answer: Schedule; steps: number; of: string }) {
  const last = answer.events.length - 1;
  const at = useApp(({ stands }) => stands[VIEW]?.at ?? END);
  const setAt = (next: number) => actions.stand(VIEW, { of, at: next });
  const here = Math.min(at, last);
  const done = answer.events.slice(0, here + 1);
  const ran = done.reduce((n, e) => n + (e.kind === 'advance' || e.kind === 'tape' ? e.to - e.from : 0), 0);
  const count = (up: string, down: string) =>
    done.reduce((n, { kind }) => n + Number(kind === up) - Number(kind === down), 0);
  return (
    <>
      <Diagram events={answer.events} steps={steps} at={here} />
      <Player what="the schedule" count={answer.events.length} at={here} onMove={setAt} beat={160}>
        <span className="schedule-now" role="status">
          {sentence(answer.events[here])}
        </span>
      </Player>
      <dl className="schedule-counts">
        <div>
          <dt>iterations run forward</dt>
          <dd>
            {ran} of {answer.forward}
          </dd>
        </div>
        <div>
          <dt>run again</dt>
          <dd>{Math.max(0, answer.forward - steps)}</dd>
        </div>
        <div data-kind="snapshot">
          <dt>snapshots now, at most</dt>
          <dd>
            {count('snapshot', 'restore')}, {answer.snapshots}
          </dd>
        </div>
        <div data-kind="tape">
          <dt>tapes of one iteration now, at most</dt>
          <dd>
            {count('tape', 'adjoint')}, {answer.tapes}
          </dd>
        </div>
      </dl>
    </>
  );
}

function sentence(event: Schedule['events'][number] | undefined): string {
  if (!event) return '';
  const { kind, from, to } = event;
  switch (kind) {
    case 'advance':
      return to - from === 1 ? `runs iteration ${from + 1}` : `runs iterations ${from + 1} to ${to}`;
    case 'snapshot':
      return `saves the state before iteration ${from + 1}`;
    case 'restore':
      return `goes back to before iteration ${from + 1}`;
    case 'tape':
      return `runs iteration ${from + 1}, keeping its tape`;
    case 'adjoint':
      return `reverses iteration ${from + 1}`;
  }
}
