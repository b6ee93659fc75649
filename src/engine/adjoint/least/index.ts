/** The option `record: 'least'`: every window of a routine with its least choice, and what else need not be recorded. */
import { itemAt } from '../../base/lookup';
import { variable } from '../../ir/build';
import { addVariable, growingFrom, newStatement } from '../../ir/emit';
import { namesByOwner, variableOf } from '../../ir/names';
import { bodies, rewriteStatements, withBodies } from '../../ir/statements';
import type {
  Assign,
  Expr,
  Place,
  Program,
  Routine,
  Statement,
  StatementId,
  VariableId,
} from '../../ir/types';
import { type Made, rewriteWindow } from './rewrite';
import { type RoutineChoices, type Run, recomputedAtEnd, undoOf } from './scalars';

/** A program in which every routine has been given the choices made for it: the same if none of them changes it. */
export interface Rewritten {
  readonly program: Program;
  /** By added statement: the first statement of the run, or the construct, that it stands in. */
  readonly sites: ReadonlyMap<StatementId, StatementId>;
  /** By statement that runs again at the end of its list: the one that it is a copy of. */
  readonly again: ReadonlyMap<StatementId, StatementId>;
}

export function withLeastWindows(
  program: Program,
  choicesOf: (routine: string) => RoutineChoices | null,
): Rewritten {
  const growing = growingFrom(program);
  const { variables } = growing;
  const namesOf = namesByOwner(program.variables);
  const sites = new Map<StatementId, StatementId>();
  const copies = new Map<StatementId, StatementId>();
  let changed = false;
  const routines = program.routines.map((routine, owner): Routine => {
    const choices = choicesOf(routine.name);
    if (!choices || routine.external || routine.fixedPoint) return routine;
    const added: VariableId[] = [];
    const names = namesOf(owner);
    const made: Made = {
      statement: () => newStatement(growing),
      variable: (like, { span }) => {
        const { type } = like;
        const name = names.fresh(hintFor(program, like));
        const id = addVariable(variables, { name, type, role: 'temporary', owner, span });
        added.push(id);
        return variable(id, type, span);
      },
    };
    let isHere = false;
    const body = rewriteLists(routine.body, (list, around) => {
      const next = eachRun(list, (run) => {
        const window = choices.window(run);
        const undone = run.map((s) => undoOf(choices, s));
        isHere ||= undone.some((s, k) => s !== run[k]);
        if (!window) return undone;
        const all = added.length;
        const rewritten = rewriteWindow({ ...window, statements: undone }, made, (bytes) =>
          choices.mayStore(itemAt(run, 0), bytes),
        );
        if (!rewritten) {
          // Its variables were the last.
          for (const _ of added.splice(all)) names.giveBack(variables.pop()?.name ?? '');
          return undone;
        }
        isHere = true;
        for (const s of rewritten) if (!run.some((r) => r.id === s.id)) sites.set(s.id, itemAt(run, 0).id);
        return rewritten;
      });
      const again = recomputedAtEnd(choices, list, made);
      isHere ||= again.length > 0;
      const last = list[list.length - 1];
      for (const { copy, of } of again) {
        sites.set(copy.id, siteOf(list, last, around));
        copies.set(copy.id, of);
      }
      return [...next, ...again.map(({ copy }) => copy)];
    });
    // What is known of a routine holds as long as it is the same.
    if (!isHere) return routine;
    changed = true;
    return { ...routine, body, locals: [...routine.locals, ...added] };
  });
  return {
    program: changed ? { ...program, ...growing, routines } : program,
    sites,
    again: copies,
  };
}

function siteOf(
  list: readonly Statement[],
  last: Statement | undefined,
  around: Statement | null,
): StatementId {
  let first = last;
  for (let k = list.length - 1; k >= 0 && list[k]?.kind === 'assign'; k--) first = list[k];
  return (first ?? around)?.id ?? (0 as StatementId);
}

/** Named after what it keeps: `x_kept`, or `t`. */
function hintFor(program: Program, like: Expr): string {
  const place: Place | null = like.kind === 'variable' || like.kind === 'element' ? like : null;
  return place ? `${variableOf(program, place.variable).name}_kept` : 't';
}

/** Changes every list of statements but those of a loop's increment, innermost first. */
function rewriteLists(
  list: readonly Statement[],
  change: (list: readonly Statement[], around: Statement | null) => readonly Statement[],
  around: Statement | null = null,
): readonly Statement[] {
  const inner = list.map((s) => {
    const all = bodies(s);
    if (all.length === 0) return s;
    return withBodies(
      s,
      all.map((body, k) => (s.kind === 'while' && k === 1 ? body : rewriteLists(body, change, s))),
    );
  });
  return change(inner, around);
}

function eachRun(list: readonly Statement[], change: (run: Run) => readonly Statement[]): Statement[] {
  const made: Statement[] = [];
  let run: Assign[] = [];
  const close = () => {
    if (run.length > 0) made.push(...change(run));
    run = [];
  };
  for (const s of list) {
    if (s.kind === 'assign') run.push(s);
    else {
      close();
      made.push(s);
    }
  }
  close();
  return made;
}

/** The program as it was: nothing that the backward sweep alone reads. */
export function withoutKept(program: Program): Program {
  let any = false;
  const routines = program.routines.map((r) => {
    const body = rewriteStatements(r.body, (s) => (s.kind === 'assign' && s.keeps ? [] : s));
    any ||= body !== r.body;
    return body === r.body ? r : { ...r, body };
  });
  return any ? { ...program, routines } : program;
}
