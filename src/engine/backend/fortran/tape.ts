/**
 * The tape in Fortran, as a module: a stack for each type, since each hands back its entries in the reverse order by
 * itself. Bits are packed, small control takes the bytes that it needs. Only what the code calls is printed.
 */
import { itemAt, keysOf, present } from '../../base/lookup';
import { TAPE_MODULE, tapeFunction } from '../../ir/runtime';
import type { ScalarType } from '../../ir/types';
import { typeText } from './context';

const ALL: readonly ScalarType[] = ['f64', 'f32', 'i32', 'i64', 'bool'];
const CONTROL = { byte: 'integer(1)', short: 'integer(2)', word: 'integer(4)', count: 'integer(8)' } as const;
/** Subtracted so that an unsigned number fits its signed cell. */
const SHIFT = { byte: 128, short: 32_768, word: 0, count: 0 } as const;
type Word = keyof typeof CONTROL;

/** Lines of the module; `called` has `push_double:f64`. Empty when nothing is called. */
export function tapeModule(called: ReadonlySet<string>): string[] {
  if (called.size === 0) return [];
  const names = new Set([...called].map((call) => call.split(':')[0] as string));
  const has = (...wanted: string[]) => wanted.some((name) => names.has(name));
  const types = ALL.filter((type) =>
    has(
      ...(['push', 'pop'] as const).flatMap((action) => [
        tapeFunction(action, type, false),
        tapeFunction(action, type, true),
      ]),
    ),
  );
  const words = keysOf(CONTROL).filter((word) => has(`push_${word}`, `pop_${word}`));
  const bits = has('push_bit', 'pop_bit');
  const lines = [`module ${TAPE_MODULE}`, '  implicit none', '  private'];
  lines.push(`  public :: ${[...names].sort().join(', ')}`);
  for (const type of types) {
    const grows = has(tapeFunction('push', type, false), tapeFunction('push', type, true));
    lines.push(...stack(tapeFunction('push', type, false).slice(5), typeText(type), grows));
  }
  for (const word of words) lines.push(...stack(word, CONTROL[word], has(`push_${word}`)));
  if (bits) lines.push(...stack('bit', 'integer', has('push_bit')), '  integer :: bit_count = 0');
  const procedures: string[] = [];
  for (const type of types) procedures.push(...values(names, type));
  for (const word of words) {
    lines.push(...generic(called, word));
    procedures.push(...control(called, word));
  }
  if (bits) {
    lines.push(...generic(called, 'bit'));
    procedures.push(...packed(called));
  }
  return [
    ...lines,
    'contains',
    ...procedures.map((line) => (line === '' ? '' : `  ${line}`)),
    `end module ${TAPE_MODULE}`,
  ];
}

/** A stack that never grows, because control never comes to its pushes, needs no memory. */
function stack(name: string, type: string, grows: boolean): string[] {
  const room = grows ? `, ${name}_room = 0` : '';
  return [`  ${type}, allocatable :: ${name}_stack(:)`, `  integer :: ${name}_top = 0${room}`];
}

/** Makes room for `more` entries. */
function grow(name: string, type: string): string[] {
  return [
    `subroutine grow_${name}(more)`,
    '  integer, intent(in) :: more',
    `  ${type}, allocatable :: larger(:)`,
    `  if (${name}_top + more <= ${name}_room) return`,
    `  allocate (larger(${name}_room + ${name}_room / 2 + more + 512))`,
    `  if (${name}_room > 0) larger(1:${name}_top) = ${name}_stack(1:${name}_top)`,
    `  ${name}_room = size(larger)`,
    `  call move_alloc(larger, ${name}_stack)`,
    `end subroutine grow_${name}`,
    '',
  ];
}

function procedure(head: string, lines: readonly string[]): string[] {
  const name = itemAt(head.split('('), 0);
  return [`subroutine ${head}`, ...lines.map((line) => `  ${line}`), `end subroutine ${name}`, ''];
}

const entryOn = (stack: string) => `${stack}_stack(${stack}_top)`;

/** Puts an entry made of x on a stack. */
function pushing(name: string, type: string, stack: string, entry: string): string[] {
  return procedure(`${name}(x)`, [
    `${type}, intent(in) :: x`,
    `call grow_${stack}(1)`,
    `${stack}_top = ${stack}_top + 1`,
    `${entryOn(stack)} = ${entry}`,
  ]);
}

/** Takes the last entry off a stack, which says the value of x. */
function popping(name: string, type: string, stack: string, value: string): string[] {
  return procedure(`${name}(x)`, [
    `${type}, intent(out) :: x`,
    `x = ${value}`,
    `${stack}_top = ${stack}_top - 1`,
  ]);
}

function values(names: ReadonlySet<string>, type: ScalarType): string[] {
  const t = typeText(type);
  const [push, pop, pushAll, popAll] = [
    tapeFunction('push', type, false),
    tapeFunction('pop', type, false),
    tapeFunction('push', type, true),
    tapeFunction('pop', type, true),
  ];
  const name = push.slice(5);
  const lines: string[] = [];
  if (names.has(push) || names.has(pushAll)) lines.push(...grow(name, t));
  if (names.has(push)) lines.push(...pushing(push, t, name, 'x'));
  if (names.has(pop)) lines.push(...popping(pop, t, name, entryOn(name)));
  if (names.has(pushAll))
    lines.push(
      ...procedure(`${pushAll}(x, n)`, [
        'integer, intent(in) :: n',
        `${t}, intent(in) :: x(*)`,
        `call grow_${name}(n)`,
        `${name}_stack(${name}_top + 1:${name}_top + n) = x(1:n)`,
        `${name}_top = ${name}_top + n`,
      ]),
    );
  if (names.has(popAll))
    lines.push(
      ...procedure(`${popAll}(x, n)`, [
        'integer, intent(in) :: n',
        `${t}, intent(inout) :: x(*)`,
        `${name}_top = ${name}_top - n`,
        `x(1:n) = ${name}_stack(${name}_top + 1:${name}_top + n)`,
      ]),
    );
  return lines;
}

// -------------------------------------------------------------------------------------------------------- control

function typesOf(called: ReadonlySet<string>, name: string): ScalarType[] {
  return ALL.filter((type) => called.has(`${name}:${type}`));
}

/** A generic name for all kinds of integers that are pushed under it. */
function generic(called: ReadonlySet<string>, word: string): string[] {
  return (['push', 'pop'] as const).flatMap((action) => {
    const types = typesOf(called, `${action}_${word}`);
    if (types.length === 0) return [];
    const specific = types.map((type) => `${action}_${word}_${type}`).join(', ');
    return [`  interface ${action}_${word}`, `    module procedure ${specific}`, '  end interface'];
  });
}

function control(called: ReadonlySet<string>, word: Word): string[] {
  const lines: string[] = [];
  const pushes = typesOf(called, `push_${word}`);
  const kind = itemAt(present(/\d/.exec(CONTROL[word]), 'a kind'), 0);
  const shift = SHIFT[word];
  if (pushes.length > 0) lines.push(...grow(word, CONTROL[word]));
  for (const type of pushes) {
    const value = shift > 0 ? `${asInteger(type)} - ${shift}` : asInteger(type);
    lines.push(...pushing(`push_${word}_${type}`, typeText(type), word, `int(${value}, ${kind})`));
  }
  for (const type of typesOf(called, `pop_${word}`)) {
    const entry = `int(${entryOn(word)}, ${type === 'i64' ? 8 : 4})${shift > 0 ? ` + ${shift}` : ''}`;
    const value = type === 'bool' ? `${entry} /= 0` : entry;
    lines.push(...popping(`pop_${word}_${type}`, typeText(type), word, value));
  }
  return lines;
}

function asInteger(type: ScalarType): string {
  return type === 'bool' ? 'merge(1, 0, x)' : 'x';
}

/** Thirty-two bits an integer; `bit_top` counts integers, `bit_count` bits. */
function packed(called: ReadonlySet<string>): string[] {
  const lines: string[] = [];
  const pushes = typesOf(called, 'push_bit');
  if (pushes.length > 0) lines.push(...grow('bit', 'integer'));
  for (const type of pushes)
    lines.push(
      ...procedure(`push_bit_${type}(x)`, [
        `${typeText(type)}, intent(in) :: x`,
        'integer :: k',
        'k = mod(bit_count, 32)',
        'if (k == 0) then',
        '  call grow_bit(1)',
        '  bit_top = bit_top + 1',
        '  bit_stack(bit_top) = 0',
        'end if',
        `if (${type === 'bool' ? 'x' : 'x /= 0'}) then`,
        '  bit_stack(bit_top) = ibset(bit_stack(bit_top), k)',
        // A bit that was popped may still be set there.
        'else',
        '  bit_stack(bit_top) = ibclr(bit_stack(bit_top), k)',
        'end if',
        'bit_count = bit_count + 1',
      ]),
    );
  for (const type of typesOf(called, 'pop_bit')) {
    const bit = 'btest(bit_stack(bit_top), mod(bit_count, 32))';
    const [one, zero] = type === 'i64' ? ['1_8', '0_8'] : ['1', '0'];
    lines.push(
      ...procedure(`pop_bit_${type}(x)`, [
        `${typeText(type)}, intent(out) :: x`,
        'bit_count = bit_count - 1',
        `x = ${type === 'bool' ? bit : `merge(${one}, ${zero}, ${bit})`}`,
        'if (mod(bit_count, 32) == 0) bit_top = bit_top - 1',
      ]),
    );
  }
  return lines;
}
