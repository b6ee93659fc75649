import type { Ahead } from './ahead';

/** The build puts here what `ahead.server.ts` makes. In tests and while developing there is nothing: the engine is asked. */
export const MADE: Ahead | null = null;
