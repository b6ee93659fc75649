/** Flow graphs of control programs, and texts for their vertices: each statement as it stands, backward with a tilde. */
import type { Line, VertexTexts } from '../adjoint/graphs/draw';
import { structureJumps } from '../control/structure';
import { buildFlowGraph } from '../ir/graph/buildFlow';
import { type FlowGraph, type FlowVertex, testExpressions } from '../ir/graph/flow';
import { statementName } from '../ir/names';
import type { Expr } from '../ir/types';
import { type ControlProgram, parseControl, ROUTINE } from './control';

/** Throws where the program's labels are wrong. */
export function controlFlow(text: string): { graph: FlowGraph; program: ControlProgram } {
  const program = parseControl(text);
  const body = structureJumps(program.body, program.context);
  const [error] = program.context.diagnostics.list.filter((d) => d.severity === 'error');
  if (error) throw new Error(error.message);
  return { graph: buildFlowGraph({ body, label: ROUTINE }), program };
}

export function plainTexts(program: ControlProgram): VertexTexts {
  const test = (e: Expr): string => {
    if (e.kind === 'variable') return program.tests.get(e.variable) ?? `?${e.variable}`;
    if (e.kind === 'unary') return `!${test(e.operand)}`;
    return e.kind === 'constant' ? `${e.value}` : e.kind;
  };
  const lines = (v: FlowVertex): Line[] =>
    v.instructions.map((i) => {
      const text =
        i.kind === 'test'
          ? testExpressions(i.test).map(test).join(', ')
          : i.statement.kind === 'io'
            ? i.statement.text
            : i.statement.kind;
      return { text, statement: statementName(i.id), span: { start: 0, end: 0 }, role: 'primal' };
    });
  const backward = (v: FlowVertex) => lines(v).reverse();
  return {
    original: lines,
    forward: lines,
    backward: (v) => backward(v).map((l) => ({ ...l, text: `${l.text}~` })),
  };
}
