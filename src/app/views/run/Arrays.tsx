import './arrays.css';
import { ChevronRight } from 'lucide-react';
import type { Differentiation, Execution, VariableInfo } from '../../../engine/pipeline/results';
import { grouped, shortNumber } from '../../ui/numbers';
import { Quantity } from '../../ui/Quantity';
import { TableHead } from '../../ui/TableHead';
import { elementName, indexSpace } from '../derivatives/elements';
import { columnsOf, extremesOf, normOf } from './arrayFigures';

/** A number; of an array its norm. */
export function Figure({ of }: { of: readonly number[] }) {
  const [first] = of;
  if (first === undefined) return null;
  if (of.length === 1) return <Quantity value={first} digits={6} />;
  return <Quantity value={normOf(of)} digits={4} isNorm />;
}

/** The same in words, for those who are told. */
export function figureInWords(of: readonly number[]): string {
  const [first = 0] = of;
  return of.length === 1 ? shortNumber(first) : `norm ${shortNumber(normOf(of), 4)}`;
}

export function ElementsButton({ of, ...rest }: { of: string } & Opening) {
  return <OpenButton label={`Elements of ${of}`} {...rest} />;
}

interface Opening {
  readonly open: boolean;
  readonly toggle: (open: boolean) => void;
}

/** Opens and closes what belongs to a line. */
export function OpenButton({ label, open, toggle }: { label: string } & Opening) {
  return (
    <button
      type="button"
      className="elements-button"
      aria-expanded={open}
      aria-label={label}
      title={label}
      onClick={() => toggle(!open)}
    >
      <ChevronRight size={13} />
    </button>
  );
}

export interface ArrayPart {
  readonly title: string;
  readonly values: readonly number[] | undefined;
}

interface ElementsProps {
  readonly variable: VariableInfo;
  readonly execution: Execution;
  readonly shown: Differentiation;
  readonly parts: readonly ArrayPart[];
  readonly columns: number;
}

const MOST_ELEMENTS = 60;

/** What is in an array: each of its parts as a picture, with the least and the greatest, and element by element. */
export function Elements({ variable, execution, shown, parts, columns }: ElementsProps) {
  const there = parts.flatMap(({ title, values }) =>
    values !== undefined && values.length > 1 ? [{ title, values }] : [],
  );
  const { key } = variable;
  const count = Math.max(0, ...there.map(({ values }) => values.length));
  const space = indexSpace(variable, execution, shown.request.language, count);
  const nameOf = (index: number) => elementName(key, space, index, false);
  return (
    <tr className="elements">
      <td colSpan={columns}>
        {there.map(({ title, values }) => (
          <Summary key={title} title={title} values={values} nameOf={nameOf} />
        ))}
        <section
          className="elements-list"
          aria-label={`Elements of ${key}, one by one`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
          tabIndex={0}
        >
          <table aria-label={`Elements of ${key}`}>
            <TableHead columns={['element', ...there.map(({ title }) => title)]} />
            <tbody>
              {Array.from({ length: Math.min(count, MOST_ELEMENTS) }, (_, k) => (
                <tr key={nameOf(k)}>
                  <th scope="row">{nameOf(k)}</th>
                  {there.map(({ title, values }) => (
                    <td key={title}>{values[k] === undefined ? '' : shortNumber(values[k], 6)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {count > MOST_ELEMENTS && <p>{grouped(count - MOST_ELEMENTS)} more</p>}
        </section>
      </td>
    </tr>
  );
}

interface SummaryProps {
  readonly title: string;
  readonly values: readonly number[];
  readonly nameOf: (index: number) => string;
}

function Summary({ title, values, nameOf }: SummaryProps) {
  const { least, greatest, strange } = extremesOf(values);
  const at = (index: number) => `${shortNumber(values[index] ?? 0, 4)} at ${nameOf(index)}`;
  const words =
    strange >= 0
      ? `${shortNumber(values[strange] ?? 0)} at ${nameOf(strange)}`
      : `least ${at(least)}, greatest ${at(greatest)}`;
  return (
    <figure>
      <figcaption>
        <b>{title}</b> {grouped(values.length)} elements, norm {shortNumber(normOf(values), 4)}, {words}
      </figcaption>
      <MiniBars values={values} />
    </figure>
  );
}

const HEIGHT = 26;

/** The words beside it say what is in it. */
function MiniBars({ values }: { values: readonly number[] }) {
  const columns = columnsOf(values);
  const path = columns.map(
    ({ from, to }, k) => `M${k + 0.1} ${HEIGHT * from}V${HEIGHT * to}h0.8V${HEIGHT * from}z`,
  );
  return (
    <svg
      className="mini-bars"
      viewBox={`0 0 ${columns.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={path.join('')} />
    </svg>
  );
}
