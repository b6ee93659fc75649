/**
 * Code that is added to a program: variables, and statements that say where they come from. An emitter is bound to the program
 * that grows, a place of the source and a sweep; whatever it makes says so.
 */
import type { Span } from '../base/span';
import { add, constant, type GivenVariable, plainVariable, variable } from './build';
import { variableOf } from './names';
import type {
  Argument,
  Assign,
  Call,
  ControlWidth,
  Expr,
  For,
  If,
  LabelId,
  Place,
  Pop,
  PopControl,
  Program,
  Push,
  PushControl,
  RecordingId,
  Role,
  Routine,
  Statement,
  StatementId,
  TapeValue,
  Variable,
  VariableId,
  VariableRef,
} from './types';

/** The numbers that the next statement and the next label get. */
export interface Counters {
  nextStatement: number;
  nextLabel: number;
}

/** A program while variables and statements are added to it. */
export interface GrowingProgram extends Counters {
  readonly language: Program['language'];
  readonly variables: Variable[];
}

/** Another program with copies of its variables, to which more are added. */
export function growingFrom({ language, variables, nextStatement, nextLabel }: Program): GrowingProgram {
  return { language, variables: [...variables], nextStatement, nextLabel };
}

export function newStatement(counters: Pick<Counters, 'nextStatement'>): StatementId {
  return counters.nextStatement++ as StatementId;
}

export function newLabel(counters: Pick<Counters, 'nextLabel'>): LabelId {
  return counters.nextLabel++ as LabelId;
}

/** Adds a variable that is plain but for what is given. */
export function addVariable(variables: Variable[], given: GivenVariable): VariableId {
  const id = variables.length as VariableId;
  variables.push(plainVariable(id, given));
  return id;
}

/** Adds a variable to a routine. */
export type AddLocal = (given: Omit<GivenVariable, 'owner'>) => VariableId;

/** A program with other bodies of its routines, which get the variables that are added as locals. */
export function rewriteRoutines(
  program: Program,
  bodyOf: (routine: Routine, add: AddLocal, growing: GrowingProgram) => readonly Statement[],
): Program {
  const growing = growingFrom(program);
  const routines = program.routines.map((routine, owner) => {
    const added: VariableId[] = [];
    const add: AddLocal = (given) => {
      const id = addVariable(growing.variables, { ...given, owner });
      added.push(id);
      return id;
    };
    const body = bodyOf(routine, add, growing);
    if (body === routine.body && added.length === 0) return routine;
    return { ...routine, body, locals: [...routine.locals, ...added] };
  });
  return { ...program, ...growing, routines };
}

/** How a number is recorded that the backward sweep finds its way by. */
export interface OnTape {
  readonly width: ControlWidth;
  readonly recording: RecordingId;
}

export class Emitter {
  readonly span: Span;
  readonly origin: StatementId | null;
  readonly sweep: Statement['sweep'];

  constructor(
    readonly into: Counters & Pick<Program, 'language' | 'variables'>,
    { span, origin, sweep }: Pick<Statement, 'span' | 'origin' | 'sweep'>,
  ) {
    this.span = span;
    this.origin = origin;
    this.sweep = sweep;
  }

  /** The parts that every statement has. */
  stamp<R extends Role>(role: R) {
    return {
      id: newStatement(this.into),
      span: this.span,
      role,
      origin: this.origin,
      sweep: this.sweep,
    };
  }

  label(): LabelId {
    return newLabel(this.into);
  }

  ref(id: VariableId): VariableRef {
    return variable(id, variableOf(this.into, id).type);
  }

  assign(role: Role, target: Place, value: Expr, form?: Assign['form']): Assign {
    const { span, origin, sweep } = this;
    const id = newStatement(this.into);
    return { kind: 'assign', id, span, role, origin, sweep, target, value, form };
  }

  increment(role: Role, target: Place, by: Expr): Assign {
    return this.assign(role, target, add(target, by), 'increment');
  }

  /** Sets a variable that control goes by. */
  set(id: VariableId, value: number): Assign {
    const target = this.ref(id);
    return this.assign('control', target, constant(value, target.type));
  }

  if(role: Role, condition: Expr, then: readonly Statement[], otherwise: readonly Statement[] = []): If {
    const { id, span, origin, sweep } = this.stamp(role);
    return { kind: 'if', id, span, role, origin, sweep, condition, then, else: otherwise };
  }

  /** `test`: how C asks for the bound. One by one where no step is given. */
  loop(
    role: Role,
    range: Pick<For, 'index' | 'first' | 'last' | 'test'> & Partial<Pick<For, 'step'>>,
    body: readonly Statement[],
  ): For {
    const { language } = this.into;
    const step = range.step ?? constant(1, this.ref(range.index).type);
    const test = language === 'fortran' ? 'do' : range.test;
    return { kind: 'for', ...this.stamp(role), label: this.label(), ...range, step, test, body };
  }

  call(role: Role, callee: string, args: readonly Argument[]): Call {
    return { kind: 'call', ...this.stamp(role), callee, args, result: null };
  }

  push(what: TapeValue, recording: RecordingId): Push {
    return { kind: 'push', ...this.stamp('push'), what, recording };
  }

  pop(what: TapeValue, recording: RecordingId): Pop {
    return { kind: 'pop', ...this.stamp('pop'), what, recording };
  }

  pushNumber(value: Expr, { width, recording }: OnTape): PushControl {
    return { kind: 'pushControl', ...this.stamp('push'), value, width, recording };
  }

  popNumber(target: VariableId, { width, recording }: OnTape): PopControl {
    return { kind: 'popControl', ...this.stamp('pop'), target, width, recording };
  }
}
