import type { Language } from '../../ir/types';

/** What random programs are made of: switches are probabilities per program, `size` counts statements. */
export interface Profile {
  readonly language: Language;
  /** About how many statements the entry routine has; called routines get less. */
  readonly size: number;
  /** Most routines below the entry; calls nest as deep as that. */
  readonly routines: number;
  /** Regions of blocks that jump to each other by arbitrary gotos. */
  readonly gotos: number;
  /** `break`, `continue`, early `return`, jumps out of nested loops. */
  readonly exits: number;
  readonly singles: number;
  readonly globals: number;
  readonly arrays: number;
  readonly recursion: number;
  /** Each routine calls the one before it, besides what it calls anyway. */
  readonly chains: number;
  /** Loops with a test instead of a count. */
  readonly whiles: number;
  readonly fixedForm: number;
  readonly io: number;
  /** Routines with a result. */
  readonly functions: number;
  /** Statements before which a directive says how they are reversed. */
  readonly pieces: number;
}

export const DEFAULT_PROFILE: Profile = {
  language: 'c',
  size: 12,
  routines: 2,
  gotos: 0,
  exits: 0.3,
  singles: 0.15,
  globals: 0.2,
  arrays: 0.75,
  recursion: 0.15,
  chains: 0,
  whiles: 0.5,
  fixedForm: 0.25,
  io: 0.05,
  functions: 0.5,
  pieces: 0,
};

/** Nested code without jumps: what every reversal style accepts. */
const STRUCTURED: Partial<Profile> = { exits: 0, gotos: 0 };
/** No routines to call. */
const FLAT: Partial<Profile> = { routines: 0, recursion: 0 };
/** Every kind of jump. */
const JUMPY: Partial<Profile> = { exits: 0.9, gotos: 0.8 };
const CALLS: Partial<Profile> = { routines: 4, recursion: 0.3, size: 8 };

/** What suites run, with their shares. */
export const PROFILES: readonly (readonly [name: string, share: number, profile: Partial<Profile>])[] = [
  ['nested code', 3, { ...STRUCTURED, ...FLAT }],
  ['jumps', 2, { ...JUMPY, ...FLAT }],
  ['calls', 3, { ...CALLS, ...STRUCTURED }],
  ['all of it', 2, { ...CALLS, ...JUMPY, size: 10 }],
];
