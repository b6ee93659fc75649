/**
 * Inputs of a run: numbers, lists and formulas from the user, and defaults for the rest, turned into one list of numbers for
 * each parameter and global. An extent that the text does not give is taken from the input, or found by a dry run in which
 * the array grows as subscripts require.
 */

import { DiagnosticSink } from '../../base/diagnostics';
import { dictionary, itemAt } from '../../base/lookup';
import { getOrMake, onceEach } from '../../base/once';
import { isOpen } from '../../ir/bounds';
import { isReal, memoryBytes } from '../../ir/build';
import { locationKey, parameterAt, routineOf, variableOf } from '../../ir/names';
import type { Expr, Program, Routine, Variable, VariableId } from '../../ir/types';
import { reachedFrom } from '../../ir/uses';
import type { Input } from '../../pipeline/results';
import { interpret } from '../interpreter';
import type { RunLimits } from '../outcome';
import { HANGS_AFTER_MS } from '../outcome';
import { integerAtEntry } from './atEntry';
import { bindByKey, globalsOf } from './binding';
import {
  defaultElement,
  defaultScalar,
  FLAVOURS,
  type Flavour,
  type IntegerUses,
  integerUses,
} from './defaults';
import { extentFromList, type Holder } from './extents';
import { fittingFlavour } from './fitting';
import { evaluateFormula, type Formula, indicesOf, parseFormula } from './formula';
import { stored } from './values';

export interface ResolvedInputs {
  /** By location key; parameters, then globals. */
  readonly values: Readonly<Record<string, readonly number[]>>;
}

export interface InputLimits extends RunLimits {
  /** The most elements of one array. */
  readonly elements: number;
}

/** The limits of a dry run unless others are given. A larger input could not be made, moved and shown while somebody waits. */
const USUAL: InputLimits = {
  steps: 300_000,
  milliseconds: HANGS_AFTER_MS,
  bytes: 64 * 2 ** 20,
  elements: 1_000_000,
};
/** No array grows beyond this in a dry run. */
const MOST_ELEMENTS = 100_000;

interface Port extends Holder {
  readonly position: number;
}

interface Resolver {
  readonly program: Program;
  readonly sink: DiagnosticSink;
  readonly ports: ReadonlyMap<string, Port>;
  readonly given: Readonly<Record<string, Input>>;
  readonly uses: IntegerUses;
  readonly flavour: Flavour;
  readonly formulas: Map<string, Formula | null>;
  readonly values: Map<string, number[]>;
  readonly extents: Map<VariableId, readonly number[]>;
  /** Keys being evaluated, so that inputs that are defined by each other are found. */
  readonly busy: Set<string>;
  readonly now: () => number;
  readonly limits: InputLimits;
}

/**
 * `limits` are also those of the dry run: a caller that runs less of the program needs fewer elements of its arrays. Inputs
 * that are left out get the first of the FLAVOURS with which a run comes to its end with finite numbers that depend on its
 * inputs; if there is none, the first that leaves finite numbers, or else the first of all.
 */
export function resolveInputs(
  program: Program,
  entry: string,
  given: Readonly<Record<string, Input>>,
  sink: DiagnosticSink,
  { now, limits = USUAL }: { readonly now: () => number; readonly limits?: InputLimits },
): ResolvedInputs {
  const flavour = flavourFor(program, entry, given);
  return resolvedWith({ flavour, sink, now, limits }, program, entry, given);
}

/** Kept by program and request: a run, its check and its certificate ask the same. */
const flavours = onceEach((_: Program) => new Map<string, Flavour>());

/** The defaults that best complete the given inputs. */
export function flavourFor(program: Program, entry: string, given: Readonly<Record<string, Input>>): Flavour {
  if (isAllGiven(program, entry, given)) return FIRST;
  // JSON has no word for what is not finite.
  const asked = JSON.stringify([entry, given], (_, x) => (typeof x === 'number' ? `${x}` : x));
  const known = flavours(program);
  const silent = new DiagnosticSink();
  const how = { sink: silent, now: () => 0, limits: USUAL };
  const found =
    known.get(asked) ??
    fittingFlavour(program, entry, (flavour) => {
      const { values } = resolvedWith({ ...how, flavour }, program, entry, given);
      return silent.hasErrors ? null : values;
    });
  known.set(asked, found);
  return found;
}

/** Inputs completed by known defaults, without a run that looks for better ones. Null where these defaults don't fit at all. */
export function inputsWith(
  flavour: Flavour,
  program: Program,
  entry: string,
  given: Readonly<Record<string, Input>>,
  limits: InputLimits,
): ResolvedInputs | null {
  const sink = new DiagnosticSink();
  const resolved = resolvedWith({ flavour, sink, now: () => 0, limits }, program, entry, given);
  return sink.hasErrors ? null : resolved;
}

const [FIRST] = FLAVOURS as readonly [Flavour];

function isAllGiven(program: Program, entry: string, given: Readonly<Record<string, Input>>): boolean {
  const ports = [...portsOf(program, routineOf(program, entry)).values()];
  return ports.every(({ key, v }) => Object.hasOwn(given, key) || (v.initial !== null && !isUnset(v)));
}

/** Whether it is a real global without a first value, which is 0 here but which others may set. */
function isUnset(v: Variable): boolean {
  return isReal(v.type) && v.intent !== 'in' && v.initial?.every((x) => x === 0) === true;
}

function initialOf({ flavour }: Resolver, v: Variable): readonly number[] | null {
  return flavour.setsGlobals && isUnset(v) ? null : v.initial;
}

function resolvedWith(
  how: Pick<Resolver, 'flavour' | 'sink' | 'now' | 'limits'>,
  program: Program,
  entry: string,
  given: Readonly<Record<string, Input>>,
): ResolvedInputs {
  const { sink } = how;
  const routine = routineOf(program, entry);
  const r: Resolver = {
    ...how,
    program,
    ports: portsOf(program, routine),
    given: dictionary(given),
    uses: usesOf(program, routine),
    formulas: new Map(),
    values: new Map(),
    extents: new Map(),
    busy: new Set(),
  };
  for (const key of Object.keys(given)) {
    if (r.ports.has(key)) continue;
    const known = [...r.ports.keys()].map((each) => `\`${each}\``).join(', ');
    sink.warning(
      'input-unknown',
      `\`${key}\` is no input of \`${entry}\`.`,
      routine.nameSpan,
      known === '' ? 'It has no inputs.' : `Its inputs are ${known}.`,
    );
  }
  for (const key of r.ports.keys()) valuesOf(r, key);
  const values: Record<string, readonly number[]> = Object.fromEntries(r.values);
  if (sink.hasErrors) return { values };
  return { values: stretchOpen(r, routine, values) };
}

const uses = new WeakMap<Program, Map<Routine, IntegerUses>>();

/** Found once for all runs of a routine; trees don't change. */
function usesOf(program: Program, routine: Routine): IntegerUses {
  const known = getOrMake(uses, program, () => new Map());
  return getOrMake(known, routine, () => integerUses(program, [...reachedFrom(program, routine)]));
}

function portsOf(program: Program, routine: Routine): Map<string, Port> {
  const ids = [...routine.parameters, ...globalsOf(program, routine)];
  return new Map(
    ids.map((id, position) => {
      const key = locationKey(program, id);
      return [key, { key, v: variableOf(program, id), position }];
    }),
  );
}

// --------------------------------------------------------------------------------------------------------- values

function valuesOf(r: Resolver, key: string): readonly number[] | null {
  const known = r.values.get(key);
  if (known) return known;
  const port = r.ports.get(key);
  if (!port) return null;
  if (r.busy.has(key))
    return r.sink.error('input-circular', `The input \`${key}\` is defined by itself.`, port.v.span);
  r.busy.add(key);
  const values = port.v.shape ? arrayValues(r, port) : [scalarValue(r, port)];
  r.busy.delete(key);
  const exact = values.map((value) => stored(port.v.type, value));
  r.values.set(key, exact);
  const changed = values.findIndex((value, i) => value !== exact[i]);
  if (changed >= 0 && /^i/.test(port.v.type) && Object.hasOwn(r.given, key))
    r.sink.warning(
      'input-rounded',
      `\`${key}\` is an integer of ${8 * memoryBytes(port.v.type)} bits: ${values[changed]} is taken as ${exact[changed]}.`,
      port.v.span,
      'Give a whole number that it holds.',
    );
  return exact;
}

function scalarValue(r: Resolver, port: Port): number {
  const input = r.given[port.key];
  if (typeof input === 'number') return input;
  if (typeof input === 'string') return formulaValue(r, port, 0, []) ?? 0;
  if (input) {
    if (input.length !== 1)
      r.sink.error(
        'input-length',
        `\`${port.key}\` is one number, and the input has ${input.length}.`,
        port.v.span,
      );
    return input[0] ?? 0;
  }
  return (
    initialOf(r, port.v)?.[0] ??
    extentFromList(
      { ports: [...r.ports.values()], given: r.given, valueOf: (e) => integerValue(r, e) },
      port.v,
    ) ??
    defaultScalar(r.uses, port.v, port.position, r.flavour)
  );
}

function arrayValues(r: Resolver, port: Port): number[] {
  const { v, key } = port;
  const input = r.given[key];
  const extents = extentsOf(r, v);
  const count = extents.reduce((all, each) => all * each, 1);
  if (!(count <= r.limits.elements)) {
    const [has, may] = [count, r.limits.elements].map((x) => x.toLocaleString('en-US'));
    r.sink.error(
      'budget-memory',
      `\`${v.name}\` would have ${has} elements (${megabytes(count * memoryBytes(v.type))}); an input may have ${may}.`,
      v.span,
    );
    return [];
  }
  if (Array.isArray(input)) return listValues(r, port, input, count);
  const initial = initialOf(r, v);
  if (initial && input === undefined) return [...initial];
  return Array.from({ length: count }, (_, i) => elementValue(r, port, i, extents));
}

function listValues(r: Resolver, { key, v }: Port, input: readonly number[], count: number): number[] {
  const inner = isOpen(v) ? Math.max(1, count) : count;
  if (isOpen(v) && input.length % inner === 0) return [...input];
  if (input.length !== count)
    r.sink.error(
      'input-length',
      `\`${key}\` has ${count} element${count === 1 ? '' : 's'}, and the input has ${input.length}.`,
      v.span,
      ...sizesToGive(r, v),
    );
  return [...input];
}

/** The inputs that would determine the extents of an array. */
function sizesToGive(r: Resolver, { shape }: Variable): string[] {
  const named = (shape?.dimensions ?? []).flatMap(({ extent }) =>
    extent?.kind === 'variable' ? [locationKey(r.program, extent.variable)] : [],
  );
  const open = [...new Set(named)].filter((key) => !Object.hasOwn(r.given, key)).map((key) => `\`${key}\``);
  return open.length === 0 ? [] : [`Its extents are inputs too: give ${open.join(' and ')}.`];
}

/** One element, by formula or default. `extents` are in the source's order of dimensions. */
function elementValue(r: Resolver, port: Port, element: number, extents: readonly number[]): number {
  const input = r.given[port.key];
  if (typeof input === 'number') return input;
  if (typeof input === 'string')
    return formulaValue(r, port, element, indicesOf(port.v, element, extents)) ?? 0;
  return defaultElement(r.uses, port.v, port.position, element, r.flavour);
}

function formulaValue(r: Resolver, port: Port, element: number, indices: readonly number[]): number | null {
  const formula = formulaOf(r, port);
  if (!formula) return null;
  const value = evaluateFormula(formula, {
    element,
    indices,
    input: (name, index) => {
      const values = valuesOf(r, name);
      if (!values) return null;
      if (index !== null) return values[index - 1] ?? Number.NaN;
      return values.length === 1 ? (values[0] as number) : (values[element] ?? Number.NaN);
    },
  });
  if (typeof value === 'number') return value;
  r.sink.error('input-formula', `The formula of \`${port.key}\` has no value: ${value}.`, port.v.span);
  r.formulas.set(port.key, null);
  return null;
}

function formulaOf(r: Resolver, port: Port): Formula | null {
  return getOrMake(r.formulas, port.key, () => {
    const text = r.given[port.key];
    const parsed = parseFormula(typeof text === 'string' ? text : '');
    if ('formula' in parsed) return parsed.formula;
    const message = `The formula of \`${port.key}\` can't be read: ${parsed.error}.`;
    return r.sink.error('input-formula', message, port.v.span);
  });
}

// -------------------------------------------------------------------------------------------------------- extents

/** An unknown extent counts as one: the array then has one row, and a dry run adds more. */
function extentsOf(r: Resolver, v: Variable): readonly number[] {
  return getOrMake(r.extents, v.id, () =>
    (v.shape?.dimensions ?? []).map(({ extent }) => (extent ? Math.max(0, integerValue(r, extent)) : 1)),
  );
}

/** The value of an extent, an expression over parameters and globals. */
function integerValue(r: Resolver, e: Expr): number {
  return integerAtEntry(r.program, e, (id) => valuesOf(r, locationKey(r.program, id)) ?? [0], r.now);
}

/** Arrays of unknown extent without a list get as many elements as a dry run asks for. */
function stretchOpen(
  r: Resolver,
  routine: Routine,
  values: Readonly<Record<string, readonly number[]>>,
): Readonly<Record<string, readonly number[]>> {
  const open = routine.parameters.map((id) => variableOf(r.program, id)).filter((v) => isUnsettled(r, v));
  if (open.length === 0) return values;
  const ports = routine.parameters.map((id) => r.ports.get(locationKey(r.program, id)) as Port);
  const unsettled = new Set(open.map((v) => v.id));
  const start = { ...values };
  for (const v of open) start[locationKey(r.program, v.id)] = [];
  const outcome = interpret(r.program, bindByKey(r.program, routine.name, start), {
    now: r.now,
    limits: r.limits,
    stretch: {
      most: Math.min(MOST_ELEMENTS, r.limits.elements),
      mayGrow: (position) => unsettled.has(parameterAt(routine, position)),
      fill: (position, index) => {
        const port = ports[position] as Port;
        return stored(port.v.type, elementValue(r, port, index, extentsOf(r, port.v)));
      },
    },
  });
  const settled = { ...values };
  routine.parameters.forEach((id, i) => {
    if (!unsettled.has(id)) return;
    const port = ports[i] as Port;
    const extents = extentsOf(r, port.v);
    const row = Math.max(
      1,
      extents.reduce((all, each) => all * each, 1),
    );
    const touched = itemAt(outcome.arguments, i).length;
    const count = Math.max(row, Math.ceil(touched / row) * row);
    settled[port.key] = Array.from({ length: count }, (_, k) =>
      stored(port.v.type, elementValue(r, port, k, extents)),
    );
  });
  return settled;
}

function isUnsettled(r: Resolver, v: Variable): boolean {
  return isOpen(v) && !Array.isArray(r.given[locationKey(r.program, v.id)]);
}

export function megabytes(bytes: number): string {
  const size = bytes / 2 ** 20;
  return `${size < 10 ? Number(size.toPrecision(2)) : Math.round(size)} MB`;
}
