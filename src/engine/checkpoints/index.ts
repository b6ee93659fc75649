/**
 * Pieces of a program that a directive before them asks to be reversed as checkpoints (theory 6, 11): each becomes a routine,
 * whose call in joint mode saves what it overwrites and runs both sweeps of it in the backward sweep.
 *
 *     checkpoint()                 a block, a call, any statement
 *     checkpoint(every, k)         a counted loop: k iterations a piece
 *     checkpoint(binomial, s)      a counted loop, with s snapshots; so with `mixed`: schedules.ts
 *     independent()                a counted loop whose iterations do not meet (independent.ts): both sweeps of each at once
 */

import { type Diagnostic, diagnostic } from '../base/diagnostics';
import { withReadByBounds } from '../ir/bounds';
import { routineNamed, variableOf } from '../ir/names';
import { rewriteStatements } from '../ir/statements';
import type { Block, For, PieceDirective, Program, Routine, Statement, VariableId } from '../ir/types';
import { mentioned } from '../ir/uses';
import { type Face, faceOf, isUnsized, UNSIZED } from '../outlining/face';
import { addPart, callOf, type Draft, draftOf, freshRoutine, programOf } from '../outlining/parts';
import { exposedIn, meetings } from './independent';
import { inPieces, prefixes, sequenceFace, withoutIdleBlocks } from './recompute';
import { inPlaceOf, localsOf, siteOf } from './site';

export interface WithCheckpoints {
  readonly program: Program;
  readonly diagnostics: readonly Diagnostic[];
}

type Piece = Block & { readonly piece: PieceDirective };

/**
 * Of the routines named, inner pieces first. Where nothing is reversed (`applies` is false), each is what it was. With
 * `recomputes`, everything is in pieces.
 */
export function withCheckpoints(
  given: Program,
  routines: ReadonlySet<string>,
  { applies, recomputes }: { readonly applies: boolean; readonly recomputes: boolean },
): WithCheckpoints {
  const diagnostics: Diagnostic[] = [];
  let program = applies && recomputes ? inPieces(given, routines) : given;
  for (const name of routines)
    for (;;) {
      const routine = routineNamed(program, name);
      const piece = routine && innermost(routine);
      if (!routine || !piece) break;
      const made = applies ? outlined(program, routine, piece) : [];
      if (Array.isArray(made)) {
        if (made.length > 0) diagnostics.push(refusal(piece, made));
        program = withStatements(program, routine, (s) => (s.id === piece.id ? piece.body : [s]));
      } else program = made;
    }
  return { program: program === given ? given : withoutIdleBlocks(program), diagnostics };
}

function withStatements(
  program: Program,
  routine: Routine,
  change: (s: Statement) => readonly Statement[],
): Program {
  const routines = program.routines.map((r) =>
    r === routine ? { ...r, body: rewriteStatements(r.body, change) } : r,
  );
  return { ...program, routines };
}

function innermost(routine: Routine): Piece | null {
  let found: Piece | null = null;
  rewriteStatements(routine.body, (s) => {
    if (!found && s.kind === 'block' && s.piece) found = { ...s, piece: s.piece };
    return [s];
  });
  return found;
}

function refusal({ piece }: Piece, problems: readonly string[]): Diagnostic {
  if (piece.name === 'recompute')
    return diagnostic(
      'info',
      'recorded-part',
      `What this part needs is recorded, not computed again from its start: ${[...new Set(problems)].join('; ')}.`,
      piece.span,
    );
  const isIndependent = piece.name === 'independent';
  const written = `${piece.name}(${piece.args.join(', ')})`;
  return diagnostic(
    'error',
    isIndependent ? 'not-independent' : 'no-checkpoint',
    `\`${written}\` can’t be carried out here: ${[...new Set(problems)].join('; ')}.`,
    piece.span,
    isIndependent
      ? 'Change the loop so that its iterations do not meet, or leave the directive: each value is recorded then.'
      : 'Change what comes after the directive, or leave it: the statements are reversed like any others then.',
  );
}

/** The program with the piece in a routine of its own; or why that can't be, a clause each. */
function outlined(program: Program, routine: Routine, piece: Piece): Program | string[] {
  const { name, args } = piece.piece;
  if (name === 'checkpoint' && args.length === 0) return asOneCall(program, routine, piece);
  if (name === 'recompute' && args[0] === 'sequence') return asPrefixes(program, routine, piece);
  const [kind, text] = [args[0]?.toLowerCase() ?? '', args[1] ?? ''];
  const amount = name === 'recompute' ? 1 : Number(text);
  if (name === 'checkpoint' && !(Number.isInteger(amount) && amount >= 1 && amount <= 1_000_000))
    return [`\`${text}\` is no number of ${kind === 'every' ? 'iterations' : 'snapshots'}`];
  const loop = piece.body[piece.body.length - 1];
  const before = piece.body.slice(0, -1);
  if (loop?.kind !== 'for' || before.some((s) => s.kind !== 'assign'))
    return ['what comes after it is no counted loop'];
  const face = loopFace(program, routine, loop);
  const problems = [...face.problems, ...unsizedWritten(program, face)];
  if (problems.length > 0) return problems;
  if (name === 'independent') {
    const meet = meetings(program, routine, loop, face);
    if (meet.length > 0) return meet;
  }
  const d = draftOf(program, routine, loop.span, face);
  const site = siteOf(d, loop);
  const calls = inPlaceOf(site, name === 'independent' ? name : kind, amount);
  return replaced(d, piece, [...before, ...calls], [...face.own, loop.index], site.locals);
}

/** The program with the routines made, and with statements in place of the piece, whose own variables are gone. */
function replaced(
  d: Draft,
  piece: Piece,
  statements: readonly Statement[],
  own: readonly VariableId[],
  locals: readonly VariableId[] = [],
): Program {
  // It stays one statement of the sequence around it.
  const { piece: _, ...block } = piece;
  const inPlace = { ...block, body: statements };
  const made = programOf(d);
  const routines = made.routines.map((r) => {
    if (r !== d.routine) return r;
    const body = rewriteStatements(r.body, (s) => (s.id === piece.id ? inPlace : s));
    const used = mentioned({ body });
    return { ...r, body, locals: [...r.locals.filter((id) => !own.includes(id) || used.has(id)), ...locals] };
  });
  return { ...made, routines };
}

const unsizedWritten = (program: Program, face: Face) =>
  face.shared
    .filter((each) => each.written && isUnsized(program, each))
    .map(({ id }) => UNSIZED(variableOf(program, id).name));

function asPrefixes(program: Program, routine: Routine, piece: Piece): Program | string[] {
  const face = faceOf(program, routine, piece);
  const problems = [...face.problems, ...unsizedWritten(program, face)];
  if (problems.length > 0) return problems;
  const whole = sequenceFace(face, (id) => variableOf(program, id));
  const d = draftOf(program, routine, piece.span, whole);
  const { locals, local } = localsOf(d);
  const calls = prefixes(d, piece.body, local('count', 'i32').variable);
  return replaced(d, piece, calls, [], locals);
}

function asOneCall(program: Program, routine: Routine, piece: Piece): Program | string[] {
  const [only, another] = piece.body;
  if (only?.kind === 'call' && !another)
    return withStatements(program, routine, (s) =>
      s.id === piece.id ? [{ ...only, reversed: 'joint' as const }] : [s],
    );
  const face = faceOf(program, routine, piece);
  const problems = [...face.problems, ...unsizedWritten(program, face)];
  if (problems.length > 0) return problems;
  const d = draftOf(program, routine, piece.span, face);
  const name = freshRoutine(d, `${routine.name}_piece`);
  addPart(d, name, ({ inside }) => {
    const { piece: _, ...block } = piece;
    const whole = inside(block);
    return leavesItself(piece) || whole.kind !== 'block' ? [whole] : whole.body;
  });
  const shared = face.shared.map(({ id }) => id);
  const call = { ...callOf(d, name, shared, { outside: true }), reversed: 'joint' as const };
  return replaced(d, piece, [call], face.own);
}

function leavesItself({ body, label }: Block): boolean {
  let leaves = false;
  rewriteStatements(body, (s) => {
    if (s.kind === 'exit' && s.target === label) leaves = true;
    return [s];
  });
  return leaves;
}

/** Variables that statements name, and those that the extents of these do. */
function namedIn(program: Program, body: readonly Statement[]): Set<VariableId> {
  return withReadByBounds(program, mentioned({ body }));
}

/** What the loop shares, and those of its own variables that one iteration hands to the next, but for its index. */
function loopFace(program: Program, routine: Routine, loop: For): Face {
  const face = faceOf(program, routine, loop);
  if (face.problems.length > 0) return face;
  const carried = exposedIn(program, routine, loop, face);
  const { index } = loop;
  const inBody = namedIn(program, loop.body);
  const shared = [
    ...face.shared.filter(({ id }) => id !== index && inBody.has(id)),
    ...face.own
      .filter((id) => carried.has(id) && id !== index)
      .map((id) => ({ id, written: true, isPointer: false })),
  ];
  const isArray = (id: VariableId) => Number(variableOf(program, id).shape !== null);
  shared.sort((a, b) => isArray(a.id) - isArray(b.id) || a.id - b.id);
  return { ...face, shared, own: face.own.filter((id) => !carried.has(id) && id !== index) };
}
