import { actions } from '../../app';
import { directiveBefore, standsAlone, withDirective } from '../../store/document/directive';
import { isStale } from '../../store/state';
import { Button } from '../../ui/controls';
import { useApp } from '../../use';

const WORDS = { call: 'this call', loop: 'this loop', test: 'this branch' } as const;

/** What is in focus can be reversed as a piece of its own: a directive before it in the kernel, which undo takes away again. */
export function Piece() {
  const { source, language } = useApp((state) => state.playground);
  const shown = useApp((state) => state.shown);
  const pinned = useApp((state) => state.pinned);
  const current = !useApp(isStale);
  if (shown === null || pinned === null || pinned.result !== shown || !current) return null;
  if (shown.request.mode !== 'adjoint' || pinned.recording !== null) return null;
  const id = pinned.statements[0];
  const statement = shown.statements.find((s) => s.id === id) ?? shown.called.find((s) => s.id === id);
  if (statement === undefined || !(statement.kind in WORDS)) return null;
  const { span } = statement;
  if (!standsAlone(source, span.start)) return null;
  const what = WORDS[statement.kind as keyof typeof WORDS];
  const directive = directiveBefore(source, span.start);
  const write = (text: string | null) =>
    actions.edit(withDirective(source, language, { span, directive }, text));
  return (
    <p className="piece">
      {directive === null ? (
        <Button
          onClick={() => write('checkpoint()')}
          title="Writes backsweep: checkpoint() before it: its tape is made when the backward sweep comes to it, from a snapshot"
        >
          Reverse {what} as a checkpoint
        </Button>
      ) : (
        <>
          <code>{directive.text.replace('backsweep: ', '')}</code>
          <Button onClick={() => write(null)}>Take the directive away</Button>
        </>
      )}
      {statement.kind === 'loop' && (
        <Button
          look="quiet"
          onClick={() => {
            actions.arrange('compare');
            actions.show('schedule');
          }}
        >
          Schedules …
        </Button>
      )}
    </p>
  );
}
