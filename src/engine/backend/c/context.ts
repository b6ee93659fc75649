/** What the printing of one C text shares: names, how variables are accessed, what the text turned out to need. */

import { itemAt } from '../../base/lookup';
import { getOrMake } from '../../base/once';
import { ELEMENTARY, ELEMENTARY_NAMES, type Helper } from '../../ir/elementary';
import { isPointer, variableOf } from '../../ir/names';
import { TYPE_WORD } from '../../ir/runtime';
import { runtimeNames } from '../../ir/runtimeNames';
import type { Expr, Program, ScalarType, Variable, VariableId } from '../../ir/types';
import { mentions } from '../../ir/uses';
import { functionsCalled, memoryPlace, type NameRules, type PrintContext, printContext } from '../names';
import { isShared } from '../storage';

export interface CContext extends PrintContext {
  /** A scalar that is reached through a pointer. */
  isPointer(id: VariableId): boolean;
  /** An array that C can't declare with its extents where it stands: one flat subscript. */
  isFlat(id: VariableId): boolean;
  /** Notes that a header is needed; gives the name back. */
  uses(header: string, name: string): string;
  /** C's word for a type. */
  type(type: ScalarType): string;
  /** Notes that a helper is needed; gives its name. */
  helper(helper: Helper, type: ScalarType): string;
  readonly headers: Set<string>;
  /** Constructs that are read back unchanged only from printed text: choices between reals, arrays that start at zero. */
  readonly printedOnly: Set<'choice' | 'zeros'>;
  /** Their texts by name. */
  readonly helpers: Map<string, string>;
  /** Results that a `return` reads. */
  readonly returned: Set<VariableId>;
}

const WORDS =
  'auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Bool _Complex _Imaginary bool true false NULL NAN INFINITY main errno stdin stdout stderr exit printf abs labs memset';
/** Names of the standard library, which no routine or global may have. */
const LIBRARY =
  'acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs fdim floor fma fmax fmin fmod frexp hypot ilogb j0 j1 jn ldexp lgamma log log10 log1p log2 logb lrint lround modf nan nearbyint nextafter pow remainder remquo rint round scalbn sin sinh sqrt tan tanh tgamma gamma trunc y0 y1 yn malloc calloc realloc free atexit atof atoi div rand srand system abort getenv qsort bsearch puts putchar getchar gets scanf fopen fclose fread fwrite remove rename time clock signal raise index strlen memcpy memmove strcmp isalpha isdigit tolower toupper';

const RESERVED: ReadonlySet<string> = new Set([...WORDS.split(' '), ...runtimeNames()]);
const FUNCTIONS = new Set(ELEMENTARY_NAMES.flatMap((fn) => ELEMENTARY[fn].c.names?.f64 ?? []));
const OF_LIBRARY = new Set(LIBRARY.split(' '));

/** Of the library's functions only those that the text calls: many a kernel has a `y0` of its own. */
function reserved(program: Program): ReadonlySet<string> {
  if (!program.variables.some(({ name }) => FUNCTIONS.has(name))) return RESERVED;
  const called = [...functionsCalled(program)].flatMap((fn) => ELEMENTARY[fn].c.names?.f64 ?? []);
  return new Set([...RESERVED, ...called]);
}

const RULES = {
  reservedForRoutines: OF_LIBRARY,
  reservedForGlobals: OF_LIBRARY,
  legal: (name) => name.replace(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d)/, '_'),
} satisfies Partial<NameRules>;

/** How names of derivative routines end, after that of their routine: `g_b`, `g_fwd`. */
const SAVED = /_save(_\w+)?$/;
const ENDING = /\.(b|d|bd|db|fwd|bwd)$/;

/**
 * COMMON members and module variables are file-scope variables, one for each piece of storage. The static `b` of a
 * routine `g` is `g_b_` in every file, for its adjoint is `g_b`.
 */
export function storageName(v: Variable): string {
  if (!v.storage) return v.name;
  const { key, root } = v.storage;
  return (SAVED.test(root) ? key.replace(ENDING, '.$1_') : key).replace(/[^A-Za-z0-9_]/g, '_');
}

export function createContext(program: Program): CContext {
  const headers = new Set<string>();
  const helpers = new Map<string, string>();
  const flat = new Map<VariableId, boolean>();
  return {
    ...printContext(program, { ...RULES, reserved: reserved(program) }, (v) =>
      isShared(program, v) ? { wanted: storageName(v), place: memoryPlace(v) } : null,
    ),
    isPointer: (id) => isPointer(variableOf(program, id)),
    isFlat(id) {
      return getOrMake(flat, id, () => needsFlat(program, variableOf(program, id)));
    },
    uses(header, name) {
      headers.add(header);
      return name;
    },
    type(type) {
      if (type === 'bool') headers.add('stdbool.h');
      return TYPE_WORD[type];
    },
    helper(helper, type) {
      const name = helper.name(type);
      helpers.set(name, helper.text(type));
      if (type === 'f64' || type === 'f32') headers.add('math.h');
      return name;
    },
    headers,
    printedOnly: new Set(),
    helpers,
    returned: new Set(),
  };
}

/** C declares `double a[n][m]` only where every extent but the slowest is known by then: a constant, a global, or a parameter that comes earlier. */
export function needsFlat(program: Program, v: Variable): boolean {
  if (!v.shape || v.shape.dimensions.length < 2) return false;
  const { dimensions, order } = v.shape;
  const inner = order === 'row' ? dimensions.slice(1) : dimensions.slice(0, -1);
  if (v.owner === null) return false;
  const parameters = itemAt(program.routines, v.owner).parameters;
  const at = parameters.indexOf(v.id);
  if (at < 0) return false;
  const earlier = new Set(parameters.slice(0, at));
  return inner.some(({ extent }) => extent === null || !isKnown(program, extent, earlier));
}

export function isKnown(program: Program, e: Expr, earlier: ReadonlySet<VariableId>): boolean {
  return !mentions(e, (id) => variableOf(program, id).owner !== null && !earlier.has(id));
}
