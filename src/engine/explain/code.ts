/** Why a piece of generated code is there: pushes and pops, increments, resets, control, what was kept. */

import type { Instruction } from '../ir/graph/flow';
import { flatName, statementNamed, variableOf } from '../ir/names';
import type { StatementId, VariableId } from '../ir/types';
import type { Explanation, ExplanationFact, Origin } from '../pipeline/results';
import { type Context, instructionAt, isForward } from './context';
import { controlLine } from './control/controlLines';
import { bare, derivativePiece, isOwnIncrement, partialFacts, type Shape, shapeOf } from './derivatives';
import { partialsOf, partialText } from './reads';
import { explainStatement, forwardPiece } from './statements';
import { adjointText, brief, capital, fact, listed, named, placeText, quote, RULE, witnessOf } from './words';

/** The smallest statement of generated code around a range: a name or number inside a statement has no reason of its own. */
export function originAt(origins: readonly Origin[], start: number, end: number): Origin | null {
  let best: Origin | null = null;
  for (const o of origins) {
    if (!o.whole || o.start > start || o.end < end) continue;
    if (!best || o.end - o.start < best.end - best.start) best = o;
  }
  return best;
}

export const COMMENT: Explanation = {
  title: 'What does this comment say?',
  short: 'It says what the routine computes and how to call it.',
  long: '',
  facts: [],
};

export function explainCodeLine(c: Context, origin: Origin, statement: StatementId | null): Explanation {
  const code = firstLine(c.d.code.text.slice(origin.start, origin.end));
  switch (origin.role) {
    case 'derivative':
      return withGathered(c, origin, derivativeLine(c, code, statement));
    case 'control':
      return controlLine(c, code, origin, statement);
    case 'declaration':
      return declarationLine(c, code);
    case 'comment':
      return COMMENT;
    case 'push':
    case 'pop':
      return brief(
        `Why is ${quote(code)} here?`,
        origin.role === 'push'
          ? 'It stores something that the backward sweep will need.'
          : 'It takes back what the forward sweep stored.',
      );
    default:
      return primalLine(c, code, origin.sweep, statement);
  }
}

const TANGENT_LINES: { readonly [R in Origin['role']]?: string } = {
  push: 'It stores',
  pop: 'It takes back',
  declaration: 'It makes ready',
};

/** A line that the tangent of an adjoint adds to it; null for those of the adjoint itself. */
export function tangentLine(c: Context, origin: Origin): Explanation | null {
  const tangent = c.input.tangentAt(origin.node);
  if (!tangent) return null;
  const [name, of] = [tangent.variable, tangent.of].map((v) => {
    if (v.id < c.shown.variables.length) return quote(variableName(c, v.id));
    return quote(v.role === 'result' ? c.analysis.model.routine.name : flatName(v.name));
  });
  return {
    title: `Why is ${quote(firstLine(c.d.code.text.slice(origin.start, origin.end)))} here?`,
    short: `${TANGENT_LINES[origin.role] ?? 'It computes'} ${name}, the tangent of ${of}: how ${of} changes along the direction.`,
    long: 'The second derivative is the tangent of the adjoint: what the adjoint computes, stores and takes back has its tangent beside it.',
    facts: [fact(c, 'Each differentiated statement stands before its original.', RULE.tangent)],
  };
}

/** Adds the other statements whose increments of one adjoint were gathered into this line. */
function withGathered(c: Context, { also }: Origin, told: Explanation): Explanation {
  const others = (also ?? []).flatMap((id) => instructionAt(c, statementNamed(id)) ?? []);
  if (others.length === 0) return told;
  const names = listed(others.map((i) => named(c, i)));
  const sentence = `The same line adds what ${names} ${others.length > 1 ? 'contribute' : 'contributes'}: nothing between them reads this adjoint, so that its increments are one.`;
  return { ...told, long: told.long === '' ? sentence : `${told.long} ${sentence}` };
}

function firstLine(text: string): string {
  const line = (text.trim().split('\n')[0] as string).trim().replace(/\s*[;{]$/, '');
  return line.length > 80 ? `${line.slice(0, 77)}…` : line;
}

const isLoopHead = (code: string): boolean => /^(for|do)\b/i.test(code);

function derivativeLine(c: Context, code: string, statement: StatementId | null): Explanation {
  const i = statement === null ? null : instructionAt(c, statement);
  const shape = shapeOf(code);
  const owner = shape ? ownerOf(c, shape.target) : null;
  const title = `Why is ${quote(code)} here?`;
  if (isForward(c)) return { title, ...forwardLine(c, i, code, owner) };
  if (!i) return { title, ...generalLine(c, code, owner) };
  if (i.kind === 'leaf' && i.statement.kind === 'call') return callLine(c, i, title, shape, code);
  const s = i.kind === 'leaf' && i.statement.kind === 'assign' ? i.statement : null;
  const partials = s ? partialsOf(c, s) : [];
  const sameVariable = partials.filter((p) => owner !== null && p.operand.variable === owner);
  const exact = sameVariable.filter((p) => shape && bare(adjointText(c, p.operand)) === bare(shape.target));
  const mine = exact.length > 0 ? exact : sameVariable;
  const isTarget = s !== null && owner === s.target.variable;
  const adjoint = shape ? quote(shape.target) : 'the adjoint';
  const whose = owner === null ? '' : `, the adjoint of ${quote(variableName(c, owner))},`;
  const result = s ? adjointText(c, s.target) : 'the adjoint of what it sets';
  const formulas = s ? mine.map((p) => partialText(c, s, p)) : [];
  const facts = s ? partialFacts(c, i, s, mine) : [];
  if (isOwnIncrement(s, mine, shape?.kind))
    return brief(
      title,
      `${capital(adjoint)}${whose} is multiplied by ${formulas[0]}: the statement reads the old value of its own target. The line adds the difference.`,
      facts,
    );
  if (shape?.kind === 'increment')
    return {
      title,
      short: `${capital(adjoint)}${whose} collects what ${named(c, i)} contributes to it: the partial derivative, times ${result}.`,
      long: 'It is an increment, not an assignment: a variable may be used in many places, each of them passes on a share of the derivative, and the shares add up.',
      facts: [
        ...facts,
        fact(c, 'Shares of the derivative from all uses of a variable add up.', RULE.adjoint, { about: i }),
      ],
    };
  if (shape?.kind === 'reset')
    return {
      title,
      short: `${capital(named(c, i))} overwrites ${s ? quote(placeText(c, s.target)) : 'its result'}, so nothing uses the old value after it, and the adjoint of the old value is zero.`,
      long: `What the adjoint had gathered so far belongs to the value that the statement sets, and ${partials.length > 0 ? 'has just been passed on to the values that the statement reads. If it were not set to zero, it would be passed on once more.' : 'goes no further: that value depends on no independent. If it were not set to zero, it would be passed on to what set the old value.'}`,
      facts: [
        fact(
          c,
          'Going backward past the statement that overwrites a variable, its adjoint is zero.',
          RULE.adjoint,
          { about: i },
        ),
      ],
    };
  return {
    title,
    ...assignedShare(c, i, `${capital(adjoint)}${whose}`, {
      result,
      formulas,
      isOwn: isTarget && mine.length > 0,
    }),
    facts: [...facts, ...(mine.length > 0 ? [mergedFact(c, i)] : [])],
  };
}

/** A line that assigns an adjoint, or a value that the backward sweep keeps in between; `adjoint` begins a sentence. */
function assignedShare(
  c: Context,
  i: Instruction,
  adjoint: string,
  { result, formulas, isOwn }: Readonly<{ result: string; formulas: readonly string[]; isOwn: boolean }>,
): Pick<Explanation, 'short' | 'long'> {
  if (isOwn)
    return {
      short: `${adjoint} is replaced: the statement reads the old value of its own target, so going back past it the adjoint is multiplied by ${formulas[0]}.`,
      long: 'Passing on the share, setting to zero and adding up become one assignment here.',
    };
  if (formulas.length > 0)
    return {
      short: `${adjoint} takes what ${named(c, i)} contributes: the partial derivative, times ${result}. It counts as zero before this line, so the share is assigned and not added.`,
      long: '',
    };
  return {
    short: `It holds a value that the derivative of ${named(c, i)} uses more than once, or that would be lost: so it is computed once and kept.`,
    long: 'It only helps the backward sweep; it is none of the derivatives that were asked for.',
  };
}

function mergedFact(c: Context, i: Instruction): ExplanationFact {
  const text = 'Where an adjoint would be set to zero and then added to, one assignment does both.';
  return fact(c, text, RULE.merge, { about: i });
}

/** Lines of the adjoint of a call: the call itself, and the preparations for it. */
function callLine(c: Context, i: Instruction, title: string, shape: Shape | null, code: string): Explanation {
  const call = named(c, i);
  const piece = derivativePiece(c, i);
  const result = i.kind === 'leaf' && i.statement.kind === 'call' ? i.statement.result : null;
  const given = /=\s*(.+)$/.exec(code)?.[1];
  const isSeed = given !== undefined && result !== null && bare(adjointText(c, result)) === bare(given);
  const short =
    shape === null
      ? `It carries derivatives backwards through ${call}.`
      : isSeed
        ? `It hands on ${quote(given ?? '')}, the adjoint of what ${call} returns, to the adjoint of the call.`
        : shape.kind === 'reset'
          ? `It sets an adjoint to zero for ${call}: what the adjoint held is handed to the adjoint call, or nothing has been added to it yet.`
          : `It makes ready what the adjoint of ${call} starts from: the adjoint of what the call returns, or a place of its own for the adjoint of an argument.`;
  return { title, short, long: piece.short, facts: [...piece.facts] };
}

function forwardLine(
  c: Context,
  i: Instruction | null,
  code: string,
  owner: VariableId | null,
): Omit<Explanation, 'title'> {
  if (i && owner !== null) {
    const piece = derivativePiece(c, i);
    return {
      short:
        shapeOf(code)?.kind === 'reset'
          ? `It sets the tangent of what ${named(c, i)} sets to zero: no derivative goes into that.`
          : `It computes the tangent of what ${named(c, i)} computes: the tangent of each value that it reads, times the partial derivative with respect to that value.`,
      long: piece.short,
      facts: [...piece.facts],
    };
  }
  const short =
    owner !== null
      ? `The tangent of ${quote(variableName(c, owner))} starts at zero: nothing that an independent changes has been assigned to it yet.`
      : isLoopHead(code)
        ? 'It goes through the directions: the lines inside compute the tangents along each of them.'
        : 'It holds a factor that is the same in every direction: so it is computed once, before the loop over the directions.';
  return { short, long: '', facts: [] };
}

function generalLine(c: Context, code: string, owner: VariableId | null): Omit<Explanation, 'title'> {
  if (isLoopHead(code))
    return {
      short: 'It goes through the elements of an array: the lines inside say what becomes of their adjoints.',
      long: '',
      facts: [],
    };
  const whose = owner === null ? 'An adjoint' : `The adjoint of ${quote(variableName(c, owner))}`;
  if (shapeOf(code)?.kind === 'reset')
    return {
      short: `${whose} starts at zero: nothing has been added to it yet.`,
      long: 'All adjoints but those of the dependents are zero where the backward sweep begins.',
      facts: [fact(c, 'Adjoints of all but the dependents start at zero.', RULE.adjoint)],
    };
  return {
    short: `${whose} is handed to the caller here.`,
    long: 'An argument passed by value that the routine overwrites has its adjoint in a variable of its own, which is added to what the caller holds at the very end.',
    facts: [fact(c, 'An adjoint argument is incremented, never overwritten.', RULE.adjoint)],
  };
}

/** The primal variable whose derivative this generated text names. */
function ownerOf(c: Context, target: string): VariableId | null {
  const name = /[A-Za-z_]\w*/.exec(target)?.[0];
  if (name === undefined) return null;
  const { locations } = c.analysis.model;
  const ids = c.input.derivativesNamed(name);
  return ids.find((id) => locations.ofVariable(id).length > 0) ?? ids[0] ?? null;
}

function variableName(c: Context, id: VariableId): string {
  return variableOf(c.shown, id).name;
}

function declarationLine(c: Context, code: string): Explanation {
  const name = c.d.variables.find(
    (v) => v.derivative !== null && new RegExp(`\\b${v.derivative}\\b`).test(code),
  );
  const zero = /=\s*0/.test(code) ? ' It starts at zero: nothing has been added to it yet.' : '';
  const other = /(\w+)\s*=/.exec(code)?.[1];
  const owner = name || other === undefined ? undefined : c.input.derivativesNamed(other)[0];
  // Fortran declares at the head of a routine, and sets the variable to zero in a line of its own.
  const does = /^\w[\w ]*[\s*]\w/.test(code.replace(/=.*/, '')) ? 'It declares' : 'It makes ready';
  return brief(
    `Why is ${quote(code)} here?`,
    name
      ? `${does} ${quote(name.derivative ?? '')}, the derivative of ${quote(name.name)}.${zero}`
      : owner !== undefined && other !== undefined
        ? `${does} ${quote(other)}, the derivative of ${quote(variableName(c, owner))}.${zero}`
        : 'It declares a variable that the generated code needs.',
    name ? [fact(c, name.reason, RULE.activity)] : [],
  );
}

function primalLine(
  c: Context,
  code: string,
  sweep: Origin['sweep'],
  statement: StatementId | null,
): Explanation {
  const i = statement === null ? null : instructionAt(c, statement);
  const title = `Why is ${quote(code)} here?`;
  const adjoint = !isForward(c);
  if (!i && adjoint && sweep !== null) {
    // Jumps are no instructions of the graph.
    if (statement !== null) return { ...explainStatement(c, statement), title };
    return brief(
      title,
      c.d.request.options.keepPrimalResults
        ? 'You asked to keep the results: they are copied after the forward sweep, because the backward sweep puts old values back, and restored at the end.'
        : 'It leads the forward sweep the way that your program goes.',
    );
  }
  if (!i || statement === null || (adjoint && sweep === null))
    return brief(
      title,
      i
        ? `It stands in ${quote(c.analysis.model.routine.name)} as you wrote it: the generated code calls this routine for its values, so it comes along unchanged, beside its adjoint.`
        : 'It stands as you wrote it: the generated code calls this routine, so the routine comes along unchanged.',
    );
  if (adjoint && sweep === 'backward' && i.kind === 'leaf')
    return brief(
      title,
      `The backward sweep runs ${named(c, i)} here, because it needs the value: all that the value is computed from is there, so it is not stored.`,
      [
        fact(c, 'What can be computed from values that are there need not be stored.', RULE.results, {
          about: i,
        }),
      ],
    );
  if (i.kind === 'test' || !adjoint) return explainStatement(c, statement);
  const piece = forwardPiece(c, i);
  return {
    title: `Why is ${quote(code)} still in the forward sweep?`,
    short: piece.short,
    long: piece.more ?? '',
    facts: [...piece.facts],
    ...witnessOf(c, piece.vertices),
  };
}
