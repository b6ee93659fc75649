/**
 * What the elementary functions are called. Expressions hold these names, and the table's partials are expressions: so the
 * table enters its keys here (`index.ts`), and neither file of the two has to import the other.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the table adds its keys.
export interface ElementaryNames {}

export type Elementary = keyof ElementaryNames;
