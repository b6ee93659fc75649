/** The parser: recursive descent over statements, with attributes evaluated on the way. */
import type { ParseVertex } from '../pipeline/results';
import { emitted } from './complete';
import { type Open, open, type Pass, reduce, refuse, shift, token } from './pass';
import { type Token, tokenAt } from './scanner';

/** About as deep as the main engine reads. */
const NESTING = 100;
const STATEMENTS = 'P1 P1a P1b';

/** Reads the whole text; false after a refusal, with everything seen before it kept. */
export function readCode(p: Pass): boolean {
  const code = open(p, 'code', 'P0');
  const isRead = readHead(p, code.vertex) && readDeclarations(p, code.vertex) && readSequence(p, code, 0);
  if (!isRead || (p.routine && !expect(p, '}', code.vertex))) return false;
  if (token(p).kind !== 'end') return refuse(p, p.routine ? 'end' : STATEMENTS);
  return reduce(p, code) === code.vertex;
}

/** The next token if it is one of these; otherwise refuses. */
function expect(p: Pass, texts: string, vertex: ParseVertex): string | false {
  return texts.split(' ').includes(token(p).text) ? shift(p, vertex) : refuse(p, texts);
}

/** `void f(double x, double *y) {`, or nothing. */
function readHead(p: Pass, code: ParseVertex): boolean {
  const [type, name, parenthesis] = [token(p).text, token(p, 1).kind, token(p, 2).text];
  if ((type !== 'void' && type !== 'double') || name === 'other' || parenthesis !== '(') return true;
  shift(p, code);
  p.routine = { name: shift(p, code), returns: type === 'double' };
  shift(p, code);
  while (token(p).text !== ')') {
    if (token(p).text === 'const') shift(p, code);
    if (!expect(p, 'double', code)) return false;
    const isPointer = token(p).text === '*' && shift(p, code) === '*';
    if (token(p).kind !== 'V') return refuse(p, 'V');
    p.parameters.set(shift(p, code), isPointer);
    if (token(p).text !== ')' && !expect(p, ',', code)) return false;
  }
  shift(p, code);
  return expect(p, '{', code) !== false;
}

/** Skips `double a, b;`. */
function readDeclarations(p: Pass, vertex: ParseVertex): boolean {
  while (token(p).text === 'double') {
    do {
      shift(p, vertex);
      if (token(p).kind !== 'V') return refuse(p, 'V');
      p.declared.add(shift(p, vertex));
    } while (token(p).text === ',');
    if (!expect(p, ';', vertex)) return false;
  }
  return true;
}

/** A sequence is one vertex: P2's rules for the rest s1 are applied statement by statement, with k handed on and texts that grow. */
function readSequence(p: Pass, parent: Open, depth: number): boolean {
  const s = open(p, 's', `P1${statementAt(p)?.letter ?? ''}`, parent);
  const known = { k: Number(s.vertex.attributes.k), cf: '', cb: [] as string[] };
  if (depth > NESTING) return refuse(p, STATEMENTS, `This is nested more than ${NESTING} levels deep.`);
  do {
    const found = statementAt(p);
    if (!found) return refuse(p, STATEMENTS, hint(p));
    if (s.vertex.children.length > 0) s.vertex.production = s.vertex.production.replace('P1', 'P2');
    const rest: ParseVertex = { ...s.vertex, attributes: { k: known.k } };
    const production = p.grammar.get(`P1${found.letter}`) ?? s.production;
    const o = open(p, found.symbol, found.production, { ...s, production, symbols: { s: rest } });
    if (!(found.symbol === 'a' ? readAssignment(p, o, depth) : readControlled(p, o, depth))) return false;
    const { k, cf, cb } = reduce(p, o).attributes;
    known.k = Number(k);
    known.cf += cf ?? '';
    for (const text of [cb ?? []].flat()) known.cb.push(text);
    if (!readDeclarations(p, s.vertex)) return false;
  } while (token(p).kind !== 'end' && token(p).text !== '}');
  reduce(p, s, known);
  return true;
}

/** The symbol and production of the next statement, by its first token, and the letter of the production of s. */
function statementAt(p: Pass) {
  const { text } = token(p);
  if (text === 'if') return { symbol: 'b', production: 'P8', letter: 'a' } as const;
  if (text === 'while') return { symbol: 'l', production: 'P9', letter: 'b' } as const;
  if (text === 'return' && p.routine?.returns) return { symbol: 'a', production: 'P3a', letter: '' } as const;
  return variableAt(p, p.next) > 0 ? ({ symbol: 'a', production: 'P3', letter: '' } as const) : null;
}

function readAssignment(p: Pass, a: Open, depth: number): boolean {
  const isReturn = a.production.id === 'P3a';
  if (isReturn && depth > 0) return refuse(p, STATEMENTS, 'A function returns at its end.');
  if (isReturn) shift(p, a.vertex);
  a.texts.token = isReturn ? emitted(p.routine?.name ?? '') : shiftVariable(p, a.vertex);
  if (!isReturn && !expect(p, '=', a.vertex)) return false;
  if (!readExpression(p, a) || !expect(p, ';', a.vertex)) return false;
  return !isReturn || token(p).text === '}' || refuse(p, '}', 'A function returns at its end.');
}

function readControlled(p: Pass, o: Open, depth: number): boolean {
  shift(p, o.vertex);
  if (!expect(p, '(', o.vertex) || !readTest(p, o) || !expect(p, ')', o.vertex)) return false;
  if (!expect(p, '{', o.vertex) || !readSequence(p, o, depth + 1)) return false;
  return expect(p, '}', o.vertex) !== false;
}

/** Reads a test. It has no adjoint: the text of its expressions is copied. */
function readTest(p: Pass, parent: Open): boolean {
  const r = open(p, 'r', 'P10', parent);
  const read = (as: string): boolean => {
    let text = '';
    const seen = look(p);
    while (!isRefused(p, seen)) {
      r.texts[as] = text;
      if (p.next === seen.at) return true;
      const piece = variableAt(p, p.next) > 0 ? shiftVariable(p, r.vertex) : shift(p, r.vertex);
      text += text.endsWith('-') && piece === '-' ? ' -' : piece;
    }
    return false;
  };
  if (!read('e1')) return false;
  const comparison = expect(p, '< > <= >= == !=', r.vertex);
  if (comparison === false || !read('e2')) return false;
  r.texts.token = comparison;
  return reduce(p, r) === r.vertex;
}

/** Opens vertices before each token, shifts it, and closes vertices after it, as the look ahead says: no depth of nesting is too deep. */
function readExpression(p: Pass, assignment: Open): boolean {
  const seen = look(p);
  const stack: Open[] = [];
  for (;;) {
    for (const { production, token: at } of (seen.opens.get(p.next) ?? []).toReversed()) {
      const parent = stack.at(-1);
      const o = open(
        p,
        'e',
        production,
        parent ?? assignment,
        parent && `e${parent.vertex.children.length + 1}`,
      );
      o.texts.token = tokenAt(p.source, p.tokens, at).text;
      stack.push(o);
    }
    if (isRefused(p, seen)) return false;
    if (p.next === seen.at) return true;
    const top = stack.at(-1) ?? assignment;
    if (variableAt(p, p.next) > 0) top.texts.token = shiftVariable(p, top.vertex);
    else shift(p, top.vertex);
    for (let n = seen.closes.get(p.next - 1) ?? 0; n > 0; n--) reduce(p, stack.pop() ?? assignment);
  }
}

function look(p: Pass): Lookahead {
  return lookAhead(
    (at) => tokenAt(p.source, p.tokens, at),
    p.next,
    (at) => variableAt(p, at),
  );
}

/** The number of tokens of the variable there: 1, or 2 with the star of a pointer; 0 if there is none. */
function variableAt(p: Pass, at: number): number {
  const { kind, text } = tokenAt(p.source, p.tokens, at);
  if (kind === 'V') return p.parameters.get(text) ? 0 : 1;
  return text === '*' && p.parameters.get(tokenAt(p.source, p.tokens, at + 1).text) ? 2 : 0;
}

function shiftVariable(p: Pass, vertex: ParseVertex): string {
  if (token(p).text === '*') shift(p, vertex);
  p.used.add(token(p).text);
  return emitted(shift(p, vertex));
}

function isRefused(p: Pass, { problem }: Lookahead): boolean {
  return problem?.at === p.next && !refuse(p, problem.expected, hint(p));
}

function hint(p: Pass): string {
  const { kind, text } = token(p);
  if (text === '/') return 'C divides whole numbers as integers: write `1.0/2`.';
  if (text === 'else') return 'Write another `if`, with the opposite test.';
  return kind === 'V' && p.parameters.get(text) ? `\`${text}\` is a pointer: write \`*${text}\`.` : '';
}

type Lookahead = ReturnType<typeof lookAhead>;

/** The start of an operand, and whether C takes it for an integer. */
type Operand = { readonly start: number; readonly whole: boolean } | null;

/** Of a binary operator, the left operand; without precedence: what the next parenthesis closes. */
type Operator = {
  readonly at: number;
  readonly text: string;
  readonly precedence: number;
  readonly left: Operand;
};

const PRECEDENCE: ReadonlyMap<string, number> = new Map(Object.entries({ '+': 1, '-': 1, '*': 2, '/': 2 }));

/**
 * How far an expression extends, and which vertices open before and close after each of its tokens. The grammar's index j is
 * inherited: an operator's vertex, and so its number, comes before its first operand, which is read before the operator. This
 * requires one look ahead by precedences, in linear time. `variableAt`: the number of tokens of a variable at a place, 0 if
 * there is none.
 */
function lookAhead(token: (at: number) => Token, start: number, variableAt: (at: number) => number) {
  /** By first token, the innermost vertex first: its production, and the token of its function or operator. */
  const opens = new Map<number, { readonly production: string; readonly token: number }[]>();
  const closes = new Map<number, number>();
  const operators: Operator[] = [];
  let at = start;
  let groups = 0;
  let operand = null as Operand;
  let problem = null as { readonly at: number; readonly expected: string } | null;
  const open = (first: number, production: string, by = at) => {
    const opened = opens.get(first) ?? [];
    opened.push({ production, token: by });
    opens.set(first, opened);
  };
  // A vertex that lacks an operand is never closed.
  const close = () => problem ?? closes.set(at - 1, (closes.get(at - 1) ?? 0) + 1);
  const closeDownTo = (precedence: number) => {
    for (let o = operators.at(-1); o && o.precedence >= precedence; o = operators.at(-1)) {
      operators.pop();
      const whole = operand?.whole === true && o.left?.whole !== false;
      operand = { start: o.left?.start ?? o.at, whole };
      close();
      if (o.left) open(o.left.start, 'P7', o.at);
      // C divides integers without a fraction; a later problem is not reached.
      if (whole && o.text === '/' && !(problem && problem.at < o.at)) problem = { at: o.at, expected: 'P7' };
    }
  };
  const readLeaf = (length: number, { kind, text }: Token) => {
    open(at, kind === 'C' ? 'P5' : 'P4');
    operand = { start: at, whole: /^\d+$/.test(text) };
    at += length;
    close();
  };
  /** Reads the tokens before an operand: signs, parentheses, functions with their parentheses. */
  const readPrefix = ({ kind, text }: Token) => {
    if (text !== '(') open(at, kind === 'F' ? 'P6' : 'P6a');
    if (text !== '-') groups++;
    operators.push({ at, text, precedence: text === '-' ? 3 : 0, left: null });
    at += kind === 'F' ? 2 : 1;
  };
  const readOperand = (next: Token): boolean => {
    const length = next.kind === 'C' ? 1 : variableAt(at);
    if (length > 0) readLeaf(length, next);
    else if (next.text === '-' || next.text === '(' || next.kind === 'F') readPrefix(next);
    else problem ??= { at, expected: 'P4 P5 P6 P6a' };
    return problem?.at !== at;
  };
  const readOperator = ({ text }: Token): boolean => {
    const precedence = PRECEDENCE.get(text);
    if (precedence === undefined && (text !== ')' || groups === 0)) return false;
    closeDownTo(precedence ?? 1);
    const group = precedence === undefined ? operators.pop() : null;
    if (!group) operators.push({ at, text, precedence: precedence ?? 1, left: operand });
    operand = group ? { start: group.at, whole: group.text === '(' && operand?.whole === true } : null;
    at++;
    if (group) groups--;
    if (group && group.text !== '(') close();
    return true;
  };
  while (operand ? readOperator(token(at)) : readOperand(token(at)));
  closeDownTo(1);
  if (groups > 0) problem ??= { at, expected: ')' };
  while (operators.pop()) closeDownTo(1);
  return { at, opens, closes, problem };
}
