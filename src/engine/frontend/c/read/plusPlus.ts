/**
 * Words of C++ for which C has others: `std::`, `nullptr`, `static_cast<int>(x)`, `int(x)`, `double y(1.0)`, `new double[n]`, templates
 * of one type. Tokens go in, and come out as C. What C can't say stays as it is, or is told.
 */
import type { DiagnosticSink } from '../../../base/diagnostics';
import { lastOf } from '../../../base/lookup';
import { cover } from '../../../base/span';
import { KEYWORDS, type Token, type TokenKind } from './token';

interface Reading {
  readonly tokens: readonly Token[];
  readonly sink: DiagnosticSink;
  readonly out: Token[];
  /** Braces that are open, of which some are left out with what stands before them. */
  readonly braces: boolean[];
  /** Parameters of templates, which stand for `double`. */
  readonly types: Set<string>;
  /** Names that stand where types do. */
  asTypes: Set<string> | null;
  hasContainers: boolean;
  hasThreads: boolean;
  /** The first token that no C has. */
  first: Token | null;
}

/** Reads what stands at `i`; returns where to go on, or null where it is C. */
type Rule = (r: Reading, i: number) => number | null;

export function inC(tokens: readonly Token[], sink: DiagnosticSink): readonly Token[] {
  const r: Reading = {
    tokens,
    sink,
    out: [],
    braces: [],
    types: new Set(),
    asTypes: null,
    hasContainers: false,
    hasThreads: false,
    first: null,
  };
  // The last one is the end of the text, which stays, whatever lacks its own end.
  for (let i = 0; i < tokens.length - 1; ) {
    const token = tokens[i] as Token;
    const next = token.kind === 'string' ? null : (RULES.get(token.text) ?? anyOther)(r, i);
    if (next === null) r.out.push(token);
    else r.first ??= token;
    i = next ?? i + 1;
  }
  r.out.push(...tokens.slice(-1));
  if (!r.first) return tokens;
  const said = 'This is C++: it is read as the C that says the same';
  if (r.types.size === 0) sink.info('plus-plus', `${said}.`, r.first);
  else
    sink.warning(
      'plus-plus',
      `${said}, and types of templates as \`double\`, also where a call gives whole numbers.`,
      r.first,
    );
  return r.out;
}

const TYPES = new Set(['double', 'float', 'int', 'long', 'bool', 'unsigned', 'char', 'size_t']);
/** What a value follows. */
const BEFORE_VALUE = /^(?:[-+*/%<>!=&|]=?|[=!<>]=|&&|\|\||[,([?:]|return)$/;

const text = (r: Reading, i: number): string => r.tokens[i]?.text ?? '';
const isName = (r: Reading, i: number): boolean => r.tokens[i]?.kind === 'identifier';
const isScope = (r: Reading, i: number): boolean => text(r, i) === ':' && text(r, i + 1) === ':';

/** Writes words where a token stands. */
function put(r: Reading, at: number, ...words: readonly string[]): void {
  const like = r.tokens[at] as Token;
  for (const word of words) r.out.push({ ...like, kind: kindOf(word), text: word, startsLine: false });
}

function one(r: Reading, i: number, word: string): number {
  put(r, i, word);
  return i + 1;
}

function kindOf(word: string): TokenKind {
  if (/^\d/.test(word)) return 'integer';
  return KEYWORDS.has(word) ? 'keyword' : /^\w/.test(word) ? 'identifier' : 'punctuator';
}

/** The index of the token that closes the one at `open`. */
function closing(r: Reading, open: number): number {
  const [opens, closes] = [text(r, open), { '<': '>', '(': ')', '[': ']', '{': '}' }[text(r, open)]];
  for (let i = open, depth = 0; i < r.tokens.length; i++) {
    if (text(r, i) === opens) depth++;
    else if (text(r, i) === closes && --depth === 0) return i;
    else if (opens === '<' && /^[;{}]$/.test(text(r, i))) break;
  }
  return -1;
}

/** What the head of a block is left out of, its braces too. */
function leaveBrace(r: Reading, open: number): number {
  r.braces.push(true);
  return open + 1;
}

function endOf(r: Reading, from: number): number {
  let i = from;
  while (i < r.tokens.length - 1 && text(r, i) !== ';') i++;
  return i;
}

/** `static_cast<T>(e)` is `(T)(e)`. */
const castTo: Rule = (r, i) => {
  const end = text(r, i + 1) === '<' ? closing(r, i + 1) : -1;
  if (end < 0 || text(r, end + 1) !== '(') return null;
  put(r, i, '(');
  r.out.push(...r.tokens.slice(i + 2, end).map((token) => ofTemplate(r, token)));
  put(r, i, ')');
  return end + 1;
};

const skipped: Rule = (_, i) => i + 1;

/** `std::cout << x;` tells only what it writes. */
const written: Rule = (r, i) =>
  text(r, i + 1) === '<<' && !BEFORE_VALUE.test(lastText(r)) ? endOf(r, i) : null;

const lastText = (r: Reading): string => (r.out.length > 0 ? lastOf(r.out).text : '');

/** `and` between two operands. */
const operator =
  (word: string): Rule =>
  (r, i) => {
    const before = r.out.at(-1);
    const follows =
      before && (/^(?:identifier|integer|real)$/.test(before.kind) || /^[)\]]$/.test(before.text));
    if (!follows || !/^[\w(!-]/.test(text(r, i + 1))) return null;
    put(r, i, word);
    return i + 1;
  };

const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...['static_cast', 'const_cast', 'reinterpret_cast'].map((word): [string, Rule] => [word, castTo]),
  ...['__device__', '__host__', '__global__', '__forceinline__', 'noexcept'].map((word): [string, Rule] => [
    word,
    skipped,
  ]),
  ...['threadIdx', 'blockIdx', 'blockDim', 'gridDim'].map((word): [string, Rule] => [word, thread]),
  ...['cout', 'cerr'].map((word): [string, Rule] => [word, written]),
  ['and', operator('&&')],
  ['or', operator('||')],
  [
    'not',
    (r, i) => (BEFORE_VALUE.test(lastText(r)) && /^[\w(!]/.test(text(r, i + 1)) ? one(r, i, '!') : null),
  ],
  ['nullptr', (r, i) => one(r, i, 'NULL')],
  ['adouble', (r, i) => one(r, i, 'double')],
  [':', (r, i) => (isScope(r, i) && isName(r, i + 2) ? i + 2 : null)],
  [
    'using',
    (r, i) => {
      if (!isName(r, i + 1)) return null;
      const end = endOf(r, i);
      if (text(r, i + 2) !== '=') return end + 1;
      put(r, i, 'typedef');
      r.out.push(...r.tokens.slice(i + 3, end), r.tokens[i + 1] as Token);
      return end;
    },
  ],
  [
    'extern',
    (r, i) => (text(r, i + 1) !== '"C"' ? null : text(r, i + 2) === '{' ? leaveBrace(r, i + 2) : i + 2),
  ],
  [
    'namespace',
    (r, i) => {
      const open = isName(r, i + 1) ? i + 2 : i + 1;
      return text(r, open) === '{' ? leaveBrace(r, open) : null;
    },
  ],
  [
    '{',
    (r) => {
      r.braces.push(false);
      return null;
    },
  ],
  ['}', (r, i) => (r.braces.pop() ? i + 1 : null)],
  [
    'template',
    (r, i) => {
      const end = text(r, i + 1) === '<' ? closing(r, i + 1) : -1;
      const names = r.tokens.slice(i + 2, Math.max(end, i + 2)).map((token) => token.text);
      if (
        end < 0 ||
        !names.every((word, k) =>
          k % 3 === 0 ? /^(?:typename|class)$/.test(word) : k % 3 === 1 || word === ',',
        )
      )
        return null;
      for (let k = 1; k < names.length; k += 3) r.types.add(names[k] as string);
      return end + 1;
    },
  ],
  [
    'new',
    (r, i) => {
      const end = text(r, i + 2) === '[' ? closing(r, i + 2) : -1;
      if (end < 0 || !BEFORE_VALUE.test(lastText(r))) return null;
      const type = ofTemplate(r, r.tokens[i + 1] as Token);
      put(r, i, '(', type.text, '*', ')', 'malloc', '(', '(');
      r.out.push(...r.tokens.slice(i + 3, end));
      put(r, i, ')', '*', 'sizeof', '(', type.text, ')', ')');
      return end + 1;
    },
  ],
  [
    'delete',
    (r, i) => {
      const from = text(r, i + 1) === '[' ? i + 3 : i + 1;
      if (!isName(r, from)) return null;
      put(r, i, 'free', '(');
      r.out.push(...r.tokens.slice(from, endOf(r, from)));
      put(r, i, ')');
      return endOf(r, from);
    },
  ],
  ...['vector', 'array', 'VectorXd', 'MatrixXd'].map((word): [string, Rule] => [word, container]),
  ['.', (r, i) => (r.hasContainers && text(r, i + 1) === 'size' ? sizeOf(r, i) : null)],
  ['for', overContainer],
  ['struct', namedStruct],
]);

/** `threadIdx.x`: which thread of CUDA's it is, the text alone does not say. */
function thread(r: Reading, i: number): number | null {
  if (text(r, i + 1) !== '.' || !/^[xyz]$/.test(text(r, i + 2))) return null;
  const { start, end } = cover(r.tokens[i] as Token, r.tokens[i + 2] as Token);
  if (!r.hasThreads)
    r.sink.error(
      'unsupported',
      'Threads of CUDA are not supported.',
      { start, end },
      'Write the loop that they share: `for (int i = 0; i < n; i++) { … }`.',
    );
  r.hasThreads = true;
  put(r, i, '0');
  return i + 3;
}

/** `vector<double> &x` is told, and read as a pointer, so that little else is said. */
function container(r: Reading, i: number): number | null {
  const first = text(r, i + 2);
  const isOfType = TYPES.has(first) || r.types.has(first) || isScope(r, i + 3);
  const end = text(r, i).endsWith('Xd') ? i : text(r, i + 1) === '<' && isOfType ? closing(r, i + 1) : -1;
  if (end < 0) return null;
  r.hasContainers = true;
  const { start, end: last } = cover(r.tokens[i] as Token, r.tokens[end] as Token);
  r.sink.error(
    'unsupported',
    'Containers of C++ are not supported.',
    { start, end: last },
    'Write an array and its length: `double *x, int n` where it is passed, `double x[n]` where it is made.',
  );
  const type = end > i ? ofTemplate(r, r.tokens[i + 2] as Token).text : 'double';
  const made = text(r, end + 2) === '(' ? closing(r, end + 2) : -1;
  put(r, i, type, ...(made < 0 ? ['*'] : []));
  if (made < 0) return text(r, end + 1) === '&' ? end + 2 : end + 1;
  put(r, end + 1, text(r, end + 1), '[', '1', ']');
  return made + 1;
}

/** `x.size()` of what was told. */
function sizeOf(r: Reading, i: number): number {
  r.out.pop();
  put(r, i, '1');
  return i + 4;
}

/** `for (double v : x)` */
function overContainer(r: Reading, i: number): number | null {
  const end = text(r, i + 1) === '(' ? closing(r, i + 1) : -1;
  const head = r.tokens.slice(i + 2, Math.max(end, i));
  const colon = head.findIndex((token) => token.text === ':');
  const name = head[colon - 1];
  if (name?.kind !== 'identifier' || head.some((token) => /^[;?]$/.test(token.text))) return null;
  r.sink.error(
    'unsupported',
    'Loops over containers are not supported.',
    { start: (r.tokens[i] as Token).start, end: (r.tokens[end] as Token).end },
    'Count: `for (int i = 0; i < n; i++)`.',
  );
  put(r, i, 'for', '(', 'double', name.text, '=', '1', ';', name.text, '>', '1', ';', ')');
  return end + 1;
}

/** `struct P { … };` names a type, where the text takes it for one. */
function namedStruct(r: Reading, i: number): number | null {
  const name = text(r, i + 1);
  const end = text(r, i + 2) === '{' && lastText(r) !== 'typedef' ? closing(r, i + 2) : -1;
  if (end < 0 || text(r, end + 1) !== ';') return null;
  r.asTypes ??= new Set(
    r.tokens.flatMap((token, k) => {
      const isType =
        /^(?:[A-Za-z_]\w*|&)$/.test(text(r, k + 1)) && !/^(?:struct|union|enum|[})*])$/.test(text(r, k - 1));
      return token.kind === 'identifier' && isType ? [token.text] : [];
    }),
  );
  if (
    !r.asTypes.has(name) ||
    r.tokens.some(
      (token, k) =>
        token.text === name && /^(?!struct$)[\w});*]+$/.test(text(r, k - 1)) && text(r, k + 1) === ';',
    )
  )
    return null;
  put(r, i, 'typedef', 'struct', name, name, ';', 'struct');
  return i + 1;
}

const ofTemplate = (r: Reading, token: Token): Token =>
  r.types.has(token.text) ? { ...token, kind: 'keyword', text: 'double' } : token;

/** Names and types: `a::b`, `T x`, `f<double>(x)`, `int(x)`, `double y(1.0)`. */
function anyOther(r: Reading, i: number): number | null {
  const token = r.tokens[i] as Token;
  const next = text(r, i + 1);
  const { text: word } = ofTemplate(r, token);
  const isCast = TYPES.has(word) && next === '(' && BEFORE_VALUE.test(lastText(r));
  if (isCast && !/^[*)]$/.test(text(r, i + 2)) && !TYPES.has(text(r, i + 2))) {
    put(r, i, '(', word, ')');
    return i + 1;
  }
  if (word !== token.text) return one(r, i, word);
  if (token.kind !== 'identifier') return null;
  if (isScope(r, i + 1))
    return token.text === 'std' && text(r, i + 3) === 'abs' ? one(r, i + 3, 'std::abs') : i + 3;
  const instance = next === '<' && (TYPES.has(text(r, i + 2)) || r.types.has(text(r, i + 2)));
  if (instance && text(r, i + 3) === '>' && text(r, i + 4) === '(') {
    r.out.push(token);
    return i + 4;
  }
  const end = next === '(' && TYPES.has(lastText(r)) ? closing(r, i + 1) : -1;
  if (end < 0 || !/^[;,]$/.test(text(r, end + 1))) return null;
  if (!isValue(r, i + 2, end)) return null;
  r.out.push(token);
  put(r, i + 1, '=');
  return i + 1;
}

/** `double y(2 * x)` in a function, which is no head of another one. */
function isValue(r: Reading, from: number, to: number): boolean {
  const part = r.tokens.slice(from, to);
  return (
    r.braces.includes(false) &&
    part.some(({ kind }) => kind === 'integer' || kind === 'real') &&
    !part.some(({ kind }, k) => kind === 'keyword' || (kind === 'identifier' && part[k + 1]?.kind === kind))
  );
}
