import type { DiagnosticSink } from '../../../base/diagnostics';
import type { Span } from '../../../base/span';
import { shortened } from '../../limitedSink';

/**
 * The fence around the subset of C: every construct that is known and not read, with what to write instead.
 * All of them have the code `unsupported`, and all in a text are reported at once.
 */
export const FENCE = {
  complex: [
    'This use of complex numbers is not supported',
    'Declare them as `double complex`, or write the real and imaginary parts as two variables.',
  ],
  structValue: [
    'A structure can only be assigned, passed, returned or asked for a member',
    'Write its members one by one.',
  ],
  structArgument: [
    'A structure of this type, or its address, is expected here',
    'Declare it with that type.',
  ],
  undeclaredArgument: [
    'Structures and complex numbers can only be passed to a function that declares what it takes',
    'Write the types of its parameters where it is declared.',
  ],
  structPointers: [
    'Arrays of pointers to structures, and pointers to such pointers, are not supported',
    'Write an array of structures, `struct s a[n]`.',
  ],
  linkedStructs: [
    'Structures that point to others of their kind are not supported',
    'Write an array of structures, and a subscript in place of each pointer.',
  ],
  pointersInStructs: [
    'This pointer in structures that stand in an array is not supported',
    'Set it once in each structure, to an array or to memory of its own, or write one array for all of them.',
  ],
  memberPointer: [
    'A pointer inside a structure that is passed to a function can’t be changed there',
    'Pass the pointer as an argument, or let it point to its memory where the structure is declared.',
  ],
  union: [
    'Unions are supported only where all members are numbers of one type, or arrays and structures of them',
    'Write the members as variables of their own.',
  ],
  typeof: ['`typeof` is not supported', 'Write the type itself.'],
  atomic: ['Atomic and thread-local variables are not supported', 'Write a plain variable.'],
  asm: ['Assembly is not supported', 'Write it in C.'],
  generic: ['`_Generic` is not supported', 'Call the function for the type directly.'],
  member: [
    'This member is no number, array, structure, or pointer to one of them',
    'Write it as a variable of its own.',
  ],
  memberFunction: [
    'Nothing in the text says which function this member holds',
    'Set it in a function that calls this one, and choose that, or call the function by its name.',
  ],
  string: ['Strings are supported only in calls of `printf`', 'Take it out.'],
  character: ['This character constant is not supported', 'Write the number of its code.'],
  imaginaryConstant: [
    'Imaginary constants are not supported',
    'Write real and imaginary parts as two variables.',
  ],
  compoundLiteral: [
    'Values without a name are supported only as numbers and arrays inside a function',
    'Declare a variable and give it these values.',
  ],
  statementExpression: ['Statements inside an expression are not supported', 'Write them before it.'],
  designator: [
    'It is not plain here where a first value goes',
    'Write before it where, `[0][1] = 1` or `.at.x = 1`, or assign the elements.',
  ],
  pointerVariable: [
    'Pointer variables that outlive a call are not supported',
    'Use the array itself with a subscript, `a[k]`, and let `k` move.',
  ],
  pointerValue: [
    'A pointer can only point to an array, a variable, or memory from `malloc`',
    'Write an array’s name, `a + i`, or the address of an element or variable.',
  ],
  pointerComparison: [
    'Only pointers into the same array can be compared or subtracted',
    'Compare the subscripts.',
  ],
  comparedParameters: [
    'This call passes one array for two pointers that the function compares',
    'Write the call as a statement of its own, `r = f(a, a);`.',
  ],
  pointerToPointer: [
    'This pointer to pointers is not supported',
    'Make all its rows alike, or write an array with its extents, `double a[n][m]`, or one flat array with `a[i*m+j]`.',
  ],
  arrayOfPointers: [
    'This array of pointers is not supported',
    'Set each element once, from names that keep their values, or write an array with its extents, `double a[n][m]`.',
  ],
  rowsAside: [
    'Rows can’t change places while another pointer leads to one of them',
    'Set the pointer again after that, or exchange the elements in a loop.',
  ],
  pointerArithmetic: [
    'Pointer arithmetic is supported only under `*`, in arguments and to set a pointer',
    'Write an element, `a[i]`, or pass `a + i` or `&a[i]` to a function.',
  ],
  pointerCast: ['Casts of pointers are not supported', 'Declare the array with the type of its elements.'],
  bits: [
    'The bits of a number can’t be read as a number of another kind',
    'Write what is computed with them: `1 / sqrtf(x)`, `ldexp(x, n)`.',
  ],
  addressOf: [
    'An address can only be passed to a function or given to a pointer',
    'Write the variable itself, or pass `&x` as an argument.',
  ],
  addressOfArray: ['The address of a whole array is not supported', 'Write the array’s name without `&`.'],
  pointerResult: [
    'A function can’t return a pointer here',
    'Return `void` and pass the array as a parameter to be written.',
  ],
  functionPointer: [
    'A function can only be passed to one that calls it',
    'Call it by its name, or add a function that passes it, and choose that.',
  ],
  varargs: ['Functions with a variable number of arguments are not supported', 'List the parameters.'],
  nullPointer: ['Null pointers are not supported', 'Add a parameter that says whether the array is there.'],
  heap: [
    'Memory from the heap is supported only as an array, `double *t = malloc(n * sizeof(double))`',
    'Write it so, declare a local array, `double t[n];`, or add a parameter.',
  ],
  growing: [
    'An array that grows as the run goes is not supported',
    'Allocate at once the most that it may hold, as in `malloc(n * sizeof(double))`, and leave `realloc` out.',
  ],
  computedGoto: ['A computed `goto` is not supported', 'Write a `switch`.'],
  caseRange: ['Ranges of cases are not supported', 'Write one `case` for each value.'],
  input: [
    'Reading input is supported only with `scanf`, into variables and elements, in functions that do not call each other in turn',
    'Add a parameter for the value.',
  ],
  commandLine: [
    'What a program is started with is read only as numbers, `atoi(argv[1])` and `atof(argv[2])`',
    'Set the value in the text, or read it with `scanf`.',
  ],
  randomNumber: [
    'Random numbers are supported only of `rand`, `random` and `drand48`, in functions that do not call each other in turn',
    'Add a parameter for the values, and fill it outside.',
  ],
  memory: [
    'Functions that copy or fill memory are supported only for whole elements, as in `memcpy(a, b, n * sizeof(double))`',
    'Write a loop over the elements.',
  ],
  system: ['Files, clocks and the system are not supported', 'Take the call out of the kernel.'],
  sort: [
    'Sorting through a comparison function is not supported',
    'Write the comparison function in this text, or the loops of the sort.',
  ],
  otherDirective: ['This directive is not supported', 'Take the line out.'],
} as const satisfies Record<string, readonly [what: string, instead: string]>;

export type Fenced = keyof typeof FENCE;

/** Says that a construct lies outside the subset, and by which name it goes where the place itself does not show it. */
export function fence(sink: DiagnosticSink, what: Fenced, span: Span, name?: string): null {
  const [message, instead] = FENCE[what];
  return sink.error(
    'unsupported',
    name ? `${message}: \`${shortened(name)}\`.` : `${message}.`,
    span,
    instead,
  );
}

/** The same of a variable, which may be a member in an array of structures. */
export function fenceVariable(
  sink: DiagnosticSink,
  what: Fenced,
  { name, span }: { readonly name: string; readonly span: Span },
): void {
  const member = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : undefined;
  const isTable = what === 'arrayOfPointers' || what === 'pointerToPointer';
  if (member && isTable) fence(sink, 'pointersInStructs', span, member);
  else fence(sink, what, span);
}
