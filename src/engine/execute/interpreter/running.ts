/** A statement, compiled to what is called to run it. */
import type { Frame } from './state';

export type Run = (f: Frame) => number;
