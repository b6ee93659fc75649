/** What the printing of one JavaScript text shares: names, which scalars live in boxes, what the text needs. */
import type { Helper } from '../../ir/elementary';
import { variableOf } from '../../ir/names';
import { runtimeNames } from '../../ir/runtimeNames';
import { callsIn } from '../../ir/statements';
import type { Program, ScalarType, Variable, VariableId } from '../../ir/types';
import { memoryPlace, type PrintContext, printContext } from '../names';
import { keepsValue } from '../storage';

export interface JContext extends PrintContext {
  /** Whether it is a scalar that others write through a reference: then it is the first element of a typed array. */
  isBoxed(id: VariableId): boolean;
  /** Notes that a function of ours is needed; gives its name. */
  helper(helper: Helper): string;
  /** Their texts by name. */
  readonly helpers: Map<string, string>;
}

const WORDS =
  'arguments async await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null of package private protected public return static super switch this throw true try typeof undefined var void while with yield NaN Infinity Math Number Array Object Error console Float64Array Float32Array Int32Array Uint8Array Uint16Array grown mod';

export const ARRAY: Record<ScalarType, string> = {
  f64: 'Float64Array',
  f32: 'Float32Array',
  i32: 'Int32Array',
  // Exact up to 2^53, which is more than any subscript needs.
  i64: 'Float64Array',
  bool: 'Uint8Array',
};

/** Variables that share storage are one variable here; what a routine keeps between calls stands outside of it. */
function globalName(program: Program, v: Variable): string {
  const key = v.storage?.key ?? (v.owner === null ? v.name : `${program.routines[v.owner]?.name}_${v.name}`);
  return key.replace(/[^A-Za-z0-9_$]/g, '_');
}

export function createContext(program: Program): JContext {
  const helpers = new Map<string, string>();
  const helper = (wanted: Helper): string => {
    for (const other of wanted.needs ?? []) helper(other);
    const name = wanted.name('f64');
    helpers.set(name, wanted.text('f64'));
    return name;
  };
  const context = printContext(
    program,
    {
      reserved: new Set([...WORDS.split(' '), ...runtimeNames()]),
      legal: (name) => name.replace(/[^A-Za-z0-9_$]/g, '_').replace(/^(?=\d)/, '_'),
    },
    (v) => (keepsValue(v) ? { wanted: globalName(program, v), place: memoryPlace(v) } : null),
  );
  const boxed = boxedVariables(program);
  return {
    ...context,
    isBoxed: (id) => boxed.has(id),
    helper,
    helpers,
  };
}

/** Scalars that are passed by reference in either direction; views of one piece of storage are treated alike. */
function boxedVariables(program: Program): Set<VariableId> {
  const boxed = new Set<VariableId>();
  const shared = new Set<string>();
  const box = (id: VariableId) => {
    const v = variableOf(program, id);
    if (v.shape) return;
    boxed.add(id);
    if (keepsValue(v)) shared.add(globalName(program, v));
  };
  for (const v of program.variables) if (v.passing === 'reference') box(v.id);
  for (const routine of program.routines)
    for (const { args } of callsIn(routine.body))
      for (const arg of args)
        if (arg.kind === 'reference' && arg.place.kind === 'variable') box(arg.place.variable);
  for (const v of program.variables)
    if (!v.shape && keepsValue(v) && shared.has(globalName(program, v))) boxed.add(v.id);
  return boxed;
}
