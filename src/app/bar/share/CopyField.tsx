import { useRef, useState } from 'react';
import { actions } from '../../app';
import { type Copied, copied } from '../../copied';
import { Button } from '../../ui/controls';

const REFUSED = 'This browser does not let the page copy: the text is marked, copy it yourself.';

/** A text with a button that copies it. */
export function CopyField(props: { label: string; text: string; rows: number; copy: string; said: string }) {
  const { label, text, rows, copy, said } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const [done, setDone] = useState<{ readonly text: string; readonly came: Copied } | null>(null);
  const onCopy = async () => {
    const came = await copied(text);
    setDone({ text, came });
    // Where the page may not copy, the text is selected so that the user can.
    if (came === 'refused') field.current?.focus();
    actions.say(came === 'copied' ? said : REFUSED);
  };
  const came = done?.text === text ? done.came : null;
  return (
    <>
      <textarea
        ref={field}
        readOnly
        rows={rows}
        aria-label={label}
        value={text}
        spellCheck={false}
        onFocus={(event) => event.target.select()}
      />
      <p>
        <Button size="large" disabled={text === ''} onClick={() => void onCopy()}>
          {came === 'copied' ? 'Copied' : copy}
        </Button>{' '}
        {came === 'refused' && REFUSED}
      </p>
    </>
  );
}
