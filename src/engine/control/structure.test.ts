import { describe, expect, test } from 'vitest';
import { bodies, walkStatements } from '../ir/statements';
import type { Expr, LabelId, Statement } from '../ir/types';
import { parseControl, ROUTINE, STATES } from '../testing/control';
import { draws, seedsOf } from '../testing/draws';
import { type Random, randomFrom } from '../testing/prng';
import { randomControl } from '../testing/randomControl';
import type { RawStatement } from './rawTree';
import { structureJumps } from './structure';

// ------------------------------------------------------------------------------------------------------ two runs

interface Run {
  readonly trace: string[];
  readonly oracle: Random;
  readonly state: Map<number, number>;
  steps: number;
}
class OutOfSteps extends Error {}

function note(run: Run, what: string): void {
  run.trace.push(what);
  if (run.trace.length >= 200) throw new OutOfSteps();
}

function evaluate(run: Run, e: Expr): number {
  switch (e.kind) {
    case 'constant':
      return e.value;
    case 'variable': {
      if (e.variable >= STATES) return run.state.get(e.variable) ?? 0;
      const drawn = run.oracle.int(0, 3);
      const value = e.type === 'bool' ? drawn & 1 : drawn;
      note(run, `?${e.variable}=${value}`);
      return value;
    }
    case 'unary':
      return evaluate(run, e.operand) === 0 ? 1 : 0;
    case 'binary':
      return evaluate(run, e.left) + evaluate(run, e.right) * (e.op === 'add' ? 1 : -1);
    case 'compare': {
      const [a, b] = [evaluate(run, e.left), evaluate(run, e.right)];
      return Number({ lt: a < b, le: a <= b, gt: a > b, ge: a >= b, eq: a === b, ne: a !== b }[e.op]);
    }
    default:
      throw new Error(`no ${e.kind} expected`);
  }
}

type Going = { kind: 'on' } | { kind: 'exit' | 'next'; target: LabelId } | { kind: 'goto'; label: string };
const ON: Going = { kind: 'on' };

/** Runs a list; a goto that arrives at a list that holds its label, at whatever depth, goes on there. */
function runList(run: Run, list: readonly RawStatement[], enter?: string): Going {
  let at = 0;
  let seeking = enter;
  for (;;) {
    if (seeking !== undefined) {
      const wanted = seeking;
      at = list.findIndex((s) => holds(s, wanted));
    }
    let going: Going = ON;
    for (; at < list.length && going.kind === 'on'; at++) {
      going = runOne(run, list[at] as RawStatement, seeking);
      seeking = undefined;
    }
    if (going.kind !== 'goto') return going;
    const { label } = going;
    if (!list.some((s) => holds(s, label))) return going;
    seeking = label;
  }
}

function holds(s: RawStatement, label: string): boolean {
  let found = false;
  walkStatements([s], (inner) => {
    if (inner.kind === 'labelled' && inner.label === label) found = true;
  });
  return found;
}

function runOne(run: Run, s: RawStatement, enter?: string): Going {
  // A loop that nobody sees.
  if (run.steps++ > 5000) throw new OutOfSteps();
  switch (s.kind) {
    case 'labelled':
      return ON;
    case 'goto':
      return { kind: 'goto', label: s.label };
    case 'io':
      note(run, s.text);
      return ON;
    case 'assign':
      run.state.set(s.target.variable, evaluate(run, s.value));
      return ON;
    case 'exit':
    case 'next':
      return { kind: s.kind, target: s.target };
    case 'if': {
      const inThen =
        enter !== undefined ? s.then.some((t) => holds(t, enter)) : evaluate(run, s.condition) !== 0;
      return runList(run, inThen ? s.then : s.else, enter);
    }
    case 'switch': {
      const arms = [...s.cases.map((c) => c.body), s.default];
      const value = enter === undefined ? evaluate(run, s.selector) : -1;
      const entered = arms.findIndex((arm) => enter !== undefined && arm.some((t) => holds(t, enter)));
      const chosen = s.cases.findIndex((c) => c.values.some((v) => v.from <= value && value <= v.to));
      const arm = enter !== undefined ? entered : chosen < 0 ? arms.length - 1 : chosen;
      return left(runList(run, arms[arm] ?? [], enter), s.label);
    }
    case 'block':
      return left(runList(run, s.body, enter), s.label);
    case 'while':
    case 'doWhile':
    case 'for':
      return runLoop(run, s, enter);
    case 'dispatch':
      return left(runDispatch(run, s), s.label);
    default:
      throw new Error(`no ${s.kind} expected`);
  }
}

function left(going: Going, label: LabelId): Going {
  return going.kind === 'exit' && going.target === label ? ON : going;
}

function runLoop(
  run: Run,
  s: Extract<RawStatement, { kind: 'while' | 'doWhile' | 'for' }>,
  enter?: string,
): Going {
  let seeking = enter;
  if (s.kind === 'for' && enter === undefined) run.state.set(s.index, evaluate(run, s.first));
  const last = s.kind === 'for' ? evaluate(run, s.last) : 0;
  for (;;) {
    if (seeking === undefined) {
      if (s.kind === 'while' && evaluate(run, s.condition) === 0) return ON;
      if (s.kind === 'for' && (run.state.get(s.index) ?? 0) > last) return ON;
    }
    if (run.steps++ > 5000) throw new OutOfSteps();
    const going = runList(run, s.body, seeking);
    seeking = undefined;
    const again = going.kind === 'on' || (going.kind === 'next' && going.target === s.label);
    if (!again) return left(going, s.label);
    if (s.kind === 'for') run.state.set(s.index, (run.state.get(s.index) ?? 0) + 1);
    if (s.kind === 'doWhile' && evaluate(run, s.condition) === 0) return ON;
  }
}

function runDispatch(run: Run, s: Extract<RawStatement, { kind: 'dispatch' }>): Going {
  for (let at = 0; at >= 0; ) {
    const block = s.blocks[at];
    if (run.steps++ > 5000) throw new OutOfSteps();
    if (!block) throw new Error('lost in a dispatch');
    const going = runList(run, block.body);
    if (going.kind !== 'on') return going;
    const j = block.jump;
    if (j.kind === 'go') at = j.to;
    else if (j.kind === 'branch') at = evaluate(run, j.condition) !== 0 ? j.then : j.else;
    else {
      const value = evaluate(run, j.selector);
      at = j.cases.find((c) => c.values.some((v) => v.from <= value && value <= v.to))?.to ?? j.default;
    }
  }
  return ON;
}

function traceOf(body: readonly RawStatement[], seed: number): string[] {
  const run: Run = { trace: [], oracle: randomFrom(seed), state: new Map(), steps: 0 };
  try {
    const going = runList(run, body);
    run.trace.push(going.kind === 'on' ? 'end' : going.kind === 'exit' ? 'end' : going.kind);
  } catch (error) {
    if (!(error instanceof OutOfSteps)) throw error;
  }
  return run.trace;
}

// ----------------------------------------------------------------------------------------------- random programs

function checkSame(text: string, seed: number): readonly Statement[] {
  const { body, context } = parseControl(text);
  const structured = structureJumps(body, context);
  expect(context.diagnostics.list.filter((d) => d.severity === 'error')).toEqual([]);
  checkTargets(structured, context.routineLabel);
  for (let k = 0; k < 6; k++) {
    const [got, wanted] = [traceOf(structured, seed + k), traceOf(body, seed + k)];
    if (got.join() !== wanted.join()) expect(got, text).toEqual(wanted);
  }
  return structured;
}

/** Exits and nexts stand in their targets; ids are unique. */
function checkTargets(body: readonly Statement[], routine: LabelId): void {
  const ids = new Set<number>();
  const demand = (holds: boolean, what: string) => {
    if (!holds) throw new Error(what);
  };
  const take = (id: number) => {
    demand(!ids.has(id), `two statements are s${id}`);
    ids.add(id);
  };
  walkStatements(body, (s) => {
    take(s.id);
    if (s.kind === 'dispatch') for (const { jump } of s.blocks) if (jump.kind !== 'go') take(jump.id);
  });
  const visit = (list: readonly Statement[], around: ReadonlyMap<LabelId, boolean>): void => {
    for (const s of list) {
      if (s.kind === 'exit') demand(around.has(s.target), `s${s.id} leaves what it does not stand in`);
      if (s.kind === 'next')
        demand(around.get(s.target) === true, `s${s.id} repeats what it does not stand in`);
      const isLoop = s.kind === 'while' || s.kind === 'doWhile' || s.kind === 'for';
      const inner = 'label' in s ? new Map([...around, [s.label, isLoop]]) : around;
      for (const inside of bodies(s)) visit(inside, inner);
    }
  };
  visit(body, new Map([[routine, false]]));
}

const count = draws(50, 4000);

describe('random programs do the same without gotos', () => {
  test.each([
    ['jumps stay in their lists or leave them', false],
    ['jumps go anywhere', true],
  ])('%s', (_, jumpsIn) => {
    for (const seed of seedsOf(count)) checkSame(randomControl(randomFrom(seed), jumpsIn), seed * 100);
  });
});

// ---------------------------------------------------------------------------------------------------- by example

function show(list: readonly Statement[], indent = ''): string {
  const lines = list.map((s): string => {
    const inner = (body: readonly Statement[]) => show(body, `${indent}  `);
    const close = `${indent}}`;
    switch (s.kind) {
      case 'io':
        return `${indent}${s.text}`;
      case 'exit':
      case 'next':
        return `${indent}${s.kind} ${s.target === ROUTINE ? 'return' : `#${s.target}`} (${s.form})`;
      case 'if':
        return `${indent}if ${showTest(s.condition)} {\n${inner(s.then)}${s.else.length > 0 ? `${close} else {\n${inner(s.else)}` : ''}${close}`;
      case 'while':
        return `${indent}#${s.label}: while ${showTest(s.condition)} {\n${inner(s.body)}${close}`;
      case 'doWhile':
        return `${indent}#${s.label}: do {\n${inner(s.body)}${close} while ${showTest(s.condition)}`;
      case 'for':
        return `${indent}#${s.label}: for {\n${inner(s.body)}${close}`;
      case 'block':
        return `${indent}#${s.label}: block {\n${inner(s.body)}${close}`;
      case 'dispatch':
        return `${indent}#${s.label}: dispatch {\n${s.blocks
          .map(
            (b, i) =>
              `${indent} ${i}${b.name ? ` (${b.name})` : ''}:\n${inner(b.body)}${indent}  ${showJump(b.jump)}\n`,
          )
          .join('')}${close}`;
      default:
        return `${indent}${s.kind}`;
    }
  });
  return lines.map((line) => `${line}\n`).join('');
}
function showTest(e: Expr): string {
  if (e.kind === 'variable') return `?${e.variable}`;
  if (e.kind === 'unary') return `!${showTest(e.operand)}`;
  return e.kind === 'constant' ? `${e.value}` : e.kind;
}
function showJump(j: Extract<Statement, { kind: 'dispatch' }>['blocks'][number]['jump']): string {
  if (j.kind === 'go') return `go ${j.to}`;
  if (j.kind === 'branch') return `${showTest(j.condition)} ? ${j.then} : ${j.else}`;
  return `select ${j.cases.map((c) => c.to).join(' ')} else ${j.default}`;
}

function structured(text: string): string {
  return show(checkSame(text, 1));
}
const lines = (text: string) =>
  text
    .split('\n')
    .slice(1, -1)
    .map((line) => `${line.slice(4)}\n`)
    .join('');

describe('by example', () => {
  test('a jump forward leaves a block', () => {
    expect(structured('if ?1 {\n goto L\n}\nA\nL:\nB')).toBe(
      lines(`
    #0: block {
      if ?1 {
        exit #0 (goto)
      }
      A
    }
    B
    `),
    );
  });

  test('a test at the end makes a loop with its test there', () => {
    expect(structured('L:\nA\nif ?1 {\n goto L\n}\nB')).toBe(
      lines(`
    #0: do {
      A
    } while ?1
    B
    `),
    );
  });

  test('a test at the start makes a while', () => {
    expect(structured('L:\nif ?1 {\n goto M\n}\nA\ngoto L\nM:\nB')).toBe(
      lines(`
    #0: while !?1 {
      A
    }
    B
    `),
    );
  });

  test('an endless loop that starts or ends with the test that leaves it has its test there', () => {
    expect(structured('loop x {\nif ?1 {\nexit x\n}\nA\nif ?2 {\nnext x\n}\nB\n}')).toBe(
      lines(`
    #0: while !?1 {
      A
      if ?2 {
        next #0 (continue)
      }
      B
    }
    `),
    );
    expect(structured('loop x {\nA\nif ?1 {\nexit x\n}\nB\nif ?2 {\nexit x\n}\n}')).toBe(
      lines(`
    #0: do {
      A
      if ?1 {
        exit #0 (break)
      }
      B
    } while !?2
    `),
    );
  });

  test('an endless loop stays one where a jump repeats it without its last test', () => {
    const text = 'loop x {\nif ?1 {\nA\nnext x\n}\nB\nif ?2 {\nexit x\n}\n}';
    expect(structured(text)).toBe(
      lines(`
    #0: while 1 {
      if ?1 {
        A
        next #0 (continue)
      }
      B
      if ?2 {
        exit #0 (break)
      }
    }
    `),
    );
  });

  test('a jump to the end of a loop goes on, one past it leaves, one to the end of the routine returns', () => {
    expect(
      structured(
        'for 3 x {\n if ?1 {\n goto L\n}\nif ?2 {\n goto M\n}\nif ?3 {\n goto N\n}\nA\nL:\n}\nM:\nB\nN:',
      ),
    ).toBe(
      lines(`
    #0: for {
      if ?1 {
        next #0 (goto)
      }
      if ?2 {
        exit #0 (goto)
      }
      if ?3 {
        exit return (return)
      }
      A
    }
    B
    `),
    );
  });

  test('a loop that is entered at its test is laid anew', () => {
    expect(structured('A\ngoto M\nL:\nB\nM:\nif ?1 {\n goto L\n}\nC')).toBe(
      lines(`
    A
    #0: while ?1 {
      B
    }
    C
    `),
    );
  });

  test('a loop with two entries is dispatched, and no more than it', () => {
    expect(structured('A\nif ?1 {\n goto M\n}\nL:\nB\nM:\nC\nif ?2 {\n goto L\n}\nD')).toBe(
      lines(`
    A
    #0: dispatch {
     0:
      ?1 ? 2 : 1
     1 (L):
      B
      go 2
     2 (M):
      C
      ?2 ? 1 : -1
    }
    D
    `),
    );
  });

  test('labels that are missing or there twice are reported, all at once', () => {
    const { body, context } = parseControl('goto L\nM:\nA\nM:\ngoto M\ngoto N');
    structureJumps(body, context);
    expect(context.diagnostics.list.map((d) => `${d.code}: ${d.message}`)).toEqual([
      'duplicate-label: The label M stands here a second time.',
      'undefined-label: No statement of this routine has the label L.',
      'undefined-label: No statement of this routine has the label N.',
    ]);
  });

  test('a jump into the range of a Fortran loop is refused, one into a loop of C is not', () => {
    const { body, context } = parseControl('goto L\nfor 3 {\nA\nL:\nB\n}');
    const fortran = body.map((s): RawStatement => (s.kind === 'for' ? { ...s, test: 'do' } : s));
    structureJumps(fortran, context);
    expect(context.diagnostics.list.map((d) => d.code)).toEqual(['jump-into-loop']);
    checkSame('goto L\nfor 3 {\nA\nL:\nB\n}', 1);
  });

  test('a test that skips a jump is turned', () => {
    expect(structured('if ?1 {\n goto L\n}\ngoto M\nL:\nA\nM:\nB')).toBe(
      lines(`
    #0: block {
      if !?1 {
        exit #0 (goto)
      }
      A
    }
    B
    `),
    );
  });

  test('a region that starts another and shares its label is entered by its start', () => {
    const text =
      'if ?0 {\ngoto L12\n}\nL1:\nswitch ?1 x1 {\ncase {\nif ?3 {\ngoto L1\n}\nif ?4 {\ngoto L6\n}\n}\ncase {\nif ?7 {\nloop x8 {\nL6:\nif ?8 {\nexit x8\n}\n}\n} else {\nL11:\n}\nA10\n}\n}\nL12:\nswitch ?20 x32 {\ncase {\ndo x33 {\nwhile ?21 x35 {\ngoto L11\n}\n} while ?24\n}\n}';
    for (let seed = 1000; seed < 1050; seed++) checkSame(text, seed);
  });

  test('a jump into an arm opens the branch, and nothing else', () => {
    expect(structured('if ?1 {\n goto L\n}\nif ?2 {\nA\nL:\nB\n}\nwhile ?3 {\nC\n}')).toBe(
      lines(`
    #2: block {
      #1: block {
        if ?1 {
          exit #1 (goto)
        }
        if !?2 {
          exit #2 (goto)
        }
        A
      }
      B
    }
    #0: while ?3 {
      C
    }
    `),
    );
  });

  test('a list that no goto concerns is as it was', () => {
    const { body, context } = parseControl('A\nwhile ?1 x {\nif ?2 {\nexit x\n}\nB\n}\nC');
    expect(structureJumps(body, context)).toEqual(body);
  });
});
