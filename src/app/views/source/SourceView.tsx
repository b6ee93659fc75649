import {
  type CSSProperties,
  lazy,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useStore } from 'zustand';
import { actions, store } from '../../app';
import { looksFixedForm } from '../../store/document/language';
import { turnOf } from '../../store/session/turn';
import { Button } from '../../ui/controls';
import { Listing } from '../../ui/Listing';
import { PHONE, useApp, useMedia } from '../../use';
import { Panel } from '../Panel';
import { KernelChoices, LanguageChoice } from './KernelChoices';
import { PaintButton, PaintStrip } from './Paint';
import { numberWidth, sourceRows } from './rows';

const PhoneSource = lazy(async () => ({ default: (await import('./PhoneSource')).PhoneSource }));

/** The kernel. An editor on a desk; on a phone, text to tap and a plain field. */
export function SourceView() {
  const phone = useMedia(PHONE);
  return (
    <Panel title="Kernel" head={<Head />}>
      {phone ? (
        <Suspense fallback={null}>
          <PhoneSource />
        </Suspense>
      ) : (
        <Desk />
      )}
    </Panel>
  );
}

function Head() {
  const phone = useMedia(PHONE);
  return (
    <>
      <LanguageChoice />
      {phone && <KernelChoices />}
      <span className="grow" />
      <PaintButton />
    </>
  );
}

/** The editor outlives the panes that it stands in, one after another: to make one takes several frames. */
let editor: HTMLElement | null = null;

interface EditorProps {
  readonly onReady: () => void;
  readonly onAgain: () => void;
}

/** The editor, once it has come; where it has not, word of that. */
const editorToCome = () =>
  lazy(async () => {
    const { startEditor } = await import('./editor').catch(() => ({ startEditor: null }));
    if (startEditor === null) return { default: NoEditor };
    return {
      default: function MonacoEditor({ onReady }: EditorProps) {
        const place = useRef<HTMLDivElement>(null);
        // biome-ignore lint/correctness/useExhaustiveDependencies: the editor comes once
        useLayoutEffect(() => {
          const host = editor ?? document.createElement('div');
          place.current?.append(host);
          if (editor === null) {
            host.className = 'monaco-host';
            startEditor(host);
            editor = host;
          }
          onReady();
          return () => host.remove();
        }, []);
        return <div ref={place} />;
      },
    };
  });

function NoEditor({ onAgain }: EditorProps) {
  return (
    <p className="no-editor" role="alert">
      The editor did not load, so the kernel can be read here, but not changed.{' '}
      <Button onClick={onAgain}>Try again</Button>
    </p>
  );
}

let coming = editorToCome();

/** The editor is half of what the page loads: it comes when the first answers stand, or as soon as somebody wants it; then it is there. */
function useEditorsTurn(): [boolean, () => void] {
  const [turn, setTurn] = useState(editor !== null);
  useEffect(() => {
    if (turn) return;
    let here = true;
    const patience = setTimeout(() => setTurn(true), MOST_PATIENCE_MS);
    void turnOf(store, () => false).then(() => here && setTurn(true));
    return () => {
      here = false;
      clearTimeout(patience);
    };
  }, [turn]);
  return [turn, () => setTurn(true)];
}
/** An analysis that takes long keeps nobody from typing. */
const MOST_PATIENCE_MS = 4_000;

/** Says how many lines of the page each line takes, until the editor does; of a long text, whose lines stay whole, nothing. */
function useTaken(standIn: RefObject<HTMLElement | null>, source: string, ready: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text takes other lines
  useLayoutEffect(() => {
    const list = standIn.current?.querySelector('.listing:not([data-long])');
    if (ready || list == null) return;
    const look = () => {
      const texts = [...list.querySelectorAll<HTMLElement>('.line-text')];
      const height = Math.min(...texts.map(({ offsetHeight }) => offsetHeight));
      const taken = texts.map(({ offsetHeight }) => Math.round(offsetHeight / height));
      if (`${taken}` !== `${sourceRows.getState().taken}`) sourceRows.setState({ taken });
    };
    // Its lines break elsewhere when the font comes.
    const observer = new ResizeObserver(look);
    observer.observe(list);
    return () => observer.disconnect();
  }, [standIn, source, ready]);
}

/** Until the editor is there, the same text stands in the same place. */
function Desk() {
  const [ready, setReady] = useState(editor !== null);
  const [turn, takeTurn] = useEditorsTurn();
  const [Editor, setEditor] = useState(() => coming);
  const source = useApp((state) => state.playground.source);
  const language = useApp((state) => state.playground.language);
  const room = useStore(sourceRows, (state) => state.room);
  const standIn = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const follow = ({ top }: { top: number }) => standIn.current?.scrollTo({ top });
    follow(sourceRows.getState());
    return sourceRows.subscribe(follow);
  }, []);
  useTaken(standIn, source, ready);
  return (
    <div className="source-column">
      <div className="source" id="kernel">
        {!ready && (
          <div
            className="stand-in"
            ref={standIn}
            // A property of its own, which the type does not know.
            style={{ '--digits': numberWidth(source.split('\n').length) } as CSSProperties}
          >
            <Listing
              text={source.slice(0, 40_000)}
              grammar={language === 'c' ? 'c' : looksFixedForm(source) ? 'fortran-fixed' : 'fortran'}
              label="Kernel"
              marks={[]}
              room={room}
              reveal={null}
              onHover={takeTurn}
              onChoose={takeTurn}
            />
          </div>
        )}
        {turn && (
          <Suspense fallback={null}>
            <Editor
              onAgain={() => {
                coming = editorToCome();
                setEditor(() => coming);
              }}
              onReady={() => {
                setReady(true);
                // What was typed while the editor came is in the state already.
                actions.hover(store.getState().hovered);
              }}
            />
          </Suspense>
        )}
      </div>
      <PaintStrip />
    </div>
  );
}
