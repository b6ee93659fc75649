/**
 * A loop taken apart, so that it can be reversed by the fixed point that it comes to (theory 10):
 *
 *     while (fabs(z - zo) > tol) {          f_loop(a, tol, &z, &zo);     the loop as it was: no derivative passes it
 *       zo = z;                      ->     f_limit(a, tol, &z, &zo);    what derivatives pass in its place: never run
 *       z = 0.5 * (zo + a / zo);            f_step(a, tol, &z, &zo)      one trip, of which there are both sweeps
 *     }
 *
 * All three have the same parameters: whatever the loop shares with the routine around it. What it has for itself is local
 * to each. The loop ends the run where it made no trip, or was ended by anything but its test of change: there is no fixed
 * point then.
 */
import { ofEach } from '../base/lookup';
import { add, compare, constant, isReal, variable } from '../ir/build';
import { variableOf } from '../ir/names';
import type { Call, DoWhile, Expr, Program, Routine, Statement, VariableId, While } from '../ir/types';
import { type Face, faceOf, isUnsized, UNSIZED } from '../outlining/face';
import { addPart, callOf, type Draft, draftOf, freshRoutine, type Part, programOf } from '../outlining/parts';

export type Loop = While | DoWhile;

/** Every statement of the loop's body, in order. */
export const bodyOf = (loop: Loop): readonly Statement[] =>
  loop.kind === 'while' ? [...loop.body, ...(loop.increment ?? [])] : loop.body;

/**
 * What the loop shares with the routine around it. `problems` also tells of globals that other routines can see, and of
 * arrays without a known size.
 */
export function interfaceOfLoop(program: Program, routine: Routine, loop: Loop): Face {
  const face = faceOf(program, routine, loop);
  const seen = face.globals.map((id) => variableOf(program, id)).filter(({ intent }) => intent !== 'in');
  const unsized = face.shared.filter((each) => isUnsized(program, each));
  return {
    ...face,
    problems: [
      ...face.problems,
      ...seen.map(({ name }) => `it names \`${name}\`, which other routines can see: pass it as an argument`),
      ...unsized.map(({ id }) => UNSIZED(variableOf(program, id).name)),
    ],
  };
}

// ------------------------------------------------------------------------------------------------------------- parts

export interface Outlined {
  readonly program: Program;
  /** What stands in place of the loop. */
  readonly calls: readonly Call[];
  readonly step: string;
}

export interface Rest {
  readonly iterate: readonly number[];
  readonly tolerance: number;
  readonly trips: number;
  /** Holds while the loop has not come to rest; null where the loop's test says exactly that. */
  readonly unrest: Expr | null;
}

/** The program with the three routines, in which nothing calls them yet. */
export function outline(program: Program, routine: Routine, loop: Loop, face: Face, rest: Rest): Outlined {
  const draft = draftOf(program, routine, loop.span, face);
  const [iteration, limit, step] = ofEach(['loop', 'limit', 'step'], (what) =>
    freshRoutine(draft, `${routine.name}_${what}`),
  );
  addIteration(draft, loop, iteration, rest);
  addPart(
    draft,
    limit,
    ({ parameters, local }) => emptyLoopAround(draft, local, callOf(draft, step, parameters)),
    {
      fixedPoint: {
        part: 'limit',
        step,
        iterate: rest.iterate,
        tolerance: rest.tolerance,
        trips: rest.trips,
      },
    },
  );
  addPart(draft, step, ({ inside }) => bodyOf(loop).map(inside));
  const shared = face.shared.map(({ id }) => id);
  const calls = [iteration, limit].map((callee) => callOf(draft, callee, shared, { outside: true }));
  return { program: programOf(draft), calls, step };
}

/** A loop around the call that makes no trip, though no analysis can know that. */
function emptyLoopAround(d: Draft, local: Part['local'], call: Call): Statement[] {
  const none = { first: constant(1, 'i32'), last: constant(0, 'i32'), test: 'le' as const };
  return [d.emit.loop('primal', { index: local('never'), ...none }, [call])];
}

function addIteration(d: Draft, loop: Loop, name: string, rest: Rest): void {
  const text = d.program.language === 'c' ? 'exit(1)' : 'stop 1';
  const stopIf = (condition: Expr) =>
    d.emit.if('primal', condition, [{ kind: 'stop', ...d.emit.stamp('primal'), text, unrest: true }]);
  addPart(
    d,
    name,
    ({ inside, expression, local }) => {
      const after = rest.unrest ? [stopIf(expression(rest.unrest))] : [];
      const own = inside(loop);
      if (own.kind !== 'while') return [own, ...after];
      const trips = local('trips');
      const counter = variable(trips, 'i32');
      const { increment, ...plain } = own;
      return [
        d.emit.assign('primal', counter, constant(0, 'i32')),
        {
          ...plain,
          body: [
            ...own.body,
            ...(increment ?? []),
            d.emit.assign('primal', counter, add(counter, constant(1, 'i32'))),
          ],
        },
        stopIf(compare('eq', counter, constant(0, 'i32'))),
        ...after,
      ];
    },
    { fixedPoint: { part: 'iteration' } },
  );
}

export const isRealVariable = (program: Program, id: VariableId) => isReal(variableOf(program, id).type);
