/**
 * Every type that crosses the engine's door, in full. All of it is plain, cloneable data (no classes, no functions), so
 * that it travels between workers as it is. Offsets are into the text they belong to; sets are lists of location keys
 * (`x`, `a`, `blk.c`), in order of declaration.
 */
export type { Diagnostic, DiagnosticNote, Severity } from '../base/diagnostics';
export type { Position, Span } from '../base/span';
export type { Language, Role, ScalarType } from '../ir/types';
export type { Mode, Options, Target } from './options';
export type * from './results/analyses';
export type * from './results/breakIt';
export type * from './results/calls';
export type * from './results/certificate';
export type * from './results/dependence';
export type * from './results/differentiation';
export type * from './results/elimination';
export type * from './results/execution';
export type * from './results/explanation';
export type * from './results/graphs';
export type * from './results/jacobian';
export type * from './results/predictions';
export type * from './results/probe';
export type * from './results/schedule';
export type * from './results/singlePass';
export type * from './results/takeAway';
export type * from './results/trace';
export type * from './results/tradeoff';
export type * from './results/trouble';
