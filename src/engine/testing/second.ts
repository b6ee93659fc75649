/**
 * A second opinion on an adjoint, from printed JavaScript: is ⟨ȳ, ẏ⟩ + ⟨x̄ before, ẋ⟩ = ⟨x̄ after, ẋ⟩ in GF(2⁶¹ − 1) (theory 16)?
 * ẏ comes of dual numbers on the printed primal. Operators of the texts become calls of `secondNumbers.ts`, and JavaScript runs them.
 */
import { type Dual, decided, Inapplicable, random, SPECIAL, secondNumbers } from './secondNumbers';

const TOKEN =
  /\s+|\/\/.*|\/\*[\s\S]*?\*\/|('[^']*'|[A-Za-z_$][\w$]*|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[=!]==|<<|>>|<=|>=|\*\*|&&|\|\||\+\+|--|[-+*/%]=|[\s\S])/g;
const INFIX = '|| && | ^ & ===,!== <,>,<=,>= <<,>> +,- *,/,% **'.split(' ').map((level) => level.split(','));
/** Functions of ours that stand for what JavaScript lacks: they are random ones here, whatever their texts. */
const LIBRARY =
  /^function (erfc?|[lt]gamma|(di|tri)gamma|erf_series|erfc_fraction|log_gamma_near_two)\([\s\S]*?^}\n/gm;
const OWN = /^[-+*/%]$|^\*\*$|^[=!]==$/;

/** The text with its numbers made ours: `a + b` as `$.two('+', a, b)`, `a[i]` as an element of a view. */
function rewritten(text: string): string {
  const tokens = [...text.replace(LIBRARY, '').matchAll(TOKEN)].flatMap((found) => found[1] ?? []);
  let at = 0;
  const next = () => tokens[at++] ?? '';
  const take = (wanted: string) => tokens[at] === wanted && next() !== '';
  const list = (close: string): string => {
    const items: string[] = [];
    while (!take(close)) {
      items.push(choice());
      take(',');
    }
    return items.join(', ');
  };
  const primary = (): string => {
    const t = next();
    if (t === '-') return `$.two('-', 0, ${infix(10)})`;
    if (t === '!' || t === '~') return `${t}${primary()}`;
    let e = t === '(' ? `(${list(')')})` : t;
    if (t === 'new') e = `$.${next()}_`;
    for (;;) {
      if (take('.')) {
        const name = next();
        if (e === 'Math' && tokens[at] === '(') e = `$.call('${name}')`;
        else e = name === 'of' ? '$.of' : `${e}.${name}`;
      } else if (take('[')) e = `${e}.cells[${e}.start + Number(${list(']')})]`;
      else if (take('(')) {
        const of = SPECIAL.has(e) ? `$.call('${e}')` : /^(push|pop)_[a-z]+$/.test(e) ? `$.tape('${e}')` : e;
        e = `${of}(${list(')')})`;
      } else return e;
    }
  };
  const infix = (level: number): string => {
    const operators = INFIX[level];
    if (!operators) return primary();
    let left = infix(level + 1);
    while (operators.includes(tokens[at] ?? '')) {
      const op = next();
      const right = infix(level + 1);
      left = OWN.test(op) ? `$.two('${op}', ${left}, ${right})` : `(${left} ${op} ${right})`;
    }
    return left;
  };
  const choice = (): string => {
    const test = infix(0);
    if (!take('?')) return test;
    const [yes, , no] = [choice(), next(), choice()];
    return `(${test} ? ${yes} : ${no})`;
  };
  const piece = (): string => {
    const t = tokens[at] ?? '';
    if (t === 'const') return next() && 'let ';
    if (t === 'break' || t === 'continue') return `${next()} ${tokens[at] === ';' ? '' : next()}`;
    if (t === 'function' || t === 'throw') {
      const from = at;
      while (![';', '{'].includes(next()));
      return tokens.slice(from, at).join(' ');
    }
    if (/^([{};,:)]|let|else|do|default|case|return)$/.test(t)) return `${next()} `;
    if (/^(if|for|while|switch)$/.test(t)) return next() + next();
    if (tokens[at + 1] === ':' && /^[A-Za-z_]/.test(t)) return next() + next();
    const target = choice();
    const op = tokens[at] ?? '';
    if (take('=')) return `${target} = ${choice()}`;
    if (/^(\+\+|--)$/.test(op)) return `${target} = $.two('${next()[0]}', ${target}, 1)`;
    return /^[-+*/%]=$/.test(op) ? `${target} = $.two('${next()[0]}', ${target}, ${choice()})` : target;
  };
  let out = '';
  while (at < tokens.length) out += piece();
  return out;
}

/** A parameter, by its place, or a global, by its name. */
interface Held {
  readonly name: string;
  readonly position: number | null;
  readonly key: string;
  readonly holds: 'primal' | 'adjoint';
  readonly isReal: boolean;
  readonly isView: boolean;
}
export interface Text {
  readonly text: string;
  readonly entry: string;
  readonly held: readonly Held[];
}
export interface Asked {
  readonly primal: Text;
  readonly adjoint: Text;
  readonly inputs: Readonly<Record<string, readonly number[]>>;
  readonly independents: readonly string[];
  readonly dependents: readonly string[];
  readonly result: string | null;
}

export function secondOpinion(q: Asked): 'exact' | 'different' | 'not-applicable' {
  const element = (kind: string, key: string, i: number) => random(`${kind} ${key} ${i}`);
  const direction = (key: string, i: number) => (q.independents.includes(key) ? element('x', key, i) : 0n);
  const onlyAdded = new Set(q.independents.filter((key) => !q.dependents.includes(key)));
  const starts = (key: string) => q.dependents.includes(key) || onlyAdded.has(key);
  const ran = ({ text, entry, held }: Text, isDual: boolean) => {
    const $ = secondNumbers();
    const given = held.map(({ key, holds, isReal }) =>
      (q.inputs[key] ?? [1]).map((v, i): Dual | number => {
        if (!isReal) return v;
        if (holds === 'adjoint') return starts(key) ? decided(1, element('b', key, i), 0n) : 0;
        return decided(v, element('v', key, i), isDual ? direction(key, i) : 0n);
      }),
    );
    const globals = held.filter(({ position }) => position === null).map(({ name }) => name);
    const doors = globals.map((name) => `${name}: [() => ${name}, (v) => { ${name} = v; }]`);
    // Text that our own printer made becomes code here, in tests only: nothing of the product imports this file.
    const made = new Function('$', `${rewritten(text)}\nreturn {$entry: ${entry}, ${doors.join(', ')}};`)($);
    const views = held.map(({ isView }, k) => (isView ? $.of(...(given[k] ?? [])) : given[k]?.[0]));
    held.forEach(({ name, position, isView }, k) => {
      if (position !== null) return;
      const own = made[name][0]();
      made[name][1](own?.cells || isView ? $.of(...(given[k] ?? [])) : given[k]?.[0]);
    });
    const args: unknown[] = [];
    for (const [k, { position }] of held.entries()) if (position !== null) args[position] = views[k];
    const result = made.$entry(...args);
    const ends = held.map(({ name, position, key, holds }, k) => {
      const end = position === null ? made[name][0]() : views[k];
      return { key, holds, position, cells: (end?.cells ?? [end]) as (Dual | number)[] };
    });
    return { ends, result, left: $.left() };
  };
  try {
    const [forward, backward] = [ran(q.primal, true), ran(q.adjoint, false)];
    if (backward.left > 0) return 'different';
    let sum = 0n;
    if (q.result !== null && q.dependents.includes(q.result))
      sum += element('b', q.result, 0) * decided(forward.result).d;
    for (const { key, cells } of forward.ends)
      if (q.dependents.includes(key))
        for (const [i, y] of cells.entries()) sum += element('b', key, i) * decided(y).d;
    for (const { key, holds, cells } of backward.ends)
      if (holds === 'adjoint')
        cells.forEach((x, i) => {
          sum -= (decided(x).e - (onlyAdded.has(key) ? element('b', key, i) : 0n)) * direction(key, i);
        });
    // A global that the adjoint does not name keeps its adjoint.
    const named = new Set(backward.ends.map(({ key, holds }) => `${holds} ${key}`));
    for (const { key, position, cells } of forward.ends)
      if (position === null && q.dependents.includes(key) && !named.has(`adjoint ${key}`))
        for (const i of cells.keys()) sum -= element('b', key, i) * direction(key, i);
    return sum % (2n ** 61n - 1n) === 0n ? 'exact' : 'different';
  } catch (error) {
    if (error instanceof Inapplicable) return 'not-applicable';
    throw error;
  }
}
