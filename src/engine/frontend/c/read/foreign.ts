import type { Idiom } from '../../foreign';

const UNREAD = [
  'unexpected-token',
  'unknown-type',
  'missing-semicolon',
  'missing-type',
  'undeclared-variable',
] as const;
const CALLED = ['not-a-function', 'not-assignable'] as const;
const UNKNOWN = ['undeclared-variable', 'undeclared-function', 'unsupported', 'unknown-member'] as const;
const LIST = ['unexpected-token', 'redeclared', 'missing-semicolon'] as const;

/** What stands in kernels by those who think in Fortran, Python, MATLAB, Julia, Rust or Java. */
export const FOREIGN_TO_C: readonly Idiom[] = [
  [
    /\bfor\s+[^(\s].*|\bfor\s*\(\s*(?:\w+\s+)?\w+\s+in\b.*|\bfor\s*\([^;?]*:.*\)/g,
    'A loop that counts is `for (int i = 0; i < n; i++) { … }`.',
    null,
    true,
  ],
  [/\bfor\s*\([^;]*,[^;]*,[^;]*\)/g, 'Semicolons part what stands in `for (int i = 0; i < n; i++)`.', LIST],
  [/\bthen\b.*/g, 'Braces stand around what `if` governs: `if (x > 0) { … }`.', UNREAD, true],
  [/\b(if|while)\s+[^(\s].*/g, 'Parentheses stand around a test: `$1 (x > 0) { … }`.', UNREAD],
  [/\bels?e?if\b.*/gi, 'Write `else if (x > 0) { … }`.', UNREAD, true],
  [/^\s*(end\w*|fi|done)\b.*/gi, 'A block ends with `}`.', UNREAD, true],
  [/^\s*(#|!|%|--)(\s.*|$)/g, 'A comment begins with `//`.'],
  [
    /\b(def|function|func|fn|subroutine|procedure|public|private|protected|export|pub|async)\b.*/gi,
    'Write `double f(double x) { … }`.',
    UNREAD,
  ],
  [/\b(let|var|val|auto|real|dim)\s+(\w+)/gi, 'Say the type: `double $2`.', UNREAD],
  [/\b(double|float|int)\s*\[(\w*)\]\s*(\w+)/g, 'Brackets stand behind the name: `$1 $3[$2]`.', UNREAD],
  [/\^/g, '`^` is no power: write `pow(x, 2)` or `x * x`.', ['type-mismatch']],
  [/:=/g, 'To assign, write `=`.', UNREAD],
  [/<>|\.ne\.\s*/gi, 'To compare, write `!=`.'],
  [/=>|\.ge\.\s*/gi, 'To compare, write `>=`.'],
  [/=<|\.le\.\s*/gi, 'To compare, write `<=`.'],
  [/\.(gt|lt|eq)\.\s*/gi, 'To compare, write `>`, `<` or `==`.'],
  [/\.and\.\s*/gi, 'Write `&&`.'],
  [/\.or\.\s*/gi, 'Write `||`.'],
  [/\.not\.\s*/gi, 'Write `!`.'],
  [/\b(\w+)\((\w+)\)/g, 'If it is an array, write `$1[$2]`.', CALLED],
  [/\b(?:Math|math|np|numpy|std)\.(\w+)/g, 'Write `$1`.', UNKNOWN],
  [
    /\b\w+\.(sin|cos|tan|exp|log|sqrt|abs|pow)\w?\(/g,
    'Write `$1(…)`, with the value as an argument.',
    UNKNOWN,
  ],
  [/\.(length|size|len|shape)\b|\b(len|length|size)\(/g, 'Pass the length as a parameter, `int n`.', UNKNOWN],
  [/\bln\b/g, 'The natural logarithm is `log`.', UNKNOWN],
  [/\bpi\b/gi, 'Write `M_PI`, which `<math.h>` has.', ['undeclared-variable']],
  [/\b(print|println|System|console|disp|display)\b.*/g, 'Write `printf("%g\\n", x);`.', UNKNOWN],
  [/\b(sin|cos|tan|exp|log|sqrt|fabs)\s+(\w+)/g, 'Write `$1($2)`.', UNREAD],
  [/\b[\d.]+[dD][-+]?\d+/g, 'Write the exponent with `e`, as in `1.0e-3`.', ['bad-number']],
  [/\b[1-9]\d*(?![deful])[a-z(]\w*/gi, 'A product has its sign: `2 * x`.', ['bad-number', 'unsupported']],
  [/\b\d+,\d/g, 'A number has a point, `0.5`, and nothing between thousands.', ['unexpected-token']],
  [/\b\w+\.\s+\w/g, 'Commas part parameters and arguments.', ['unexpected-token']],
  [/\b(?:in|out|inout)\s+(double|float|int)\b/g, 'Write `$1` alone.'],
  [/\|\s*\w+\s*\|/g, 'Write `fabs(x)`.', ['unexpected-token']],
  [/√/g, 'Write `sqrt(x)`.', ['stray-character']],
];
