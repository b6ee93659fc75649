/** Calls: of subroutines, and of what has a list behind its name, which may be a function. */
import { mapped } from '../../mapped';
import type { ApplySyntax, ArgumentSyntax, ExprSyntax, Name, Node, StatementOf } from './syntax';
import { allOfKind, mentionsIn, ofKind } from './visit';

export type CallSyntax = StatementOf<'call'> | ApplySyntax;

export function isCall(node: object): node is CallSyntax {
  return 'kind' in node && (node.kind === 'call' || node.kind === 'apply');
}

export function calleeOf(call: CallSyntax): string {
  return call.kind === 'call' ? call.callee.name : call.name;
}

/** All in the statements of a list, those of subroutines first. */
export function callsIn(body: readonly Node[]): CallSyntax[] {
  return [...allOfKind(body, 'call'), ...ofKind(mentionsIn(body), 'apply')];
}

/** The call of another routine, with other arguments. */
export function calling(call: CallSyntax, name: string, args: readonly ArgumentSyntax[]): CallSyntax {
  return call.kind === 'call' ? { ...call, callee: { ...call.callee, name }, args } : { ...call, name, args };
}

/** A tree whose calls pass more arguments, behind those that they have. */
export function passingMore<T>(tree: T, more: (call: CallSyntax) => readonly ArgumentSyntax[]): T {
  return mapped(tree, (node) => {
    const given = isCall(node) ? more(node) : [];
    return isCall(node) && given.length > 0 ? { ...node, args: [...node.args, ...given] } : node;
  });
}

/** The name of the dummy that the k-th argument is for, as far as it is known. */
export function dummyFor(
  { keyword }: Pick<ArgumentSyntax, 'keyword'>,
  k: number,
  parameters: readonly Name[] | undefined,
): string | undefined {
  return keyword ?? parameters?.[k]?.name;
}

/** What a call gives each dummy. */
export function valuesPassed(
  parameters: readonly Name[],
  args: readonly ArgumentSyntax[],
): ReadonlyMap<string, ExprSyntax> {
  return new Map(
    args.flatMap((arg, k): [string, ExprSyntax][] => {
      const dummy = dummyFor(arg, k, parameters);
      return dummy === undefined || arg.value.kind === 'range' ? [] : [[dummy, arg.value]];
    }),
  );
}
