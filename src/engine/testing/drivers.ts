/**
 * Main programs that call a printed routine on given values and print what it leaves: one line a value, by-reference
 * parameters in order, then shared storage, then the result.
 */
import { createContext, runInContext, Script } from 'node:vm';
import { reachable } from '../backend/reachable';
import { countOf } from '../ir/bounds';
import { isReal } from '../ir/build';
import { commonName, flatName, locationKey, variableOf } from '../ir/names';
import type { Program, Routine, Variable } from '../ir/types';
import { mentioned } from '../ir/uses';

type Values = Readonly<Record<string, readonly number[]>>;

export function entryRoutine(program: Program, entry: string): Routine {
  const routine = program.routines.find((r) => r.name === entry);
  if (!routine) throw new Error(`no routine ${entry}`);
  return routine;
}

/** Location keys in the order in which the drivers print their values. */
export function printedKeys(program: Program, entry: string, inputs: Values): [key: string, count: number][] {
  const routine = entryRoutine(program, entry);
  const keys: [string, number][] = [];
  for (const id of routine.parameters) {
    const v = variableOf(program, id);
    if (v.passing === 'reference')
      keys.push([locationKey(program, id), inputs[locationKey(program, id)]?.length ?? 1]);
  }
  for (const v of sharedViews(program, routine))
    keys.push([v.storage?.key ?? v.name, inputs[v.storage?.key ?? v.name]?.length ?? 1]);
  if (routine.result !== null) keys.push([routine.name, 1]);
  return keys;
}

/** Shared storage that the entry, or what it calls, names: the rest need not be in the text. */
function sharedViews(program: Program, routine: Routine): Variable[] {
  const keys = new Set(
    reachable(program, routine.name).flatMap((r) =>
      [...mentioned(r)].map((id) => variableOf(program, id).storage?.key),
    ),
  );
  const index = program.routines.indexOf(routine);
  const ofRoutines = new Set(program.roots.flatMap(({ name, kind }) => (kind === 'save' ? [name] : [])));
  const own = (v: Variable) =>
    (v.owner === null || v.owner === index) && !ofRoutines.has(v.storage?.root ?? '');
  const seen = new Set<string>();
  return program.variables.filter((v) => {
    if (v.storage === null || !own(v) || !keys.has(v.storage.key) || seen.has(v.storage.key)) return false;
    // Split code has views of its own beside the user's.
    seen.add(v.storage.key);
    return true;
  });
}

export function readOutput(
  text: string,
  keys: readonly (readonly [string, number])[],
): Record<string, number[]> {
  const values = text
    .split('\n')
    .flatMap((line) => (line.startsWith('= ') ? [Number(line.slice(2).replace('inf', 'Infinity'))] : []));
  const read: Record<string, number[]> = {};
  let at = 0;
  for (const [key, count] of keys) {
    read[key] = values.slice(at, at + count);
    at += count;
  }
  return read;
}

const C_TYPE = { f64: 'double', f32: 'float', i32: 'int', i64: 'long', bool: 'int' } as const;
const cNumber = (x: number) =>
  Number.isFinite(x) ? String(x) : x > 0 ? '(1.0/0.0)' : x < 0 ? '(-1.0/0.0)' : '(0.0/0.0)';

/**
 * To be put after the text of the kernel. Globals that only statements out of reach name may not stand in the `text`: they
 * are the driver's own then.
 */
export function cDriver(program: Program, entry: string, inputs: Values, text: string | null = null): string {
  const routine = entryRoutine(program, entry);
  const own: string[] = [];
  const lines: string[] = [];
  const args: string[] = [];
  const prints: string[] = [];
  const show = (name: string, v: Variable, count: number) =>
    prints.push(
      `  for (int k = 0; k < ${count}; k++) printf("= ${isReal(v.type) ? '%.17g' : '%ld'}\\n", ${isReal(v.type) ? '' : '(long)'}((${C_TYPE[v.type]} *)${name})[k]);`,
    );
  routine.parameters.forEach((id, i) => {
    const v = variableOf(program, id);
    const values = inputs[locationKey(program, id)] ?? [0];
    if (v.passing === 'value') {
      args.push(cNumber(values[0] ?? 0));
      return;
    }
    lines.push(`  static ${C_TYPE[v.type]} a${i}_[] = {${values.map(cNumber).join(', ')}};`);
    args.push(`(void *)a${i}_`);
    show(`a${i}_`, v, values.length);
  });
  for (const v of sharedViews(program, routine)) {
    const name = (v.storage?.key ?? v.name).replace(/\W/g, '_');
    const values = inputs[v.storage?.key ?? v.name] ?? [];
    if (text !== null && !new RegExp(`^\\w+ ${name}\\b`, 'm').test(text))
      own.push(`static ${C_TYPE[v.type]} ${name}[${Math.max(1, values.length)}];`);
    values.forEach((x, k) => {
      lines.push(`  ((${C_TYPE[v.type]} *)&${name})[${k}] = ${cNumber(x)};`);
    });
    show(`&${name}`, v, values.length);
  }
  const call = `${routine.name}(${args.join(', ')})`;
  const result = routine.result === null ? null : variableOf(program, routine.result);
  const format = result && isReal(result.type) ? '%.17g' : '%ld';
  return [
    '#include <stdio.h>',
    ...own,
    'int main(void) {',
    ...lines,
    result ? `  ${C_TYPE[result.type]} r_ = ${call};` : `  ${call};`,
    ...prints,
    ...(result ? [`  printf("= ${format}\\n", ${isReal(result.type) ? '' : '(long)'}r_);`] : []),
    '  return 0;',
    '}',
    '',
  ].join('\n');
}

const F_TYPE = {
  f64: 'real(8)',
  f32: 'real(4)',
  i32: 'integer',
  i64: 'integer(8)',
  bool: 'logical',
} as const;

function fNumber(x: number, type: Variable['type']): string {
  if (type === 'bool') return x === 0 ? '.false.' : '.true.';
  if (!isReal(type)) return `${x}${type === 'i64' ? '_8' : ''}`;
  const [mantissa = '', exponent = '0'] = String(x).replace('e+', 'e').split('e');
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}${type === 'f64' ? 'd' : 'e'}${exponent}`;
}

/** COMMON blocks whole, members that the kernel does not name included. */
function commonBlocks(program: Program, shared: readonly Variable[]): string[] {
  const roots = [...new Set(shared.map((v) => v.storage?.root as string))];
  return roots.flatMap((root) => {
    const { owner } = shared.find((v) => v.storage?.root === root) as Variable;
    const members = program.variables
      .filter((v) => v.storage?.root === root && v.owner === owner)
      .sort((a, b) => (a.storage?.offset ?? 0) - (b.storage?.offset ?? 0))
      .filter((v, i, all) => v.storage?.offset !== all[i - 1]?.storage?.offset);
    return [
      ...members.map((v) => `${F_TYPE[v.type]} :: ${v.name}${v.shape ? `(${countOf(v)})` : ''}`),
      `common ${commonName(root)} ${members.map((v) => v.name).join(', ')}`,
    ];
  });
}

/** A line for both forms: from column 7, and where it is cut, `&` stands beyond column 72 and again in column 6. */
function bothForms(line: string): string[] {
  const text = `      ${line}`;
  if (text.length <= 72) return [text];
  const at = text.lastIndexOf(', ', 70) + 2;
  const [next = '', ...rest] = bothForms(text.slice(at));
  return [`${text.slice(0, at).padEnd(72)}&`, `     &${next.slice(6)}`, ...rest];
}

/** A main program, to be put after the text of the kernel. Its lines fit both forms. */
export function fortranDriver(program: Program, entry: string, inputs: Values): string {
  const routine = entryRoutine(program, entry);
  const inC = program.language === 'c';
  const declared: string[] = [];
  const sets: string[] = [];
  const prints: string[] = [];
  const args: string[] = [];
  const inModule = ({ storage }: Variable) =>
    program.roots.some(({ name, kind }) => kind !== 'common' && name === storage?.root);
  const fill = (name: string, v: Variable, values: readonly number[]) => {
    const texts = values.map((x) => fNumber(x, v.type)).join(', ');
    if (values.length === 0) return;
    const isGrid = v.storage !== null && inModule(v) && (v.shape?.dimensions.length ?? 0) > 1;
    const list = `[ ${texts} ]`;
    sets.push(`${name} = ${isGrid ? `reshape(${list}, shape(${name}))` : v.shape ? list : texts}`);
  };
  const show = (name: string, v: Variable, values: readonly number[]) => {
    if (v.shape && values.length === 0) return;
    // The format starts anew for every element.
    const format = isReal(v.type) ? `'(''= '', es25.17e3)'` : `'(''= '', i0)'`;
    prints.push(`print ${format}, ${v.type === 'bool' ? `merge(1, 0, ${name})` : name}`);
  };
  routine.parameters.forEach((id, i) => {
    const v = variableOf(program, id);
    const values = inputs[locationKey(program, id)] ?? [0];
    const name = `a${i}_`;
    declared.push(`${F_TYPE[v.type]} :: ${name}${v.shape ? `(${Math.max(values.length, 1)})` : ''}`);
    fill(name, v, values);
    args.push(name);
    if (v.passing === 'reference') show(name, v, values);
  });
  const shared = sharedViews(program, routine);
  for (const v of shared) {
    const values = inputs[v.storage?.key ?? v.name] ?? [];
    fill(flatName(v.name), v, values);
    show(flatName(v.name), v, values);
  }
  const uses = shared.filter(inModule).map((v) => `use ${v.storage?.root}, only: ${flatName(v.name)}`);
  const commons = shared.filter((v) => !inModule(v));
  if (!inC) declared.push(...commonBlocks(program, commons));
  const result = routine.result === null ? null : variableOf(program, routine.result);
  if (result) {
    declared.push(`${F_TYPE[result.type]} :: res_`);
    if (!inC) declared.push(`${F_TYPE[result.type]}, external :: ${routine.name}`);
    show('res_', result, [0]);
  }
  const call = `${routine.name}(${args.join(', ')})`;
  const lines = [
    'program driver',
    ...(inC ? [`use ${routine.name}_module`] : uses),
    'implicit none',
    ...declared,
    ...sets,
    result ? `res_ = ${call}` : `call ${call}`,
    ...prints,
    'end program driver',
  ];
  return lines
    .flatMap(bothForms)
    .map((line) => `${line}\n`)
    .join('');
}

const CELLS = {
  f64: Float64Array,
  f32: Float32Array,
  i32: Int32Array,
  i64: Float64Array,
  bool: Uint8Array,
} as const;

/** Kernels of one text are run one after the other. */
let latest = { text: '', script: new Script('') };

function scriptOf(text: string): Script {
  if (text !== latest.text) latest = { text, script: new Script(text) };
  return latest.script;
}

/** Runs printed JavaScript in a context of its own; gives what the other drivers print. */
export function runJavaScript(
  text: string,
  program: Program,
  entry: string,
  inputs: Values,
): Record<string, number[]> {
  const routine = entryRoutine(program, entry);
  const left: Record<string, ArrayLike<number>> = {};
  const args = routine.parameters.map((id) => {
    const v = variableOf(program, id);
    const key = locationKey(program, id);
    const values = inputs[key] ?? [0];
    if (v.passing === 'value')
      return v.type === 'bool'
        ? values[0] !== 0
        : v.type === 'f32'
          ? Math.fround(values[0] ?? 0)
          : (values[0] ?? 0);
    const cells = CELLS[v.type].from(values);
    left[key] = cells;
    return cells;
  });
  const shared = sharedViews(program, routine).map((v) => {
    const key = v.storage?.key ?? v.name;
    return { key, name: key.replace(/\W/g, '_'), values: inputs[key] ?? [] };
  });
  // A global is a variable or a typed array, as the printer saw fit.
  const sets = shared.map(
    ({ name, values }) =>
      `if (typeof ${name} === 'object') ${name}.set(${JSON.stringify(values)}); else ${name} = ${values[0] ?? 0};`,
  );
  const reads = shared.map(
    ({ name }) => `typeof ${name} === 'object' ? Array.from(${name}) : [Number(${name})]`,
  );
  const quiet = createContext({ console: { log: () => {} }, args });
  scriptOf(text).runInContext(quiet);
  const [result, globals] = runInContext(
    `${sets.join('\n')}\nconst result_ = ${routine.name}(...args);\n[result_, [${reads.join(', ')}]]`,
    quiet,
    { timeout: 10_000 },
  ) as [number, number[][]];
  shared.forEach(({ key }, i) => {
    left[key] = globals[i] ?? [];
  });
  if (routine.result !== null) left[routine.name] = [Number(result)];
  return Object.fromEntries(Object.entries(left).map(([key, values]) => [key, Array.from(values)]));
}
