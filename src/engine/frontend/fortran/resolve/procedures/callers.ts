/** The routines that call what a number stands for, one for each interface of procedure pointers. */
import type { DiagnosticSink } from '../../../../base/diagnostics';
import type { Span } from '../../../../base/span';
import { freshName } from '../../../mapped';
import { apply, argument, assigned, declared, entityOf, integer, nameAt, statement } from '../../parse/made';
import type { Node, Unit } from '../../parse/syntax';
import { renamed } from '../declarations/distinct';
import { NOT_PASSED } from '../specialise';

export interface Caller {
  readonly name: string;
  /** Of a call. */
  readonly span: Span;
}
export interface Made {
  readonly unit: Unit;
  /** The routine beside which it stands: it sees what that sees. */
  readonly beside: string;
}

export const INTEGER = (span: Span) => ({ base: 'integer', bytes: null, kindOf: null, span }) as const;

/** Declares arguments and result as the first of the targets does. Any other number ends the run. */
export function callerOf(
  { name, span }: Caller,
  targets: ReadonlyMap<Unit, number>,
  names: Set<string>,
  sink: DiagnosticSink,
): Made[] {
  const [like] = targets.keys();
  if (!like?.header) {
    const what = 'Calling a procedure pointer that nothing here points to a procedure is not supported.';
    sink.error('unsupported', what, span, NOT_PASSED);
    return [];
  }
  const { parameters, result } = like.header;
  const at = like.name.span;
  const which = nameAt(freshName(names, 'which'), at);
  const actuals = parameters.map((each) => nameAt(each.name, at));
  const call = (callee: string): Node =>
    like.kind === 'function'
      ? assigned(nameAt(result?.name ?? name, at), apply(callee, actuals, at), at)
      : statement(
          { kind: 'call', callee: { name: callee, span: at }, args: actuals.map((each) => argument(each)) },
          at,
        );
  const cases = [...targets].map(([target, value]) => ({
    ranges: [{ kind: 'value' as const, value: integer(value, at) }],
    body: [call(target.name.name)],
    span: at,
  }));
  const none = { ranges: null, body: [statement({ kind: 'stop' }, at)], span: at };
  const choice: Node = {
    kind: 'selectBlock',
    selector: which,
    cases: [...cases, none],
    span: at,
    label: null,
    construct: null,
  };
  const kept = new Set([...parameters, result ?? like.name].map((each) => each.name));
  const head = {
    ...like,
    header: { ...like.header, parameters: [which, ...parameters], elemental: false },
    specifications: [...headOf(like, kept), declared(INTEGER(at), entityOf(which.name, at), ['in'])],
    contains: [],
    types: [],
    generics: [],
  };
  return [
    {
      unit: { ...renamed({ ...head, body: [] }, new Map([[like.name.name, name]])), body: [choice] },
      beside: like.name.name,
    },
  ];
}

/** Declarations of arguments, result and constants. */
function headOf({ specifications }: Unit, kept: ReadonlySet<string>): Unit['specifications'] {
  return specifications.flatMap((d): Unit['specifications'] => {
    if (d.kind !== 'declare') return ['use', 'implicit', 'parameter'].includes(d.kind) ? [d] : [];
    if (d.attributes.includes('parameter')) return [d];
    return [{ ...d, entities: d.entities.filter(({ name }) => kept.has(name)) }];
  });
}
