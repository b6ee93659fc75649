import { Check, Copy, PackageOpen } from 'lucide-react';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Differentiation } from '../../../engine/pipeline/results';
import { actions, store } from '../../app';
import { useCopied } from '../../copied';
import { askEngine } from '../../found';
import { hasBackwardSweep, TARGETS } from '../../store/document/choices';
import { looksFixedForm } from '../../store/document/language';
import { runOf } from '../../store/document/playground';
import { diagnosticsOf, focusOf, isStale } from '../../store/state';
import { focusOnCode } from '../../store/view/focus';
import { Button, Link, Segments } from '../../ui/controls';
import type { Grammar } from '../../ui/highlight';
import { Listing, showFrom } from '../../ui/Listing';
import { saveBlob } from '../../ui/save';
import { lineStarts, positionOf } from '../../ui/text';
import { useApp, useLit, useShownInSlices } from '../../use';
import { Empty, Panel, Stale } from '../Panel';
import { Prose } from '../why/Prose';
import { codeLines, firstLit, headLine, marksOf, runtimeLines } from './lines';

const VIEW = 'code';
const TITLES = {
  adjoint: 'Adjoint',
  tangent: 'Tangent',
  'vector-tangent': 'Vector tangent',
  'tangent-over-adjoint': 'Tangent over adjoint',
} as const;

/** The generated code, each line tied to the statement and the purpose it comes from. */
export function CodeView() {
  const shown = useShownInSlices();
  const isComing = useApp((state) => shown === null && state.shown !== null);
  const stale = useApp((state) => isStale(state) || state.shown !== shown);
  const mode = useApp((state) => state.shown?.request.mode ?? state.playground.mode);
  const [whole, setWhole] = useState(false);
  const empty = shown === null || shown.code.text === '';
  return (
    <Panel
      title={TITLES[mode]}
      head={
        <>
          <TargetChoice />
          <span className="grow" />
          {/* In each other's place, so that the head keeps its lines. */}
          {!empty && isTampered(shown) && <span className="tampered">✕ tampered with</span>}
          {stale && !empty ? (
            <Stale />
          ) : (
            !empty && !isTampered(shown) && <Legend backward={hasBackwardSweep(mode)} />
          )}
          {!empty && runtimeLines(shown) > 0 && (
            <Button
              look="quiet"
              aria-pressed={whole}
              title="The few lines of C or Fortran that push and pop"
              onClick={() => setWhole(!whole)}
            >
              runtime
            </Button>
          )}
          {!empty && <Keep of={shown} />}
        </>
      }
    >
      {isComing ? (
        <Empty>drawing …</Empty>
      ) : empty ? (
        <NoCode />
      ) : (
        <Code shown={shown} stale={stale} from={whole ? 0 : runtimeLines(shown)} />
      )}
    </Panel>
  );
}

const isTampered = ({ request: { tamper } }: Differentiation) =>
  tamper.with.length + tamper.without.length > 0;

/** `from`: the first line to show; the tape runtime before it is hidden unless asked for. */
function Code({ shown, stale, from }: { shown: Differentiation; stale: boolean; from: number }) {
  const lit = useLit();
  const focus = useApp(focusOf);
  const marks = useMemo(() => marksOf(shown, lit).slice(from), [shown, lit, from]);
  const focusAt = (line: number | null) => {
    const place = line === null ? undefined : codeLines(shown)[line + from];
    if (place?.origin == null) return null;
    const { statement, recording } = place.origin;
    return focusOnCode(
      shown,
      { start: place.origin.start, end: place.origin.end, statement, recording },
      VIEW,
    );
  };
  const box = useRef<HTMLDivElement>(null);
  useBeginning(box, headLine(shown) - from, firstLit(marks) !== null);
  const { language, text } = shown.code;
  const grammar: Grammar =
    language === 'fortran' ? (looksFixedForm(text) ? 'fortran-fixed' : 'fortran') : language;
  return (
    <div ref={box} className={stale ? 'stale-body' : undefined}>
      <Listing
        text={text.slice(codeLines(shown)[from]?.start ?? 0)}
        grammar={grammar}
        label="Generated code"
        marks={marks}
        reveal={focus !== null && focus.from !== VIEW ? firstLit(marks) : null}
        onHover={(line) => actions.hover(focusAt(line))}
        onChoose={(line) => actions.pin(focusAt(line))}
      />
    </div>
  );
}

/** A new program is scrolled to its routine, past those that it calls, unless something is lit, which is then in sight. */
function useBeginning(box: RefObject<HTMLElement | null>, line: number, isLit: boolean): void {
  const generation = useApp((state) => state.generation);
  const wanted = useRef({ line, isLit });
  wanted.current = { line, isLit };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another program is a reason to begin again
  useEffect(() => {
    if (wanted.current.isLit) return;
    showFrom(box.current, wanted.current.line);
  }, [box, generation]);
}

function Legend({ backward }: { backward: boolean }) {
  return (
    <span className="legend hide-presenting">
      <span className="l-forward">
        <i /> forward
      </span>
      {backward && (
        <>
          <span className="l-tape">
            <i /> tape
          </span>
          <span className="l-backward">
            <i /> backward
          </span>
        </>
      )}
    </span>
  );
}

function TargetChoice() {
  const target = useApp((state) => state.playground.target ?? state.playground.language);
  return (
    <Segments
      label="Language of the generated code"
      value={target}
      choices={TARGETS}
      onChange={(value) => actions.setTarget(value === store.getState().playground.language ? null : value)}
    />
  );
}

/** The code for elsewhere: copied, or with all that it takes to compile and check it. */
export function Keep({ of }: { of: Differentiation }) {
  return (
    <>
      <CopyCode />
      {of.code.language !== 'javascript' && <TakeAway />}
    </>
  );
}

function CopyCode() {
  const [done, copyText] = useCopied();
  const copy = async () => {
    if ((await copyText(store.getState().shown?.code.text ?? '')) === 'copied')
      actions.say('The generated code was copied.');
    else actions.notify({ id: 'copy', tone: 'warning', text: 'This browser does not let the page copy.' });
  };
  return (
    <Button
      look="quiet"
      icon={done === 'copied' ? <Check size={14} /> : <Copy size={14} />}
      label="Copy the generated code"
      onClick={copy}
    />
  );
}

function NoCode() {
  const latest = useApp((state) => state.latest);
  const error = useApp((state) => diagnosticsOf(state).find(({ severity }) => severity === 'error'));
  const source = useApp((state) => state.playground.source);
  if (latest === null) return null;
  return (
    <Empty>
      {error === undefined ? (
        'There is nothing to differentiate yet: type or paste a function, or open an example.'
      ) : (
        <>
          No code yet.{' '}
          <Link onClick={() => actions.reveal(error.span.start)}>
            Line {positionOf(lineStarts(source), error.span.start).line + 1}
          </Link>
          : <Prose text={[error, ...error.notes].map(({ message }) => message).join(' ')} />
        </>
      )}
    </Empty>
  );
}

/** The kernel is run once to find the values of its inputs. */
const BUDGET = { steps: 200_000_000, milliseconds: 15_000, bytes: 256 * 2 ** 20 };

/** One zip to compile and check elsewhere: `make check` in it passes. */
function TakeAway() {
  const [busy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    await takeAway();
    setBusy(false);
  };
  return (
    <Button
      look="quiet"
      icon={<PackageOpen size={14} />}
      label="Take it away: a zip with the code, a driver and a Makefile"
      disabled={busy}
      onClick={take}
    />
  );
}

async function takeAway(): Promise<void> {
  const request = runOf(store.getState().playground, BUDGET);
  const answer = await askEngine({ kind: 'takeAway', request }, 'execution');
  if (answer?.ok) {
    const { zipOf } = await import('./folder');
    saveBlob(`${answer.name}.zip`, new Blob([zipOf(answer)], { type: 'application/zip' }));
    actions.say(`${answer.name}.zip was saved: unpack it and run make check.`);
    return;
  }
  const why = answer?.diagnostics[0]?.message ?? '';
  actions.notify({ id: 'take-away', tone: 'warning', text: `There is nothing to take away. ${why}`.trim() });
}
