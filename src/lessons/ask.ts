/** From what a step asks to the question itself, with the answer that the engine gives. */
import type {
  Differentiation,
  EliminateOptions,
  Execution,
  PredictQuestion,
} from '../engine/pipeline/results';
import type { Ask } from './format';

/** What can be known of the kernel that a step sets. */
export interface Known {
  readonly source: string;
  readonly questions: readonly PredictQuestion[];
  readonly differentiation: Pick<Differentiation, 'statements'>;
  readonly execution: Pick<Execution, 'tape' | 'derivatives' | 'outputs' | 'operations'> | null;
  /** Multiplications that eliminating the kernel's first block takes, in the order that the step names. */
  readonly eliminated: number | null;
}

/** `eliminate vertex forward`: the kind and the order that a fact names; null for other facts. */
export function eliminationOf(ask: Ask | null): EliminateOptions | null {
  const [what, kind, rule] = ask?.kind === 'number' ? ask.fact.split(/\s+/) : [];
  if (what !== 'eliminate' || (kind !== 'edge' && kind !== 'vertex')) return null;
  if (rule === 'optimal') return { kind, order: 'optimal' };
  return rule === 'forward' || rule === 'reverse' || rule === 'LM' ? { kind, order: [rule] } : null;
}

/** A question, or in words why there is none. */
export function questionOf(ask: Ask, known: Known): PredictQuestion | string {
  if (ask.kind === 'predict') return predicted(ask, known);
  if (ask.kind === 'number') {
    const value = factOf(ask.fact, known);
    if (value === null) return `Nothing is known of “${ask.fact}” here.`;
    return { ...own(ask.question, 'number'), about: 'run', value };
  }
  return {
    ...own(ask.question, ask.choices.filter(({ right }) => right).length === 1 ? 'one' : 'any'),
    choices: ask.choices.map(({ text, right }, k) => ({
      value: String(k),
      title: text,
      right,
      statement: null,
      vertex: null,
      edge: null,
      subject: null,
      breaks: [],
    })),
  };
}

function own(text: string, form: PredictQuestion['form']): PredictQuestion {
  return {
    id: text,
    kind: 'set',
    about: 'program',
    text,
    hint: '',
    because: '',
    statement: null,
    visit: null,
    point: null,
    analysis: null,
    recording: null,
    step: null,
    form,
    choices: [],
    value: null,
  };
}

function predicted(ask: Extract<Ask, { kind: 'predict' }>, known: Known): PredictQuestion | string {
  const lineOf = new Map(
    known.differentiation.statements.map(({ id, span }) => [
      id,
      known.source.slice(0, span.start).split('\n').length,
    ]),
  );
  const fits = (q: PredictQuestion) =>
    q.kind === ask.what &&
    (ask.line === 0 || (q.statement !== null && lineOf.get(q.statement) === ask.line)) &&
    (ask.visit === 0 || q.visit === ask.visit) &&
    (ask.set === '' || q.analysis === ask.set) &&
    (q.kind !== 'set' || q.point === ask.point) &&
    (ask.what !== 'top' || ask.line > 0 || q.statement === null);
  return known.questions.find(fits) ?? 'There is no such question about this kernel.';
}

function factOf(fact: string, { execution, eliminated }: Known): number | null {
  const [what = '', name = '', element = '0'] = fact.split(/\s+/);
  if (what === 'eliminate') return eliminated;
  if (execution === null) return null;
  const { tape, derivatives, outputs, operations } = execution;
  const entry = (record: Readonly<Record<string, readonly number[]>>) =>
    Object.hasOwn(record, name) ? (record[name]?.[Number(element)] ?? null) : null;
  if (what === 'derivative') return entry(derivatives);
  if (what === 'output') return entry(outputs);
  if (what === 'tape' && (name === 'values' || name === 'bytes' || name === 'controls')) return tape[name];
  if ((what === 'primal' || what === 'adjoint') && (name === 'multiply' || name === 'add'))
    return operations[what === 'primal' ? 'primal' : 'derivative'][name];
  return null;
}
