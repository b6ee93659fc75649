/** Directives before random statements (checkpoints/index.ts), as comments. Whether each can be carried out is for the engine to say. */
import { rewriteStatements } from '../../ir/statements';
import type { Program, Statement, StatementId } from '../../ir/types';
import type { Random } from '../prng';

/** `share`: of the statements that could have one. */
export function withDirectives(program: Program, share: number, random: Random): Program {
  let nextStatement = program.nextStatement;
  const before = (s: Statement): Statement[] => {
    if (!['for', 'if', 'while', 'call', 'assign'].includes(s.kind)) return [s];
    if (!random.chance(s.kind === 'for' ? share : share / 8)) return [s];
    const text = `backsweep: ${s.kind === 'for' ? forLoop(random) : 'checkpoint()'}`;
    const { span, role, origin } = s;
    return [{ kind: 'comment', id: nextStatement++ as StatementId, span, role, origin, text }, s];
  };
  const routines = program.routines.map((r) => ({ ...r, body: rewriteStatements(r.body, before) }));
  return { ...program, routines, nextStatement };
}

const forLoop = (random: Random): string =>
  random.weighted([
    [2, 'checkpoint()'],
    [3, `checkpoint(every, ${random.int(1, 4)})`],
    [4, `checkpoint(binomial, ${random.int(1, 4)})`],
    [4, `checkpoint(mixed, ${random.int(1, 4)})`],
  ]);
