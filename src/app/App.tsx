import { Fragment, lazy, Suspense, useEffect } from 'react';
import { Group, Panel as Pane, Separator } from 'react-resizable-panels';
import { MOST_LESSON } from '../lessons/limits';
import { actions, store } from './app';
import { ArrangementBar } from './bar/ArrangementBar';
import { Footer } from './bar/Footer';
import { Header } from './bar/Header';
import { Notices } from './bar/Notices';
import { Verdict } from './bar/Verdict';
import { useFirstCard } from './firstCard';
import { InTurn } from './InTurn';
import { MainPanel } from './MainPanel';
import { type Arrangement, arrangementOf } from './store/view/arrangements';
import { Boundary } from './ui/Boundary';
import { Tabs } from './ui/controls';
import { usePresenterKeys } from './ui/presenterKeys';
import { PHONE, useApp, useMedia } from './use';
import { mainViews, OFFERED, type View, viewNamed } from './views/registry';
import { Caption, Explained } from './views/why/Explained';
import { pushBeside } from './views/why/pushBeside';

const Tour = lazy(async () => ({ default: (await import('./bar/tour/Tour')).Tour }));
const Handout = lazy(async () => ({ default: (await import('./bar/handout/Handout')).Handout }));

export function App() {
  const phone = useMedia(PHONE);
  const presenting = useApp((state) => state.presenting);
  const printing = useApp((state) => state.printing);
  const touring = useApp((state) => state.tour !== null);
  const arrangement = arrangementOf(useApp((state) => state.arrangement));
  useKeys();
  usePresenterKeys(arrangement.side.includes('why') ? stepToPush : null);
  useFirstCard();
  useDroppedLesson();
  return (
    <div className="app">
      <a className="skip" href="#main">
        Skip to the panes
      </a>
      <Suspense fallback={null}>{touring && <Tour />}</Suspense>
      {presenting && !phone ? <LeavePresenting /> : <Header />}
      {!presenting && <Notices />}
      {phone ? <Pages arrangement={arrangement} /> : <Desk arrangement={arrangement} />}
      {presenting && !phone && arrangement.side.includes('why') && <Caption />}
      <Footer />
      <Said />
      <Suspense fallback={null}>{printing && <Handout />}</Suspense>
    </div>
  );
}

/** Steps from push to push, in an arrangement without a stepper of its own. */
function stepToPush(by: 1 | -1): void {
  const { shown, pinned } = store.getState();
  if (shown === null || document.querySelector('.player') !== null) return;
  const push = pushBeside(shown, pinned, by);
  if (push !== null) actions.pin(push);
}

function LeavePresenting() {
  return (
    <button type="button" className="leave-presenting" onClick={() => actions.present(false)}>
      Leave (Escape)
    </button>
  );
}

/** The main place, with the texts above it or to its left, and the explanations and the run at the side. */
function Desk({ arrangement }: { arrangement: Arrangement }) {
  const { id, side } = arrangement;
  const presenting = useApp((state) => state.presenting);
  const { texts, textsAt, textsSize } = presenting ? presented(arrangement) : arrangement;
  const above = textsAt === 'above';
  return (
    <main className="desk" id="main" tabIndex={-1}>
      {presenting && <h1 className="unseen">Backsweep</h1>}
      <Group key={`${id}-${presenting}`} orientation="horizontal" id={`desk-${id}`}>
        <Pane id="work" minSize="40">
          <Group orientation={above ? 'vertical' : 'horizontal'} id={`work-${id}`}>
            {texts.length > 0 && (
              <>
                <Pane id="texts" defaultSize={String(textsSize)} minSize="15">
                  <Texts ids={texts} arrangement={id} />
                </Pane>
                <Separator
                  className="separator"
                  aria-label={above ? 'Height of the texts' : 'Width of the texts'}
                />
              </>
            )}
            <Pane id="main-place" minSize="12">
              <MainPanel views={mainViews(arrangement)} />
            </Pane>
          </Group>
        </Pane>
        {side.length > 0 && !presenting && (
          <>
            <Separator className="separator" aria-label="Width of the side" />
            <Pane id="side" defaultSize={330} minSize={240} groupResizeBehavior="preserve-pixel-size">
              <Side ids={side} arrangement={id} />
            </Pane>
          </>
        )}
      </Group>
    </main>
  );
}

/** Two panes for presenting: the last of the texts, and the main place beside it. */
const presented = ({ texts }: Arrangement): Pick<Arrangement, 'texts' | 'textsAt' | 'textsSize'> => ({
  texts: texts.slice(-1),
  textsAt: 'left',
  textsSize: texts.length > 1 ? 46 : 34,
});

function Texts({ ids, arrangement }: { ids: readonly string[]; arrangement: string }) {
  return (
    <Group orientation="horizontal" id={`texts-${arrangement}`}>
      {ids.map((id, i) => (
        <Fragment key={id}>
          {i > 0 && <Separator className="separator" aria-label="Width of kernel and code" />}
          <Pane id={id} minSize="15" {...(ids.length > 1 && i === 0 ? { defaultSize: '46' } : {})}>
            <Framed id={id} />
          </Pane>
        </Fragment>
      ))}
    </Group>
  );
}

function Side({ ids, arrangement }: { ids: readonly string[]; arrangement: string }) {
  return (
    <Group orientation="vertical" id={`side-${arrangement}`}>
      {ids.map((id, i) => (
        <Fragment key={id}>
          {i > 0 && <Separator className="separator" aria-label="Height of the side's parts" />}
          <Pane id={`side-${id}`} minSize="10" {...(ids.length > 1 && i === 0 ? { defaultSize: '57' } : {})}>
            <Framed id={id} />
          </Pane>
        </Fragment>
      ))}
    </Group>
  );
}

function Framed({ id }: { id: string }) {
  const view = viewNamed(id);
  if (view === undefined) return null;
  const { title, Component } = view;
  return (
    <Boundary what={title}>
      <InTurn>
        <Component />
      </InTurn>
    </Boundary>
  );
}

/** On a phone each view of the arrangement is a page. */
function Pages({ arrangement }: { arrangement: Arrangement }) {
  const onTop = useApp(({ onTop: all }) => all[arrangement.id]);
  const views = pagesOf(arrangement);
  const view = views.find(({ id }) => id === onTop) ?? views[0];
  if (view === undefined) return null;
  const tabs = views.map(({ id, title }) => ({ value: id, title }));
  return (
    <>
      <main className="page" id="main" tabIndex={-1}>
        <Tabs
          label="Views"
          className="tabbar"
          panelId="page"
          value={view.id}
          tabs={tabs}
          onChange={actions.show}
        />
        <div id="page" role="tabpanel" aria-labelledby={`page-${view.id}`}>
          {view.place !== 'main' ? (
            <Framed key={view.id} id={view.id} />
          ) : (
            <MainPanel views={[view]} head={<Verdict />} />
          )}
        </div>
        {explains(view, arrangement) && (
          <Explained more={arrangement.side.includes('why') ? () => actions.show('why') : null} />
        )}
      </main>
      <ArrangementBar most={5} />
    </>
  );
}

/** Whether a sheet below explains what is pinned on this page: only where nothing else does, and where it has a name in the text. */
const explains = ({ id, place, in: of }: View, { side }: Arrangement): boolean =>
  id === 'source' || id === 'code' || (place === 'main' && side.includes('why') && !of?.includes('learn'));

function pagesOf(arrangement: Arrangement): readonly View[] {
  const named = (ids: readonly string[]) => ids.flatMap((id) => viewNamed(id) ?? []);
  const main = mainViews(arrangement);
  const side = named(arrangement.side);
  if (arrangement.id === 'all') return [...named(arrangement.texts), ...main, ...side];
  // What the arrangement is called for comes first. Where lines are read beside the sweeps, they are written on a page of their own.
  const texts = named(arrangement.id === 'read' ? ['source'] : arrangement.texts);
  return [...main.slice(0, 1), ...texts, ...main.slice(1), ...side];
}

/** Keys for undo outside of the editor, where it also covers options, for the arrangements by number, and for printing. */
function useKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      const typing =
        target instanceof Element &&
        target.closest('input, textarea, select, .monaco-editor, [popover], dialog') !== null;
      if (event.key === 'Escape' && !typing && store.getState().presenting) actions.present(false);
      if (event.altKey || !(prints(event) || (!typing && act(event)))) return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** A Markdown file that is dropped on the page is a lesson. */
function useDroppedLesson(): void {
  useEffect(() => {
    const lessonIn = (event: DragEvent) =>
      [...(event.dataTransfer?.files ?? [])].find(({ name }) => /\.(?:md|markdown)$/i.test(name));
    const onDragOver = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const onDrop = (event: DragEvent) => {
      const file = lessonIn(event);
      if (file === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      void Promise.all([file.text(), import('./store/links/openLesson')]).then(([text, { openLesson }]) =>
        openLesson(actions, text.slice(0, MOST_LESSON), 0),
      );
    };
    document.addEventListener('dragover', onDragOver);
    document.addEventListener('drop', onDrop, { capture: true });
    return () => {
      document.removeEventListener('dragover', onDragOver);
      document.removeEventListener('drop', onDrop, { capture: true });
    };
  }, []);
}

/** The browser's own key for printing, in the editor too: on paper the page is a hand-out. */
function prints({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  if (key.toLowerCase() !== 'p' || !(ctrlKey || metaKey) || shiftKey || !store.getState().shown?.ok)
    return false;
  actions.printHandout();
  return true;
}

/** Does what the key asks for; false if it does nothing here. */
function act(event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === 'z' && !event.shiftKey) actions.undo();
    else if (key === 'y' || (key === 'z' && event.shiftKey)) actions.redo();
    else return false;
    return true;
  }
  const chosen = OFFERED[Number(key) - 1];
  if (!/^[1-9]$/.test(key) || chosen === undefined) return false;
  // What has the focus goes with its pane.
  const main = document.getElementById('main');
  if (main?.contains(document.activeElement)) main.focus({ preventScroll: true });
  const { arrangement, onTop } = store.getState();
  if (chosen.id !== arrangement) actions.arrange(chosen.id);
  else {
    // Pressed again, before an audience in place of the tabs: the next view of the arrangement, after the last the first.
    const views = mainViews(chosen).filter(({ id }) => id !== 'problems');
    const at = views.findIndex(({ id }) => id === (onTop[arrangement] ?? chosen.first));
    const next = views[(at + 1) % views.length];
    if (next !== undefined) actions.show(next.id);
  }
  return true;
}

function Said() {
  const said = useApp((state) => state.said);
  return (
    <div className="unseen" role="status" aria-live="polite">
      {said}
    </div>
  );
}
