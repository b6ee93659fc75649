/**
 * Deliberate faults in the rules: each must be noticed by the oracles. `find` stands once in the engine, wherever that is;
 * `mutants.test.ts` says so when it no longer does, and puts in one fault after the other.
 */
import type { Fault } from './randomFaults';

const engine = (file: string) => `src/engine/${file}`;
const fault = (name: string, file: string, find: string, replace: string): Fault => ({
  name,
  file: engine(file),
  find,
  replace,
});

const ACTIVITY: readonly Fault[] = [
  fault(
    'activity: what is assigned is never varied any more',
    'analyses/problems/activity.ts',
    'diffDep.get(w)?.intersects(state) ?? false;',
    'false;',
  ),
  fault(
    'activity: dependents are not reached at the end',
    'analyses/instructions/derivativeInstructions.ts',
    'reached(locations, effects, context.dependents, (i) =>',
    'reached(locations, effects, new BitSet(locations.size), (i) =>',
  ),
  fault(
    'activity: operands are not reached from below',
    'analyses/problems/activity.ts',
    'state.replacing(kill, incremented, mayChange)',
    'state.replacing(kill, new BitSet(out.size), mayChange)',
  ),
  fault(
    'activity: a passive assignment gets no reset',
    'analyses/instructions/derivatives.ts',
    'const plain = build(null);',
    'const plain = build(null);\n  if (plain.contributions.length === 0) return null;',
  ),
  fault(
    'activity: a partly written array forgets that it was varied',
    'analyses/instructions/effects.ts',
    'differentiable.add(target);',
    '',
  ),
  fault(
    'activity: flat functions are not told apart',
    'ir/partials.ts',
    'if (!partial) return null;\n  const byResult',
    'if (!partial) return e.args[i] ?? null;\n  const byResult',
  ),
];

const LIVENESS: readonly Fault[] = [
  fault(
    'liveness: what the derivative reads is not live',
    'analyses/problems/adjointLiveness.ts',
    'more = union(more, input.derivativeUse(instruction) ?? none);',
    '',
  ),
  fault(
    'liveness: what tests read is not live',
    'analyses/problems/adjointLiveness.ts',
    'more = union(more, input.runUse(instruction) ?? none);',
    '',
  ),
  fault(
    'liveness: operands of a kept statement are not live',
    'analyses/problems/adjointLiveness.ts',
    "dependedOn(effect, after, 'dep')",
    "dependedOn(effect, after, 'diffDep')",
  ),
  fault(
    'liveness: an array written at one element is dead before',
    'analyses/instructions/effects.ts',
    'dep.add(target);',
    '',
  ),
  fault(
    'liveness: a call of an adjoint needs nothing',
    'analyses/instructions/derivativeInstructions.ts',
    'calls.has(i.id)) return liveOfCall(i.statement);\n      return null;',
    'calls.has(i.id)) return new BitSet(locations.size);\n      return null;',
  ),
];

const TBR: readonly Fault[] = [
  fault(
    'TBR: InReq alone decides (x = x*y comes first)',
    'analyses/problems/tbr.ts',
    'recorded.unionWith(i.usedAndOverwritten);',
    '',
  ),
  fault(
    'TBR: what upstream needs is not asked',
    'analyses/problems/tbr.ts',
    'recorded.intersectWith(inReq);',
    'recorded.clear();',
  ),
  fault(
    'TBR: the derivative requires nothing',
    'analyses/problems/tbr.ts',
    'let more = without(i.use, i.kill);',
    'let more = new BitSet(i.use.size);',
  ),
  fault(
    'TBR: a kill too many',
    'analyses/problems/tbr.ts',
    'state.replacing(i.kill, more, mayChange)',
    'state.replacing(i.out, more, mayChange)',
  ),
  fault(
    'TBR: a recorded element does not keep its subscripts',
    'analyses/problems/tbr.ts',
    'more = union(more, without(i.address, i.kill));',
    '{}',
  ),
  fault(
    'TBR: bounds of a reversed loop are not required after it',
    'analyses/problems/tbr.ts',
    'if (i.requiredAfter) more = union(more, i.requiredAfter);',
    '',
  ),
  fault(
    'TBR: a dropped subscript in the use set',
    'analyses/instructions/derivatives.ts',
    "if (p.kind === 'element') for (const subscript of p.subscripts) walkPlaces(subscript, read);",
    '',
  ),
  fault(
    'TBR: named subexpressions read nothing',
    'analyses/instructions/derivatives.ts',
    'for (const { value } of shared) walkPlaces(value, read);',
    '',
  ),
  fault(
    'TBR: elements that may be the same are told apart',
    'analyses/plans/tbrInstructions.ts',
    "compareElements(place, s.target) !== 'different'",
    "compareElements(place, s.target) === 'same'",
  ),
  fault(
    'TBR: the index of a loop is forgotten at its head',
    'analyses/plans/controlReversal.ts',
    'saveIndex: !sets.recorded(i).isEmpty(),',
    'saveIndex: false,',
  ),
  fault(
    'TBR: paths that meet are intersected',
    'analyses/problems/sets.ts',
    'result.unionWith(b);',
    'result.intersectWith(b);',
  ),
  fault(
    'TBR: affine subscripts lose their constant',
    'ir/subscripts.ts',
    'const constant = a.constant + factor * b.constant;',
    'const constant = 0;',
  ),
  fault(
    'TBR: later iterations are not looked at',
    'analyses/elements/meetingElements.ts',
    'for (const level of [...same, ...later]) {',
    'for (const level of same) {',
  ),
  fault(
    'TBR: an index is taken not to reach its last value',
    'analyses/elements/meetingElements.ts',
    'if (least && least.terms.size === 0 && least.constant > 0)',
    'if (least && least.terms.size === 0 && least.constant >= 0)',
  ),
  fault(
    'TBR: a write before the read counts as one in between',
    'analyses/elements/iterationSpace.ts',
    'const orders = after.flatMap((a) => ahead.map((b) => [...a, ...b]));',
    'const orders = ahead;',
  ),
];

const WRITE: readonly Fault[] = [
  fault(
    'write: a test is read again though something overwrites it',
    'analyses/plans/controlReversal.ts',
    'return !read.intersects(statesAround(laterWrites, i).after);',
    'return true;',
  ),
  fault(
    'write: bounds that change are not stored',
    'analyses/plans/controlReversal.ts',
    'written.has(l)));',
    'written.has(l) && false));',
  ),
  fault(
    'write: an eager snapshot leaves out what follows the call',
    'analyses/plans/callPlans.ts',
    'w.unionWith(statesAround(adjointWrite, i).after);',
    '',
  ),
  fault(
    'write: a lazy snapshot is not required upstream',
    'analyses/plans/tbrInstructions.ts',
    "if (adjoint && options.snapshots === 'lazy') {",
    'if (false) {',
  ),
  fault(
    'write: what a call overwrites is not saved for upstream',
    'analyses/plans/tbrInstructions.ts',
    'set.intersectWith(inReq);\n    set.subtract(restored);',
    'set.clear();',
  ),
  fault(
    'write: nothing is written later',
    'analyses/problems/adjointWrite.ts',
    'state.replacing(none, keptOut(instruction), mayChange)',
    'state',
  ),
];

const REVERSAL: readonly Fault[] = [
  fault(
    'reversal: statements run in their own order',
    'adjoint/sweeps/list.ts',
    'for (let i = list.length - 1; i >= 0; i--) {\n    const code',
    'for (let i = 0; i < list.length; i++) {\n    const code',
  ),
  fault(
    'reversal: the derivative reads before its POP',
    'adjoint/sweeps/assignments.ts',
    'if (d.useOut.isEmpty()) backward.push(...derivative);',
    'if (!d.useOut.isEmpty()) backward.push(...derivative);',
  ),
  fault(
    'reversal: the loop starts back one too far',
    'adjoint/sweeps/counted.ts',
    'subtract(trips, constant(1, first.type))',
    'trips',
  ),
  fault(
    'reversal: a strided loop starts back at its bound',
    'adjoint/sweeps/counted.ts',
    'if (Math.abs(step.value) !== 1) start = lastReached(first, last, step);',
    '',
  ),
  fault(
    'reversal: the reversed loop keeps its direction',
    'adjoint/sweeps/counted.ts',
    'back = constant(-step.value, type);',
    'back = constant(step.value, type);',
  ),
  fault(
    'reversal: the markers of a branch are not those of its arms',
    'adjoint/sweeps/branches.ts',
    "constant(marker, 'i32')",
    "constant(k + 1, 'i32')",
  ),
  fault(
    'reversal: trips are not counted anew',
    'adjoint/sweeps/trips.ts',
    'if (trips !== null) forward.push(at.forward.set(trips, 0));',
    '',
  ),
  fault(
    'reversal: an iteration left early is not counted',
    'adjoint/sweeps/trips.ts',
    'if (isBroken && !countsBegun)',
    'if (isBroken && countsBegun)',
  ),
  fault(
    'reversal: a jump over statements is forgotten',
    'adjoint/sweeps/list.ts',
    'if (first < 0 || first >= i) continue;',
    'if (first < 0 || first < i) continue;',
  ),
  fault(
    'reversal: one push too few for an assignment',
    'adjoint/sweeps/assignments.ts',
    'forward.push(push);',
    '',
  ),
  fault(
    'reversal: the pieces of a numbered block run forwards',
    'adjoint/numbered.ts',
    'itemAt(all, all.length - 1 - k).backward',
    'itemAt(all, k).backward',
  ),
  fault(
    'reversal: a numbered sweep does not end',
    'adjoint/numbered.ts',
    'return { forward: [first, ...wrap(c, forward)], backward };',
    'return { forward: wrap(c, forward), backward };',
  ),
];

const CALLS: readonly Fault[] = [
  fault(
    'calls: the snapshot comes off after the adjoint call',
    'adjoint/calls.ts',
    'backward.push(...popsBefore);',
    'popsAfter.unshift(...popsBefore);',
  ),
  fault('calls: POPs in the wrong order', 'adjoint/calls.ts', 'pops.unshift(pop)', 'pops.push(pop)'),
  fault(
    'calls: a call forgets its snapshot',
    'adjoint/calls.ts',
    'plan ? inPushOrder(analysis.model, s, plan.snp) : []',
    '[] as number[]',
  ),
  fault(
    'calls: the seed of a result is not consumed',
    'adjoint/calls.ts',
    "before.push(emit.assign('derivative', seed, constant(0, seed.type)));",
    '',
  ),
  fault(
    'calls: passive calls do not reset',
    'adjoint/calls.ts',
    'for (const l of plan?.resets ?? []) {',
    'for (const l of [] as number[]) {',
  ),
  fault(
    'calls: the copy of an overwritten argument is not summed up',
    'adjoint/routine.ts',
    '...kept.restore, ...sums]',
    '...kept.restore]',
  ),
];

const RULES: readonly Fault[] = [
  fault(
    'rules: the sign of a subtraction',
    'ir/partials.ts',
    'descend(e.left, seedHere);\n            descend(e.right, negate(seedHere));',
    'descend(e.left, seedHere);\n            descend(e.right, seedHere);',
  ),
  fault(
    'rules: a product takes its own factor',
    'ir/partials.ts',
    'descend(e.left, multiply(e.right, seedHere));',
    'descend(e.left, multiply(e.left, seedHere));',
  ),
  fault(
    'rules: a quotient divides once',
    'ir/partials.ts',
    ': divide(multiply(e.left, s), multiply(e.right, e.right));',
    ': divide(multiply(e.left, s), e.right);',
  ),
  fault(
    'rules: a quotient grows with its divisor',
    'ir/partials.ts',
    'descend(e.right, negate(multiply(result ?? divide(e.left, e.right), quotient)));',
    'descend(e.right, multiply(result ?? divide(e.left, e.right), quotient));',
  ),
  fault(
    'rules: both arms of a choice get the seed',
    'ir/partials.ts',
    'descend(e.whenFalse, select(e.condition, zero, seedHere));',
    'descend(e.whenFalse, seedHere);',
  ),
  fault(
    "rules: cos' without its sign",
    'ir/elementary/smooth.ts',
    "cos: unary('cos', (x) => b.negate(call('sin', x)), Math.cos,",
    "cos: unary('cos', (x) => call('sin', x), Math.cos,",
  ),
  fault(
    'rules: ties of min and max go to both',
    'ir/elementary/piecewise.ts',
    '(x, y) => b.select(b.compare(op, x, y), num(0, x), one(x)),',
    '(x, y) => b.select(b.compare(op, x, y), one(x), one(x)),',
  ),
  fault(
    'rules: x**p forgets to lower p',
    'ir/elementary/powers.ts',
    "const general = b.multiply(p, call('power', x, b.subtract(p, num(1, p))));",
    "const general = b.multiply(p, call('power', x, p));",
  ),
  fault(
    'rules: the reset is missed',
    'adjoint/assignment.ts',
    "statements.push(backward.assign('derivative', target, constant(0, target.type)));\n  }\n  const put",
    '}\n  const put',
  ),
  fault(
    'code lists: an operand that contributes nothing keeps the adjoint of another list',
    'adjoint/sweeps/assignments.ts',
    'for (const place of silent)',
    'for (const place of silent.slice(1))',
  ),
  fault(
    'rules: an own contribution that may be another element is in place',
    'adjoint/assignment.ts',
    'const inPlace = merge && !aliased;',
    'const inPlace = merge;',
  ),
];

const MERGING: readonly Fault[] = [
  fault(
    'merging: increments of one place are gathered wrongly',
    'adjoint/assignment.ts',
    'constant(2, e.type)',
    'constant(1, e.type)',
  ),
  fault(
    'merging: an adjoint stays zero after an increment',
    'adjoint/merge.ts',
    'return state.replacing(out, cleared ? kill : none, mayChange);',
    'return cleared ? state.replacing(out, kill, mayChange) : state;',
  ),
  fault(
    'merging: adjoints of arguments are dead at the end',
    'adjoint/merge.ts',
    "(parameters.has(id) && v.passing === 'reference') ||",
    '',
  ),
  fault(
    'merging: paths with and without a zero meet in a zero',
    'analyses/problems/sets.ts',
    'result.intersectWith(b);',
    'result.unionWith(b);',
  ),
];

const PRINTING: readonly Fault[] = [
  fault(
    'printing: a difference loses its parentheses on the right',
    'ir/text/infix.ts',
    "subtract: { text: '-', binds: sum, left: sum, right: product },",
    "subtract: { text: '-', binds: sum, left: sum, right: sum },",
  ),
  fault(
    'printing: a quotient loses its parentheses on the right',
    'ir/text/infix.ts',
    "divide: { text: '/', binds: product, left: product, right: unary },",
    "divide: { text: '/', binds: product, left: product, right: product },",
  ),
  fault(
    'printing: < becomes <=',
    'ir/text/infix.ts',
    "lt: { text: '<', binds: relation, left: sum, right: sum },",
    "lt: { text: '<=', binds: relation, left: sum, right: sum },",
  ),
  fault(
    'printing: and binds like or',
    'ir/text/infix.ts',
    "or: { text: '||', binds: or, left: or, right: bitor },",
    "or: { text: '&&', binds: or, left: or, right: bitor },",
  ),
  fault(
    'printing: digits are lost',
    'backend/numbers.ts',
    "if (type === 'f64') return String(value).replace('e+', 'e');",
    "if (type === 'f64') return String(Number(value.toPrecision(6))).replace('e+', 'e');",
  ),
  fault(
    'printing: a test that guards another is one with it in Fortran',
    'backend/fortran/shortCircuit.ts',
    "if (program.language === 'fortran') return program;",
    'if (program.language) return program;',
  ),
  fault(
    'printing: a case runs into the next',
    'backend/curly/switches.ts',
    "if (!endsInJump(body)) writer.line('break;');",
    '',
  ),
];

const TANGENT: readonly Fault[] = [
  fault(
    'tangent: a product forgets one factor',
    'ir/partials.ts',
    'return a && b ? add(a, b) : (a ?? b);',
    'return a ?? b;',
  ),
  fault(
    'tangent: a quotient adds',
    'ir/partials.ts',
    'return divide(subtract(l, multiply(divide(e.left, e.right), r)), e.right);',
    'return divide(add(l, multiply(divide(e.left, e.right), r)), e.right);',
  ),
];

const TOLD: readonly Fault[] = [
  fault(
    'check: a cast that cuts a derivative is not told',
    'execute/check.ts',
    'if (cut !== null)',
    'if (cut?.alone === null)',
  ),
  fault(
    'check: beside a jump a derivative is called wrong',
    'execute/check.ts',
    'const jump = dotPassed ? c.jump(failed) : null;',
    'const jump = null;',
  ),
  fault(
    'check: what was never set is judged',
    'execute/check.ts',
    'if (c.unset !== null)',
    'if (c.unset === undefined)',
  ),
  fault(
    'cards: steps of the program tell what a run needs',
    'pipeline/investigation/witnesses.ts',
    'if (count === 0) continue;',
    '',
  ),
  fault(
    'cards: what is needed and not met in the program is not needed',
    'pipeline/investigation/witnesses.ts',
    'return known && countOf(known, stored).needed;',
    'return known && null;',
  ),
  fault('trouble: nothing ties', 'execute/trouble/turns.ts', "if (distance === 0) return 'exact';", ''),
  fault(
    'trouble: a root ends where its square did',
    'execute/trouble/zero.ts',
    'if (slope) return foundTurn(h, slope, q.text);',
    '',
  ),
  fault(
    'trouble: a mask is a branch',
    'execute/trouble/zero.ts',
    "if (found?.kind === 'a factor of 0') return found;",
    '',
  ),
  fault(
    'trouble: products keep no second half',
    'base/doubleDouble.ts',
    'return quickTwoSum(high, low + (a[0] * b[1] + a[1] * b[0]));',
    'return [high, 0];',
  ),
];

const MEMORY: readonly Fault[] = [
  fault(
    'memory: extents are read where they are used',
    'adjoint/builder.ts',
    "if (e.kind === 'constant' || !changes(b, e)) return e;",
    'if (e) return e;',
  ),
  fault(
    'memory: flat arrays of C go by extents as they are now',
    'backend/entryExtents.ts',
    'if (kept.size === 0) return given;',
    'if (kept.size >= 0) return given;',
  ),
  fault(
    'memory: whole arrays go by a module’s extents as they are now',
    'frontend/fortran/lower/entryBounds.ts',
    "if (role === 'global') return !mayChangeGlobal(ctx, id);",
    "if (role === 'global') return true;",
  ),
  fault(
    'memory: whole arrays go by elements in their extents as they are now',
    'frontend/fortran/lower/entryBounds.ts',
    "if (e.kind !== 'variable' && e.kind !== 'element') return e;",
    "if (e.kind !== 'variable') return e;",
  ),
  fault(
    'memory: a list is as long as an argument that has another value by then',
    'frontend/fortran/lower/entryBounds.ts',
    'if (!v || !hasValueOfEntry(ctx, v)) known = false;',
    "if (v?.role !== 'parameter') known = false;",
  ),
  fault(
    'memory: a routine and its adjoint have statics of their own',
    'ir/keptValues.ts',
    'if (moved.length === 0) return program;',
    'if (moved.length >= 0) return program;',
  ),
  fault(
    'memory: hidden state is dependent by default',
    'pipeline/compile/interface.ts',
    'ids.filter((id) => !isHidden(program, variableOf(program, id)))',
    'ids',
  ),
  fault(
    'memory: a section goes where its subscripts point after the call',
    'frontend/fortran/lower/calls/copies.ts',
    'const back = tail.map((s) => fixed.statement(s));',
    'const back = tail;',
  ),
  fault(
    'memory: a component in front makes a call one of a bound procedure',
    'frontend/fortran/parse/actionStatements.ts',
    "text.charAt(name) === '(' ? closing(text, name) + 1 : name",
    "text.charAt(name) === '(' ? text.lastIndexOf('%') : name",
  ),
  fault(
    'memory: a value computed again reads a counter as it is by then',
    'adjoint/least/rewrite.ts',
    'v.operands.map((value) => this.operand(value))',
    "v.operands.map((value, k) => (this.value(value).kind === 'constant' ? (children(v.expr)[k] as Expr) : this.operand(value)))",
  ),
  fault(
    'memory: calls change no size of C',
    'frontend/c/lower/declarations/shapes.ts',
    '!found || found.written.has(name)',
    'found === undefined',
  ),
  fault(
    'memory: lower bounds of C are as they are now',
    'backend/c/index.ts',
    "'extents and lower' : 'lower'",
    "'extents and lower' : null",
  ),
  fault(
    'memory: narrow integers of C never wrap around',
    'frontend/c/lower/unsigned.ts',
    'if (narrow) return intoNarrow(file.narrow, narrow, v);',
    '',
  ),
  fault(
    'memory: differences of unsigned numbers may be negative',
    'frontend/c/lower/unsigned.ts',
    ' || goesBelow(tokens, at, names)',
    '',
  ),
  fault(
    'memory: pieces of one array are taken to lie apart',
    'ir/pieces.ts',
    'return new Set(passed).size < passed.length;',
    'return false;',
  ),
  fault(
    'memory: pieces of one array begin where it begins',
    'ir/piecesAsOne.ts',
    "first: add(variable(start, 'i32'), lower)",
    'first: lower',
  ),
  fault(
    'memory: what a routine knows by itself lies apart from its arguments',
    'ir/piecesAsOne.ts',
    'array.owner === null ? knownIn(program, callee, id)',
    "array.owner === null ? ('no' as ReturnType<typeof knownIn>)",
  ),
  fault(
    'memory: what only callees write is not kept',
    'adjoint/keepResults.ts',
    'for (const id of outputs) {',
    "for (const id of outputs.filter((k) => b.state.variables[k]?.role !== 'global')) {",
  ),
  fault(
    'memory: results of unknown extent are taken for kept',
    'adjoint/keepResults.ts',
    'isOpen(variableOf(program, id)) &&',
    'isOpen(variableOf(program, id)) && !outputs &&',
  ),
  fault(
    'tangent: in what the adjoint runs again rows of local Jacobians stand for values',
    'pipeline/compile/secondOrder.ts',
    'withoutJacobians(adjoint.program);',
    'adjoint.program;',
  ),
  fault(
    'tangent: what is popped keeps the tangent of what stood there',
    'tangent/statements.ts',
    'return counts ? [zeroTangent(c, s, place)] : [];',
    'return counts ? [] : [];',
  ),
  fault(
    'memory: a first assignment to a module’s array is a statement function',
    'frontend/fortran/resolve/declarations/specifications.ts',
    '?? hostArray(ctx, target.name)',
    '?? null',
  ),
  fault(
    'memory: routines from elsewhere leave globals alone',
    'frontend/directives.ts',
    'const positions = [...parameters, ...globals].map(',
    'const positions = parameters.map(',
  ),
  fault(
    'memory: names in two cases are two in Fortran',
    'backend/fortran/context.ts',
    "replace(/^_+/, '')\n    .toLowerCase();",
    "replace(/^_+/, '');",
  ),
  fault(
    'rules: constants of a local Jacobian are rounded to single precision',
    'ir/partials.ts',
    'options.unrounded && isLinear(e.operand)',
    'options.unrounded === null && isLinear(e.operand)',
  ),
];

export const FAULTS: readonly Fault[] = [
  ...ACTIVITY,
  ...LIVENESS,
  ...TBR,
  ...WRITE,
  ...REVERSAL,
  ...CALLS,
  ...RULES,
  ...MERGING,
  ...PRINTING,
  ...TANGENT,
  ...TOLD,
  ...MEMORY,
];
