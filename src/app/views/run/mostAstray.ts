import type { Execution } from '../../../engine/pipeline/results';

/** One element of a variable, in memory order. */
export interface Component {
  readonly name: string;
  readonly index: number;
}

/** Of a variable's derivatives the one to ask about: not a number first, then zero, then what the check calls off. */
export function mostAstray(execution: Execution, name: string): Component {
  const values = execution.derivatives[name] ?? [];
  const off = execution.check.finiteDifference?.components.find((each) => each.name === name && !each.passed);
  const at = [values.findIndex((x) => !Number.isFinite(x)), off?.index ?? -1, values.indexOf(0)].find(
    (index) => index >= 0,
  );
  return { name, index: at ?? 0 };
}
