import { describe, expect, test } from 'vitest';
import { printC } from '../backend/c';
import { printFortran } from '../backend/fortran';
import { printJavaScript } from '../backend/javascript';
import { itemAt } from '../base/lookup';
import { defaultHost } from '../execute/host';
import { bindByKey, valuesByKey } from '../execute/inputs/binding';
import { interpret as runInterpreted } from '../execute/interpreter';
import { createMachine } from '../execute/machine';
import { DEFAULT_LIMITS } from '../execute/outcome';
import { parseC } from '../frontend/c';
import { parseFortran } from '../frontend/fortran';
import type { Program } from '../ir/types';
import { computesInSingle, disagreement, inWords } from './compare';
import { type Compiled, compilerFor, quickFlags, warnings } from './compilers';
import { compileTogether } from './compileTogether';
import { CONSTRUCTS, type Construct } from './constructs';
import { cDriver, fortranDriver, printedKeys, readOutput, runJavaScript } from './drivers';
import type { Values } from './reference';
import { doubles } from './reference/double';
import { interpret } from './reference/interpret';
import { verify } from './verify';

/*
 * Rare constructs in every back end: in WebAssembly and in the interpreter, printed in each language and compiled, each
 * leaves what the reference leaves.
 */
const host = defaultHost();
/** Said of the source as much as of what is printed. */
const OF_THE_SOURCE =
  /COMMON block|quality comparison|Integer division|Unused dummy|Deleted feature|Obsolescent/;

function programOf({ language, source }: Construct): Program {
  const { program, diagnostics } = language === 'c' ? parseC(source) : parseFortran(source);
  const errors = diagnostics.filter((d) => d.severity === 'error').map((d) => d.message);
  expect(errors).toEqual([]);
  expect(verify(program)).toEqual([]);
  return program;
}

function printedAs(form: Compiled, program: Program): string {
  const { text, diagnostics } = form === 'c' ? printC(program, null) : printFortran(program, null, { form });
  expect(diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
  return text;
}

const tolerance = (program: Program) => (computesInSingle(program) ? 1e-5 : 1e-13);

/** The kernel as a tree, and what the reference leaves. */
function judged(construct: Construct): {
  program: Program;
  keys: [string, number][];
  differs: (got: Values) => string | null;
  agrees: (got: Values) => void;
} {
  const program = programOf(construct);
  const outputs = construct.leaves ?? interpret(doubles, program, 'k', construct.inputs).outputs;
  const keys = printedKeys(program, 'k', construct.inputs);
  const expected = Object.fromEntries(keys.map(([key]) => [key, (outputs[key] ?? []).map(Number)]));
  const differs = (got: Values) => {
    const off = disagreement(expected, got, tolerance(program));
    return off && inWords(off);
  };
  return { program, keys, differs, agrees: (got) => expect(differs(got)).toBeNull() };
}

describe.each(CONSTRUCTS)('$language: $what', (construct) => {
  const { inputs } = construct;

  test('runs', () => {
    const { program, agrees } = judged(construct);
    const input = bindByKey(program, 'k', inputs);
    const ran = createMachine(host, program).run(input, DEFAULT_LIMITS);
    const seen = runInterpreted(program, input, { now: host.now, limits: DEFAULT_LIMITS });
    expect([ran.trap, seen.trap]).toEqual([null, null]);
    agrees(valuesByKey(program, 'k', ran));
    agrees(valuesByKey(program, 'k', seen));
  });

  // JavaScript has nothing to leave a program with.
  if (!construct.leaves)
    test('in JavaScript', () => {
      const { program, agrees } = judged(construct);
      agrees(runJavaScript(printJavaScript(program, null).text, program, 'k', inputs));
    });

  test('read again, it is printed alike', () => {
    const program = programOf(construct);
    const form: Compiled = program.language === 'c' ? 'c' : program.form;
    const text = printedAs(form, program);
    const again = programOf({ ...construct, source: text });
    expect(printedAs(form, again)).toBe(text);
  });
});

test.for(['c', 'free', 'fixed'] as const)('compiled as %s', (form, { skip }) => {
  skip(!compilerFor(form), `no compiler for ${form} is installed`);
  const driver = form === 'c' ? cDriver : fortranDriver;
  const all = CONSTRUCTS.map((construct) => ({ construct, ...judged(construct) }));
  const texts = all.map(
    ({ construct, program }) => printedAs(form, program) + driver(program, 'k', construct.inputs),
  );
  const built = compileTogether(form, texts, quickFlags(form), (messages) =>
    warnings(messages, OF_THE_SOURCE),
  );
  built.forEach(({ messages, output }, i) => {
    const { construct, keys, differs } = itemAt(all, i);
    const wrong = messages || (output === null ? 'no output' : differs(readOutput(output, keys)));
    expect(wrong || null, `${construct.what}\n${texts[i]}`).toBeNull();
  });
});
