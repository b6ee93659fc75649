/**
 * The pass: shifting, inheriting and reducing. Each attribute is set once, and nothing is read before it is set. Code is
 * composed of attributes as they are set; no vertex is visited again.
 */

import { invariant } from '../base/assert';
import { diagnostic } from '../base/diagnostics';
import { entryOf } from '../base/lookup';
import type {
  Attributes,
  Diagnostic,
  ParseVertex,
  PassEvent,
  Production,
  SemanticRule,
} from '../pipeline/results';
import { evaluate, type Value } from './grammar';
import { type Token, tokenAt } from './scanner';

export type Pass = ReturnType<typeof newPass>;

export function newPass(source: string, productions: readonly Production[]) {
  return {
    source,
    grammar: new Map(productions.map((production) => [production.id, production])),
    tokens: [] as Token[],
    tree: [] as ParseVertex[],
    events: [] as PassEvent[],
    diagnostics: [] as Diagnostic[],
    /** The function around the statements, if there is one; for its parameters, whether they are pointers. */
    routine: null as { readonly name: string; readonly returns: boolean } | null,
    parameters: new Map<string, boolean>(),
    declared: new Set<string>(),
    used: new Set<string>(),
    /** The next token, and the end of the previous one. */
    next: 0,
    at: 0,
    /** The global counter of [SPG] 4, and the largest index of all. */
    counter: 0,
    largest: 0,
  };
}

type Sort = ParseVertex['symbol'];
type Name = keyof Attributes;

/** A production at work: the attributes of its symbols and the text of its token. */
export interface Open {
  readonly vertex: ParseVertex;
  readonly production: Production;
  readonly symbols: Record<string, ParseVertex>;
  readonly texts: Record<string, string>;
}

export function token(p: Pass, ahead = 0): Token {
  return tokenAt(p.source, p.tokens, p.next + ahead);
}

export function shift(p: Pass, { id }: ParseVertex): string {
  const { text, span } = token(p);
  p.events.push({ at: span.start, kind: 'shift', vertex: id, value: text });
  p.next++;
  p.at = span.end;
  return text;
}

/** Opens a vertex, which inherits from the one around it; there its name is `as`. */
export function open(p: Pass, symbol: Sort, production: string, parent?: Open, as: string = symbol): Open {
  const { span } = token(p);
  const vertex: ParseVertex = { id: p.tree.length, symbol, production, span, children: [], attributes: {} };
  p.tree.push(vertex);
  if (parent) {
    parent.vertex.children.push(vertex.id);
    parent.symbols[as] = vertex;
    for (const rule of parent.production.rules) {
      if (rule.of === 'counter') p.counter = 0;
      if (rule.of === as) set(p, vertex, rule.attribute, 'inherit', computed(p, parent, rule));
    }
  }
  return { vertex, production: entryOf(p.grammar, production), symbols: { [symbol]: vertex }, texts: {} };
}

/** Sets the synthesised attributes; `known`: those of a sequence, which are composed statement by statement. */
export function reduce(p: Pass, o: Open, known: Attributes = {}): ParseVertex {
  const { vertex } = o;
  vertex.span = { start: vertex.span.start, end: p.at };
  for (const rule of o.production.rules) {
    if (rule.of !== vertex.symbol) continue;
    const kind = rule.attribute === 'j' ? 'inherit' : 'reduce';
    set(p, vertex, rule.attribute, kind, known[rule.attribute] ?? computed(p, o, rule));
  }
  return vertex;
}

function computed(p: Pass, o: Open, rule: SemanticRule): Value {
  return evaluate(rule, (name, attribute) => {
    const text = name === 'j++' ? p.counter++ : (o.texts[name] ?? o.texts.token);
    const value = attribute ? o.symbols[name]?.attributes[attribute] : text;
    invariant(value !== undefined, `${name} ${attribute} is read before it is set`);
    return value;
  });
}

function set(p: Pass, v: ParseVertex, attribute: Name, kind: PassEvent['kind'], value: Value): void {
  // Statements hand k on: its incoming and outgoing values are two attributes.
  const isHandedOn = attribute === 'k' && kind === 'reduce';
  invariant(isHandedOn || v.attributes[attribute] === undefined, `${v.symbol}.${attribute} is set twice`);
  Object.assign(v.attributes, { [attribute]: value });
  if (attribute === 'j') p.largest = Math.max(p.largest, Number(value));
  p.events.push({ at: p.at, kind, vertex: v.id, attribute, value });
}

/** Ends the pass and reports what was expected at the next token: productions, or texts. */
export function refuse(p: Pass, expected: string, note = ''): false {
  const { span, text, kind } = token(p);
  const found = kind === 'end' ? 'The text ends here' : `\`${text.slice(0, 40)}\` stands here`;
  const wanted = expected
    .split(' ')
    .map((id) => (p.grammar.has(id) ? `\`${p.grammar.get(id)?.text}\` (${id})` : `\`${id}\``));
  const message = `${found}, where ${wanted.join(' or ')} is expected.`;
  p.diagnostics.push(
    diagnostic('error', 'not-in-grammar', message, span, ...(note ? [{ message: note }] : [])),
  );
  return false;
}
