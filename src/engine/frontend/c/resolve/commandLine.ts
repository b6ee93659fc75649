/**
 * Words that a program is started with. `atoi(argv[1])` and `atof(argv[2])` are its inputs, `atoi(1)` and `atof(2)` from here on.
 * There are as many as it asks for: what tests for fewer, and says how the program is called, is left out.
 */
import { mapped } from '../../mapped';
import { integer, withParameters } from '../parse/build';
import { constantSize } from '../parse/constants';
import type * as S from '../parse/syntax';
import { formalsOf } from '../parse/syntax';
import { calleeOf, someExpr, truthOf } from '../parse/walk';
import { CONVERTING } from './library';
import { declarationsIn, namesWrittenIn, partsIn } from './survey';

export function withoutCommandLine(file: S.SourceFile): S.SourceFile {
  // A text may make numbers of words itself.
  const isOwn = (item: S.SourceFile['items'][number]): boolean =>
    item.kind === 'function' && CONVERTING.has(item.declarator.name);
  if (file.items.some(isOwn)) return file;
  const items = file.items.map((item) =>
    item.kind === 'function' && item.declarator.name === 'main' ? started(item) : item,
  );
  return { ...file, items };
}

function started(item: S.FunctionDefinition): S.FunctionDefinition {
  const [count, words] = formalsOf(item).map(({ declarator }) => declarator.name);
  const isAnother = (name: string | undefined): boolean =>
    namesWrittenIn([item.body]).has(name ?? '') ||
    declarationsIn(item.body).some((each) => each.name === name);
  if (!count || !words || isAnother(count) || isAnother(words)) return item;
  const asked = partsIn(item.body).map((part) => Number(wordOf(part, words)?.text ?? 0));
  const total = 1 + Math.max(0, ...asked);
  const counts = new WeakSet<S.Expr>();
  const isOfCount = (e: S.Expr): boolean => someExpr(e, (part) => counts.has(part));
  const body = mapped(item.body, (node: S.Expr | S.Statement): object => {
    if (node.kind === 'name' && node.name === count) {
      const made = integer(total, node.span);
      counts.add(made);
      return made;
    }
    if (node.kind === 'if' || node.kind === 'conditional')
      return isOfCount(node.condition) ? chosen(node) : node;
    const word = node.kind === 'call' ? wordOf(node, words) : null;
    return word ? { ...node, args: [word] } : node;
  });
  const isAsked = partsIn(body).some((part) => part.kind === 'name' && part.name === words);
  return { ...item, body, declarator: isAsked ? item.declarator : withParameters(item.declarator, () => []) };
}

/** What a test that is decided chooses. */
function chosen(e: S.IfStatement | S.Conditional): S.Expr | S.Statement {
  const holds = truthOf(e.condition, truth);
  if (holds === null) return e;
  if (e.kind === 'conditional') return holds ? e.whenTrue : e.whenFalse;
  return (holds ? e.then : e.else) ?? { kind: 'empty', span: e.span };
}

/** Of `atoi(argv[1])`, 1. */
function wordOf(e: S.Expr, words: string): S.NumberLiteral | null {
  const [from] = e.kind === 'call' && CONVERTING.has(calleeOf(e)) ? e.args : [];
  if (from?.kind !== 'subscript' || from.base.kind !== 'name' || from.base.name !== words) return null;
  return from.index.kind === 'number' ? from.index : null;
}

/** Of one comparison of numbers that are written there; null of others. */
function truth(e: S.Expr): boolean | null {
  const value = constantSize(e);
  if (value !== null) return value !== 0;
  if (e.kind !== 'binary') return null;
  const [left, right] = [constantSize(e.left), constantSize(e.right)];
  return left === null || right === null ? null : (COMPARED[e.op]?.(left, right) ?? null);
}

const COMPARED: Readonly<Partial<Record<S.BinaryOperation['op'], (x: number, y: number) => boolean>>> = {
  '<': (x, y) => x < y,
  '<=': (x, y) => x <= y,
  '>': (x, y) => x > y,
  '>=': (x, y) => x >= y,
  '==': (x, y) => x === y,
  '!=': (x, y) => x !== y,
};
