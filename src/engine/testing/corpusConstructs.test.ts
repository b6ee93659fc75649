import { expect, test } from 'vitest';
import { corpusKernels } from './corpusKernels';

/* What people write that goes beyond numbers and arrays: the corpus has at least three texts of each. */

const NAME = String.raw`[A-Za-z_]\w*`;

const C: Readonly<Record<string, RegExp>> = {
  'a structure': /\bstruct\b/,
  'a structure in a structure':
    /struct\s*\w*\s*\{[^}]*\bstruct\s+\w+\s+\w+|\}\s*(\w+);[\s\S]*struct[^{}]*\{[^}]*\b\1\s+\w+/,
  'an array of structures': /\b(?:struct\s+\w+|[A-Z]\w+)\s+\w+\[|\bstruct\s+\w+\s*\*\s*\w+/,
  'an array in a structure': /struct\s*\w*\s*\{[^}]*\w\[\w+\][^}]*\}/,
  'a structure that is returned':
    /^(?:static\s+)?(?:inline\s+)?(?:struct\s+\w+|[A-Z]\w*|\w+_t|vec\w*|point|pair|dual|quat\w*)\s+\w+\([^;{]*\)\s*\{/m,
  'a member by its arrow': /->/,
  'a pointer to pointers': /\*\s*\*\s*\w/,
  malloc: /\bmalloc\s*\(/,
  calloc: /\bcalloc\s*\(/,
  realloc: /\brealloc\s*\(/,
  'a test of a pointer': /[!=]=\s*NULL\b/,
  'a pointer to anything': /\bvoid\s*\*\s*\w/,
  'a function that returns a pointer':
    /^(?:static\s+)?(?:inline\s+)?(?:const\s+)?(?:double|float|int)\s*\*+\s*\w+\s*\([^;]*\)\s*\{/m,
  'buffers that swap': new RegExp(
    `(${NAME})\\s*=\\s*(${NAME});\\s*\\2\\s*=\\s*(${NAME});\\s*\\3\\s*=\\s*\\1\\s*;`,
  ),
  'a complex number': /\bcomplex\b/,
  'numbers without a sign': /\bunsigned long long\b|\buint32_t\b|\bunsigned int\b/,
  'a subscript before its array': /\b(?:\d|[ijk])\[[a-z]\w*\]/,
  'a pointer that is chosen': /(?:\*\s*\w+\s*=|return)\s*[^;?=]*\?[^;:]*:[^;]*;/,
  'a head in the old style': /^\w*[\w *]*\n?\w+\([\w, ]+\)\s*\n(?:\w[\w *,[\]]*;\s*)+\{/m,
  'functions in a table or a variable': /\(\*\s*\w+\s*[[)]/,
  'static inline': /\bstatic\s+inline\b/,
  'a text that steers': /const char|char\s*\*|strcmp/,
  'a local array of changing size': /for\s*\([^{]*\{[^}]*double\s+\w+\[\w*[a-z]\w*[^\]]*\]/,
};

const FORTRAN: Readonly<Record<string, RegExp>> = {
  'a type': /^\s*type\b(?!\s*\()/im,
  'a component': /%/,
  'a procedure that is bound to a type': /^\s*procedure\b.*::/im,
  POINTER: /\bpointer\b/i,
  TARGET: /\btarget\b/i,
  'NULLIFY or ASSOCIATED': /\bnullify\b|\bassociated\s*\(/i,
  ALLOCATABLE: /\ballocatable\b/i,
  ALLOCATED: /\ballocated\s*\(/i,
  COMMON: /^\s*common\b/im,
  EQUIVALENCE: /^\s*equivalence\b/im,
  'a dummy of one element that is an array':
    /(?:real|precision|real\(8\))[^!\n]*\b\w+\s*\(\s*1\s*\)|dimension\s*\(\s*1\s*\)/i,
  OPTIONAL: /\boptional\b/i,
  PRESENT: /\bpresent\s*\(/i,
  'an argument by its keyword': /call\s+\w+\s*\([^)\n]*\b\w+\s*=[^=]/i,
  CHARACTER: /\bcharacter\b/i,
  PACK: /\bpack\s*\(/i,
  MERGE: /\bmerge\s*\(/i,
  SHAPE: /\bshape\s*\(/i,
  TRANSFER: /\btransfer\s*\(/i,
  'an alternate return': /\breturn\s+\d|,\s*\*\s*[,)]/i,
  'a DO variable that is real': /^\s*do\s+(?:\d+\s+)?\w+\s*=\s*-?\d*\.\d/im,
  'an assigned GO TO': /\bassign\s+\d+\s+to\b/i,
  ENTRY: /^\s*entry\b/im,
  COMPLEX: /\bcomplex\b/i,
  'a literal as an argument': /call\s+\w+\s*\([^)\n]*\b\d+\.\d*/i,
};

const kernels = corpusKernels();

test.each([
  ['c', C],
  ['fortran', FORTRAN],
] as const)('the corpus has three texts of each construct in %s', (language, constructs) => {
  const texts = kernels.filter((kernel) => kernel.language === language).map(({ source }) => source);
  const few = Object.entries(constructs)
    .map(([name, pattern]) => `${name}: ${texts.filter((text) => pattern.test(text)).length}`)
    .filter((line) => Number(/\d+$/.exec(line)) < 3);
  expect(few).toEqual([]);
});
