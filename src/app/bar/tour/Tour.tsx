import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { actions, store } from '../../app';
import { Button } from '../../ui/controls';
import { useApp } from '../../use';
import { Prose } from '../../views/why/Prose';
import { type Stop, stopsOf } from './stops';
import './tour.css';

/** Four things to look at, for first-time visitors. It lies over the page, moves nothing and takes no focus. */
export function Tour() {
  const at = useApp((state) => state.tour);
  const shown = useApp((state) =>
    state.arrangement === 'read' && !state.presenting && state.shown?.ok ? state.shown : null,
  );
  if (at === null || shown === null) return null;
  const stops = stopsOf(shown);
  const here = Math.min(at, stops.length - 1);
  const stop = stops[here];
  return stop === undefined ? null : <Card stop={stop} at={here} of={stops.length} />;
}

function Card({ stop, at, of }: { stop: Stop; at: number; of: number }) {
  const card = useRef<HTMLElement>(null);
  useMarked(card, stop.places);
  useTourKeys(card, at, of);
  return (
    <aside ref={card} className="tour" aria-label="Tour">
      <div className="tour-head">
        <h2>{stop.title}</h2>
        <span className="grow" />
        <Button
          look="quiet"
          icon={<X size={14} />}
          label="End the tour (Escape)"
          onClick={() => leave(card.current)}
        />
      </div>
      <p aria-live="polite">
        <Prose text={stop.text} />
      </p>
      <div className="tour-foot">
        <span className="numbers">
          {at + 1} of {of}
        </span>
        <span className="grow" />
        <Button aria-disabled={at === 0} onClick={() => at > 0 && actions.tour(at - 1)}>
          Back
        </Button>
        <Button look="primary" onClick={() => (at + 1 < of ? actions.tour(at + 1) : leave(card.current))}>
          {at + 1 < of ? 'Next' : 'Done'}
        </Button>
      </div>
    </aside>
  );
}

/** Moves the focus from the card to the panes. */
function leave(card: HTMLElement | null): void {
  if (card?.contains(document.activeElement)) document.getElementById('main')?.focus();
  actions.tour(null);
}

/** Arrow keys go from stop to stop as long as nothing else has the focus; Escape ends the tour, unless it ends something nearer. */
function useTourKeys(card: { readonly current: HTMLElement | null }, at: number, of: number): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { activeElement, body } = document;
      const own = activeElement === null || activeElement === body || card.current?.contains(activeElement);
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape') {
        if (activeElement?.closest(ENDED_BY_ESCAPE) || document.querySelector('[data-enlarged]') !== null)
          return;
        leave(card.current);
        return;
      }
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (by === undefined || !own) return;
      event.preventDefault();
      actions.tour(Math.max(0, Math.min(of - 1, at + by)));
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [card, at, of]);
}
const ENDED_BY_ESCAPE = 'input, textarea, select, .monaco-editor, [popover], dialog';

/** Outlines the places at hand, including those that appear later, and keeps the card off them. */
function useMarked(card: { readonly current: HTMLElement | null }, places: readonly string[]): void {
  const selector = places.join();
  useEffect(() => {
    let marked: readonly Element[] = [];
    const mark = () => {
      const found = [...document.querySelectorAll(selector)];
      if (found.length === marked.length && found.every((each, i) => each === marked[i])) return;
      for (const each of marked) each.removeAttribute('data-toured');
      for (const each of found) each.setAttribute('data-toured', '');
      // The page opens at the first stop; later stops are scrolled to.
      if (store.getState().tour !== 0) found[0]?.scrollIntoView({ block: 'nearest' });
      marked = found;
      stayOff(card.current, found);
    };
    mark();
    const changes = new MutationObserver(mark);
    changes.observe(document.body, { childList: true, subtree: true });
    return () => {
      changes.disconnect();
      for (const each of marked) each.removeAttribute('data-toured');
    };
  }, [card, selector]);
}

function stayOff(card: HTMLElement | null, places: readonly Element[]): void {
  if (card === null) return;
  card.removeAttribute('data-aside');
  const own = card.getBoundingClientRect();
  const covered = places
    .map((each) => each.getBoundingClientRect())
    .some(
      (box) => box.bottom > own.top && box.top < own.bottom && box.right > own.left && box.left < own.right,
    );
  card.toggleAttribute('data-aside', covered);
}
