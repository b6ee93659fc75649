/** Statements that are rewritten, with what has to be done before them. */
import type { Node, StatementSyntax } from '../parse/syntax';

export interface Hoisting {
  /** What has to be done before the statement at hand; null where nothing can stand before. */
  before: StatementSyntax[] | null;
}

/** The statements of a list, each behind what its rewriting puts before it. */
export function withHoisted(
  s: Hoisting,
  list: readonly Node[],
  rewrite: (node: Node) => readonly Node[],
): Node[] {
  return list.flatMap((node) => {
    const outer = s.before;
    const before: StatementSyntax[] = [];
    s.before = before;
    const made = rewrite(node);
    s.before = outer;
    const all: Node[] = [...before, ...made];
    const [first] = all;
    // A jump to the statement leads to the statements put before it.
    if (node.label && first && first !== made[0])
      return [{ ...first, label: node.label }, ...all.slice(1).map((each) => ({ ...each, label: null }))];
    return all;
  });
}

/** Rewrites something before which nothing can be done: a test that is made again and again, or only sometimes. */
export function withoutHoisted<T>(s: Hoisting, make: () => T): T {
  const outer = s.before;
  s.before = null;
  const made = make();
  s.before = outer;
  return made;
}

/** How the parts of statements are rewritten. */
interface Rewriter {
  readonly value: <T>(tree: T) => T;
  /** Expressions that are evaluated repeatedly, or only sometimes. */
  readonly pure: <T>(tree: T) => T;
  readonly body: (list: readonly Node[]) => Node[];
}

/** IF, DO and SELECT CASE with their parts rewritten; null for any other statement. */
export function rewrittenConstruct(node: Node, { value, pure, body }: Rewriter): Node | null {
  switch (node.kind) {
    case 'ifBlock': {
      const arms = node.arms.map((arm, k) => ({
        ...arm,
        condition: arm.condition && (k === 0 ? value(arm.condition) : pure(arm.condition)),
        body: body(arm.body),
      }));
      return { ...node, arms };
    }
    case 'doBlock': {
      const control = node.control.kind === 'while' ? pure(node.control) : value(node.control);
      return { ...node, control, body: body(node.body) };
    }
    case 'selectBlock': {
      const selector = value(node.selector);
      return { ...node, selector, cases: node.cases.map((arm) => ({ ...arm, body: body(arm.body) })) };
    }
    default:
      return null;
  }
}
