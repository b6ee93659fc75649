/** How often random programs contain each kind of node, elementary function and pair of option values. */
import { isReal, walk } from '../ir/build';
import { walkStatements } from '../ir/statements';
import type { Expr, Program, ScalarType, Statement } from '../ir/types';
import { statementExpressions } from '../ir/uses';
import type { Options } from '../pipeline/options';

export interface Statistics {
  programs: number;
  /** Programs that contain it, by name. */
  readonly nodes: Map<string, number>;
  readonly functions: Map<string, number>;
  runs: number;
  readonly optionPairs: Map<string, number>;
  /** Texts of what once came out wrong, and how many are of each genus. */
  texts: number;
  readonly genera: Map<string, number>;
}

export function emptyStatistics(): Statistics {
  return {
    ...{ programs: 0, nodes: new Map(), functions: new Map() },
    ...{ runs: 0, optionPairs: new Map(), texts: 0, genera: new Map() },
  };
}

export function countProgram(statistics: Statistics, program: Program): void {
  statistics.programs++;
  const nodes = new Set<string>();
  const functions = new Set<string>();
  const visit = (e: Expr): void => {
    nodes.add(expressionName(e));
    if (e.kind === 'intrinsic') functions.add(e.fn);
  };
  for (const routine of program.routines) {
    walkStatements(routine.body, (s) => {
      for (const name of statementNames(s)) nodes.add(name);
      for (const e of statementExpressions(s)) walk(e, visit);
    });
  }
  for (const v of program.variables) {
    nodes.add(`type ${v.type}`);
    nodes.add(`role ${v.role}`);
    if (v.shape) nodes.add(`rank ${v.shape.dimensions.length}`);
    if (v.role === 'parameter') nodes.add(`by ${v.passing}`);
  }
  for (const name of nodes) bump(statistics.nodes, name);
  for (const name of functions) bump(statistics.functions, name);
}

export function countOptions(statistics: Statistics, options: Partial<Options>): void {
  statistics.runs++;
  const values = Object.entries(options)
    .filter(([name]) => name !== 'naming')
    .map(([name, value]) => `${name}=${String(value)}`)
    .sort();
  values.forEach((a, i) => {
    for (const b of values.slice(i + 1)) bump(statistics.optionPairs, `${a} ${b}`);
  });
}

export function countText(statistics: Statistics, genera: readonly string[]): void {
  statistics.texts++;
  for (const genus of new Set(genera)) bump(statistics.genera, genus);
}

/** Lines to print, rarest first in each group. */
export function statisticsReport(s: Statistics): string {
  const share = (count: number, of: number) => `${((100 * count) / Math.max(1, of)).toFixed(1)} %`;
  const lines = (title: string, counts: Map<string, number>, of: number) =>
    `${title}: ${[...counts]
      .sort((a, b) => a[1] - b[1])
      .map(([name, count]) => `${name} ${share(count, of)}`)
      .join(', ')}`;
  const rarest = [...s.optionPairs].sort((a, b) => a[1] - b[1]).slice(0, 12);
  return [
    `${s.programs} programs, ${s.runs} runs`,
    lines('  nodes', s.nodes, s.programs),
    lines('  functions', s.functions, s.programs),
    lines(`  option pairs (${s.optionPairs.size}, the rarest)`, new Map(rarest), s.runs),
    lines(`  genera of ${s.texts} texts`, s.genera, s.texts),
  ].join('\n');
}

/** Names that occur in less than `share` of all programs, or runs. */
export function rareNames(s: Statistics, share: number): string[] {
  const rare = (counts: Map<string, number>, of: number) =>
    [...counts].filter(([, count]) => count < share * of).map(([name]) => name);
  return [
    ...[...rare(s.nodes, s.programs), ...rare(s.functions, s.programs)],
    ...[...rare(s.optionPairs, s.runs), ...rare(s.genera, s.texts)],
  ];
}

function expressionName(e: Expr): string {
  switch (e.kind) {
    case 'unary':
    case 'binary':
    case 'compare':
    case 'logical':
      return `${e.kind} ${e.op}`;
    case 'convert':
      return `convert ${sort(e.operand.type)} to ${sort(e.type)}`;
    default:
      return e.kind;
  }
}

function sort(type: ScalarType): string {
  return isReal(type) ? 'real' : type === 'bool' ? 'bool' : 'integer';
}

function statementNames(s: Statement): string[] {
  switch (s.kind) {
    case 'assign':
      return [s.form ? `assign ${s.form}` : 'assign', `assign to ${s.target.kind}`];
    case 'exit':
      return [`${s.kind} ${s.form}`];
    case 'next':
      // How it is spelt depends on what stands around it, and is the front ends' concern.
      return [s.kind];
    case 'for':
      return ['for', s.step.kind === 'constant' && s.step.value < 0 ? 'for down' : 'for up', `for ${s.test}`];
    case 'call':
      return ['call', ...s.args.map((arg) => `argument ${arg.kind}`)];
    case 'while':
      return [s.increment ? 'while with increment' : 'while'];
    case 'dispatch':
      return ['dispatch', ...s.blocks.map((b) => `jump ${b.jump.kind}`)];
    default:
      return [s.kind];
  }
}

function bump(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
