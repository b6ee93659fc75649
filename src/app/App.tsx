import { useEffect } from 'react';
import { Group, Panel as Pane, Separator } from 'react-resizable-panels';
import { actions } from './app';
import { Footer } from './bar/Footer';
import { Header } from './bar/Header';
import { Notices } from './bar/Notices';
import { MainPanel } from './MainPanel';
import { Boundary } from './ui/Boundary';
import { Tabs } from './ui/controls';
import { PHONE, useApp, useMedia } from './use';
import { VIEWS, viewsAt } from './views/registry';

export function App() {
  const phone = useMedia(PHONE);
  const presenting = useApp((state) => state.presenting);
  useKeys();
  useEffect(() => {
    document.documentElement.toggleAttribute('data-presenting', presenting);
  }, [presenting]);
  return (
    <div className="app">
      <Header />
      <Notices />
      {phone ? <Pages /> : <Desk />}
      <Footer />
      <Said />
    </div>
  );
}

/** Kernel and code on top, tabs below, explanations and the run at the side. */
function Desk() {
  return (
    <main className="desk">
      <Group orientation="horizontal" id="desk">
        <Pane id="work" minSize="40">
          <Group orientation="vertical" id="work-group">
            <Pane id="texts" defaultSize="41" minSize="15">
              <Group orientation="horizontal" id="texts-group">
                <Pane id="source" defaultSize="46" minSize="15">
                  <Stack place="source" />
                </Pane>
                <Separator className="separator" aria-label="Width of kernel and code" />
                <Pane id="code" minSize="15">
                  <Stack place="code" />
                </Pane>
              </Group>
            </Pane>
            <Separator className="separator" aria-label="Height of the texts" />
            <Pane id="main" minSize="12">
              <MainPanel />
            </Pane>
          </Group>
        </Pane>
        <Separator className="separator" aria-label="Width of the side" />
        <Pane id="side" defaultSize={370} minSize={240} groupResizeBehavior="preserve-pixel-size">
          <Side />
        </Pane>
      </Group>
    </main>
  );
}

function Stack({ place }: { place: 'source' | 'code' }) {
  return viewsAt(place).map(({ id, title, Component }) => (
    <Boundary key={id} what={title}>
      <Component />
    </Boundary>
  ));
}

function Side() {
  const views = viewsAt('side');
  return (
    <Group orientation="vertical" id="side-group">
      {views.map(({ id, title, Component }, i) => (
        <SidePane key={id} id={id} first={i === 0}>
          <Boundary what={title}>
            <Component />
          </Boundary>
        </SidePane>
      ))}
    </Group>
  );
}

function SidePane({ id, first, children }: { id: string; first: boolean; children: React.ReactNode }) {
  return (
    <>
      {!first && <Separator className="separator" aria-label="Height of the side's parts" />}
      <Pane id={`side-${id}`} minSize="10">
        {children}
      </Pane>
    </>
  );
}

/** What one looks for first is at hand without scrolling the tabs. */
const FIRST = ['source', 'code', 'run', 'why'];
const PAGES = [
  ...FIRST.flatMap((id) => VIEWS.filter((view) => view.id === id)),
  ...VIEWS.filter(({ id }) => !FIRST.includes(id)),
];

/** On a phone each view is a page. */
function Pages() {
  const page = useApp(({ onTop }) => onTop.page ?? 'source');
  const choose = (id: string) => {
    actions.show('page', id);
    // What the page shows is what a link shows.
    if (VIEWS.some((each) => each.id === id && each.place === 'main')) actions.show('main', id);
  };
  const view = VIEWS.find(({ id }) => id === page) ?? VIEWS[0];
  const tabs = PAGES.map(({ id, title }) => ({ value: id, title }));
  if (view === undefined) return null;
  const { Component, framed, place } = view;
  return (
    <>
      <main className="page">
        <div id="page" role="tabpanel" aria-labelledby={`page-${page}`}>
          {framed ? (
            <Boundary key={view.id} what={view.title}>
              <Component />
            </Boundary>
          ) : (
            <MainPanel only={place === 'main' ? view.id : undefined} />
          )}
        </div>
      </main>
      <nav aria-label="Views">
        <Tabs label="Views" className="tabbar" panelId="page" value={page} tabs={tabs} onChange={choose} />
      </nav>
    </>
  );
}

/** Undo outside of the editor, where it covers options as well. */
function useKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof Element && event.target.closest('input, textarea, .monaco-editor') !== null;
      if (typing || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      if (key === 'z' && !event.shiftKey) actions.undo();
      else if (key === 'y' || (key === 'z' && event.shiftKey)) actions.redo();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function Said() {
  const said = useApp((state) => state.said);
  return (
    <div className="unseen" role="status" aria-live="polite">
      {said}
    </div>
  );
}
