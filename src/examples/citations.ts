/**
 * What a citation may name: the five papers, their sections, and what has a number of its own in them (`contents.md`). It is
 * `[TBR] 5.2`, `[ADF] (1.8)` or `[TBR] Fig. 6`; several are separated by commas.
 */
import { sectionsOf } from '../lessons/settings';
import contents from './contents.md?raw';

export const PAPERS = {
  TBR: 'Hascoët, Naumann, Pascual: “To Be Recorded” Analysis in Reverse-Mode Automatic Differentiation, 2005',
  CFR: 'Naumann, Utke, Lyons, Fagan: Control Flow Reversal for Adjoint Code Generation, 2004',
  SPG: 'Naumann, Riehme: An L-Attributed Grammar for Adjoint Code, 2007',
  ADF: 'Hascoët, Araya-Polo: The Adjoint Data-Flow Analyses: Formalization, Properties, and Applications, 2006',
  TAP: 'Hascoët, Greborio, Pascual: Computing Adjoint by Automatic Differentiation with TAPENADE, 2002',
} as const;
export type Paper = keyof typeof PAPERS;

interface Citation {
  readonly paper: Paper;
  /** As it is cited: `[ADF] (1.8)`. */
  readonly text: string;
  /** The section's number and heading. */
  readonly section: string;
}

/** What a text cites, in its order; null stands for what no paper has. */
export function citationsIn(text: string): (Citation | null)[] {
  return text === '' ? [] : text.split(', ').map(citation);
}

function citation(text: string): Citation | null {
  const [, tag = '', place = ''] = /^\[(\w+)\] (.+)$/.exec(text) ?? [];
  const section = SECTIONS.get(`[${tag}] ${place}`);
  return section === undefined ? null : { paper: tag as Paper, text, section };
}

/** By how each section is cited, and what stands in it. */
const SECTIONS = new Map(
  sectionsOf(contents).flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([number, said]) => {
      const [heading, numbered = ''] = said.split(' | ');
      const places = [number, ...numbered.split(', ')];
      return places.map((place) => [`[${name}] ${place}`, `${number} ${heading}`] as const);
    }),
  ),
);
