/** Bessel functions for JavaScript, computed as in `base/bessel.ts`. */
import { jsHelper } from './helpers';
import type { Helper } from './rule';

const JS_BESSEL_FAR = jsHelper('bessel_far', [
  '(x)',
  'const both = [];',
  'for (const mu of [0, 4]) {',
  '  const parts = [1, 0];',
  '  for (let k = 1, term = 1; k < 60 && Math.abs(term) > 1e-18; k++) {',
  '    term *= (mu - (2 * k - 1) ** 2) / (8 * k * x);',
  '    parts[k % 2] += k % 4 < 2 ? term : -term;',
  '  }',
  '  const sum = Math.cos(x) + Math.sin(x), difference = Math.sin(x) - Math.cos(x);',
  '  const size = Math.sqrt(1 / (Math.PI * x)), cosine = mu ? difference : sum, sine = mu ? -sum : difference;',
  '  both.push(size * (parts[0] * cosine - parts[1] * sine), size * (parts[0] * sine + parts[1] * cosine));',
  '}',
  'return { j: [both[0], both[2]], y: [both[1], both[3]] };',
]);
const JS_BESSEL_NEAR = jsHelper('bessel_near', [
  '(x, n)',
  'const top = Math.max(x, n);',
  'let above = 0, here = 1e-30, norm = 0, wanted = 0, even = 0, odd = 0;',
  'for (let k = 2 * Math.ceil((top + Math.sqrt(160 * top)) / 2 + 6); ; k--) {',
  '  const half = Math.floor(k / 2), signed = half % 2 === 0 ? here : -here;',
  '  if (k === n) wanted = here;',
  '  if (k === 0) break;',
  '  if (k % 2 === 0) norm += 2 * here, even += signed / half;',
  '  else if (k > 1) odd += (k * signed) / (half * (half + 1));',
  '  [above, here] = [here, ((2 * k) / x) * here - above];',
  '  if (Math.abs(here) > 1e100) above *= 1e-100, here *= 1e-100, norm *= 1e-100, wanted *= 1e-100, even *= 1e-100, odd *= 1e-100;',
  '}',
  'norm += here;',
  'const log = (2 / Math.PI) * (Math.log(x / 2) + 0.5772156649015329), j0 = here / norm, j1 = above / norm;',
  'const y1 = (log - 2 / Math.PI) * j1 - (2 / Math.PI) * (j0 / x + odd / norm);',
  'return { y: [log * j0 - ((4 / Math.PI) * even) / norm, y1], wanted: wanted / norm };',
]);
const JS_BESSEL_UPWARDS = jsHelper('bessel_upwards', [
  '(n, x, start)',
  'let [here, next] = start;',
  'for (let k = 1; k <= n; k++) {',
  '  if (!Number.isFinite(next)) return next;',
  '  [here, next] = [next, ((2 * k) / x) * next - here];',
  '}',
  'return here;',
]);
const BESSEL_PARTS = [JS_BESSEL_FAR, JS_BESSEL_NEAR, JS_BESSEL_UPWARDS];
const JS_BESSEL_J = jsHelper(
  'bessel_j',
  [
    '(n, x)',
    'const order = Math.abs(n), size = Math.abs(x), sign = order % 2 !== 0 && x < 0 !== n < 0 ? -1 : 1;',
    'if (!(size < Infinity)) return size === Infinity ? 0 : NaN;',
    'if (size >= 25 && size > order) return sign * bessel_upwards(order, size, bessel_far(size).j);',
    'if (order > 2 * size + 1000) return 0;',
    'if (size > 1e-8) return sign * bessel_near(size, order).wanted;',
    'let value = sign;',
    'for (let k = 1; k <= order; k++) value *= size / (2 * k);',
    'return value;',
  ],
  BESSEL_PARTS,
);
const JS_BESSEL_Y = jsHelper(
  'bessel_y',
  [
    '(n, x)',
    'const order = Math.abs(n), sign = order % 2 !== 0 && n < 0 ? -1 : 1;',
    'if (!(x >= 0)) return NaN;',
    'if (x === 0 || order > 2 * x + 1000) return x < Infinity ? -sign * Infinity : 0;',
    'if (x === Infinity) return 0;',
    'const zero = [(2 / Math.PI) * (Math.log(x / 2) + 0.5772156649015329), -2 / Math.PI / x];',
    'const start = x >= 25 ? bessel_far(x).y : x > 1e-8 ? bessel_near(x, 0).y : zero;',
    'return sign * bessel_upwards(order, x, start);',
  ],
  BESSEL_PARTS,
);
const ofOrder = (order: number, general: Helper) =>
  jsHelper(
    `${general.name('f64')}${order}`,
    ['(x)', `return ${general.name('f64')}(${order}, x);`],
    [general],
  );
export const JS_BESSEL = {
  j0: ofOrder(0, JS_BESSEL_J),
  j1: ofOrder(1, JS_BESSEL_J),
  jn: JS_BESSEL_J,
  y0: ofOrder(0, JS_BESSEL_Y),
  y1: ofOrder(1, JS_BESSEL_Y),
  yn: JS_BESSEL_Y,
};
