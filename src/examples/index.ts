import { EMPTY_PLAYGROUND, type Playground } from '../app/store/document/playground';
import { type Example, exampleOf, KERNELS } from './example';

export type { Example } from './example';

/** What the menu calls the levels. */
export const LEVELS = ['One idea', 'Loops, arrays, calls', 'Kernels as people write them'] as const;

/** In the order of the menu. */
export const EXAMPLES: readonly Example[] = [...KERNELS].flatMap(([file, fields]) =>
  fields.title === undefined ? [] : [exampleOf(file.replace('kernels/', ''), file, fields)],
);

const stem = ({ id }: Example) => id.replace(/\..*/, '');

/** The same kernel in the other language. */
export const twinOf = (example: Example): Example | undefined =>
  EXAMPLES.find((each) => stem(each) === stem(example) && each.language !== example.language);

/** One of each pair, in one order: in this language, where there are two. */
export const inLanguage = (language: Example['language']): readonly Example[] =>
  EXAMPLES.filter((each, k) => EXAMPLES.findIndex((other) => stem(other) === stem(each)) === k).map((each) =>
    each.language === language ? each : (twinOf(each) ?? each),
  );

export function firstExample(): Example {
  const [first] = EXAMPLES;
  if (first === undefined) throw new Error('there are no examples');
  return first;
}

export function playgroundOf(example: Example): Playground {
  return {
    ...EMPTY_PLAYGROUND,
    source: example.source,
    language: example.language,
    inputs: example.inputs,
    routine: example.routine ?? null,
    mode: example.mode ?? 'adjoint',
    options: { ...EMPTY_PLAYGROUND.options, ...example.options },
    independents: example.independents ?? null,
    dependents: example.dependents ?? null,
  };
}

/** Of the menu. */
export const exampleNamed = (id: string | null): Example | undefined =>
  EXAMPLES.find((each) => each.id === id);
