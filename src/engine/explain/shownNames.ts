/**
 * Names as a reader expects them. The result of a C function without a variable of its own goes by the function's name; the
 * target of a pointer has its star; a temporary that neither the source nor the generated code shows goes by what it holds;
 * the local of an inlined routine has the name that it has there.
 */
import { isNowhere, type Span } from '../base/span';
import { flatName, isPointer, variableOf } from '../ir/names';
import { walkStatements } from '../ir/statements';
import type { Expr, Program, Statement, VariableId } from '../ir/types';
import type { ExplainInput } from './context';
import { plainNumbers, wordsOf } from './words';

export function shownProgram(
  { program, source }: Pick<ExplainInput, 'program' | 'source'>,
  code: string,
): Program {
  const written = wordsOf(source);
  const generated = wordsOf(code);
  const held = heldBy(program);
  const variables = program.variables.map((v) => {
    if (program.language === 'c' && isPointer(v)) return { ...v, name: `*${v.name}` };
    const name = v.name.toLowerCase();
    // A structure that the text does not name appears only in the code, where its members have names of their own.
    const flat = flatName(v.name);
    if (flat !== v.name && !written.has(name.split('.')[0] ?? '') && generated.has(flat.toLowerCase()))
      return { ...v, name: flat };
    const routine = v.role === 'result' && v.owner !== null ? program.routines[v.owner] : undefined;
    if (routine && !written.has(name)) return { ...v, name: routine.name };
    const declared = source.slice(v.span.start, v.span.end);
    const [root = '', ...members] = name.split('.');
    if (v.role === 'local' && !written.has(root) && !generated.has(name) && /^\w+$/.test(declared))
      return { ...v, name: [declared, ...members].join('.') };
    const text =
      v.role === 'temporary' && !generated.has(name) ? heldText(program, source, held.get(v.id)) : null;
    return text === null ? v : { ...v, name: text };
  });
  return { ...program, variables };
}

interface Held {
  readonly span: Span;
  /** The routine whose result it holds. */
  readonly callee: string | null;
  /** The expression that it is set to. */
  readonly value: Expr | null;
}

/** The origin of a temporary's value; for `c ? a : b` the whole expression. */
function heldBy(program: Program): Map<VariableId, Held> {
  const held = new Map<VariableId, Held>();
  const note = (s: Statement, span: Span) => {
    if (s.kind === 'call' && s.result) held.set(s.result.variable, { span, callee: s.callee, value: null });
    if (s.kind === 'assign' && s.target.kind === 'variable')
      held.set(s.target.variable, { span, callee: null, value: s.value });
  };
  for (const { body } of program.routines) {
    // An argument's statement has the place of the whole call.
    walkStatements(body, (s) =>
      note(s, s.kind === 'assign' && !isNowhere(s.value.span) ? s.value.span : s.span),
    );
    // What both branches set is chosen by the test.
    walkStatements(body, (s) => {
      const [first, second] = s.kind === 'if' ? [s.then.at(-1), s.else.at(-1)] : [];
      if (
        first?.kind === 'assign' &&
        second?.kind === 'assign' &&
        first.target.variable === second.target.variable
      )
        note(first, s.span);
    });
  }
  return held;
}

/** The source text of the value, if it fits into a sentence. */
function heldText(program: Program, source: string, held: Held | undefined): string | null {
  if (!held) return null;
  const { span, callee, value } = held;
  const text = isNowhere(span) ? '' : plainNumbers(source.slice(span.start, span.end).trim());
  // What the lowering sets by itself has the place of a statement.
  if (value?.kind === 'constant' && !/^[-+.\d(]/.test(text)) return null;
  // A whole statement stands for more than the temporary.
  const fits = text !== '' && text.length <= 50 && !/[\n`;]|[^=<>!/]=[^=]/.test(text);
  // The value passed to an inlined routine has no text of its own.
  const copied = value?.kind === 'variable' ? variableOf(program, value.variable).name : null;
  if (callee === null) return fits ? text : copied;
  return fits && text.toLowerCase().startsWith(callee.toLowerCase()) ? text : `${callee}(…)`;
}
