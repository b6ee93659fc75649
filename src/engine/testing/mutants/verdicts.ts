/**
 * What the certificate says of an engine with a fault in it: `different` where the fault changes an adjoint. What leaves all
 * exact, `outOfReach.ts` argues. Of texts that differ the second opinion is asked as well, until it says so of one.
 */
import { certify, type ExecuteRequest } from '../..';
import { requestOfSeed } from '../certified';
import { secondOpinion } from '../second';
import { printedFor } from '../secondPrinted';
import { KERNELS } from './kernels';
import { RARE } from './rare';
import { TRAPS } from './traps';

/** Random programs beside the texts. */
const PROGRAMS = 120;
/** So many texts that differ are shown to the second opinion. */
const OPINIONS = 12;

function requests(): ExecuteRequest[] {
  const traps = TRAPS.map(
    ([source, inputs, options]): ExecuteRequest => ({
      ...{ source, language: 'c', inputs },
      ...(options && { options }),
    }),
  );
  const kernels = KERNELS.flatMap(({ source, language, inputs, runs }) =>
    runs.map(([options]): ExecuteRequest => ({ source, language, inputs, options })),
  );
  const rare = RARE.flatMap(({ source, language = 'c', options, mode, run }): ExecuteRequest[] =>
    run ? [{ source, language, inputs: run.inputs, ...(options && { options }), ...(mode && { mode }) }] : [],
  );
  return [...traps, ...kernels, ...rare];
}

/** Goes on to random programs until one is not exact; `progress` is called at each. */
export function verdictOfAll(progress: () => void): string {
  let exact = 0;
  const notes: string[] = [];
  const opinions: string[] = [];
  const texts = requests();
  for (let k = 0; k < texts.length + PROGRAMS; k++) {
    const request = texts[k] ?? requestOfSeed(k - texts.length + 1);
    const { verdict, note, diagnostics } = certify(request, 1);
    progress();
    const isInternal = diagnostics.some(({ code }) => code === 'internal');
    if (verdict === 'different') {
      notes.push(note);
      opinions.push(inJavaScript(request));
      if (opinions.includes('different') || opinions.length === OPINIONS) break;
    }
    if (verdict === 'exact') exact++;
    if (notes.length > 0) continue;
    if (isInternal) return `refused by verify: ${diagnostics[0]?.message}`;
    if (note.includes('was not tried')) return `not read again: ${note}`;
  }
  if (notes.length === 0) return `exact on ${exact} programs`;
  const opinion = OPINIONS_BY_WEIGHT.find((each) => opinions.includes(each));
  return `different, ${opinion} in JavaScript: ${notes[0]}`;
}

const OPINIONS_BY_WEIGHT = ['different', 'exact', 'not-applicable', 'not asked'];

/** What the second opinion is, which reads only what is printed there, and only adjoints. */
function inJavaScript(request: ExecuteRequest): string {
  const asked = request.mode && request.mode !== 'adjoint' ? null : printedFor(request);
  return asked ? secondOpinion(asked) : 'not asked';
}
