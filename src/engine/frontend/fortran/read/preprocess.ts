/**
 * Lines for the C preprocessor, as Fortran has them: conditions choose what is read, `#define N 10` replaces its name. Names
 * that the text does not define count as undefined, and a warning lists those that were asked about.
 */
import type { DiagnosticSink } from '../../../base/diagnostics';
import { type Span, spanOf } from '../../../base/span';
import { CONDITIONAL, type Conditions, conditional, endOfConditions, isReading } from '../../conditions';
import { type Macros, replaced } from './macros';
import { isBlank, type Line, type SourceForm, splitLines } from './source';

interface Preprocessor {
  readonly source: string;
  readonly sink: DiagnosticSink;
  readonly macros: Macros;
  readonly conditions: Conditions;
  /** Asked for, and neither defined nor here. */
  readonly missing: Set<string>;
  /** Nothing of a unit is open: what a file brings here declares nothing. */
  isOutside: boolean;
}

/** The lines that are read, in order; `macros` are those that hold where a line is handed out. */
export function* codeLines(
  source: string,
  form: SourceForm,
  macros: Macros,
  sink: DiagnosticSink,
): Generator<Line> {
  const directive = form === 'fixed' ? /^#\s*(\w*)\s*(.*)/ : /^\s*#\s*(\w*)\s*(.*)/;
  const missing = new Set<string>();
  const isDefined = (name: string): boolean => {
    if (!macros.has(name)) missing.add(name);
    return macros.has(name);
  };
  const expanded: Conditions['expanded'] = (tokens) =>
    tokens.flatMap((token) => {
      const isName = token.kind === 'identifier' && isDefined(token.text);
      return isName ? tokensOf(replaced(token.text, macros)) : [token];
    });
  const conditions: Conditions = { sink, stack: [], isDefined, expanded };
  const p: Preprocessor = { source, sink, macros, conditions, missing, isOutside: true };
  let first: Span | null = null;
  for (const line of splitLines(source)) {
    const text = source.slice(line.start, line.end);
    const found = directive.exec(text);
    if (found) {
      const span = spanOf(line.start, line.end);
      first ??= span;
      carryOut(p, found[1] ?? '', found[2] ?? '', span);
    } else if (isReading(conditions)) {
      if (!isBlank(source, line.start, line.end) && !isComment(text, form)) p.isOutside = CLOSES.test(text);
      yield line;
    }
  }
  endOfConditions(conditions);
  if (first) tell(p, first);
}

const LONGEST_BODY = 200;

/** Whether a macro with arguments stands anywhere but where it is defined. */
function isCalled(macro: string, source: string): boolean {
  return (source.match(new RegExp(`(?<!\\w)${macro}\\s*\\(`, 'g')) ?? []).length > 1;
}

/** What ends a unit. */
const CLOSES = /^\s*end\s*((subroutine|function|module|program)\b.*)?$/i;

function isComment(text: string, form: SourceForm): boolean {
  return /^\s*!/.test(text) || (form === 'fixed' && /^[c*]/i.test(text));
}

function carryOut(p: Preprocessor, name: string, rest: string, span: Span): void {
  const { macros, sink } = p;
  if (CONDITIONAL.test(name)) {
    conditional(p.conditions, name, tokensOf(rest), span);
    return;
  }
  if (!isReading(p.conditions)) return;
  const [, macro = '', parameters, body = ''] = /^(\w*)(\([^)]*\))?\s*(.*)/.exec(rest) ?? [];
  if (
    name === 'define' &&
    (parameters !== undefined ? isCalled(macro, p.source) : body.length > LONGEST_BODY)
  )
    sink.error(
      'unsupported',
      'A macro with arguments, or of so many characters, is not supported.',
      span,
      'Write what it stands for where it is used.',
    );
  else if (name === 'define')
    macros.set(
      macro,
      body
        .replace(/\/\*.*?\*\//g, '')
        .trim()
        .slice(0, LONGEST_BODY),
    );
  else if (name === 'undef') macros.delete(macro);
  else if (name === 'include' && p.isOutside) p.missing.add(rest.replace(/["<>\s]/g, ''));
  else if (name === 'include')
    sink.error('unsupported', '#include is not supported.', span, 'Paste the text of the file in its place.');
  else if (name === 'error')
    sink.error('unsupported', 'The text does not want to be read like this.', span, rest);
}

function tell({ sink, missing }: Preprocessor, at: Span): void {
  const asked = [...missing].map((name) => `\`${name}\``).join(', ');
  if (missing.size > 0)
    sink.warning(
      'preprocessed',
      `This text is read without ${asked}: it does not say what that is.`,
      at,
      'Write #define in front of the text for what is to be defined, or paste what the preprocessor writes.',
    );
  else sink.info('preprocessed', 'Lines for a preprocessor are carried out.', at);
}

function tokensOf(text: string): { kind: string; text: string }[] {
  const plain = text.replace(/\/\*.*?\*\/|\/\/.*/g, '');
  return (plain.match(/\w+|[<>=!]=|&&|\|\||<<|>>|\S/g) ?? []).map((each) => {
    const kind = /^\d/.test(each) ? 'integer' : /^\w/.test(each) ? 'identifier' : 'punctuator';
    return { kind, text: each };
  });
}
