import type { Diagnostic } from '../../../engine/pipeline/results';

/** Those that say the same of several places stand together, where the first of them stood. */
export function alike(diagnostics: readonly Diagnostic[]): [Diagnostic, ...Diagnostic[]][] {
  const groups = new Map<string, [Diagnostic, ...Diagnostic[]]>();
  for (const each of diagnostics) {
    const { severity, message, notes } = each;
    const said = [severity, message, ...notes.map((note) => note.message)].join('\n');
    const group = groups.get(said);
    if (group === undefined) groups.set(said, [each]);
    else group.push(each);
  }
  return [...groups.values()];
}
