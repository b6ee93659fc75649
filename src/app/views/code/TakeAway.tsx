import { PackageOpen } from 'lucide-react';
import { useState } from 'react';
import { actions, services, store } from '../../app';
import { runOf } from '../../store/document/playground';
import { Button } from '../../ui/controls';
import { saveBlob } from '../../ui/save';

/** The kernel is run once to find the values of its inputs. */
const BUDGET = { steps: 200_000_000, milliseconds: 15_000, bytes: 256 * 2 ** 20 };

/** One zip to compile and check elsewhere: `make check` in it passes. */
export function TakeAway() {
  const [busy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    await takeAway();
    setBusy(false);
  };
  return (
    <Button
      look="quiet"
      size="small"
      icon={<PackageOpen size={14} />}
      label="Take it away: a zip with the code, a driver and a Makefile"
      disabled={busy}
      onClick={take}
    />
  );
}

async function takeAway(): Promise<void> {
  const request = runOf(store.getState().playground, BUDGET);
  const outcome = await services()?.session.clients.execution.ask({ kind: 'takeAway', request });
  if (outcome?.kind === 'answer' && outcome.answer.ok) {
    const { answer } = outcome;
    const { zipOf } = await import('./folder');
    saveBlob(`${answer.name}.zip`, new Blob([zipOf(answer)], { type: 'application/zip' }));
    actions.say(`${answer.name}.zip was saved: unpack it and run make check.`);
    return;
  }
  const why = outcome?.kind === 'answer' ? (outcome.answer.diagnostics[0]?.message ?? '') : '';
  actions.notify({ id: 'take-away', tone: 'warning', text: `There is nothing to take away. ${why}`.trim() });
}
