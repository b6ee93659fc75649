import { type RefObject, useLayoutEffect, useState } from 'react';
import type { Layout } from '../../layout/types';
import { GRAPH_NAMES, GRAPH_TITLES, type GraphName } from '../../store/results/lookup';
import { Segments, Select } from '../../ui/controls';
import { useRemembered } from '../../ui/remember';
import { useApp, useMedia } from '../../use';
import { LEAST_SCALE } from './cameras';
import { widthOf } from './shares';

type Which = 'all' | 'sweeps' | 'original' | 'adjoint';
/** Fewer graphs get more room each. */
const SHOWN: Readonly<Record<Which, readonly GraphName[]>> = {
  all: GRAPH_NAMES,
  sweeps: ['forward', 'adjoint'],
  original: ['original'],
  adjoint: ['adjoint'],
};
const isWhich = (value: unknown): value is Which | 'fitting' =>
  typeof value === 'string' && Object.hasOwn(SHOWN, value);
const WHICH: readonly { value: Which; title: string }[] = [
  { value: 'all', title: 'three' },
  { value: 'sweeps', title: 'sweeps' },
  { value: 'original', title: 'kernel' },
  { value: 'adjoint', title: 'backward' },
];

/** No two graphs go beside each other. */
const NARROW = '(max-width: 600px)';

/** The graphs in sight, and those among which one chooses: where it is narrow one of them, elsewhere what stands side by side. */
export interface Choice {
  readonly names: readonly GraphName[];
  readonly present: readonly GraphName[];
  readonly narrow: boolean;
  readonly which: Which;
  readonly choose: (which: Which) => void;
  readonly chooseOne: (name: GraphName) => void;
}

export function useWhichGraphs(
  present: readonly GraphName[],
  opened: Layout['graphs'],
  frame: RefObject<HTMLElement | null>,
): Choice {
  const narrow = useMedia(NARROW);
  const [one, chooseOne] = useState<GraphName>('original');
  const [asked, choose] = useRemembered<Which | 'fitting'>('graphs', 'fitting', isWhich);
  const which = useFitting(asked, opened, frame);
  const wanted = present.filter((name) => SHOWN[which].includes(name));
  const alone: readonly GraphName[] = [present.includes(one) ? one : 'original'];
  const names = narrow ? alone : wanted.length > 0 ? wanted : present;
  return { names, present, narrow, which, choose, chooseOne };
}

export function WhichGraphs({ choice }: { choice: Choice }) {
  const { names, present, narrow, which, choose, chooseOne } = choice;
  if (!narrow)
    return present.length > 1 ? (
      <Segments label="Which graphs" value={which} choices={WHICH} onChange={choose} />
    ) : null;
  return (
    <Select
      label="Which graph"
      value={names[0] ?? 'original'}
      choices={present.map((value) => ({ value, title: GRAPH_TITLES[value] }))}
      onChange={chooseOne}
    />
  );
}

/** Until somebody chooses, as many graphs as can be read beside each other; before an audience two at most, and one beside a text. */
function useFitting(
  asked: Which | 'fitting',
  graphs: Layout['graphs'],
  frame: RefObject<HTMLElement | null>,
): Which {
  const presenting = useApp((state) => state.presenting);
  const beside = useApp((state) => state.arrangement === 'all');
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  if (presenting) return beside ? 'adjoint' : 'sweeps';
  if (asked !== 'fitting') return asked;
  // With all panes in view, all graphs are.
  return !beside && widthOf(graphs, GRAPH_NAMES) * LEAST_SCALE > width ? 'sweeps' : 'all';
}

const NO_PROGRAM = -1;

/** The graphs of the program as it was opened: by them rooms are shared out, which no edit changes. */
export function useOpened(layout: Layout, isFormer: boolean): Layout['graphs'] {
  const generation = useApp((state) => state.generation);
  const [opened, setOpened] = useState({
    generation: isFormer ? NO_PROGRAM : generation,
    graphs: layout.graphs,
  });
  // A layout that comes after the program was replaced is the first of the new one.
  if (opened.generation !== generation && opened.graphs !== layout.graphs)
    setOpened({ generation, graphs: layout.graphs });
  return opened.graphs;
}
