/** Characters that editors, pages and formulas have where C has others. Each is told where it stands first. */
import type { DiagnosticSink } from '../../../base/diagnostics';
import { shortened } from '../../limitedSink';

const MEANT: ReadonlyMap<string, string> = new Map([
  ...[...'−–'].map((c): [string, string] => [c, '-']),
  ...[...'×·∗⋅'].map((c): [string, string] => [c, '*']),
  ...[...'÷∕'].map((c): [string, string] => [c, '/']),
]);

const LETTERS: ReadonlyMap<string, string> = new Map(
  (
    'α alpha,β beta,γ gamma,δ delta,ε eps,ζ zeta,η eta,θ theta,κ kappa,λ lambda,μ mu,ν nu,ξ xi,π pi,ρ rho,σ sigma,' +
    'τ tau,φ phi,χ chi,ψ psi,ω omega'
  )
    .split(',')
    .map((pair) => pair.split(' ') as [string, string]),
);

/** What a character stands for, or null. */
export function meantBy(shown: string, at: number, sink: DiagnosticSink, told: Set<string>): string | null {
  const meant = MEANT.get(shown) ?? null;
  if (meant && !told.has(shown)) {
    told.add(shown);
    const span = { start: at, end: at + shown.length };
    sink.info('pasted', `The character \`${shown}\` is read as \`${meant}\`.`, span);
  }
  return meant;
}

/** A name that C here does not have, written with letters that it has. */
export function inLetters(word: string, at: number, sink: DiagnosticSink, told: Set<string>): string {
  const text = word.replace(/\W/g, (c) => LETTERS.get(c.toLowerCase()) ?? `u${c.charCodeAt(0)}`);
  if (!told.has(word))
    sink.error(
      'stray-character',
      `The name \`${shortened(word)}\` has letters that names can’t have here.`,
      { start: at, end: at + word.length },
      `Write \`${shortened(text)}\`.`,
    );
  told.add(word);
  return text;
}

/** Characters that nobody sees, as pages have them, are blanks. */
const BLANK = /(?:[^\S\n]|[\u200b-\u200d\u2060\u00ad])+/y;

/** How many blanks stand there: mostly plain ones. */
export function blanksAt(source: string, at: number): number {
  let end = at;
  while (source.charCodeAt(end) === 32) end++;
  if (end > at) return end - at;
  BLANK.lastIndex = at;
  return BLANK.test(source) ? BLANK.lastIndex - at : 0;
}
