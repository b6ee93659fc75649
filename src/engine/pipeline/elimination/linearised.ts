/** The door's `linearised`: the blocks of a kernel as linearised computational graphs, with the partials of a run. */

import {
  activityIn,
  blocksOf,
  graphOfBlock,
  type OutputsOfBlock,
  rewriteBlocks,
} from '../../adjoint/preaccumulate';
import type { BlockGraph } from '../../adjoint/preaccumulate/block';
import { DiagnosticSink } from '../../base/diagnostics';
import { cover, isNowhere, NOWHERE, type Span } from '../../base/span';
import { givenTo } from '../../execute/derivatives';
import type { Host } from '../../execute/host';
import { resolveInputs } from '../../execute/inputs/inputs';
import { interpret } from '../../execute/interpreter';
import { HANGS_AFTER_MS, within } from '../../execute/outcome';
import { bindPorts, portsOf } from '../../execute/runnable';
import { plainVariable, rewrite, variable } from '../../ir/build';
import { newStatement } from '../../ir/emit';
import { readExpr } from '../../ir/text/reading';
import type { Assign, Expr, Program, ScalarType, Variable, VariableId } from '../../ir/types';
import { onlyDifferentiation } from '../answers/execute';
import { compile } from '../compile/compile';
import type { Compile } from '../compile/compiled';
import type { BlockOutputs, ExecuteRequest, Linearised, LinearisedBlock } from '../results';

const LIMITS = { steps: 200_000, milliseconds: HANGS_AFTER_MS, bytes: 64 * 2 ** 20 };

interface KernelBlock {
  readonly routine: string;
  readonly graph: BlockGraph;
}

export function linearisedBlocks(
  request: ExecuteRequest,
  outputs: BlockOutputs | undefined,
  host: Host,
): Linearised {
  const { options, ...rest } = onlyDifferentiation(request);
  const asked = {
    ...rest,
    mode: 'adjoint' as const,
    // Blocks of the kernel as it is written, without what code lists and the least tape add to them.
    options: { ...options, basicBlocks: 'statements' as const, record: 'tbr' as const },
  };
  const c = compile(asked, host.now, false);
  const sink = new DiagnosticSink();
  checkOutputs(c.program, outputs, sink);
  const errors = [...c.diagnostics, ...sink.list].filter(({ severity }) => severity === 'error');
  if (!c.analysis || !c.routine || errors.length > 0) return notLinearised(errors);
  const temporaries = new Temporaries(c.program);
  const blocks = kernelBlocks(c, outputs ?? c.options.blockOutputs, temporaries);
  const values = valuesOf(c, request, blocks, temporaries, { sink, host });
  return {
    ok: true,
    diagnostics: sink.list,
    blocks: blocks.map(({ graph }, block) => shownBlock(c, graph, block, values)),
  };
}

function checkOutputs({ variables }: Program, outputs: unknown, sink: DiagnosticSink): void {
  if (outputs === undefined || outputs === 'all' || outputs === 'needed') return;
  if (!Array.isArray(outputs)) {
    const note = 'Give `all`, `needed` or a list of names of variables.';
    sink.error('not-available', `There are no outputs \`${String(outputs)}\`.`, NOWHERE, note);
    return;
  }
  for (const name of outputs)
    if (!variables.some((v) => v.name === name))
      sink.error(
        'no-such-variable',
        `There is no variable \`${String(name)}\` to be an output.`,
        NOWHERE,
        'Name variables that the block sets.',
      );
}

export function notLinearised(diagnostics: Linearised['diagnostics']): Linearised {
  return { ok: false, diagnostics, blocks: [] };
}

function kernelBlocks(c: Compile, outputs: OutputsOfBlock, temporaries: Temporaries): KernelBlock[] {
  const { routines, split } = c.analysis as NonNullable<Compile['analysis']>;
  const entryFirst = c.program.routines.toSorted((a, b) => Number(b === c.routine) - Number(a === c.routine));
  return entryFirst.flatMap(({ name, body }) => {
    const activity = activityIn([routines.get(name), split.get(name)].flatMap((a) => a ?? []));
    if (!activity) return [];
    return blocksOf(body, activity.locations)
      .map((statements) => ({
        routine: name,
        graph: graphOfBlock(c.program, statements, activity, outputs, (type) => temporaries.add(type)),
      }))
      .filter(({ graph }) => graph.edges.length > 0);
  });
}

/** Adds variables for subexpressions and partials, and gives the program with them. */
class Temporaries {
  readonly variables: Variable[] = [];

  constructor(private readonly program: Program) {}

  add(type: ScalarType): VariableId {
    const id = (this.program.variables.length + this.variables.length) as VariableId;
    this.variables.push(plainVariable(id, { name: `t_${id}`, type, role: 'temporary', owner: null }));
    return id;
  }
}

function shownBlock(
  c: Compile,
  { statements, vertices, edges, code }: BlockGraph,
  block: number,
  values: ReadonlyMap<Expr, number>,
): LinearisedBlock {
  const set = new Map(
    code.flatMap(({ before }) => before.map(([place, value]) => [place.variable, value] as const)),
  );
  const written = (e: Expr): Expr =>
    rewrite(e, (x) => {
      const value = x.kind === 'variable' ? set.get(x.variable) : undefined;
      return value ? written(value) : x;
    });
  const source = (span: Span, e: Expr) => {
    const text = isNowhere(span)
      ? ''
      : c.request.source.slice(span.start, span.end).replace(/\s+/g, ' ').trim();
    return text === '' || text.length > 60 ? readExpr(c.program, written(e)) : text;
  };
  return {
    block,
    span: statements.map(({ span }) => span).reduce(cover),
    vertices: vertices.map(({ role, place, at }, id) => ({
      id,
      label: source(place.span, place),
      role,
      span: at >= 0 && isNowhere(place.span) ? (statements[at] as Assign).span : place.span,
    })),
    edges: edges.map(({ from, to, partial }) => {
      const constant = partial.kind === 'constant';
      const value = constant ? partial.value : values.get(partial);
      return {
        from,
        to,
        partial: constant ? String(partial.value) : readExpr(c.program, written(partial)),
        ...(value === undefined ? {} : { value }),
        constant,
      };
    }),
  };
}

/** The values of partials when a block first runs: each in a variable of its own, set right before its statement. */
function valuesOf(
  c: Compile,
  request: ExecuteRequest,
  blocks: readonly KernelBlock[],
  temporaries: Temporaries,
  { sink, host }: { readonly sink: DiagnosticSink; readonly host: Host },
): Map<Expr, number> {
  const found = new Map<Expr, number>();
  const entry = c.routine?.name as string;
  const { values } = resolveInputs(c.source, entry, request.inputs ?? {}, sink, host);
  if (sink.hasErrors) return found;
  const counters = { ...c.program };
  const partials = new Map<number, Expr>();
  const byFirst = new Map(blocks.map(({ graph }) => [graph.statements[0]?.id, graph]));
  const observed = (statements: readonly Assign[]): readonly Assign[] => {
    const graph = byFirst.get(statements[0]?.id);
    if (!graph) return statements;
    const set = (s: Assign, target: Assign['target'], value: Expr): Assign => {
      return { ...s, id: newStatement(counters), target, value, form: undefined };
    };
    return statements.flatMap((s, at) => {
      const before = graph.code[at]?.before.map(([place, value]) => set(s, place, value)) ?? [];
      const looked = graph.edges
        .filter(({ to }) => graph.vertices[to]?.at === at)
        .map(({ partial }) => {
          const made = set(s, variable(temporaries.add(partial.type), partial.type), partial);
          partials.set(made.id, partial);
          return made;
        });
      return [...before, ...looked, s];
    });
  };
  const program = withObserved(c, temporaries, observed, counters);
  const ports = portsOf({ program: c.program, entry }, { program, entry });
  const input = bindPorts(entry, ports, (port) => givenTo(port, { inputs: values }));
  const limits = within(LIMITS, request.budget);
  const { trace } = interpret(program, input, { now: host.now, limits, trace: true });
  const steps = trace?.columns;
  for (let step = (steps?.steps ?? 0) - 1; step >= 0; step--) {
    const partial = partials.get(steps?.statement[step] as number);
    if (partial) found.set(partial, steps?.after[step] as number);
  }
  return found;
}

function withObserved(
  c: Compile,
  temporaries: Temporaries,
  change: (statements: readonly Assign[]) => readonly Assign[],
  counters: Pick<Program, 'nextStatement'>,
): Program {
  const { routines: analysed } = c.analysis as NonNullable<Compile['analysis']>;
  const owners = new Map<VariableId, number>();
  const routines = c.program.routines.map((routine, owner) => {
    const locations = analysed.get(routine.name)?.model.locations;
    if (!locations) return routine;
    const body = rewriteBlocks(routine.body, locations, (statements) => {
      const made = change(statements);
      for (const { target } of made)
        if (target.variable >= c.program.variables.length) owners.set(target.variable, owner);
      return made;
    });
    return {
      ...routine,
      body,
      locals: [...routine.locals, ...[...owners].filter(([, o]) => o === owner).map(([v]) => v)],
    };
  });
  const added = temporaries.variables.map((v) => ({ ...v, owner: owners.get(v.id) ?? 0 }));
  return {
    ...c.program,
    variables: [...c.program.variables, ...added],
    routines,
    nextStatement: counters.nextStatement,
  };
}
