/** Refusals of options: values that are not built or that exclude each other, and values that the chosen routine does not allow. */
import type { DiagnosticCode } from '../base/diagnosticCodes';
import { type Diagnostic, diagnostic } from '../base/diagnostics';
import { NOWHERE, type Span } from '../base/span';
import { isStructured } from '../ir/graph/innerTest';
import type { Routine } from '../ir/types';
import {
  AVAILABLE,
  DEFAULT_OPTIONS,
  ELIMINATION,
  excluded,
  type Mode,
  OPTION_NAMES,
  type Options,
  type Target,
} from './options';

export function checkOptions(options: Options, mode: Mode, target: Target): Diagnostic[] {
  const { modes, targets, options: values } = AVAILABLE;
  return [
    ...unlessOneOf(modes, mode, (given) => `Mode ${given}`),
    ...unlessOneOf(targets, target, (given) => `Target ${given}`),
    ...OPTION_NAMES.flatMap((name) =>
      unlessOneOf<unknown>(values[name], options[name], (given) => `Option ${name} = ${given}`),
    ),
    ...unlessOneOf(Object.keys(DEFAULT_OPTIONS), unknownOption(options), (given) => `Option ${given}`),
    ...checkElimination(options.elimination),
    ...excluded(options).map(({ message, note }) => error('not-combinable', message, NOWHERE, note)),
  ];
}

/** The first name that no option has, or else one that has. */
function unknownOption(options: Options): string {
  const [known = '', ...others] = Object.keys(DEFAULT_OPTIONS);
  return Object.keys(options).find((name) => ![known, ...others].includes(name)) ?? known;
}

function checkElimination(elimination: Options['elimination']): Diagnostic[] {
  const { kind, order } = elimination;
  const { kinds, rules, searches } = ELIMINATION;
  const isList = Array.isArray(order);
  return [
    ...(isList ? order : []).flatMap((rule) => unlessOneOf(rules, rule, (given) => `The rule ${given}`)),
    ...unlessOneOf(
      kinds.map(({ value }) => value),
      kind,
      (given) => `Elimination by ${given}`,
    ),
    ...(isList
      ? []
      : unlessOneOf<unknown>(searches, order, (given) => `The order ${given}`, [...searches, ...rules])),
    ...(isList && !ELIMINATION.fits(elimination)
      ? [
          error(
            'not-combinable',
            'The rule `HS` compares edges, and whole vertices are eliminated here.',
            NOWHERE,
            'Start with `LM`, or eliminate edges.',
          ),
        ]
      : []),
  ];
}

function unlessOneOf<T>(
  known: readonly T[],
  value: T,
  what: (given: string) => string,
  instead = known,
): Diagnostic[] {
  if (known.includes(value)) return [];
  const message = `${what(`\`${String(value)}\``)} is not available.`;
  return [error('not-available', message, NOWHERE, `Available: ${instead.join(', ')}.`)];
}

/** Refuses what the chosen routine does not allow. */
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
  return diagnostic('error', code, message, span, note);
}
