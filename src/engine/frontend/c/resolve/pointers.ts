import { onceEach } from '../../../base/once';
import { type Form, formOf } from '../lower/declarations/shapes';
import type * as S from '../parse/syntax';
import { isNull, operands } from '../parse/walk';
import { expressionsIn, partsIn, testsIn } from './survey';

/**
 * Pointers to one value. A parameter `double *x` that its function only ever reads and writes as `*x`, or hands on to
 * such a parameter, is a scalar by reference: an assignment to it overwrites all of it, which the analyses can use. So is
 * one that nothing touches, where it is called with the address of one value. Every other pointer is an array whose
 * extent the text does not tell.
 */
export type ScalarPointers = ReadonlySet<string>;

/** What `ScalarPointers` holds: the function and the position of the parameter. */
export function pointerKey(fn: string, position: number): string {
  return `${position} ${fn}`;
}

/** Parameters of which all that they are handed on to are among them, too. */
export function handedOnly(handed: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set(handed.keys());
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const [key, to] of handed) if (!to.every((each) => found.has(each))) found.delete(key);
  }
  return found;
}

interface Defined {
  readonly name: string;
  readonly parameters: readonly S.Parameter[];
  readonly body: S.BlockStatement | null;
}

export function scalarPointers(functions: readonly Defined[]): ScalarPointers {
  const handed = new Map<string, readonly string[]>();
  const idle = new Set<string>();
  const given = new Set<string>();
  for (const fn of functions)
    for (const [key, use] of candidateUses(fn, given)) {
      if (use?.other) continue;
      handed.set(key, use?.handedTo ?? []);
      if (!use) idle.add(key);
    }
  const scalars = handedOnly(handed);
  for (const key of scalars) for (const to of handed.get(key) ?? []) given.add(to);
  for (const key of idle) if (!given.has(key)) scalars.delete(key);
  return scalars;
}

/** What happens to each parameter that may be one value; undefined where it is not mentioned. */
function candidateUses(fn: Defined, given: Set<string>): (readonly [key: string, use: Use | undefined])[] {
  const candidates = candidatesOf(fn);
  if (!fn.body || candidates.size === 0) return [];
  const uses = usesOf(fn, fn.body, candidates, given);
  return [...candidates].map(([name, position]) => [pointerKey(fn.name, position), uses.get(name)]);
}

function candidatesOf(fn: Defined): Map<string, number> {
  const candidates = new Map<string, number>();
  fn.parameters.forEach(({ declarator }, position) => {
    const form: Form = formOf(declarator);
    if (form.kind === 'pointer' && form.sizes.length === 1) candidates.set(declarator.name, position);
  });
  return candidates;
}

interface Use {
  readonly handedTo: string[];
  other: boolean;
}

/** In the body, and in the sizes of other parameters. Adds to `given` which parameters get the address of one value. */
function usesOf(
  { parameters }: Defined,
  body: S.BlockStatement,
  candidates: ReadonlyMap<string, number>,
  given: Set<string>,
): Map<string, Use> {
  const uses = new Map<string, Use>();
  const recordOf = (name: string): Use => {
    const use = uses.get(name) ?? { handedTo: [], other: false };
    uses.set(name, use);
    return use;
  };
  const isCandidate = (e: S.Expr): e is S.Name => e.kind === 'name' && candidates.has(e.name);
  const expression = (e: S.Expr): void => {
    if (e.kind === 'unary' && e.op === '*' && isCandidate(e.operand)) recordOf(e.operand.name);
    else if (e.kind === 'cast' && e.type === 'void' && isCandidate(e.operand)) return;
    else if (e.kind === 'call' && e.callee.kind === 'name') {
      const { name } = e.callee;
      e.args.forEach((arg, position) => {
        const to = pointerKey(name, position);
        if (isCandidate(arg)) recordOf(arg.name).handedTo.push(to);
        else expression(arg);
        if (arg.kind === 'unary' && arg.op === '&') given.add(to);
      });
    } else if (isCandidate(e)) recordOf(e.name).other = true;
    else for (const part of operands(e)) expression(part);
  };
  for (const { declarator } of parameters) {
    const form = formOf(declarator);
    if ('sizes' in form) for (const size of form.sizes) if (size) expression(size);
  }
  expressionsIn(body).forEach(expression);
  return uses;
}

/** Parameters whose arrays are only read, as keys of `pointerKey`. */
export function onlyReadPointers(functions: readonly Defined[]): ReadonlySet<string> {
  const found = new Map<string, readonly string[]>();
  for (const { name, parameters, body } of functions)
    parameters.forEach(({ declarator }, position) => {
      const isPointer = declarator.derivations.length === 1 && declarator.derivations[0]?.kind !== 'function';
      const handed = body && isPointer ? handedOn(body)(declarator.name) : null;
      if (handed) found.set(pointerKey(name, position), handed);
    });
  return handedOnly(found);
}

/** The parameters that a name is handed on to; null where something other than reading its elements happens to it. */
const handedOn = onceEach((body: S.BlockStatement): ((name: string) => readonly string[] | null) => {
  const handed = new Map<string, string[]>();
  /** Mentions other than reads and arguments. */
  const others = new Map<string, number>();
  const count = (e: S.Expr | null, by: number): void => {
    if (e?.kind === 'name') others.set(e.name, (others.get(e.name) ?? 0) + by);
  };
  for (const test of testsIn(body)) count(test, -1);
  for (const e of partsIn(body)) {
    count(e, 1);
    count(arrayOf(e), -1);
    for (const part of comparedIn(e)) count(part, -1);
    if (e.kind === 'assign') count(arrayOf(e.target), 1);
    if (e.kind === 'update' || (e.kind === 'unary' && e.op === '&')) count(arrayOf(e.operand), 1);
    if (e.kind !== 'call' || e.callee.kind !== 'name') continue;
    for (const [position, arg] of e.args.entries()) {
      count(arg, -1);
      if (arg.kind === 'name')
        handed.set(arg.name, [...(handed.get(arg.name) ?? []), pointerKey(e.callee.name, position)]);
    }
  }
  return (name) => (others.get(name) ? null : (handed.get(name) ?? []));
});

/** What is only asked whether it is there: `!p`, `p && …`, `p == NULL`. */
function comparedIn(e: S.Expr): S.Expr[] {
  if (e.kind === 'unary') return e.op === '!' ? [e.operand] : [];
  if (e.kind === 'conditional') return [e.condition];
  if (e.kind !== 'binary') return [];
  if (e.op === '&&' || e.op === '||') return [e.left, e.right];
  const isEquation = e.op === '==' || e.op === '!=';
  return isEquation && (isNull(e.left) || isNull(e.right)) ? [e.left, e.right] : [];
}

/** `p` of `*p` and `p[i]`. */
function arrayOf(e: S.Expr): S.Expr | null {
  if (e.kind === 'unary') return e.op === '*' ? e.operand : null;
  return e.kind === 'subscript' ? e.base : null;
}
