/**
 * Structures. Each member of a variable becomes a variable of its own, named by its path: `p.x`, `sys.body.at`. In arrays
 * of structures the members are arrays, whose first subscripts are those of the structures; a pointer to structures is a
 * pointer for each member. So nothing after this has to know of them, and a set of variables is a set of members.
 *
 *     struct v { double x, y; };              double f(double a.x, double a.y, double *p.x, double *p.y)
 *     double f(struct v a, struct v *p)  →    {
 *     { *p = a; return p[0].x; }                *p.x = a.x; *p.y = a.y; return p.x[0]; }
 *
 * Works on syntax, in one walk with the scopes that it opens. A function that returns a structure sets its members through
 * pointers of the name `f.x`. What has no counterpart, such as a list of structures that point to each other, is refused.
 */

import type { DiagnosticSink } from '../../../../base/diagnostics';
import { integer } from '../../parse/build';
import type * as S from '../../parse/syntax';
import { walkExpr } from '../../parse/walk';
import { fence } from '../fence';
import { partsIn, variablesIn } from '../survey';
import { fileStatements } from './declarations';
import { scalarValue } from './scalars';
import { signatures } from './signatures';
import type { State } from './state';

export function withoutStructs(file: S.SourceFile, sink: DiagnosticSink): S.SourceFile {
  if (!file.hasStructs) return file;
  const s: State = {
    sink,
    functions: signatures(file),
    scopes: [new Map()],
    members: membersNamed(file),
    told: new Set(),
    result: null,
    temporaries: [],
    made: 0,
    scalar: (e) => scalarValue(s, e),
  };
  const items = file.items.map((item) => (item.kind === 'function' ? withoutLinks(item, sink) : item));
  return { ...file, items: fileStatements(s, items) };
}

/** Lists and trees have no end of variables: a function that follows them is refused once, and nothing of it is read. */
function withoutLinks(item: S.FunctionDefinition, sink: DiagnosticSink): S.FunctionDefinition {
  const all = variablesIn(item);
  const links = new Set(all.flatMap(({ type: { struct } }) => (struct ? linksOf(struct) : [])));
  if (links.size === 0) return item;
  const found = partsIn(item.body).find((e) => e.kind === 'member' && e.arrow && links.has(e.name));
  if (!found) return item;
  fence(sink, 'linkedStructs', found.span);
  const value: S.Expr = integer(0, found.span);
  const end: S.Statement[] = item.type.base === 'void' ? [] : [{ kind: 'return', value, span: found.span }];
  return { ...item, body: { ...item.body, body: end } };
}

/** Members that point to a structure of the kind that they stand in. */
function linksOf(struct: S.StructType): readonly string[] {
  return (struct.members() ?? []).flatMap(({ name, type, derivations }) =>
    type.struct === struct && derivations.length > 0 ? [name] : [],
  );
}

function membersNamed(file: S.SourceFile): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (tree: unknown): void => {
    if (typeof tree !== 'object' || tree === null) return;
    if ('kind' in tree && tree.kind === 'member')
      walkExpr(tree as S.Expr, (e) => e.kind === 'member' && found.add(e.name));
    else for (const part of Object.values(tree)) visit(part);
  };
  visit(file.items);
  return found;
}
