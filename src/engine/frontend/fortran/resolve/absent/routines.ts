/**
 * Routines that old libraries call and texts of them seldom hold: LSAME, XERBLA and DCABS1 of BLAS, ILAENV and DISNAN of LAPACK, and
 * the functions that give the constants of the machine. What they do is written in their place.
 */
import type { DiagnosticSink } from '../../../../base/diagnostics';
import type { Span } from '../../../../base/span';
import { mapped, someNode } from '../../../mapped';
import { apply, binary, integer, paren, statement } from '../../parse/made';
import type { ApplySyntax, ExprSyntax, NumberSyntax, StatementSyntax } from '../../parse/syntax';

/** What the name of a routine is taken to mean, as messages say it. */
const MEANING: ReadonlyMap<string, string> = new Map([
  ['lsame', 'true for letters that are the same but for their case'],
  ['xerbla', 'the end of the run'],
  ['dcabs1', 'the sum of the sizes of both parts'],
  ['scabs1', 'the sum of the sizes of both parts'],
  ['disnan', 'true for what is no number'],
  ['sisnan', 'true for what is no number'],
  ['ilaenv', '1: matrices are not cut into blocks'],
  ...['dlamch', 'slamch', 'd1mach', 'r1mach', 'dpmpar', 'spmpar'].map(
    (name) => [name, 'the constants of the machine'] as const,
  ),
]);

export function withoutAbsentRoutines(
  text: readonly StatementSyntax[],
  sink: DiagnosticSink,
): readonly StatementSyntax[] {
  const statements = withoutTakenApart(text);
  const absent = new Set([...MEANING.keys()].filter((name) => !statements.some((s) => makes(s, name))));
  const told = new Set<string>();
  const tell = (name: string, span: Span): void => {
    if (told.has(name)) return;
    told.add(name);
    const instead = 'Paste its text where it does something else.';
    sink.info(
      'external',
      `The body of \`${name}\` is ${text.some((s) => makes(s, name)) ? 'not read' : 'not here'}: it is read as ${MEANING.get(name)}.`,
      span,
      instead,
    );
  };
  const changed = statements.map((each) =>
    mapped(each, (node: ExprSyntax | StatementSyntax) => {
      if (node.kind === 'call' && node.callee.name === 'xerbla' && absent.has('xerbla')) {
        tell('xerbla', node.callee.span);
        return { ...statement({ kind: 'stop' }, node.span), label: node.label, text: 'stop' };
      }
      if (node.kind !== 'apply' || node.parts || !absent.has(node.name)) return node;
      const meant = meaningOf(node);
      if (meant) tell(node.name, node.nameSpan);
      return meant ?? node;
    }),
  );
  return told.size === 0 ? statements : changed.map((each) => withoutDeclared(each, told));
}

/**
 * ILAENV and LSAME look at the letters of texts, which codes do not tell, or whose comparisons hide which letters choose. A
 * body of ILAENV that does is as good as none, and so is one of LSAME that compares codes for being equal, 32 from small to
 * capital letters aside.
 */
function withoutTakenApart(statements: readonly StatementSyntax[]): readonly StatementSyntax[] {
  return ['ilaenv', 'lsame'].reduce((text, name) => {
    const first = text.findIndex((s) => s.kind === 'unit' && s.name?.name === name);
    const body = text.slice(first, first + text.slice(first).findIndex((s) => s.kind === 'end') + 1);
    const isKnown =
      name === 'ilaenv' ||
      (body.every((s) => onlyCompares(s, name)) && body.some((s) => someNode(s, changesCase)));
    if (first < 0 || !isKnown || !body.some((s) => someNode(s, takesApart))) return text;
    return [...text.slice(0, first), ...text.slice(first + body.length)];
  }, statements);
}

function takesApart(node: object): boolean {
  const { kind, name } = node as ApplySyntax;
  return kind === 'apply' && (name === 'ichar' || name === 'iachar');
}

function changesCase(node: object): boolean {
  const { kind, text } = node as NumberSyntax;
  return kind === 'number' && text === '32';
}

function onlyCompares(s: StatementSyntax, name: string): boolean {
  const own = s.kind === 'if' ? s.then : s;
  if (own.kind !== 'assign' || own.target.kind !== 'name' || own.target.name !== name)
    return own.kind !== 'call';
  return own.value.kind === 'binary' && own.value.op === '.eq.';
}

/** Whether a statement begins the routine, tells its interface, or declares an array of that name. */
function makes(s: StatementSyntax, name: string): boolean {
  if (s.kind === 'unit' || s.kind === 'entry') return s.name?.name === name;
  if (s.kind !== 'declare') return false;
  return s.entities.some((entity) => entity.name === name && entity.dimensions !== null);
}

/** The rest of a declaration without the routines, whose calls are gone. */
function withoutDeclared(s: StatementSyntax, routines: ReadonlySet<string>): StatementSyntax {
  if (s.kind !== 'declare' || !s.entities.some(({ name }) => routines.has(name))) return s;
  const entities = s.entities.filter(({ name }) => !routines.has(name));
  return entities.length > 0
    ? { ...s, entities }
    : { ...statement({ kind: 'ignored' }, s.span), text: s.text };
}

function meaningOf({ name, args, span }: ApplySyntax): ExprSyntax | null {
  const values = args.flatMap(({ value }) => (value.kind === 'range' ? [] : [value]));
  const [first, second] = values;
  if (!first || values.length !== args.length) return null;
  if (name === 'lsame') return second ? sameLetter(first, second, span) : null;
  if (name === 'ilaenv') return integer('1', span);
  if (name.endsWith('isnan')) return paren(binary('.ne.', first, first, span));
  if (name.endsWith('cabs1')) {
    const size = (part: string): ExprSyntax => apply('abs', [apply(part, [first], span)], span);
    return paren(binary('+', size('real'), size('aimag'), span));
  }
  const said = first.kind === 'string' ? first.value.charAt(0).toUpperCase() : textOf(first);
  return said === null ? null : constantOfMachine(name, said, span);
}

const textOf = (e: ExprSyntax): string | null => (e.kind === 'number' && !e.real ? e.text : null);

/** `trans == 'N' .or. trans == 'n'`, where one of the letters is written out. */
function sameLetter(first: ExprSyntax, second: ExprSyntax, span: Span): ExprSyntax | null {
  const [letter, other] = first.kind === 'string' ? [first, second] : [second, first];
  if (letter.kind !== 'string') return null;
  const is = (value: string): ExprSyntax => binary('.eq.', other, { ...letter, value }, span);
  const { value } = letter;
  return paren(binary('.or.', is(value.toUpperCase()), is(value.toLowerCase()), span));
}

/** Half the distance to the next number is what LAPACK calls epsilon, as it rounds. */
function constantOfMachine(routine: string, said: string, span: Span): ExprSyntax | null {
  const isDouble = routine.startsWith('d');
  const real = (text: string): NumberSyntax => ({
    ...integer(`${text}${isDouble ? 'd0' : 'e0'}`, span),
    real: true,
  });
  const inquired = (name: string): ExprSyntax => apply(name, [real('1.0')], span);
  const rounding = binary('*', real('0.5'), inquired('epsilon'), span);
  const values: Readonly<Record<string, ExprSyntax>> = routine.endsWith('lamch')
    ? {
        E: rounding,
        P: inquired('epsilon'),
        S: inquired('tiny'),
        U: inquired('tiny'),
        O: inquired('huge'),
        B: real('2.0'),
        R: real('1.0'),
      }
    : routine.endsWith('1mach')
      ? { 1: inquired('tiny'), 2: inquired('huge'), 3: rounding, 4: inquired('epsilon') }
      : { 1: inquired('epsilon'), 2: inquired('tiny'), 3: inquired('huge') };
  return values[said] ?? null;
}
