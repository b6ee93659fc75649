import '../../styles/steppers.css';
import '../../styles/chart.css';
import '../../styles/tradeoff.css';
import { useMemo, useState } from 'react';
import type { Schedule, ScheduleKind, ScheduleLoop } from '../../../engine/pipeline/results';
import { actions } from '../../app';
import { directiveFor, withDirective } from '../../store/document/directive';
import { runKey, runOf } from '../../store/document/playground';
import { checksum } from '../../store/links/packing';
import { Button, Segments, Select } from '../../ui/controls';
import { Player } from '../../ui/Player';
import { useApp } from '../../use';
import { AtWork } from '../derivatives/AtWork';
import { useAnswer } from '../derivatives/useAnswer';
import { Prose } from '../why/Prose';
import { Diagram } from './Diagram';
import { eventAt, inStepWith } from './inStep';

const BUDGET = { steps: 5_000_000, milliseconds: 15_000, bytes: 256 * 2 ** 20 };
const MOST_STEPS = 100;
const USUAL_STEPS = 16;
const USUAL_AMOUNT = 3;
const VIEW = 'schedule';
const TOGETHER = 'sweep';
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

/** `binomial 3`: the schedule and its number, as a link keeps them; `sweep` behind it: in step with the run. */
function askedOf(of: string): { kind: ScheduleKind; amount: number; together: boolean } {
  const [name, number, more] = of.split(' ');
  const kind = KINDS.find(({ value }) => value === name)?.value ?? 'binomial';
  const amount = Math.trunc(Number(number));
  return { kind, amount: amount >= 1 && amount <= 20 ? amount : USUAL_AMOUNT, together: more === TOGETHER };
}

const show = (kind: ScheduleKind, amount: number) =>
  actions.stand(VIEW, { of: `${kind} ${amount}`, at: END });

/** The loop around most of the text: that of the time steps, where there is one. */
function outermost(loops: readonly ScheduleLoop[]): number {
  const lengths = loops.map(({ span }) => span.end - span.start);
  return Math.max(0, lengths.indexOf(Math.max(...lengths)));
}

/** Step against time, as a loop is stored or run again. */
export function ScheduleView() {
  const playground = useApp((state) => state.playground);
  const inputs = useApp((state) => state.execution?.inputs);
  const of = useApp(({ stands }) => stands[VIEW]?.of ?? '');
  const { kind, amount, together } = askedOf(of);
  const [own, choose] = useState<number | null>(null);
  const [wanted, setWanted] = useState<number | null>(null);
  const [loops, setLoops] = useState<readonly ScheduleLoop[]>([]);
  const chosen = own ?? outermost(loops);
  const trips = loops[chosen]?.trips ?? null;
  const steps = wanted ?? Math.min(MOST_STEPS, Math.max(1, trips ?? USUAL_STEPS));
  const request = { ...runOf(playground, BUDGET), ...(inputs ? { inputs } : {}) };
  const work = useAnswer({ kind: 'schedule', request, asked: { kind, steps, amount } });
  const { answer } = work;
  if (answer && answer.loops !== loops && JSON.stringify(answer.loops) !== JSON.stringify(loops))
    setLoops(answer.loops);
  // What is drawn stays until there is an answer for as many iterations as the loop has.
  const [drawn, draw] = useState<Schedule | null>(null);
  if (answer && drawn !== answer && (iterationsOf(answer) === steps || answer.events.length === 0))
    draw(answer);
  const loop = loops[chosen] ?? loops[0];
  return (
    <div className="schedule">
      <div className="schedule-hand">
        {loops.length > 0 && (
          <label>
            loop{' '}
            <Select
              value={chosen}
              choices={loops.map(({ title, trips: count }, value) => ({
                value,
                title: count === null ? title : `${title} (${count} iterations)`,
              }))}
              onChange={choose}
            />
          </label>
        )}
        <Segments
          label="Schedule"
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
      {loop && <Refused answer={answer} loop={loop} />}
      {(drawn === null || work.trouble !== '') && <AtWork asked={work} what="Working out the schedule …" />}
      {drawn && <Played answer={drawn} of={`${kind} ${amount}`} loop={loop ?? null} together={together} />}
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

/** A directive that cannot be carried out says so beside the loop, too. */
function Refused({ answer, loop }: { answer: Schedule | null; loop: ScheduleLoop }) {
  const at = loop.directive?.span.start;
  const refusal = answer?.diagnostics.find(({ span }) => span.start === at);
  if (refusal === undefined) return null;
  return (
    <p className="schedule-refused" role="alert">
      <b>{loop.directive?.text}:</b> <Prose text={refusal.message} />{' '}
      {refusal.notes.map(({ message }) => (
        <Prose key={message} text={`${message} `} />
      ))}
    </p>
  );
}

const iterationsOf = ({ events }: Schedule) => Math.max(0, ...events.map(({ to }) => to));

function Played(props: { answer: Schedule; of: string; loop: ScheduleLoop | null; together: boolean }) {
  const { answer, of, loop, together } = props;
  const steps = iterationsOf(answer);
  const last = answer.events.length - 1;
  const own = useApp(({ stands }) => stands[VIEW]?.at ?? END);
  const run = useRun(together, answer, loop);
  // Several events may be of one step of the run.
  const isThere = run.inStep === null || run.inStep[own] === run.at;
  const at = run.inStep && !isThere ? eventAt(run.inStep, run.at) : own;
  const name = together ? `${of} ${TOGETHER}` : of;
  const setAt = (next: number) => {
    actions.stand(VIEW, { of: name, at: next });
    if (run.inStep) run.go(run.inStep[next] ?? -1);
  };
  const here = Math.min(at, last);
  const done = answer.events.slice(0, here + 1);
  const ran = done.reduce((n, e) => n + (e.kind === 'advance' || e.kind === 'tape' ? e.to - e.from : 0), 0);
  const count = (up: string, down: string) =>
    done.reduce((n, { kind }) => n + Number(kind === up) - Number(kind === down), 0);
  const [snapshots, tapes] = [count('snapshot', 'restore'), count('tape', 'adjoint')];
  return (
    <>
      <Diagram events={answer.events} steps={steps} at={here} />
      <Player what="the schedule" count={answer.events.length} at={here} onMove={setAt} beat={160}>
        <span className="schedule-now" role="status">
          {sentence(answer.events[here])}
        </span>
        <label className="schedule-together">
          <input
            type="checkbox"
            checked={together}
            onChange={() => actions.stand(VIEW, { of: together ? of : `${of} ${TOGETHER}`, at: here })}
          />{' '}
          in step with Sweeps
        </label>
      </Player>
      {together && run.trouble !== '' && (
        <p className="schedule-trouble" role="status">
          {run.trouble}
        </p>
      )}
      <dl className="schedule-counts">
        <Count what="iterations run forward" now={ran} text={`of ${answer.forward}`} />
        <Count what="of them run again" now={Math.max(0, answer.forward - steps)} text="in all" />
        <Count what="snapshots kept" now={snapshots} text={`now, ${answer.snapshots} at most`} />
        <Count what="tapes of one iteration" now={tapes} text={`now, ${answer.tapes} at most`} />
        <Count what="kept in all" now={snapshots + tapes} text={`now, ${mostKept(answer)} at most`} />
      </dl>
    </>
  );
}

function Count({ what, now, text }: { what: string; now: number; text: string }) {
  return (
    <div>
      <dt>{what}</dt>
      <dd>
        {now} <span>{text}</span>
      </dd>
    </div>
  );
}

/** Snapshots and tapes at once: what memory the loop takes at its highest. */
function mostKept({ events }: Schedule): number {
  let [kept, most] = [0, 0];
  for (const { kind } of events) {
    kept += Number(kind === 'snapshot' || kind === 'tape') - Number(kind === 'restore' || kind === 'adjoint');
    most = Math.max(most, kept);
  }
  return most;
}

/** Where the sweep stepper is in a run that goes by this schedule. */
function useRun(together: boolean, answer: Schedule, loop: ScheduleLoop | null) {
  const playground = useApp((state) => state.playground);
  const key = checksum(runKey(playground));
  const at = useApp(({ stands: { sweep } }) => (sweep?.of === key ? sweep.at : 0)) - 1;
  const asked = useAnswer(together ? { kind: 'trace', request: runOf(playground, {}) } : null);
  const trace = together ? asked.answer?.trace : undefined;
  const inStep = useMemo(
    () => (trace && loop ? inStepWith(trace, loop, answer) : null),
    [trace, loop, answer],
  );
  const trouble =
    !together || inStep !== null
      ? ''
      : asked.answer === null
        ? 'Running it …'
        : 'The run does not go by this schedule: use it on this loop first, with as many iterations as the loop has, where the loop runs once.';
  const go = (step: number) => actions.stand('sweep', { of: key, at: step + 1 });
  return { at, inStep, trouble, go };
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
