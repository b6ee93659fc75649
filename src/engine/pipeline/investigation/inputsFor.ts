/** The door's `inputsFor`: inputs on which a test has an outcome that it did not have on those at hand. */

import { isNowhere, lineStarts, positionAt } from '../../base/span';
import { sourceLine } from '../../explain/words';
import { statementName } from '../../ir/names';
import { allStatements } from '../../ir/statements';
import { printExpr } from '../../ir/text/notation';
import type { Statement } from '../../ir/types';
import { ofAdjoint, onlyDifferentiation } from '../answers/execute';
import { compile } from '../compile/compile';
import type { Compile } from '../compile/compiled';
import { givenBeside, oneOf, TEXT } from '../given';
import type { ExecuteRequest, FoundInputs } from '../results';
import { runsOf } from './witnesses';

export interface WantedOutcome {
  /** `s12` */
  readonly statement: string;
  readonly outcome: 'true' | 'false';
}

const FORMS = { statement: TEXT, outcome: oneOf(['true', 'false']) };

export function findInputs(request: ExecuteRequest, asked: WantedOutcome): FoundInputs {
  const { statement, outcome } = givenBeside(asked, 'wanted outcome', FORMS);
  const isForward = request.mode === 'tangent' || request.mode === 'vector-tangent';
  const c = compile(onlyDifferentiation(isForward ? ofAdjoint(request) : request), () => 0);
  const tests = testsNamed(c, statement);
  const [test] = tests;
  const { routine } = c;
  if (!routine || c.diagnostics.some((d) => d.severity === 'error'))
    return noInputs('Nothing was run: the program has errors.');
  if (!test) return noInputs(`\`${statement}\` is no test of the program.`);
  const runs = runsOf(c, routine.name, request.inputs);
  const wanted = Number(outcome === 'true');
  const ids = new Set<number>(tests.map(({ id }) => id));
  const reaches = ({ run: { columns } }: NonNullable<ReturnType<typeof runs>>) =>
    columns.statement.some(
      (id, k) => ids.has(id) && (columns.location[k] as number) < 0 && columns.after[k] === wanted,
    );
  let tried = 0;
  for (let one = runs(0); one; one = runs(tried)) {
    tried++;
    if (!reaches(one) || !one.run.complete) continue;
    const inputs = Object.fromEntries(
      Object.entries(one.run.inputs).map(([key, values]) => [key, [...values]]),
    );
    return { ok: true, inputs, sentence: `${textOf(c, test)} is ${outcome} ${one.inputs}.` };
  }
  const sentence = `No input was found among ${tried} on which ${textOf(c, test)} is ${outcome}: it may never be.`;
  return { ok: true, inputs: null, sentence };
}

export function noInputs(sentence: string): FoundInputs {
  return { ok: false, inputs: null, sentence };
}

type Test = Extract<Statement, { kind: 'if' | 'while' | 'doWhile' }>;

/** The test, and its copies where calls are inlined or call a version of their routine. */
function testsNamed(c: Compile, name: string): Test[] {
  const found = c.program.routines
    .flatMap(({ body }) => allStatements(body))
    .filter((s) => s.kind === 'if' || s.kind === 'while' || s.kind === 'doWhile');
  const named = found.filter(({ id }) => statementName(id) === name);
  const isCopy = ({ span }: Test) =>
    !isNowhere(span) && named.some((s) => s.span.start === span.start && s.span.end === span.end);
  return [...named, ...found.filter((s) => !named.includes(s) && isCopy(s))];
}

function textOf(c: Compile, { condition, span }: Test): string {
  const { source } = c.request;
  const { line } = positionAt(lineStarts(source), (isNowhere(condition.span) ? span : condition.span).start);
  return `\`${sourceLine(source, condition.span) ?? printExpr(c.program, condition)}\` in line ${line}`;
}
