/** Questions about one run of the adjoint, answered from its history. */
import type { Differentiation, PredictChoice, PredictQuestion, Trace } from '../pipeline/results';
import { arrowChoices, forkBetween } from './arrows';
import { ownRows, type Row, type Stored, tapeAfter, type Undone, undoneIn } from './history';
import { Names, optionOf, ordinal } from './names';
import { choice, programQuestions } from './program';
import { type Draw, drawFrom } from './random';

/** The number of tape entries that are offered. */
const OFFERED = 5;

interface Told {
  readonly d: Differentiation;
  readonly names: Names;
  readonly trace: Trace;
  readonly rows: readonly Row[];
  /** Statements that run more than once: only for these must the run be named. */
  readonly repeated: ReadonlySet<string>;
  readonly draw: Draw;
  /** The most places of each kind that are looked at. */
  readonly most: number;
}

export function runQuestions(
  d: Differentiation,
  names: Names,
  trace: Trace,
  draw: Draw,
  most: number,
): PredictQuestion[] {
  const rows = ownRows(trace, (id) => {
    const kind = names.statement(id)?.kind;
    return kind === 'assign' || kind === 'call';
  });
  const repeated = new Set(rows.flatMap(({ statement, visit }) => (visit > 1 ? [statement] : [])));
  const told = { d, names, trace, rows, repeated, draw, most };
  return [...restores(told), ...tops(told), ...nexts(told), ...pushes(told)];
}

/** `line 5, t = t*x, in its 2nd run`. */
function when({ names, repeated }: Told, { statement, visit }: Pick<Row, 'statement' | 'visit'>): string {
  const s = names.statement(statement);
  if (s === undefined) return '';
  return repeated.has(statement) ? `${names.named(s)}, in its ${ordinal(visit)} run` : names.named(s);
}

const ABOUT_RUN = { about: 'run', point: null, analysis: null, value: null } as const;

function restores(told: Told): PredictQuestion[] {
  const pops = told.rows.filter(
    ({ info, value, element }) => info.tape === 'pop' && Number.isFinite(value) && element !== '',
  );
  return told.draw.sample(pops, told.most).map(
    (row): PredictQuestion => ({
      ...ABOUT_RUN,
      id: `restores:${row.statement}:${row.visit}:${row.element}`,
      kind: 'restores',
      statement: row.statement,
      visit: row.visit,
      recording: row.info.recording,
      step: row.step - 1,
      text: `The backward sweep comes back to ${when(told, row)}. Which value does the pop put back into \`${row.element}\`?`,
      hint: 'It is the value from just before that run of the statement.',
      because: `Before that run overwrote it, \`${row.element}\` was ${number(row.value)}; the push kept it, and everything pushed later has been popped by now.`,
      form: 'number',
      choices: [],
      value: row.value,
    }),
  );
}

/** A number in a readable length. */
function number(value: number): string {
  return `${Number(value.toPrecision(6))}`;
}

function tops(told: Told): PredictQuestion[] {
  const { trace, rows, draw, most } = told;
  const moments = undoneIn(trace, rows).map(({ last }) => last);
  const turn = trace.turn > 0 ? [trace.turn - 1] : [];
  const found: PredictQuestion[] = [];
  for (const step of [...turn, ...draw.sample(moments, 3 * most)]) {
    const question = found.length < most ? topAt(told, step) : null;
    if (question !== null) found.push(question);
  }
  return found;
}

function topAt(told: Told, step: number): PredictQuestion | null {
  const { trace, draw, rows } = told;
  const tape = tapeAfter(trace, step);
  const top = tape.at(-1);
  const own = tape.filter((each) => each !== null);
  if (!top || own.length < 2) return null;
  const others = own.filter((each) => titleOf(told, each) !== titleOf(told, top));
  if (others.length === 0) return null;
  // The nearest ones are the most tempting.
  const near = others.slice(-2);
  const far = draw.sample(
    others.filter((each) => !near.includes(each)),
    OFFERED - 1 - near.length,
  );
  const offered = [top, ...near, ...far].toSorted((a, b) => a.step - b.step);
  const before = rows.findLast((row) => row.step <= step);
  const after = step < trace.turn ? null : (before ?? null);
  const moment =
    after === null
      ? 'The forward sweep is over.'
      : `The backward sweep has just undone ${when(told, after)}.`;
  const unique = new Map(offered.map((each) => [titleOf(told, each), each]));
  return {
    ...ABOUT_RUN,
    id: `top:${step}`,
    kind: 'top',
    statement: after?.statement ?? null,
    visit: after?.visit ?? null,
    recording: top.recording,
    step,
    text: `${moment} Which stored value lies on top of the tape?`,
    hint: 'Last in, first out: what was pushed last and has not been popped?',
    because: `The last push that has not been popped yet is \`${top.element}\` of ${when(told, top)}.`,
    form: 'one',
    choices: [...unique].map(([title, { recording, visit, element, statement, step: pushed }]) =>
      optionOf(`${recording}@${visit}:${element}`, title, pushed === top.step, {
        statement,
        subject: { kind: 'recording', id: recording },
      }),
    ),
  };
}

function titleOf({ names, repeated }: Told, { statement, visit, element }: Stored): string {
  const s = names.statement(statement);
  const which = repeated.has(statement) ? `, ${ordinal(visit)} run` : '';
  return `\`${element}\` of line ${s === undefined ? '?' : names.line(s)}${which}`;
}

function nexts(told: Told): PredictQuestion[] {
  const { d, names, trace, rows, draw, most } = told;
  const undone = undoneIn(trace, rows);
  const ids = new Set(undone.map(({ statement }) => statement));
  const offered = d.statements.filter(({ id }) => ids.has(id));
  if (offered.length < 2) return [];
  const places = draw.sample(
    undone.slice(0, -1).map((_, k) => k),
    most,
  );
  return places.flatMap((k): PredictQuestion[] => {
    const [now, then] = [undone[k], undone[k + 1]];
    if (now === undefined || then === undefined) return [];
    const common = {
      ...ABOUT_RUN,
      statement: now.statement,
      visit: now.visit,
      recording: null,
      step: now.last,
      hint: 'Which statement ran before it in the program, with these inputs?',
      because: `The backward sweep goes through the run from its end: before that came ${when(told, then)}.`,
      form: 'one',
    } as const;
    const moment = `The backward sweep has just undone ${when(told, now)}.`;
    const statements: PredictQuestion = {
      ...common,
      id: `next:${now.statement}:${now.visit}`,
      kind: 'next',
      text: `${moment} Which statement does it undo next?`,
      choices: offered.map((s) =>
        choice(s, names, s.id === then.statement, { kind: 'statement', id: s.id }, []),
      ),
    };
    const vertices = vertexChoices(told, ids, now, then);
    const vertex: PredictQuestion[] =
      vertices === null
        ? []
        : [
            {
              ...common,
              id: `vertex:${now.statement}:${now.visit}`,
              kind: 'vertex',
              text: `${moment} Which vertex of the backward sweep’s graph has something to do next?`,
              because: `${common.because.slice(0, -1)}, which ${vertices.find(({ right }) => right)?.title.split(':')[0]} undoes.`,
              choices: vertices,
            },
          ];
    return [statements, ...vertex, ...arrowAfter(told, ids, now, then).map((q) => ({ ...common, ...q }))];
  });
}

/** A question at the first fork on the way to what is undone next; none if there is no fork, or it tells too little. */
function arrowAfter(told: Told, ids: ReadonlySet<string>, now: Undone, then: Undone) {
  const { d, names } = told;
  const vertexOf = (id: string) => names.statement(id)?.vertex ?? null;
  const [from, to] = [vertexOf(now.statement), vertexOf(then.statement)];
  const graph = d.graphs.adjoint;
  // Within a block with several statements no arrow is taken.
  const stays = from === to && [...ids].filter((id) => vertexOf(id) === from).length > 1;
  const fork =
    from === null || to === null || stays
      ? null
      : forkBetween(graph, from, to, new Set([...ids].map(vertexOf)));
  if (fork === null) return [];
  const n = graph.vertices.find(({ id }) => id === fork.at)?.number ?? 0;
  return [
    {
      id: `arrow:${now.statement}:${now.visit}`,
      kind: 'arrow' as const,
      text: `The backward sweep has just undone ${when(told, now)}. Which arrow does it take out of ${vertexName(n)} of its graph?`,
      hint: 'Which statement ran before it in the program, with these inputs, and which arrow leads there?',
      choices: arrowChoices(graph, fork),
    },
  ];
}

const vertexName = (n: number): string => `vertex ${n < 0 ? `−${-n}` : n}`;

/** Null if it stays in its vertex, or the vertices are not known. */
function vertexChoices(
  { d, names }: Told,
  ids: ReadonlySet<string>,
  now: Undone,
  then: Undone,
): PredictChoice[] | null {
  const vertexOf = (id: string) => names.statement(id)?.vertex ?? null;
  const right = vertexOf(then.statement);
  if (right === null || right === vertexOf(now.statement)) return null;
  const wanted = new Set([...ids].map(vertexOf));
  const offered = d.graphs.adjoint.vertices.filter(({ id }) => wanted.has(id));
  if (offered.length < 2 || !offered.some(({ id }) => id === right)) return null;
  return offered.map(({ id, number: n, statements }) => {
    const [first] = statements;
    const title = `${vertexName(n)}: \`${first?.text.replaceAll('`', '') ?? ''}\`${statements.length > 1 ? ' …' : ''}`;
    const subject = first?.statement ? ({ kind: 'statement', id: first.statement } as const) : null;
    return optionOf(id, title, id === right, { vertex: id, subject });
  });
}

/** Statements that store something, or might have stored something, in this run. */
function pushes({ d, names, trace, rows, draw, most }: Told): PredictQuestion[] {
  const counted = d.recordings.filter(({ kind, statement }) => kind === 'value' && statement !== null);
  return draw.sample(counted, most).flatMap((r): PredictQuestion[] => {
    const s = r.statement === null ? undefined : names.statement(r.statement);
    if (s === undefined) return [];
    const all = trace.statement.filter((k) => {
      const info = trace.statements[k];
      return info?.tape === 'push' && info.recording === r.id;
    }).length;
    // Pushes in other calls of the routine would have to be told apart in words.
    const own = rows.filter(({ info }) => info.tape === 'push' && info.recording === r.id).length;
    if (own !== all) return [];
    return [
      {
        ...ABOUT_RUN,
        id: `pushes:${r.key}`,
        kind: 'pushes',
        statement: s.id,
        visit: null,
        recording: r.id,
        step: trace.turn - 1,
        text: `How many values does ${names.named(s)} put on the tape in this run?`,
        hint: 'One each time it runs. How often does it run, with these inputs?',
        because:
          all === 0
            ? 'With these inputs, it never ran.'
            : `It ran ${all === 1 ? 'once' : `${all} times`}, and stored \`${r.text}\` each time.`,
        form: 'number',
        choices: [],
        value: all,
      },
    ];
  });
}

/**
 * What can be asked of a kernel before it is shown, and what is right, by the facts of a differentiation and of one run. No
 * rules of its own are applied: the sets, recordings and lines are those of the result, the values those of the run.
 */
export function questionsAbout(
  d: Differentiation,
  trace: Trace | null,
  seed: number,
  most: number,
  asked: string | null,
): PredictQuestion[] {
  const names = new Names(d);
  const run = trace === null ? [] : runQuestions(d, names, trace, drawFrom(seed), most);
  return [...programQuestions(d, names, drawFrom(seed), most, asked), ...run];
}
