/**
 * Programs of pure control for tests, one line a statement: any other line is a statement that is seen; a test is one
 * word, `?1` by convention.
 *
 *   L:   goto L   if ?1 {   } else {   while ?1 {   while ?1 x {   do x {   } while ?1   for 3 {   block x {
 *   loop x {   exit x   exit return   next x   switch ?1 x {   case {   stop
 *
 * The last case of a switch is its default.
 */
import { DiagnosticSink } from '../base/diagnostics';
import { NOWHERE } from '../base/span';
import type { RawStatement } from '../control/rawTree';
import { constant, variable } from '../ir/build';
import { newLabel, newStatement } from '../ir/emit';
import type { Expr, LabelId, VariableId } from '../ir/types';

/** Variables from here on are counters and states; those below are tests. */
export const STATES = 5000;
/** Label of the routine. */
export const ROUTINE = 9999 as LabelId;
const base = { span: NOWHERE, role: 'primal', origin: null } as const;

export interface ControlProgram {
  readonly body: RawStatement[];
  readonly context: ReturnType<typeof makeContext>;
  /** The word of a test, by the variable that stands for it. */
  readonly tests: ReadonlyMap<number, string>;
}

export function parseControl(text: string): ControlProgram {
  const tests = new Map<number, string>();
  const context = makeContext();
  const labels = new Map<string, LabelId>([['return', context.routineLabel]]);
  const labelOf = (name: string): LabelId => {
    // `while ?1 {` has no name.
    if (name === '{') return newLabel(context.counters);
    const known = labels.get(name) ?? newLabel(context.counters);
    labels.set(name, known);
    return known;
  };
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  let at = 0;
  const probe = (word: string): Expr => {
    const id = word.startsWith('?') ? Number(word.slice(1)) : 1000 + tests.size;
    tests.set(id, word);
    return variable(id as VariableId, 'bool');
  };
  const id = () => ({ ...base, id: newStatement(context.counters) });
  const list = (): RawStatement[] => {
    const out: RawStatement[] = [];
    while (at < lines.length && !lines[at]?.startsWith('}')) out.push(one());
    return out;
  };
  const one = (): RawStatement => {
    const line = lines[at++] as string;
    const [word = '', second = '', third = ''] = line.split(' ');
    if (word.endsWith(':')) return { ...id(), kind: 'labelled', label: word.slice(0, -1) };
    switch (word) {
      case 'goto':
        return { ...id(), kind: 'goto', label: second };
      case 'if': {
        const start = { ...id(), kind: 'if', condition: probe(second) } as const;
        const then = list();
        const otherwise = lines[at++] === '} else {' ? list() : [];
        if (otherwise.length > 0 || lines[at - 1] === '} else {') at++;
        return { ...start, then, else: otherwise };
      }
      case 'loop':
      case 'while': {
        const [name, condition] = word === 'loop' ? [second, constant(1, 'bool')] : [third, probe(second)];
        const start = { ...id(), kind: 'while', label: labelOf(name), condition } as const;
        const body = list();
        at++;
        return { ...start, body };
      }
      case 'for': {
        const label = labelOf(third);
        const start = { ...id(), kind: 'for', label, index: context.newStateVariable(), test: 'lt' } as const;
        const [first, last, step] = [0, Number(second) - 1, 1].map((v) => constant(v, 'i32')) as [
          Expr,
          Expr,
          Expr,
        ];
        const body = list();
        at++;
        return { ...start, first, last, step, body };
      }
      case 'do': {
        const start = { ...id(), kind: 'doWhile', label: labelOf(second) } as const;
        const body = list();
        return { ...start, body, condition: probe((lines[at++] as string).split(' ')[2] as string) };
      }
      case 'block': {
        const start = { ...id(), kind: 'block', label: labelOf(second) } as const;
        const body = list();
        at++;
        return { ...start, body };
      }
      case 'switch': {
        const start = { ...id(), kind: 'switch', label: labelOf(third), selector: probe(second) } as const;
        const cases: {
          values: { from: number; to: number }[];
          body: RawStatement[];
          span: typeof NOWHERE;
        }[] = [];
        while (lines[at]?.startsWith('case')) {
          at++;
          const values = [{ from: cases.length, to: cases.length }];
          cases.push({ values, body: list(), span: NOWHERE });
          at++;
        }
        at++;
        const fallback = cases.pop()?.body ?? [];
        return { ...start, cases, default: fallback };
      }
      case 'exit':
        return {
          ...id(),
          kind: 'exit',
          target: labelOf(second),
          form: second === 'return' ? 'return' : 'break',
        };
      case 'next':
        return { ...id(), kind: 'next', target: labelOf(second), form: 'continue' };
      case 'stop':
        return { ...id(), kind: 'stop', text: 'stop' };
      default:
        return { ...id(), kind: 'io', text: line, items: [] };
    }
  };
  return { body: list(), context, tests };
}

function makeContext() {
  let states = STATES;
  const diagnostics = new DiagnosticSink();
  return {
    counters: { nextStatement: 0, nextLabel: 0 },
    newStateVariable: () => states++ as VariableId,
    routineLabel: ROUTINE,
    diagnostics,
  };
}
