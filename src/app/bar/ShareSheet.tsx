import { ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { actions, services } from '../app';
import { Button, Segments } from '../ui/controls';
import { Pop } from '../ui/floating';
import { useApp } from '../use';

/** Chats cut what is longer. */
const CUT = 2000;

/** A short link with its length, how it opens, and the hand-out on paper. */
export function ShareSheet() {
  return (
    <Pop
      label="Pass it on"
      align="end"
      trigger={<Button icon={<ChevronDown size={15} />} label="Short link, presenter link, hand-out" />}
    >
      <Sheet />
    </Pop>
  );
}

function Sheet() {
  const [presenting, present] = useState(false);
  const [link, setLink] = useState('');
  const [copied, setCopied] = useState(false);
  const changes = useApp((state) => state.playground);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link holds the playground
  useEffect(() => {
    let wanted = true;
    setCopied(false);
    void services()
      ?.navigation.short(presenting)
      .then((made) => wanted && setLink(made));
    return () => {
      wanted = false;
    };
  }, [presenting, changes]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
      actions.say('The short link was copied.');
    } catch {
      actions.say('This browser does not let the page copy: mark the link and copy it.');
    }
  };
  return (
    <div className="share-sheet">
      <h3>A short link</h3>
      <Segments
        label="How the link opens"
        size="small"
        value={presenting ? 'presenter' : 'page'}
        choices={[
          { value: 'page', title: 'opens as this page' },
          { value: 'presenter', title: 'opens in presenter mode' },
        ]}
        onChange={(value) => present(value === 'presenter')}
      />
      <textarea readOnly rows={4} aria-label="Short link" value={link} onFocus={(e) => e.target.select()} />
      <p>
        {link.length} characters:{' '}
        {link.length > CUT ? `more than the ${CUT} at which some chats cut.` : 'short enough for any chat.'}{' '}
        It holds the program, its options and this view; nothing is sent anywhere.
      </p>
      <p>
        <Button onClick={() => void copy()}>{copied ? 'Copied' : 'Copy the short link'}</Button>
      </p>
      <h3>On paper</h3>
      <p>Kernel, adjoint, what is stored and why, and the sets, on A4.</p>
      <p>
        <Button onClick={actions.printHandout}>Print a hand-out</Button>
      </p>
    </div>
  );
}
