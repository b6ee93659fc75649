/**
 * Calls between routines. A parameter by value is a WebAssembly parameter of its type; a scalar by reference is an
 * address; an array is an address and the number of elements that follow from there on.
 */
import { parameterAt } from '../../ir/names';
import type { Argument, Call, Place, Routine, Variable } from '../../ir/types';
import { type RoutineContext, site, variableAt } from './context';
import { countPart } from './counters';
import { emitArrayStart, emitElementAddress } from './elements';
import { wasmType } from './encoding/emit';
import type { Signature } from './encoding/module';
import { Op, WasmType } from './encoding/opcodes';
import { emitExpr, scalarStorage, writeScalar } from './expressions';
import { takeFuel } from './fuel';
import { trap, trapIf } from './traps';

/** Deeper recursion than this ends the run, whatever stack the host has. */
export const MAX_DEPTH = 2000;

/** As many as engines take. */
const MOST_PARAMETERS = 1000;

/** Not a routine whose text is elsewhere, or with too many parameters. */
export function canRun(variables: readonly Variable[], routine: Routine): boolean {
  return !routine.external && signatureOf(variables, routine).parameters.length <= MOST_PARAMETERS;
}

export function signatureOf(variables: readonly Variable[], routine: Routine): Signature {
  const parameters = routine.parameters.flatMap((id) => {
    const v = variables[id] as Variable;
    if (v.shape) return [WasmType.i32, WasmType.i32];
    return [v.passing === 'reference' ? WasmType.i32 : wasmType(v.type)];
  });
  const result = routine.result === null ? [] : [wasmType((variables[routine.result] as Variable).type)];
  return { parameters, results: result };
}

export function emitCall(r: RoutineContext, s: Call): void {
  countPart(r, { kind: 'statement', id: s.id });
  const index = r.m.program.routines.findIndex((each) => each.name === s.callee);
  const callee = r.m.program.routines[index];
  if (!callee || !canRun(r.m.program.variables, callee)) {
    trap(r, site(r, 'external-routine', { callee: s.callee }));
    return;
  }
  takeFuel(r);
  const recursive = r.m.facts.get(s.callee)?.recursive === true;
  if (recursive) emitDeeper(r, s);
  const target = s.result?.kind === 'element' ? emitTargetAddress(r, s.result) : null;
  s.args.forEach((arg, i) => {
    emitArgument(r, arg, variableAt(r, parameterAt(callee, i)));
  });
  r.f.callRoutine(index);
  if (callee.result !== null) emitResult(r, s.result, target);
  if (!recursive) return;
  r.f.globalGet(r.m.globals.depth).i32(1).op(Op.i32_sub).globalSet(r.m.globals.depth);
}

function emitDeeper(r: RoutineContext, s: Call): void {
  const g = r.m.globals;
  r.f.i32(s.id).globalSet(g.callSite);
  r.f.globalGet(g.depth).i32(1).op(Op.i32_add).globalSet(g.depth);
  r.f.globalGet(g.depth).i32(MAX_DEPTH).op(Op.i32_gt_s);
  trapIf(r, 'stack-overflow');
}

/** The address of an element, evaluated before the call, in a local. */
function emitTargetAddress(r: RoutineContext, place: Extract<Place, { kind: 'element' }>): number {
  const offset = emitElementAddress(r, place);
  const address = r.f.scratch(WasmType.i32);
  r.f.i32(offset).op(Op.i32_add).set(address);
  return address;
}

function emitResult(r: RoutineContext, place: Place | null, address: number | null): void {
  if (!place) {
    r.f.op(Op.drop);
    return;
  }
  const value = r.f.scratch(wasmType(place.type));
  r.f.set(value);
  if (address === null) writeScalar(r, place.variable, () => r.f.get(value));
  else {
    r.f.get(address).get(value).store(place.type);
    r.f.release(address);
  }
  r.f.release(value);
}

function emitArgument(r: RoutineContext, arg: Argument, formal: Variable): void {
  if (arg.kind === 'value') {
    emitExpr(r, arg.value);
    return;
  }
  if (arg.kind === 'reference' && !formal.shape) {
    emitReference(r, arg.place);
    return;
  }
  if (arg.kind === 'reference' && arg.place.kind === 'variable') {
    emitReference(r, arg.place);
    r.f.i32(1);
    return;
  }
  const [variable, start] =
    arg.kind === 'array'
      ? [arg.variable, arg.start]
      : [arg.place.variable, arg.place.kind === 'element' ? arg.place.subscripts : null];
  const first = start
    ? ({
        kind: 'element',
        variable,
        subscripts: start,
        type: variableAt(r, variable).type,
        span: { start: 0, end: 0 },
      } as const)
    : null;
  const { address, count } = emitArrayStart(r, variable, first, arg.kind === 'array');
  r.f.get(address);
  if (formal.shape) r.f.get(count);
  r.f.release(count).release(address);
}

function emitReference(r: RoutineContext, place: Place): void {
  if (place.kind === 'element') {
    const offset = emitElementAddress(r, place);
    if (offset === 0) return;
    r.f.i32(offset).op(Op.i32_add);
    return;
  }
  const storage = scalarStorage(r, place.variable);
  if (storage.kind === 'local')
    throw new Error(`the address of ${variableAt(r, place.variable).name} is unknown`);
  if (storage.kind === 'static') r.f.i32(storage.address);
  else r.f.get(storage.local);
}
