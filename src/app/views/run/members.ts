/** The members of structures under the names of these: `p.x`, `p.v.y` as `p`, `.x`, `.v`, `.y`. */
import type { VariableInfo } from '../../../engine/pipeline/results';

export type ValueRow = {
  readonly key: string;
  /** What its line says: less than its key where it stands under another. */
  readonly label: string;
  readonly depth: number;
} & (
  | { readonly kind: 'variable'; readonly variable: VariableInfo }
  | { readonly kind: 'structure'; readonly members: number; readonly open: boolean }
);

/** In the order of the variables. Of what is in `closed`, no members; a structure of which one member is used is no line of its own. */
export function rowsOf(
  variables: readonly VariableInfo[],
  closed: ReadonlySet<string>,
  above = '',
  depth = 0,
): ValueRow[] {
  const groups = new Map<string, VariableInfo[]>();
  for (const variable of variables) {
    const [name = ''] = variable.key.slice(above.length).split('.');
    groups.set(name, [...(groups.get(name) ?? []), variable]);
  }
  return [...groups].flatMap(([name, group]): ValueRow[] => {
    const [variable] = group;
    const dot = depth === 0 ? '' : '.';
    if (variable !== undefined && group.length === 1)
      return [
        {
          kind: 'variable',
          key: variable.key,
          label: dot + variable.key.slice(above.length),
          depth,
          variable,
        },
      ];
    const key = above + name;
    const open = !closed.has(key);
    return [
      { kind: 'structure', key, label: dot + name, depth, members: group.length, open },
      ...(open ? rowsOf(group, closed, `${key}.`, depth + 1) : []),
    ];
  });
}
