/** The certificate of random programs: printed, read through the door, in a mode, style and options drawn for each. */
import { certify, type ExecuteRequest } from '..';
import { isReal } from '../ir/build';
import { routineOf, variableOf } from '../ir/names';
import { combinable, drawOptions } from './options';
import { printed } from './printed';
import { randomFrom } from './prng';
import { generateProgram } from './random';
import { PROFILES } from './random/profile';

export interface CertifiedPrograms {
  programs: number;
  readonly verdicts: Record<'exact' | 'different' | 'not-applicable' | 'refused', number>;
  /** Exact, but multiplied so often that no bound holds. */
  unbounded: number;
  /** What is not exact, or not read again as it is printed, with its seed and why. */
  readonly told: string[];
}

const MODES = [
  [12, 'adjoint'],
  [3, 'tangent'],
  [2, 'vector-tangent'],
  [3, 'tangent-over-adjoint'],
] as const;

export function requestOfSeed(seed: number): ExecuteRequest {
  const random = randomFrom(seed + 0.5 * 2 ** 32);
  const [, , profile] = random.pick(PROFILES);
  const language = seed % 2 === 0 ? 'c' : 'fortran';
  const { program, entry, inputs } = generateProgram(seed, { ...profile, language });
  const options = combinable(drawOptions(random), random);
  const jumps = (profile.exits ?? 0) + (profile.gotos ?? 0) > 0 || program.routines.length > 1;
  const mode = random.weighted(MODES);
  const reals = routineOf(program, entry).parameters.filter((id) => isReal(variableOf(program, id).type));
  const some = reals.filter(() => random.chance(0.3)).map((id) => variableOf(program, id).name);
  return {
    source: printed(program, language),
    language,
    routine: entry,
    inputs,
    options: jumps && options.reversal === 'structured' ? { ...options, reversal: 'joins' } : options,
    mode,
    ...(some.length > 0 && random.chance(0.4) ? { independents: some } : {}),
  };
}

/** No program is left out because the machine is busy. */
const PATIENT = { milliseconds: 600_000 };

export function certifyPrograms(seeds: Iterable<number>, trials = 1): CertifiedPrograms {
  const found: CertifiedPrograms = {
    programs: 0,
    verdicts: { exact: 0, different: 0, 'not-applicable': 0, refused: 0 },
    unbounded: 0,
    told: [],
  };
  for (const seed of seeds) {
    const { ok, verdict, note, errorBound, diagnostics } = certify(
      { ...requestOfSeed(seed), budget: PATIENT },
      trials,
    );
    found.programs++;
    const error = diagnostics.find((d) => d.severity === 'error');
    const isRefused = !ok && error?.code !== 'internal';
    found.verdicts[isRefused ? 'refused' : verdict]++;
    if (verdict === 'exact' && errorBound >= 1) found.unbounded++;
    if (!isRefused && (verdict !== 'exact' || note.includes('was not tried')))
      found.told.push(`seed ${seed}: ${note}`);
  }
  return found;
}
