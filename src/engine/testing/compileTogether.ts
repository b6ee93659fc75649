/** Many programs, each of which stands alone, as one that runs them one after another. */
import {
  type Built,
  type Compiled,
  compileAndRun,
  compiled,
  FLAGS,
  runProgram,
  SUFFIX,
  warnings,
} from './compilers';

/** So many are one text at most. */
const BATCH = 60;

/**
 * Of the compiler's messages about some of the programs, given by their places in the list, the lines that complain. Without a
 * complaint nothing is said of a program.
 */
export type Complaints = (messages: string, which: readonly number[]) => readonly string[];

/** Builds programs, each with its main program, and runs them. Where the compiler complains, halves of them are built apart. */
export function compileTogether(
  form: Compiled,
  programs: readonly string[],
  flags: readonly string[] = FLAGS[form],
  complaints: Complaints = (messages) => warnings(messages),
): Built[] {
  const build = (which: readonly number[]): Built[] => {
    const texts = which.map((i) => programs[i] as string);
    const [first] = texts;
    if (first === undefined) return [];
    if (texts.length === 1) {
      const { messages, output } = compileAndRun(form, first, flags);
      return [{ messages: output === null ? messages : complaints(messages, which).join('\n'), output }];
    }
    const built = buildJoined(form, texts, flags, (messages) => complaints(messages, which).length === 0);
    const half = texts.length >> 1;
    return built ?? [...build(which.slice(0, half)), ...build(which.slice(half))];
  };
  const batches = Array.from({ length: Math.ceil(programs.length / BATCH) }, (_, i) => i * BATCH);
  const all = programs.map((_, i) => i);
  return batches.flatMap((from) => build(all.slice(from, from + BATCH)));
}

/** What the compiler says of texts that need no main program. */
export function messagesAbout(form: Compiled, texts: readonly string[], flags: readonly string[]): string {
  const [first = '', ...others] = texts;
  const joined = others.length === 0 ? first : texts.map((text, i) => apart(form, text, i)).join('\n');
  const file = { [`main.${SUFFIX[form]}`]: joined };
  return compiled(form, file, [...flags, ...LONG_LINES[form], '-c'], (messages) => messages);
}

/** Null where the compiler does not make a program of them that is `good`. */
function buildJoined(
  form: Compiled,
  texts: readonly string[],
  flags: readonly string[],
  good: (messages: string) => boolean,
): Built[] | null {
  if (form === 'free' && texts.some((text) => /^.{133}/m.test(text))) return null;
  const main = form === 'c' ? cMain(texts.length) : fortranMain(texts.length);
  const text = [
    ...(form === 'c' ? [HEADERS] : []),
    ...texts.map((each, i) => apart(form, each, i)),
    main,
  ].join('\n');
  const file = { [`main.${SUFFIX[form]}`]: text };
  return compiled(form, file, [...flags, ...LONG_LINES[form]], (messages, program) =>
    program !== null && good(messages) ? runAll(program, texts.length) : null,
  );
}

/** A program can end all of them: the run goes on with the next one. */
function runAll(program: string, count: number): Built[] | null {
  const built: Built[] = [];
  while (built.length < count) {
    const { output, complaint } = runProgram(program, [String(built.length)]);
    const outputs = output.split(/^@ *\d+\n/m).slice(1);
    if (outputs.length === 0) return null;
    const last = built.length + outputs.length - 1;
    for (const own of outputs) {
      const failed = complaint !== null && built.length === last;
      built.push({ messages: failed ? complaint : '', output: failed ? null : own });
    }
  }
  return built;
}

/** Names that a whole executable knows get the program's number, and its main program becomes a routine. */
function apart(form: Compiled, text: string, i: number): string {
  return form === 'c' ? cApart(text, i) : fortranApart(form, text, i);
}

/** A unit sees its headers once, before any name of theirs could be taken for one of a program's. */
const HEADERS = ['math', 'stdio', 'stdlib', 'string', 'limits', 'stddef']
  .map((name) => `#include <${name}.h>\n`)
  .join('');

/** What is declared at the edge of the text, and enumerators. */
function cNames(text: string): string[] {
  const heads = [...text.matchAll(/^[A-Za-z_}].*$/gm)].map(([line]) =>
    line.replaceAll(/\(.*|\{[^}]*\}?|\[[^\]]*\]|=[^,;]*/g, ''),
  );
  const declared = heads.flatMap((head) =>
    [...head.matchAll(/\b([A-Za-z_]\w*)\s*(?=$|[,;])/g)].map(([, name]) => name),
  );
  const listed = [...text.matchAll(/^(?:typedef )?enum\b[^{;]*\{([^}]*)\}/gm)].flatMap(([, list = '']) =>
    [...list.matchAll(/\b([A-Za-z_]\w*)\s*(?:=[^,]*)?(?:,|$)/g)].map(([, name]) => name),
  );
  const names = new Set([...declared, ...listed].filter((name) => name !== undefined));
  for (const word of ['struct', 'union', 'enum', 'else', 'do']) names.delete(word);
  return [...names];
}

/** The preprocessor renames, so that the text stays as it is. */
function cApart(text: string, i: number): string {
  const names = cNames(text);
  const macros = [...text.matchAll(/^# *define +(\w+)/gm)].map(([, name]) => name);
  return [
    ...names.map((name) => `#define ${name} ${name}_${i}`),
    text,
    ...[...names, ...macros].map((name) => `#undef ${name}`),
  ].join('\n');
}

function cMain(count: number): string {
  const cases = Array.from(
    { length: count },
    (_, i) => `  case ${i}: puts("@ ${i}"); fflush(stdout); main_${i}(); fflush(stdout); /* fall through */`,
  );
  return `int main(int count, char **words) {
  switch (count > 1 ? atoi(words[1]) : 0) {
${cases.join('\n')}
  default: return 0;
  }
}
`;
}

const F_NAMES =
  /^ *(?:[\w(), ]*\b)?(?:(?:module|program|subroutine|function|block *data) +|common *\/ *)(\w+)/gim;

/** Lines grow with their names. */
const LONG_LINES: Record<Compiled, readonly string[]> = {
  c: [],
  free: ['-ffree-line-length-none'],
  fixed: ['-ffixed-line-length-none'],
};

function fortranApart(form: Compiled, text: string, i: number): string {
  // In fixed form, what stands beyond column 72 does not count.
  const lines = form === 'fixed' ? text.replaceAll(/^(.{72}).*$/gm, '$1') : text;
  const names = new Set([...lines.matchAll(F_NAMES)].map(([, name]) => name?.toLowerCase()));
  names.delete('procedure');
  const [, program] = /^ *program +(\w+)/im.exec(lines) ?? [];
  const called = lines
    .replaceAll(/^( *(?:end *)?)program\b/gim, '$1subroutine')
    .replaceAll(new RegExp(`\\b${program ?? 'main'}\\b`, 'gi'), 'main');
  return called.replaceAll(new RegExp(`\\b(main|${[...names].join('|')})\\b`, 'gi'), `$1_${i}`);
}

function fortranMain(count: number): string {
  const calls = Array.from({ length: count }, (_, i) => [
    `if (first <= ${i}) then`,
    `print '(a)', '@ ${i}'`,
    'flush(6)',
    `call main_${i}`,
    'flush(6)',
    'end if',
  ]);
  return [
    'program main',
    'integer :: first',
    'character(len=12) :: word',
    'call get_command_argument(1, word)',
    'read (word, *) first',
    ...calls.flat(),
    'end program',
  ]
    .map((line) => `      ${line}\n`)
    .join('');
}
