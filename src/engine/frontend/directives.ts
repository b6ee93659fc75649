/**
 * Directives in comments, one grammar for both languages. A comment, or a line of one, that reads
 *
 *     backsweep: name(argument, …)
 *
 * is a directive; arguments are separated by commas, and parentheses inside them are kept.
 *
 *     form(fixed | free)                 how a Fortran text is laid out
 *     call(joint | split | inline)       how the next call is reversed
 *     independents(x, y, …)              what derivatives are taken with respect to
 *     dependents(f, …)                   and what of
 *     external(name, read(x, …), written(y, …), dependence(y: x …, …), adjoint(name_b), tangent(name_d))
 *                                        what is known of a routine without a body; `shape` is another name for it
 *
 * In `external`, parameters go by their names or by their places, counted from 1, and the result by the routine's
 * name. `dependence(y: x z, f: x)` says which values before the call those after it may depend on; left out, every
 * written one may depend on every one that is read. `read` left out means all, `written` all that may be written. A scalar that
 * is written, and that the dependence does not let depend on itself, is overwritten for certain.
 */

import type { DiagnosticSink } from '../base/diagnostics';
import { itemAt, present } from '../base/lookup';
import type { Span } from '../base/span';
import type { ExternalShape } from '../ir/types';
import { shortened } from './limitedSink';
import { nearestName } from './suggest';

/** A directive as it stands in a comment, before it is known which routine and call it belongs to. */
export interface FoundDirective {
  readonly name: string;
  readonly args: readonly string[];
  readonly span: Span;
}

/** Names, each with the least and the largest number of arguments. */
const KNOWN: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['form', [1, 1]],
  ['call', [1, 1]],
  ['independents', [0, Number.POSITIVE_INFINITY]],
  ['dependents', [0, Number.POSITIVE_INFINITY]],
  ['external', [1, 6]],
  ['shape', [1, 6]],
]);
const WORDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['form', ['fixed', 'free']],
  ['call', ['joint', 'split', 'inline']],
]);

/** The directives in a comment whose text begins at `start`. What is wrong with them goes to the sink. */
export function findDirectives(text: string, start: number, sink: DiagnosticSink): FoundDirective[] {
  const found: FoundDirective[] = [];
  if (!text.includes('backsweep')) return found;
  const head = /backsweep[ \t]*:[ \t]*([\w-]*)[ \t]*/g;
  for (let match = head.exec(text); match; match = head.exec(text)) {
    const at = start + match.index;
    const name = itemAt(match, 1).toLowerCase();
    const list = argumentsAt(text, head.lastIndex);
    const end = list ? list.end : head.lastIndex;
    const span = { start: at, end: start + text.slice(0, end).trimEnd().length };
    if (list) head.lastIndex = list.end;
    if (isGood(name, list?.args ?? null, span, sink))
      found.push({ name, args: present(list, 'the list of arguments').args, span });
  }
  return found;
}

/** What stands between the parenthesis at `from` and the one that closes it, split at its commas. */
function argumentsAt(text: string, from: number): { args: string[]; end: number } | null {
  if (text[from] !== '(') return null;
  const args: string[] = [];
  let depth = 0;
  let begin = from + 1;
  for (let at = from; at < text.length; at++) {
    const c = text[at];
    if (c === '(') depth++;
    else if (c === ')') depth--;
    if (depth === 0 || (c === ',' && depth === 1)) {
      args.push(text.slice(begin, at).trim());
      begin = at + 1;
    }
    if (depth === 0) return { args: args.length === 1 && args[0] === '' ? [] : args, end: at + 1 };
  }
  return null;
}

function isGood(name: string, args: readonly string[] | null, span: Span, sink: DiagnosticSink): boolean {
  const limits = KNOWN.get(name);
  if (!limits) {
    const meant = nearestName(name, KNOWN.keys());
    sink.warning(
      'unknown-directive',
      `\`${name}\` is no directive: it is ignored.`,
      span,
      meant ? `Did you mean \`${meant}\`?` : `The directives are ${[...KNOWN.keys()].join(', ')}.`,
    );
    return false;
  }
  if (!args) {
    sink.warning('bad-directive', `After \`${name}\` its arguments are expected in parentheses.`, span);
    return false;
  }
  if (args.length < limits[0] || args.length > limits[1] || args.includes('')) {
    sink.warning('bad-directive', `\`${name}\` does not have the right number of arguments.`, span);
    return false;
  }
  const words = WORDS.get(name);
  const [word = ''] = args;
  if (!words || words.includes(word.toLowerCase())) return true;
  sink.warning('bad-directive', `\`${name}\` takes ${words.join(' or ')}, not \`${word}\`.`, span);
  return false;
}

// ------------------------------------------------------------------------------------------------------ external shapes

/** What a front end knows of a routine that is only declared. */
export interface ExternalSignature {
  readonly name: string;
  readonly parameters: readonly {
    readonly name: string;
    /** By reference and without `const` or INTENT(IN). */
    readonly mayBeWritten: boolean;
    /** Its values can carry a derivative. */
    readonly isReal: boolean;
  }[];
  /** Null for a subroutine; else whether the result is real. */
  readonly result: { readonly isReal: boolean } | null;
  /** Names compare without regard to case. */
  readonly ignoreCase: boolean;
}

/** Where a call puts its result, among the positions of its parameters. */
const RESULT = -1;

/** What a routine may do grows with the square of this. */
const MOST_ARGUMENTS = 255;

/** Complains of a routine from elsewhere that takes more arguments than are told apart. */
export function checkArgumentCount(
  { name, parameters }: ExternalSignature,
  span: Span,
  sink: DiagnosticSink,
): void {
  if (parameters.length <= MOST_ARGUMENTS) return;
  sink.error(
    'too-large',
    `\`${shortened(name)}\` takes ${parameters.length} arguments: ${MOST_ARGUMENTS} are the most for a routine whose body is not here.`,
    span,
    'Put them into an array.',
  );
}

/** The worst that a routine could do. */
export function worstShape(signature: ExternalSignature): ExternalShape {
  const positions = signature.parameters.map((_, i) => i);
  const written = positions.filter((i) => signature.parameters[i]?.mayBeWritten);
  if (signature.result) written.push(RESULT);
  return {
    declared: false,
    read: positions,
    written,
    dependence: everyPair(signature, positions, written),
    adjoint: null,
    tangent: null,
  };
}

function everyPair(
  signature: ExternalSignature,
  read: readonly number[],
  written: readonly number[],
): (readonly [number, number])[] {
  if (signature.parameters.length > MOST_ARGUMENTS) return [];
  const isReal = (i: number): boolean =>
    (i === RESULT ? signature.result?.isReal : signature.parameters[i]?.isReal) ?? false;
  return written
    .filter(isReal)
    .flatMap((after) => read.filter(isReal).map((before) => [after, before] as const));
}

/** Whether a directive is about the routine of this name. */
export function isExternalFor(directive: FoundDirective, name: string, ignoreCase: boolean): boolean {
  if (directive.name !== 'external' && directive.name !== 'shape') return false;
  return folded(itemAt(directive.args, 0), ignoreCase) === folded(name, ignoreCase);
}

/** The shape that a directive gives; what it leaves out is as `worstShape` has it. */
export function declaredShape(
  directive: FoundDirective,
  signature: ExternalSignature,
  sink: DiagnosticSink,
): ExternalShape {
  const worst = worstShape(signature);
  let { read, written, adjoint, tangent } = worst;
  const returned = signature.result ? [RESULT] : [];
  let dependence: (readonly [number, number])[] | null = null;
  const position = (word: string): number | null => positionOf(word, signature, directive, sink);
  for (const part of directive.args.slice(1)) {
    const found = /^(\w+)\s*\((.*)\)$/s.exec(part);
    const content = found?.[2]?.trim() ?? '';
    const listed = content === '' ? [] : content.split(',').map((each) => each.trim());
    switch (found?.[1]?.toLowerCase()) {
      case 'read':
        read = listed.map(position).filter((i) => i !== null);
        break;
      case 'written':
        // What a function returns is written, whether or not it is said.
        written = [
          ...listed.map(position).filter((i): i is number => i !== null && i !== RESULT),
          ...returned,
        ];
        break;
      case 'dependence':
        dependence = listed.flatMap((each) => pairs(each, position, directive, sink));
        break;
      case 'adjoint':
        adjoint = content === '' ? null : content;
        break;
      case 'tangent':
        tangent = content === '' ? null : content;
        break;
      default:
        sink.warning(
          'bad-directive',
          `\`${part}\` is not understood: read(…), written(…), dependence(…), adjoint(…) and tangent(…) can stand here.`,
          directive.span,
        );
    }
  }
  return {
    declared: true,
    read,
    written,
    dependence: dependence ?? everyPair(signature, read, written),
    adjoint,
    tangent,
  };
}

/** `y: x z` */
function pairs(
  text: string,
  position: (word: string) => number | null,
  directive: FoundDirective,
  sink: DiagnosticSink,
): (readonly [number, number])[] {
  const [left = '', right] = text.split(':');
  if (right === undefined) {
    sink.warning(
      'bad-directive',
      `A dependence is written \`after: before …\`, not \`${text}\`.`,
      directive.span,
    );
    return [];
  }
  const after = position(left.trim());
  if (after === null) return [];
  return right
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(position)
    .filter((i) => i !== null)
    .map((before) => [after, before] as const);
}

function positionOf(
  word: string,
  signature: ExternalSignature,
  directive: FoundDirective,
  sink: DiagnosticSink,
): number | null {
  const wanted = folded(word, signature.ignoreCase);
  if (signature.result && wanted === folded(signature.name, signature.ignoreCase)) return RESULT;
  const byName = signature.parameters.findIndex((p) => folded(p.name, signature.ignoreCase) === wanted);
  if (byName >= 0) return byName;
  const byPlace = /^\d+$/.test(word) ? Number(word) - 1 : -1;
  if (byPlace >= 0 && byPlace < signature.parameters.length) return byPlace;
  sink.warning(
    'bad-directive',
    `\`${word}\` is no parameter of \`${signature.name}\`.`,
    directive.span,
    'Give a parameter’s name or its place, counted from 1.',
  );
  return null;
}

function folded(name: string, ignoreCase: boolean): string {
  return ignoreCase ? name.toLowerCase() : name;
}

// ------------------------------------------------------------------------------------------------------------ placing

/** A routine and its calls, as far as directives care. */
export interface Placed<Site> {
  readonly name: string;
  readonly span: Span;
  /** In source order. */
  readonly calls: readonly { readonly id: Site; readonly span: Span }[];
}

/** The routine that a directive stands in, or before; and for `call` the next call after it in that routine. */
export function placeDirective<Site>(
  directive: FoundDirective,
  routines: readonly Placed<Site>[],
): { routine: string | null; site: Site | null } {
  const { start, end } = directive.span;
  const routine =
    routines.find((r) => r.span.start <= start && end <= r.span.end) ??
    routines.find((r) => r.span.start >= end) ??
    null;
  const site = directive.name === 'call' ? routine?.calls.find((call) => call.span.start >= end) : undefined;
  return { routine: routine?.name ?? null, site: site?.id ?? null };
}
