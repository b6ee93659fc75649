/** Questions about the program, its sets and its generated code, for which no run is needed. */
import type {
  Differentiation,
  PredictChoice,
  PredictQuestion,
  Recording,
  StatementInfo,
} from '../pipeline/results';
import { type Names, optionOf } from './names';
import type { Draw } from './random';

/** The fields that all questions about the program have in common. */
const ABOUT_PROGRAM = {
  about: 'program',
  statement: null,
  visit: null,
  point: null,
  analysis: null,
  recording: null,
  step: null,
  value: null,
} as const;

/** Sets that can be predicted from the text, with the question about each. */
const SETS: Readonly<Record<string, { ask: string; hint: string; because: string }>> = {
  required: {
    ask: 'Which variables are required',
    hint: 'Look at the statements that may have run before this point: whose derivatives read which values, as they still are here? Tests may be evaluated again, too.',
    because:
      'A variable is required where the backward sweep of what ran before may still read the value that it has there.',
  },
  varied: {
    ask: 'Which variables are varied',
    hint: 'Start from the independents and follow the assignments forwards, on every path.',
    because: 'A variable is varied where its value depends, differentiably, on an independent.',
  },
  useful: {
    ask: 'Which variables are useful',
    hint: 'Start from the dependents at the end and follow the assignments backwards, on every path.',
    because: 'A variable is useful where the value that it has there influences a dependent, differentiably.',
  },
  adjointLive: {
    ask: 'Which variables are adjoint-live',
    hint: 'What do the derivatives of later statements read, and what is that computed from?',
    because:
      'A variable is adjoint-live where the rest of the generated code, derivatives of later statements included, may still read its value.',
  },
};

const isWork = ({ kind, reachable }: StatementInfo) => reachable && (kind === 'assign' || kind === 'call');
const holdsValue = ({ kind }: Recording) => kind === 'value' || kind === 'snapshot';

/** Draws up to `most` members of a list, and keeps them in order. */
type Some = <T>(list: readonly T[], most: number, tells: (each: T) => boolean) => T[];

/** Asks at most so many places of each kind, with twice as many choices; the question with the requested id is among them. */
export function programQuestions(
  d: Differentiation,
  names: Names,
  draw: Draw,
  most: number,
  asked: string | null,
): PredictQuestion[] {
  // Half of them are telling, if there are as many.
  const some: Some = (list, count, tells) => {
    if (list.length <= count) return [...list];
    const telling = draw.sample(list.filter(tells), Math.ceil(count / 2));
    const rest = draw.sample(
      list.filter((each) => !telling.includes(each)),
      count - telling.length,
    );
    return list.filter((each) => telling.includes(each) || rest.includes(each));
  };
  const offered = (question: PredictQuestion): PredictQuestion => ({
    ...question,
    choices: some(question.choices, 2 * most, ({ right }) => right),
  });
  const places = (list: readonly PredictQuestion[], tells: (q: PredictQuestion) => boolean) => {
    const drawn = some(list, most, tells);
    return list.filter((q) => q.id === asked || drawn.includes(q));
  };
  const about = [...recorded(d, names), ...leaves(d, names)].map(offered);
  const members = setsOf(d, names).flatMap((list) => places(list, changes(list)).map(offered));
  return [...about, ...members, ...places(resets(d, names), ({ choices }) => choices[0]?.right ?? false)];
}

/** Does the statement at which a set is asked change the set? */
function changes(list: readonly PredictQuestion[]): (q: PredictQuestion) => boolean {
  const members = ({ choices }: PredictQuestion) => choices.map(({ right }) => (right ? 1 : 0)).join('');
  const sides = new Map<string | null, Set<string>>();
  for (const q of list) sides.set(q.statement, (sides.get(q.statement) ?? new Set()).add(members(q)));
  return ({ statement }) => (sides.get(statement)?.size ?? 0) > 1;
}

function recorded(d: Differentiation, names: Names): PredictQuestion[] {
  const made = new Map(d.recordings.filter(holdsValue).map((r) => [r.id, r]));
  const works = d.statements.filter((s) => isWork(s) && s.overwrites.length > 0);
  if (works.length < 2) return [];
  const choices = works.map((s): PredictChoice => {
    const [first, ...others] = s.recordings.flatMap((id) => made.get(id) ?? []);
    const [location] = s.overwrites;
    const subject: PredictChoice['subject'] =
      first !== undefined
        ? { kind: 'recording', id: first.id }
        : location === undefined
          ? { kind: 'statement', id: s.id }
          : { kind: 'location', location, statement: s.id, point: 'before' };
    const forced = s.kept && s.kind === 'assign' ? s.overwrites.map((each) => `${s.id}:${each}`) : [];
    const breaks = first === undefined ? forced : [first, ...others].map(({ key }) => key);
    return choice(s, names, first !== undefined, subject, breaks);
  });
  const right = choices.filter((each) => each.right).length;
  return [
    {
      ...ABOUT_PROGRAM,
      id: 'recorded',
      kind: 'recorded',
      text: 'Which of these statements store the old value of what they overwrite?',
      hint: 'Ask of each old value: does the derivative of this statement, or of one that may run before it, read it?',
      because:
        right === 0
          ? 'None of these does: no derivative reads what they overwrite in the forward sweep.'
          : 'A value is stored where it is overwritten, if the backward sweep will still read it.',
      form: 'any',
      choices,
    },
  ];
}

function leaves(d: Differentiation, names: Names): PredictQuestion[] {
  const works = d.statements.filter(isWork);
  if (works.length < 2 || !d.request.options.adjointLiveness) return [];
  return [
    {
      ...ABOUT_PROGRAM,
      id: 'leaves',
      kind: 'leaves',
      text: 'Which statements leave the forward sweep: nothing that comes after them, in either sweep, reads what they compute?',
      hint: 'Go backwards from the end. The results themselves are not asked for, only derivatives.',
      because:
        'A statement stays in the forward sweep only if a derivative, a test or an address later on reads its result, directly or by way of others.',
      form: 'any',
      choices: works.map((s) => choice(s, names, !s.kept, { kind: 'statement', id: s.id }, [])),
    },
  ];
}

/** For each set, one a point: before and after every statement that stands in the flow graph. */
function setsOf(d: Differentiation, names: Names): PredictQuestion[][] {
  const real = d.variables.filter(
    ({ key, type, role }) =>
      (type === 'f64' || type === 'f32') && role !== 'unused' && (role === 'result' || names.isSeen(key)),
  );
  if (real.length < 2) return [];
  return d.analyses.map((analysis) => {
    const words = SETS[analysis.name];
    if (words === undefined) return [];
    return d.statements.flatMap((s) => {
      const at = analysis.statements[s.id];
      if (at === undefined || !s.reachable || s.kind === 'other') return [];
      return (['before', 'after'] as const).map((point): PredictQuestion => {
        // For an array whose elements are told apart, any of them counts.
        const members = new Set(at[point].flatMap((member) => [member, member.replace(/\[.*$/, '')]));
        return {
          ...ABOUT_PROGRAM,
          id: `set:${analysis.name}:${point}:${s.key}`,
          kind: 'set',
          statement: s.id,
          point,
          analysis: analysis.name,
          text: `${words.ask} just ${point} ${names.named(s)}? (Real ones only; an array if any element is.)`,
          hint: words.hint,
          because: words.because,
          form: 'any',
          choices: real.map(({ key: location }) =>
            optionOf(location, `\`${names.variable(location)}\``, members.has(location), {
              subject: { kind: 'location', location, statement: s.id, point, analysis: analysis.name },
            }),
          ),
        };
      });
    });
  });
}

const TO_ZERO = /=\s*0(?:\.0*)?(?:[ed][+-]?0+)?(?:_\w+)?f?\s*;?\s*$/i;

/** For assignments whose target has an adjoint: is it set to 0? Answered from the generated code, after merging. */
function resets(d: Differentiation, names: Names): PredictQuestion[] {
  return d.statements.flatMap((s) => {
    const [target] = s.overwrites;
    const derivative = d.variables.find(({ key }) => key === target)?.derivative ?? null;
    if (s.kind !== 'assign' || !s.active || derivative === null || target === undefined) return [];
    const named = names.variable(target);
    const lines = d.code.origins.filter(
      (o) => o.whole && o.statement === s.id && o.sweep === 'backward' && o.role === 'derivative',
    );
    const reset = lines.find((o) => TO_ZERO.test(d.code.text.slice(o.start, o.end)));
    const shown = lines[0];
    const subject: PredictChoice['subject'] =
      reset !== undefined
        ? { kind: 'code', start: reset.start, end: reset.end }
        : shown !== undefined
          ? { kind: 'code', start: shown.start, end: shown.end }
          : { kind: 'statement', id: s.id };
    return [
      {
        ...ABOUT_PROGRAM,
        id: `reset:${s.key}`,
        kind: 'reset',
        statement: s.id,
        text: `Does the backward sweep of ${names.named(s)} have a line that sets the adjoint of \`${named}\` to 0?`,
        hint: `Does the new value of \`${named}\` depend on the old one? And is its adjoint assigned anew before it is added to?`,
        because:
          reset === undefined
            ? `There is none: either the old value of \`${named}\` goes into the new one, so that its adjoint goes on, or the adjoint is written anew before anything reads it.`
            : `The assignment overwrites \`${named}\`, and the old value has no part in the new one: whoever stands above must not see an adjoint that belongs to the new value.`,
        form: 'one',
        choices: [
          optionOf('yes', 'Yes, it is reset', reset !== undefined, { subject }),
          optionOf('no', 'No', reset === undefined, { subject }),
        ],
      } satisfies PredictQuestion,
    ];
  });
}

export function choice(
  s: StatementInfo,
  names: Names,
  right: boolean,
  subject: PredictChoice['subject'],
  breaks: string[],
): PredictChoice {
  const title = `line ${names.line(s)}: \`${names.text(s)}\``;
  return optionOf(s.id, title, right, { statement: s.id, subject, breaks });
}
