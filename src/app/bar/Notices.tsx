import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type Example, exampleNamed, twinOf } from '../../examples';
import { actions } from '../app';
import { openExample, predictExample } from '../open';
import { guessLanguage } from '../store/document/language';
import { EMPTY_PLAYGROUND } from '../store/document/playground';
import { programOf } from '../store/state';
import type { Notice } from '../store/view/view';
import { Button } from '../ui/controls';
import { PHONE, useApp, useMedia } from '../use';
import { Prose } from '../views/why/Prose';

/** Things to say once: trouble with a link or with storage, a teacher's note, what to look at in an example. */
export function Notices() {
  const notices = useApp((state) => state.notices);
  const note = useApp((state) => state.playground.note);
  return (
    <div className="notices" aria-live="polite">
      {notices.map((notice) => (
        <Bar key={notice.id} notice={notice} />
      ))}
      {note !== '' && (
        <div className="notice">
          <p className="note">
            <b>Note: </b>
            {note}
          </p>
        </div>
      )}
      <Tampered />
      <Look />
    </div>
  );
}

function Bar({ notice }: { notice: Notice }) {
  const { saved, action } = notice;
  const open = () => {
    if (saved === undefined) return;
    actions.load({ ...EMPTY_PLAYGROUND, source: saved, language: guessLanguage(saved) ?? 'c' });
    actions.dismiss(notice.id);
  };
  return (
    <div className="notice" data-tone={notice.tone} role={notice.tone === 'info' ? 'status' : 'alert'}>
      <p>
        <Prose text={notice.text} />
      </p>
      <span className="grow" />
      {saved !== undefined && <Button onClick={open}>Open what was saved</Button>}
      {action !== undefined && <Button onClick={action.run}>{action.title}</Button>}
      <Button
        look="quiet"
        icon={<X size={13} />}
        label="Dismiss"
        onClick={() => actions.dismiss(notice.id)}
      />
    </div>
  );
}

function Tampered() {
  const tamper = useApp((state) => state.playground.tamper);
  if (tamper.with.length + tamper.without.length === 0) return null;
  return (
    <div className="notice" data-tone="warning">
      <p>This adjoint was tampered with: recordings were taken away or forced.</p>
      <Button onClick={actions.untamper}>Put it right</Button>
    </div>
  );
}

/** The one sentence on what to look at in an example, until it is sent away. When it is edited the bar stays, so that nothing jumps. */
function Look() {
  const whole = useApp((state) => state.example);
  const program = useApp(programOf);
  const [opened, setOpened] = useState({ example: whole, program });
  if (program !== opened.program) setOpened({ example: whole, program });
  const example = whole ?? (program === opened.program ? opened.example : null);
  const untouched = useApp((state) => state.pinned === null);
  const [sentAway, sendAway] = useState<string | null>(null);
  const found = useExample(example);
  // On a phone it is shown with the kernel only; the other pages need the room.
  const elsewhere = useApp(({ arrangement }) => arrangement !== 'read');
  const phone = useMedia(PHONE);
  // The answer to a question is not given away.
  const asking = useApp(({ arrangement }) => arrangement === 'learn');
  if (found === null || (phone && (elsewhere || whole === null)) || asking) return null;
  if (found === 'coming') return <div className="notice look">&nbsp;</div>;
  if (found.id === sentAway) return null;
  const twin = twinOf(found);
  return (
    <div className="notice look">
      <p>
        <b>{found.title}</b>
        {whole === null ? ', edited.' : <b>.</b>} {whole !== null && found.look}
      </p>
      <span className="grow" />
      {whole === null && <Button onClick={() => openExample(found)}>As it was</Button>}
      {whole !== null && found.question !== undefined && (
        <Button onClick={() => predictExample(found)}>Predict it first</Button>
      )}
      {whole !== null && twin !== undefined && (
        <Button onClick={() => openExample(twin)}>In {twin.language === 'c' ? 'C' : 'Fortran'}</Button>
      )}
      {untouched && (
        <p className="hint hide-presenting">Edit the kernel, or click a line to ask why it is there.</p>
      )}
      <Button look="quiet" icon={<X size={13} />} label="Dismiss" onClick={() => sendAway(found.id)} />
    </div>
  );
}

/** Of the menu, or of a paper: what is said of those comes when one is opened. */
function useExample(id: string | null): Example | 'coming' | null {
  const ofMenu = exampleNamed(id);
  const [ofPaper, setOfPaper] = useState<{ id: string; example: Example | null } | null>(null);
  useEffect(() => {
    if (id === null || ofMenu) return;
    let isWanted = true;
    const show = (example: Example | null) => {
      if (isWanted) setOfPaper({ id, example });
    };
    import('../../examples/papers').then(
      ({ exampleOfPaper }) => show(exampleOfPaper(id)),
      () => show(null),
    );
    return () => {
      isWanted = false;
    };
  }, [id, ofMenu]);
  if (ofMenu) return ofMenu;
  if (id === null) return null;
  return ofPaper?.id === id ? ofPaper.example : 'coming';
}
