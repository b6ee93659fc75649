import type { AnalysisResult, Differentiation, SetsAtStatement } from '../../../engine/pipeline/results';
import { recordedAt } from '../../store/results/lookup';
import type { Sheet } from '../../ui/sheets';
import { lineStarts, positionOf } from '../../ui/text';
import { blockName, isQuiet, MARKS, membersAt, type Point, type SetsRow } from './rows';

/** The table of sets as text: `{x y}` holds all the time, `{x y} → {+z}` before and after, with the marks of the page. */
export function setsSheet(
  result: Differentiation,
  source: string,
  rows: readonly SetsRow[],
  analyses: readonly AnalysisResult[],
): Sheet {
  const starts = lineStarts(source);
  return {
    title: `Sets of ${result.routine?.name ?? 'the kernel'}, before → after`,
    head: ['line', 'statement', 'recorded', ...analyses.map(({ title }) => title)],
    rows: rows.map((row) =>
      row.kind === 'block'
        ? ['', blockName(row.vertex), '', ...analyses.map((each) => setsText(each.vertices[row.id], each))]
        : [
            String(positionOf(starts, row.statement.span.start).line + 1),
            row.statement.text.replace(/\s+/g, ' '),
            recordedAt(result, row.statement).join(' '),
            ...analyses.map((each) => setsText(each.statements[row.id], each)),
          ],
    ),
  };
}

function setsText(sets: SetsAtStatement | undefined, { direction }: AnalysisResult): string {
  if (sets === undefined) return '';
  const at = (point: Point) =>
    `{${membersAt(sets, point, direction)
      .map(({ location, mark }) => MARKS[mark].sign + location)
      .join(' ')}}`;
  return isQuiet(sets) ? at('before') : `${at('before')} → ${at('after')}`;
}
