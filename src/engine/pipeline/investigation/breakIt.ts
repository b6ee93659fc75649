/**
 * Break it: the same run with one recording more or less, side by side. A recording that exists is removed; one that the
 * analysis left out is forced.
 */
import { present } from '../../base/lookup';
import { elementsOf } from '../../execute/elements';
import type { Values } from '../../execute/inputs/binding';
import { isPutBackInside } from '../../explain/calls';
import { instructionOf } from '../../ir/graph/flow';
import { statementNamed } from '../../ir/names';
import { statementOf } from '../../ir/statements';
import { recordingKey } from '../answers/differentiate';
import { onlyDifferentiation, runRequest } from '../answers/execute';
import { compile } from '../compile/compile';
import type { Compile } from '../compile/compiled';
import { givenBeside, TEXT } from '../given';
import type { BrokenComponent, BrokenRun, ExecuteRequest, Execution } from '../results';
import { countOf, needsOf } from './needs';
import { explainedAnalyses } from './replay';

/** Relative to max(|g|, 1e-3·max|g|): the most that rounding may cause (design 7). */
const TOLERANCE = { double: 1e-12, single: 1e-5 };

export function breakRecording(request: ExecuteRequest, key: string): BrokenRun {
  givenBeside({ key }, 'recording', { key: TEXT });
  const intact = compile(onlyDifferentiation(request), () => 0);
  const [draft] = draftsOf(intact, key);
  if (draft && draft.kind !== 'value' && draft.kind !== 'snapshot')
    return refusedRun(key, 'Control cannot be taken away: the backward sweep would not know where to go.');
  const statement = /^s\d+(?=:.)/.exec(key)?.[0];
  if (!draft && !(statement && statementOf(intact.program, statementNamed(statement))))
    return refusedRun(
      key,
      `No recording is named \`${key}\`: a name is a statement's and a variable's, such as \`s2:y\`.`,
    );
  const change = draft ? 'removed' : 'forced';
  const tampered = withChange(request, change, key);
  const altered = compile(onlyDifferentiation(tampered), () => 0);
  const error = altered.diagnostics.find(({ severity }) => severity === 'error');
  if (error) return refusedRun(key, `There is no other run to compare with. ${error.message}`);
  if (change === 'forced' && draftsOf(altered, key).length === 0)
    return refusedRun(
      key,
      'The forward sweep does not overwrite this value there, so it cannot be stored there.',
    );
  const right = runRequest({ ...request, trace: false });
  const broken = runRequest({ ...tampered, trace: false });
  if (!right.ok)
    return refusedRun(key, 'The program does not run on these inputs, so there is nothing to compare.');
  return compared(intact, key, change, right, broken);
}

/**
 * The recordings of this compile with a key, as `tamper` names them: several if a call is passed pieces of one array whose
 * elements are not told apart. A snapshot also has the key that it got when no value could be stored beside it.
 */
function draftsOf(c: Compile, key: string) {
  const all = c.adjoint?.recordings ?? [];
  const own = all.filter((r) => recordingKey(r) === key);
  return own.length > 0
    ? own
    : all.filter((r) => r.kind === 'snapshot' && recordingKey(r) === `${key}:snapshot`);
}

function withChange(request: ExecuteRequest, change: 'removed' | 'forced', key: string): ExecuteRequest {
  const without = (request.tamper?.without ?? []).filter((k) => k !== key);
  const forced = (request.tamper?.with ?? []).filter((k) => k !== key);
  return {
    ...request,
    tamper:
      change === 'removed'
        ? { without: [...without, key], with: forced }
        : { without, with: [...forced, key] },
  };
}

function compared(
  c: Compile,
  key: string,
  change: 'removed' | 'forced',
  right: Execution,
  broken: Execution,
): BrokenRun {
  const elementText = elementsOf(c.source, present(c.routine, 'the routine').name, right.inputs);
  const components = componentsOf(right, broken, isSingle(c), elementText);
  const wrong = components.filter((x) => x.wrong);
  const worst = wrong.reduce<BrokenComponent | null>(
    (most, x) => (most === null || x.relativeError > most.relativeError ? x : most),
    null,
  );
  const effect = !broken.ok ? 'failed' : wrong.length > 0 ? 'changed' : 'unchanged';
  const reason = effect === 'unchanged' ? reasonOf(c, right.inputs, key, change) : '';
  return {
    ok: true,
    refused: '',
    key,
    change,
    effect,
    components,
    worst,
    reason,
    sentence: sentenceOf(change, effect, [wrong.length, components.length], worst, reason),
    bytes: { before: right.tape.bytes, after: broken.tape.bytes },
    diagnostics: broken.diagnostics,
  };
}

function isSingle(c: Compile): boolean {
  const sides = present(c.interface, 'the interface');
  const ids = [...sides.independents, ...sides.dependents];
  return ids.some((id) => c.program.variables[id]?.type === 'f32');
}

function componentsOf(
  right: Execution,
  broken: Execution,
  single: boolean,
  elementText: (key: string, index: number) => string,
): BrokenComponent[] {
  const all = Object.values(right.derivatives).flat();
  const scale = all.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const tolerance = single ? TOLERANCE.single : TOLERANCE.double;
  const differences = new Map(
    present(right.check.finiteDifference, 'the differences').components.map((x) => [
      `${x.name} ${x.index}`,
      x.difference,
    ]),
  );
  return Object.entries(right.derivatives).flatMap(([name, values]) =>
    values.map((value, index): BrokenComponent => {
      const other = broken.derivatives[name]?.[index] ?? Number.NaN;
      const size = Math.max(Math.abs(value), 1e-3 * scale);
      const same = Object.is(value, other) || value === other;
      const relativeError = same ? 0 : size === 0 ? Math.abs(other) : Math.abs(other - value) / size;
      return {
        name,
        index,
        element: elementText(name, index),
        right: value,
        broken: other,
        difference: differences.get(`${name} ${index}`) ?? null,
        relativeError,
        wrong: !(relativeError <= tolerance),
      };
    }),
  );
}

/** Why nothing changed: for a removal, why the recording was more than this run needed. */
function reasonOf(c: Compile, inputs: Values, key: string, change: 'removed' | 'forced'): string {
  if (change === 'forced')
    return 'The analysis had left it out because nothing in the backward sweep reads the old value.';
  const drafts = draftsOf(c, key);
  const [draft] = drafts;
  const needs = needsOf(c, inputs);
  if (!draft || !needs) return 'In this run the old and the new value led to the same gradient.';
  const { made, needed } = countOf(needs, drafts);
  if (made === 0) return 'In this run control never comes to the statement, so nothing is overwritten there.';
  if (needed > 0)
    return draft.kind === 'snapshot'
      ? 'In this run the adjoint of the call comes to the same from the value that stands there later: the two are equal, or what depends on them drops out.'
      : 'The backward sweep does read the new value in place of the old one, but here the two give the same gradient: they are equal, or what they are multiplied with is zero or drops out.';
  const analysis = explainedAnalyses(c).get(draft.routine);
  const i = analysis && instructionOf(analysis.model.graph, draft.statement);
  const l = analysis?.model.locations.all.find((x) => x.key === draft.location);
  const isSecond = draft.kind !== 'snapshot' && analysis && i && l;
  if (isSecond && isPutBackInside(explainedAnalyses(c), analysis, i, l.index))
    return 'The adjoint of the call starts from a snapshot of the same, and puts back what it overwrites: so the old value is there without this second copy.';
  if (c.options.record === 'all' || c.options.record === 'initialized')
    return 'The strategy stores every overwritten value, and the backward sweep does not read this one.';
  return l?.strong
    ? 'In this run no derivative reads the value that is overwritten: only another way through the program would need it.'
    : 'In this run no derivative reads a value that is overwritten here, though the analysis could not tell: it knows that the array is required, but not which of its values.';
}

function sentenceOf(
  change: 'removed' | 'forced',
  effect: BrokenRun['effect'],
  [wrong, all]: readonly [number, number],
  worst: BrokenComponent | null,
  reason: string,
): string {
  if (effect === 'failed')
    return change === 'removed'
      ? 'Without this recording the run does not come to its end.'
      : 'With this recording forced the run does not come to its end.';
  if (effect === 'unchanged')
    return change === 'removed'
      ? `Without this recording the gradient is the same in this run: it was an over-estimation here. ${reason}`
      : `Storing it as well changes nothing but the tape. ${reason}`;
  const { element, broken, right } = present(worst, 'the worst component');
  const where = ` The worst is \`${element}\`: ${shown(broken)} instead of ${shown(right)}.`;
  const how =
    all === 1
      ? 'the only component'
      : wrong === all
        ? `all ${all} components`
        : `${wrong} of ${all} components`;
  return `${change === 'removed' ? 'Without' : 'With'} this recording, ${how} of the gradient ${wrong === 1 ? 'is' : 'are'} wrong.${where}`;
}

export function shown(x: number): string {
  return Number.isFinite(x) ? String(Number(x.toPrecision(6))) : 'no number';
}

export function refusedRun(key: string, refused: string): BrokenRun {
  return {
    ok: false,
    refused,
    key,
    change: 'removed',
    effect: 'failed',
    components: [],
    worst: null,
    reason: '',
    sentence: refused,
    bytes: { before: 0, after: 0 },
    diagnostics: [],
  };
}
