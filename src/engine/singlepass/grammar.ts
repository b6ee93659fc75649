/**
 * The attribute grammar of [SPG] 3 as data: productions with their semantic rules, run as they are written. Terms are texts,
 * numbers, attributes of the production's symbols, and
 *
 *   V C F O          the text of a token; in P10, e1 and e2 are the texts of two expressions
 *   d(e1)            the adjoint of an operand: by the table of elementary functions, or by the operator
 *   j++              the global counter by which [SPG] 4 replaces the inherited j
 *   dispatch(s.cb)   the chain of tests that picks the backward code of an assignment
 *
 * Lines that begin with 3 or 4 are those of [SPG] 3, where the root of a code list has number 0, or of [SPG] 4. Beside the
 * paper's productions: unary minus (P6a), all comparisons, and a `return` at the end of a function (P3a).
 */
import { invariant } from '../base/assert';
import { dictionary } from '../base/lookup';
import type { Attributes, Numbering, Production, SemanticRule } from '../pipeline/results';
import { functions } from './functions';

const ASSIGNMENT = `
3 e.j = 0
4 counter.j = 0
  e.k = a.k
3 a.cf = e.cf + "push_c(" + a.k + ");push_v(" + V + ");" + V + "=v" + e.j + ";"
4 a.cf = "push_c(" + a.k + ");" + e.cf + "push_v(" + V + ");" + V + "=v" + e.j + ";"
  a.cb = "pop_v(" + V + ");v" + e.j + "_=" + V + "_;" + V + "_=0;" + e.cb`;

const leaf = (id: string, x: string, adjoint: string) => `
${id} e : ${x}
4 e.j = j++
  e.n = 1
  e.cf = "push_v(v" + e.j + ");v" + e.j + "=" + ${x} + ";"
  e.cb = "pop_v(v" + e.j + ");"${adjoint}`;

const unary = (production: string, value: string, adjoint: string) => `
${production}
3 e1.j = e.j + 1
  e1.k = e.k
4 e.j = j++
  e.n = e1.n + 1
  e.cf = e1.cf + "push_v(v" + e.j + ");v" + e.j + "=" + ${value} + ";"
  e.cb = "pop_v(v" + e.j + ");v" + e1.j + "_=" + ${adjoint} + ";" + e1.cb`;

const sequence = (id: string, x: string, k: string) => `
P1${id} s : ${x}
  ${x}.k = ${k}
  s.k = ${x}.k
  s.cf = ${x}.cf
  s.cb = ${x}.cb
P2${id} s : ${x} s1
  ${x}.k = ${k}
  s1.k = ${x}.k
  s.k = s1.k
  s.cf = ${x}.cf + s1.cf
  s.cb = ${x}.cb + s1.cb`;

const controlled = (id: string, x: string, word: string) => `
${id} ${x} : ${word.toUpperCase()} ( r ) { s }
  s.k = ${x}.k
  ${x}.k = s.k
  ${x}.cf = "${word}(" + r.cf + "){" + s.cf + "}"
  ${x}.cb = s.cb`;

const GRAMMAR = `
P0 code : s
  s.k = 0
  code.cf = s.cf + "while(pop_c(i)){" + dispatch(s.cb) + "}"
${sequence('', 'a', 's.k + 1')}${sequence('a', 'b', 's.k')}${sequence('b', 'l', 's.k')}
P3 a : V = e ;${ASSIGNMENT}
P3a a : RETURN e ;${ASSIGNMENT}${leaf('P4', 'V', ' + V + "_+=v" + e.j + "_;"')}${leaf('P5', 'C', '')}
${unary('P6 e : F ( e1 )', 'F + "(v" + e1.j + ")"', 'd(e1)')}${unary('P6a e : - e1', '"-v" + e1.j', '"-v" + e.j + "_"')}
P7 e : e1 O e2
3 e1.j = e.j + 1
  e1.k = e.k
3 e2.j = e.j + e1.n + 1
  e2.k = e.k
4 e.j = j++
  e.n = e1.n + e2.n + 1
  e.cf = e1.cf + e2.cf + "push_v(v" + e.j + ");v" + e.j + "=v" + e1.j + O + "v" + e2.j + ";"
  e.cb = "pop_v(v" + e.j + ");v" + e1.j + "_=" + d(e1) + ";v" + e2.j + "_=" + d(e2) + ";" + e2.cb + e1.cb
${controlled('P8', 'b', 'if')}${controlled('P9', 'l', 'while')}
P10 r : e1 O e2
  r.cf = e1 + O + e2`;

export function grammarOf(numbering: Numbering): Production[] {
  const other = numbering === 'grammar' ? '4' : '3';
  const productions: Production[] = [];
  for (const line of GRAMMAR.split('\n')) {
    const [, id, text] = /^(P\w+) (.*)/.exec(line) ?? [];
    if (id && text) productions.push({ id, text, rules: [] });
    const [, of, attribute, value] = /^. (\w+)\.(\w+) = (.*)/.exec(line) ?? [];
    if (of && value && !line.startsWith(other))
      productions.at(-1)?.rules.push({ of, attribute: attribute as keyof Attributes, text: value });
  }
  return productions;
}

// ------------------------------------------------------------------------------------------------------ evaluation

export type Value = number | string | string[];

/** What a term stands for: an attribute of a symbol, the text of a token, the counter. */
export type Meaning = (name: string, attribute?: keyof Attributes) => Value;

const compiled = new Map<string, readonly ((meaning: Meaning) => Value)[]>();

/** Numbers are added, texts joined. */
export function evaluate({ text, attribute }: SemanticRule, meaning: Meaning): Value {
  const terms = compiled.get(text) ?? text.split(' + ').map(termOf);
  compiled.set(text, terms);
  const [first, ...more] = terms.map((term) => term(meaning));
  if (more.length === 0) return first ?? '';
  if (/[jnk]/.test(attribute)) return more.reduce<number>((sum, x) => sum + Number(x), Number(first));
  return more.reduce<string>((whole, x) => whole + String(x), String(first));
}

function termOf(text: string): (meaning: Meaning) => Value {
  if (text.startsWith('"')) return () => text.slice(1, -1);
  if (/^\d+$/.test(text)) return () => Number(text);
  if (text === 'dispatch(s.cb)') return (meaning) => dispatch([meaning('s', 'cb')].flat().map(String));
  const [, operand] = /^d\(e([12])\)$/.exec(text) ?? [];
  if (operand) return (meaning) => adjointOf(Number(operand), meaning);
  const [, symbol, attribute] = /^(\w+)\.(j|n|k|cf|cb)$/.exec(text) ?? [];
  if (symbol) return (meaning) => meaning(symbol, attribute as keyof Attributes);
  invariant(/^(V|C|F|O|e1|e2|j\+\+)$/.test(text), `no term ${text}`);
  return (meaning) => meaning(text);
}

/** A chain of `else if`, cut in pieces where compilers find it too deep: the number is not changed by any of them. */
function dispatch(backward: readonly string[]): string {
  return backward.map((text, i) => `${i % 100 === 0 ? '' : 'else '}if(i==${i + 1}){${text}}`).join('');
}

/** The adjoints of both operands: A is the adjoint of the result, L and R are the operands. */
const OPERATORS = dictionary({ '+': 'A A', '-': 'A -A', '*': 'A*R A*L', '/': 'A/R -A*L/(R*R)' });

function adjointOf(operand: number, meaning: Meaning): string {
  const v = (symbol: string) => `v${String(meaning(symbol, 'j'))}`;
  const token = String(meaning('O'));
  const partial = functions().get(token);
  if (partial !== undefined) return partial ? `${partial.replaceAll('@', v('e1'))}*${v('e')}_` : '0';
  const text = OPERATORS[token]?.split(' ')[operand - 1] ?? '';
  return text.replace(/[ALR]/g, (x) => (x === 'A' ? `${v('e')}_` : v(x === 'L' ? 'e1' : 'e2')));
}
