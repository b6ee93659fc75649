/** What the printing of one Fortran text shares: names, what variables are, what the text turned out to need. */

import { ELEMENTARY, ELEMENTARY_NAMES, type Elementary } from '../../ir/elementary';
import { variableOf } from '../../ir/names';
import { FUNCTIONS_MODULE, MATH_MODULE, TAPE_MODULE } from '../../ir/runtime';
import { runtimeNames } from '../../ir/runtimeNames';
import type { Program, Routine, ScalarType, Variable } from '../../ir/types';
import { functionsCalled, type PrintContext, printContext } from '../names';
import { recursive } from '../reachable';
import { isCommon, isShared } from '../storage';

export type Form = 'free' | 'fixed';

export interface LibraryFunction {
  readonly fn: Elementary;
  readonly type: ScalarType;
}

/** `tape` holds the procedures that the routine at hand calls: `pop_count:i32` where kinds differ. */
export interface FContext extends PrintContext {
  readonly form: Form;
  /** The module that all routines of the text stand in, with its variables; null where they stand by themselves. */
  readonly module: string | null;
  /** Module of the elementary functions that are written out. */
  readonly functionsModule: string;
  /** Tape procedures that the whole text calls. */
  readonly allTape: Set<string>;
  /** Elementary functions that Fortran lacks, as called by the routine at hand and by the whole text. */
  readonly library: Set<string>;
  readonly allLibrary: Map<string, LibraryFunction>;
}

/** Functions that the printer writes, whether or not the program calls them. */
const WRITTEN =
  'real int merge floor ceiling nint aint anint iand ior ieor not shiftl shifta mod modulo abs min max sign';
/** Intrinsic procedures: no routine may be called so, or compilers warn. */
const INTRINSICS =
  'achar acos acosh adjustl adjustr aimag all allocated any asin asinh associated atan atan2 atanh bessel_j0 bessel_j1 bessel_jn bessel_y0 bessel_y1 bessel_yn bge bgt ble blt bit_size btest char cmplx command_argument_count conjg cos cosh count cpu_time cshift date_and_time dble digits dot_product dprod dshiftl dshiftr eoshift epsilon erf erfc erfc_scaled exp exponent extends_type_of findloc fraction gamma hypot huge iachar iall iany ibclr ibits ibset ichar index image_index iparity is_iostat_end is_iostat_eor ishft ishftc kind lbound leadz len len_trim lge lgt lle llt log log10 log_gamma logical maskl maskr matmul maxexponent maxloc maxval merge_bits minexponent minloc minval move_alloc mvbits nearest new_line norm2 null num_images pack parity popcnt poppar precision present product radix random_number random_seed range repeat reshape rrspacing same_type_as scale scan selected_char_kind selected_int_kind selected_real_kind set_exponent shape shiftr sin sinh size spacing spread sqrt storage_size sum system_clock tan tanh this_image tiny trailz transfer transpose trim ubound unpack verify';
/** The longest name. */
export const LONGEST = 63;
/** Words that make confusing or illegal names. */
export const WORDS: ReadonlySet<string> = new Set(
  'if then else elseif endif do enddo while end call return stop exit cycle goto continue select case default function subroutine program module use contains implicit none integer logical double precision character complex type interface intent dimension parameter save data common print write read open close block enddo associate where forall include entry external intrinsic recursive pure elemental'.split(
    ' ',
  ),
);

export function createContext(
  program: Program,
  form: Form,
  entry: string | null = null,
  taken: ReadonlySet<string> = new Set(),
): FContext {
  const functionsModule = `${FUNCTIONS_MODULE}_${legal(entry ?? 'all')}`.slice(0, 60);
  const foreign = program.language !== 'fortran';
  const reserved = new Set([
    ...WRITTEN.split(' '),
    ...functionNames(program),
    ...runtimeNames(),
    MATH_MODULE,
    functionsModule,
    TAPE_MODULE,
    ...(foreign ? WORDS : []),
  ]);
  const context = printContext(
    program,
    {
      reserved,
      reservedForRoutines: new Set([...taken, ...(foreign ? INTRINSICS.split(' ') : [])]),
      reservedForGlobals: taken,
      resultIsRoutine: (routine) => resultNamedAsRoutine(program, routine),
      routineSeesItself: true,
      legal,
    },
    // Of two modules that no routine uses both, each may have a variable of one name.
    (v) => (isModuleVariable(program, v) ? { wanted: v.name, place: v.name } : null),
  );
  return {
    ...context,
    form,
    module: commonModule(program),
    functionsModule,
    allTape: new Set(),
    library: new Set(),
    allLibrary: new Map(),
  };
}

/** Fortran's names for the functions that a text may need. */
export function functionNames(program: Program): string[] {
  const called = program.language === 'fortran' ? functionsCalled(program) : ELEMENTARY_NAMES;
  return [...called].flatMap((fn) => {
    const { fortran } = ELEMENTARY[fn];
    return (fortran !== 'c' && fortran.generic) || [];
  });
}

/** C's routines stand in a module, since arguments by value need an interface; so do those whose source has one for all. */
export function commonModule(program: Program): string | null {
  if (program.language === 'c') return '';
  if (program.variables.some((v) => v.derivativeOf !== null)) return null;
  const modules = new Set(program.routines.filter((r) => !r.external).map((r) => r.module ?? null));
  const [only] = modules;
  return modules.size === 1 && only != null ? only : null;
}

function legal(name: string): string {
  const letters = name
    .replace(/[^A-Za-z0-9_]/g, '_')
    .replace(/^_+/, '')
    .toLowerCase();
  const whole = /^[A-Za-z]/.test(letters) ? letters : `v${letters}`;
  // Long names are mostly told apart by their ends: `_b`, `_2`.
  return whole.length <= LONGEST ? whole : `${whole.slice(0, 40)}${whole.slice(40 - LONGEST)}`;
}

/**
 * `function f(x)` sets `f`, unless it calls itself: then its result needs a name of its own. In C results have no names
 * that matter.
 */
function resultNamedAsRoutine(program: Program, routine: Routine): boolean {
  const result = routine.result === null ? null : variableOf(program, routine.result);
  const own = program.language === 'c' || result?.name.toLowerCase() === routine.name.toLowerCase();
  return own && !recursive(program, routine);
}

/** Module variables; C's file-scope variables become such. */
export function isModuleVariable(program: Program, v: Variable): boolean {
  return isShared(program, v) && !isCommon(program, v);
}

export function typeText(type: ScalarType): string {
  return { f64: 'real(8)', f32: 'real(4)', i32: 'integer', i64: 'integer(8)', bool: 'logical' }[type];
}

/** Of numeric literals and conversions. */
export function kindOf(type: ScalarType): number {
  return type === 'f64' || type === 'i64' ? 8 : 4;
}
