import { isReal } from '../ir/build';
import { locationKey, variableOf } from '../ir/names';
import type { Variable, VariableId } from '../ir/types';
import type { Explanation } from '../pipeline/results';
import { tellPassiveWrites, tellUseful, tellVaried } from './activity';
import { type Context, derivativeName } from './context';
import { memberAt, type Point } from './control/paths';
import { type Told, toldFacts } from './dependence';
import { joined } from './sets/members';
import { brief, fact, quote, RULE, witnessOf } from './words';

export function hasVariable(c: Context, key: string): boolean {
  return find(c, key) !== null;
}

export function explainVariable(c: Context, key: string): Explanation {
  const v = find(c, key);
  if (!v) return brief(`What is ${quote(key)}?`, `The routine has no variable ${quote(key)}.`);
  const what = quote(variableOf(c.shown, v.id).name);
  if (!isReal(v.type)) {
    return {
      title: `Why does ${what} have no derivative?`,
      short: `${what} is ${v.type === 'bool' ? 'a truth value' : 'an integer'}, and a derivative goes through real numbers only.`,
      long: 'A small change of an input does not change it at all, or makes it jump; in neither case is there a derivative to pass on.',
      facts: [fact(c, 'Integers and truth values have no derivative.', RULE.activity)],
    };
  }
  const points = allPoints(c);
  const ls = c.analysis.model.locations.ofVariable(v.id);
  const { graph } = c.analysis.model;
  const pairs = points.flatMap((point) => ls.map((l) => ({ point, l })));
  const isVaried = (x: (typeof pairs)[number]) => memberAt(graph, c.analysis.varied, x.point, x.l);
  const isUseful = (x: (typeof pairs)[number]) => memberAt(graph, c.analysis.useful, x.point, x.l);
  const active = pairs.find((x) => isVaried(x) && isUseful(x));
  const derivative = derivativeName(c, v.id);
  const named = derivative === null ? '' : ` Its derivative in the generated code is ${quote(derivative)}.`;
  if (active) {
    const from = tellVaried(c, active.point, active.l);
    const to = tellUseful(c, active.point, active.l);
    return card(
      c,
      `Why does ${what} have a derivative?`,
      `${what} depends on an independent and influences a dependent.${named}`,
      [...from, ...to],
      joined(from[0]?.vertices ?? [], to[0]?.vertices ?? []),
    );
  }
  // A point where something reads it tells more than one where it is about to be overwritten.
  const isRead = (x: (typeof pairs)[number]) => tellUseful(c, x.point, x.l)[0]?.about != null;
  const varied = pairs.find((x) => isVaried(x) && isRead(x)) ?? pairs.find(isVaried);
  const useful = pairs.find(isUseful);
  const title = `Why is ${what} inactive?`;
  const exempt =
    derivative === null
      ? ''
      : ` It has ${quote(derivative)} beside it all the same, because ${isChosen(c, v.id) ? 'you chose it' : 'code further down sets or reads that'}.`;
  if (varied && useful)
    return card(
      c,
      title,
      `Where ${what} depends on an independent it passes no derivative on to a dependent, and where it passes one on it depends on no independent.${exempt}`,
      [...tellUseful(c, varied.point, varied.l), ...tellVaried(c, useful.point, useful.l)],
      [],
    );
  if (varied)
    return card(
      c,
      title,
      `${what} never passes a derivative on to a dependent, so its derivative ${c.main && c.input.independents.includes(v.id) ? 'is zero' : 'would be of no use'}.${exempt}`,
      tellUseful(c, varied.point, varied.l),
      [],
    );
  const writes = ls.flatMap((l) => tellPassiveWrites(c, l)).slice(0, 4);
  const [first] = pairs;
  const given =
    first && (v.role === 'parameter' || v.role === 'global') ? tellVaried(c, first.point, first.l) : [];
  return card(
    c,
    title,
    `${what} never depends on an independent${useful ? '' : ', and passes no derivative on to a dependent either'}, so its tangent is zero throughout, and its adjoint would reach no independent.${exempt}`,
    [...given.filter((t) => t.about === null), ...writes],
    [],
  );
}

function isChosen(c: Context, id: VariableId): boolean {
  return c.input.independents.includes(id) || c.input.dependents.includes(id);
}

function card(
  c: Context,
  title: string,
  short: string,
  told: readonly Told[],
  vertices: readonly number[],
): Explanation {
  return {
    title,
    short,
    long: 'Only a variable that depends on an independent and influences a dependent at the same point gets a derivative: without the first its tangent is zero and its adjoint would reach nothing, without the second nothing would come of its tangent and its adjoint is zero.',
    facts: toldFacts(c, told, RULE.activity, 'path'),
    ...witnessOf(c, vertices),
  };
}

function find(c: Context, key: string): Variable | null {
  const { locations, routine, program } = c.analysis.model;
  const ids = new Set(locations.all.flatMap((l) => l.variables));
  if (routine.result !== null) ids.add(routine.result);
  const list = [...ids].map((id) => variableOf(program, id));
  return list.find((v) => locationKey(program, v.id) === key) ?? list.find((v) => v.name === key) ?? null;
}

/** Every point of the routine, in order of the text. */
function allPoints(c: Context): Point[] {
  return c.analysis.model.graph.vertices.flatMap((v) =>
    Array.from({ length: v.instructions.length + 1 }, (_, at) => ({ vertex: v.index, at })),
  );
}
