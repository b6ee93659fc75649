/** Routines of BLAS and LAPACK that a text calls, in C: as `cblas_ddot` takes its arguments, as `ddot_` does, and as `LAPACKE_dgesv`. */
import { type BlasName, type BlasRoutine, blasRoutine, isCharacter, type Words } from '../../blas';

export const BLAS_HEADER =
  /(?:^|\/)(?:(?:gsl_)?cblas(?:_f77)?|f77blas|lapacke?|mkl(?:_\w+)?|Accelerate|vecLib)\.h$/;
export const BLAS_CALL = /\b(?:cblas_\w+|LAPACKE_\w+|i?[sd]\w+_)(?=\s*\()/g;

/** How their headers call choices and types. */
const CHOICES =
  'RowMajor 101,ColMajor 102,NoTrans 111,Trans 112,ConjTrans 113,Upper 121,Lower 122,NonUnit 131,Unit 132,Left 141,Right 142';
const TYPES =
  'CBLAS_ORDER,CBLAS_LAYOUT,CBLAS_TRANSPOSE,CBLAS_UPLO,CBLAS_DIAG,CBLAS_SIDE,CBLAS_INDEX,CBLAS_INT,MKL_INT,lapack_int,blasint,__CLPK_integer';
export const BLAS_WORDS = [
  ...CHOICES.split(',').map((each) => `#define Cblas${each}`),
  ...['ROW_MAJOR 101', 'COL_MAJOR 102'].map((each) => `#define LAPACK_${each}`),
  ...TYPES.split(',').map((each) => `typedef int ${each};`),
  'typedef double __CLPK_doublereal;',
].join('\n');

const isNumber: Words['isLetter'] = (name, letter) => {
  const asked = { t: 'NoTrans Trans ConjTrans', u: 'Upper Lower', d: 'NonUnit Unit', s: 'Left Right' };
  const choice = asked[name.charAt(0) as keyof typeof asked]
    .split(' ')
    .find((each) => each.startsWith(letter));
  return `${name} == ${new RegExp(`\\b${choice} (\\d+)`).exec(CHOICES)?.[1]}`;
};

/** Null for what is none of them. */
export function blasText(name: string): { readonly text: string; readonly library: string } | null {
  const [, before, base = '', behind] = /^(cblas_|LAPACKE_)?(i?[sd]\w*?)(_?)$/.exec(name) ?? [];
  if (!before === !behind) return null;
  const isLetter = before === 'cblas_' ? isNumber : isCharacter;
  const routine = blasRoutine(base, { isLetter, isByRow: before ? 'order == 101' : null });
  if (!routine || (before && (before === 'cblas_') !== (routine.library === 'BLAS'))) return null;
  return { text: textOf(name, routine, before), library: routine.library };
}

/** All is passed by pointers but to cblas and LAPACKE, which are told the order of matrices, and the latter gives back `info`. */
function textOf(name: string, routine: BlasRoutine, before: string | undefined): string {
  const real = routine.type === 's' ? 'float' : 'double';
  const type = ({ is }: BlasName): string =>
    is === 'real' ? real : is === 'letter' && before !== 'cblas_' ? 'char' : 'int';
  const isInfo = (each: BlasName): boolean => before !== undefined && each.name === 'info';
  const given = routine.parameters.filter((each) => !isInfo(each));
  const out = given.filter((each) => each.isSet && !each.isArray);
  const copied = before ? [] : given.filter((each) => !each.isArray && !out.includes(each));
  const parameters = given.map((each) => {
    const isPointer = !before || each.isArray || out.includes(each);
    const pointed = isPointer && !each.isSet ? 'const ' : '';
    return `${pointed}${type(each)} ${isPointer ? '*' : ''}${each.name}${copied.includes(each) ? '_' : ''}`;
  });
  if (before && given.some((each) => each.name.startsWith('ld'))) parameters.unshift('int order');
  const result = routine.result ?? routine.parameters.find(isInfo);
  // Places count from 0 there.
  const isPlace = before === 'cblas_' && result?.is === 'integer';
  const returned = isPlace ? 'r > 0 ? r - 1 : 0' : (result?.name ?? '');
  const places = new RegExp(`\\b(?:${out.map((each) => each.name).join('|') || '0x'})\\b`, 'g');
  return [
    `${result ? type(result) : 'void'} ${name}(${parameters.join(', ')}) {`,
    ...copied.map((each) => `${type(each)} ${each.name} = *${each.name}_;`),
    ...[...routine.locals, ...(result ? [result] : [])].map((each) => `${type(each)} ${each.name};`),
    ...routine.lines.map((line) => inC(line, real, returned).replace(places, '(*$&)')),
    `return ${returned}; }`,
  ].join('\n ');
}

const OPERATORS = { '.and.': '&&', '.or.': '||', '.not.': '!', '.eqv.': '==', '.neqv.': '!=', '/=': '!=' };

/** A line of Fortran as one of C. */
function inC(line: string, real: string, returned: string): string {
  const single = real === 'float' ? 'f' : '';
  const written = Object.entries(OPERATORS)
    .reduce((text, [from, to]) => text.replaceAll(from, to), line)
    .replace(/\b([abcxy]|ipiv)\(([^()]*)\)/g, '$1[$2]')
    .replace(/\b(?:f?abs|sqrt)\(/g, (call) => `${call.replace('abs', 'fabs').replace('(', single)}(`);
  const [, index, from = '', to = '', down] = /^do (\w+) = (.*?), (.*?)(, -1)?$/.exec(written) ?? [];
  if (index)
    return `for (${index} = ${from}; ${index} ${down ? '>' : '<'}= ${to}; ${index}${down ? '--' : '++'}) {`;
  if (/ then$/.test(written)) return written.replace(/ then$/, ' {');
  if (written === 'else') return '} else {';
  return /^end /.test(written) ? '}' : `${written === 'return' ? `return ${returned}` : written};`;
}
