import { useRef } from 'react';
import type { ScheduleEvent } from '../../../engine/pipeline/results';
import { useRoom } from '../../ui/chart/Chart';

const HEIGHT = 300;

/**
 * Time to the right, iterations downwards, as [TAP] Figs 1 to 3 have it: the forward sweep runs down, the backward one up; what is
 * kept lives as long as its line.
 */
export function Diagram({
  events,
  steps,
  at,
}: {
  events: readonly ScheduleEvent[];
  steps: number;
  at: number;
}) {
  const box = useRef<HTMLDivElement>(null);
  const { width, letter, enlarged } = useRoom(box);
  const full = Math.round(HEIGHT * enlarged);
  const { marks, time } = marksOf(events);
  const [left, top, bottom] = [letter * 4, letter * 2.2, letter * 2.4];
  const inner = { width: Math.max(60, width - left - letter), height: full - top - bottom };
  const x = (t: number) => (t / Math.max(1, time)) * inner.width;
  const y = (step: number) => (step / Math.max(1, steps)) * inner.height;
  const parts = steps < 8 ? Math.max(1, steps) : 4;
  const ticks = Array.from({ length: parts + 1 }, (_, k) => Math.round((k * steps) / parts));
  const runs = events.filter(({ kind }) => kind === 'adjoint').length;
  return (
    <div className="chart schedule-diagram" ref={box}>
      {width > 0 && (
        <svg
          width={width}
          height={full}
          role="img"
          aria-label={`Iterations against time: ${runs} iterations reversed in ${time} steps of work.`}
        >
          <g transform={`translate(${left} ${top})`}>
            <g className="chart-axis">
              {ticks.map((step) => (
                <g key={step} transform={`translate(0 ${y(step)})`}>
                  <line x2={inner.width} />
                  <text x={-6} dy="0.32em" textAnchor="end">
                    {step}
                  </text>
                </g>
              ))}
              <text className="chart-title" x={-left + 2} y={-letter * 1.1}>
                iteration
              </text>
              <text className="chart-title" x={inner.width} y={inner.height + letter * 1.6} textAnchor="end">
                time: iterations run and reversed
              </text>
            </g>
            {marks.map(({ kind, t0, t1, from, to, index }) => (
              <line
                key={`${kind} ${index}`}
                className="schedule-mark"
                data-kind={kind}
                data-done={index <= at || undefined}
                x1={x(t0)}
                x2={x(t1)}
                y1={y(from)}
                y2={y(to)}
              />
            ))}
            <line
              className="schedule-here"
              x1={x(timeAfter(events, at))}
              x2={x(timeAfter(events, at))}
              y1={-2}
              y2={inner.height + 2}
            />
          </g>
        </svg>
      )}
      <ul className="chart-key">
        {Object.entries(KINDS).map(([kind, what]) => (
          <li key={kind}>
            <span className="schedule-key" data-kind={kind} /> {what}
          </li>
        ))}
      </ul>
    </div>
  );
}

const costOf = ({ kind, from, to }: ScheduleEvent) =>
  kind === 'snapshot' || kind === 'restore' ? 0 : to - from;

const timeAfter = (events: readonly ScheduleEvent[], at: number) =>
  events.slice(0, at + 1).reduce((sum, event) => sum + costOf(event), 0);

const KINDS = {
  advance: 'runs forward',
  tape: 'runs, keeping the tape',
  adjoint: 'reverses',
  snapshot: 'a snapshot lives',
  held: 'a tape lives',
} as const;

interface Mark {
  readonly kind: keyof typeof KINDS;
  readonly t0: number;
  readonly t1: number;
  readonly from: number;
  readonly to: number;
  /** Of the event at which it begins. */
  readonly index: number;
}

/** A line for each event, and one for the life of each snapshot and tape. */
function marksOf(events: readonly ScheduleEvent[]): { marks: Mark[]; time: number } {
  const marks: Mark[] = [];
  const lives: { kind: 'snapshot' | 'held'; at: number; t0: number; index: number }[] = [];
  let time = 0;
  const ends = (kind: 'snapshot' | 'held', at: number) => {
    const k = lives.findLastIndex((life) => life.kind === kind && life.at === at);
    const [life] = k < 0 ? [] : lives.splice(k, 1);
    if (life && time - life.t0 > (kind === 'held' ? 1 : 0))
      marks.unshift({ kind, t0: life.t0, t1: time, from: at, to: at, index: life.index });
  };
  events.forEach((event, index) => {
    const { kind, from, to } = event;
    const t0 = time;
    if (kind === 'adjoint') ends('held', from + 0.5);
    if (kind === 'restore') ends('snapshot', from);
    time += costOf(event);
    if (kind === 'snapshot') lives.push({ kind: 'snapshot', at: from, t0, index });
    else if (kind === 'tape') lives.push({ kind: 'held', at: from + 0.5, t0, index });
    if (kind === 'advance' || kind === 'tape') marks.push({ kind, t0, t1: time, from, to, index });
    if (kind === 'adjoint') marks.push({ kind, t0, t1: time, from: to, to: from, index });
  });
  return { marks, time };
}
