import type { StrategyGroup } from '../../store/document/strategies';
import type { Compared } from '../../store/session/compare';
import type { Sheet } from '../../ui/sheets';
import { FIGURES } from './figures';

/** The strategies as a table; `exact`: bare numbers, times in milliseconds, what is needed as a fraction. */
export function compareSheets(
  routine: string,
  own: string,
  groups: readonly StrategyGroup[],
  rowOf: (id: string) => Compared | null,
  exact: boolean,
): Sheet[] {
  const ids = [own, ...groups.flatMap(({ strategies }) => strategies.map(({ id }) => id))];
  const rows = ids.flatMap((id) => rowOf(id) ?? []);
  return [
    {
      title: `Strategies for ${routine}`,
      head: ['strategy', ...FIGURES.map(({ title, unit }) => (exact && unit ? `${title} (${unit})` : title))],
      rows: rows.map((row) => [
        row.strategy.title,
        ...FIGURES.map((figure) => {
          const value = figure.of(row, rows);
          return value === null ? '' : exact ? String(value) : figure.text(value);
        }),
      ]),
    },
  ];
}
