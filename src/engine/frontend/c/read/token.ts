import type { Span } from '../../../base/span';

export type TokenKind =
  | 'identifier'
  | 'keyword'
  | 'integer'
  | 'real'
  | 'string'
  | 'character'
  | 'punctuator'
  | 'end';

/**
 * One token of C, after macros were replaced. `start` and `end` are where it stands in the text; a token that came
 * out of a macro stands where the macro is used, and `macro` is where it is written in the `#define`.
 */
export interface Token extends Span {
  readonly kind: TokenKind;
  readonly text: string;
  readonly macro: Span | null;
  /** First token on its line: where a missing semicolon is the likelier mistake. */
  readonly startsLine: boolean;
}

/** A comment without its marks; kept for directives. */
export interface Comment extends Span {
  readonly text: string;
}

export const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'auto break case char const continue default do double else enum extern float for goto if inline int long ' +
    'register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while ' +
    'bool _Bool _Complex _Imaginary _Alignas _Alignof _Atomic _Generic _Noreturn _Static_assert _Thread_local ' +
    '__restrict __restrict__ __inline __inline__ __attribute__ __asm__ asm typeof __typeof__ static_assert constexpr'
  ).split(' '),
);
