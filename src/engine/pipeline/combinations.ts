/**
 * Which option values exist, and which go together. The page offers what this table offers; random tests draw from it.
 */
import type { DiagnosticCode } from '../base/diagnosticCodes';
import type { Diagnostic } from '../base/diagnostics';
import { NOWHERE, type Span } from '../base/span';
import { isStructured } from '../ir/graph/innerTest';
import type { Routine } from '../ir/types';
import type { Mode, Options, Target } from './options';

export interface AvailableOptions {
  readonly modes: readonly Mode[];
  readonly targets: readonly Target[];
  readonly record: readonly Options['record'][];
  readonly storage: readonly Options['storage'][];
  readonly reversal: readonly Options['reversal'][];
  readonly basicBlocks: readonly Options['basicBlocks'][];
  readonly blockOutputs: readonly Options['blockOutputs'][];
  readonly calls: readonly Options['calls'][];
  readonly snapshots: readonly Options['snapshots'][];
  readonly fixedPoints: readonly Options['fixedPoints'][];
  /** Switches that can be turned on. */
  readonly switches: readonly (keyof Options)[];
  /** Options that change a tangent as well; the others are about the backward sweep. */
  readonly inTangents: readonly (keyof Options)[];
  /** Values that exclude each other whatever the program is. */
  readonly notCombinable: readonly Exclusion[];
}

export interface Exclusion {
  readonly options: Partial<Options>;
  readonly message: string;
  /** What to do instead. */
  readonly note: string;
}

export const AVAILABLE: AvailableOptions = {
  modes: ['adjoint', 'tangent', 'vector-tangent', 'tangent-over-adjoint'],
  targets: ['c', 'fortran', 'javascript'],
  record: ['all', 'initialized', 'tbr', 'least'],
  storage: ['store', 'recompute'],
  reversal: ['joins', 'structured', 'statements', 'blocks'],
  basicBlocks: ['statements', 'codelist', 'preaccumulate'],
  blockOutputs: ['needed', 'all'],
  calls: ['joint', 'split', 'inline'],
  snapshots: ['eager', 'lazy'],
  fixedPoints: ['off', 'implicit'],
  switches: [
    'activity',
    'adjointLiveness',
    'adjointWrite',
    'merge',
    'splitNested',
    'keepPrimalResults',
    'recompute',
    'useResults',
    'elements',
  ],
  inTangents: ['activity', 'splitNested', 'calls', 'fixedPoints'],
  notCombinable: [
    {
      options: { recompute: true, reversal: 'statements' },
      message:
        'The option `recompute` works on basic blocks, and the style `statements` reverses one statement at a time.',
      note: 'Use another reversal style, or switch `recompute` off.',
    },
    {
      options: { record: 'least', reversal: 'statements' },
      message:
        'The least tape is chosen for windows of several statements, and the style `statements` reverses one at a time.',
      note: 'Use another reversal style, or record `tbr`.',
    },
    ...(['codelist', 'preaccumulate'] as const).map((basicBlocks) => ({
      options: { record: 'least', basicBlocks } as const,
      message: `The least tape is chosen for statements as they are written, and \`${basicBlocks}\` makes others of them.`,
      note: 'Differentiate blocks as `statements`, or record `tbr`.',
    })),
  ],
};

/** Values of the design that are not built, or unknown: one diagnostic each. */
export function checkOptions(options: Options, mode: Mode, target: Target): Diagnostic[] {
  const found: Diagnostic[] = [];
  const refuse = (what: string, value: string, instead: readonly string[]) =>
    found.push(
      error(
        'not-available',
        `${what} \`${value}\` is not available.`,
        NOWHERE,
        `Available: ${instead.join(', ')}.`,
      ),
    );
  if (!AVAILABLE.modes.includes(mode)) refuse('Mode', mode, AVAILABLE.modes);
  if (!AVAILABLE.targets.includes(target)) refuse('Target', target, AVAILABLE.targets);
  for (const name of [
    'record',
    'storage',
    'reversal',
    'basicBlocks',
    'blockOutputs',
    'calls',
    'snapshots',
    'fixedPoints',
  ] as const) {
    const values: readonly string[] = AVAILABLE[name];
    if (!values.includes(options[name])) refuse(`Option ${name} =`, String(options[name]), values);
  }
  found.push(...checkElimination(options.elimination));
  for (const { options: excluded, message, note } of AVAILABLE.notCombinable) {
    const holds = Object.entries(excluded).every(([name, value]) => options[name as keyof Options] === value);
    if (holds) found.push(error('not-combinable', message, NOWHERE, note));
  }
  return found;
}

const KINDS: readonly string[] = ['edge', 'vertex', 'face'];
const RULES: readonly string[] = ['HS', 'LM', 'forward', 'reverse'];

function checkElimination({ kind, order }: Options['elimination']): Diagnostic[] {
  const rules: readonly string[] = Array.isArray(order) ? order : [];
  const refused = (what: string, instead: readonly string[]) =>
    error('not-available', `${what} is not available.`, NOWHERE, `Available: ${instead.join(', ')}.`);
  const found = rules
    .filter((rule) => !RULES.includes(rule))
    .map((rule) => refused(`The rule \`${rule}\``, RULES));
  if (!KINDS.includes(kind)) found.push(refused(`Elimination by \`${String(kind)}\``, KINDS));
  if (!Array.isArray(order) && order !== 'optimal' && order !== 'annealed')
    found.push(refused(`The order \`${String(order)}\``, ['optimal', 'annealed', ...RULES]));
  if (kind === 'vertex' && rules.includes('HS'))
    found.push(
      error(
        'not-combinable',
        'The rule `HS` compares edges, and whole vertices are eliminated here.',
        NOWHERE,
        'Start with `LM`, or eliminate edges.',
      ),
    );
  return found;
}

/** What the chosen routine allows. */
export function checkRoutine(routine: Routine, options: Options, mode: Mode): Diagnostic[] {
  if (
    mode === 'tangent' ||
    mode === 'vector-tangent' ||
    options.reversal !== 'structured' ||
    isStructured(routine.body)
  )
    return [];
  return [
    error(
      'not-combinable',
      `The reversal style \`structured\` needs nested control, and ${routine.name} jumps.`,
      routine.nameSpan,
      'Use the style `joins`, `statements` or `blocks`, or write the jumps as conditions.',
    ),
  ];
}

function error(code: DiagnosticCode, message: string, span: Span, note: string): Diagnostic {
  return { severity: 'error', code, message, span, notes: [{ message: note }] };
}
