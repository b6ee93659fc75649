import { type ComponentType, lazy } from 'react';
import {
  ARRANGEMENT_IDS,
  ARRANGEMENTS,
  type Arrangement,
  type ArrangementId,
  arrangementOf,
} from '../store/view/arrangements';
import { CodeView } from './code/CodeView';
import { ReadView } from './read/ReadView';
import { RunView } from './run/RunView';
import { SourceView } from './source/SourceView';
import { WhyView } from './why/WhyView';

/**
 * Where a view stands: beside each other on top, as tabs below, or stacked at the side. On a phone each is a page. Those of the
 * main place share a panel; the others bring their own, with a head.
 */
export type Place = 'source' | 'code' | 'main' | 'side';

export interface View {
  /** Stands in links: never changes. */
  readonly id: string;
  readonly title: string;
  readonly place: Place;
  readonly Component: ComponentType & Partial<Later>;
  /** Of a view in the main place: the arrangements that have it, beside "All panes", which has every one. */
  readonly in?: readonly ArrangementId[];
  /** It has the kernel within, or asks about what stands beside it there: not among all panes. */
  readonly bringsKernel?: true;
}

/** A component that comes with a request of its own: when it is first drawn, or before, when it is asked to. */
interface Later {
  readonly fetch: () => Promise<unknown>;
}

function later(load: () => Promise<ComponentType>) {
  let coming: Promise<{ default: ComponentType }> | undefined;
  const fetch = () => {
    coming ??= load().then((Component) => ({ default: Component }));
    return coming;
  };
  return Object.assign(lazy(fetch), { fetch });
}

const GraphsView = later(async () => (await import('./graphs/GraphsView')).GraphsView);
const SetsView = later(async () => (await import('./sets/SetsView')).SetsView);
const DependenceView = later(async () => (await import('./dependence/DependenceView')).DependenceView);
const CallsView = later(async () => (await import('./calls/CallsView')).CallsView);
const StepsView = later(async () => (await import('./steps/StepsView')).StepsView);
const SweepView = later(async () => (await import('./sweep/SweepView')).SweepView);
const AlgorithmsView = later(async () => (await import('./algorithms/AlgorithmsView')).AlgorithmsView);
const EliminationView = later(async () => (await import('./elimination/EliminationView')).EliminationView);
const SinglePassView = later(async () => (await import('./singlepass/SinglePassView')).SinglePassView);
const LessonView = later(async () => (await import('./lesson/LessonView')).LessonView);
const PredictView = later(async () => (await import('./predict/PredictView')).PredictView);
const GlossaryView = later(async () => (await import('./glossary/GlossaryView')).GlossaryView);
const WritingView = later(async () => (await import('./lesson/WritingView')).WritingView);
const PapersView = later(async () => (await import('./papers/PapersView')).PapersView);
const CompareView = later(async () => (await import('./compare/CompareView')).CompareView);
const TradeoffView = later(async () => (await import('./tradeoff/TradeoffView')).TradeoffView);
const SummaryView = later(async () => (await import('./summary/SummaryView')).SummaryView);
const ScheduleView = later(async () => (await import('./schedule/ScheduleView')).ScheduleView);
const GradientView = later(async () => (await import('./derivatives/GradientView')).GradientView);
const MatrixView = later(async () => (await import('./derivatives/MatrixView')).MatrixView);
const CheckView = later(async () => (await import('./derivatives/CheckView')).CheckView);
const DescentView = later(async () => (await import('./derivatives/DescentView')).DescentView);
const ProblemsView = later(async () => (await import('./problems/ProblemsView')).ProblemsView);

/** Menus, layout, links and embeds know views from here only. */
export const VIEWS: readonly View[] = [
  { id: 'source', title: 'Kernel', place: 'source', Component: SourceView },
  { id: 'code', title: 'Code', place: 'code', Component: CodeView },
  { id: 'read', title: 'Line by line', place: 'main', Component: ReadView, in: ['read'], bringsKernel: true },
  { id: 'graphs', title: 'Graphs', place: 'main', Component: GraphsView, in: ['graphs'] },
  { id: 'sets', title: 'Sets', place: 'main', Component: SetsView, in: ['sets'] },
  { id: 'sweep', title: 'Sweeps', place: 'main', Component: SweepView, in: ['step'] },
  { id: 'dependence', title: 'Dependence', place: 'main', Component: DependenceView, in: ['sets'] },
  { id: 'calls', title: 'Calls', place: 'main', Component: CallsView, in: ['graphs'] },
  { id: 'summary', title: 'Summaries', place: 'main', Component: SummaryView, in: ['sets'] },
  { id: 'steps', title: 'Set steps', place: 'main', Component: StepsView, in: ['sets'] },
  { id: 'algorithms', title: 'Reversal', place: 'main', Component: AlgorithmsView, in: ['reverse'] },
  { id: 'lesson', title: 'Lessons', place: 'main', Component: LessonView, in: ['learn'], bringsKernel: true },
  {
    id: 'predict',
    title: 'Predict',
    place: 'main',
    Component: PredictView,
    in: ['learn'],
    bringsKernel: true,
  },
  {
    id: 'glossary',
    title: 'Glossary',
    place: 'main',
    Component: GlossaryView,
    in: ['learn'],
    bringsKernel: true,
  },
  {
    id: 'writing',
    title: 'Write a lesson',
    place: 'main',
    Component: WritingView,
    in: ['learn'],
    bringsKernel: true,
  },
  { id: 'elimination', title: 'Elimination', place: 'main', Component: EliminationView, in: ['learn'] },
  { id: 'singlepass', title: 'One pass', place: 'main', Component: SinglePassView, in: ['learn'] },
  { id: 'papers', title: 'The papers', place: 'main', Component: PapersView, in: ['learn'] },
  { id: 'compare', title: 'Compare', place: 'main', Component: CompareView, in: ['compare'] },
  { id: 'tradeoff', title: 'Bytes and work', place: 'main', Component: TradeoffView, in: ['compare'] },
  { id: 'schedule', title: 'Schedules', place: 'main', Component: ScheduleView, in: ['compare'] },
  { id: 'gradient', title: 'Gradient', place: 'main', Component: GradientView, in: ['derive'] },
  { id: 'matrix', title: 'Matrix', place: 'main', Component: MatrixView, in: ['derive'] },
  { id: 'check', title: 'Check', place: 'main', Component: CheckView, in: ['derive'] },
  { id: 'descent', title: 'Descent', place: 'main', Component: DescentView, in: ['derive'] },
  { id: 'problems', title: 'Messages', place: 'main', Component: ProblemsView, in: ARRANGEMENT_IDS },
  { id: 'why', title: 'Why', place: 'side', Component: WhyView },
  { id: 'run', title: 'Run', place: 'side', Component: RunView },
];

export const viewNamed = (id: string): View | undefined => VIEWS.find((view) => view.id === id);

/** The views that share the main place of an arrangement, what it is for first. */
export function mainViews({ id, first }: Arrangement): readonly View[] {
  const found = VIEWS.filter(
    (view) =>
      view.place === 'main' && (id === 'all' ? view.bringsKernel !== true : (view.in?.includes(id) ?? false)),
  );
  return id === 'all'
    ? found
    : [...found.filter((view) => view.id === first), ...found.filter((view) => view.id !== first)];
}

/** Those that have a view of their own, beside the messages, which stand in all. */
export const OFFERED: readonly Arrangement[] = ARRANGEMENTS.filter((each) =>
  mainViews(each).some(({ id }) => id !== 'problems'),
);

/** Asks for the code of the view that an arrangement shows first, while the rest of the page is being drawn. */
export function fetchFirst(id: ArrangementId): void {
  void mainViews(arrangementOf(id))[0]
    ?.Component.fetch?.()
    .catch(() => {});
}
