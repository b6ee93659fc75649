import { hasBackwardSweep } from '../../store/document/choices';
import '../../styles/chart.css';
import '../../styles/derivatives.css';
import { useRef, useState } from 'react';
import type { Differentiation, Execution } from '../../../engine/pipeline/results';
import { actions } from '../../app';
import { own } from '../../store/results/lookup';
import { isRunStale } from '../../store/state';
import { focusOnVariable } from '../../store/view/focus';
import { shortNumber } from '../../ui/numbers';
import type { Sheet } from '../../ui/sheets';
import { useApp } from '../../use';
import { Empty } from '../Panel';
import { SaveTable } from '../SaveTable';
import { NoRun, UntilRight } from '../UntilRight';
import { Bars } from './Bars';
import { elementName, type IndexSpace, indexSpace } from './elements';
import { HeatMap } from './HeatMap';

const VIEW = 'gradient';

/** Derivatives of the last run over the elements that they belong to: bars, and images of arrays of two dimensions. */
export function GradientView() {
  const shown = useApp((state) => state.shown);
  const execution = useApp((state) => state.execution);
  const stale = useApp((state) => state.execution !== null && isRunStale(state));
  if (shown === null || shown.routine === null) return <UntilRight there="no gradient" />;
  if (execution === null) return <NoRun />;
  if (!execution.ok) return <Empty>The run ended early: the panel “Run” says why.</Empty>;
  const pictures = picturesOf(shown, execution);
  if (pictures.length === 0) return <Empty>Nothing here has a derivative.</Empty>;
  return (
    <div className={stale ? 'derivatives stale-body' : 'derivatives'}>
      {pictures.map((picture) => (
        <PictureOf key={picture.title} picture={picture} shown={shown} />
      ))}
    </div>
  );
}

/** One array, or all scalars together. */
interface Picture {
  readonly title: string;
  readonly keys: readonly string[];
  readonly values: readonly number[];
  readonly space: IndexSpace;
  readonly kind: 'adjoint' | 'tangent';
  /** Of a vector tangent. */
  readonly directions: number;
}

function picturesOf(shown: Differentiation, execution: Execution): Picture[] {
  const { mode, language } = shown.request;
  const kind = hasBackwardSweep(mode) ? 'adjoint' : 'tangent';
  const having = shown.variables.flatMap((variable) => {
    const values = own(execution.derivatives, variable.key);
    if (values === undefined) return [];
    const size = (own(execution.outputs, variable.key) ?? own(execution.inputs, variable.key) ?? values)
      .length;
    return [{ variable, values: values.slice(0, size), directions: size === 0 ? 1 : values.length / size }];
  });
  const isOne = ({ values }: { values: readonly number[] }) => values.length === 1;
  const scalars = having.filter(isOne);
  const arrays = having.filter((each) => !isOne(each));
  const all = scalars.flatMap(({ values }) => values);
  const directions = scalars[0]?.directions ?? 1;
  return [
    ...(scalars.length > 0
      ? [
          {
            title: scalars.length === 1 ? (scalars[0]?.variable.key ?? '') : 'scalars',
            keys: scalars.map(({ variable }) => variable.key),
            values: all,
            space: { extents: [all.length], lowers: [0], columnMajor: false },
            kind,
            directions,
          } as const,
        ]
      : []),
    ...arrays.map(
      ({ variable, values, directions: several }) =>
        ({
          title: variable.key,
          keys: [variable.key],
          values,
          space: indexSpace(variable, execution, language, values.length),
          kind,
          directions: several,
        }) as const,
    ),
  ];
}

function PictureOf({ picture, shown }: { picture: Picture; shown: Differentiation }) {
  const { title, keys, values, space, kind, directions } = picture;
  const svg = useRef<SVGSVGElement>(null);
  const [chosen, setAt] = useState<number | null>(null);
  const at = chosen !== null && chosen < values.length ? chosen : null;
  const several = keys.length > 1 || values.length === 1;
  const nameOf = (index: number) =>
    several ? (keys[index] ?? title) : elementName(title, space, index, false);
  const keyAt = (index: number) => (several ? keys[index] : keys[0]) ?? title;
  const point = (index: number) => {
    setAt(index);
    actions.hover(focusOnVariable(shown, keyAt(index), VIEW));
  };
  const common = {
    values,
    nameOf,
    at,
    kind,
    svg,
    label: `${words(kind)} of ${title}: ${summary(values, nameOf)}`,
    onPoint: point,
    onChoose: () => actions.pin(focusOnVariable(shown, keyAt(at ?? 0), VIEW)),
  };
  return (
    <section className="derivatives-card" onPointerLeave={() => actions.hover(null)}>
      <header>
        <h3>
          <code>{title}</code> {directions > 1 ? `first of ${directions} directions` : ''}
        </h3>
        <SaveTable
          what={`${words(kind)} of ${title}`}
          file={`${shown.routine?.name ?? 'kernel'}-${title}`}
          sheets={() => [sheetOf(picture, nameOf)]}
          svg={svg}
        />
      </header>
      {space.extents.length === 2 && Math.min(...space.extents) > 1 ? (
        <>
          <HeatMap {...common} space={space} />
          {values.some((value) => value < 0) && (
            <p className="derivatives-words">The stronger the colour the larger; hatched: below zero.</p>
          )}
        </>
      ) : (
        <Bars {...common} title={kind === 'adjoint' ? 'adjoint' : 'tangent'} />
      )}
      <p className="derivatives-words" aria-live="polite">
        {at === null ? (
          summary(values, nameOf)
        ) : (
          <>
            <code>{nameOf(at)}</code> <b data-kind={kind}>{shortNumber(values[at] ?? Number.NaN)}</b>
          </>
        )}
      </p>
    </section>
  );
}

const words = (kind: Picture['kind']) => (kind === 'adjoint' ? 'Adjoint' : 'Tangent');

function summary(values: readonly number[], nameOf: (index: number) => string): string {
  const isLost = (value: number | undefined) => !Number.isFinite(value);
  let most = 0;
  values.forEach((value, k) => {
    if (isLost(values[most]) || Math.abs(value) > Math.abs(values[most] ?? 0)) most = k;
  });
  const zero = values.filter((value) => value === 0).length;
  if (zero === values.length) return values.length === 1 ? 'zero' : `${values.length} values, all zero`;
  const largest = `${shortNumber(values[most] ?? 0, 6)} at ${nameOf(most)}`;
  if (values.length === 1) return largest;
  const lost = values.filter(isLost).length;
  if (lost === values.length) return `${lost} values, none of them finite`;
  const others = `${zero > 0 ? `, ${zero} of them zero` : ''}${lost > 0 ? `, ${lost} not finite` : ''}`;
  return `${values.length} values, the largest ${largest}${others}`;
}

function sheetOf({ title, values, kind }: Picture, nameOf: (index: number) => string): Sheet {
  return {
    title: `${words(kind)} of ${title}`,
    head: ['element', kind],
    rows: values.map((value, k) => [nameOf(k), String(value)]),
  };
}
