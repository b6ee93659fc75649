import { itemAt, present } from '../base/lookup';
import { groupedBy, onceEach } from '../base/once';
import type { Expr, Place, Program, Routine, Shape, StatementId, Variable, VariableId } from './types';

/** Names of the first statements, which results say many times over. */
const NAMES = new Array<string | undefined>(4096);

/** `s12` */
export function statementName(id: StatementId): string {
  if (id >= NAMES.length) return `s${id}`;
  NAMES[id] ??= `s${id}`;
  return NAMES[id];
}

/** The statement that has such a name. */
export function statementNamed(name: string): StatementId {
  return Number(name.slice(1)) as StatementId;
}

export function variableOf(program: Pick<Program, 'variables'>, id: VariableId): Variable {
  return itemAt(program.variables, id);
}

export function parameterAt({ parameters }: Pick<Routine, 'parameters'>, position: number): VariableId {
  return itemAt(parameters, position);
}

/** The shape of a variable that is an array. */
export function shapeOf({ shape, name }: Variable): Shape {
  return present(shape, `the shape of ${name}`);
}

/** By list of routines, as long as it was then: where each stands, by name. */
const positions = new WeakMap<
  readonly Routine[],
  { readonly length: number; readonly of: Map<string, number> }
>();

/** The first routine of that name. A rewrite may add routines at the end of its list, or put other bodies in place. */
export function routineNamed(
  { routines }: Pick<Program, 'routines'>,
  name: string | null,
): Routine | undefined {
  let known = positions.get(routines);
  if (known?.length !== routines.length) {
    known = { length: routines.length, of: new Map() };
    for (let k = routines.length - 1; k >= 0; k--) known.of.set(itemAt(routines, k).name, k);
    positions.set(routines, known);
  }
  const k = name === null ? undefined : known.of.get(name);
  return k === undefined ? undefined : routines[k];
}

/** The routine of that name, which there is. */
export function routineOf(program: Pick<Program, 'routines'>, name: string): Routine {
  return present(routineNamed(program, name), `the routine ${name}`);
}

const variablesByOwner = onceEach((variables: readonly Variable[]) => groupedBy(variables, (v) => v.owner));

/** The variables that the routine with this index declares, in the order of their ids; for null, those that all share. */
export function variablesOwnedBy(
  { variables }: Pick<Program, 'variables'>,
  owner: number | null,
): readonly Variable[] {
  return variablesByOwner(variables).get(owner) ?? [];
}

/** `xb` for `x`; a structure's derivatives are a structure, so that a member's is `pb.x` for `p.x`. */
export function derivativeName(name: string, suffix: string): string {
  const dot = name.indexOf('.');
  return dot < 0 ? `${name}${suffix}` : `${name.slice(0, dot)}${suffix}${name.slice(dot)}`;
}

/** What blocks, modules, routines and the variables in shared memory of a program are called, in lower case. */
const sharedNames = onceEach(({ roots, routines, variables }: Program) => ({
  roots: new Set([...roots, ...routines].map(({ name }) => name.toLowerCase())),
  keys: new Set(variables.flatMap(({ storage }) => (storage ? [storage.key.toLowerCase()] : []))),
}));

/** The root of the derivatives of what lies in a root: `blk_b` for `blk`, with a number where there is one of that name. */
export function derivativeRoot(primal: Program, root: string, suffix: string): string {
  return freeName(sharedNames(primal).roots, `${root}_${suffix}`, 0);
}

/** Where the derivative of a variable in shared memory lies; every view of one variable has the same. */
export function derivativeStorage(primal: Program, v: Variable, suffix: string): Variable['storage'] {
  if (!v.storage) return null;
  const { root, offset, key } = v.storage;
  const own = freeName(sharedNames(primal).keys, `${key}${suffix}`, 0);
  return { root: derivativeRoot(primal, root, suffix), offset, key: own };
}

/** What a member is called where a name can hold no dot. */
export function flatName(name: string): string {
  return name.replaceAll('.', '_');
}

/** A scalar that is passed by its address: `*x` in C. */
export function isPointer(v: Variable): boolean {
  return v.passing === 'reference' && v.shape === null;
}

/**
 * How inputs, outputs and sets name a variable: its storage key, the routine's name for a result, else its name. In C a
 * parameter may be called as its function is; the result goes by `result` then.
 */
export function locationKey(program: Program, id: VariableId): string {
  const v = variableOf(program, id);
  if (v.storage) return v.storage.key;
  if (v.role !== 'result' || v.owner === null) return v.name;
  const { name, parameters } = itemAt(program.routines, v.owner);
  const names = new Set(parameters.map((each) => variableOf(program, each).name));
  return names.has(name) ? freeName(names, 'result', 0) : name;
}

/** The storage root of Fortran's blank COMMON; no block that has a name is called so. */
export const BLANK_COMMON = 'common';

/** How Fortran writes the name of a COMMON block: `/blk/`, or `//`. */
export function commonName(root: string): string {
  return root === BLANK_COMMON ? '//' : `/${root}/`;
}

/** The name that is wanted, or with the first number behind it that makes it none of these, whatever their case. */
export function freeName(taken: { has(lowerCase: string): boolean }, wanted: string, first = 2): string {
  let name = wanted;
  for (let k = first; taken.has(name.toLowerCase()); k++) name = `${wanted}${k}`;
  return name;
}

/** Names, whatever their case, that a new one must not be: a routine's own, and those around it, which it sees too. */
export class TakenNames {
  private readonly own = new Set<string>();
  /** By hint: below it, all numbers are taken. */
  private readonly tried = new Map<string, number>();

  constructor(
    names: Iterable<string> = [],
    private readonly around: readonly TakenNames[] = [],
  ) {
    for (const name of names) this.add(name);
  }

  add(name: string): void {
    this.own.add(name.toLowerCase());
  }

  /** The hint, or the first of `hint0`, `hint1`, … that is free; from then on it is taken. */
  fresh(hint: string): string {
    let name = hint;
    if (this.has(hint.toLowerCase())) {
      let k = this.tried.get(hint) ?? 0;
      do name = `${hint}${k++}`;
      while (this.has(name.toLowerCase()));
      this.tried.set(hint, k);
    }
    this.add(name);
    return name;
  }

  /** Lets others have a name that was taken. */
  giveBack(name: string): void {
    this.own.delete(name.toLowerCase());
    for (let at = name.length - 1; at > 0 && /\d/.test(name.charAt(at)); at--) {
      const [hint, k] = [name.slice(0, at), Number(name.slice(at))];
      if ((this.tried.get(hint) ?? 0) > k) this.tried.set(hint, k);
    }
  }

  private has(key: string): boolean {
    return this.own.has(key) || this.around.some((names) => names.has(key));
  }
}

/** By routine: names of its variables, names of variables of the whole program, and `more` that all see. */
export function namesByOwner(
  variables: readonly Variable[],
  more: readonly TakenNames[] = [],
): (owner: number) => TakenNames {
  const shared = new TakenNames();
  const own = new Map<number, string[]>();
  for (const { name, owner } of variables) {
    const list = owner === null ? null : own.get(owner);
    if (owner === null) shared.add(name);
    else if (list) list.push(name);
    else own.set(owner, [name]);
  }
  return (owner) => new TakenNames(own.get(owner), [shared, ...more]);
}

/** Whether it is a step of copying a structure, whose members need not all have values. */
export function copiesMember(program: Program, to: VariableId, value: Expr): value is Place {
  const isMember = (id: VariableId): boolean => variableOf(program, id).name.includes('.');
  return (value.kind === 'variable' || value.kind === 'element') && isMember(value.variable) && isMember(to);
}
