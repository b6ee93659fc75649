/** The words of the trade that cards use: each is linked where a card first says it. */
export interface Term {
  readonly name: string;
  /** How sentences say it. */
  readonly pattern: RegExp;
  readonly meaning: string;
}

/** A longer phrase stands before the words that it contains. */
export const TERMS: readonly Term[] = [
  {
    name: 'forward sweep',
    pattern: /forward sweep/i,
    meaning:
      'The first half of the generated code. It runs those parts of your program that are still needed, from start to end, and stores on the tape what the second half will need.',
  },
  {
    name: 'backward sweep',
    pattern: /backward sweep/i,
    meaning:
      'The second half of the generated code. It goes through your program from its end back to its start and carries derivatives from the results to the inputs. “The backward sweep of a statement” is the part of it that belongs to that statement.',
  },
  {
    name: 'tape',
    pattern: /\b(?:the )?tape\b|\b(?:pushe[sd]|pops?|store[sd]?)\b/i,
    meaning:
      'A stack that both sweeps share. The forward sweep stores a value by pushing it; the backward sweep pops it, last one first, and so has the value back at the right time.',
  },
  {
    name: 'adjoint liveness',
    pattern: /adjoint liveness/i,
    meaning:
      'The analysis that finds the statements whose results nothing later in the generated code reads. They are left out of the forward sweep.',
  },
  {
    name: 'the adjoint of a call',
    pattern: /\badjoint call|adjoint of (?:a|the) (?:call|routine)\b/i,
    meaning:
      'The generated routine that carries derivatives backwards through a routine that is called. It needs the values that the call started from.',
  },
  {
    name: 'adjoint',
    pattern: /\badjoints?\b/i,
    meaning:
      'The adjoint of a variable, at a point of the program, is the derivative of the final result with respect to the value that the variable has at that point. In the generated code `vb` holds the adjoint of `v`, unless another name is given; `*vb` is the same where the routine gets its address. `vb[i]` belongs to `v[i]`.',
  },
  {
    name: 'partial derivative',
    pattern: /partial derivatives?/i,
    meaning:
      '`∂y/∂x` says at what rate `y`, as one statement computes it, changes with `x`, one of the values that the statement reads. For `y = x*x` it is `2*x`, so whoever needs it has to know `x`. Where a statement overwrites a variable that it reads, as in `x = x*x`, the new value and the old one are told apart: `∂(new x)/∂(old x) = 2*x`, with the old `x` in it.',
  },
  {
    name: 'chain rule',
    pattern: /chain rule/i,
    meaning:
      'If `z` is computed from `y` and `y` from `x`, then `∂z/∂x = ∂z/∂y · ∂y/∂x`. If `x` is used in several places, the contributions of all of them are added up: that is why an adjoint grows. The backward sweep applies this statement by statement.',
  },
  {
    name: 'linearly',
    pattern: /linearly/i,
    meaning:
      'A statement reads `x` linearly if `x` is in none of its partial derivatives, as in `y = x + 2*z`. Then the backward sweep does not need the value of `x` for it.',
  },
  {
    name: 'independent',
    pattern: /\bindependents?\b/i,
    meaning: 'An input with respect to which the results are differentiated. You choose the independents.',
  },
  {
    name: 'dependent',
    pattern: /\bdependents?\b/i,
    meaning: 'A result that is differentiated. You choose the dependents.',
  },
  {
    name: 'active',
    pattern: /\b(?:in)?active\b/i,
    meaning:
      'A variable is active where it depends on an independent and influences a dependent. Only there does it have a derivative that is worth computing.',
  },
  {
    name: 'over-estimation',
    pattern: /over-estimation/i,
    meaning:
      'An analysis does not run the program. It has to reckon with every path through the text, also with those that no input ever takes; and it takes elements of an array for the same where it cannot tell them apart. What is stored for such a case wastes memory, and never harms the result.',
  },
  {
    name: 'snapshot',
    pattern: /\bsnapshots?\b|\bcheckpointed\b/i,
    meaning:
      'What the adjoint of a call starts from and would not find any more. It is stored before the call, so that the backward sweep can repeat what it needs of the call instead of keeping everything that happens inside.',
  },
  {
    name: 'split',
    pattern: /\bsplit\b/i,
    meaning:
      'A split call is not run again: the routine is generated in two halves, a forward and a backward one, which share the tape.',
  },
  {
    name: 'temporary',
    pattern: /\btemporary\b/i,
    meaning:
      'A variable that is not in your program. It holds a part of a line, such as an argument of a call, or what a call returns.',
  },
  {
    name: 'strategy',
    pattern: /\bstrategy\b/i,
    meaning:
      'What decides which values are stored: “all” stores whatever is overwritten, “initialized” what may have been set before, and “tbr” (to be recorded) only what the backward sweep reads again. You choose it among the options.',
  },
  {
    name: 'reversal style',
    pattern: /\breversal style\b/i,
    meaning:
      'How the backward sweep finds its way back through branches and loops. You choose it among the options.',
  },
  {
    name: 'trip',
    pattern: /\btrips?\b/i,
    meaning: 'A trip is one run of the body of a loop.',
  },
  {
    name: 'tangent',
    pattern: /\btangents?\b/i,
    meaning:
      'The tangent of a variable is its derivative in a chosen direction of the inputs. It is computed beside the program, from the inputs to the results.',
  },
];

export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'term'; readonly text: string; readonly term: Term };

/** The texts of a card in the order in which they are read: each term is linked where it comes first. */
export function linked(texts: readonly string[]): Part[][] {
  const said = new Set<Term>();
  return texts.map((text) =>
    text
      .split('`')
      .flatMap((part, i): Part[] => (i % 2 === 1 ? [{ kind: 'code', text: part }] : termsIn(part, said))),
  );
}

function termsIn(text: string, said: Set<Term>): Part[] {
  const parts: Part[] = [];
  let rest = text;
  while (rest !== '') {
    const next = nextTerm(rest);
    if (next === null) break;
    const { term, at, found } = next;
    const until = at + found.length;
    if (said.has(term)) parts.push({ kind: 'text', text: rest.slice(0, until) });
    else {
      if (at > 0) parts.push({ kind: 'text', text: rest.slice(0, at) });
      parts.push({ kind: 'term', text: found, term });
      said.add(term);
    }
    rest = rest.slice(until);
  }
  if (rest !== '') parts.push({ kind: 'text', text: rest });
  return parts;
}

/** The first term of a text; of several that start there, the one that is listed first. */
function nextTerm(text: string): { term: Term; at: number; found: string } | null {
  let best: { term: Term; at: number; found: string } | null = null;
  for (const term of TERMS) {
    const match = term.pattern.exec(text);
    if (match && (best === null || match.index < best.at)) best = { term, at: match.index, found: match[0] };
  }
  return best;
}
