import { useEffect, useState } from 'react';
import { actions } from '../../app';
import { Button } from '../../ui/controls';

/** A text to take along, with a button that copies it. */
export function CopyField(props: { label: string; text: string; rows: number; copy: string; said: string }) {
  const { label, text, rows, copy, said } = props;
  const [copied, setCopied] = useState('');
  useEffect(() => setCopied((before) => (before === text ? before : '')), [text]);
  const onCopy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
      actions.say(said);
    } catch {
      actions.say('This browser does not let the page copy: mark the text and copy it.');
    }
  };
  return (
    <>
      <textarea
        readOnly
        rows={rows}
        aria-label={label}
        value={text}
        spellCheck={false}
        onFocus={(event) => event.target.select()}
      />
      <p>
        <Button disabled={text === ''} onClick={() => void onCopy()}>
          {copied !== '' && copied === text ? 'Copied' : copy}
        </Button>
      </p>
    </>
  );
}
