/** Elementary functions of one argument, and their derivatives in C, as the one table has them. */
import { dictionary } from '../base/lookup';
import { once } from '../base/once';
import { NOWHERE } from '../base/span';
import {
  ELEMENTARY,
  ELEMENTARY_NAMES,
  type Elementary,
  inC,
  partialRule,
  refusedPartial,
} from '../ir/elementary';
import type { Expr, VariableId } from '../ir/types';

const ARGUMENT: Expr = { kind: 'variable', variable: 0 as VariableId, type: 'f64', span: NOWHERE };
const SIGNS = dictionary({ add: '+', subtract: '-', multiply: '*', divide: '/', eq: '==', ge: '>=' });

/** By name in C: the derivative at `@`, empty if it is zero. Functions that C lacks (`#`) are left out. */
export const functions = once(() => {
  const known = ELEMENTARY_NAMES.filter((fn) => ELEMENTARY[fn].arity === 1 && refusedPartial(fn, 0) === null);
  const all = known.map((fn) => [nameOf(fn), printed(partialRule(fn, 0)?.(ARGUMENT))] as const);
  return new Map(all.filter((each) => !each.join('').includes('#')));
});

function nameOf(fn: Elementary): string {
  const name = inC(fn, 'f64');
  return typeof name === 'string' ? name : '#';
}

function printed(e: Expr | undefined): string {
  if (!e) return '';
  if (e.kind === 'variable') return '@';
  if (e.kind === 'constant') return Number.isInteger(e.value) ? `(${e.value}.0)` : String(e.value);
  if (e.kind === 'unary') return `(-${printed(e.operand)})`;
  if (e.kind === 'select') return `(${printed(e.condition)}?${printed(e.whenTrue)}:${printed(e.whenFalse)})`;
  if (e.kind === 'intrinsic') return `${nameOf(e.fn)}(${e.args.map(printed).join(',')})`;
  const isKnown = (e.kind === 'binary' || e.kind === 'compare') && e.op in SIGNS;
  return isKnown ? `(${printed(e.left)}${SIGNS[e.op]}${printed(e.right)})` : '#';
}
