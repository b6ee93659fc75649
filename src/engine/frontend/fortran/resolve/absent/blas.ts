/** Routines of BLAS and LAPACK that a text calls and does not hold: their bodies are put behind it, where they are first called. */
import type { DiagnosticSink } from '../../../../base/diagnostics';
import type { Span } from '../../../../base/span';
import { type BlasName, type BlasRoutine, blasRoutine, isBlas, isCharacter } from '../../../blas';
import { someNode } from '../../../mapped';
import { calleeOf, isCall } from '../../parse/calls';
import { parseStatement } from '../../parse/statements';
import type { StatementSyntax } from '../../parse/syntax';

export function withBlas(
  statements: readonly StatementSyntax[],
  source: string,
  names: Set<string>,
  sink: DiagnosticSink,
): readonly StatementSyntax[] {
  const wanted = new Set([...names].filter(isBlas));
  if (wanted.size === 0) return statements;
  let isInterface = false;
  for (const s of statements)
    if (s.kind === 'fenced' && (s.opens ?? s.closes) === 'interface') isInterface = s.opens !== null;
    else if ((s.kind === 'unit' || s.kind === 'entry') && !isInterface)
      for (const each of [s.name, ...s.parameters]) wanted.delete(each?.name ?? '');
  for (const [, name = ''] of source.matchAll(/external\(\s*(\w+)/gi)) wanted.delete(name.toLowerCase());
  const brought: StatementSyntax[] = [];
  someNode(statements, (node) => {
    if (!isCall(node) || (node.kind === 'apply' && node.parts) || !wanted.has(calleeOf(node))) return false;
    const name = calleeOf(node);
    const routine = blasRoutine(name, { isLetter: isCharacter, isByRow: null });
    // With other arguments it is another routine of that name.
    if (!routine || node.args.length !== routine.parameters.length) return false;
    wanted.delete(name);
    const span = node.kind === 'call' ? node.callee.span : node.nameSpan;
    sink.info(
      'external',
      `The body of \`${name}\` is not here: it is taken for the one of ${routine.library}.`,
      span,
      'Paste its text where it does something else.',
    );
    brought.push(...textOf(name, routine).map((line) => lineAt(line, span, names, sink)));
    return false;
  });
  return [...statements, ...brought];
}

function textOf(name: string, { type, parameters, locals, result, lines }: BlasRoutine): string[] {
  const real = { s: 'real(4)', d: 'real(8)', c: 'complex(4)', z: 'complex(8)' }[type];
  const declared = ({ name: each, is, isArray }: BlasName): string =>
    `${is === 'real' ? real : is === 'letter' ? 'character' : 'integer'} :: ${each}${isArray ? '(0:*)' : ''}`;
  const head = `${name}(${parameters.map((each) => each.name).join(', ')})`;
  return [
    result ? `function ${head} result(r)` : `subroutine ${head}`,
    'implicit none',
    ...[...parameters, ...(result ? [result] : []), ...locals].map(declared),
    ...lines,
    result ? 'end function' : 'end subroutine',
  ];
}

/** A statement, all of whose parts stand where the routine is called. */
function lineAt(text: string, span: Span, names: Set<string>, sink: DiagnosticSink): StatementSyntax {
  const at = Array.from(text, () => span.start);
  const read = parseStatement({ text, at, label: null, span, form: 'free' }, sink, names);
  return JSON.parse(JSON.stringify(read, (key, part) => (/span$/i.test(key) ? span : part)));
}
