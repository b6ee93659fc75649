/** Why the least tape stores a value (theory 15): the bound, the paths that it cuts, and what it would cost to do without. */
import type { RecordingDraft } from '../../adjoint/builder';
import { isStored, type Proof, proofOf } from '../../analyses/least/proof';
import type { Value } from '../../analyses/least/values';
import type { Window } from '../../analyses/least/window';
import { sameExpr } from '../../ir/build';
import type { Expr, Statement } from '../../ir/types';
import type { Explanation, ExplanationFact } from '../../pipeline/results';
import type { Context } from '../context';
import { fact, lineOf, listed, quote, RULE } from '../words';
import { valueText } from './values';

/** The most paths that a card lists. */
const TOLD = 2;

/** The card of a recording, with the proof by the least tape. */
export function withProof(c: Context, r: RecordingDraft, card: Explanation): Explanation {
  const { least } = c.input;
  if (least === null) return card;
  const stored = storedValueOf(c, r, least);
  if (!stored) {
    const text = 'No stretch of straight code chose to keep it: it is stored as TBR would have it.';
    return { ...card, facts: [...card.facts, fact(c, text, RULE.least)] };
  }
  const proof = proofOf(stored.stretch);
  const facts: ExplanationFact[] = [
    fact(c, boundText(c, stored.stretch, proof), RULE.least),
    ...cutTexts(c, stored, proof).map((text) => fact(c, text, RULE.least, { part: 'path' })),
    fact(c, insteadText(c, stored, proof), RULE.least),
  ];
  return { ...card, facts: [...card.facts, ...facts] };
}

function boundText(c: Context, w: Window, { bytes }: Proof): string {
  const lines = w.statements.flatMap((s) => lineOf(c, s.span) ?? []);
  const [first, last] = [Math.min(...lines), Math.max(...lines)];
  const where =
    lines.length === 0
      ? 'This stretch of straight code'
      : first === last
        ? `Line ${first}`
        : `The stretch from line ${first} to line ${last}`;
  return `${where} keeps ${bytesText(bytes)} each time that it runs, and no fewer would do: so many lie on paths that share none, from what it is given to what its backward sweep reads, and each path has to be cut.`;
}

function cutTexts(c: Context, { stretch, value }: StoredValue, { paths }: Proof): string[] {
  const cut = paths.filter(({ values }) => values.includes(value.id));
  const told = cut.slice(0, TOLD).map(({ values, amount }) => {
    const names = values.map((v) => nameOf(c, stretch, v));
    const path = names.length === 1 ? `that is ${names[0]} alone` : names.join(' → ');
    return `It cuts the path ${path}: ${bytesText(amount)}.`;
  });
  const more = cut.length - told.length;
  return more > 0 ? [...told, `It cuts ${more} more.`] : told;
}

/** The price of any alternative, and so why the value is kept. */
function insteadText(c: Context, { stretch, value }: StoredValue, { bytes, without }: Proof): string {
  const { again = null } = stretch.costs[value.id] ?? {};
  const operands = [...new Set(value.operands)].filter((o) => stretch.values[o]?.kind !== 'constant');
  const how =
    again === null
      ? 'Nothing that runs here gives it back once it is lost'
      : `To compute it again takes ${listed([...operands.map((o) => nameOf(c, stretch, o)), ...(again > 0 ? [operationsText(again)] : [])])}`;
  const other = without.get(value.id);
  if (!other) return `${how}, and what is read is this value itself: it is kept.`;
  const work = other.operations === 0 ? '' : `, and ${operationsText(Math.abs(other.operations))}`;
  const than = work === '' ? '' : other.operations > 0 ? ' more' : ' fewer';
  if (other.bytes === 0)
    return `${how}. Without it, others can be kept at as many bytes${work}${than}: so it is kept.`;
  return `${how}. Without it, ${bytesText(bytes + other.bytes)} would have to be kept, not ${bytes}${work}${than}: so it is kept.`;
}

function nameOf(c: Context, w: Window, value: number): string {
  const v = w.values[value];
  return v ? quote(valueText(c.shown, v.expr)) : '';
}

function bytesText(bytes: number): string {
  return bytes === 1 ? '1 byte' : `${bytes} bytes`;
}

function operationsText(weight: number): string {
  return weight === 1 ? 'one operation' : `${weight} operations`;
}

interface StoredValue {
  readonly stretch: Window;
  readonly value: Value;
}

/** Null where no window chose to keep it: then TBR requires it. */
function storedValueOf(c: Context, r: RecordingDraft, windows: readonly Window[]): StoredValue | null {
  const statement = c.analysis.nesting.statements.get(r.statement);
  const kept = keptIn(statement, r);
  const found = windows.flatMap((stretch) =>
    stretch.values.flatMap((value) =>
      isStored(stretch, value.id) && (kept ? sameExpr(kept, value.expr) : isWhatIsPushed(stretch, value, r))
        ? [{ stretch, value }]
        : [],
    ),
  );
  const ids = [r.statement, statement?.origin];
  const here = found.filter(({ stretch }) => stretch.statements.some(({ id }) => ids.includes(id)));
  const list = here.length > 0 ? here : found;
  return list.find(({ value }) => value.kind === 'given') ?? list[0] ?? null;
}

/** The value of a variable that the least tape introduced, if the recording saves that variable from being overwritten. */
function keptIn(s: Statement | undefined, r: RecordingDraft): Expr | null {
  return s?.kind === 'assign' && s.keeps && s.target.variable === r.variable ? s.value : null;
}

function isWhatIsPushed(w: Window, { id, kind, expr }: Value, { place, variable }: RecordingDraft): boolean {
  const isIt = (e: Expr) =>
    place ? sameExpr(e, place) : (e.kind === 'variable' || e.kind === 'element') && e.variable === variable;
  return (kind === 'given' && isIt(expr)) || (w.holders.get(id) ?? []).some(isIt);
}
