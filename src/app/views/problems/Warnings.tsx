import './problems.css';
import type { Diagnostic } from '../../../engine/pipeline/results';
import { Prose } from '../why/Prose';
import { alike } from './alike';
import { Places } from './Places';

/** What a run warns of, beside its verdict: each with its places, as it says "here". */
export function Warnings({ of }: { of: readonly Diagnostic[] }) {
  return alike(of).map((those) => (
    <div key={`${those[0].code} ${those[0].message}`} className="said">
      <Prose text={those[0].message} /> <Places of={those} />
    </div>
  ));
}
