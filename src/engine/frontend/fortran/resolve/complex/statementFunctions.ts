/** Statement functions of COMPLEX arguments or values, as the CABS1 of LAPACK: their bodies in the place of their calls. */
import { mapped } from '../../../mapped';
import { paren } from '../../parse/made';
import type { ApplySyntax, ExprSyntax, StatementOf, StatementSyntax, Unit } from '../../parse/syntax';
import { withoutNames } from '../../parse/visit';
import { declaredIn } from './declared';

interface StatementFunction {
  readonly parameters: readonly string[];
  readonly body: ExprSyntax;
}

export function withoutStatementFunctions(unit: Unit): Unit {
  const { known, letters, arrays } = declaredIn(unit);
  const isComplex = (name: string): boolean =>
    known.has(name) ? known.get(name) !== null : letters.has(name.charAt(0));
  const found = new Map<string, StatementFunction>();
  const rest: StatementSyntax[] = [];
  for (const s of unit.specifications) {
    const parameters = s.kind === 'assign' && !unit.bare && !arrays.has(s.target.name) ? parametersOf(s) : [];
    const isOne = s.kind === 'assign' && parameters.length > 0;
    // One may call those before it.
    if (isOne && [s.target.name, ...parameters].some(isComplex))
      found.set(s.target.name, { parameters, body: expanded(s.value, found) });
    else rest.push(s);
  }
  if (found.size === 0) return unit;
  return {
    ...unit,
    specifications: withoutNames(rest, (name) => found.has(name)).map((s) => expanded(s, found)),
    body: expanded(unit.body, found),
  };
}

/** The names that stand in parentheses on the left; none where anything else does. */
function parametersOf({ target }: StatementOf<'assign'>): string[] {
  const args = target.kind === 'apply' && !target.parts ? target.args : [];
  const names = args.flatMap(({ value }) => (value.kind === 'name' ? [value.name] : []));
  return names.length === args.length ? names : [];
}

function expanded<T>(tree: T, functions: ReadonlyMap<string, StatementFunction>): T {
  return mapped(tree, (node: ExprSyntax | StatementSyntax) => {
    const f = node.kind === 'apply' ? functions.get(node.name) : undefined;
    return f && node.kind === 'apply' ? callOf(f, node) : node;
  });
}

function callOf({ parameters, body }: StatementFunction, call: ApplySyntax): ExprSyntax {
  const inner = mapped(body, (node: ExprSyntax) => {
    const value = node.kind === 'name' ? call.args[parameters.indexOf(node.name)]?.value : undefined;
    if (!value || value.kind === 'range') return node;
    return value.kind === 'name' || value.kind === 'apply' ? value : paren(value);
  });
  return paren(inner, call.span);
}
