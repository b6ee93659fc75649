/**
 * Random programs: typed IR trees, drawn from a seed and a profile, with inputs on which they run safely.
 *
 * What always holds of them: `verify` has nothing to say; they end; subscripts are in bounds, divisors away from zero,
 * functions inside their domains; no two references of a call overlap; nothing undefined is read. The printers
 * turn them into text, and the text is what the oracles give to the engine.
 */
import { locationKey } from '../ir/names';
import type { Program, Routine, VariableId } from '../ir/types';
import { type Random, randomFrom } from './prng';
import { withDirectives } from './random/directives';
import { DEFAULT_PROFILE, type Profile } from './random/profile';
import { addRoutine } from './random/routine';
import { addVariable, type Builder, bytesOf, metaAt, variableAt } from './random/scope';

export interface RandomProgram {
  readonly seed: number;
  readonly profile: Profile;
  readonly program: Program;
  /** Name of the routine to differentiate: the last one. */
  readonly entry: string;
  /** Every parameter and global, by location key, flat in memory order. */
  readonly inputs: Readonly<Record<string, readonly number[]>>;
}

export function generateProgram(seed: number, profile: Partial<Profile> = {}): RandomProgram {
  const full = { ...DEFAULT_PROFILE, ...profile };
  const random = randomFrom(seed);
  const mixed = random.chance(full.singles);
  const b: Builder = {
    random,
    profile: full,
    variables: [],
    meta: [],
    routines: [],
    roots: [],
    signatures: [],
    n: random.int(3, 5),
    real: mixed && random.chance(0.4) ? 'f32' : 'f64',
    mixed,
    statements: 0,
    labels: 0,
  };
  const globals = random.chance(full.globals) ? drawGlobals(random) : null;
  const below = full.routines > 0 ? random.int(0, full.routines) : 0;
  for (let i = 0; i <= below; i++) {
    const entry = i === below;
    const views = globals && (entry || random.chance(0.6)) ? addGlobals(b, i, globals) : [];
    b.routines.push(addRoutine(b, entry ? 'kernel' : `part${i + 1}`, entry, views));
  }
  const program: Program = {
    language: full.language,
    form: full.language === 'fortran' && random.chance(full.fixedForm) ? 'fixed' : 'free',
    variables: b.variables,
    routines: b.routines,
    roots: b.roots,
    directives: [],
    nextStatement: b.statements,
    nextLabel: b.labels,
  };
  const inputs = drawInputs(b, program);
  // Drawn apart, so that the program is the same without them.
  const marked = full.pieces > 0 ? withDirectives(program, full.pieces, randomFrom(seed ^ 0x5eed)) : program;
  return { seed, profile: full, program: marked, entry: 'kernel', inputs };
}

interface GlobalPlan {
  readonly scalars: number;
  readonly extent: number;
}

function drawGlobals(random: Random): GlobalPlan {
  return { scalars: random.int(1, 2), extent: random.chance(0.5) ? random.int(3, 4) : 0 };
}

/** C: one variable for all routines. Fortran: every routine has its own view of the COMMON block. */
function addGlobals(b: Builder, routine: number, plan: GlobalPlan): VariableId[] {
  const inC = b.profile.language === 'c';
  const root = inC ? 'file' : 'blk';
  if (inC && b.roots.length > 0) {
    return b.variables.filter((v) => v.role === 'global').map((v) => v.id);
  }
  const ids: VariableId[] = [];
  let offset = 0;
  const add = (name: string, extent: number) => {
    const lower = inC ? 0 : 1;
    const id = addVariable(b, {
      name,
      type: b.real,
      owner: inC ? null : routine,
      role: 'global',
      dimensions: extent > 0 ? [{ lower: constant(lower), extent: constant(extent) }] : null,
      storage: { root, offset, key: inC ? name : `${root}.${name}` },
      meta: extent > 0 ? { bounds: [[lower, lower + extent - 1]] } : {},
    });
    offset += bytesOf(b, id);
    ids.push(id);
  };
  for (let i = 0; i < plan.scalars; i++) add(`g${i + 1}`, 0);
  if (plan.extent > 0) add('h', plan.extent);
  if (b.roots.length === 0) b.roots.push({ name: root, kind: inC ? 'file' : 'common', bytes: offset });
  return ids;
}

function constant(value: number) {
  return { kind: 'constant', type: 'i32', value, span: { start: 0, end: 0 } } as const;
}

function drawInputs(b: Builder, program: Program): Record<string, readonly number[]> {
  const entry = program.routines.at(-1) as Routine;
  const index = program.routines.length - 1;
  const globals = b.variables.filter((v) => v.role === 'global' && (v.owner === null || v.owner === index));
  const inputs: Record<string, readonly number[]> = {};
  for (const id of [...entry.parameters, ...globals.map((v) => v.id)]) {
    const { type } = variableAt(b, id);
    const { low, high, bounds } = metaAt(b, id);
    const count = bounds.reduce((product, [from, to]) => product * (to - from + 1), 1);
    const draw = () => {
      if (type === 'f64') return b.random.int(-1500, 1500) / 1000;
      if (type === 'f32') return b.random.int(-96, 96) / 64;
      return b.random.int(low, high);
    };
    inputs[locationKey(program, id)] = Array.from({ length: count }, draw);
  }
  return inputs;
}
