/** Texts for front ends under fire: a corpus, broken in the ways of bytes and of tokens. */
import type { Random } from './prng';

const ALPHABET = 'abxyi019.,;:()[]{}<>=+-*/%&|!?"\'\\#\n\t _$@~^\0é\u2028\ud83d';
const FRAGMENTS = [
  'for (;;)',
  'do while(1);',
  'if (',
  'else',
  'end if',
  'end do',
  'goto 10',
  '10 continue',
  'double',
  'real(8) ::',
  '/*',
  '*/',
  '//',
  '"',
  "'",
  '#define a a',
  '#include',
  'return',
  'call f(',
  '((((((((',
  '))))))))',
  '{{{{{{',
  '}}}}}}',
  '1e999',
  '.5d',
  '0x',
  '&\n',
  'backsweep: shape(',
  'common /blk/',
  'subroutine',
  'end',
  'implicit none',
  '**-',
  '? :',
];

/** One text out of the corpus, with one to six faults in it: in bytes, in tokens, in lines, in size. */
export function mutated(random: Random, corpus: readonly string[]): string {
  let text = random.pick(corpus);
  const faults = random.int(1, 6);
  for (let i = 0; i < faults; i++)
    text = random.weighted<() => string>([
      [4, () => byBytes(random, text)],
      [4, () => byTokens(random, text, corpus)],
      [1.5, () => byLines(random, text, corpus)],
      [0.5, () => bySize(random, text)],
    ])();
  return text.slice(0, 20_000);
}

function byBytes(random: Random, text: string): string {
  const at = random.int(0, text.length);
  const some = () => ALPHABET[random.int(0, ALPHABET.length - 1)] ?? ' ';
  return random.weighted<() => string>([
    [3, () => text.slice(0, at) + some() + text.slice(at)],
    [3, () => text.slice(0, at) + text.slice(at + random.int(1, 8))],
    [3, () => text.slice(0, at) + some() + text.slice(at + 1)],
    [1, () => text.slice(0, at)],
    [1, () => text.slice(at)],
    [0.3, () => text.slice(0, at) + some().repeat(random.int(2, 400)) + text.slice(at)],
  ])();
}

function byTokens(random: Random, text: string, corpus: readonly string[]): string {
  const tokens = tokensOf(text);
  if (tokens.length === 0) return random.pick(FRAGMENTS);
  const at = random.int(0, tokens.length - 1);
  const other = random.int(0, tokens.length - 1);
  const some = () =>
    random.chance(0.5)
      ? random.pick(FRAGMENTS)
      : (random.pick(tokensOf(random.pick(corpus)).slice(0, 400)) ?? '');
  random.weighted<() => void>([
    [3, () => void tokens.splice(at, random.int(1, 4))],
    [3, () => void tokens.splice(at, 0, some(), ' ')],
    [3, () => void tokens.splice(at, 1, some())],
    [2, () => void tokens.splice(at, 1, ...tokens.splice(other, 1, tokens[at] as string))],
    [1, () => void tokens.splice(at, 0, ...tokens.slice(other, other + random.int(1, 30)))],
    [0.3, () => void tokens.splice(at, 0, ...Array<string>(random.int(2, 300)).fill(tokens[at] as string))],
  ])();
  return tokens.join('');
}

/** Lines that are lost, moved, repeated, run together, or another text's. */
function byLines(random: Random, text: string, corpus: readonly string[]): string {
  const lines = text.split('\n');
  const others = random.pick(corpus).split('\n');
  const at = random.int(0, lines.length - 1);
  const other = random.int(0, others.length - 1);
  const some = random.int(1, 12);
  const moved = () => lines.splice(at, some);
  return random.weighted<() => string>([
    [2, () => [...lines.slice(0, at), ...others.slice(other)].join('\n')],
    [2, () => [...lines.slice(0, at), ...others.slice(other, other + some), ...lines.slice(at)].join('\n')],
    [1, () => [...moved(), ...lines].join('\n')],
    [1, () => [...lines, ...moved()].join('\n')],
    [1, () => lines.toReversed().join('\n')],
    [
      1,
      () =>
        [...lines.slice(0, at), lines.slice(at, at + some).join(' '), ...lines.slice(at + some)].join('\n'),
    ],
    [0.5, () => lines.join(random.pick(['\r\n', '\r', '\n\n', '&\n&', '\\\n', '; ', ' ']))],
  ])();
}

const PAIRS = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['"', '"'],
] as const;
const OPENING = [
  'if (a) ',
  'for (;;) ',
  'do i=1,n\n',
  'if (a) then\n',
  'x = ',
  '- ',
  '#if 1\n',
  'f(',
  'a ? b : ',
  'switch (i) {case 1:',
];

/** What is deep, long, or wrong many times over. */
function bySize(random: Random, text: string): string {
  const at = random.int(0, text.length);
  const end = random.int(at, Math.min(text.length, at + 200));
  const inside = text.slice(at, end);
  const [open, close] = random.pick(PAIRS);
  const many = random.pick([3, 40, 150, 700]);
  return random.weighted<() => string>([
    [2, () => text.slice(0, at) + open.repeat(many) + inside + close.repeat(many) + text.slice(end)],
    [2, () => text.slice(0, at) + random.pick(OPENING).repeat(many) + text.slice(at)],
    [1, () => text.slice(0, at) + inside.repeat(many) + text.slice(at)],
    [
      1,
      () =>
        text.replaceAll(
          random.pick([',', ';', '(', ')', '=', '\n', ' ', '*']),
          random.pick(['', ',', '(', '@', '\n', 'x']),
        ),
    ],
  ])();
}

function tokensOf(text: string): string[] {
  return text.match(/[A-Za-z_]\w*|\d[\w.]*|\s+|[^\w\s]/g) ?? [];
}
