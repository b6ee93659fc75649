/** What becomes of a statement: its place in the forward sweep, its derivative, and what is stored for it. */
import type { Instruction } from '../ir/graph/flow';
import type { StatementId } from '../ir/types';
import type { Explanation } from '../pipeline/results';
import { type Context, instructionAt, isForward, isOutput } from './context';
import { reversalOf } from './control/control';
import { constructName, isJump, joinFact, jumpCard } from './control/jumps';
import { pointOf } from './control/paths';
import { isFirstValue, tellLive, toldFacts } from './dependence';
import { derivativePiece } from './derivatives';
import { labelPiece } from './labels';
import { NONE, type Piece } from './piece';
import { confused, routineText, whyRecordedInRun } from './recordings';
import { type CheckedReason, readAs, readerText } from './recordingWords';
import {
  brief,
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

export function explainStatement(c: Context, id: StatementId): Explanation {
  const i = instructionAt(c, id);
  const name = namedStatement(c, id);
  if (!i) return withoutInstruction(c, id, name);
  if (i.kind === 'test') return explainTest(c, i);
  const s = i.statement;
  if (s.kind === 'io' && isForward(c))
    return brief(
      `What becomes of ${name}?`,
      'It prints what the program prints: the tangent runs beside it. What is printed has no derivative.',
      [fact(c, 'Input and output stay as they are.', RULE.tangent, { about: i })],
    );
  if (s.kind === 'io' || s.kind === 'comment')
    return brief(
      `Why is ${name} missing from the adjoint?`,
      'It only prints. Printing changes no value, and repeating it would show everything twice, so the adjoint leaves it out.',
      [fact(c, 'Input and output are not repeated.', RULE.calls, { about: i })],
    );
  if (s.kind === 'stop')
    return brief(
      `What becomes of ${name}?`,
      'It ends the run in the forward sweep just as in the program itself; then there is nothing to reverse.',
      [fact(c, 'STOP ends the run.', RULE.control, { about: i })],
    );
  const tangent = isForward(c);
  const kept = tangent ? NONE : forwardPiece(c, i);
  const derivative = derivativePiece(c, i);
  const stored = tangent ? NONE : storedPiece(c, i);
  const stays = tangent || c.analysis.stays.has(id);
  return {
    title: stays ? `What becomes of ${name}?` : `Why is ${name} missing from the forward sweep?`,
    short: paragraph(kept.short, derivative.short),
    long: paragraph(kept.more, derivative.more, stored.short, stored.more),
    facts: [...kept.facts, ...derivative.facts, ...stored.facts],
    ...witnessOf(c, kept.vertices?.length ? kept.vertices : derivative.vertices),
  };
}

function withoutInstruction(c: Context, id: StatementId, name: string): Explanation {
  const s = c.analysis.nesting.statements.get(id);
  if (isJump(s)) return jumpCard(c, s, name);
  if (s?.kind === 'block' || s?.kind === 'dispatch')
    return brief(
      `What becomes of ${constructName(c, s)}?`,
      'It holds statements that jumps lead past. The backward sweep leaves out what was jumped over.',
      [joinFact(c)],
    );
  return brief(
    `Why is ${name} missing from the adjoint?`,
    'No run ever gets there, so there is nothing to differentiate and nothing to undo.',
    [fact(c, 'No path leads there from the entry.', RULE.control)],
  );
}

function explainTest(c: Context, i: Instruction & { kind: 'test' }): Explanation {
  const name = named(c, i);
  if (isForward(c))
    return brief(
      `What becomes of ${name}?`,
      'The tangent runs beside the program, so it takes the same branches; a test has no derivative of its own.',
      [fact(c, 'Tests, loops and jumps stay as they are.', RULE.tangent, { about: i })],
    );
  const { sentences, rule } = reversalOf(c, i);
  const plan = c.analysis.tests.get(i.id);
  return brief(
    `How is ${name.replace(/^the loop test /, 'the loop on ')} reversed?`,
    paragraph(sentences[0]),
    [
      ...sentences.slice(1).map((text) => fact(c, text, plan?.reversed ? rule : RULE.control, { about: i })),
      fact(
        c,
        i.test.kind === 'for'
          ? 'The bounds of a loop are integers, so they have no derivative.'
          : 'A test is true or false, so it has no derivative.',
        RULE.activity,
        { about: i },
      ),
    ],
  );
}

// ------------------------------------------------------------------------------------------------ forward sweep

/** What it is, if it is a label of a block's graph, and whether the forward sweep runs it. */
export function forwardPiece(c: Context, i: Instruction): Piece {
  const label = labelPiece(c, i);
  const kept = keptPiece(c, i);
  return { ...kept, short: paragraph(label.short, kept.short), facts: [...kept.facts, ...label.facts] };
}

function keptPiece(c: Context, i: Instruction): Piece {
  const { analysis } = c;
  const out = [...analysis.model.effects(i).out];
  const names = listed(out.map((l) => quoted(c, l)));
  const point = pointOf(analysis.model.graph, i.id, 'after');
  if (!point) return NONE;
  if (!analysis.stays.has(i.id)) {
    const told = out.flatMap((l) => tellLive(c, point, l, i));
    return {
      short: `The forward sweep leaves it out, because no derivative needs ${names === '' ? 'its result' : `the value that it gives to ${names}`}.`,
      more: !out.some((l) => isOutput(c, l))
        ? ''
        : c.main
          ? 'The generated code computes derivatives, not the original results. With the option “Keep results” on, it gives both.'
          : `The adjoint of ${routineText(c)} computes derivatives only. Where its results are needed, the forward sweep calls ${routineText(c)} itself.`,
      facts: toldFacts(c, told, RULE.liveness, 'rule'),
    };
  }
  if (!analysis.options.adjointLiveness)
    return {
      short: 'The forward sweep runs it: adjoint liveness is switched off, so everything stays.',
      facts: [fact(c, 'Adjoint liveness is switched off.', RULE.liveness, { about: i })],
    };
  const useOut = analysis.derivatives.get(i.id)?.useOut;
  const live = out.find((l) => analysis.live.around(i.id)?.after.has(l) || useOut?.has(l));
  if (live === undefined) return { ...NONE, short: 'The forward sweep runs it.' };
  if (useOut?.has(live) && !analysis.live.around(i.id)?.after.has(live))
    return {
      short: `The forward sweep runs it, because its own derivative reads the result, ${quoted(c, live)}.`,
      facts: [
        fact(c, `Its derivative reads ${quoted(c, live)} before the old value is put back.`, RULE.results, {
          about: i,
          part: 'read',
        }),
      ],
    };
  const told = tellLive(c, point, live, i);
  const [first] = told;
  return {
    short: `The forward sweep runs it, because ${first?.brief ?? `the generated code ${first?.unsure ? 'may still need' : 'still needs'} ${targetText(c, i, live)}`}.`,
    facts: toldFacts(c, told, RULE.liveness, 'read'),
    ...(first && { vertices: first.vertices }),
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
      short: out.every((l) => isFirstValue(c, i, l))
        ? `Nothing is stored for it: ${names} held no value before.`
        : `Nothing is stored for it: the backward sweep does not read what ${names} held before.`,
    };
  }
  const facts = recorded.map((l) => {
    const what = targetText(c, i, l);
    const reason = whyRecordedInRun(c, i, l);
    return fact(c, `${what} is stored first${storedBecause(c, what, l, reason)}.`, RULE.record, {
      about: reason.read ?? i,
      part: 'read',
    });
  });
  return {
    short: paragraph(snapshot.length > 0 && snapshotSentence(c, snapshot)),
    facts,
  };
}

/** A location as the statement writes it: `u[i]` rather than `u`. */
function targetText(c: Context, i: Instruction, l: number): string {
  const target = i.kind === 'leaf' && i.statement.kind === 'assign' ? i.statement.target : null;
  return target && c.analysis.model.locations.of(target) === l ? quote(placeText(c, target)) : quoted(c, l);
}

function storedBecause(c: Context, what: string, l: number, reason: CheckedReason): string {
  if (reason.kind === 'forced') return ', because you forced it';
  if (reason.kind === 'caller')
    return `, because the backward sweep of a routine that calls ${routineText(c)} may still need the old value`;
  if (reason.kind === 'strategy') return ', because the strategy says so';
  if (reason.witness.seen === 'missed') return ` to be safe: ${confused(c, what, l, reason)}`;
  return `, because ${readerText(c, reason)} still needs the old value${readAs(what, reason.need)}`;
}

function snapshotSentence(c: Context, snapshot: readonly number[]): string {
  const one = snapshot.length === 1;
  return `${listed(snapshot.map((l) => quoted(c, l)))} ${one ? 'is' : 'are'} stored as the snapshot that the adjoint call starts from.`;
}
