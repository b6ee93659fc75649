/** Inputs for what a user left out: they differ from each other, stay in bounds, and suit most functions. */

import { isInteger, isReal, sameExpr, walk, walkPlaces } from '../../ir/build';
import { evaluate } from '../../ir/evaluate';
import { variableOf } from '../../ir/names';
import { placesRead } from '../../ir/partials';
import { walkStatements } from '../../ir/statements';
import type { Expr, For, Program, Routine, Statement, Variable, VariableId } from '../../ir/types';
import { statementExpressions } from '../../ir/uses';

const USUAL_EXTENT = 5;

/** One choice of defaults: a range for reals, and the sizes of arrays. */
export interface Flavour {
  readonly scalars: readonly number[];
  /** Elements lie between the two numbers and have two digits. */
  readonly elements: readonly [least: number, most: number];
  /** Null: the smallest constant extent. */
  readonly extent: number | null;
  /** Whether it also sets globals about which the text says only that they exist, and which would be 0 at first. */
  readonly setsGlobals?: boolean;
  /** How far subscripts lie above their lower bounds. */
  readonly beyond?: number;
  /** Sizes that an earlier run turned out to need. */
  readonly sizes?: ReadonlyMap<VariableId, number>;
}

const AROUND_ONE: Pick<Flavour, 'scalars' | 'elements'> = {
  scalars: [0.7, 1.3, 0.9, 1.6, 1.1, 0.6, 1.4, 0.8, 1.2, 1.7],
  elements: [0.4, 1.6],
};
/** Probabilities, eccentricities, sines. */
const FRACTIONS = { scalars: [0.35, 0.6, 0.45, 0.3, 0.55, 0.25, 0.4, 0.65], elements: [0.15, 0.85] } as const;
/** States of a gas, and whatever must be like its neighbours. */
const NEARLY_ONE = { scalars: [1.02, 0.97, 1.05, 0.94, 1.01, 0.98], elements: [0.95, 1.05] } as const;
/** Differences below a cutoff, values on both sides of a root. */
const AROUND_ZERO = { scalars: AROUND_ONE.scalars, elements: [-0.6, 0.6] } as const;
/** Of both signs, as a ray that meets what lies around the origin. */
const SIGNED = { scalars: [0.3, -0.2, -0.9, -0.1, 0.2, 0.8, 0.6, 0.4], elements: [-0.8, 0.8] } as const;
const ABOVE_ONE = { scalars: [2.3, 3.1, 2.7, 3.6, 2.1, 3.4], elements: [2.1, 3.9] } as const;

/**
 * In the order in which they are tried, until a run comes to its end with finite numbers that depend on its inputs. Most
 * routines work with the first; some need arguments from a certain range, some a power of two, or more rows.
 */
export const FLAVOURS: readonly Flavour[] = [
  { ...AROUND_ONE, extent: null },
  { ...AROUND_ONE, extent: USUAL_EXTENT },
  { ...FRACTIONS, extent: null },
  { ...NEARLY_ONE, extent: null },
  { ...ABOVE_ONE, extent: null },
  ...[4, 8, 3].map((extent) => ({ ...AROUND_ONE, extent })),
  ...[FRACTIONS, NEARLY_ONE, ABOVE_ONE].flatMap((range) =>
    [USUAL_EXTENT, 4, 8].map((extent) => ({ ...range, extent })),
  ),
  { ...AROUND_ZERO, extent: null },
  { ...SIGNED, extent: null },
  { ...AROUND_ONE, extent: null, setsGlobals: true },
  { ...AROUND_ONE, extent: null, beyond: 1 },
];

function realScalar({ scalars }: Pick<Flavour, 'scalars'>, position: number): number {
  return scalars[position % scalars.length] as number;
}

function realElement(
  { elements: [least, most] }: Pick<Flavour, 'elements'>,
  position: number,
  element: number,
): number {
  const [middle, half] = [(least + most) / 2, (most - least) / 2];
  return Math.round(100 * (middle + half * Math.sin(1.7 * element + position + 0.5))) / 100;
}

/** The end of a loop that counts up, the start of one that counts down; both, where the text does not tell the direction. */
function farEnd({ first, last, step }: For): Expr[] {
  const by = evaluate(step);
  if (by === null || by === 0) return [first, last];
  return by > 0 ? [last] : [first];
}

interface Subscripted {
  readonly lower: number;
  readonly extent: number | null;
}

/** How a routine uses its integers, as far as syntax tells. */
export interface IntegerUses {
  /** Integers that set extents, bounds or strides of loops and subscripts, or are compared. */
  readonly sizes: ReadonlySet<VariableId>;
  /** Integers that choose a case, or are compared with constants only; each with its first possible value above zero. */
  readonly cases: ReadonlyMap<VariableId, number>;
  /** By variable: the least lower bound and the least constant extent of the dimensions that it subscripts. */
  readonly subscripts: ReadonlyMap<VariableId, Subscripted>;
  /** Arrays two neighbouring elements of which bound a loop, like the row starts of a sparse matrix. */
  readonly rows: ReadonlySet<VariableId>;
  /** The default size: no constant extent is smaller. */
  readonly usual: number;
}

export function integerUses(program: Program, routines: readonly Routine[]): IntegerUses {
  const sizes = new Set<VariableId>();
  /** Those of the sizes that are more than compared with a constant. */
  const certain = new Set<VariableId>();
  const cases = new Map<VariableId, number>();
  const subscripts = new Map<VariableId, Subscripted>();
  const strides = new Set<VariableId>();
  const addSizes = (e: Expr, to = certain) => {
    walk(e, (part) => {
      if (part.kind !== 'variable') return;
      sizes.add(part.variable);
      to.add(part.variable);
    });
  };
  const addCase = (chosen: Expr, value: number) => {
    if (chosen.kind === 'variable' && value > 0 && !cases.has(chosen.variable))
      cases.set(chosen.variable, value);
  };
  for (const v of program.variables)
    for (const d of v.shape?.dimensions ?? []) if (d.extent) addSizes(d.extent);
  const visit = (e: Expr) => {
    walk(e, (part) => {
      if (part.kind === 'element') noteSubscripts(program, part, subscripts, strides);
      if (part.kind !== 'compare' || isReal(part.left.type)) return;
      const value = evaluate(part.right);
      if (part.op === 'eq' && value !== null) addCase(part.left, value);
      addSizes(part, value === null ? certain : sizes);
    });
  };
  for (const routine of routines) {
    walkStatements(routine.body, (s) => {
      if (s.kind === 'for') for (const e of farEnd(s)) addSizes(e);
      for (const e of statementExpressions(s)) visit(e);
      if (s.kind === 'switch')
        for (const { values } of s.cases) for (const { from } of values) addCase(s.selector, from);
    });
  }
  // `j = n - 1; while (j > 0)`: a variable that a size is computed from is a size too.
  for (const routine of routines)
    walkStatements(routine.body, (s) => {
      if (s.kind !== 'assign' || !sizes.has(s.target.variable)) return;
      const [base] = baseAndOffset(s.value);
      // `end = at + n`
      if (base.kind === 'binary' && base.op === 'add' && certain.has(s.target.variable)) addSizes(base);
      if (base.kind !== 'variable') return;
      const value = cases.get(s.target.variable);
      if (value === undefined || certain.has(s.target.variable)) addSizes(base);
      else addCase(s.value, value);
    });
  // An actual argument passed for a size is a size, through any number of calls.
  for (let before = -1; before !== sizes.size + certain.size + cases.size; ) {
    before = sizes.size + certain.size + cases.size;
    eachPassed(program, routines, (formal, actual) => {
      const value = cases.get(formal);
      if (certain.has(formal)) addSizes(actual);
      else if (value !== undefined) addCase(actual, value);
      else if (sizes.has(formal)) addSizes(actual, sizes);
    });
  }
  // `is1 = nubo[k][0]; … t[is1]`: a variable that an index is copied from is an index too.
  for (let known = -1; known !== subscripts.size; ) {
    known = subscripts.size;
    for (const routine of routines) walkStatements(routine.body, (s) => passOn(s, subscripts));
  }
  for (const id of strides) {
    sizes.add(id);
    certain.add(id);
  }
  for (const id of certain) cases.delete(id);
  return { sizes, cases, subscripts, rows: rowStarts(routines), usual: usualExtent(program) };
}

/** The variables that an extent is made of: integers that it names, and those that calls pass for them. */
export function sizesIn(program: Program, routines: readonly Routine[], extent: Expr): VariableId[] {
  const found = new Set(placesRead(extent).map(({ variable }) => variable));
  for (let known = -1; known !== found.size; ) {
    known = found.size;
    eachPassed(program, routines, (formal, actual) => {
      if (found.has(formal)) for (const { variable } of placesRead(actual)) found.add(variable);
    });
  }
  return [...found];
}

/** Visits integers that calls pass, each with the parameter that it is passed for. */
function eachPassed(
  program: Program,
  routines: readonly Routine[],
  visit: (formal: VariableId, actual: Expr) => void,
): void {
  for (const { body } of routines)
    walkStatements(body, (s) => {
      if (s.kind !== 'call') return;
      const callee = routines.find(({ name }) => name === s.callee);
      s.args.forEach((arg, i) => {
        const formal = callee?.parameters[i];
        if (arg.kind === 'array' || formal === undefined) return;
        const actual = arg.kind === 'value' ? arg.value : arg.place;
        if (isInteger(program.variables[formal]?.type ?? 'bool') && isInteger(actual.type))
          visit(formal, actual);
      });
    });
}

function passOn(s: Statement, subscripts: Map<VariableId, Subscripted>): void {
  const to = (id: VariableId, from: readonly Expr[]) => {
    const own = subscripts.get(id);
    if (!own) return;
    for (const e of from)
      walkPlaces(e, (part) => {
        if (!subscripts.has(part.variable)) subscripts.set(part.variable, own);
      });
  };
  if (s.kind === 'assign' && isInteger(s.target.type)) to(s.target.variable, [s.value]);
  if (s.kind === 'for') to(s.index, [s.first, s.last]);
}

/** Integer arrays read at `i` and at `i + 1` where the values bound a loop, directly or by way of a scalar. */
function rowStarts(routines: readonly Routine[]): Set<VariableId> {
  const found = new Set<VariableId>();
  for (const { body } of routines) {
    const bounds: Expr[] = [];
    const offsets = new Map<VariableId, (readonly [base: Expr, offset: number])[]>();
    walkStatements(body, (s) => {
      if (s.kind === 'for') bounds.push(s.first, s.last);
      for (const e of statementExpressions(s))
        walk(e, (part) => {
          const [subscript, ...more] = part.kind === 'element' ? part.subscripts : [];
          if (part.kind === 'compare' && part.op !== 'eq' && part.op !== 'ne') bounds.push(part);
          if (part.kind !== 'element' || !isInteger(part.type) || !subscript || more.length > 0) return;
          const known = offsets.get(part.variable) ?? [];
          offsets.set(part.variable, [...known, baseAndOffset(subscript)]);
        });
    });
    const bounding = new Set(bounds.flatMap(placesRead).map(({ variable }) => variable));
    walkStatements(body, (s) => {
      if (s.kind === 'assign' && bounding.has(s.target.variable))
        for (const { variable } of placesRead(s.value)) bounding.add(variable);
    });
    for (const [id, all] of offsets)
      if (
        bounding.has(id) &&
        all.some(([base, at]) => all.some(([b, o]) => o === at + 1 && sameExpr(b, base)))
      )
        found.add(id);
  }
  return found;
}

function baseAndOffset(e: Expr): readonly [base: Expr, offset: number] {
  if (e.kind === 'convert') return baseAndOffset(e.operand);
  if (e.kind === 'binary' && e.right.kind === 'constant' && (e.op === 'add' || e.op === 'subtract')) {
    const [base, offset] = baseAndOffset(e.left);
    return [base, offset + (e.op === 'add' ? e.right.value : -e.right.value)];
  }
  return [e, 0];
}

function noteSubscripts(
  program: Program,
  e: Extract<Expr, { kind: 'element' }>,
  found: Map<VariableId, Subscripted>,
  strides: Set<VariableId>,
): void {
  const { shape } = variableOf(program, e.variable);
  e.subscripts.forEach((subscript, d) => {
    // `a[i * lda + j]`: the factor is an extent.
    walk(subscript, (part) => {
      if (part.kind !== 'binary' || part.op !== 'multiply') return;
      for (const factor of [part.left, part.right])
        if (factor.kind === 'variable') strides.add(factor.variable);
    });
    const dimension = shape?.dimensions[d];
    const lower = (dimension && evaluate(dimension.lower)) ?? 0;
    const extent = dimension?.extent ? evaluate(dimension.extent) : null;
    walkPlaces(subscript, (part) => {
      const known = found.get(part.variable);
      const least = [extent, known?.extent].filter((x): x is number => typeof x === 'number');
      found.set(part.variable, {
        lower: Math.max(lower, known?.lower ?? lower),
        extent: least.length > 0 ? Math.min(...least) : null,
      });
    });
  });
}

function usualExtent(program: Program): number {
  let least = USUAL_EXTENT;
  for (const v of program.variables) {
    for (const d of v.shape?.dimensions ?? []) {
      const extent = d.extent ? evaluate(d.extent) : null;
      if (extent !== null && extent > 1) least = Math.min(least, extent);
    }
  }
  return least;
}

function defaultInteger(uses: IntegerUses, id: VariableId, { sizes, beyond = 0 }: Flavour): number {
  const chosen = sizes?.get(id) ?? uses.cases.get(id);
  if (chosen !== undefined) return chosen;
  if (uses.sizes.has(id)) return uses.usual;
  const subscript = uses.subscripts.get(id);
  return subscript ? subscript.lower + beyond : 2;
}

/** Elements of an index array run over the bounds in a mixed order; row starts have one entry per row. */
function defaultIntegerElement(uses: IntegerUses, id: VariableId, element: number): number {
  const subscript = uses.subscripts.get(id);
  if (uses.rows.has(id)) return (subscript?.lower ?? 1) + element;
  const extent = Math.max(1, subscript?.extent ?? uses.usual);
  const stride = extent % 2 === 0 ? 1 : 2;
  return ((element * stride) % extent) + (subscript?.lower ?? 1);
}

/** RAND_MAX */
const LARGEST_RANDOM = 2 ** 31 - 1;

export function defaultElement(
  uses: IntegerUses,
  v: Variable,
  position: number,
  element: number,
  flavour: Flavour,
): number {
  if (isReal(v.type)) return realElement(v.isRandom ? FRACTIONS : flavour, position, element);
  if (v.type === 'bool') return (element + 1) % 2;
  if (v.isRandom) return Math.floor(realElement(FRACTIONS, position, element) * LARGEST_RANDOM);
  return defaultIntegerElement(sized(uses, flavour), v.id, element);
}

export function defaultScalar(uses: IntegerUses, v: Variable, position: number, flavour: Flavour): number {
  if (isReal(v.type)) return realScalar(v.isRandom ? FRACTIONS : flavour, position);
  return v.type === 'bool' ? 1 : defaultInteger(sized(uses, flavour), v.id, flavour);
}

function sized(uses: IntegerUses, { extent }: Flavour): IntegerUses {
  return extent === null ? uses : { ...uses, usual: extent };
}
