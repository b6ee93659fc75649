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
 *     fixed_point(z, …, tolerance(1e-12), trips(500))
 *                                        what the next loop brings to rest (fixedpoints/index.ts)
 *     checkpoint()                       the next statement, block or call is reversed as a checkpoint (checkpoints/index.ts)
 *     checkpoint(binomial, s)            the next loop is reversed with s snapshots; so it is with `mixed`
 *     checkpoint(every, k)               the next loop is, with a snapshot every k iterations
 *     independent()                      iterations of the next loop are independent: both sweeps of each run at once
 *
 * In `external`, parameters go by their names, by the names that calls pass for them or by their places, counted from 1,
 * globals (file-scope variables, members of COMMON blocks, module variables) by theirs, and the result by the routine's
 * name. `t(1:7)` is the part of an array that is touched, so that it can be saved where the text does not say how large it is.
 * `dependence(y: x z, f: x)` says which values before the call those after it may depend on; left out, every
 * written one may depend on every one that is read. `read` left out means all parameters, `written` all that may be written;
 * globals that are not named are left alone. A scalar that is written, and that the dependence does not let depend on itself,
 * is overwritten for certain. Of a routine without a directive the worst is assumed: it reads and writes every global too.
 */

import type { DiagnosticSink } from '../base/diagnostics';
import { itemAt, present } from '../base/lookup';
import { encloses, type Span } from '../base/span';
import { callsIn } from '../ir/statements';
import type {
  Directive,
  ExternalShape,
  Language,
  Routine,
  StorageRoot,
  Variable,
  VariableId,
} from '../ir/types';
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
  ['fixed_point', [1, Number.POSITIVE_INFINITY]],
  ['checkpoint', [0, 2]],
  ['independent', [0, 0]],
]);
const WORDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['form', ['fixed', 'free']],
  ['call', ['joint', 'split', 'inline']],
  ['checkpoint', ['', 'binomial', 'mixed', 'every']],
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
    /** What calls pass for it, where that has a name. */
    readonly passed?: ReadonlySet<string>;
    /** By reference and without `const` or INTENT(IN). */
    readonly mayBeWritten: boolean;
  }[];
  readonly globals: readonly VisibleGlobal[];
  readonly returns: boolean;
  /** Names compare without regard to case, and subscripts count from 1. */
  readonly language: Language;
}

/** A variable that routines elsewhere can see too. */
export interface VisibleGlobal {
  readonly id: VariableId;
  /** As routines name it, and as results do. */
  readonly names: readonly string[];
}

/** Shared storage, each view of it once; what holds one value for good is no concern of anyone. */
export function visibleGlobals(
  variables: readonly Variable[],
  roots: Iterable<StorageRoot>,
): VisibleGlobal[] {
  const shared = new Set([...roots].flatMap(({ name, kind }) => (kind === 'save' ? [] : [name])));
  const views = new Map<string, { id: VariableId; names: string[] }>();
  for (const { id, name, type, role, intent, storage, shape } of variables) {
    if (role !== 'global' || intent === 'in' || !storage || !shared.has(storage.root)) continue;
    const extents = shape?.dimensions.map(({ extent }) => (extent?.kind === 'constant' ? extent.value : '*'));
    const key = [storage.root, storage.offset, type, ...(extents ?? ['scalar'])].join(' ');
    const view = views.get(key) ?? { id, names: [storage.key] };
    if (!view.names.includes(name)) view.names.push(name);
    views.set(key, view);
  }
  return [...views.values()];
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
export function worstShape({ parameters, globals, returns }: ExternalSignature): ExternalShape {
  const positions = [...parameters, ...globals].map((_, i) => i);
  const written = positions.filter((i) => parameters[i]?.mayBeWritten ?? true);
  return {
    declared: false,
    globals: globals.map(({ id }) => id),
    read: positions,
    written: returns ? [...written, RESULT] : written,
    extents: [],
    dependence: 'all',
    adjoint: null,
    tangent: null,
  };
}

/** Whether a directive is about the routine of this name. */
export function isExternalFor(directive: FoundDirective, name: string, ignoreCase: boolean): boolean {
  if (directive.name !== 'external' && directive.name !== 'shape') return false;
  return folded(itemAt(directive.args, 0), ignoreCase) === folded(name, ignoreCase);
}

/** The shape that a directive gives; what it leaves out is as `worstShape` has it, globals aside. */
export function declaredShape(
  directive: FoundDirective,
  signature: ExternalSignature,
  sink: DiagnosticSink,
): ExternalShape {
  const reader: ShapeReader = { directive, signature, sink, extents: new Map() };
  const { length } = signature.parameters;
  const shape = { ...worstShape(signature), declared: true };
  let read = shape.read.filter((i) => i < length);
  let written = shape.written.filter((i) => i < length);
  let { dependence, adjoint, tangent } = shape;
  const said = new Set<string>();
  for (const part of directive.args.slice(1)) {
    const found = /^(\w+)\s*\((.*)\)$/s.exec(part);
    const content = found?.[2]?.trim() ?? '';
    const listed = argumentsAt(`(${content})`, 0)?.args ?? [];
    const what = found?.[1]?.toLowerCase() ?? '';
    said.add(what);
    const positions = () => listed.map((each) => positionOf(each, reader)).filter((i) => i !== null);
    switch (what) {
      case 'read':
        read = positions();
        break;
      case 'written':
        // What a function returns is written, whether or not it is said.
        written = [...positions().filter((i) => i !== RESULT), ...(signature.returns ? [RESULT] : [])];
        break;
      case 'dependence':
        dependence = listed.flatMap((each) => pairs(each, reader));
        break;
      case 'adjoint':
        adjoint = content === '' ? null : content;
        break;
      case 'tangent':
        tangent = content === '' ? null : content;
        break;
      default:
        complain(
          reader,
          `\`${part}\` is not understood: read(…), written(…), dependence(…), adjoint(…) and tangent(…) can stand here.`,
        );
    }
  }
  // Of an array that is named whole somewhere, or not at all, more than a part may be touched.
  const isWhole = (i: number) =>
    (!said.has('read') && read.includes(i)) || (!said.has('written') && written.includes(i));
  const extents = [...reader.extents].flatMap(([i, elements]) =>
    elements === null || isWhole(i) ? [] : [[i, elements] as const],
  );
  return { ...shape, read, written, dependence, extents, adjoint, tangent };
}

interface ShapeReader {
  readonly directive: FoundDirective;
  readonly signature: ExternalSignature;
  readonly sink: DiagnosticSink;
  /** By position: how many elements from the first reach to the last one named; null where the whole is named. */
  readonly extents: Map<number, number | null>;
}

function complain({ sink, directive }: ShapeReader, message: string, ...hint: string[]): void {
  sink.warning('bad-directive', message, directive.span, ...hint);
}

/** `y: x z` */
function pairs(text: string, reader: ShapeReader): (readonly [number, number])[] {
  // Colons and blanks in parentheses are those of parts.
  const [left = '', right] = text.split(/:(?![^([]*[)\]])/);
  if (right === undefined) {
    complain(reader, `A dependence is written \`after: before …\`, not \`${text}\`.`);
    return [];
  }
  // What of an array carries a derivative is told for all of it.
  const named = (word: string) => positionNamed(word.trim(), reader);
  const after = named(split(left).name);
  if (after === null) return [];
  const words = right.replace(/[([][^)\]]*[)\]]/g, ' ').split(/\s+/);
  return words
    .filter((word) => word !== '')
    .map(named)
    .filter((i) => i !== null)
    .map((before) => [after, before] as const);
}

/** Of a name, or of a part of an array, such as `t(1:7)`. */
function positionOf(text: string, reader: ShapeReader): number | null {
  const { name, part } = split(text);
  const position = positionNamed(name, reader);
  if (position === null) return null;
  const known = reader.extents.get(position);
  const elements = part === undefined ? null : lastElement(part, text, reader);
  reader.extents.set(position, known === null || elements === null ? null : Math.max(known ?? 0, elements));
  return position;
}

function split(text: string): { name: string; part: string | undefined } {
  const [, name = text, part] = /^([^([]*?)\s*[([](.*)[)\]]\s*$/s.exec(text) ?? [];
  return { name: name.trim(), part };
}

function lastElement(part: string, text: string, reader: ShapeReader): number | null {
  const bounds = /^\s*(\d+)\s*:\s*(\d+)\s*$/.exec(part);
  const first = reader.signature.language === 'c' ? 0 : 1;
  const [low, high] = [Number(bounds?.[1]), Number(bounds?.[2])];
  if (bounds && first <= low && low <= high) return high - first + 1;
  complain(
    reader,
    `\`${text}\` is taken for all of the array: a part is written with two numbers, such as \`t(${first}:${first + 6})\`.`,
  );
  return null;
}

function positionNamed(word: string, reader: ShapeReader): number | null {
  const { name, parameters, globals, returns, language } = reader.signature;
  const ignoreCase = language === 'fortran';
  const wanted = folded(word, ignoreCase);
  if (returns && wanted === folded(name, ignoreCase)) return RESULT;
  const byName = parameters.findIndex((p) => folded(p.name, ignoreCase) === wanted);
  if (byName >= 0) return byName;
  const byPlace = /^\d+$/.test(word) ? Number(word) - 1 : -1;
  if (byPlace >= 0 && byPlace < parameters.length) return byPlace;
  const isNamed = (names: Iterable<string>) => [...names].some((each) => folded(each, ignoreCase) === wanted);
  const passed = parameters.flatMap((p, i) => (isNamed(p.passed ?? []) ? [i] : []));
  const shared = globals.flatMap(({ names }, i) => (isNamed(names) ? [parameters.length + i] : []));
  const [found, another] = passed.length > 0 ? passed : shared;
  if (found !== undefined && another === undefined) return found;
  if (found === undefined)
    complain(
      reader,
      `\`${word}\` is no parameter of \`${name}\`, and no global that it could see.`,
      'Give a name, or the place of a parameter, counted from 1.',
    );
  else
    complain(
      reader,
      `\`${word}\` could be more than one thing for \`${name}\`.`,
      'Give the place of a parameter, counted from 1, or the full name of a global, such as `blk.x`.',
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
  const { end } = directive.span;
  const routine =
    routines.find((r) => encloses(r.span, directive.span)) ??
    routines.find((r) => r.span.start >= end) ??
    null;
  const site = directive.name === 'call' ? routine?.calls.find((call) => call.span.start >= end) : undefined;
  return { routine: routine?.name ?? null, site: site?.id ?? null };
}

/** Directives with where they belong among routines that stand in the text one after the other. */
export function placeDirectives(found: readonly FoundDirective[], routines: readonly Routine[]): Directive[] {
  if (found.length === 0) return [];
  const placed = routines.map(({ name, span, body }) => ({
    name,
    span,
    calls: [...callsIn(body)].sort((a, b) => a.span.start - b.span.start),
  }));
  return found.map((directive) => ({ ...directive, ...placeDirective(directive, placed) }));
}
