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

/** One text out of the corpus, with one to six faults in it. */
export function mutated(random: Random, corpus: readonly string[]): string {
  let text = random.pick(corpus);
  const faults = random.int(1, 6);
  for (let i = 0; i < faults; i++)
    text = random.chance(0.5) ? byBytes(random, text) : byTokens(random, text, corpus);
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

function tokensOf(text: string): string[] {
  return text.match(/[A-Za-z_]\w*|\d[\w.]*|\s+|[^\w\s]/g) ?? [];
}
