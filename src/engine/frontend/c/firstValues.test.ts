/*
 * Lists of first values of random arrays and structures, with braces left out, and with what says where a value goes: each
 * element has the value that gcc gives it.
 */
import { expect, test } from 'vitest';
import { execute } from '../../index';
import { compileAndRun, compilerFor } from '../../testing/compilers';
import { draws, seedsOf } from '../../testing/draws';
import { type Random, randomFrom } from '../../testing/prng';

type Type =
  | { readonly kind: 'number' }
  | { readonly kind: 'array'; readonly count: number; readonly of: Type }
  | { readonly kind: 'struct'; readonly name: string; readonly members: readonly Member[] };
type Member = readonly [name: string, type: Type];

interface Program {
  readonly random: Random;
  readonly prefix: string;
  readonly structs: string[];
  values: number;
}

function typeOf(p: Program, depth: number): Type {
  const kind = depth <= 0 ? 'number' : p.random.pick(['number', 'number', 'array', 'struct'] as const);
  if (kind === 'number' && depth < 4) return { kind };
  if (kind === 'array') return { kind, count: p.random.int(1, 3), of: typeOf(p, depth - 1) };
  const members = Array.from({ length: p.random.int(1, 3) }, (): Type => typeOf(p, depth - 1));
  const name = `${p.prefix}s${p.structs.length}`;
  const named = members.map((type, k): Member => [`${name}m${k}`, type]);
  p.structs.push(`typedef struct { ${named.map(([m, t]) => `${declared(t, m)}; `).join('')}} ${name};`);
  return { kind: 'struct', name, members: named };
}

function declared(type: Type, name: string): string {
  if (type.kind === 'array') return declared(type.of, `${name}[${type.count}]`);
  return `${type.kind === 'number' ? 'double' : type.name} ${name}`;
}

/** What a type consists of, each with what says in a list that it is meant. */
function parts(type: Type): readonly (readonly [said: string, type: Type])[] {
  if (type.kind === 'number') return [];
  if (type.kind === 'array')
    return Array.from({ length: type.count }, (_, k) => [`[${k}]`, type.of] as const);
  return type.members.map(([name, of]) => [`.${name}`, of] as const);
}

function value(p: Program): string {
  p.values++;
  return p.values % 5 === 0 ? 'x' : String(p.values);
}

function braced(p: Program, type: Type): string {
  if (type.kind === 'number') return value(p);
  const all = parts(type);
  const items: string[] = [];
  for (let k = 0, left = p.random.int(1, all.length); left > 0 && k < all.length; left--, k++) {
    const isSaid = p.random.chance(0.25);
    if (isSaid) k = p.random.int(0, all.length - 1);
    const [said, of] = all[k] as (typeof all)[number];
    const before = isSaid ? `${said} = ` : '';
    if (of.kind === 'number' || isSaid || p.random.chance(0.5)) items.push(before + braced(p, of));
    else if (!bare(p, of, items)) {
      // Cut short: what follows has to say where it goes.
      const next = p.random.int(0, all.length - 1);
      const [name, given] = all[next] as (typeof all)[number];
      // What has values already is given as a whole only where nothing of it is.
      if (next <= k) break;
      items.push(`${name} = ${braced(p, given)}`);
      k = next;
    }
  }
  return `{${items.join(', ')}}`;
}

/** Without braces of its own; false where it is cut short. */
function bare(p: Program, type: Type, items: string[]): boolean {
  for (const [k, [, of]] of parts(type).entries()) {
    if (k > 0 && p.random.chance(0.15)) return false;
    if (of.kind === 'number') items.push(value(p));
    else if (k > 0 && p.random.chance(0.5)) items.push(braced(p, of));
    else if (!bare(p, of, items)) return false;
  }
  return true;
}

function places(type: Type, at: string): string[] {
  return type.kind === 'number' ? [at] : parts(type).flatMap(([said, of]) => places(of, at + said));
}

function programOf(seed: number): string {
  const p: Program = { random: randomFrom(seed), prefix: `p${seed}`, structs: [], values: 0 };
  const type = typeOf(p, 4);
  const sum = places(type, 'v').map((place, k) => `${place} * ${((k * 7919) % 101) + 1}`);
  const list = braced(p, type);
  return `${p.structs.join('\n')}\ndouble f${seed}(double x) {\n  ${declared(type, 'v')} = ${list};\n  return ${sum.join(' + ')};\n}\n`;
}

test.skipIf(compilerFor('c') === null)('first values go where gcc puts them', () => {
  const programs = [...seedsOf(draws(60, 600))].map((seed) => ({ seed, source: programOf(seed) }));
  const calls = programs.map(({ seed }) => `printf("%.17g\\n", f${seed}(0.75));`).join('\n');
  const main = `#include <stdio.h>\nint main(void) {\n${calls}\nreturn 0;\n}\n`;
  const built = compileAndRun('c', programs.map(({ source }) => source).join('') + main, ['-w']);
  const expected = (built.output ?? built.messages).trim().split('\n').map(Number);
  const wrong = programs.flatMap(({ seed, source }, k) => {
    const run = execute({ source, language: 'c', inputs: { x: 0.75 } });
    const isFenced = run.diagnostics.some(({ code }) => code === 'unsupported');
    return isFenced || run.outputs[`f${seed}`]?.[0] === expected[k] ? [] : [source];
  });
  expect(wrong).toEqual([]);
});
