/** What the second opinion is asked: JavaScript of a request's primal and adjoint, and what their parameters stand for. */
import type { ExecuteRequest } from '..';
import { printJavaScript } from '../backend/javascript';
import { portsOf, type Runnable } from '../execute/runnable';
import { isReal } from '../ir/build';
import { locationKey } from '../ir/names';
import { compile } from '../pipeline/compile/compile';

/** A parameter, by its place, or a global, by its name. */
interface Held {
  readonly name: string;
  readonly position: number | null;
  readonly key: string;
  readonly holds: 'primal' | 'adjoint';
  readonly isReal: boolean;
  readonly isView: boolean;
}
export interface Text {
  readonly text: string;
  readonly entry: string;
  readonly held: readonly Held[];
}
export interface Asked {
  readonly primal: Text;
  readonly adjoint: Text;
  readonly inputs: Readonly<Record<string, readonly number[]>>;
  readonly independents: readonly string[];
  readonly dependents: readonly string[];
  readonly result: string | null;
}

/** Null where there is no adjoint. */
export function printedFor({ inputs = {}, ...request }: ExecuteRequest): Asked | null {
  const c = compile({ ...request, mode: 'adjoint' }, () => 0);
  const { program, generated, routine, interface: sides, diagnostics } = c;
  if (!generated || !routine || !sides || diagnostics.some(({ severity }) => severity === 'error'))
    return null;
  const primal = { program, entry: routine.name };
  const textOf = (side: Runnable): Text => {
    const { text, runtime, nameOf } = printJavaScript(side.program, side.entry);
    const kept = runtime ? text.slice(0, runtime.start) + text.slice(runtime.end) : text;
    const held = portsOf(primal, side).map(({ id, v, key, holds, position }) => ({
      name: nameOf(id),
      position,
      key,
      holds: holds === 'adjoint' ? holds : ('primal' as const),
      isReal: isReal(v.type),
      isView: v.shape !== null || v.passing === 'reference',
    }));
    return { text: kept, entry: side.entry, held };
  };
  const key = (id: (typeof sides.independents)[number]) => locationKey(program, id);
  const values = Object.entries(inputs).map(([name, value]) => [name, [value].flat(9)] as const);
  return {
    primal: textOf(primal),
    adjoint: textOf(generated),
    inputs: Object.fromEntries(values) as Asked['inputs'],
    independents: sides.independents.map(key),
    dependents: sides.dependents.map(key),
    result: routine.result === null ? null : key(routine.result),
  };
}
