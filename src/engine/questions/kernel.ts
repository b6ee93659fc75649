/**
 * Kernels for practice, drawn at random: short, with readable names, in C or in Fortran. Seed, level and size decide
 * everything; whether a kernel runs well and has something to ask is for the caller to find out.
 */
import type { Differentiation, DrawnKernel, Language } from '../pipeline/results';
import { type Draw, drawFrom } from './random';

export interface KernelWish {
  readonly language: Language;
  readonly level: number;
  /** The approximate number of assignments. */
  readonly size: number;
}

/** The properties that make another kernel as hard to predict. */
export function wishLike(d: Differentiation): KernelWish {
  const count = (kinds: readonly string[]) =>
    d.graphs.original.vertices.filter(({ kind }) => kinds.includes(kind)).length;
  const loops = count(['LOOP', 'POSTLOOP']);
  const counted = d.statements.filter(({ kind }) => kind === 'loop').length;
  const arrays = d.variables.some(({ dimensions, type }) => dimensions !== null && type !== 'i32');
  const assigned = d.statements.filter(({ kind }) => kind === 'assign').length;
  const level = loops > counted ? 5 : loops > 0 ? (arrays ? 4 : 3) : count(['BRANCH']) > 0 ? 2 : 1;
  return { language: d.request.language, level, size: Math.max(4, Math.min(9, assigned)) };
}

type Line =
  | { readonly kind: 'assign'; readonly to: string; readonly value: string }
  | {
      readonly kind: 'if';
      readonly test: string;
      readonly yes: readonly Line[];
      readonly no: readonly Line[];
    }
  | { readonly kind: 'for' | 'while'; readonly test: string; readonly body: readonly Line[] };

export function drawKernel({ language, level, size }: KernelWish, seed: number): DrawnKernel {
  const draw = drawFrom(seed * 8 + level);
  const body = bodyOf(draw, level, size);
  const source = language === 'c' ? inC(body, level) : inFortran(body, level);
  const inputs: Record<string, string> = {
    x: decimal(draw.int(3, 16)),
    y: decimal(draw.int(3, 16)),
    ...(level >= 3 && level < 5 ? { n: String(draw.int(2, 4)) } : {}),
    ...(level === 4 ? { a: draw.pick(['0.3*i', 'sin(i)', '1 - 0.2*i']) } : {}),
    ...(language === 'fortran' ? { r: '0' } : {}),
  };
  return { source, language, inputs, level };
}

const decimal = (tenths: number) => (tenths / 10).toFixed(1);

function bodyOf(draw: Draw, level: number, size: number): Line[] {
  const work = new Assignments(draw, level === 4);
  const start = [work.first('s'), work.first('t')];
  const inner = level === 1 ? 0 : Math.max(2, Math.floor(size / 2));
  const before = work.some(Math.max(1, size - inner - 3));
  const after = work.some(1);
  const branch = (count: number): Line => ({
    kind: 'if',
    test: `${draw.pick(['s', 't'])} > ${draw.pick(['0.5', '0.8', '1.2'])}`,
    yes: work.some(Math.ceil(count / 2)),
    no: work.some(Math.max(1, Math.floor(count / 2))),
  });
  const result: Line = { kind: 'assign', to: 'r', value: draw.pick(['s*t', 's + t', 's*t + x', 't - s*s']) };
  if (level === 1) return [...start, ...before, ...work.some(2), ...after, result];
  if (level === 2) return [...start, ...before, branch(inner), ...after, result];
  const indexed = work.inLoop(level === 4);
  const body = draw.chance(0.5)
    ? [...indexed.some(1), branch(inner), ...indexed.some(1)]
    : indexed.some(inner);
  const loop: Line =
    level === 5
      ? {
          kind: 'while',
          test: 't < 2.0',
          body: [...body, { kind: 'assign', to: 't', value: 't*1.5 + 0.25' }],
        }
      : { kind: 'for', test: '', body: level === 4 ? [indexed.element(), ...body] : body };
  // A loop that waits for `t` to grow starts from a value at which it can.
  const ready: Line[] = level === 5 ? [{ kind: 'assign', to: 't', value: '0.5 + 0.25*sin(t)' }] : [];
  return [...start, ...before, ...ready, loop, ...after, result];
}

/** Assignments whose values stay of moderate size. */
class Assignments {
  constructor(
    private readonly draw: Draw,
    private readonly array: boolean,
    private readonly index: boolean = false,
  ) {}

  inLoop(index: boolean): Assignments {
    return new Assignments(this.draw, this.array, index);
  }

  first(to: string): Line {
    return { kind: 'assign', to, value: this.draw.pick(['x*y', 'x + y', 'sin(x)', 'x - 0.5*y', 'y*y']) };
  }

  element(): Line {
    const value = this.draw.pick(['a[i]*s', 'a[i]*a[i]', 'sin(a[i])*t', 'a[i] + t*t']);
    return { kind: 'assign', to: 'a[i]', value };
  }

  some(count: number): Line[] {
    return Array.from({ length: count }, () => this.one());
  }

  private one(): Line {
    const { draw } = this;
    const to = draw.pick(['s', 't', 's', 't', 'x', 'y']);
    const names = ['s', 't', 'x', 'y', ...(this.index ? ['a[i]', 'a[i]'] : [])];
    const [p = 's', q = 't'] = draw.sample(names, 2);
    const value = draw.pick([
      `${p}*${q}`,
      `${to}*${q === to ? p : q}`,
      `${p} + ${q}`,
      `${p} - 0.5*${q}`,
      `sin(${p})`,
      `sin(${p})*${q}`,
      `cos(${p}) + ${q}`,
      `${to} + ${p === to ? q : p}`,
      `${p}/(1.0 + ${q}*${q})`,
      `0.5*${p}`,
    ]);
    return { kind: 'assign', to, value };
  }
}

const usesArray = (level: number) => level === 4;
const usesCount = (level: number) => level === 3 || level === 4;

/** How a language writes what kernels are made of. */
interface Spelling {
  readonly assign: (to: string, value: string) => string;
  readonly branch: (test: string) => string;
  readonly otherwise: string;
  readonly endBranch: string;
  readonly count: string;
  readonly repeat: (test: string) => string;
  readonly endLoop: string;
}

function written(list: readonly Line[], by: Spelling, indent = '  '): string[] {
  const inner = (body: readonly Line[]) => written(body, by, `${indent}  `);
  return list.flatMap((each) => {
    if (each.kind === 'assign') return [indent + by.assign(each.to, each.value)];
    if (each.kind === 'if')
      return [
        indent + by.branch(each.test),
        ...inner(each.yes),
        indent + by.otherwise,
        ...inner(each.no),
        indent + by.endBranch,
      ];
    const head = each.kind === 'for' ? by.count : by.repeat(each.test);
    return [indent + head, ...inner(each.body), indent + by.endLoop];
  });
}

function inC(body: readonly Line[], level: number): string {
  const parameters = [
    'double x',
    'double y',
    ...(usesCount(level) ? ['int n'] : []),
    ...(usesArray(level) ? ['double *a'] : []),
  ];
  const lines = written(body, {
    assign: (to, value) => `${to === 'r' ? 'return' : `${to} =`} ${value};`,
    branch: (test) => `if (${test}) {`,
    otherwise: '} else {',
    endBranch: '}',
    count: 'for (int i = 0; i < n; i++) {',
    repeat: (test) => `while (${test}) {`,
    endLoop: '}',
  });
  return `${[`double kernel(${parameters.join(', ')}) {`, '  double s, t;', ...lines, '}'].join('\n')}\n`;
}

function inFortran(body: readonly Line[], level: number): string {
  const parameters = ['x', 'y', ...(usesCount(level) ? ['n'] : []), ...(usesArray(level) ? ['a'] : []), 'r'];
  const text = (value: string) =>
    value.replaceAll('a[i]', 'a(i)').replace(/\b\d+\.\d+\b/g, (constant) => `${constant}d0`);
  const lines = [
    `subroutine kernel(${parameters.join(', ')})`,
    '  implicit none',
    ...(usesCount(level) ? ['  integer :: n, i'] : []),
    '  real(8) :: x, y, r, s, t',
    ...(usesArray(level) ? ['  real(8) :: a(n)'] : []),
    ...written(body, {
      assign: (to, value) => `${text(to)} = ${text(value)}`,
      branch: (test) => `if (${text(test)}) then`,
      otherwise: 'else',
      endBranch: 'end if',
      count: 'do i = 1, n',
      repeat: (test) => `do while (${text(test)})`,
      endLoop: 'end do',
    }),
  ];
  return `${[...lines, 'end subroutine kernel'].join('\n')}\n`;
}
