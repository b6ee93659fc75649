/**
 * Generated code read back. The section of the text that holds the tape is skipped; calls of its routines are the
 * pushes and pops of the IR, so that a tangent can be taken of an adjoint.
 */
import { keysOf } from '../../base/lookup';
import { CONTROL_WORDS, controlWord, TYPE_WORD, tapeFunction } from '../../ir/runtime';
import type { ControlWidth, RecordingId, ScalarType } from '../../ir/types';

export type TapeAction = 'push' | 'pop';
export interface ValueCall {
  readonly kind: 'value' | 'array';
  readonly action: TapeAction;
  readonly type: ScalarType;
}
interface ControlCall {
  readonly kind: 'control';
  readonly action: TapeAction;
  readonly width: ControlWidth;
}
export type TapeCall = ValueCall | ControlCall;

const WIDTHS: readonly ControlWidth[] = [
  { kind: 'bit' },
  { kind: 'small', states: 256 },
  { kind: 'small', states: 65_536 },
  { kind: 'small', states: 2 ** 31 },
  { kind: 'count' },
];

const TAPE_CALLS: ReadonlyMap<string, TapeCall> = new Map(
  (['push', 'pop'] as const).flatMap((action): [string, TapeCall][] => [
    ...keysOf(TYPE_WORD).flatMap((type): [string, TapeCall][] => [
      [tapeFunction(action, type, false), { kind: 'value', action, type }],
      [tapeFunction(action, type, true), { kind: 'array', action, type }],
    ]),
    ...CONTROL_WORDS.flatMap((word): [string, TapeCall][] => {
      const width = WIDTHS.find((each) => controlWord(each) === word);
      return width ? [[`${action}_${word}`, { kind: 'control', action, width }]] : [];
    }),
  ]),
);

export function tapeCallNamed(name: string): TapeCall | undefined {
  return TAPE_CALLS.get(name);
}

/** Which push a pop belongs to is not said in a text: all of them have one recording. */
export const ONLY_RECORDING = 0 as RecordingId;
