/**
 * Take it away: everything that it needs to compile and check a gradient on one's own machine, as files of one folder.
 * `make check` there passes. The driver sets the values that a run was made with, and compares the adjoint with the
 * tangent (dot product) and with central differences of the kernel along one direction.
 */
import { itemAt, present } from '../../base/lookup';
import { cFiles, type File } from './c';
import { fortranFiles } from './fortran';
import { planDriver, type TakeAway } from './plan';

export type { File } from './c';
export type { TakeAway } from './plan';

export function takeAway(t: TakeAway): File[] {
  const plan = planDriver(t);
  const files = t.target === 'c' ? cFiles(t, plan) : fortranFiles(t, plan);
  return [...files, { path: 'README.md', text: readme(t, files) }];
}

const TOLD: Record<string, string> = {
  kernel: 'the kernel',
  original: 'the text that the kernel was made from',
  tangent: 'its tangent, derivatives along one direction',
  adjoint: 'its adjoint, the gradient',
  tape: 'the tape that the adjoint keeps overwritten values on',
  driver: 'sets the inputs, runs all three, compares',
  Makefile: '`make check` compiles and runs the driver',
};

function readme(t: TakeAway, files: readonly File[]): string {
  const rows = files.map(
    ({ path }) => `- \`${path}\`: ${present(TOLD[itemAt(path.split('.'), 0)], `what ${path} is`)}`,
  );
  return `# ${t.routine} and its adjoint

${rows.join('\n')}

    make check

compiles with ${t.target === 'c' ? 'the C compiler `cc`' : '`gfortran`'}, prints the gradient, and says whether the adjoint agrees with the tangent and with
differences of the kernel.

Independents: ${t.independents.join(', ') || 'none'}.
Dependents: ${t.dependents.join(', ') || 'none'}.

To use the adjoint in your own program, take \`adjoint\`${files.some((f) => f.path.startsWith('tape')) ? ', `tape`' : ''} and the kernel. The adjoint of an input is
incremented: set it to zero first. The adjoint of an output is consumed: set it to the weights of the outputs.

Made with Backsweep.
`;
}
