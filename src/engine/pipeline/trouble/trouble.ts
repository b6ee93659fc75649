/**
 * The door's `trouble`: why one derivative is zero, not a number, infinite, short of digits, or that of one side of a tie or
 * jump, and the first statement of either sweep where that happens. Zeros, ties and jumps are looked for on the history of
 * the program, everything else on that of the generated code, in which every value has its double-double beside it.
 */
import { relativeError } from '../../base/doubleDouble';
import { itemAt, present } from '../../base/lookup';
import { isNowhere, lineStarts, positionAt } from '../../base/span';
import { spanAt } from '../../execute/complaints';
import { elementsOf } from '../../execute/elements';
import type { RunHistory } from '../../execute/interpreter/history';
import { OnHistory } from '../../execute/trouble/asked';
import type { Found } from '../../execute/trouble/found';
import { LOST, whereDigitsAreLost, whyNotFinite } from '../../execute/trouble/numbers';
import { type RememberedRun, remember } from '../../execute/trouble/remembered';
import { textIn } from '../../execute/trouble/text';
import { shown } from '../../execute/trouble/zero';
import { isReal, walk } from '../../ir/build';
import { locationKey, statementName } from '../../ir/names';
import { primalStatement, statementOf, walkStatements } from '../../ir/statements';
import type { Program, StatementId } from '../../ir/types';
import { statementExpressions } from '../../ir/uses';
import { onlyDifferentiation } from '../answers/execute';
import { compile } from '../compile/compile';
import type { Compile } from '../compile/compiled';
import { givenBeside, NUMBER, TEXT } from '../given';
import type { Diagnostic, ExecuteRequest, Trouble, TroubleKind, TroublePlace } from '../results';
import { type Asked, askedOf } from './runs';

/** The length of a difference's step, relative to the input that is moved. */
const STEP = 1e-5;

export interface TroubleOf {
  readonly name: string;
  readonly index: number;
}

/** Several tangents at once are each the tangent of a run of its own; the gradient beside a second derivative is the adjoint's. */
const PLAIN_MODE = {
  adjoint: 'adjoint',
  tangent: 'tangent',
  'vector-tangent': 'tangent',
  'tangent-over-adjoint': 'adjoint',
} as const;

export function findTrouble(asked: ExecuteRequest, of: TroubleOf): Trouble {
  const request = { ...asked, mode: PLAIN_MODE[asked.mode ?? 'adjoint'] };
  return inPlainMode(request, givenBeside(of, 'derivative', { name: TEXT, index: NUMBER }));
}

function inPlainMode(request: ExecuteRequest, of: TroubleOf): Trouble {
  const c = compile(onlyDifferentiation(request), () => 0);
  const errors = c.diagnostics.filter((d) => d.severity === 'error');
  if (errors.length > 0 || !c.routine || !c.interface)
    return noTrouble('Nothing was run: the program has errors.', errors);
  const asked = askedOf(c, request);
  if (!('c' in asked)) return noTrouble('The inputs do not fit the program.', asked);
  const side = c.mode === 'adjoint' ? asked.independents : asked.dependents;
  const size = (asked.values[of.name]?.length ?? 1) * (c.mode === 'adjoint' ? 1 : asked.directions.length);
  if (!side.includes(of.name)) {
    const wider = withIndependent(asked, request, of.name);
    return wider ? inPlainMode(wider, of) : otherName(asked, of.name);
  }
  if (!(Number.isInteger(of.index) && of.index >= 0 && of.index < size))
    return noTrouble(`\`${of.name}\` has ${size} derivative${size === 1 ? '' : 's'}, counted from 0.`, []);
  return new Inquiry(asked, of).answer();
}

export function noTrouble(sentence: string, diagnostics: readonly Diagnostic[]): Trouble {
  return { ok: false, diagnostics: [...diagnostics], sentence, first: null };
}

/** A real argument that is not independent by default, because nothing reads its value at entry, becomes independent when asked about. */
function withIndependent(asked: Asked, request: ExecuteRequest, name: string): ExecuteRequest | null {
  const { c, values, independents } = asked;
  const v = c.program.variables.find((each) => locationKey(c.program, each.id) === name);
  if (c.mode !== 'adjoint' || request.independents || !v || !isReal(v.type) || !values[name]) return null;
  return { ...request, independents: [...independents, name] };
}

/** The answer for a name that is not an independent, or in tangent mode not a dependent. */
function otherName({ c }: Asked, name: string): Trouble {
  const v = c.program.variables.find((each) => locationKey(c.program, each.id) === name);
  const part = c.mode === 'adjoint' ? 'an independent' : 'a dependent';
  if (!v) return noTrouble(`The program has no variable \`${name}\`.`, []);
  if (isReal(v.type)) return noTrouble(`\`${name}\` is not ${part}: choose it as one to derive it.`, []);
  const statement = firstConversion(c.program, v.id);
  const at = statement === null ? '' : ` It becomes a real number${lineOf(c, statement)}.`;
  return {
    ok: true,
    diagnostics: [],
    sentence: `\`${name}\` is an integer, and an integer has no derivative.${at}`,
    first: statement && {
      sweep: 'forward',
      statement: statementName(statement),
      visit: 1,
      kind: 'a cast',
      instead: `Declare \`${name}\` as a real.`,
    },
  };
}

function firstConversion(program: Program, id: number): StatementId | null {
  let found: StatementId | null = null;
  for (const { body } of program.routines)
    walkStatements(body, (s) => {
      for (const whole of statementExpressions(s))
        walk(whole, (e) => {
          const names = e.kind === 'convert' && isReal(e.type) && 'variable' in e.operand;
          if (names && e.operand.kind === 'variable' && e.operand.variable === id) found ??= s.id;
        });
    });
  return found;
}

function lineOf(c: Compile, statement: StatementId | null): string {
  const span = spanAt(c.program, c.program, statement);
  return isNowhere(span) ? '' : ` at line ${positionAt(lineStarts(c.request.source), span.start).line}`;
}

/** A cause, and the value in a run where it arises. */
interface Cause extends Omit<Found, 'statement' | 'visit'> {
  readonly place: Pick<TroublePlace, 'sweep' | 'visit'> & { readonly statement: StatementId };
}

type Answer = { readonly cause: Cause } | { readonly found: Omit<Found, 'statement' | 'visit'> };

class Inquiry {
  private readonly isAdjoint: boolean;
  private readonly direction: Readonly<Record<string, readonly number[]>>;
  /** The element of the variable, apart from the direction. */
  private readonly index: number;

  constructor(
    private readonly asked: Asked,
    private readonly of: TroubleOf,
  ) {
    const length = asked.values[of.name]?.length ?? 1;
    this.isAdjoint = asked.c.mode === 'adjoint';
    this.index = of.index % length;
    this.direction = itemAt(asked.directions, this.isAdjoint ? 0 : Math.floor(of.index / length));
  }

  answer(): Trouble {
    const { c } = this.asked;
    const entry = present(c.routine, 'the routine').name;
    const runnable = present(this.isAdjoint ? c.adjoint : c.tangent, 'what was generated');
    const { values: inputs, seeds, budget } = this.asked;
    const own = { program: c.program, entry };
    const primal = remember(own, own, { inputs }, { budget });
    const derived =
      primal && remember(own, runnable, { inputs, seeds, direction: this.direction }, { budget });
    if (!primal || !derived)
      return noTrouble(
        'The run is too long to be looked into, or does not come to its end: take a smaller one.',
        [],
      );
    const answer = this.look(primal, derived);
    const what = this.name();
    if (answer === null) return this.fine(derived, what);
    const found = 'cause' in answer ? answer.cause : answer.found;
    const place = 'cause' in answer ? answer.cause.place : null;
    const line = place ? lineOf(c, place.statement) : '';
    const because = found.because.replace(' {line}', line);
    return {
      ok: true,
      diagnostics: [],
      sentence: `${what} ${because}.`,
      first: place && {
        sweep: place.sweep,
        statement: statementName(place.statement),
        visit: place.visit,
        kind: found.kind,
        instead: found.instead,
      },
    };
  }

  private look(primal: RememberedRun, derived: RememberedRun): Answer | null {
    const { c } = this.asked;
    const target = this.derivativeNode(derived);
    const value = this.value(derived);
    const { history } = derived;
    const { program } = derived.runnable;
    const at = (node: number, found: Omit<Found, 'statement' | 'visit'>): Answer => {
      const place = placeOf(history, node, program, primal.history);
      return place ? { cause: { ...found, place } } : { found };
    };
    const derivedText = textIn(program);
    if (!Number.isFinite(value)) {
      const why = whyNotFinite(history, target, derivedText);
      return why && at(why.node, { ...why, because: `is ${shown(value)}, because ${why.why}` });
    }
    const exact = target === 0 ? 0 : history.node(target).exact[0];
    if (value === 0 && exact === 0) return this.zero(primal);
    const asked = this.onHistory(primal);
    const turn = asked.turn(0);
    if (turn) return this.atNode(turn);
    const single = c.program.variables.some((v) => v.type === 'f32');
    const lost = whereDigitsAreLost(history, target, LOST[single ? 'single' : 'double'], derivedText);
    if (lost) return at(lost.node, lost.found);
    const near = asked.turn(STEP * this.unit());
    return near && this.atNode(near);
  }

  private name(): string {
    const { c, values } = this.asked;
    const element = elementsOf(
      c.source,
      present(c.routine, 'the routine').name,
      values,
    )(this.of.name, this.index);
    return `The derivative ${this.isAdjoint ? 'by' : 'of'} \`${element}\``;
  }

  private fine(derived: RememberedRun, what: string): Trouble {
    const target = this.derivativeNode(derived);
    const node = derived.history.node(target);
    const error = target === 0 ? 0 : relativeError(node.value, node.exact);
    const digits = error <= 1e-16 ? 16 : Math.floor(-Math.log10(error));
    return {
      ok: true,
      diagnostics: [],
      sentence: `${what} is as it should be: finite, on no tie or jump, and right to ${digits} digits by a run in twice the precision.`,
      first: null,
    };
  }

  private derivativeNode(derived: RememberedRun): number {
    return derived.end(this.of.name, this.isAdjoint ? 'adjoint' : 'tangent')[this.index] ?? 0;
  }

  /** A derivative that the generated code does not name keeps its seed or direction. */
  private value(derived: RememberedRun): number {
    const kept = this.isAdjoint ? this.asked.seeds : this.direction;
    const own = derived.values(this.of.name, this.isAdjoint ? 'adjoint' : 'tangent') ?? kept[this.of.name];
    return own?.[this.index] ?? 0;
  }

  private onHistory(primal: RememberedRun): OnHistory {
    const { seeds, dependents } = this.asked;
    const mode = this.isAdjoint ? 'adjoint' : 'tangent';
    return new OnHistory(primal, {
      mode,
      name: this.of.name,
      index: this.index,
      seeds,
      direction: this.direction,
      dependents,
    });
  }

  private unit(): number {
    return this.isAdjoint ? Math.max(1, Math.abs(this.asked.values[this.of.name]?.[this.index] ?? 0)) : 1;
  }

  private zero(primal: RememberedRun): Answer | null {
    const given = this.isAdjoint ? this.asked.seeds : this.direction;
    if (Object.values(given).every((row) => row.every((x) => x === 0))) {
      const what = this.isAdjoint ? 'seeds' : 'directions';
      return {
        found: {
          kind: 'no use',
          because: `is zero, because all ${what} are 0`,
          instead: 'Give one that is not 0.',
        },
      };
    }
    const found = this.onHistory(primal).zero();
    return found && this.atNode(found);
  }

  private atNode({ statement, visit, ...found }: Found): Answer {
    if (statement === null) return { found };
    const sweep = this.isAdjoint && BACKWARD.has(found.kind) ? 'backward' : 'forward';
    return { cause: { ...found, place: { statement, visit, sweep } } };
  }
}

/** Findings on the program's own run that are effects of the derivative of the statement only. */
const BACKWARD: ReadonlySet<TroubleKind> = new Set([
  'a factor of 0',
  'terms that cancel',
  'an underflow',
  '√ at 0',
]);

interface ProgramPlace {
  readonly statement: StatementId;
  readonly sweep: 'forward' | 'backward';
  readonly visit: number;
}

/** The first node of a run that a statement made with this value. */
function visitBy(h: RunHistory, statement: StatementId, value: number): number | null {
  for (let n = 1; n < h.count; n++) {
    const node = h.node(n);
    if (node.statement === statement && Object.is(node.value, value)) return node.visit;
  }
  return null;
}

/** `generated` is the program of history `h`; `primal` the history of the program itself. */
function placeOf(h: RunHistory, n: number, generated: Program, primal: RunHistory): ProgramPlace | null {
  const { statement: id, visit, value } = h.node(n);
  const s = statementOf(generated, id);
  if (id === null || !s) return null;
  const statement = primalStatement(s);
  if (statement === null) return null;
  const sweep = s.sweep ?? 'forward';
  // On the way back the last run of a statement comes first.
  if (sweep === 'backward' && s.role === 'derivative')
    return {
      statement,
      sweep,
      visit: Math.max(1, Math.max(h.visits(id), primal.visits(statement)) - visit + 1),
    };
  return { statement, sweep, visit: visitBy(primal, statement, value) ?? visit };
}
