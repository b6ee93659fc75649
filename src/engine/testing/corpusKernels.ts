/** The kernels of `corpus/`, each with the inputs that the defaults can't know, or where they meet an easy case. */
import { readdirSync, readFileSync } from 'node:fs';
import type { ExecuteRequest } from '../pipeline/results';

export interface CorpusKernel extends Pick<ExecuteRequest, 'source' | 'language' | 'inputs'> {
  readonly file: string;
}

const INPUTS: Readonly<Record<string, ExecuteRequest['inputs']>> = {
  'fft4.f': { nn: 4, isign: 1 },
  'brent.c': { p: 2, x1: 0, x2: 2, tol: 1e-10 },
  'raysphere.c': { o: [0.1, 0.2, -3], d: [0.05, 0.02, 1], c: 0, r: 1 },
  'vm.c': { code: [0, 1, 3, 4, 0, 2, 5, 3, 6], len: 9 },
  'richards.f90': { psi: '-5*i', psi_old: '-6*i-1' },
  'blas-kalman.f90': {
    n: 3,
    m: 2,
    r: [2, 0.3, 0.3, 1.5],
    p: [4, 1, 0.5, 1, 3, 0.2, 0.5, 0.2, 2],
  },
  'bspline.f90': { i: 1, k: 3, t: 'i', x: 2.4 },
};

export function corpusKernels(): CorpusKernel[] {
  const folder = new URL('corpus/', import.meta.url);
  return (['c', 'fortran'] as const).flatMap((language) =>
    readdirSync(new URL(`${language}/`, folder)).map((file) => ({
      file,
      language,
      source: readFileSync(new URL(`${language}/${file}`, folder), 'utf8'),
      inputs: INPUTS[file] ?? {},
    })),
  );
}
