/** The equations behind the cards, by the name that a fact gives its rule. Notation as in the papers, spelt out below each. */
export interface Rule {
  readonly title: string;
  readonly equations: readonly string[];
  readonly words: string;
}

export const RULES: Readonly<Record<string, Rule>> = {
  '[TBR] 3': {
    title: 'Sets that flow',
    equations: ['In(B) = ∪ Out(P) over all P before B', 'Out(B) = (In(B) \\ kill(B)) ∪ gen(B)'],
    words:
      'A set at a point is what arrives over all paths, without what a block takes away, with what it adds. This is repeated until nothing changes.',
  },
  '[TBR] 4, [TAP] 3.1': {
    title: 'Activity',
    equations: ['active = varied ∩ useful'],
    words:
      'Varied: depends on an independent, through differentiable operations. Useful: influences a dependent through such operations. Only what is both has a derivative.',
  },
  '[TBR] 5.1': {
    title: 'What an adjoint statement reads',
    equations: ['use(I′) = variables of ∂e/∂b for all active b in v = e, and their subscripts'],
    words:
      'The derivative of a statement reads what its partial derivatives contain, and the subscripts of the adjoints that it updates.',
  },
  '[TBR] 5.2, [ADF] (1.8)': {
    title: 'What is recorded',
    equations: ['record(I) = out(I) ∩ (use(I′) ∪ use(U⃖))'],
    words:
      'A statement stores what it overwrites, if its own derivative, or the backward sweep of anything that ran before it, still reads that value.',
  },
  'ours: addresses': {
    title: 'What a POP itself reads',
    equations: ['a[s] recorded  ⇒  s required'],
    words:
      'To put an element back, the backward sweep has to know which one: its subscripts are required too.',
  },
  'ours: elements': {
    title: 'Elements told apart',
    equations: ['a[i + c] ≠ a[i + d]  for c ≠ d'],
    words: 'Two references that can never name the same element do not overwrite each other.',
  },
  '[TBR] 6': {
    title: 'Strategies',
    equations: ['tbr ⊆ initialized ⊆ all'],
    words:
      '“all” stores whatever is overwritten, “initialized” what may have been set before, “tbr” only what is read again.',
  },
  'ours: least tape': {
    title: 'The fewest bytes of a stretch',
    equations: ['max flow = min cut', 'least Σ bytes(kept), what is read being kept or computed again'],
    words:
      'The values of a stretch of straight code are the vertices of a network. As many bytes as flow from what the stretch is given to what its backward sweep reads must be kept, and so many are enough.',
  },
  'ours: results': {
    title: 'Recording less',
    equations: ['∂ exp(x)/∂x = exp(x)'],
    words:
      'A value may be computed again instead of stored; and where a derivative can read the result, it need not read the operand.',
  },
  '[ADF] (1.10)': {
    title: 'Adjoint liveness',
    equations: ['live(I;D) = use(I′) ∪ (live(D̄) ⊗ Dep(I))', 'I is kept  ⇔  out(I) ∩ live(D̄) ≠ ∅'],
    words:
      'A statement stays in the forward sweep only if the generated code D̄ of what follows still reads something that it sets.',
  },
  '[ADF] (1.11), [TAP] 3.5': {
    title: 'Calls and snapshots',
    equations: ['sbk = out(C) ∩ required', 'snp = live(C̄) ∩ what is overwritten before C̄ runs'],
    words:
      'A checkpointed call is run once more in the backward sweep. What its adjoint C̄ starts from, and something overwrites, is stored.',
  },
  '[CFR] 4': {
    title: 'Reversed control',
    equations: ['branch → push(marker); loop → push(trips)'],
    words:
      'Where paths part, the backward sweep must know which was taken; for a loop, how many trips it made.',
  },
  '[TAP] 3.4': {
    title: 'Reversal at the joins',
    equations: ['for i = lo … hi   →   for i = last … lo'],
    words:
      'Where paths join, which of them was taken is stored. A loop with fixed bounds is run from its last index to its first, and its bounds are stored only if they change.',
  },
  '[SPG] 2': {
    title: 'Numbers of statements',
    equations: ['I  →  push(number of I); I'],
    words:
      'Every statement leaves its number; the backward sweep pops one after the other and goes where it says.',
  },
  '[TBR] (2), [TAP] (5)': {
    title: 'The adjoint of an assignment',
    equations: ['v = e   →   b̄ += ∂e/∂b · v̄  for all b;   v̄ = 0'],
    words:
      'The chain rule: the adjoint of every value that the statement reads grows by its share, and the adjoint of the value that it overwrites is set to zero, or to its own share where the statement reads that value too.',
  },
  '[CFR] 3.3': {
    title: 'Local Jacobians',
    equations: ['c_ki := c_ki + c_kj · c_ji   until edges lead from inputs to outputs only', 'x̄ += Jᵀ · ȳ'],
    words:
      'The partial derivatives of a block are the labels of its graph. Eliminating edges multiplies the labels that meet, until those that are left are the Jacobian of the block: the backward sweep multiplies by its entries, and needs nothing else of the block.',
  },
  '[TAP] 3.3': {
    title: 'Merged adjoint statements',
    equations: ['b̄ = 0;  b̄ += t   →   b̄ = t'],
    words:
      'What is set to zero and then added to is assigned at once; what several statements compute is computed once.',
  },
  '[TAP] (2)': {
    title: 'Tangents',
    equations: ['v = e   →   v̇ = Σ ∂e/∂b · ḃ'],
    words: 'The chain rule from the operands forward to the result, just before the statement itself.',
  },
  '[TBR] Fig. 6': {
    title: 'Summaries of what ran before',
    equations: [
      'OutAdjU(B) = (InAdjU(B) \\ Kill(B)) ∪ AdjU(B)',
      'OutKill(B) = InKill(B) ∪ Kill(B),  InKill(B) = ∩ OutKill(P)',
    ],
    words:
      'What derivatives of a piece of code read, unless it is overwritten later; and what is overwritten for certain, on every path.',
  },
  '[TBR] Fig. 2': {
    title: 'Differentiable dependence',
    equations: ['OutDep(B) = InDep(B) ⊗ Dep(B)', 'InDep(B) = ∪ OutDep(P) over all P before B'],
    words:
      'Which values depend differentiably on which values at entry: the dependence across a block goes on from what arrives there.',
  },
  '[ADF] (1.12)': {
    title: 'Adjoint write',
    equations: ['W before I = (out(I) ∪ W) \\ (kill(I) if recorded)'],
    words:
      'What a kept statement overwrites may have another value when the backward sweep comes back, unless it is recorded, and so put back. The paper takes off kill(I) ∩ use(U⃖) only; what I′ itself reads is recorded too.',
  },
};
