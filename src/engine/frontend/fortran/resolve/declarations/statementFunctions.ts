/** Statement functions, and assignments that look like them. */
import type { ScalarType } from '../../../../ir/types';
import { type Context, report, type VariableSymbol } from '../../lower/context';
import type { StatementOf, StatementSyntax } from '../../parse/syntax';
import { implicitType, lookUp } from '../symbols';

/** Declares statement functions. An assignment to an array is none; from the first such one on, all are statements. */
export function statementFunctions(
  ctx: Context,
  candidates: readonly StatementOf<'assign'>[],
): StatementSyntax[] {
  const leading: StatementSyntax[] = [];
  for (const s of candidates) {
    const { target } = s;
    if (target.kind !== 'apply') continue;
    const symbol = ctx.scope.symbols.get(target.name) ?? hostArray(ctx, target.name);
    const variable = symbol?.kind === 'variable' ? symbol : null;
    const isFunction =
      leading.length === 0 &&
      !(variable && (variable.dimensions || variable.dummy || variable.poison)) &&
      !ctx.scope.unit.bare;
    if (!isFunction) {
      leading.push(s);
      continue;
    }
    const fallback = implicitType(ctx.scope, target.name);
    const type = variable?.typed ? variable.type : fallback;
    if (type === null || type === 'poison') {
      report(ctx, 'undeclared', `${target.name} is not declared.`, target.nameSpan);
      continue;
    }
    ctx.scope.symbols.set(target.name, {
      kind: 'statementFunction',
      name: target.name,
      type,
      parameters: target.args.map((arg) => parameter(ctx, arg.value.kind === 'name' ? arg.value.name : '')),
      body: s.value,
      busy: false,
    });
  }
  return leading;
}

/** An array of the module or routine around, which compilers take to be meant. */
function hostArray({ scope }: Context, name: string): VariableSymbol | null {
  const symbol = scope.parent && lookUp(scope.parent, name);
  return symbol?.kind === 'variable' && symbol.dimensions ? symbol : null;
}

function parameter(ctx: Context, name: string): { name: string; type: ScalarType } {
  const symbol = ctx.scope.symbols.get(name);
  const fallback = implicitType(ctx.scope, name);
  const type = symbol?.kind === 'variable' ? symbol.type : fallback;
  return { name, type: type === null || type === 'poison' ? 'f64' : type };
}
