/** What becomes of a statement: its place in the forward sweep, its derivative, what is stored for it. */
import { isConstant, isReal, sameExpr } from '../ir/build';
import type { Instruction } from '../ir/flow';
import type { Assign, StatementId } from '../ir/types';
import type { Explanation, ExplanationFact } from '../pipeline/results';
import { type Context, instructionAt, locationAt } from './context';
import { reversalOf } from './control';
import { type Told, tellLive, tellUseful, tellVaried } from './dependence';
import { pointOf } from './paths';
import { factorText, type Partial, partialsOf, partialText } from './reads';
import { whyRecorded } from './recordings';
import {
  adjointText,
  capital,
  fact,
  listed,
  named,
  namedStatement,
  paragraph,
  placeText,
  quote,
  quoted,
  RULE,
  witnessOf,
} from './words';

/** A piece of a card: sentences for the short and long form, the facts, and a way on the graph, if there is one. */
export interface Piece {
  readonly short: string;
  readonly more: string;
  readonly facts: readonly ExplanationFact[];
  readonly vertices: readonly number[];
}

const NONE: Piece = { short: '', more: '', facts: [], vertices: [] };

export function explainStatement(c: Context, id: StatementId): Explanation {
  const i = instructionAt(c, id);
  const name = namedStatement(c, id);
  if (!i) return withoutInstruction(c, id, name);
  if (i.kind === 'test') return explainTest(c, i);
  const s = i.statement;
  if (s.kind === 'io' || s.kind === 'comment')
    return {
      title: `Why is ${name} missing from the adjoint?`,
      short:
        'It only prints. Printing changes no value, and repeating it would show everything twice, so the adjoint leaves it out.',
      long: '',
      facts: [fact(c, 'Input and output are not repeated.', RULE.calls, { about: i, part: 'rule' })],
    };
  if (s.kind === 'stop')
    return {
      title: `What becomes of ${name}?`,
      short:
        'It ends the run in the forward sweep just as in the program itself; then there is nothing to reverse.',
      long: '',
      facts: [fact(c, 'STOP ends the run.', RULE.control, { about: i, part: 'rule' })],
    };
  const tangent = c.d.request.mode === 'tangent';
  const kept = tangent ? NONE : forwardPiece(c, i);
  const derivative = derivativePiece(c, i);
  const stored = tangent ? NONE : storedPiece(c, i);
  const stays = tangent || c.analysis.stays.has(id);
  return {
    title: stays ? `What becomes of ${name}?` : `Why is ${name} missing from the forward sweep?`,
    short: paragraph(kept.short, derivative.short),
    long: paragraph(kept.more, derivative.more, stored.short, stored.more),
    facts: [...kept.facts, ...derivative.facts, ...stored.facts],
    ...witnessOf(c, kept.vertices.length > 0 ? kept.vertices : derivative.vertices),
  };
}

function withoutInstruction(c: Context, id: StatementId, name: string): Explanation {
  const s = c.analysis.nesting.statements.get(id);
  const jump = s?.kind === 'exit' || s?.kind === 'next' || s?.kind === 'block' || s?.kind === 'dispatch';
  return jump
    ? {
        title: `What becomes of ${name}?`,
        short:
          'A jump changes no value. Where jumps meet other ways, the forward sweep stores which of them was taken, and the backward sweep goes back by it.',
        long: '',
        facts: [fact(c, 'Arrows are stored where control flow merges.', RULE.joins, { part: 'rule' })],
      }
    : {
        title: `Why is ${name} missing from the adjoint?`,
        short: 'Control never gets there, so there is nothing to differentiate and nothing to undo.',
        long: '',
        facts: [fact(c, 'No way leads there from the entry.', RULE.control, { part: 'rule' })],
      };
}

function explainTest(c: Context, i: Instruction & { kind: 'test' }): Explanation {
  const name = named(c, i);
  if (c.d.request.mode === 'tangent')
    return {
      title: `What becomes of ${name}?`,
      short:
        'The tangent runs beside the program, so it takes the same ways; a test has no derivative of its own.',
      long: '',
      facts: [fact(c, 'Control is kept as it is.', RULE.tangent, { about: i, part: 'rule' })],
    };
  const { sentences, rule } = reversalOf(c, i);
  const plan = c.analysis.tests.get(i.id);
  return {
    title: `How is ${name} reversed?`,
    short: paragraph(sentences[0]),
    long: paragraph(
      ...sentences.slice(1),
      i.test.kind === 'for'
        ? 'The bounds of a loop pass on no derivative: they are integers, and a small change makes them jump or leaves them as they are.'
        : 'A test passes on no derivative: a small change of what it reads changes its outcome either not at all or by a jump.',
    ),
    facts: sentences.map((text) =>
      fact(c, text, plan?.reversed ? rule : RULE.control, { about: i, part: 'rule' }),
    ),
  };
}

// ------------------------------------------------------------------------------------------------ forward sweep

export function forwardPiece(c: Context, i: Instruction): Piece {
  const { analysis } = c;
  const out = [...analysis.model.effects(i).out];
  const names = listed(out.map((l) => quoted(c, l)));
  const point = pointOf(analysis.model.graph, i.id, 'after');
  if (!point) return NONE;
  if (!analysis.stays.has(i.id)) {
    const told = out.flatMap((l) => tellLive(c, point, l));
    return {
      short: `The forward sweep leaves it out, because the rest of the adjoint does not read ${names === '' ? 'its result' : `the value that it gives to ${names}`}.`,
      more: paragraph(
        ...told.map((t) => capital(t.sentence)),
        out.some((l) => isOutput(c, l))
          ? 'The value of the result itself is not asked for: an adjoint computes derivatives. With “keep primal results” on, outputs are kept.'
          : null,
      ),
      facts: toldFacts(c, told, RULE.liveness, 'rule'),
      vertices: [],
    };
  }
  if (!analysis.options.adjointLiveness)
    return {
      short: 'The forward sweep runs it: adjoint liveness is switched off, so everything stays.',
      more: '',
      facts: [fact(c, 'Adjoint liveness is switched off.', RULE.liveness, { about: i, part: 'rule' })],
      vertices: [],
    };
  const useOut = analysis.derivatives.get(i.id)?.useOut;
  const live = out.find((l) => analysis.live.around(i.id)?.after.has(l) || useOut?.has(l));
  if (live === undefined) return { ...NONE, short: 'The forward sweep runs it.' };
  if (useOut?.has(live) && !analysis.live.around(i.id)?.after.has(live))
    return {
      short: `The forward sweep runs it, because its own derivative reads the result, ${quoted(c, live)}.`,
      more: '',
      facts: [
        fact(c, `Its derivative reads ${quoted(c, live)} before it is popped.`, RULE.results, {
          about: i,
          part: 'read',
        }),
      ],
      vertices: [],
    };
  const told = tellLive(c, point, live);
  const [first] = told;
  return {
    short: `The forward sweep runs it, because the rest of the adjoint needs ${quoted(c, live)}.`,
    more: first ? capital(first.sentence) : '',
    facts: toldFacts(c, told, RULE.liveness, 'read'),
    vertices: first?.vertices ?? [],
  };
}

function isOutput(c: Context, l: number): boolean {
  const roles = locationAt(c, l).variables.map((id) => c.input.program.variables[id]);
  return roles.some(
    (v) =>
      v?.role === 'result' || v?.role === 'global' || (v?.role === 'parameter' && v.passing === 'reference'),
  );
}

function toldFacts(
  c: Context,
  told: readonly Told[],
  rule: string,
  part: ExplanationFact['part'],
): ExplanationFact[] {
  return told.map((t) =>
    fact(c, t.sentence, rule, {
      about: t.about,
      part,
      ...(t.vertices.length > 0 ? { vertices: t.vertices } : {}),
    }),
  );
}

// --------------------------------------------------------------------------------------------------- derivative

export function derivativePiece(c: Context, i: Instruction): Piece {
  if (i.kind !== 'leaf') return NONE;
  if (i.statement.kind === 'call') return callDerivative(c, i);
  if (i.statement.kind !== 'assign') return NONE;
  const s = i.statement;
  if (c.d.request.mode === 'tangent') return tangentPiece(c, i, s);
  if (!c.analysis.derivatives.has(s.id)) return noDerivative(c, i, s);
  const partials = partialsOf(c, s);
  const target = adjointText(c, s.target);
  if (partials.length === 0) {
    const told = passiveOperands(c, i, s);
    const written = c.d.code.origins.some((o) => o.role === 'derivative' && o.statement === `s${s.id}`);
    return {
      short: written
        ? `Its derivative only sets ${target} to zero: what it assigns depends on no independent, and the value from before is lost.`
        : `It has no line in the backward sweep: what it assigns depends on no independent, so its derivative would only set ${target} to zero, and nothing reads ${target} after that.`,
      more: paragraph(...told.map((t) => capital(t.sentence))),
      facts: [
        fact(
          c,
          `${capital(target)} ${written ? 'is' : 'would be'} reset, because the old value of ${quote(placeText(c, s.target))} has no influence after this.`,
          RULE.activity,
          { about: i, part: 'rule' },
        ),
        ...toldFacts(c, told, RULE.activity, 'path'),
      ],
      vertices: [],
    };
  }
  // Its own adjoint last: the others take their share of what it was.
  const others = partials.filter((p) => !sameExpr(p.operand, s.target));
  const own = partials.filter((p) => sameExpr(p.operand, s.target));
  const lines = [...others, ...own].map((p) => contribution(c, s, p, target));
  return {
    short: `In the backward sweep ${listed(lines.slice(0, 3))}${lines.length > 3 ? ', and so on' : ''}.`,
    more: 'This is the chain rule, read from the result back to the operands: each grows by its partial derivative times the adjoint of the result.',
    facts: partials.map((p) =>
      fact(c, `The partial derivative is ${partialText(c, s, p)}.`, RULE.adjoint, {
        about: i,
        part: 'partial',
      }),
    ),
    vertices: [],
  };
}

/** `tb` becomes `x[i]` times what it was; `xb[i]` grows by `t` times `tb` */
function contribution(c: Context, s: Assign, p: Partial, target: string): string {
  const operand = adjointText(c, p.operand);
  const one = isConstant(p.value, 1);
  const minusOne = isConstant(p.value, -1);
  const factor = factorText(c, s, p);
  if (sameExpr(p.operand, s.target))
    return one
      ? `${operand} stays`
      : minusOne
        ? `${operand} changes its sign`
        : `${operand} becomes ${factor} times what it was`;
  if (one) return `${operand} grows by ${target}`;
  return minusOne ? `${operand} shrinks by ${target}` : `${operand} grows by ${factor} times ${target}`;
}

function noDerivative(c: Context, i: Instruction, s: Assign): Piece {
  const what = quote(placeText(c, s.target));
  const l = c.analysis.model.locations.of(s.target);
  if (!isReal(s.target.type))
    return {
      short: `It has no derivative, because ${what} is ${s.target.type === 'bool' ? 'a truth value' : 'an integer'}.`,
      more: '',
      facts: [
        fact(c, 'Integers and truth values have no derivative.', RULE.activity, { about: i, part: 'rule' }),
      ],
      vertices: [],
    };
  const point = pointOf(c.analysis.model.graph, i.id, 'after');
  if (point && l >= 0 && !c.analysis.reached.around(i.id)?.after.has(l)) {
    const told = tellUseful(c, point, l, 'reached');
    return {
      short: `It has no derivative, because ${what} influences no dependent after this, or only by ways that carry no derivative.`,
      more: paragraph(...told.map((t) => capital(t.sentence))),
      facts: toldFacts(c, told, RULE.activity, 'path'),
      vertices: told[0]?.vertices ?? [],
    };
  }
  return {
    short: `It needs no derivative code: ${adjointText(c, s.target)} is the same before and after it.`,
    more: `The old value of ${what} goes into the new one with the factor 1, and nothing else that is active does.`,
    facts: [
      fact(
        c,
        `The partial derivative is ${quote(`∂${placeText(c, s.target)}/∂${placeText(c, s.target)} = 1`)}.`,
        RULE.adjoint,
        {
          about: i,
          part: 'partial',
        },
      ),
    ],
    vertices: [],
  };
}

function passiveOperands(c: Context, i: Instruction, s: Assign): Told[] {
  const target = c.analysis.model.locations.of(s.target);
  const point = pointOf(c.analysis.model.graph, i.id, 'before');
  const from = c.analysis.model.effects(i).diffDep.get(target);
  if (!point || !from) return [];
  return [...from]
    .filter((l) => l !== target)
    .slice(0, 2)
    .flatMap((l) => tellVaried(c, point, l).slice(0, 2));
}

function callDerivative(c: Context, i: Instruction): Piece {
  const plan = c.analysis.calls.get(i.id);
  if (c.d.request.mode === 'tangent')
    return {
      short:
        'The tangent of the routine is called in its place, which computes the values and their tangents together.',
      more: '',
      facts: [fact(c, 'A call becomes the call of a tangent.', RULE.tangent, { about: i, part: 'rule' })],
      vertices: [],
    };
  if (plan?.adjoint && plan.mode === 'split')
    return {
      short:
        'The call is reversed in two halves: the forward sweep runs the forward half of its adjoint, which leaves on the tape what the backward half pops.',
      more: '',
      facts: [
        fact(c, 'A split call needs no snapshot and no second run.', RULE.calls, { about: i, part: 'rule' }),
      ],
      vertices: [],
    };
  if (plan?.adjoint)
    return {
      short:
        'The backward sweep calls the adjoint of the routine, which runs the call again and then goes back through it.',
      more: '',
      facts: [
        fact(
          c,
          'Calls are checkpointed: stored state, second run, backward sweep of the callee.',
          RULE.calls,
          { about: i, part: 'rule' },
        ),
      ],
      vertices: [],
    };
  return {
    short: 'It has no adjoint call: no derivative passes through it to a dependent.',
    more: '',
    facts: [
      fact(c, 'A call without derivative instructions inside is an ordinary statement.', RULE.calls, {
        about: i,
        part: 'rule',
      }),
    ],
    vertices: [],
  };
}

function tangentPiece(c: Context, i: Instruction, s: Assign): Piece {
  const { locations } = c.analysis.model;
  const target = locations.of(s.target);
  const varied = c.analysis.varied.around(s.id);
  const useful = c.analysis.useful.around(s.id)?.after.has(target) ?? false;
  const active = useful && (varied?.after.has(target) ?? false);
  const what = quote(placeText(c, s.target));
  return {
    short: active
      ? `The line before it computes the tangent of ${what} by the chain rule, from the tangents of its operands.`
      : `It has no tangent line that matters: ${what} ${useful ? 'depends on no independent' : 'influences no dependent'} here.`,
    more: '',
    facts: [
      fact(c, 'Each differentiated statement stands before its original.', RULE.tangent, {
        about: i,
        part: 'rule',
      }),
    ],
    vertices: [],
  };
}

// ------------------------------------------------------------------------------------------------------- storing

function storedPiece(c: Context, i: Instruction): Piece {
  const recorded = [...(c.analysis.recorded.get(i.id) ?? []), ...(c.analysis.calls.get(i.id)?.sbk ?? [])];
  const out = [...c.analysis.model.effects(i).out];
  const snapshot = [...(c.analysis.calls.get(i.id)?.snp ?? [])];
  if (snapshot.length > 0 && recorded.length === 0) return { ...NONE, short: snapshotSentence(c, snapshot) };
  if (recorded.length === 0) {
    const names = listed(out.map((l) => quoted(c, l)));
    if (!c.analysis.stays.has(i.id) || names === '') return NONE;
    return {
      ...NONE,
      short: `Nothing is stored for it: the backward sweep does not read what ${names} held before.`,
    };
  }
  const facts = recorded.map((l) => {
    const reason = whyRecorded(c, i, l);
    const by =
      reason.kind === 'own'
        ? 'its own derivative reads the value from before'
        : reason.read
          ? `the backward sweep of ${named(c, reason.read)} reads the value from before`
          : reason.kind === 'forced'
            ? 'you forced it'
            : 'the strategy says so';
    return fact(c, `${quoted(c, l)} is stored first, because ${by}.`, RULE.record, {
      about: reason.read ?? i,
      part: 'read',
    });
  });
  return {
    short: paragraph(...facts.map((f) => f.text), snapshot.length > 0 && snapshotSentence(c, snapshot)),
    more: '',
    facts,
    vertices: [],
  };
}

function snapshotSentence(c: Context, snapshot: readonly number[]): string {
  const one = snapshot.length === 1;
  return `${listed(snapshot.map((l) => quoted(c, l)))} ${one ? 'is' : 'are'} stored as the snapshot that the adjoint call starts from.`;
}
