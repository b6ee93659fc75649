import type { Statement, VariableId } from '../../ir/types';

/** Variables that the statement itself may write; what a callee does to globals aside. */
export function writtenBy(s: Statement): readonly VariableId[] {
  switch (s.kind) {
    case 'assign':
      return [s.target.variable];
    case 'for':
      return [s.index];
    case 'dispatch':
      return [s.state];
    case 'popControl':
      return [s.target];
    case 'pop':
      return [s.what.kind === 'scalar' ? s.what.place.variable : s.what.variable];
    case 'call': {
      const passed = s.args.flatMap((a) =>
        a.kind === 'reference' ? [a.place.variable] : a.kind === 'array' ? [a.variable] : [],
      );
      return s.result ? [...passed, s.result.variable] : passed;
    }
    default:
      return [];
  }
}
