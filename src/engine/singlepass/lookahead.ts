/**
 * How far an expression extends, and which vertices open before and close after each of its tokens. The grammar's index j is
 * inherited: an operator's vertex, and so its number, comes before its first operand, which is read before the operator. This
 * requires one look ahead by precedences, in linear time.
 */
import type { Token } from './scanner';

export type Lookahead = ReturnType<typeof lookAhead>;

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

/** `variableAt`: the number of tokens of a variable at a place, 0 if there is none. */
export function lookAhead(token: (at: number) => Token, start: number, variableAt: (at: number) => number) {
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
