import { lazy, Suspense, useMemo, useState } from 'react';
import { actions } from '../../app';
import type { State } from '../../store/state';
import { arrangementOf } from '../../store/view/arrangements';
import { Button, Segments, Switch } from '../../ui/controls';
import { grouped } from '../../ui/numbers';
import { useApp } from '../../use';
import { tamperedWith } from '../../views/why/broken';
import { CopyField } from './CopyField';
import { useShort } from './useShort';

const QrCode = lazy(async () => ({ default: (await import('./QrCode')).QrCode }));

/** Chats cut longer links. */
const CUT = 2000;

type Opening = 'page' | 'stand' | 'presenter';

/** Where a stepper of the view in focus stands, in words. */
function standIn({ stands, onTop, arrangement }: State): string | null {
  const view = onTop[arrangement] ?? arrangementOf(arrangement).first;
  if (stands[view] === undefined) return null;
  return view === 'predict' ? 'at this question' : 'at this step';
}

export function LinkPart() {
  const stand = useApp(standIn);
  const [chosen, choose] = useState<Opening>('stand');
  const opening = chosen === 'stand' && stand === null ? 'page' : chosen;
  const [withBreak, breakToo] = useState(true);
  const [picture, show] = useState(false);
  const preview = useApp((state) => state.preview);
  const tamper = useApp(({ playground }) => playground.tamper);
  const broken = tamper.with.length + tamper.without.length > 0;
  const tampered = useMemo(
    () => (preview === null || !withBreak ? undefined : tamperedWith(tamper, preview.key, preview.change)),
    [preview, withBreak, tamper],
  );
  const link = useShort({ presenting: opening === 'presenter', stand: opening !== 'page', tamper: tampered });
  return (
    <>
      <Segments
        label="How the link opens"
        value={opening}
        choices={[
          { value: 'page', title: 'this page' },
          ...(stand === null ? [] : [{ value: 'stand' as const, title: stand }]),
          { value: 'presenter', title: 'in presenter mode' },
        ]}
        onChange={choose}
      />
      {preview !== null && (
        <Switch
          label="Broken, as it is shown now"
          blurb={`${preview.change === 'removed' ? 'Without' : 'With'} ${preview.text} on the tape; whoever opens the link is told so.`}
          on={withBreak}
          onChange={breakToo}
        />
      )}
      <Note />
      <CopyField
        label="Short link"
        rows={5}
        text={link}
        copy="Copy the short link"
        said="The short link was copied."
      />
      <p>
        {grouped(link.length)} characters:{' '}
        {link.length > CUT
          ? `more than the ${grouped(CUT)} at which some chats cut.`
          : 'short enough for any chat.'}{' '}
        It holds the program, its options, the note and this view; nothing is sent anywhere.
        {broken && ' The adjoint is broken on purpose, which the link tells.'}
      </p>
      <p>
        <Button size="large" aria-expanded={picture} onClick={() => show(!picture)}>
          {picture ? 'Hide the QR code' : 'QR code'}
        </Button>
      </p>
      {picture && link !== '' && (
        <Suspense fallback={null}>
          <QrCode text={link} />
        </Suspense>
      )}
    </>
  );
}

function Note() {
  const note = useApp((state) => state.playground.note);
  return (
    <label className="note-field">
      A note for those who open the link
      <textarea
        rows={2}
        maxLength={4000}
        value={note}
        onChange={(event) => actions.setNote(event.target.value)}
      />
    </label>
  );
}
