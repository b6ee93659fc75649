/**
 * The terms of the trade, each once: what it means, its equation, where it comes from, and a place to see it at work. The
 * words that cards link stand in `terms.ts`, with their meanings; what else is known of them, and all other terms, stand here.
 */
import { TERMS } from './terms';

export interface Entry {
  /** Stands in links: never changes. */
  readonly id: string;
  readonly name: string;
  readonly meaning: string;
  readonly equation: string;
  /** Empty where it is common knowledge. */
  readonly paper: string;
  /** A step of a lesson, counted from 0. */
  readonly live: { readonly lesson: string; readonly step: number };
}

type Facts = readonly [equation: string, paper: string, lesson: string, step: number];

/** Of the terms that cards link. */
const KNOWN: Readonly<Record<string, Facts>> = {
  'forward sweep': ['P̄ = P⃗ ; P⃖', '[TBR] 2', '6-forward-sweep', 0],
  'backward sweep': ['(I ; D)⃖ = D⃖ ; I⃖', '[TBR] 2', '1-chain-rule', 2],
  tape: ['I⃗ = PUSH(v); I      I⃖ = POP(v); I′', '[TBR] 2', '3-why-store', 1],
  'adjoint liveness': ['live(I;D) = use(I′) ∪ (live(D̄) ⊗ Dep(I))', '[ADF] (1.10)', '6-forward-sweep', 1],
  'the adjoint of a call': ['C̄ = C⃗ ; C⃖', '[ADF] 1.4.5', '7-calls', 1],
  adjoint: ['v̄ = ∂f/∂v', '[TAP] 2.6', '1-chain-rule', 1],
  'partial derivative': ['v = e:  ∂e/∂b', '', '1-chain-rule', 3],
  'chain rule': ['∂z/∂x = ∂z/∂y · ∂y/∂x', '', '1-chain-rule', 0],
  linearly: ['use(I′) = ∅', '[TBR] 5.1', '4-to-be-recorded', 3],
  independent: ['x̄ = ∂f/∂x at entry', '[TBR] 4', '1-chain-rule', 1],
  dependent: ['ȳ = its seed, at exit', '[TBR] 4', '1-chain-rule', 0],
  active: ['active = varied ∩ useful', '[TBR] 4.2', '2-increments', 4],
  'over-estimation': ['In(B) = ∪ Out(P) over all P before B', '[TBR] 3', '4-to-be-recorded', 6],
  snapshot: ['snp = live(C̄) ∩ what is overwritten before C̄ runs', '[ADF] 1.4.5', '7-calls', 2],
  split: ['C⃗ in the forward sweep, C⃖ in the backward sweep', '', '7-calls', 4],
  temporary: ['sin(x*y):  t = x*y;  sin(t)', '[TBR] 6', '8-elimination', 0],
  strategy: ['tbr ⊆ initialized ⊆ all', '[TBR] 6', '4-to-be-recorded', 5],
  'reversal style': ['joins, structured, statements, blocks', '[CFR] 4, [TAP] 3.4', '5-control', 1],
  trip: ['ctr := 0; … ctr := ctr + 1; … PUSH(ctr)', '[CFR] 4.4', '5-control', 2],
  tangent: ['v = e:  v̇ = Σ ∂e/∂b · ḃ', '[TAP] 2.2', '9-checking', 5],
};

type More = readonly [name: string, meaning: string, ...facts: Facts];

const MORE: readonly More[] = [
  [
    'gradient',
    'The derivatives of one result by all inputs. Reverse mode gives it in one run, at a cost that does not depend on the number of inputs.',
    '∇f = (∂f/∂x₁, …, ∂f/∂xₙ)',
    '',
    '1-chain-rule',
    1,
  ],
  [
    'seed',
    'What the adjoint of a dependent starts from at the end of the program. With 1 for one result and 0 for the others, the adjoint is the gradient of that result.',
    'x̄ = Jᵀ · s',
    '[TAP] 2.6',
    '1-chain-rule',
    3,
  ],
  [
    'increment',
    'What a statement adds to the adjoint of a value that it reads. It is added, since the value may influence the result in other ways, too.',
    'b̄ += ∂e/∂b · v̄',
    '[TBR] 2',
    '2-increments',
    0,
  ],
  [
    'reset',
    'After an overwriting statement has handed on the adjoint of its target, that adjoint is set to 0. Above it, the variable holds an older value, which had no part in the new one.',
    'v̄ = 0',
    '[TBR] 2',
    '2-increments',
    1,
  ],
  [
    'merge',
    'Resets and increments of adjoints that follow one another become one assignment. What is computed is the same.',
    'b̄ = 0; b̄ += t   →   b̄ = t',
    '[TAP] 3.3',
    '2-increments',
    2,
  ],
  [
    'varied',
    'A variable is varied at a point if its value there depends differentiably on an independent. It flows forwards, along all paths.',
    'Out(B) = DiffDep(B) applied to In(B)',
    '[TBR] 4.2',
    '2-increments',
    4,
  ],
  [
    'useful',
    'A variable is useful at a point if the value that it has there influences a dependent differentiably. It flows backwards, along all paths.',
    'In(B) = pre-image of Out(B) by DiffDep(B)',
    '[TBR] 4.2',
    '2-increments',
    4,
  ],
  [
    'required',
    'A variable is required at a point if the backward sweep of what ran before may still read the value that it has there. Whoever overwrites it must store it.',
    'OutReq(I) = (InReq(I) ∪ use(I′)) \\ kill(I)',
    '[TBR] 5.2',
    '4-to-be-recorded',
    0,
  ],
  [
    'to be recorded',
    'A statement records what it overwrites, as far as its own derivative or the backward sweep of something before it reads that value. Everything else can be overwritten for free.',
    'record(I) = out(I) ∩ (use(I′) ∪ InReq(I))',
    '[TBR] 5.2, [ADF] (1.8)',
    '4-to-be-recorded',
    1,
  ],
  [
    'adjoint use',
    'The values that derivative instructions of a piece of code read, as they are when it begins to run backwards. It is the part of “required” that a block brings along by itself.',
    'AdjU(A;B) = (AdjU(A) \\ Kill(B)) ∪ AdjU(B)',
    '[TBR] 5.1',
    '4-to-be-recorded',
    4,
  ],
  [
    'kill',
    'A statement kills what it overwrites for certain and completely. An assignment to one element of an array kills nothing of the array as a whole.',
    'Kill(A;B) = Kill(A) ∪ Kill(B)',
    '[TBR] 5.1',
    '4-to-be-recorded',
    2,
  ],
  [
    'adjoint write',
    'What may have another value when the backward sweep comes back to a point than it had there. Snapshots need to keep only what is in it.',
    'W before I = (out(I) ∪ W) \\ (kill(I) if recorded)',
    '[ADF] (1.12)',
    '7-calls',
    3,
  ],
  [
    'adjoint-live',
    'A value is adjoint-live at a point if the rest of the generated code may still read it, for a derivative or for what leads to one. A statement that sets nothing live leaves the forward sweep.',
    'I stays  ⇔  out(I) ∩ live(D̄) ≠ ∅',
    '[ADF] (1.7)',
    '6-forward-sweep',
    1,
  ],
  [
    'dependence',
    'Which values after a piece of code depend on which before it. Differentiable dependence leaves out what goes by way of subscripts, tests and integers.',
    'DiffDep(v = e) = {(d, v): d ∈ DP(e)} ∪ {(w, w): w ≠ v}',
    '[TBR] 4.1',
    '2-increments',
    4,
  ],
  [
    'data-flow analysis',
    'It finds, for every point of a program, what holds there whatever path was taken. Equations at the vertices of the flow graph are applied until nothing changes.',
    'In(B) = join of Out(P);  Out(B) = gen ∪ (In \\ kill)',
    '[TBR] 3',
    '4-to-be-recorded',
    4,
  ],
  [
    'fixed point',
    'A state of all sets that the equations of the analysis do not change any more. Sets only grow, and there are finitely many members, so it is reached.',
    'F(S) = S',
    '[TBR] Lemma 1',
    '4-to-be-recorded',
    4,
  ],
  [
    'flow graph',
    'Blocks of statements without jumps, and arrows that say which may run after which. The backward sweep has the same vertices, and the arrows turned round.',
    'V, E, ENTRY, EXIT',
    '[CFR] 2',
    '5-control',
    0,
  ],
  [
    'basic block',
    'Statements that always run one after the other, from the first to the last. It is one vertex of the flow graph.',
    'one way in, one way out',
    '[CFR] 2',
    '1-chain-rule',
    5,
  ],
  [
    'join',
    'A point where several paths come together. Going backwards it is where they part, so the forward sweep stores there which one arrived.',
    'PUSH(arrow)',
    '[TAP] 3.4',
    '5-control',
    1,
  ],
  [
    'branch marker',
    'A number pushed at the end of each arm of a branch. The backward sweep pops it and takes the arm that it names.',
    'PUSH(branchId)',
    '[CFR] 4.3',
    '5-control',
    5,
  ],
  [
    'counted loop',
    'A loop whose number of trips is known when it begins, and whose index nobody else writes. It is run backwards from its last index, with nothing on the tape.',
    'for i = lo … hi  →  for i = last … lo',
    '[TAP] 3.4',
    '5-control',
    3,
  ],
  [
    'dispatch',
    'A reversal in which each statement or block leaves its number. The backward sweep is one loop that pops a number and jumps; it works for any flow of control.',
    'while (pop) switch (number)',
    '[SPG] 2, [CFR] 5',
    '5-control',
    5,
  ],
  [
    'joint mode',
    'A call is run without tape in the forward sweep, and once more, with tape, when the backward sweep comes to it. It costs a second run and saves memory.',
    'PUSH(snp); C  …  POP(snp); C⃗; C⃖',
    '[TAP] 3.5',
    '7-calls',
    1,
  ],
  [
    'binomial checkpointing',
    'Snapshots of a few states of a long loop, in places that make the number of steps run again least. With s snapshots and r repetitions, that many steps can be reversed.',
    'steps = (s + r)! / (s! r!)',
    '',
    '7-calls',
    5,
  ],
  [
    'recomputation',
    'A required value is computed again in the backward sweep, where what it came from is still there, instead of being stored. It trades operations for memory.',
    'v = e, with Vars(e) unchanged',
    '',
    '3-why-store',
    5,
  ],
  [
    'result use',
    'A derivative may read the result of an operation in place of its operand, such as for exp, sqrt, tanh and quotients. Then the result has to be read before it is popped away.',
    '∂ exp(x)/∂x = exp(x)',
    '',
    '3-why-store',
    5,
  ],
  [
    'linearised graph',
    'Values of a block as vertices, and arrows from what is read to what is set, with partial derivatives on them. A derivative is the sum over all paths of the products along each.',
    '∂y/∂x = Σ over paths Π of partials',
    '[CFR] 3',
    '8-elimination',
    0,
  ],
  [
    'vertex elimination',
    'Each arrow into a vertex is multiplied with each arrow out of it, and the products are added to the arrows that go past. It costs as many multiplications as there are such pairs.',
    'c(i,k) += c(j,k) · c(i,j)',
    '[CFR] 3.1',
    '8-elimination',
    1,
  ],
  [
    'edge elimination',
    'One arrow at a time is moved past its end, at the front or at the back. It can be cheaper than eliminating whole vertices.',
    'front: for all (j,k)   back: for all (h,i)',
    '[CFR] 3.1',
    '8-elimination',
    5,
  ],
  [
    'fill-in and absorption',
    'A product that makes a new arrow is a fill-in; one that is added to an arrow which is there is absorbed. Absorptions keep a graph small.',
    'c(i,k) = …   or   c(i,k) += …',
    '[CFR] 3.1',
    '8-elimination',
    2,
  ],
  [
    'Markowitz degree',
    'Arrows into a vertex times arrows out of it: what eliminating it costs now. The rule “lowest Markowitz” takes the cheapest next.',
    'in(v) · out(v)',
    '[CFR] 3.2',
    '8-elimination',
    5,
  ],
  [
    'preaccumulation',
    'The forward sweep computes the local Jacobian of each block and stores that, instead of what derivatives read. It pays where a block has few inputs and outputs.',
    'x̄ += Jᵀ · ȳ',
    '[CFR] 3.3',
    '8-elimination',
    3,
  ],
  [
    'code list',
    'A program in which every line computes one elementary function of variables. Each subexpression has a variable of its own.',
    'vⱼ = φ(vᵢ)',
    '[SPG] 2',
    '1-chain-rule',
    0,
  ],
  [
    'dot product test',
    'A tangent and an adjoint are transposes of each other, which can be tested to rounding with one run of each. It finds nearly every mistake that the two do not share.',
    '⟨s, J·d⟩ = ⟨Jᵀ·s, d⟩',
    '',
    '9-checking',
    5,
  ],
  [
    'finite difference',
    'The change of a result for a small change of an input, divided by it. It has an error that grows with the step and one that grows as the step shrinks.',
    '(f(x + h) − f(x)) / h',
    '',
    '9-checking',
    1,
  ],
  [
    'kink',
    'A point where a function has a value and no derivative, such as |x| at 0 or a tie of a maximum. By convention one side is taken, and the check says so.',
    'abs′(0) = 1',
    '',
    '9-checking',
    2,
  ],
];

const idOf = (name: string): string => name.toLowerCase().replace(/[^a-z]+/g, '-');

export const ENTRIES: readonly Entry[] = [
  ...TERMS.flatMap(({ name, meaning }): Entry[] => {
    const facts = KNOWN[name];
    return facts === undefined ? [] : [entryOf(name, meaning, facts)];
  }),
  ...MORE.map(([name, meaning, ...facts]) => entryOf(name, meaning, facts)),
].toSorted((a, b) => (a.id < b.id ? -1 : 1));

function entryOf(name: string, meaning: string, [equation, paper, lesson, step]: Facts): Entry {
  return { id: idOf(name), name, meaning, equation, paper, live: { lesson, step } };
}

/** What somebody looks for, in names first, then in meanings. */
export function found(query: string): readonly Entry[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const rank = ({ name, meaning, equation }: Entry) => {
    const inName = words.every((word) => name.toLowerCase().includes(word));
    const text = `${name} ${meaning} ${equation}`.toLowerCase();
    return inName ? 0 : words.every((word) => text.includes(word)) ? 1 : 2;
  };
  return ENTRIES.filter((each) => rank(each) < 2).toSorted((a, b) => rank(a) - rank(b));
}
