/**
 * Take it away: everything that it needs to compile and check derivatives on one's own machine, as files of one folder.
 * `make check` there passes. The driver sets the values that a run was made with. It compares an adjoint with the tangent (dot
 * product) and with central differences of the kernel along one direction; `driver.ts` says what it does for the other modes.
 */
import { itemAt, present } from '../../base/lookup';
import { cFiles } from './c';
import { fortranFiles } from './fortran';
import type { File } from './kernel';
import type { Plan, TakeAway } from './plan';

export type { File } from './kernel';
export type { TakeAway } from './plan';

export function takeAway(t: TakeAway): File[] {
  const { files, plan } = t.target === 'c' ? cFiles(t) : fortranFiles(t);
  return [...files, { path: 'README.md', text: readme(t, plan, files) }];
}

const TOLD: Record<string, string> = {
  kernel: 'the kernel',
  original: 'the text that the kernel was made from',
  tangent: 'its tangent, derivatives along one direction',
  adjoint: 'its adjoint, the gradient',
  vector: 'its tangent along several directions at once',
  second: 'the tangent of its adjoint: the gradient, and the Hessian times a direction',
  tape: 'the tape that overwritten values are kept on',
  driver: 'sets the inputs, runs all of them, compares',
  Makefile: '`make check` compiles and runs the driver',
};

const TITLE: Record<Plan['taken'], string> = {
  adjoint: 'its adjoint',
  vector: 'its tangent along several directions',
  second: 'the tangent of its adjoint',
};

const PRINTS: Record<Plan['taken'], string> = {
  adjoint: `prints the gradient, and says whether the adjoint agrees with the tangent and with
differences of the kernel.`,
  vector: `prints derivatives along three directions, and says whether they agree
with those of one direction at a time and with differences of the kernel.`,
  second: `prints the gradient and the Hessian times a direction, and says whether
the Hessian is symmetric, and whether they agree with differences of the kernel and of the gradient.`,
};

const ADJOINTS =
  'The adjoint of an input is\nincremented: set it to zero first. The adjoint of an output is consumed: set it to the weights of the outputs.';

const USE: Record<Plan['taken'], string> = {
  adjoint: ADJOINTS,
  vector:
    'Its last argument is the\nnumber of directions; the tangents of an element lie side by side, one for each direction. Set those of inputs to the directions.',
  second: `${ADJOINTS} The tangents of inputs
hold the direction, those of adjoints are zero at first; the tangent of an input's adjoint holds the product in the end.`,
};

function readme(t: TakeAway, plan: Plan, files: readonly File[]): string {
  const { taken } = plan;
  const rows = files.map(
    ({ path }) => `- \`${path}\`: ${present(TOLD[itemAt(path.split('.'), 0)], `what ${path} is`)}`,
  );
  const tape = files.some((f) => f.path.startsWith('tape')) ? ', `tape`' : '';
  return `# ${t.routine} and ${TITLE[taken]}

${rows.join('\n')}

    make check

compiles${plan.absent.length > 0 ? `, once the Makefile names files that have ${plan.absent.join(', ')},` : ''} with ${t.target === 'c' ? 'the C compiler `cc`' : '`gfortran`'}, ${PRINTS[taken]}

Independents: ${t.independents.join(', ') || 'none'}.
Dependents: ${t.dependents.join(', ') || 'none'}.

To use it in your own program, take \`${taken}\`${tape} and the kernel. ${USE[taken]}

Made with Backsweep.
`;
}
