/**
 * What texts call and seldom bring along, written in C: functions of `math.h` by other ones, those of f2c and of *Numerical
 * Recipes*, and macros that everybody has. What a text names and does not make itself is read as if it stood before it.
 */
import type { Span } from '../../../base/span';
import { BLAS_CALL, BLAS_WORDS, blasText } from './blas';

interface Known {
  readonly name: string;
  readonly text: string;
  /** Which one it is taken for; null of what each compiler of C has. */
  readonly as: string | null;
  /** Only where its header is named, since the name is a common word. */
  readonly isWord: boolean;
}

export interface KnownText extends Known {
  /** Where the text first names it. */
  readonly span: Span;
  /** The text's own definition, in whose place it is read. */
  readonly instead: Span | null;
}

/** Each begins at the margin; a macro that stands first renames what the headers declare. */
function known(as: string | null, all: string, isWord = false): Known[] {
  const texts = all.trim().split(/\n(?! )/);
  return texts.map((text) => {
    const found =
      /^(?:#define|struct) (\w+)/.exec(text) ?? /^typedef.*?(\w+);$/.exec(text) ?? /(\w+)\(/.exec(text);
    return { name: found?.[1] ?? '', text, as, isWord };
  });
}

const MATH = [
  ['', 'double'],
  ['f', 'float'],
  ['l', 'double'],
].map(
  ([s, type]) => `
#define sincos${s} own_sincos${s}
  static void own_sincos${s}(${type} x, ${type} *s, ${type} *c) { *s = sin${s}(x); *c = cos${s}(x); }
#define modf${s} own_modf${s}
  static ${type} own_modf${s}(${type} x, ${type} *whole) { *whole = trunc${s}(x); return isinf(x) ? 0 : x - trunc${s}(x); }
#define frexp${s} own_frexp${s}
  static ${type} own_frexp${s}(${type} x, int *n) {
    int e = 0;
    if (x != 0 && isfinite(x)) {
      e = (int)floor(log2(fabs(x))) + 1;
      if (fabs(ldexp(ldexp(x, -e / 2), e / 2 - e)) >= 1) e++;
      else if (fabs(ldexp(ldexp(x, -e / 2), e / 2 - e)) < 0.5) e--;
    }
    *n = e;
    return ldexp${s}(ldexp${s}(x, -e / 2), e / 2 - e);
  }
#define exp10${s}(x) pow${s}(10, x)
#define pow10${s}(x) pow${s}(10, x)
#define drem${s}(x, y) remainder${s}(x, y)
#define finite${s}(x) isfinite(x)
#define isnan${s || 'd'}(x) isnan(x)
#define isinf${s || 'd'}(x) isinf(x)`,
);

const COMPILER = `
#define errno own_errno
  static int own_errno;
#define __builtin_expect(x, y) (x)
#define __builtin_assume_aligned(p, ...) (p)
int __builtin_popcount(long x) { int n = 0; for (; x != 0; x /= 2) n += x % 2; return n; }
int __builtin_ctz(long x) { int n = 0; for (; x % 2 == 0; x /= 2) n++; return n; }
int __builtin_clz(long x) { int n = 32; for (; x != 0; x /= 2) n--; return n; }`;

const OF_CLOCKS = `
typedef long time_t;
typedef long clock_t;
struct timeval { long tv_sec, tv_usec; };
struct timespec { long tv_sec, tv_nsec; };
#define CLOCKS_PER_SEC 1000000
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1`;

const CLOCKS = `
long clock(void) { return 0; }
long time(long *now) { if (now) *now = 0; return 0; }
double difftime(long end, long begin) { return end - begin; }
int gettimeofday(struct timeval *now, void *zone) { now->tv_sec = 0; now->tv_usec = 0; return 0; }
int clock_gettime(int which, struct timespec *now) { now->tv_sec = 0; now->tv_nsec = 0; return 0; }`;

const CHARACTERS = `
#define strlen own_strlen
  static int own_strlen(const char *s) { int n = 0; while (s[n]) n++; return n; }
int isspace(int c) { return c == ' ' || (c >= 9 && c <= 13); }
int isdigit(int c) { return c >= '0' && c <= '9'; }
int isupper(int c) { return c >= 'A' && c <= 'Z'; }
int islower(int c) { return c >= 'a' && c <= 'z'; }
int isalpha(int c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
int isalnum(int c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }
int toupper(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }
int tolower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }`;

/** For texts that are no codes; where all are, nothing calls it. */
const COMPARING: Known = {
  name: 'strcmp',
  text: 'static int own_strcmp(const char *a, const char *b) { while (*a && *a == *b) { a++; b++; } return *a - *b; }',
  as: null,
  isWord: false,
};

const COMMON = ['max', 'min', 'MAX', 'MIN'].map(
  (name) => `#define ${name}(a, b) ((a) ${/max/i.test(name) ? '>' : '<'} (b) ? (a) : (b))`,
);

const F2C = `
typedef int integer;
typedef int logical;
typedef int ftnlen;
typedef double doublereal;
typedef struct { double r, i; } doublecomplex;
#define TRUE_ 1
#define FALSE_ 0
#define dabs(x) fabs(x)
#define dmax(a, b) fmax(a, b)
#define dmin(a, b) fmin(a, b)
double pow_dd(double *x, double *y) { return pow(*x, *y); }
double pow_di(double *x, int *n) { return pow(*x, *n); }
double pow_ri(float *x, int *n) { return pow(*x, *n); }
int pow_ii(int *x, int *n) { int p = 1; for (int k = 0; k < *n; k++) p *= *x; return *n < 0 ? (*x == 1 ? 1 : *x == -1 ? (*n % 2 ? -1 : 1) : 0) : p; }
double d_sign(double *x, double *y) { return copysign(*x, *y); }
double r_sign(float *x, float *y) { return copysign(*x, *y); }
int i_sign(int *x, int *y) { int size = *x < 0 ? -*x : *x; return *y < 0 ? -size : size; }
double d_int(double *x) { return trunc(*x); }
double r_int(float *x) { return trunc(*x); }
double d_nint(double *x) { return round(*x); }
int i_dnnt(double *x) { return (int)round(*x); }
int i_nint(float *x) { return (int)round(*x); }
double d_mod(double *x, double *y) { return fmod(*x, *y); }
double d_lg10(double *x) { return log10(*x); }
double r_lg10(float *x) { return log10(*x); }
double d_abs(double *x) { return fabs(*x); }`;

const F2C_WORDS = `
typedef float real;
typedef struct { float r, i; } complex;
#define abs(x) ((x) >= 0 ? (x) : -(x))`;

const VECTORS = ['float ', 'double d', 'int i'].map((each) => {
  const [type, letter] = each.split(' ') as [string, string];
  return `
${type} *${letter}vector(long nl, long nh) { return (${type} *)malloc((nh + 1) * sizeof(${type})); }
${type} **${letter}matrix(long nrl, long nrh, long ncl, long nch) {
  ${type} **m = (${type} **)malloc((nrh + 1) * sizeof(${type} *));
  for (long i = nrl; i <= nrh; i++) m[i] = (${type} *)malloc((nch + 1) * sizeof(${type}));
  return m; }
void free_${letter}vector(${type} *v, long nl, long nh) { free(v); }
void free_${letter}matrix(${type} **m, long nrl, long nrh, long ncl, long nch) { free(m); }`;
});

const RECIPES = `${VECTORS.join('')}
void nrerror(char *text) { exit(1); }
#define SQR(a) ((a) * (a))
#define DSQR(a) ((a) * (a))
#define CUBE(a) ((a) * (a) * (a))
#define SIGN(a, b) ((b) >= 0.0 ? fabs(a) : -fabs(a))
${['D', 'F', 'L', 'I'].map((t) => `#define ${t}MAX(a, b) ((a) > (b) ? (a) : (b))\n#define ${t}MIN(a, b) ((a) < (b) ? (a) : (b))`).join('\n')}`;

const KNOWN: readonly Known[] = [
  ...MATH.flatMap((text) => known(null, text)),
  ...known(null, COMPILER),
  ...known(null, CHARACTERS),
  ...known(null, OF_CLOCKS),
  ...known('one of a clock that stands still', CLOCKS),
  COMPARING,
  ...known('the usual macro', COMMON.join('\n')),
  ...known('the one of f2c', F2C),
  ...known('the one of f2c', F2C_WORDS, true),
  ...known('the one of *Numerical Recipes*', RECIPES),
  ...known(null, BLAS_WORDS),
  ...known('the one of R', '#define R_alloc(n, size) malloc((n) * (size))'),
];

const NAMES = new RegExp(`\\b(?:${KNOWN.map(({ name }) => name).join('|')})\\b`, 'g');
const ASIDE = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|#[ \t]*include[^\n]*|"(?:\\.|[^"\\\n])*"/g;

/** What a text needs of them, in their order. */
export function knownTexts(source: string): readonly KnownText[] {
  const plain = source.replace(ASIDE, (text) => ' '.repeat(text.length));
  const hasWords = /#\s*include\s*["<][^">\n]*f2c\.h[">]/.test(source);
  const first = new Map<string, Span>();
  for (const { 0: name, index } of plain.matchAll(NAMES))
    if (!first.has(name)) first.set(name, { start: index, end: index + name.length });
  const blas: Known[] = [];
  for (const { 0: name, index } of plain.matchAll(BLAS_CALL)) {
    const found = first.has(name) ? null : blasText(name);
    if (!found || new RegExp(`external\\(\\s*${name}\\b`).test(source)) continue;
    first.set(name, { start: index, end: index + name.length });
    blas.push({ name, text: found.text, as: `the one of ${found.library}`, isWord: false });
  }
  return [...KNOWN, ...blas].flatMap((each): KnownText[] => {
    const span = first.get(each.name);
    if (!span || (each.isWord && !hasWords)) return [];
    const instead = definitionFromOne(each, plain);
    return instead || isNeeded(each, plain) ? [{ ...each, span, instead }] : [];
  });
}

/** Blanks stand where a text is read in place of its own definition. */
export function withoutReplaced(source: string, known: readonly KnownText[]): string {
  const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
  return known.reduce(
    (text, { instead }) =>
      instead
        ? text.slice(0, instead.start) +
          blank(text.slice(instead.start, instead.end)) +
          text.slice(instead.end)
        : text,
    source,
  );
}

/**
 * Of *Numerical Recipes*: arrays from `nl` to `nh`, by pointers that lead beside their memory, for which nothing else is done. The
 * texts here say the same with none.
 */
function definitionFromOne({ name, text }: Known, plain: string): Span | null {
  const parameters = /\(([^)]*\bn(?:rl|l)\b[^)]*)\)/.exec(text)?.[1];
  if (!parameters) return null;
  const head = parameters.replace(/\w+ \**(\w+)(?=,|$)/g, '[\\w\\s*]+\\b$1\\s*').replace(/, /g, ',\\s*');
  const found = new RegExp(`(?:\\bstatic\\s+)?\\b\\w+[\\s*]+${name}\\s*\\(\\s*${head}\\)\\s*\\{`).exec(plain);
  if (!found) return null;
  let end = found.index + found[0].length;
  for (let depth = 1; depth > 0 && end < plain.length; end++)
    depth += plain[end] === '{' ? 1 : plain[end] === '}' ? -1 : 0;
  const body = plain.slice(found.index, end);
  return /\bcalloc\b|\bmemset\b|[^=!<>]=\s*0\b/.test(body) ? null : { start: found.index, end };
}

/** It is used, and not what the text itself defines or declares. A prototype has no body. */
function isNeeded({ name, text }: Known, plain: string): boolean {
  const has = (pattern: string): boolean => new RegExp(pattern, 'm').test(plain);
  const isType = /^typedef|^struct/.test(text);
  const isPlain = !isType && /(?: \d+|;)$/.test(text);
  const isMacro = /^#define \w+[( ](?!own_)/.test(text);
  const use = isType ? `\\b${name}\\s+\\**\\w` : `\\b${name}\\s*\\(`;
  if (!has(isPlain ? `\\b${name}\\b` : use)) return false;
  const typed = '\\b(?:void|int|long|float|double)[\\s*]+';
  const head = isType ? typed : `(?:${typed}|^(?!return|else)[A-Za-z_][\\w \\t*]*[\\s*])`;
  const body = '\\s*\\([^;{}]*\\)\\s*(?:\\w[^(){}]*;\\s*)*\\{';
  return !(
    has(`#\\s*define\\s+${name}\\b|\\bstruct\\s+${name}\\s*\\{`) ||
    has(`\\benum\\s*\\w*\\s*\\{[^}]*\\b${name}\\b`) ||
    has(`typedef[^;]*\\b${name}\\s*;|\\(\\s*\\*\\s*${name}\\s*\\)|(?:\\.|->)\\s*${name}\\b`) ||
    has(`${head}${name}\\b${isType || isPlain ? '' : isMacro ? '\\s*\\(' : body}`)
  );
}
