import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Group, Panel as Pane, Separator, usePanelRef } from 'react-resizable-panels';
import type { Differentiation } from '../../../engine/pipeline/results';
import { store } from '../../app';
import { isStale } from '../../store/state';
import { Segments } from '../../ui/controls';
import { inNextFrame, takeTurn } from '../../ui/turns';
import { PHONE, useApp, useMedia, useShownInSlices } from '../../use';
import { CodeView, Keep } from '../code/CodeView';
import { Empty, InHead } from '../Panel';
import { SourceView } from '../source/SourceView';
import { type Alignment, alignmentOf } from './align';
import { useLines } from './Lines';
import { Sweeps } from './Sweeps';

/** The kernel, and beside each of its lines what becomes of it in the forward sweep, on the tape and in the backward sweep. */
export function ReadView() {
  const shown = useShownInSlices();
  const phone = useMedia(PHONE);
  const [listed, list] = useState(false);
  const alignment = shown === null || shown.code.text === '' ? null : alignmentOf(shown);
  const isComing = useApp((state) => shown === null && state.shown !== null);
  const beside = isComing ? (
    <Empty>drawing …</Empty>
  ) : (
    <Beside shown={shown} alignment={alignment} listed={listed} withSource={phone} />
  );
  const why = alignment?.kind === 'listing' ? alignment.why : null;
  const oneSweep = alignment !== null && alignment.kind === 'listing' && alignment.backward.length === 0;
  return (
    <>
      <InHead>
        <Segments
          label="How the sweeps are laid out"
          value={listed || oneSweep ? 'listing' : 'beside'}
          choices={[
            {
              value: 'beside',
              title: why === null || oneSweep ? 'line by line' : 'side by side',
              disabled: oneSweep,
              ...(why === null ? {} : { blurb: why }),
            },
            {
              value: 'listing',
              title: 'running order',
              blurb: 'The generated code as it is, declarations included',
            },
          ]}
          onChange={(value) => list(value === 'listing')}
        />
        {/* The listing has them in its own head. */}
        {shown !== null && alignment !== null && !phone && !listed && !oneSweep && <Keep of={shown} />}
      </InHead>
      {phone ? beside : <BesideKernel>{beside}</BesideKernel>}
    </>
  );
}

/** The kernel has room for its longest line, within bounds beyond which lines are wrapped. A program that comes has room of its own. */
function BesideKernel({ children }: { children: ReactNode }) {
  const kernel = usePanelRef();
  const group = useRef<HTMLDivElement>(null);
  const draft = useApp((state) => state.draft);
  const presenting = useApp((state) => state.presenting);
  const isThere = useRef(false);
  const resize = useCallback(() => {
    if (group.current === null) return;
    const { source } = store.getState().playground;
    const longest = Math.max(0, ...source.split('\n').map((line) => line.length));
    const size = Number.parseFloat(getComputedStyle(group.current).getPropertyValue('--code'));
    const wanted = ((longest + NUMBERS) * size * CHARACTER + AROUND) / group.current.clientWidth;
    kernel.current?.resize(`${100 * Math.min(MOST_KERNEL, Math.max(LEAST_KERNEL, wanted))}%`);
  }, [kernel]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other programs have other lines, an audience larger ones
  useLayoutEffect(() => {
    // Lines that are broken for another width take as long to draw as the text itself: each has a frame of its own.
    if (isThere.current) return takeTurn(resize);
    isThere.current = true;
    resize();
    return undefined;
  }, [draft, presenting, resize]);
  return (
    <Group orientation="horizontal" id="read-group" elementRef={group}>
      <Pane id="read-source" panelRef={kernel} defaultSize="26" minSize="15">
        <SourceView />
      </Pane>
      <Separator className="separator" aria-label="Width of the kernel" />
      <Pane id="read-sweeps" minSize="30">
        {children}
      </Pane>
    </Group>
  );
}
/** Of the width. */
const [LEAST_KERNEL, MOST_KERNEL] = [0.22, 0.3];
/** Of a character's size; what stands around a line in characters, and in pixels. */
const CHARACTER = 0.6;
const [NUMBERS, AROUND] = [3.5, 30];

interface BesideProps {
  readonly shown: Differentiation | null;
  readonly alignment: Alignment | null;
  readonly listed: boolean;
  readonly withSource: boolean;
}

function Beside({ shown, alignment, listed, withSource }: BesideProps) {
  if (shown !== null && alignment?.kind === 'rows' && !listed)
    return <Sweeps shown={shown} alignment={alignment} withSource={withSource} />;
  const why = alignment?.kind === 'listing' ? alignment.why : null;
  const both = shown !== null && alignment?.kind === 'listing' && alignment.backward.length > 0 && !listed;
  return (
    <div className="read-listing">
      {why !== null && <p className="read-why">{why}</p>}
      {both ? <SideBySide shown={shown} alignment={alignment} /> : <CodeView />}
    </div>
  );
}

interface SideBySideProps {
  readonly shown: Differentiation;
  readonly alignment: Extract<Alignment, { kind: 'listing' }>;
}

/** Both sweeps beside each other, each in the order in which it runs: what is pointed at in one is brought into sight in the other. */
function SideBySide({ shown, alignment }: SideBySideProps) {
  const { forward, backward } = alignment;
  const stale = useApp(isStale);
  const order = useMemo(() => [...forward, ...backward], [forward, backward]);
  const { marks, draw, box } = useLines(shown, order);
  const element = useRef<HTMLDivElement>(null);
  const lit = useMemo(
    () =>
      [forward, backward].map(
        (lines) => lines.find((line) => marks[line]?.strong) ?? lines.find((line) => marks[line]?.lit) ?? -1,
      ),
    [forward, backward, marks],
  );
  useEffect(() => {
    return inNextFrame(() =>
      element.current?.querySelectorAll('.read-column').forEach((column, i) => {
        if (column.matches(':hover') || lit[i] === -1) return;
        column.querySelector(`[id="read-${lit[i]}"]`)?.scrollIntoView({ block: 'nearest' });
      }),
    );
  }, [lit]);
  return (
    <section className={stale ? 'read stale-body' : 'read'}>
      <header className="read-head" data-columns="two">
        <span data-sweep="forward">
          <b>Forward sweep ↓</b> runs first
        </span>
        <span data-sweep="backward">
          <b>Backward sweep ↓</b> runs then
        </span>
      </header>
      <div
        ref={element}
        className="read-columns"
        role="listbox"
        aria-label="Both sweeps, each in running order"
        {...box}
      >
        {[['forward', forward] as const, ['backward', backward] as const].map(([sweep, lines]) => (
          <div key={sweep} className="read-column" data-sweep={sweep} role="presentation">
            {lines.map(draw)}
          </div>
        ))}
      </div>
    </section>
  );
}
