/** What a driver does with a kernel and its derivatives, in no particular language: its variables, and the arguments of each call. */
import { present } from '../../base/lookup';
import { boundsOf } from '../../ir/bounds';
import { INERT, isReal } from '../../ir/build';
import { heldBy } from '../../ir/derivatives';
import { locationKey, routineOf, variableOf } from '../../ir/names';
import { placesRead } from '../../ir/partials';
import { isHidden } from '../../ir/rewrites/keptValues';
import type { Program, Routine, ScalarType, Variable, VariableId } from '../../ir/types';
import { mentioned, someExpression } from '../../ir/uses';
import type { PrintedCode } from '../printed';
import { reachable } from '../reachable';
import { isCommon } from '../storage';

/** A generated program and its entry, by the name of its file: `vector` has several directions, `second` is the tangent of an adjoint. */
export interface DerivativeText {
  readonly file: 'tangent' | 'adjoint' | 'vector' | 'second';
  readonly program: Program;
  readonly entry: string;
  /** Of a vector tangent: the parameter that counts the directions. */
  readonly directions?: VariableId;
}

export interface TakeAway {
  /** The user's text. */
  readonly source: string;
  /** As parsed. */
  readonly primal: Program;
  readonly routine: string;
  /** Tangent and adjoint, of which the user takes the adjoint away; or the one text of another mode. */
  readonly texts: readonly DerivativeText[];
  /** Language of the generated code, and of the driver. */
  readonly target: 'c' | 'fortran';
  /** By location key, flat in memory order: every parameter and global. */
  readonly inputs: Readonly<Record<string, readonly number[]>>;
  /** Location keys. */
  readonly independents: readonly string[];
  readonly dependents: readonly string[];
  /** Weights of the dependents; ones where left out. */
  readonly seeds?: Readonly<Record<string, readonly number[]>>;
  /** The kernel's own text has all routines that the generated code calls, with the same arguments. */
  readonly asWritten: boolean;
  /** What a driver says where differences disagree and cannot judge; null where they can. */
  readonly noVerdict: string | null;
}

/** Differences may be the derivative of something else. */
export const KINK = 'no verdict, the run meets a kink';

/**
 * Derivatives are linear in the seeds: scaled by one of these and back they agree up to rounding. Not powers of two, which would
 * round alike. How much such runs differ tells how much of a derivative is rounding, whether it is right or wrong.
 */
export const SCALES = [0.7, 1.3, 3, 5.1, 0.19];

/** The longest name of a slot, which leaves room for what drivers put around it. */
const LONGEST = 40;

export type Derivative = 'tangent' | 'adjoint' | 'second';
export type Part = 'value' | Derivative;

/** The number of ways along which inputs are moved; a vector tangent takes all of them at once as its directions. */
const WAYS = { adjoint: 1, vector: 3, second: 2 } as const;

/** A parameter, the result, or a global, with its derivatives. */
export interface Slot {
  readonly key: string;
  /** The driver's name for it. No two of these differ only in case. */
  readonly name: string;
  readonly variable: Variable;
  /** Its name in the kernel's text. */
  readonly printed: string;
  readonly type: ScalarType;
  readonly kind: 'parameter' | 'result' | 'global';
  /** A global that is no member of a COMMON block. */
  readonly inModule: boolean;
  readonly start: readonly number[];
  /** The components of the directions along which it is moved, one direction after the other; empty where it is not independent. */
  readonly direction: readonly number[];
  /** The weights of its elements; empty where it is not dependent. */
  readonly weights: readonly number[];
  /** Derivatives of globals are globals themselves, of the text that names them. */
  readonly derivatives: Readonly<Partial<Record<Derivative, GlobalDerivative>>>;
}

export interface GlobalDerivative {
  readonly variable: Variable;
  readonly text: DerivativeText;
  /** What it is called there. */
  readonly printed: string;
}

export type PrintedFile = 'kernel' | DerivativeText['file'];
/** What each text calls its routines and variables. */
export type Printed = ReadonlyMap<PrintedFile, Pick<PrintedCode, 'nameOf' | 'routineName' | 'module'>>;

export interface CallPlan {
  readonly program: Program;
  readonly routine: Routine;
  /** What it is called in its text. */
  readonly name: string;
  /** The slot that receives the function's value, if it is one. */
  readonly result: Slot | null;
  /** Null stands for the number of directions. */
  readonly args: readonly ({
    readonly slot: Slot;
    readonly part: Part;
    readonly variable: Variable;
  } | null)[];
}

export interface Plan {
  readonly slots: readonly Slot[];
  readonly primal: CallPlan;
  /** Of each text. */
  readonly calls: Readonly<Partial<Record<DerivativeText['file'], CallPlan>>>;
  /** What is taken away, beside the tangent that an adjoint is checked against. */
  readonly taken: Exclude<DerivativeText['file'], 'tangent'>;
  readonly parts: readonly Derivative[];
  readonly ways: number;
  /** Routines that the texts call and that none of them defines. */
  readonly absent: readonly string[];
  /** Whether all reals are double, intermediate ones too. */
  readonly isDouble: boolean;
}

export const textOf = (printed: Printed, file: PrintedFile) => present(printed.get(file), file);

export function planDriver(t: TakeAway, printed: Printed): Plan {
  const routine = routineOf(t.primal, t.routine);
  const taken = takenOf(t);
  const slots = slotsOf(t, routine, WAYS[taken], printed);
  return {
    slots,
    primal: callOf(slots, t.primal, t.routine, textOf(printed, 'kernel')),
    calls: Object.fromEntries(
      t.texts.map(({ file, program, entry, directions }) => [
        file,
        callOf(slots, program, entry, textOf(printed, file), directions),
      ]),
    ),
    taken,
    parts: { adjoint: ['tangent', 'adjoint'], vector: ['tangent'], second: ['tangent', 'adjoint', 'second'] }[
      taken
    ] as Derivative[],
    ways: WAYS[taken],
    absent: absentFrom(t, printed),
    isDouble: slots.every((s) => s.type !== 'f32') && !computesInSingle(t.primal, routine),
  };
}

function absentFrom(t: TakeAway, printed: Printed): string[] {
  const kernel = { file: 'kernel', program: t.primal, entry: t.routine } as const;
  const names = [kernel, ...t.texts].flatMap(({ file, program, entry }) =>
    reachable(program, entry).flatMap(({ external, name }) =>
      external ? [textOf(printed, file).routineName(name)] : [],
    ),
  );
  return [...new Set(names)];
}

/** For a Makefile: where to name the files of routines that none of the texts defines. */
export const moreText = ({ absent }: Plan): string =>
  absent.length === 0 ? '' : `# Name the files here that have ${absent.join(', ')}.\nMORE =\n`;

export function takenOf({ texts }: TakeAway): Plan['taken'] {
  const [file] = texts.map((text) => text.file).filter((each) => each !== 'tangent');
  return present(file, 'what is taken away');
}

function callOf(
  slots: readonly Slot[],
  program: Program,
  entry: string,
  { routineName }: Pick<PrintedCode, 'routineName'>,
  count?: VariableId,
): CallPlan {
  const routine = routineOf(program, entry);
  const result = slots.find((s) => s.kind === 'result');
  return {
    program,
    routine,
    name: routineName(entry),
    result: routine.result === null ? null : present(result, 'the result'),
    args: routine.parameters.flatMap((id) => {
      if (id === count) return [null];
      const variable = variableOf(program, id);
      const { holds, base } = heldBy(program, variable);
      const { name } = variableOf(program, base);
      const slot = slots.find((s) => s.kind !== 'global' && s.variable.name === name);
      return slot ? [{ slot, part: holds === 'primal' ? 'value' : holds, variable }] : [];
    }),
  };
}

function slotsOf(t: TakeAway, routine: Routine, ways: number, printed: Printed): Slot[] {
  const taken = new Set<string>();
  const nameOf = (key: string): string => {
    const plain = key.replace(/\W/g, '_').replace(/^_+/, '').slice(0, LONGEST);
    let name = plain;
    for (let k = 2; taken.has(name.toLowerCase()); k++) name = `${plain}_${k}`;
    taken.add(name.toLowerCase());
    return name;
  };
  const make = (id: VariableId, kind: Slot['kind']): Slot => {
    const v = variableOf(t.primal, id);
    const key = locationKey(t.primal, id);
    const start = t.inputs[key] ?? [0];
    const independent = t.independents.includes(key) && isReal(v.type) && kind !== 'result';
    const dependent = t.dependents.includes(key) && isReal(v.type);
    return {
      key,
      name: nameOf(key),
      variable: v,
      printed: textOf(printed, 'kernel').nameOf(id),
      type: v.type,
      kind,
      inModule: kind === 'global' && !isCommon(t.primal, v),
      start,
      direction: independent ? Array.from({ length: ways * start.length }, (_, i) => spread(key, i)) : [],
      weights: dependent ? start.map((_, i) => t.seeds?.[key]?.[i] ?? 1) : [],
      derivatives: kind === 'global' ? derivativesOf(t.texts, key, printed) : {},
    };
  };
  return [
    ...routine.parameters.map((id) => make(id, 'parameter')),
    ...(routine.result === null ? [] : [make(routine.result, 'result')]),
    ...globalsOf(t.primal, routine).map((id) => make(id, 'global')),
  ];
}

/**
 * Numbers between -1 and 1 without a pattern, always the same, and different for each variable: a kernel of differences must
 * not see two inputs move together.
 */
function spread(key: string, i: number): number {
  let state = 7 + i;
  for (const c of key) state = (31 * state + c.charCodeAt(0)) % 9973;
  const wild = 43_758.5453 * Math.sin(12.9898 * (state + 1));
  return Math.round(2000 * (wild - Math.floor(wild)) - 1000) / 1000;
}

/** Whether an intermediate value is single, whatever the types of inputs and outputs. */
function computesInSingle(program: Program, routine: Routine): boolean {
  return reachable(program, routine.name).some(({ body }) =>
    someExpression(body, ({ type }) => type === 'f32'),
  );
}

/** The globals that hold derivatives of a global; there are none where no routine names it. */
function derivativesOf(texts: readonly DerivativeText[], key: string, printed: Printed): Slot['derivatives'] {
  const found: Partial<Record<Derivative, GlobalDerivative>> = {};
  for (const text of texts) {
    const { program } = text;
    const named = new Set(program.routines.flatMap((r) => [...mentioned(r)]));
    for (const variable of program.variables) {
      if (variable.storage === null || !named.has(variable.id)) continue;
      const { holds, base } = heldBy(program, variable);
      if (holds === 'primal' || locationKey(program, base) !== key) continue;
      found[holds] ??= { variable, text, printed: textOf(printed, text.file).nameOf(variable.id) };
    }
  }
  return found;
}

/** Leaves out a main program, which would run instead of the driver. */
export function withoutMain(program: Program): Program {
  return {
    ...program,
    routines: program.routines.map((r) => (r.kind === 'program' ? { ...r, body: [], external: INERT } : r)),
  };
}

/** Whether routines keep values between calls, which a driver has to set and so must be able to name. */
export function keepsValues(program: Program): boolean {
  return program.variables.some((v) => v.owner === null && isHidden(program, v));
}

/** Whether a printed text renames routines or globals, whose names have to agree between texts. */
export function isRenamed(
  { routines, variables }: Program,
  { nameOf, routineName }: Pick<PrintedCode, 'nameOf' | 'routineName'>,
): boolean {
  const differ = (a: string, b: string) => a.toLowerCase() !== b.toLowerCase();
  return (
    routines.some(({ name }) => differ(name, routineName(name))) ||
    variables.some((v) => v.owner === null && v.storage !== null && differ(v.name, nameOf(v.id)))
  );
}

/** The variables in the bounds of a routine's arrays. */
function inBounds(program: Program, { parameters, locals }: Routine): VariableId[] {
  return [...parameters, ...locals]
    .flatMap((id) => boundsOf(variableOf(program, id)))
    .flatMap(placesRead)
    .map(({ variable }) => variable);
}

/** Shared storage that a routine or what it calls names, one view of each piece. */
export function globalsOf(program: Program, routine: Routine): VariableId[] {
  const seen = new Map<string, VariableId>();
  for (const r of reachable(program, routine.name))
    for (const id of [...mentioned(r), ...inBounds(program, r)]) {
      const v = variableOf(program, id);
      const isOwn = v.owner !== null && isHidden(program, v);
      // Nobody sets a global that keeps its first value.
      if (v.storage && !isOwn && v.intent !== 'in' && !seen.has(v.storage.key)) seen.set(v.storage.key, id);
    }
  return [...seen.values()];
}
