/**
 * Planned faults that leave the exact check exact, and why it cannot know them: it compares the adjoint with dual numbers on the
 * program as our front end read it, through the same table of partial derivatives, without rounding.
 */
const SHARED_TABLE =
  'Adjoint and dual numbers take their partial derivatives from this table; differences and known values hold it.';
const ONLY_TOLD =
  'It changes what is said of a run or of a value, and no adjoint; texts with what is to be said hold it.';
const OTHER_PROGRAM =
  'The text is taken for another program, whose adjoint is right; values that are known from compilers hold it.';

const BY_REASON: readonly (readonly [why: string, names: readonly string[]])[] = [
  [
    SHARED_TABLE,
    [
      "rules: cos' without its sign",
      'rules: ties of min and max go to both',
      'rules: x**p forgets to lower p',
    ],
  ],
  [
    ONLY_TOLD,
    [
      'check: a cast that cuts a derivative is not told',
      'check: beside a jump a derivative is called wrong',
      'check: what was never set is judged',
      'cards: steps of the program tell what a run needs',
      'cards: what is needed and not met in the program is not needed',
      'trouble: nothing ties',
      'trouble: a root ends where its square did',
      'trouble: a mask is a branch',
      'trouble: products keep no second half',
    ],
  ],
  [
    OTHER_PROGRAM,
    [
      'memory: whole arrays go by a module’s extents as they are now',
      'memory: whole arrays go by elements in their extents as they are now',
      'memory: a section goes where its subscripts point after the call',
      'memory: a component in front makes a call one of a bound procedure',
      'memory: calls change no size of C',
      'memory: narrow integers of C never wrap around',
      'memory: differences of unsigned numbers may be negative',
    ],
  ],
  [
    'Our own front end reads what Fortran joins by `.and.` from left to right, as the C it came from; who evaluates all of it reads out of bounds, and the text of what is printed holds it.',
    ['printing: a test that guards another is one with it in Fortran'],
  ],
  [
    'A call derives nothing and overwrites what is derived, or does what no text says, only where its routine has no text: such a program cannot be run.',
    ['calls: passive calls do not reset', 'memory: routines from elsewhere leave globals alone'],
  ],
  [
    'The adjoint is right for the dependents that are asked for, which are one more.',
    ['memory: hidden state is dependent by default'],
  ],
  [
    'Where the two are not seen to be one, the program is refused: there is no adjoint.',
    ['memory: what a routine knows by itself lies apart from its arguments'],
  ],
  [
    'Single precision is the identity over the field; the text of the constants holds it.',
    ['rules: constants of a local Jacobian are rounded to single precision'],
  ],
];

/** By the name of the fault. */
export const OUT_OF_REACH: ReadonlyMap<string, string> = new Map(
  BY_REASON.flatMap(([why, names]) => names.map((name) => [name, why] as const)),
);
