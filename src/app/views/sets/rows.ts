import type {
  AnalysisResult,
  Differentiation,
  SetsAtStatement,
  StatementInfo,
  Vertex,
} from '../../../engine/pipeline/results';

/** The table of sets as data: which rows there are, and what is said of each member. */
export type SetsRow =
  | { readonly kind: 'block'; readonly id: string; readonly vertex: Vertex }
  | { readonly kind: 'statement'; readonly id: string; readonly statement: StatementInfo };

/**
 * Blocks in the papers' numbering, each followed by its statements; what control never reaches comes last. A block of one
 * statement has that statement's sets, and no row of its own.
 */
export function rowsOf(result: Differentiation): SetsRow[] {
  const byVertex = new Map<string, StatementInfo[]>();
  const rest: StatementInfo[] = [];
  for (const each of result.statements) {
    const list = each.vertex === null ? rest : (byVertex.get(each.vertex) ?? []);
    list.push(each);
    if (each.vertex !== null) byVertex.set(each.vertex, list);
  }
  const asRow = (statement: StatementInfo): SetsRow => ({ kind: 'statement', id: statement.id, statement });
  const blocks = [...result.graphs.original.vertices].sort((a, b) => a.number - b.number);
  return [
    ...blocks.flatMap((vertex): SetsRow[] => {
      const statements = byVertex.get(vertex.id) ?? [];
      const block: SetsRow = { kind: 'block', id: vertex.id, vertex };
      return [...(statements.length === 1 ? [] : [block]), ...statements.map(asRow)];
    }),
    ...rest.map(asRow),
  ];
}

/**
 * Where a member comes from: `gen` the statement adds it, `carried` it comes out because something else arrived, `kill` it
 * arrived and goes no further, `flow` it arrived and passes by.
 */
export type Mark = 'flow' | 'gen' | 'carried' | 'kill';
export interface Member {
  readonly location: string;
  readonly mark: Mark;
}
export type Point = 'before' | 'after';

export function membersAt(
  sets: SetsAtStatement,
  point: Point,
  direction: AnalysisResult['direction'],
): Member[] {
  const comesOut = point === (direction === 'forward' ? 'after' : 'before');
  return sets[point].map((location) => ({ location, mark: markOf(sets, location, comesOut) }));
}

function markOf({ gen, carried, kill }: SetsAtStatement, location: string, comesOut: boolean): Mark {
  if (!comesOut) return kill.includes(location) ? 'kill' : 'flow';
  if (gen.includes(location)) return 'gen';
  return carried.includes(location) ? 'carried' : 'flow';
}

/** Nothing happens here: one set says it all. */
export function isQuiet({ before, after, gen, kill, carried }: SetsAtStatement): boolean {
  return gen.length + kill.length + carried.length === 0 && before.join() === after.join();
}

/** What a cell shows of a set: all of it, or what changes there and how many others there are. */
export function seenMembers(
  sets: SetsAtStatement,
  point: Point,
  direction: AnalysisResult['direction'],
  onlyChanges: boolean,
): { readonly members: readonly Member[]; readonly more: number } {
  const all = membersAt(sets, point, direction);
  if (!onlyChanges || all.length <= FEW) return { members: all, more: 0 };
  const members = all.filter(({ mark }) => mark !== 'flow');
  return { members, more: all.length - members.length };
}
/** A set of so many members is quicker read than unfolded. */
const FEW = 4;

export const MARKS: Record<Mark, { readonly sign: string; readonly word: string; readonly blurb: string }> = {
  gen: { sign: '+', word: 'generated', blurb: 'The statement itself adds it, whatever arrives.' },
  carried: { sign: '↪', word: 'carried', blurb: 'It comes out because something else in the set arrived.' },
  kill: { sign: '✕', word: 'killed', blurb: 'It arrived, and goes no further.' },
  flow: { sign: '', word: 'flowed in', blurb: 'It arrived, and passes by.' },
};

const KINDS: Record<Vertex['kind'], string> = {
  ENTRY: 'entry',
  EXIT: 'exit',
  BASICBLOCK: 'block',
  LOOP: 'loop',
  ENDLOOP: 'end of loop',
  BRANCH: 'branch',
  ENDBRANCH: 'end of branch',
  FORLOOP: 'counted loop',
  POSTLOOP: 'loop tested at its end',
  JOIN: 'join',
  DISPATCH: 'dispatch',
};
export const blockName = ({ kind, number }: Vertex): string => `${KINDS[kind]} ${number}`;
