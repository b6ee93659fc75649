import type { ArrangementId } from '../app/store/view/arrangements';
import type { Stand } from '../app/store/view/view';
import type { DifferentiateRequest, Language, PredictKind } from '../engine/pipeline/results';
import { type Fields, namesIn, optionsIn, pairsIn, sectionsOf } from '../lessons/settings';
import kernels from './kernels.md?raw';

/** How an example opens: with these choices, in this arrangement, with this view on top and its stepper there. */
export interface Opening
  extends Readonly<
    Pick<DifferentiateRequest, 'routine' | 'independents' | 'dependents' | 'mode' | 'options'>
  > {
  readonly arrangement?: ArrangementId;
  readonly view?: string;
  readonly stand?: Stand;
}

/** A kernel as a file that a person can read, with inputs to run it on and what to look at. */
export interface Example extends Opening {
  readonly id: string;
  readonly title: string;
  /** One sentence: what to look at. */
  readonly look: string;
  /** 1 one idea, 2 loops, arrays and calls, 3 a kernel as people write them; missing in those of the papers. */
  readonly level?: 1 | 2 | 3;
  /** What it is about, in a word or two. */
  readonly concept?: string;
  /** What to predict first. */
  readonly question?: PredictKind;
  readonly language: Language;
  readonly source: string;
  readonly inputs: Readonly<Record<string, string>>;
}

const files = import.meta.glob<string>(['./papers/*', './kernels/*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** What `kernels.md` says of each file, in its order. */
export const KERNELS: ReadonlyMap<string, Fields> = sectionsOf(kernels).reduce(
  (known, { name, fields }) => known.set(name, { ...known.get(fields.as ?? ''), ...fields }),
  new Map<string, Fields>(),
);

/** More than any view has steps: it opens at its end. */
const AT_ITS_END = 100_000;

/** A file, opened as these settings of `kernels.md` or `papers.md` say. */
export function exampleOf(id: string, file: string, fields: Fields): Example {
  const printed = files[`./${file}`];
  if (printed === undefined) throw new Error(`no kernel is called ${file}`);
  const { title = '', look = '', stand, concept, routine, directive, before } = fields;
  const [arrangement, view] = namesIn(fields.open);
  const [of = '', at] = (stand ?? '').split(', ');
  return {
    ...{ id, title, look, concept, routine, view },
    level: fields.level === undefined ? undefined : (Number(fields.level) as Example['level']),
    question: fields.question as Example['question'],
    language: file.endsWith('.c') ? 'c' : 'fortran',
    source: directive
      ? printed.replace(
          new RegExp(`^ *${before} .*$`, 'm'),
          (line) => `c     backsweep: ${directive}\n${line}`,
        )
      : printed,
    inputs: pairsIn(fields.inputs),
    independents: fields.independents === undefined ? undefined : namesIn(fields.independents),
    mode: fields.mode as Example['mode'],
    options: optionsIn(pairsIn(fields.options)) as Example['options'],
    arrangement: arrangement as Example['arrangement'],
    stand: stand === undefined ? undefined : { of, at: at === undefined ? 0 : AT_ITS_END },
  };
}
