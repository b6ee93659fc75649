/**
 * The file of a lesson: Markdown that is read as data. What a lecturer writes becomes text nodes, never markup; whatever is
 * not understood is told with its line, and the rest of the lesson stays. `format.md` beside this file documents it.
 */
import { MOST_LESSON } from './limits';
import { type Fields, namesIn, pairsIn } from './settings';

export interface Lesson {
  readonly title: string;
  /** One sentence: what it is about. */
  readonly about: string;
  readonly minutes: number;
  /** Permalinks by name, for steps to begin from. */
  readonly states: Readonly<Record<string, string>>;
  readonly steps: readonly LessonStep[];
  readonly problems: readonly LessonProblem[];
}

/** The text of a lesson. `id` stands in links: it never changes. */
export interface LessonFile {
  readonly id: string;
  readonly text: string;
}

export interface LessonProblem {
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
}

export interface LessonStep {
  readonly title: string;
  readonly start: StepStart;
  readonly settings: StepSettings;
  readonly ask: Ask | null;
  readonly hint: string;
  readonly text: readonly Block[];
  /** Shown once the question is answered. */
  readonly answer: readonly Block[];
  /** What to change, and the arrangement to do it in. */
  readonly now: readonly Block[];
  readonly open: string;
}

/** What a step begins from: what the step before it set up, a permalink, or a kernel. */
export type StepStart =
  | { readonly kind: 'same' }
  | { readonly kind: 'link'; readonly link: string }
  | { readonly kind: 'kernel'; readonly language: 'c' | 'fortran'; readonly source: string };

/** What a step changes of that, as it was typed; without names, independents and dependents stay. */
export interface StepSettings {
  readonly inputs: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, string>>;
  readonly independents: readonly string[];
  readonly dependents: readonly string[];
}

export type Ask =
  /** One of the engine's own questions about the kernel. */
  | {
      readonly kind: 'predict';
      readonly what: string;
      readonly set: string;
      readonly point: 'before' | 'after';
      readonly line: number;
      readonly visit: number;
    }
  /** A number that a run or an elimination gives. */
  | { readonly kind: 'number'; readonly question: string; readonly fact: string }
  /** A question of the lecturer's own. */
  | {
      readonly kind: 'choice';
      readonly question: string;
      readonly choices: readonly { readonly text: string; readonly right: boolean }[];
    };

export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'code'; readonly text: string };

export const PREDICTED = [
  'recorded',
  'leaves',
  'set',
  'reset',
  'restores',
  'top',
  'next',
  'vertex',
  'arrow',
  'pushes',
];

const parsed = new Map<string, Lesson>();

/** As `parseLesson`, once for each text. */
export function lessonOf({ text }: Pick<LessonFile, 'text'>): Lesson {
  const known = parsed.get(text) ?? parseLesson(text);
  if (parsed.size > 60) parsed.clear();
  parsed.set(text, known);
  return known;
}

export function parseLesson(given: string): Lesson {
  const problems: LessonProblem[] = [];
  const complain = (line: number, message: string) => problems.push({ line, message });
  if (given.length > MOST_LESSON) complain(1, `Only the first ${MOST_LESSON} characters are read.`);
  const lines = given
    .slice(0, MOST_LESSON)
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n');
  const { fields, states, body } = frontMatter(lines, complain);
  const steps = sections(lines, body, '## ').map((at) => stepOf(lines, at, states, complain));
  if (steps.length === 0) complain(lines.length, 'There is no step yet: each begins with a line “## Title”.');
  const minutes = Number(fields.minutes ?? '10');
  return {
    title: fields.title ?? 'A lesson without a title',
    about: fields.about ?? '',
    minutes: Number.isFinite(minutes) && minutes > 0 ? Math.round(minutes) : 10,
    states,
    steps,
    problems,
  };
}

type Complain = (line: number, message: string) => void;
interface Range {
  readonly from: number;
  readonly to: number;
}

function frontMatter(lines: readonly string[], complain: Complain) {
  const fields: Record<string, string> = {};
  const states: Record<string, string> = {};
  const end = lines[0]?.trim() === '---' ? lines.indexOf('---', 1) : -1;
  if (end < 0) {
    complain(1, 'A lesson begins with front matter: a line “---”, “title: …” and others, a line “---”.');
    return { fields, states, body: 0 };
  }
  for (let k = 1; k < end; k++) {
    const line = lines[k] ?? '';
    if (line.trim() === '') continue;
    const [, key = '', name = '', value = ''] = /^(\w+)(?:\s+([\w-]+))?\s*:\s*(.*)$/.exec(line) ?? [];
    if (key === 'state' && name !== '') {
      if (/^#?v\d+\./.test(value)) states[name] = value.startsWith('#') ? value : `#${value}`;
      else complain(k + 1, 'A state is what stands behind # in a link that “Share” makes.');
    } else if (['title', 'about', 'minutes', 'lesson'].includes(key)) fields[key] = value.trim();
    else complain(k + 1, `“${brief(line)}” is none of title, about, minutes, lesson and state NAME.`);
  }
  return { fields, states, body: end + 1 };
}

const brief = (text: string) => (text.length > 40 ? `${text.slice(0, 39)}…` : text);

/** Ranges that a heading begins, the heading with them; fences hide what looks like one. */
function sections(lines: readonly string[], from: number, mark: string, to = lines.length): Range[] {
  const starts: number[] = [];
  let fence = false;
  for (let k = from; k < to; k++) {
    if (lines[k]?.startsWith('```')) fence = !fence;
    if (!fence && lines[k]?.startsWith(mark)) starts.push(k);
  }
  return starts.map((start, i) => ({ from: start, to: starts[i + 1] ?? to }));
}

function stepOf(
  lines: readonly string[],
  at: Range,
  states: Readonly<Record<string, string>>,
  complain: Complain,
): LessonStep {
  const parts = sections(lines, at.from + 1, '### ', at.to);
  const { fields, rest } = settings(lines, at.from + 1, parts[0]?.from ?? at.to, complain);
  const main = blocks(lines, rest, parts[0]?.from ?? at.to);
  const section = (name: string) => {
    const found = parts.find(({ from }) => lines[from]?.slice(4).trim().toLowerCase() === name);
    return found === undefined ? [] : blocks(lines, found.from + 1, found.to).blocks;
  };
  for (const { from } of parts) {
    const name = lines[from]?.slice(4).trim().toLowerCase() ?? '';
    if (name !== 'answer' && name !== 'now you')
      complain(from + 1, 'A step has two parts with headings: “### Answer” and “### Now you”.');
  }
  return {
    title: lines[at.from]?.slice(3).trim() ?? '',
    start: startOf(fields, main.kernel, states, at.from + 1, complain),
    settings: changesOf(fields, at.from + 1, complain),
    ask: askOf(fields, main.choices, at.from + 1, complain),
    hint: fields.hint ?? '',
    text: main.blocks,
    answer: section('answer'),
    now: section('now you'),
    open: fields.open ?? 'read',
  };
}

const SETTINGS = [
  'state',
  'inputs',
  'options',
  'independents',
  'dependents',
  'ask',
  'question',
  'hint',
  'open',
];

/** `key: value` lines right below the heading, up to an empty line. */
function settings(lines: readonly string[], from: number, to: number, complain: Complain) {
  const fields: Record<string, string> = {};
  let k = from;
  for (; k < to && lines[k]?.trim() !== ''; k++) {
    const [, key = '', value = ''] = /^(\w+)\s*:\s*(.*)$/.exec(lines[k] ?? '') ?? [];
    if (SETTINGS.includes(key)) fields[key] = value.trim();
    else
      complain(
        k + 1,
        `“${brief(lines[k] ?? '')}” is no setting of a step (${SETTINGS.join(', ')}). Text begins after an empty line.`,
      );
  }
  return { fields, rest: k };
}

interface Kernel {
  readonly language: 'c' | 'fortran';
  readonly source: string;
}

function blocks(lines: readonly string[], from: number, to: number) {
  const found: Block[] = [];
  const choices: { text: string; right: boolean }[] = [];
  let kernel: Kernel | null = null;
  let paragraph: string[] = [];
  let items: string[] = [];
  const flush = () => {
    if (paragraph.length > 0) found.push({ kind: 'paragraph', text: paragraph.join(' ') });
    if (items.length > 0) found.push({ kind: 'list', items });
    paragraph = [];
    items = [];
  };
  for (let k = from; k < to; k++) {
    const line = lines[k] ?? '';
    const choice = /^[-*] \[([ xX])\] (.*)$/.exec(line);
    if (line.startsWith('```')) {
      flush();
      const end = Math.min(to, endOfFence(lines, k + 1));
      const text = lines.slice(k + 1, end).join('\n');
      const [, language, isKernel] = /^```(\w*)\s*(kernel)?/.exec(line) ?? [];
      if (isKernel && (language === 'c' || language === 'fortran'))
        kernel = { language, source: `${text}\n` };
      else found.push({ kind: 'code', text });
      k = end;
    } else if (line.trim() === '') flush();
    else if (choice !== null) {
      flush();
      choices.push({ text: choice[2]?.trim() ?? '', right: choice[1] !== ' ' });
    } else if (/^[-*] /.test(line)) {
      if (paragraph.length > 0) flush();
      items = [...items, line.slice(2).trim()];
    } else if (items.length > 0 && line.startsWith('  '))
      items = [...items.slice(0, -1), `${items.at(-1)} ${line.trim()}`];
    else {
      if (items.length > 0) flush();
      paragraph.push(line.trim());
    }
  }
  flush();
  return { blocks: found, choices, kernel };
}

function endOfFence(lines: readonly string[], from: number): number {
  const end = lines.findIndex((line, k) => k >= from && line.startsWith('```'));
  return end < 0 ? lines.length : end;
}

function changesOf(fields: Fields, line: number, complain: Complain): StepSettings {
  const pairs = (text: string | undefined) =>
    pairsIn(text, (part) =>
      complain(line, `“${brief(part)}” is not of the form name = value; several are separated by “;”.`),
    );
  return {
    inputs: pairs(fields.inputs),
    options: pairs(fields.options),
    independents: namesIn(fields.independents),
    dependents: namesIn(fields.dependents),
  };
}

function startOf(
  fields: Fields,
  kernel: Kernel | null,
  states: Readonly<Record<string, string>>,
  line: number,
  complain: Complain,
): StepStart {
  const { state } = fields;
  if (kernel !== null) return { kind: 'kernel', ...kernel };
  if (state === undefined || state === 'same') return { kind: 'same' };
  if (/^#?v\d+\./.test(state)) return { kind: 'link', link: state.startsWith('#') ? state : `#${state}` };
  const link = Object.hasOwn(states, state) ? states[state] : undefined;
  if (link !== undefined) return { kind: 'link', link };
  complain(line, `There is no state “${brief(state)}” in the front matter.`);
  return { kind: 'same' };
}

function askOf(
  fields: Fields,
  choices: readonly { text: string; right: boolean }[],
  line: number,
  complain: Complain,
): Ask | null {
  const { ask, question = '' } = fields;
  if (ask === undefined) {
    if (choices.length > 0) return { kind: 'choice', question, choices };
    return null;
  }
  const [what = '', ...rest] = ask.split(/\s+/);
  if (what === 'number') return { kind: 'number', question, fact: rest.join(' ') };
  if (what === 'choice') {
    if (choices.some(({ right }) => right)) return { kind: 'choice', question, choices };
    complain(line, 'A choice needs lines “- [ ] wrong” and at least one “- [x] right”.');
    return null;
  }
  if (!PREDICTED.includes(what)) {
    complain(line, `“${brief(what)}” is none of ${PREDICTED.join(', ')}, number and choice.`);
    return null;
  }
  const [, set = ''] = /^set\s+(\w+)/.exec(ask) ?? [];
  return {
    kind: 'predict',
    what,
    set,
    point: /\bafter\b/.test(ask) ? 'after' : 'before',
    line: Number(/\bline\s+(\d+)/.exec(ask)?.[1] ?? 0),
    visit: Number(/\brun\s+(\d+)/.exec(ask)?.[1] ?? 0),
  };
}
