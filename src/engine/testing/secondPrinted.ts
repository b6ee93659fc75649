/** What the second opinion is asked: JavaScript of a request's tangent and adjoint, and what their parameters stand for. */
import type { ExecuteRequest } from '..';
import { printJavaScript } from '../backend/javascript';
import { DiagnosticSink } from '../base/diagnostics';
import { defaultHost } from '../execute/host';
import { resolveInputs } from '../execute/inputs/inputs';
import { portsOf, type Runnable } from '../execute/runnable';
import { isReal } from '../ir/build';
import { locationKey } from '../ir/names';
import { compile } from '../pipeline/compile/compile';
import type { Mode, Options } from '../pipeline/options';

/** A parameter, by its place, or a global, by its name. */
interface Held {
  readonly name: string;
  readonly position: number | null;
  readonly key: string;
  readonly holds: 'primal' | 'derivative';
  readonly isReal: boolean;
  readonly isView: boolean;
}
export interface Text {
  readonly text: string;
  readonly entry: string;
  readonly held: readonly Held[];
}
export interface Asked {
  readonly tangent: Text;
  readonly adjoint: Text;
  readonly inputs: Readonly<Record<string, readonly number[]>>;
  readonly independents: readonly string[];
  readonly dependents: readonly string[];
}

/** Null where there is no adjoint, or no run. */
export function printedFor({ inputs = {}, options, ...request }: ExecuteRequest): Asked | null {
  const compiled = (mode: Mode, more: Partial<Options> = {}) => {
    const c = compile({ ...request, mode, options: { ...options, ...more } }, () => 0);
    return c.diagnostics.some(({ severity }) => severity === 'error') ? null : c;
  };
  const [c, other] = [compiled('adjoint'), compiled('tangent', { activity: false })];
  if (!c?.generated || !c.routine || !c.interface || !other?.generated) return null;
  const { program, routine, interface: sides } = c;
  const sink = new DiagnosticSink();
  const { values } = resolveInputs(c.source, routine.name, inputs, sink, defaultHost());
  if (sink.hasErrors) return null;
  const primal = { program, entry: routine.name };
  const textOf = (side: Runnable): Text => {
    const { text, runtime, nameOf } = printJavaScript(side.program, side.entry);
    const kept = runtime ? text.slice(0, runtime.start) + text.slice(runtime.end) : text;
    const held = portsOf(primal, side).map(({ id, v, key, holds, position }) => ({
      name: nameOf(id),
      position,
      key,
      holds: holds === 'primal' ? holds : ('derivative' as const),
      isReal: isReal(v.type),
      isView: v.shape !== null || v.passing === 'reference',
    }));
    return { text: kept, entry: side.entry, held };
  };
  const key = (id: (typeof sides.independents)[number]) => locationKey(program, id);
  return {
    tangent: textOf(other.generated),
    adjoint: textOf(c.generated),
    inputs: values,
    independents: sides.independents.map(key),
    dependents: sides.dependents.map(key),
  };
}
